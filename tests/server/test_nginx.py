"""Behind nginx with TLS, by the file in deploy/: pages, forms, WebSockets, and who is believed."""

from __future__ import annotations

import json
import os
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import sync_playwright
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.programs import BROWSER, require
from tests.server.harness import Server
from tests.server.services import Service, free_port, running
from tests.web.conftest import ARGUMENTS

DEPLOY = Path(__file__).parents[2] / "deploy"
SITE = DEPLOY / "nginx.conf"
MAIN = """
daemon off;
pid nginx.pid;
error_log error.log;
events {}
http {
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    include site.conf;
}
"""
SUBJECT = ("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1")


class ProxiedServer(Server):
    """A server with the settings of deploy/, but for the port and the folder."""

    code = (
        "import sys; from pathlib import Path; from tablier.server.run import run\n"
        "from tablier.server.configuration import read_configuration\n"
        "flags = {'port': sys.argv[1], 'data': sys.argv[2]}\n"
        f"run(read_configuration(flags, {{}}, Path({str(DEPLOY / 'tablier.toml')!r})).configuration)"
    )


class Nginx(Service):
    upstream = 0
    """The port of the server behind it."""

    def __init__(self, folder: Path) -> None:
        self.certificate = folder / "cert.pem"
        key = folder / "key.pem"
        new = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", str(key))
        subprocess.run(
            [str(require("openssl")), *new, "-out", str(self.certificate), *SUBJECT],
            check=True,
            capture_output=True,
        )
        port = free_port()
        site = SITE.read_text()
        for here, there in {
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "127.0.0.1:8000": f"127.0.0.1:{self.upstream}",
            "/etc/letsencrypt/live/games.example.org/fullchain.pem": str(self.certificate),
            "/etc/letsencrypt/live/games.example.org/privkey.pem": str(key),
        }.items():
            assert here in site
            site = site.replace(here, there)
        user = "user root;" if os.getuid() == 0 else ""  # its workers read a folder of root's
        (folder / "nginx.conf").write_text(user + MAIN)
        (folder / "site.conf").write_text(site)
        self.folder, self.port = folder, port
        self.start()

    @property
    def command(self) -> list[str]:
        return [str(require("nginx")), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]


class Site:
    def __init__(self, nginx: Nginx) -> None:
        self.tls = ssl.create_default_context(cafile=str(nginx.certificate))
        self.host = f"127.0.0.1:{nginx.port}"

    def open(self, path: str, body: object = None, **headers: str) -> tuple[int, Any, str]:
        """The status, the headers and the text of an answer."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json", **headers}
        request = urllib.request.Request(f"https://{self.host}{path}", data, sent)
        try:
            with urllib.request.urlopen(request, context=self.tls) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    server = ProxiedServer(tmp_path_factory.mktemp("proxied"))

    class NginxBefore(Nginx):
        upstream = server.port

    with running(NginxBefore) as nginx:
        yield Site(nginx)
    assert server.stop() == 0


def test_pages_know_that_it_is_tls(site: Site) -> None:
    status, _, text = site.open("/", **{"accept": "text/html", "x-forwarded-proto": "http"})
    assert status == 200
    assert f'content="https://{site.host}/' in text


def test_two_people_play_over_websockets(site: Site) -> None:
    origin = Origin(f"https://{site.host}")
    tokens = [json.loads(site.open("/api/guest", {"name": name})[2])["token"] for name in ("Ann", "Bob")]
    headers = [{"authorization": f"Bearer {token}"} for token in tokens]
    table = json.loads(site.open("/api/tables", {"game": "quixo"}, **headers[0])[2])["table"]
    address = f"wss://{site.host}/api/tables/{table}/live"
    with (
        connect(address, ssl=site.tls, additional_headers=headers[0], origin=origin) as ann,
        connect(address, ssl=site.tls, additional_headers=headers[1], origin=origin) as bob,
    ):
        bob.send(json.dumps({"act": "sit", "seat": 1}))
        wait_for_news(ann, lambda news: news["status"] == "playing")
        ann.send(json.dumps({"act": "play", "move": "a1e1", "ply": 0}))
        assert wait_for_news(bob, lambda news: news["ply"] == 1)["moves"] == ["a1e1"]


def wait_for_news(connection: Any, is_right: Any) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(connection.recv(10))
        assert message["type"] != "problem", message
        if message["type"] == "news" and is_right(message):
            return message


def test_requests_of_other_sites_are_told_apart(site: Site) -> None:
    assert site.open("/api/guest", {"name": "Eve"}, origin="https://example.org")[0] == 403
    assert site.open("/api/guest", {"name": "Ann"}, origin=f"https://{site.host}")[0] == 201


def test_a_whole_game_is_let_through_and_nothing_else_that_is_as_large(site: Site) -> None:
    body = " " * 300_000
    for path in ("/api/offline", "/api/analysis/read"):
        status, _, text = site.open(path, body)
        assert (status, json.loads(text)["code"]) == (400, "malformed"), path
    status, _, text = site.open("/api/tables", body)
    assert status == 413
    assert "nginx" in text


def test_metrics_are_not_for_the_world_and_health_is(site: Site) -> None:
    assert site.open("/metrics")[0] == 404
    assert site.open("/healthz")[0] == 200
    assert site.open("/readyz")[0] == 200


def test_a_browser_plays_by_http_2(site: Site) -> None:
    """Its requests name the host otherwise than those of HTTP/1.1, by which other sites are told."""
    protocol = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=require(BROWSER), args=ARGUMENTS)
        page = browser.new_page(ignore_https_errors=True)
        page.goto(f"https://{site.host}/")
        assert page.evaluate(protocol) == "h2"
        page.click("[popovertarget=new-quixo]")
        page.click("#new-quixo button[value=screen]")
        page.wait_for_selector("body[data-ready]")
        for name in ("a1", "e1"):
            box = page.locator(f".spot[data-name='{name}']").bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_selector("body[data-ready='1']")
        browser.close()
