"""Requests and responses between a page and the host."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import parse_qs, parse_qsl, urlsplit

from msgspec import Struct
from msgspec.json import Decoder, encode

from tablier.server.live.perspective import limit_pause
from tablier.server.messages.news import Perspective
from tablier.server.tables.commands import read_json
from tablier.server.tables.errors import Refusal
from tablier.web.languages import translator

Body = TypeVar("Body")


class Request(Struct, frozen=True):
    method: str
    address: str
    """The path and the query."""
    body: str = ""
    language: str = "en"

    @property
    def path(self) -> str:
        return urlsplit(self.address).path

    def value(self, name: str, default: str = "") -> str:
        """The last value of a parameter of the query."""
        return self.values(name)[-1] if self.values(name) else default

    def values(self, name: str) -> list[str]:
        return parse_qs(urlsplit(self.address).query, keep_blank_values=True).get(name, [])

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form, which a link may have in its query."""
        return dict(parse_qsl(self.body or urlsplit(self.address).query, keep_blank_values=True))

    @property
    def perspective(self) -> Perspective:
        viewpoint = self.value("viewpoint")
        language = self.value("language", self.language)
        pause = float(self.value("pause", "0"))
        return Perspective(
            int(viewpoint) if viewpoint else None, self.value("view"), language, limit_pause(pause)
        )


class Response(Struct, frozen=True):
    status: int
    media: str
    body: str
    location: str = ""
    """Where to go instead."""


def read_body(asked: Request, kind: type[Body]) -> Body:
    """What a request brings as JSON; raises Malformed."""
    return read_json(asked.body, Decoder(kind))


def as_json(message: Any) -> Response:
    return Response(200, "application/json", encode(message).decode())


def refuse(asked: Request, refusal: Refusal) -> Response:
    """The refusal of a request to the API."""
    problem = refusal.problem(translator(asked.language))
    return Response(refusal.status, "application/json", encode(problem).decode())
