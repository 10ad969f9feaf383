"""Rated games of people at one address, over HTTP: from where a request came reaches the table."""

from __future__ import annotations

from pathlib import Path

import tablier
from tablier.match import Match
from tests.server.browsers import Browser
from tests.server.harness import Server

PASSWORD = "correct horse battery"


class TrustingServer(Server):
    """A server that believes what this machine says of a client's address."""

    code = (
        "import sys; from pathlib import Path; from tablier.server.run import serve\n"
        "from tablier.server.people.limits import Limits\n"
        "limits = Limits(trusted_proxies=('127.0.0.1',))\n"
        "serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), limits=limits)"
    )


class Player(Browser):
    """An account whose requests come from an address."""

    def __init__(self, server: Server, name: str, address: str) -> None:
        super().__init__(server)
        self.address = address
        self.sign_up(name, PASSWORD)

    def open(self, path: str, body: bytes | None = None, **headers: str) -> str:
        return super().open(path, body, **{"x-forwarded-for": self.address, **headers})


def play_rated_game(one: Player, other: Player) -> str:
    """The last phrase of the headline after a rated game that `other` resigns."""
    table = one.call("/api/tables", {"game": "quixo", "rated": True})["table"]
    acts = f"/api/tables/{table}/acts"
    other.call(acts, {"act": "sit", "seat": 1})
    match = Match(tablier.game("quixo"))
    for ply in range(match.game.min_rated_moves):
        move = match.legal_moves[0]
        (one, other)[ply % 2].call(acts, {"act": "play", "move": match.game.texts[move], "ply": ply})
        match.push(move)
    return str(other.call(acts, {"act": "resign"})["headline"][-1])


def test_an_address_reaches_the_table_and_is_not_stored(tmp_path: Path) -> None:
    server = TrustingServer(tmp_path)
    try:
        ann, bob = Player(server, "Ann", "192.0.2.7"), Player(server, "Bob", "192.0.2.7")
        assert "share an address" in play_rated_game(ann, bob)
        page = bob.open("/me")
        assert "Does not count for the ratings: the players share an address" in page
        bob.address = "192.0.2.8"
        assert play_rated_game(ann, bob) == "you resigned"
        assert "· rated" in bob.open("/me")
    finally:
        server.stop()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"192.0.2." not in stored
