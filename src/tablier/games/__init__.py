"""The collection. Adding a game: its folder, and its line here."""

FOLDERS = ("x", "quixo", "olix")
