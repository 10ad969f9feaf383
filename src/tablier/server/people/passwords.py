"""Password hashes by argon2id: slow by design, so computed in threads, and few at once."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_LENGTH, MAX_LENGTH = 8, 200
"""Characters of a password."""
COMMON_WORDS = (
    "abc", "abcd", "admin", "administrator", "azerty", "azertyuiop", "baseball", "bonjour", "changeme",
    "chocolat", "computer", "doudou", "dragon", "football", "hello", "iloveyou", "jetaime", "letmein",
    "login", "loulou", "marseille", "master", "michael", "monkey", "motdepasse", "pass", "passw0rd",
    "passwort", "password", "princess", "qazwsx", "querty", "qwerty", "qwertyuiop", "qwertz", "secret",
    "shadow", "soleil", "starwars", "sunshine", "superman", "tablier", "test", "trustno", "welcome", "zaq",
    "zxcvbnm",
)  # fmt: skip
"""Words with which passwords are guessed first, with digits and signs around them or not."""
KEYBOARD_ROWS = ("01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "azertyuiop", "qwertzuiop")
MAX_PATTERN_LENGTH = 16
"""Characters up to which a repetition is among the first guesses."""
MAX_CONCURRENT = 2
"""Hashes computed at the same time: each takes a processor and 64 MB."""


class Passwords:
    """Computes hashes and verifies passwords. Hashes made with other parameters can still be verified."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)
        self._dummy_hash = _unmatchable_hash(self._hasher)

    async def hash(self, password: str) -> str:
        async with self._slots:
            return await asyncio.to_thread(self._hasher.hash, _normalize(password))

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Whether a password has this hash. Without a hash it is False, after the same computation: the time
        does not tell whether an account exists."""
        async with self._slots:
            return await asyncio.to_thread(self._verify, hashed or self._dummy_hash, _normalize(password))

    def needs_rehash(self, hashed: str) -> bool:
        """Whether a hash was made with other parameters than the present ones."""
        return self._hasher.check_needs_rehash(hashed)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


def is_common(password: str, name: str = "") -> bool:
    """Whether a password is among the first that are tried: a row of keys, a repetition, a common word, the
    name of its account.

    >>> [is_common(each, "Ann Smith") for each in ("12345678", "Password1!", "abababab", "annsmith")]
    [True, True, True, True]
    >>> is_common("correct horse")
    False
    """
    text = "".join(password.casefold().split())
    rows = [each for row in KEYBOARD_ROWS for each in (row, row[::-1])]
    if any(text in row * 2 for row in rows):
        return True
    if len(text) <= MAX_PATTERN_LENGTH and any(
        text == (text[:size] * len(text))[: len(text)] for size in (1, 2, 3, 4)
    ):
        return True
    word = text.strip("0123456789!?.,;:_-*+#@$&")
    return word in COMMON_WORDS or text == "".join(name.casefold().split()) or not word


def _normalize(password: str) -> str:
    """NFC: one keyboard writes é as one character, another as two."""
    return normalize("NFC", password)


def _unmatchable_hash(hasher: PasswordHasher) -> str:
    """A hash with the same parameters that no known password has: its digest is random."""
    salt, digest = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (hasher.salt_len, hasher.hash_len)
    )
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${digest}"
