"""A store written by version 0.1 stays readable: tables, tokens, accounts, ratings, reviews, and its URLs.

`store-0.1.sql` is the dump of a database that version 0.1 wrote; `store-0.1.json` has what that version told
Ann of every table in it, and the tokens it signed. Neither is ever written anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute, WebSocketRoute
from litestar.testing import TestClient

import tablier
from tablier.bots.reviewing import Opinion
from tablier.server.app import Settings, create_app
from tablier.server.live.registry import TableRegistry
from tablier.server.live.reviews import Reviews
from tablier.server.live.thinking import SearchJob
from tablier.server.people.tokens import COOKIE, Tokens
from tablier.server.store.leaderboard import read_changes, read_ratings
from tablier.server.store.reviews import read_opinions
from tablier.server.tables.errors import InvalidToken, SignedOut
from tablier.server.tables.person import Person
from tests.server.harness import (
    ANN,
    BOB,
    ManualClock,
    assert_replay_equal,
    first_legal,
    news,
    open_registry,
    play_moves,
)

pytestmark = pytest.mark.anyio

DATA = Path(__file__).parents[2] / "data"
OLD: dict[str, Any] = json.loads((DATA / "store-0.1.json").read_text())
TOKENS: dict[str, str] = OLD["cards"]
RATED, REVIEWED, RUNNING = "x6CamqJIDPEb", "KmTAlwQXAcwx", "b8Lc9iifvZmq"


def refuse_to_search(_job: SearchJob) -> Opinion:
    raise AssertionError("the review is in the store")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder as version 0.1 left it."""
    database = sqlite3.connect(tmp_path / "log.sqlite")
    database.executescript((DATA / "store-0.1.sql").read_text())
    database.close()
    return tmp_path


@pytest.fixture
async def registry(folder: Path) -> AsyncIterator[TableRegistry]:
    clock = ManualClock()
    clock.now = OLD["now"]
    async with open_registry(folder, clock=clock, review=refuse_to_search) as registry:
        yield registry


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient[Litestar]]:
    """A client of today's server over the old store; its cookie is a token of version 0.1."""
    app = create_app(Settings(store=f"sqlite:///{folder / 'log.sqlite'}", think=first_legal))
    with TestClient(app) as client:
        client.cookies.set(COOKIE, TOKENS["account"])
        yield client


@pytest.mark.parametrize("table_id", OLD["tables"])
async def test_a_table_tells_what_version_0_1_told(registry: TableRegistry, table_id: str) -> None:
    table = await registry.find(table_id)
    latest = news(table, ANN)
    outcome = latest.outcome
    assert {
        "game": latest.game.id,
        "moves": list(latest.moves),
        "status": latest.status,
        "ply": latest.ply,
        "number": latest.number,
        "seats": [[seat.name, seat.kind, seat.bot, seat.why] for seat in latest.seats],
        "left": [None if left is None else round(left, 3) for left in latest.clock.left],
        "chat": [[line.name, line.text] for line in latest.chat],
        "outcome": None if outcome is None else [list(outcome.scores), outcome.reason],
        "next": latest.next,
        "offers": [[offer.matter, offer.seat] for offer in latest.offers],
    } == OLD["tables"][table_id]
    await assert_replay_equal(table, registry)


async def test_every_match_of_the_old_store_is_replayed(folder: Path, registry: TableRegistry) -> None:
    database = sqlite3.connect(folder / "log.sqlite")
    found = [row[0] for row in database.execute("select distinct match from log")]
    database.close()
    assert set(OLD["tables"]) < set(found)
    assert {table.id for table in await registry.find_readable(found)} == set(found)


async def test_a_running_game_goes_on(registry: TableRegistry) -> None:
    table = await registry.find(RUNNING)
    legal = table.state.match.legal_moves[0]
    await play_moves(table, table.state.match.game.texts[legal])
    assert len(news(table).moves) == len(OLD["tables"][RUNNING]["moves"]) + 1
    await assert_replay_equal(table, registry)


async def test_old_tokens_are_accepted_and_refused_as_before(registry: TableRegistry) -> None:
    tokens = Tokens(registry.store.secret())
    ann = await registry.accounts.authenticate(tokens.read(TOKENS["account"]))
    assert (ann, ann.epoch) == (Person("ann", "Ann"), 1)
    dee = await registry.accounts.authenticate(tokens.read(TOKENS["guest"]))
    assert (dee, dee.is_guest) == (Person("dee", "Dee"), True)
    with pytest.raises(SignedOut):  # a deleted account
        await registry.accounts.authenticate(tokens.read(TOKENS["signed_out"]))
    with pytest.raises(InvalidToken):
        tokens.read(TOKENS["guest"].replace("dee", "ann"))
    with pytest.raises(InvalidToken):
        Tokens(b"another server").read(TOKENS["account"])


async def test_old_passwords_are_accepted(registry: TableRegistry) -> None:
    assert await registry.accounts.sign_in(name="ann", password="correct horse") == ANN


async def test_a_stored_review_is_found(registry: TableRegistry) -> None:
    moves = OLD["tables"][REVIEWED]["moves"]
    rows = await read_opinions(registry.store, REVIEWED)
    assert [row.ply for row in rows] == list(range(len(moves) + 1))
    review, state = await Reviews(registry).of(await registry.find(REVIEWED))
    assert (state, len(review.shares), len(review.moves)) == ("done", len(moves) + 1, len(moves))


async def test_ratings_and_results_are_there(registry: TableRegistry) -> None:
    changes = await read_changes(registry.store, RATED)
    assert {player: (change.before.points, change.after.points) for player, change in changes.items()} == {
        "ann": (1500, 1583),
        "bob": (1500, 1417),
    }
    ratings = await read_ratings(registry.store, "quixo", ["ann", "bob", "dee"])
    assert {player: str(rating) for player, rating in ratings.items()} == {
        "ann": "1583 ± 462",
        "bob": "1417 ± 462",
    }
    results = {row.id: row.result for row in await registry.store.matches_of(BOB.id, over=True)}
    assert results == {RATED: "lost", REVIEWED: "won"}
    assert await registry.store.count_results("ann") == {
        "quixo": {"won": 1, "lost": 1},
        "plateau-x-mini": {"shared": 1},
    }
    await registry.store.recompute_ratings()
    assert await read_changes(registry.store, RATED) == changes


def test_all_games_can_be_downloaded(client: TestClient[Litestar]) -> None:
    answer = client.get("/me/games.txt")
    records = list(tablier.Record.read_all(answer.text))
    assert len(records) == len(OLD["tables"]) + 1  # and the next round of the reviewed one
    played = [[each.match.game.texts[move] for move in each.match.moves] for each in records]
    assert all(latest["moves"] in played for latest in OLD["tables"].values())


def test_every_old_route_exists(client: TestClient[Litestar]) -> None:
    today = set()
    for route in client.app.routes:
        if isinstance(route, WebSocketRoute):
            today.add(f"WS {route.path}")
        elif isinstance(route, HTTPRoute):
            today |= {f"{method} {route.path}" for method in route.methods}
    assert set((DATA / "routes-0.1.txt").read_text().splitlines()) <= today


OLD_URLS = (
    "/", "/lobby", "/me", "/account", "/signin", "/goodbye", "/rules/quixo", "/learn/quixo", "/ratings/quixo",
    "/pictures/quixo", "/language/fr", "/api/games", "/api/bots", "/api/lobby", "/api/tables",
    "/api/ratings/quixo", "/api/games/quixo/layout?option=size%3D5", "/api/lessons/quixo/1",
    "/api/schema/openapi.json",
    f"/t/{RUNNING}", f"/t/{RUNNING}/picture.svg?at=1", f"/t/{REVIEWED}/review",
    f"/api/tables/{RUNNING}", f"/api/tables/{RUNNING}/scene?at=1", f"/api/tables/{RUNNING}/record.txt",
    f"/api/tables/{RUNNING}/record.json", f"/api/tables/{RUNNING}/picture.svg",
    f"/api/tables/{REVIEWED}/review", f"/api/tables/{REVIEWED}/review/scene?at=2",
    f"/api/tables/{REVIEWED}/review/why?at=2&click=b3",
)  # fmt: skip


def test_old_urls_answer(client: TestClient[Litestar]) -> None:
    assert {url: client.get(url).status_code for url in OLD_URLS} == dict.fromkeys(OLD_URLS, 200)


def test_an_old_token_acts_at_a_table(client: TestClient[Litestar]) -> None:
    latest = client.get(f"/api/tables/{RUNNING}").json()
    assert latest["you"]["name"] == "Ann"
    client.cookies.clear()
    headers = {"authorization": f"Bearer {TOKENS['account']}"}
    acted = client.post(f"/api/tables/{RUNNING}/acts", json={"act": "resign"}, headers=headers)
    assert (acted.status_code, acted.json()["outcome"]["reason"]) == (200, "resigned")
    headers = {"authorization": f"Bearer {TOKENS['signed_out']}"}
    assert client.get("/api/tables", headers=headers).json()["code"] == "signed_out"
