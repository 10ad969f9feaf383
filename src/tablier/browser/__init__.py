"""The tables in a visitor's own browser: the server's rooms `tables`, `messages` and `live` in a Worker."""
