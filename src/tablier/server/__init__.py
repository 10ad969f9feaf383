"""The web server: live tables, pages and the API."""
