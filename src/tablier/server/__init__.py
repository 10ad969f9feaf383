"""The web server: live tables, pages and the API."""

from tablier.server.run import PortTaken, serve

__all__ = ["PortTaken", "serve"]
