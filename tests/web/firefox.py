"""Debian's Firefox, driven over WebDriver BiDi: the few commands that the tests need."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 30.0
"""Seconds to wait for anything: the machine may be busy."""
PREFERENCES: dict[str, object] = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "app.normandy.enabled": False,
    "ui.prefersReducedMotion": 1,
}
"""It asks nobody but the server under test."""


class Firefox:
    def __init__(self, socket: ClientConnection, patience: float = PATIENCE) -> None:
        self.socket = socket
        self.patience = patience
        self.sent = 0
        self.problems: list[str] = []
        """Errors on the console."""
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": 1366, "height": 768}
        self.command("browsingContext.setViewport", context=self.context, viewport=viewport)

    def command(self, method: str, **params: Any) -> dict[str, Any]:
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(timeout=self.patience))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.problems.append(message["params"]["text"])
            if message.get("id") == self.sent:
                assert message["type"] == "success", message
                result: dict[str, Any] = message["result"]
                return result

    def go(self, address: str) -> None:
        self.command("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self) -> None:
        self.command("browsingContext.reload", context=self.context, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, by way of JSON; a promise is waited for."""
        answer = self.command(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def fetch(self, path: str) -> Any:
        """What the server answers to the page."""
        return self.evaluate(f"fetch({json.dumps(path)}).then((answer) => answer.json())")

    def wait(self, expression: str) -> Any:
        """The value of an expression in the page, once it is true."""
        end = time.monotonic() + self.patience
        while not (value := self.try_to_evaluate(expression)):
            assert time.monotonic() < end, f"in vain: {expression} at {self.evaluate('location.href')}"
            time.sleep(0.03)
        return value

    def try_to_evaluate(self, expression: str) -> Any:
        """None while one page gives way to the next."""
        try:
            return self.evaluate(expression)
        except AssertionError:
            return None

    def see(self, selector: str) -> None:
        self.wait(f"!!document.querySelector({json.dumps(selector)})")

    def click(self, selector: str) -> None:
        """Click the middle of an element with the mouse, as soon as it is there."""
        quoted = json.dumps(selector)
        x, y = self.wait(
            f"""(() => {{
                const node = document.querySelector({quoted});
                if (!node?.checkVisibility() && !(node instanceof SVGElement)) return null;
                node.scrollIntoView({{ block: "nearest" }});
                const {{ left, top, width, height }} = node.getBoundingClientRect();
                return width ? [Math.round(left + width / 2), Math.round(top + height / 2)] : null;
            }})()"""
        )
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        moves = [{"type": "pointerMove", "x": x, "y": y}, *press]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self.command("input.performActions", context=self.context, actions=[mouse])


@contextmanager
def open_firefox(
    program: Path,
    profile: Path,
    *,
    preferences: Mapping[str, object] | None = None,
    patience: float = PATIENCE,
) -> Iterator[Firefox]:
    """A Firefox without a window, with a profile of its own, and preferences beside the usual ones."""
    chosen = {**PREFERENCES, **(preferences or {})}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in chosen.items()]
    (profile / "user.js").write_text("\n".join(lines))
    arguments = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = find_address(profile)
        with connect(f"{address}/session", max_size=None, open_timeout=PATIENCE) as socket:
            yield Firefox(socket, patience)
    finally:
        process.kill()
        process.wait()


def find_address(profile: Path) -> str:
    """Where it listens, which it writes into its profile."""
    end = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < end:
        try:
            said = json.loads((profile / "WebDriverBiDiServer.json").read_text())
            return f"ws://{said['ws_host']}:{said['ws_port']}"
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(0.05)
    raise AssertionError("Firefox did not start")
