"""Signed tokens: how a browser or a program proves which person it is.

A token is dated and carries the person's id, name, epoch and session; itsdangerous signs it with the secret
of the store. `Accounts.authenticate` says whether epoch and session are still valid.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from math import inf
from time import time
from typing import Any

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from tablier.server.people.sessions import ACCOUNT_SECONDS, GUEST_SECONDS, OLD
from tablier.server.tables.errors import ExpiredToken, InvalidToken
from tablier.server.tables.person import Person

COOKIE = "tablier_guest"
"""The cookie that holds a browser's token. Version 0.1 chose its name: accounts have it too."""
DEVICE_COOKIE = "tablier_device"
"""The cookie that remembers who has signed in in a browser, against others who use up their tries."""
MAX_DEVICE_PERSONS = 8
SIGNER: dict[str, Any] = {"digest_method": sha256, "key_derivation": "hmac"}
SALT, FORM_SALT, DEVICE_SALT = "tablier.person", "tablier.form", "tablier.device"
"""Set these signatures apart from each other, and from others made with the same secret."""
FORM_NONCE_LENGTH = 16
"""Characters of the random beginning of a form's token: no two pages have the same bytes to be guessed."""


class Tokens:
    """Signs tokens and verifies them.

    >>> tokens = Tokens(b"secret")
    >>> tokens.read(tokens.sign(Person("a1", "Ann")))
    Person(id='a1', name='Ann')
    """

    def __init__(self, secret: bytes, *, time: Callable[[], float] = time) -> None:
        self._secret = secret
        self._time = time
        self._devices = URLSafeSerializer(secret, salt=DEVICE_SALT, signer_kwargs=SIGNER)
        self._serializer = URLSafeTimedSerializer(secret, salt=SALT, signer_kwargs=SIGNER)

    def sign(self, person: Person) -> str:
        """A token for a person, as they are now."""
        return str(self._serializer.dumps((person.id, person.name, person.epoch, person.session)))

    def read(self, token: str) -> Person:
        """The person that a token was signed for, by the name and epoch of then.

        Raises InvalidToken unless it was signed with this secret, ExpiredToken if that was too long ago.
        """
        return self.read_dated(token)[0]

    def read_dated(self, token: str) -> tuple[Person, float]:
        """The same, and the token's age in seconds; endless for one of version 0.1, which has no date."""
        try:
            values, signed = self._serializer.loads(token, return_timestamp=True)
        except BadData:
            person, age = read_old_token(token, self._secret), inf
        else:
            person, age = Person(*values), self._time() - signed.timestamp()
            if age > (GUEST_SECONDS if person.is_guest else ACCOUNT_SECONDS):
                raise ExpiredToken
        if not person.session and not person.is_guest:
            person = replace(person, session=OLD + sha256(token.encode()).hexdigest()[:24])
        return person, age

    def sign_device(self, persons: Iterable[str]) -> str:
        """A token for a browser in which these persons have signed in."""
        return str(self._devices.dumps(sorted(set(persons))[:MAX_DEVICE_PERSONS]))

    def read_device(self, token: str) -> frozenset[str]:
        """The persons who have signed in in a browser; none for a token that is not valid."""
        try:
            return frozenset(self._devices.loads(token))
        except BadData:
            return frozenset()

    def sign_form(self, person: Person) -> str:
        """A token for the forms on a page of this person, against cross-site requests."""
        nonce = secrets.token_hex(FORM_NONCE_LENGTH // 2)
        return nonce + self._form_signature(person, nonce)

    def is_form_of(self, person: Person, token: str) -> bool:
        """Whether a form's token was made for this person."""
        nonce, signature = token[:FORM_NONCE_LENGTH], token[FORM_NONCE_LENGTH:]
        return hmac.compare_digest(signature.encode(), self._form_signature(person, nonce).encode())

    def _form_signature(self, person: Person, nonce: str) -> str:
        message = f"{FORM_SALT} {person.id} {nonce}"
        return hmac.digest(self._secret, message.encode(), sha256).hex()


def read_old_token(token: str, secret: bytes) -> Person:
    """The person of a token signed by version 0.1; raises InvalidToken unless the signature is right.

    Such a token is `id.name` for a guest and `id.name.epoch` for an account, the name in base64; then a dot
    and the first 18 bytes of an HMAC-SHA256 in base64. Browsers keep them in cookies for up to a year.
    """
    body, _, signature = token.rpartition(".")
    expected = urlsafe_b64encode(hmac.digest(secret, body.encode(), sha256)[:18])
    if not hmac.compare_digest(signature.encode(), expected):
        raise InvalidToken
    person, name, *epoch = body.split(".")
    padding = "=" * (-len(name) % 4)
    return Person(person, urlsafe_b64decode(name + padding).decode(), int(epoch[0]) if epoch else 0)
