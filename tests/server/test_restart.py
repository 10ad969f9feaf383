"""A real server, killed in the middle of games: nothing that was acknowledged is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import tablier
from tablier.match import Match
from tests.server.houses import Server


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path)
    yield server
    server.kill()


def test_killed_between_moves(own: Server) -> None:
    ann, bob = own.guest("Ann"), own.guest("Bob")
    clock = {"kind": "game", "time": 600}
    table = own.call("/api/tables", {"game": "quixo", "clock": clock}, ann)[1]["table"]
    own.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, bob)
    own.call(f"/api/tables/{table}/acts", {"act": "play", "move": "a1e1", "ply": 0}, ann)
    _, before = own.call(f"/api/tables/{table}/acts", {"act": "offer", "matter": "end"}, bob)
    time.sleep(1.2)
    own.kill()
    time.sleep(2.5)
    own.start()
    _, after = own.call(f"/api/tables/{table}", card=bob)
    for key in ("ply", "moves", "offers", "turn", "status", "scene", "you"):
        assert after[key] == before[key], key
    # Time went on while the server ran, and stood still while it did not.
    used = before["clock"]["left"][1] - after["clock"]["left"][1]
    assert 0.5 < used <= after["clock"]["at"] - before["clock"]["at"] - 2.5
    live = own.live(table, bob)
    live.send({"act": "play", "move": "a5a1", "ply": 1})
    assert live.at(2)["moves"] == ["a1e1", "a5a1"]
    live.close()


def test_killed_while_many_play(own: Server) -> None:
    """Whatever anybody was told before the power went is there afterwards, at every table."""
    cards = [own.guest(), own.guest()]
    tables = []
    for _ in range(6):
        tables.append(own.call("/api/tables", {"game": "quixo"}, cards[0])[1]["table"])
        own.call(f"/api/tables/{tables[-1]}/acts", {"act": "sit", "seat": 1}, cards[1])
    told: dict[str, list[str]] = {}
    players = [threading.Thread(target=push_on, args=(own, table, cards, told)) for table in tables]
    for player in players:
        player.start()
    time.sleep(1.5)
    own.kill()
    for player in players:
        player.join()
    own.start()
    assert sum(map(len, told.values())) > 20
    for table in tables:
        kept = own.call(f"/api/tables/{table}")[1]["moves"]
        assert kept[: len(told[table])] == told[table]
        assert len(kept) <= len(told[table]) + 1  # one may have been stored and not told
        Match(tablier.game("quixo")).play(*kept)


def push_on(server: Server, table: str, cards: list[str], told: dict[str, list[str]]) -> None:
    """Play both seats as fast as allowed, and write down what was told."""
    live = [server.live(table, card) for card in cards]
    match = Match(tablier.game("quixo"))
    told[table] = []
    try:
        while match.outcome is None:
            player = live[match.turn]
            move = match.legal_moves[len(match.moves) % len(match.legal_moves)]
            player.send({"act": "play", "move": match.game.texts[move], "ply": len(match.moves)})
            match.push(move)
            told[table] = player.at(len(match.moves))["moves"]
            time.sleep(0.06)
    except (ConnectionClosed, TimeoutError):
        pass


def test_a_bot_and_a_clock_go_on_by_themselves(own: Server) -> None:
    ann, bob = own.guest("Ann"), own.guest("Bob")
    timed = own.call("/api/tables", {"game": "quixo", "clock": {"kind": "move", "time": 3}}, ann)[1]["table"]
    own.call(f"/api/tables/{timed}/acts", {"act": "sit", "seat": 1}, bob)
    own.call(f"/api/tables/{timed}/acts", {"act": "play", "move": "a1e1", "ply": 0}, ann)
    seats = [{"who": "bot", "bot": "level:1"}] * 2
    bots = own.call("/api/tables", {"game": "quixo", "seats": seats}, ann)[1]["table"]
    own.kill()
    own.start()
    assert over(own, timed)["outcome"]["reason"] == "time"
    assert over(own, bots)["outcome"]["scores"]


def over(server: Server, table: str) -> dict[str, Any]:
    """The last news of a game that ends without being touched."""
    for _ in range(100):
        told: dict[str, Any] = server.call(f"/api/tables/{table}")[1]
        if told["status"] == "over":
            return told
        time.sleep(0.1)
    raise AssertionError("it goes on and on")


def test_interrupted_it_ends_cleanly(own: Server) -> None:
    card = own.guest()
    table = own.call("/api/tables", {"game": "quixo"}, card)[1]["table"]
    live = own.live(table, card)
    assert own.stop() == 0
    with pytest.raises(ConnectionClosed):
        live.drain()
    own.start()
    assert own.call(f"/api/tables/{table}")[0] == 200
