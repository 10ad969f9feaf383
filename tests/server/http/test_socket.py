"""The WebSocket of a table: refusals have a sentence and a stable code, and change nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.harness import Server


class Room:
    """A table where Ann has moved and Bob is to move, each with a connection."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.tokens = [server.guest("Ann"), server.guest("Bob")]
        self.table = server.call("/api/tables", {"game": "quixo"}, self.tokens[0])[1]["table"]
        self.ann, self.bob = (server.live(self.table, token) for token in self.tokens)
        self.bob.send({"act": "sit", "seat": 1})
        self.ann.get(lambda message: message.get("status") == "playing")
        self.ann.send({"act": "play", "move": "a1e1", "ply": 0})
        self.ann.at(1)
        self.bob.at(1)

    def state(self) -> dict[str, Any]:
        """The part of the news that a command could change."""
        latest: dict[str, Any] = self.server.call(f"/api/tables/{self.table}")[1]
        return {key: latest[key] for key in ("number", "ply", "moves", "status", "turn", "offers", "outcome")}

    def close(self) -> None:
        self.ann.close()
        self.bob.close()


@pytest.fixture
def room(server: Server) -> Iterator[Room]:
    room = Room(server)
    yield room
    room.close()


REFUSED: dict[str, tuple[str, object]] = {
    "wrong turn": ("wrong_turn", {"act": "play", "move": "b1e1", "ply": 1}),
    "wrong seat": ("wrong_seat", {"act": "play", "move": "b1e1", "ply": 1, "seat": 1}),
    "stale ply": ("stale_ply", {"act": "play", "move": "b1e1", "ply": 0}),
    "future ply": ("stale_ply", {"act": "play", "move": "b1e1", "ply": 7}),
    "resign another": ("wrong_seat", {"act": "resign", "seat": 1}),
    "taken seat": ("seat_taken", {"act": "sit", "seat": 1}),
    "no such seat": ("no_such_seat", {"act": "sit", "seat": 9}),
    "negative seat": ("no_such_seat", {"act": "sit", "seat": -1}),
    "huge seat": ("malformed", '{"act": "sit", "seat": 1e400}'),
    "no such offer": ("no_such_offer", {"act": "answer", "offer": 3, "yes": True}),
    "nothing paused": ("not_paused", {"act": "resume"}),
    "rematch too soon": ("not_finished", {"act": "offer", "matter": "rematch"}),
    "round too soon": ("not_finished", {"act": "next_round"}),
    "hint forbidden": ("not_allowed", {"act": "hint"}),
    "team chat": ("not_allowed", {"act": "say", "text": "psst", "to": "team"}),
    "stand in for a present player": ("seat_kept", {"act": "stand_in", "seat": 1}),
    "no ply there": ("no_such_ply", {"act": "scene", "at": 99}),
    "no view": ("no_such_view", {"act": "look", "view": "upside down"}),
    "no viewpoint": ("no_such_seat", {"act": "look", "viewpoint": 5}),
    "not json": ("malformed", "a1e1"),
    "empty": ("malformed", ""),
    "not an object": ("malformed", [1, 2]),
    "nested": ("malformed", "[" * 4000),
    "not utf-8": ("malformed", b"\xff\xfe"),
    "no act": ("malformed", {"move": "a1e1"}),
    "unknown act": ("malformed", {"act": "cheat"}),
    "unknown field": ("malformed", {"act": "resign", "sure": True}),
    "wrong type": ("malformed", {"act": "play", "move": 7, "ply": 1}),
    "no ply": ("malformed", {"act": "play", "move": "b1e1"}),
    "blank words": ("malformed", {"act": "say", "text": "  \n "}),
    "long move": ("malformed", {"act": "play", "move": "a" * 100, "ply": 1}),
    "oversized": ("too_big", {"act": "say", "text": "x" * 5000}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_over_the_socket(room: Room, case: str) -> None:
    code, message = REFUSED[case]
    before = room.state()
    room.ann.send(message)
    problem = room.ann.problem()
    assert problem["code"] == code
    assert problem["says"].endswith(".")
    assert "\n" not in problem["says"]
    assert room.state() == before


@pytest.mark.parametrize(
    ("code", "move"),
    [("illegal_move", "e1a1"), ("bad_move", "z9"), ("bad_move", "")],
)
def test_illegal_and_unreadable_moves_are_refused(room: Room, code: str, move: str) -> None:
    before = room.state()
    room.bob.send({"act": "play", "move": move, "ply": 1, "re": "mine"})
    problem = room.bob.problem()
    assert (problem["code"], problem["re"]) == (code, "mine")
    assert problem["facts"].get("clause") == ("Q2" if code == "illegal_move" else None)
    assert room.state() == before


def test_an_unreadable_move_is_explained_in_the_language_of_the_client(room: Room) -> None:
    _, problem = room.server.call(
        f"/api/tables/{room.table}/acts",
        {"act": "play", "move": "z9", "ply": 1},
        room.tokens[1],
        {"accept-language": "fr"},
    )
    assert problem["code"] == "bad_move"
    assert problem["says"].startswith("«\u00a0z9\u00a0» n’est pas un coup\u00a0: ")
    assert problem["says"].endswith(".")


@pytest.mark.parametrize(
    "case", ["wrong turn", "wrong seat", "stale ply", "unknown act", "oversized", "not json"]
)
def test_refusals_over_http(room: Room, case: str) -> None:
    code, message = REFUSED[case]
    before = room.state()
    body = message.encode() if isinstance(message, str) else message
    status, problem = room.server.call(f"/api/tables/{room.table}/acts", body, room.tokens[0])
    assert 400 <= status < 500
    assert (problem["type"], problem["code"]) == ("problem", code)
    assert room.state() == before


def test_a_finished_game_is_over(room: Room) -> None:
    room.ann.send({"act": "resign"})
    room.bob.get(lambda message: message.get("status") == "over")
    before = room.state()
    for act in (
        {"act": "play", "move": "a5a1", "ply": 1},
        {"act": "resign"},
        {"act": "offer", "matter": "end"},
    ):
        room.bob.send(act)
        assert room.bob.problem()["code"] == "finished"
    assert room.state() == before


def forge(token: str) -> list[str]:
    """Variants of a token that were not signed."""
    payload, date, signature = token.split(".")
    first = "A" if signature[0] != "A" else "B"
    return [
        f"{payload}.{date}.{first}{signature[1:]}",
        f"{payload[:-1]}0.{date}x.{signature}",
        "nonsense",
        "..",
        "a.é.b",
    ]


def test_forged_tokens_are_refused(room: Room) -> None:
    before = room.state()
    command = {"act": "play", "move": "a5a1", "ply": 1}
    path = f"/api/tables/{room.table}/acts"
    for token in forge(room.tokens[1]):
        if token.isascii():
            cookie = {"cookie": f"tablier_guest={token}"}
            status, problem = room.server.call(path, command, headers=cookie)
            assert (status, problem["code"]) == (401, "forged")
        header = {"authorization": f"Bearer {token}".encode().decode("latin-1")}
        status, problem = room.server.call(path, command, headers=header)
        assert (status, problem["code"]) == (401, "forged")
    live = room.server.live(room.table, forge(room.tokens[1])[0])
    assert live.problem()["code"] == "forged"
    with pytest.raises(ConnectionClosed) as closed:
        live.connection.recv(5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert room.state() == before


def test_a_visitor_without_token_watches_but_cannot_act(room: Room) -> None:
    live = room.server.live(room.table)
    assert live.at(1)["you"]["seats"] == []
    live.send({"act": "play", "move": "a5a1", "ply": 1})
    assert live.problem()["code"] == "nobody"
    live.close()
    status, problem = room.server.call(f"/api/tables/{room.table}/acts", {"act": "resign"})
    assert (status, problem["code"]) == (401, "nobody")


def test_a_spectator_cannot_act(room: Room) -> None:
    before = room.state()
    live = room.server.live(room.table, room.server.guest("Eve"))
    live.at(1)
    for act in ({"act": "play", "move": "a5a1", "ply": 1}, {"act": "resign"}):
        live.send(act)
        assert live.problem()["code"] == "not_seated"
    live.close()
    assert room.state() == before


def test_other_sites_may_not_act(room: Room) -> None:
    live = room.server.live(room.table, room.tokens[0], origin="http://elsewhere.example")
    assert live.problem()["code"] == "wrong_origin"
    headers = {"origin": "http://elsewhere.example"}
    status, problem = room.server.call(
        f"/api/tables/{room.table}/acts", {"act": "resign"}, room.tokens[0], headers
    )
    assert (status, problem["code"]) == (403, "wrong_origin")
    own = room.server.live(room.table, room.tokens[0], origin=room.server.address)
    own.at(1)
    own.close()


def test_no_such_table(server: Server) -> None:
    assert server.call("/api/tables/nowhere")[1]["code"] == "no_such_table"
    assert server.live("nowhere").problem()["code"] == "no_such_table"


def test_too_many_messages_are_refused(room: Room) -> None:
    for _ in range(60):
        room.ann.send({"act": "scene", "at": 0})
    assert room.ann.problem()["code"] == "too_fast"
    room.bob.send({"act": "play", "move": "a5a1", "ply": 1})
    assert room.bob.at(2)["moves"] == ["a1e1", "a5a1"]


def test_an_oversized_message_closes_only_its_own_connection(room: Room) -> None:
    room.ann.send("x" * 200_000)
    with pytest.raises(ConnectionClosed):
        room.ann.drain()
    room.bob.send({"act": "play", "move": "a5a1", "ply": 1})
    assert room.bob.at(2)


def test_two_tabs_are_one_person(room: Room) -> None:
    tab = room.server.live(room.table, room.tokens[1])
    latest = tab.at(1)
    assert latest["you"]["seats"] == [1]
    assert latest["watchers"] == 0
    room.bob.close()
    tab.send({"act": "play", "move": "a5a1", "ply": 1})
    assert room.ann.at(2)["seats"][1]["here"] is True
    tab.close()
    latest = room.server.call(f"/api/tables/{room.table}")[1]
    assert latest["seats"][1]["here"] is True  # for as long as reloading a page may take


def test_answers_carry_the_id_of_the_message(room: Room) -> None:
    room.ann.send({"act": "scene", "at": 0, "re": 7})
    answer = room.ann.get(lambda message: message["type"] == "scene")
    assert (answer["re"], answer["at"], answer["move"]) == (7, 0, None)
    room.ann.send(json.dumps({"act": "cheat", "re": "x"}))
    assert room.ann.problem()["re"] == "x"
