"""The collection. Adding a game: its folder, and its line here."""

FOLDERS = ("x", "plateau_x", "quixo", "olix")
