"""Web Push: a message encrypted for one browser (RFC 8291), and the server's signature (VAPID, RFC 8292)."""

from __future__ import annotations

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tablier.server.store.reminders import Subscription
from tablier.server.tables.errors import BadSubscription

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of the curve."""
AUTH_BYTES, SALT_BYTES, KEY_BYTES, NONCE_BYTES = 16, 16, 16, 12
RECORD_BYTES = 4096
"""The size of the only record: push services take no more."""
SIGNED_SECONDS = 12 * 3600
"""For how long a signature is valid; services accept up to 24 hours."""


def to_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class ServerKey:
    """The key by which push services know this server, made of 32 random bytes."""

    def __init__(self, secret: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(secret) % (ORDER - 1) + 1, CURVE)
        self.public = to_base64(point(self._key.public_key()))
        """What browsers subscribe with."""

    def authorize(self, subscription: Subscription, *, contact: str = "") -> str:
        """The value of the Authorization header of a message; `contact` is a URL for the service's operator,
        by default the site's own."""
        target = urlsplit(subscription.endpoint)
        claims = {
            "aud": f"{target.scheme}://{target.netloc}",
            "exp": int(time.time()) + SIGNED_SECONDS,
            "sub": contact or subscription.site,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(to_base64(json.dumps(part).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = to_base64(r.to_bytes(32) + s.to_bytes(32))
        return f"vapid t={signed}.{signature}, k={self.public}"


def check_keys(subscription: Subscription) -> None:
    """Raise BadSubscription unless a message can be encrypted with these keys."""
    try:
        read_point(from_base64(subscription.key))
        auth = from_base64(subscription.auth)
    except ValueError:
        raise BadSubscription from None
    if len(auth) != AUTH_BYTES:
        raise BadSubscription


def encrypt(text: bytes, subscription: Subscription) -> bytes:
    """A message as the body of a request with `Content-Encoding: aes128gcm`; it fits in one record."""
    own = ec.generate_private_key(CURVE)
    receiver = read_point(from_base64(subscription.key))
    salt = os.urandom(SALT_BYTES)
    key, nonce = derive(
        own.exchange(ec.ECDH(), receiver),
        auth=from_base64(subscription.auth),
        info=b"WebPush: info\0" + point(receiver) + point(own.public_key()),
        salt=salt,
    )
    sealed = AESGCM(key).encrypt(nonce, text + b"\2", None)  # 2 ends the last record, RFC 8188
    sender = point(own.public_key())
    return salt + RECORD_BYTES.to_bytes(4) + len(sender).to_bytes(1) + sender + sealed


def derive(shared: bytes, *, auth: bytes, info: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key and the nonce of a message, RFC 8291, section 3.4."""

    def expand(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    secret = expand(shared, auth, info, 32)
    key = expand(secret, salt, b"Content-Encoding: aes128gcm\0", KEY_BYTES)
    return key, expand(secret, salt, b"Content-Encoding: nonce\0", NONCE_BYTES)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as its 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_point(data: bytes) -> ec.EllipticCurvePublicKey:
    """A public key of its bytes; raises ValueError."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
