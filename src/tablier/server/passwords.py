"""Passwords are not kept, only their argon2id hashes: slow on purpose, so few at once, and in threads."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LEAST, MOST = 8, 200
"""Characters of a password."""
AT_ONCE = 2
"""Hashes in the making: each takes a processor and tens of megabytes."""


class Passwords:
    """Makes hashes and compares with them. A hasher with other parameters still reads the old hashes."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._nobodys = _unfitting(self._hasher)

    async def hashed(self, password: str) -> str:
        async with self._free:
            return await asyncio.to_thread(self._hasher.hash, _same(password))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Is it the password of this hash? Where there is no hash the answer takes as long, and is no."""
        async with self._free:
            return await asyncio.to_thread(self._verify, kept or self._nobodys, _same(password))

    def is_old(self, kept: str) -> bool:
        """Was it made with other parameters than today's?"""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False


def _same(password: str) -> str:
    """One keyboard writes é as one character, another as two."""
    return normalize("NFC", password)


def _unfitting(hasher: PasswordHasher) -> str:
    """A hash like the others that no password has."""
    salt, made_up = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (hasher.salt_len, hasher.hash_len)
    )
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${made_up}"
