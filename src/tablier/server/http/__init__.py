"""HTTP and WebSocket: authentication, pages, the API."""
