"""A push service and a webhook: it keeps what is posted, and decrypts it as a browser would."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tablier.server.people.push import CURVE, derive, point, read_point, to_base64
from tablier.server.store.reminders import Subscription

SALT, SIZE, LENGTH = 16, 4, 65


class Subscriber:
    """A browser that has subscribed: its keys, and what it can read with them."""

    def __init__(
        self,
        endpoint: str,
        *,
        language: str = "en",
        key: ec.EllipticCurvePrivateKey | None = None,
        auth: bytes = b"",
    ) -> None:
        self._key = key or ec.generate_private_key(CURVE)
        self._auth = auth or os.urandom(16)
        public = to_base64(point(self._key.public_key()))
        self.subscription = Subscription(
            endpoint, public, to_base64(self._auth), language, "http://site.test"
        )

    def to_json(self) -> dict[str, Any]:
        """What a script would send."""
        keys = {"p256dh": self.subscription.key, "auth": self.subscription.auth}
        return {"endpoint": self.subscription.endpoint, "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        """The message in the body of a request."""
        message: dict[str, Any] = json.loads(self.decrypt(body))
        return message

    def decrypt(self, body: bytes) -> bytes:
        """The text in the body of a request, RFC 8188 and 8291."""
        salt, rest = body[:SALT], body[SALT + SIZE :]
        assert rest[0] == LENGTH
        sender, sealed = rest[1 : 1 + LENGTH], rest[1 + LENGTH :]
        key, nonce = derive(
            self._key.exchange(ec.ECDH(), read_point(sender)),
            auth=self._auth,
            info=b"WebPush: info\0" + point(self._key.public_key()) + sender,
            salt=salt,
        )
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\2")
        return text[:-1]


class PushService:
    """Keeps the requests of each path, and answers them with `status`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.status = 201
        self.requests: list[tuple[str, dict[str, str], bytes]] = []

    def subscriber(self, name: str, *, language: str = "en") -> Subscriber:
        return Subscriber(f"{self.address}/{name}", language=language)

    def received(self, to: Subscriber) -> list[dict[str, Any]]:
        """The messages to a subscriber, decrypted."""
        path = to.subscription.endpoint.removeprefix(self.address)
        return [to.read(body) for where, _, body in list(self.requests) if where == path]


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.requests.append((self.path, headers, body))
            self.send_response(service.status)
            self.send_header("location", f"{service.address}/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def settle(reminders: Any) -> None:
    """Wait until what is under way has been sent."""
    while reminders._tasks:
        await asyncio.sleep(0.01)
