"""A browser without scripts: it stores cookies, loads pages and posts forms."""

from __future__ import annotations

import json
import re
from html import unescape
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.server.harness import Server


def csrf_token(page: str) -> str:
    """The CSRF token of the first form on a page."""
    field = re.search(r'name="_csrf_token" value="(\w+)"', page)
    assert field is not None, "no form on this page"
    return field[1]


class Browser:
    def __init__(self, server: Server, *, language: str = "en") -> None:
        self._server = server
        self._language = language
        self.jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.jar))
        self.status = 0
        self.page = ""
        self.path = ""

    def open(self, path: str, body: bytes | None = None, **headers: str) -> str:
        """Load a page, whatever its status, and follow redirects; gives its text."""
        request = Request(
            self._server.address + path,
            body,
            {"accept-language": self._language, "accept": "text/html", **headers},
        )
        try:
            answer = self._opener.open(request)
        except HTTPError as error:
            answer = error
        with answer:
            self.status = answer.status
            self.path = answer.url.removeprefix(self._server.address)
            self.page = unescape(answer.read().decode())
        return self.page

    def send(self, path: str, **form: str) -> str:
        """Post a form with the CSRF token of the present page; gives the text of the answer."""
        return self.open(path, urlencode({**form, "_csrf_token": csrf_token(self.page)}).encode())

    def call(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "accept": "application/json"}
        return json.loads(self.open(path, data, **headers))

    def sign_up(self, name: str, password: str) -> None:
        self.open("/signup")
        self.send("/signup", name=name, password=password)

    def sign_in(self, name: str, password: str) -> None:
        self.open("/signin")
        self.send("/signin", name=name, password=password)
