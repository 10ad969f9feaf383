"""What is told of a table. Everybody gets the whole of it every time, so a newcomer needs nothing else.

Only `you`, `scene` and `chat` differ by who is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal
from urllib.parse import urlencode

from msgspec import Struct, json
from msgspec.structs import replace

from tablier.game import Game
from tablier.match import Match
from tablier.scene import Translate, click_tree, data, said
from tablier.server import acts, refusals
from tablier.server import events as ev
from tablier.server.headline import headline
from tablier.server.ratings import Rating, start
from tablier.server.seats import Person, seats_of
from tablier.server.situation import Offer, Situation
from tablier.web.languages import ENGLISH, translator


class GameNews(Struct, frozen=True):
    id: str
    title: str
    options: dict[str, Any]
    sides: tuple[tuple[int, ...], ...]
    views: tuple[str, ...]
    """The ways to draw it, the usual one first."""


class RatingNews(Struct, frozen=True):
    """How strong somebody seems to be; after the game, what it has changed."""

    points: int
    error: int
    """Half the width of the error bar."""
    provisional: bool
    """Not much is known yet."""
    before: int | None
    """The points before this game, once it has counted."""
    says: str


class SeatNews(Struct, frozen=True):
    title: str
    """The seat's name in the game: "Crosses"."""
    name: str
    """Who sits there; empty for an open seat and for a bot without a name."""
    kind: Literal["open", "person", "bot"]
    bot: str
    why: Literal["", "left", "time", "resigned"]
    """Why a bot plays for the person named."""
    here: bool
    """Is somebody looking who sits there? Bots always are."""
    rating: RatingNews | None
    """At a rated table."""


class ClockNews(Struct, frozen=True):
    kind: Literal["none", "game", "move", "days"]
    time: float
    increment: float
    left: tuple[float | None, ...]
    """Seconds by seat at the moment `at`; null where no time is counted, as for bots."""
    running: int | None
    at: float
    """The server's time, in seconds since the epoch."""


class OfferNews(Struct, frozen=True):
    number: int
    matter: ev.Matter
    seat: int
    winner: int | None
    keep: int | None
    """How many moves would stay."""
    asked: tuple[int, ...]
    """The seats that have not answered yet."""


class OutcomeNews(Struct, frozen=True):
    scores: tuple[float, ...]
    reason: str
    says: str
    """The reason in a few words, where the rules ended the game."""
    winners: tuple[int, ...]
    places: tuple[int, ...]
    by: int | None
    """Who resigned or ran out of time; whom they agreed on."""


class StandingNews(Struct, frozen=True):
    seat: int
    """Where the player sits in this round."""
    name: str
    points: float
    firsts: int


class SeriesNews(Struct, frozen=True):
    round: int
    rounds: int
    table: tuple[StandingNews, ...]
    """The best first (§P14)."""
    is_over: bool
    is_decided: bool


class Heard(Struct, frozen=True):
    number: int
    name: str
    text: str
    team: bool


class You(Struct, frozen=True):
    """Whom this is told to."""

    name: str
    seats: tuple[int, ...]
    """The seats you play."""
    away: tuple[int, ...]
    """Your seats that a bot plays for you and would hand back."""
    may: tuple[str, ...]
    """What you could do now: the names of acts, and offers by their matter.

    `offer:end:winner` where a winner must be named."""


class News(Struct, frozen=True, tag_field="type", tag="news"):
    table: str
    number: int
    """The last line of the log this is about."""
    ply: int
    """To be echoed with a move."""
    status: Literal["waiting", "playing", "paused", "over"]
    turn: int | None
    """The seat to move; null when the game is over."""
    headline: tuple[str, ...]
    """Whose turn it is, or who won and why, in words for you."""
    move: str | None
    """The last one made."""
    moves: tuple[str, ...]
    """All moves that stand."""
    layout: str
    """The address of the empty board."""
    scene: dict[str, Any]
    """What lies on it; `tree` holds the clicks that are legal for you now."""
    seats: tuple[SeatNews, ...]
    watchers: int
    clock: ClockNews
    offers: tuple[OfferNews, ...]
    outcome: OutcomeNews | None
    series: SeriesNews | None
    game: GameNews
    terms: ev.Terms
    previous: str
    next: str
    """The table of the game that follows, once there is one."""
    chat: tuple[Heard, ...]
    you: You


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Somebody came or went."""

    here: tuple[bool, ...]
    watchers: int


class SceneNews(Struct, frozen=True, tag_field="type", tag="scene"):
    """The board as it was after so many moves."""

    at: int
    move: str | None
    scene: dict[str, Any]
    re: str | int | None = None


class Hint(Struct, frozen=True, tag_field="type", tag="hint"):
    ply: int
    move: str
    path: tuple[str, ...]
    """What to click."""
    re: str | int | None = None


class Shares(Struct, frozen=True, tag_field="type", tag="shares"):
    ply: int
    shares: tuple[float, ...]
    """What each seat may expect of all points, as a part of 1."""
    re: str | int | None = None


class Why(Struct, frozen=True, tag_field="type", tag="why"):
    """Why a click leads nowhere."""

    says: str
    clause: str
    re: str | int | None = None


class Look(Struct, frozen=True):
    """How somebody wants to see the board, and in which words."""

    viewpoint: int | None = None
    """The seat at the bottom; unless told, his own."""
    view: str = ""
    language: str = ENGLISH


def draw(match: Match, at: int, *, moves: Iterable[int], viewpoint: int, look: Look) -> dict[str, Any]:
    """The board after `at` moves; its tree of clicks offers these moves."""
    last, before = (match.moves[at - 1], match.states[at - 1]) if at else (None, None)
    game = match.game
    scene = game.scene(
        match.states[at], last=last, before=before, moves=tuple(moves), viewpoint=viewpoint, view=look.view
    )
    return data(scene, translator(look.language))


def layout_address(game: Game, *, viewpoint: int, look: Look) -> str:
    """Where the empty board is to be had. The address changes with the picture: it may be kept for ever."""
    query = [
        *(("option", f"{name}={str(value).lower()}") for name, value in game.options.items()),
        ("viewpoint", viewpoint),
        ("view", look.view),
        ("language", look.language),
        ("version", game.layout(viewpoint=viewpoint, view=look.view).version),
    ]
    return f"/api/games/{game.id}/layout?{urlencode(query)}"


def weighed(player: str, game: str, row: Any, changed: Any) -> RatingNews:
    """A player's rating, of the rows that are kept of him: the last, and that of this match."""
    if changed is not None:
        before = Rating(changed.mean_before, changed.spread_before)
        after = Rating(changed.mean, changed.spread)
        says = f"{before.points} → {after.points}"
        return RatingNews(after.points, after.error, after.is_provisional, before.points, says)
    now = start(player, game) if row is None else Rating(row.mean, row.spread)
    return RatingNews(now.points, now.error, now.is_provisional, None, str(now))


class Report:
    """The news of a table at one moment, for anybody."""

    def __init__(
        self,
        table: str,
        now: Situation,
        *,
        at: float,
        here: frozenset[str],
        near: frozenset[str],
        watchers: int,
        stand_in: str,
        ratings: tuple[RatingNews | None, ...] = (),
    ) -> None:
        self.now = now
        self.ratings = ratings or (None,) * len(now.seats)
        self.at = at
        self.here = here
        self.near = near
        self.stand_in = stand_in
        self._spoken: dict[str, News] = {}
        self._scenes: dict[tuple[str, str], dict[str, Any]] = {}
        match = now.match
        moves = tuple(match.game.texts[move] for move in match.moves)
        self._shared = News(
            table=table,
            number=now.number,
            ply=now.ply,
            status=now.status,
            turn=None if now.status == "over" else match.turn,
            headline=(),
            move=moves[-1] if moves else None,
            moves=moves,
            layout="",
            scene={},
            seats=(),
            watchers=watchers,
            clock=self._clock(),
            offers=tuple(self._offer(offer) for offer in now.offers),
            outcome=None,
            series=None,
            game=_game(match, str),
            terms=now.terms,
            previous=now.created.previous,
            next=now.next,
            chat=(),
            you=You("", (), (), ()),
        )

    def to(self, person: Person | None, look: Look) -> News:
        """The news as this person sees it."""
        mine = seats_of(self.now.seats, person)
        may_play = self.now.status == "playing" and self.now.match.turn in mine
        viewpoint = look.viewpoint if look.viewpoint is not None else mine[0] if mine else 0
        translate = translator(look.language)
        return replace(
            self._in(look.language),
            headline=tuple(said(words, translate) for words in headline(self.now, mine)),
            scene=self._scene(viewpoint, look, may_play),
            layout=layout_address(self.now.match.game, viewpoint=viewpoint, look=look),
            chat=self._chat(mine),
            you=self._you(person, mine),
        )

    def _in(self, language: str) -> News:
        """What is the same for all who read a language."""
        if language not in self._spoken:
            translate = translator(language)
            self._spoken[language] = replace(
                self._shared,
                seats=self._seats(translate),
                outcome=self._outcome(translate),
                series=self._series(translate) if self.now.terms.rounds > 1 else None,
                game=_game(self.now.match, translate),
            )
        return self._spoken[language]

    def _scene(self, viewpoint: int, look: Look, may_play: bool) -> dict[str, Any]:
        """Drawn once for all who see the board the same way: equal layouts, equal scenes."""
        match = self.now.match
        key = match.game.layout(viewpoint=viewpoint, view=look.view).version, look.language
        if key not in self._scenes:
            self._scenes[key] = draw(match, len(match.moves), moves=(), viewpoint=viewpoint, look=look)
        if not may_play:
            return self._scenes[key]
        game = match.game
        tree = click_tree((game.paths[move], game.texts[move]) for move in match.legal_moves)
        return {**self._scenes[key], "tree": tree}

    def _seats(self, translate: Translate) -> tuple[SeatNews, ...]:
        return tuple(
            SeatNews(
                title=translate(self.now.match.game.seats[number]),
                name=said(self.now.title(number), translate) if seat.name or seat.is_gone else "",
                kind=seat.kind,
                bot=seat.bot,
                why=seat.why,
                here=bool(seat.bot) or seat.person in self.here,
                rating=self.ratings[number],
            )
            for number, seat in enumerate(self.now.seats)
        )

    def _clock(self) -> ClockNews:
        clock, control = self.now.clock, self.now.terms.clock
        left = tuple(
            None if control.kind == "none" or seat.bot else clock.left(number, self.at)
            for number, seat in enumerate(self.now.seats)
        )
        return ClockNews(control.kind, control.time, control.increment, left, clock.running, self.at)

    def _offer(self, offer: Offer) -> OfferNews:
        asked = tuple(number for number, seat in enumerate(self.now.seats) if seat.person in offer.asked)
        return OfferNews(offer.number, offer.matter, offer.seat, offer.winner, offer.keep, asked)

    def _outcome(self, translate: Translate) -> OutcomeNews | None:
        match = self.now.match
        if (found := match.outcome) is None:
            return None
        by = match.act.seat if match.act else None
        says = translate(match.game.endings[found.reason]) if found.reason in match.game.endings else ""
        return OutcomeNews(found.scores, found.reason, says, found.winners, found.places, by)

    def _series(self, translate: Translate) -> SeriesNews:
        series = self.now.series
        table = tuple(
            StandingNews(seat, said(self.now.title(seat), translate), line.points, line.firsts)
            for line in series.table
            for seat in [(int(line.player) - len(self.now.created.played)) % len(self.now.seats)]
        )
        played = len(self.now.created.played) + 1
        return SeriesNews(played, series.rounds, table, series.is_over, series.is_decided)

    def _chat(self, mine: tuple[int, ...]) -> tuple[Heard, ...]:
        sides = {acts.side_of(self.now, seat) for seat in mine}
        return tuple(
            Heard(number, said.name, said.text, said.side is not None)
            for number, said in self.now.chat
            if said.side is None or said.side in sides
        )

    def _you(self, person: Person | None, mine: tuple[int, ...]) -> You:
        if person is None:
            return You("", (), (), ())
        away = tuple(
            number
            for number, seat in enumerate(self.now.seats)
            if seat.person == person.id and seat.why == "left"
        )
        return You(person.name, mine, away, self._may(person, mine))

    def _may(self, person: Person, mine: tuple[int, ...]) -> tuple[str, ...]:
        """What the door would let through: it is asked, so it cannot be of another opinion."""
        decision = acts.Decision(self.now, person, at=self.at, here=self.near, stand_in=self.stand_in)
        possible = []
        absent = {f"stand_in:{seat}": acts.StandIn(seat=seat) for seat in range(len(self.now.seats))}
        for name, act in (_PROBES | absent).items():
            try:
                decision.on(act)
            except refusals.Refusal:
                continue
            possible.append(name)
        if any(seat.is_open for seat in self.now.seats):
            possible.append("sit")
        if mine and self.now.match.turn in mine and self.now.status == "playing":
            possible.append("play")
        allowed = ("hint", "shares") if self.now.status == "over" else self.now.terms.allow if mine else ()
        return (*possible, *allowed)


_PROBES: dict[str, acts.AnyAct] = {
    "resign": acts.Resign(),
    "leave": acts.Leave(),
    "resume": acts.Resume(),
    "next_round": acts.NextRound(),
    "say": acts.Say(text="?"),
    "say:team": acts.Say(text="?", to="team"),
    "offer:end": acts.MakeOffer(matter="end"),
    "offer:end:winner": acts.MakeOffer(matter="end", winner=0),
    "offer:takeback": acts.MakeOffer(matter="takeback"),
    "offer:pause": acts.MakeOffer(matter="pause"),
    "offer:rematch": acts.MakeOffer(matter="rematch"),
}


def _game(match: Match, translate: Translate) -> GameNews:
    game = match.game
    return GameNews(game.id, translate(game.title), dict(game.options), game.sides, game.views)


encode = json.encode
