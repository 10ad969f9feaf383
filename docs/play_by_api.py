"""Play a whole game against the computer: python docs/play_by_api.py http://127.0.0.1:8000 [game]."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(address: str, body: dict[str, Any], token: str = "") -> Any:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(address, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def moves(tree: dict[str, Any]) -> Iterator[str]:
    """The legal moves: the leaves of the tree of clicks."""
    for branch in tree.values():
        if isinstance(branch, str):
            yield branch
        else:
            yield from moves(branch)


def play(server: str, game: str) -> dict[str, Any]:
    """Play random moves against bots of the first level; gives the last news."""
    token = post(f"{server}/api/guest", {"name": "Chance"})["token"]
    facts = next(each for each in json.load(urlopen(f"{server}/api/games")) if each["id"] == game)
    seats = [{"who": "me"}, *({"who": "bot", "bot": "level:1"} for _ in facts["seats"][1:])]
    table = post(f"{server}/api/tables", {"game": game, "seats": seats}, token)["table"]
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live"
    answered = -1
    with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as live:
        for message in map(json.loads, live):
            if message["type"] == "problem":
                raise SystemExit(message["says"])
            if message["type"] != "news":
                continue
            if message["status"] == "over":
                return dict(message)
            if "play" in message["you"]["may"] and message["ply"] > answered:
                answered = message["ply"]
                move = random.choice(list(moves(message["scene"]["tree"])))
                live.send(json.dumps({"act": "play", "move": move, "ply": answered}))
    raise SystemExit("the server closed the connection")


if __name__ == "__main__":
    last = play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "quixo")
    print(*last["moves"])  # noqa: T201 -- an example shows what it did
    print(last["outcome"]["scores"], last["outcome"]["reason"])  # noqa: T201
