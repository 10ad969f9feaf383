"""The live server."""

from tablier.server.serving import PortTaken, serve

__all__ = ["PortTaken", "serve"]
