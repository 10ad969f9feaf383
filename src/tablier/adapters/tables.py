"""Tables for a program that plays by text: in its own process, or as an account at a server over HTTP."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tablier.board_game import Game
from tablier.bots import bot, opinion, review
from tablier.match import Match
from tablier.outcome_text import describe_ending
from tablier.registry import game as find_game
from tablier.scene import Words, to_text

MAX_TABLES = 50
"""Tables that are kept in a process; the one that was used longest ago goes first."""
ANSWER_SECONDS = 30.0
"""Time for the others to move before the program is told that it is still their turn."""
REVIEW_SECONDS = 120.0
POLL_SECONDS = 0.2
MAX_MISTAKES = 5


class TableProblem(Exception):  # noqa: N818 -- nothing is broken: it says why something cannot be done
    """Why something cannot be done, as one sentence."""


@dataclass(frozen=True)
class View:
    """A table as a program sees it."""

    table: str
    match: Match
    names: tuple[str, ...]
    """Who plays, by seat."""
    own: tuple[int, ...]
    """The program's seats."""
    headline: str
    is_over: bool


@dataclass(frozen=True)
class Judgement:
    """What a review says of a mistake."""

    number: int
    """Of the move, from 1."""
    name: str
    move: str
    best: str
    lost: float
    """As a part of all points."""


class Tables(ABC):
    """Where a program plays."""

    @abstractmethod
    async def create(self, game: Game, seat: int, level: str) -> View:
        """A new table: the program on one seat, the computer at this level on the others."""

    @abstractmethod
    async def look(self, table: str) -> View:
        """The table as it is now; TableProblem if there is none."""

    @abstractmethod
    async def play(self, table: str, move: str) -> View:
        """Make a move, and wait for the answers. IllegalMove, NotationError or TableProblem if it cannot be
        made."""

    @abstractmethod
    async def hint(self, table: str) -> str:
        """A good move, as text."""

    @abstractmethod
    async def review(self, table: str) -> tuple[Judgement, ...]:
        """The largest mistakes of a finished game, the worst first."""


class LocalTables(Tables):
    """Tables in this process. Searches run on threads of it."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[Match, int, str]] = {}

    async def create(self, game: Game, seat: int, level: str) -> View:
        return await asyncio.to_thread(self._create, game, seat, level)

    async def look(self, table: str) -> View:
        return self._look(table)

    async def play(self, table: str, move: str) -> View:
        return await asyncio.to_thread(self._play, table, move)

    async def hint(self, table: str) -> str:
        return await asyncio.to_thread(self._hint, table)

    async def review(self, table: str) -> tuple[Judgement, ...]:
        return await asyncio.to_thread(self._review, table)

    def _create(self, game: Game, seat: int, level: str) -> View:
        try:
            name = bot(level).name
        except ValueError as error:
            raise TableProblem(str(error)) from None
        table = secrets.token_hex(4)
        self._tables[table] = (Match(game), seat, name)
        while len(self._tables) > MAX_TABLES:
            self._tables.pop(next(iter(self._tables)))
        self._answer(table)
        return self._look(table)

    def _look(self, table: str) -> View:
        match, seat, level = self._find(table)
        names = tuple("you" if each == seat else level for each in range(len(match.game.seats)))
        if match.outcome is not None:
            headline = describe_end(match)
        else:
            headline = "Your turn." if match.turn == seat else f"It is the turn of {names[match.turn]}."
        return View(table, match, names, (seat,), headline, match.outcome is not None)

    def _play(self, table: str, move: str) -> View:
        match, _, _ = self._find(table)
        match.push(match.game.move(move))
        self._answer(table)
        return self._look(table)

    def _hint(self, table: str) -> str:
        match, _, _ = self._find(table)
        if match.outcome is not None:
            raise TableProblem("The game is over.")
        found = opinion(match).move
        assert found is not None
        return match.game.text(found)

    def _review(self, table: str) -> tuple[Judgement, ...]:
        view = self._look(table)
        if not view.is_over:
            raise TableProblem("A game is reviewed when it is over.")
        texts = view.match.game.texts
        return tuple(
            Judgement(each.ply + 1, view.names[each.seat], texts[each.move], texts[each.best], each.lost)
            for each in review(view.match).mistakes(most=MAX_MISTAKES)
        )

    def _find(self, table: str) -> tuple[Match, int, str]:
        if table not in self._tables:
            raise TableProblem(f"There is no table {table!r}.")
        self._tables[table] = found = self._tables.pop(table)  # now the latest
        return found

    def _answer(self, table: str) -> None:
        match, seat, level = self._find(table)
        player = bot(level)
        while match.outcome is None and match.turn != seat:
            match.push(player.choose(match).move)


def describe_end(match: Match) -> str:
    """Who won a finished match, and why it is over."""
    seats: Sequence[Words] = match.game.seats
    return ": ".join(to_text(words) for words in describe_ending(match, seats)) + "."


class Api(Protocol):
    """The API of a server, asked as the account that a token stands for."""

    async def __call__(self, path: str, body: bytes | None) -> tuple[int, bytes]:
        """The status and the body of an answer; POST with a body. TableProblem if there is no answer."""


class HttpApi:
    """The API of a server over HTTP."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address.rstrip("/")
        self._headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}

    async def __call__(self, path: str, body: bytes | None) -> tuple[int, bytes]:
        return await asyncio.to_thread(self._call, path, body)

    def _call(self, path: str, body: bytes | None) -> tuple[int, bytes]:
        request = Request(self._address + path, body, self._headers)
        try:
            with urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return answer.status, answer.read()
        except HTTPError as error:
            with error:
                return error.code, error.read()
        except (URLError, TimeoutError, ValueError) as error:
            raise TableProblem(f"The server cannot be reached: {getattr(error, 'reason', error)}.") from None


class ServerTables(Tables):
    """Tables at a server, as the account that a token stands for."""

    def __init__(self, api: Api, *, review_seconds: float = REVIEW_SECONDS) -> None:
        self._api = api
        self._review_seconds = review_seconds

    async def create(self, game: Game, seat: int, level: str) -> View:
        seats = [
            {"who": "me"} if each == seat else {"who": "bot", "bot": level} for each in range(len(game.seats))
        ]
        asked = {"game": game.id, "options": dict(game.options), "seats": seats}
        made = await self._call("/api/tables", asked)
        return await self._wait(made["table"])

    async def look(self, table: str) -> View:
        return read_news(await self._call(f"/api/tables/{check_id(table)}"))

    async def play(self, table: str, move: str) -> View:
        view = await self.look(table)
        if not view.is_over and view.match.turn in view.own:
            view.match.copy().play(move)  # says which clause forbids it, without a request
        body = {"act": "play", "move": move, "ply": len(view.match.moves)}
        await self._call(f"/api/tables/{check_id(table)}/acts", body)
        return await self._wait(table)

    async def hint(self, table: str) -> str:
        return str((await self._call(f"/api/tables/{check_id(table)}/hint"))["move"])

    async def review(self, table: str) -> tuple[Judgement, ...]:
        deadline = time.monotonic() + self._review_seconds
        while (found := await self._call(f"/api/tables/{check_id(table)}/review"))["state"] == "working":
            if time.monotonic() > deadline:
                raise TableProblem("The review takes longer than usual: ask again later.")
            await asyncio.sleep(5 * POLL_SECONDS)
        names = (await self.look(table)).names
        mistakes = sorted(
            (each for each in found["moves"] if each["mistake"]), key=lambda each: -each["lost"]
        )
        return tuple(
            Judgement(each["ply"] + 1, names[each["seat"]], each["move"], each["best"], each["lost"])
            for each in mistakes[:MAX_MISTAKES]
        )

    async def _wait(self, table: str) -> View:
        """The table when it is the program's turn, the game is over, or others take long."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while True:
            view = await self.look(table)
            if view.is_over or view.match.turn in view.own or time.monotonic() > deadline:
                return view
            await asyncio.sleep(POLL_SECONDS)

    async def _call(self, path: str, body: object = None) -> Any:
        status, answer = await self._api(path, None if body is None else json.dumps(body).encode())
        if status >= 400:
            raise TableProblem(read_problem(answer, status))
        try:
            return json.loads(answer)
        except ValueError:
            raise TableProblem("The server gave an answer that is none of Tablier's.") from None


def check_id(table: str) -> str:
    """The id of a table, which becomes a part of an address; TableProblem if it cannot be one."""
    if not table.isalnum() or not table.isascii():
        raise TableProblem(f"There is no table {table[:40]!r}.")
    return table


def read_problem(answer: bytes, status: int) -> str:
    """The sentence of a refusal."""
    try:
        return str(json.loads(answer)["says"])
    except (ValueError, KeyError, TypeError):
        return f"The server refused (status {status})."


def read_news(news: Mapping[str, Any]) -> View:
    """The table that the news of a server tells of."""
    game = find_game(news["game"]["id"], **news["game"]["options"])
    match = Match(game).play(*news["moves"])
    own = tuple(news["you"]["seats"])
    names = tuple(
        "you" if seat in own else each["name"] or each["called"] or each["bot"] or "nobody yet"
        for seat, each in enumerate(news["seats"])
    )
    return View(news["table"], match, names, own, ". ".join(news["headline"]), news["status"] == "over")
