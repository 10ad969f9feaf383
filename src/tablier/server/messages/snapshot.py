"""The news of a table at one moment, built for each person who is told."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from msgspec.structs import replace

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.match import Match
from tablier.scene import Translate, Words, as_data, click_tree, to_text
from tablier.server.messages.headline import (
    IDLE,
    ThinkingState,
    is_level_shared,
    player_name,
    write_headline,
)
from tablier.server.messages.news import (
    ClockNews,
    GameNews,
    Heard,
    News,
    OfferNews,
    OutcomeNews,
    Perspective,
    RatingNews,
    SeatNews,
    SeriesNews,
    StandingNews,
    Thinking,
    Why,
    You,
)
from tablier.server.ratings.model import Rating
from tablier.server.tables import commands, decide, errors
from tablier.server.tables.events import SPECTATORS
from tablier.server.tables.person import Person, display_name
from tablier.server.tables.seats import seats_of
from tablier.server.tables.state import Offer, TableState, side_index
from tablier.web.languages import translator


def draw_position(
    match: Match, at: int, *, moves: Iterable[int], viewpoint: int, perspective: Perspective
) -> dict[str, Any]:
    """The board after `at` moves; its tree of clicks offers these moves."""
    last, before = match.last_move(at)
    scene = match.game.scene(
        match.states[at],
        last=last,
        before=before,
        moves=tuple(moves),
        viewpoint=viewpoint,
        view=perspective.view,
    )
    return as_data(scene, translator(perspective.language))


def viewpoint_of(state: TableState, person: Person | None, perspective: Perspective) -> int:
    """The seat at the bottom of the board: the one asked for, the person's own, or the first."""
    if perspective.viewpoint is not None:
        return perspective.viewpoint
    return next(iter(seats_of(state.seats, person)), 0)


def explain_refusal(state: State, clicks: tuple[str, ...], language: str) -> Why:
    """Which rule forbids every move that begins with these clicks; NothingThere if no move begins so."""
    refused = state.game.why_not(state, clicks)
    if refused is None:
        raise errors.NothingThere
    return Why(translator(language)(refused.reason), refused.clause)


@cache
def layout_address(game: Game, *, viewpoint: int, perspective: Perspective) -> str:
    """The URL of the empty board. It changes with the picture, so that clients may cache it for ever."""
    query = [
        *(("option", f"{name}={str(value).lower()}") for name, value in game.options.items()),
        ("viewpoint", viewpoint),
        ("view", perspective.view),
        ("language", perspective.language),
        ("version", game.layout(viewpoint=viewpoint, view=perspective.view).version),
    ]
    return f"/api/games/{game.id}/layout?{urlencode(query)}"


def rating_news(rating: Rating, change: tuple[Rating, Rating] | None) -> RatingNews:
    """A player's rating; after a rated game the ratings before and after it."""
    if change is None:
        return RatingNews(rating.points, rating.error, rating.is_provisional, None, str(rating))
    before, after = change
    says = f"{before.points} → {after.points}"
    return RatingNews(after.points, after.error, after.is_provisional, before.points, says)


def thinking_news(
    state: TableState, thinking: ThinkingState, person: Person | None, language: str
) -> Thinking:
    """How it stands with the bot to move, for a person."""
    own_seats = seats_of(state.seats, person)
    headline = write_headline(state, own_seats, is_visitor=not own_seats, thinking=thinking)
    translate = translator(language)
    return Thinking(
        thinking.ahead, thinking.is_reduced, tuple(to_text(words, translate) for words in headline)
    )


class Snapshot:
    """The state of a table at one moment, as news for any person."""

    def __init__(
        self,
        table: str,
        state: TableState,
        *,
        at: float,
        present: frozenset[str],
        recently_present: frozenset[str],
        watchers: int,
        stand_in: str,
        ratings: tuple[RatingNews | None, ...] = (),
        thinking: ThinkingState = IDLE,
    ) -> None:
        self.state = state
        self.ratings = ratings or (None,) * len(state.seats)
        self.at = at
        self.thinking = thinking
        self.present = present
        self.recently_present = recently_present
        self.stand_in = stand_in
        self._by_language: dict[str, News] = {}
        self._scenes: dict[tuple[str, str], dict[str, Any]] = {}
        match = state.match
        moves = state.move_texts
        self._shared = News(
            table=table,
            number=state.number,
            ply=state.ply,
            status=state.status,
            turn=None if state.status == "over" else match.turn,
            headline=(),
            ahead=thinking.ahead,
            reduced=thinking.is_reduced,
            move=moves[-1] if moves else None,
            moves=moves,
            movers=state.movers,
            layout="",
            scene={},
            seats=(),
            watchers=watchers,
            clock=self._clock(),
            offers=tuple(self._offer(offer) for offer in state.offers),
            outcome=None,
            series=None,
            game=_game(match, str),
            terms=state.terms,
            previous=state.created.previous,
            next=state.next,
            chat=(),
            you=You("", (), (), ()),
        )

    def for_person(self, person: Person | None, perspective: Perspective) -> News:
        """The news for this person; None for a spectator who is not identified."""
        own_seats = seats_of(self.state.seats, person)
        may_play = self.state.status == "playing" and self.state.match.turn in own_seats
        viewpoint = viewpoint_of(self.state, person, perspective)
        translate = translator(perspective.language)
        return replace(
            self._in_language(perspective.language),
            headline=tuple(to_text(words, translate) for words in self._headline(own_seats)),
            scene=self._scene(viewpoint, perspective, may_play),
            layout=layout_address(self.state.match.game, viewpoint=viewpoint, perspective=perspective),
            chat=self._chat(person, own_seats, translate),
            you=self._you(person, own_seats, translate),
        )

    def _headline(self, own_seats: tuple[int, ...]) -> tuple[Words, ...]:
        return write_headline(self.state, own_seats, is_visitor=not own_seats, thinking=self.thinking)

    def _in_language(self, language: str) -> News:
        """The part of the news that is the same for all receivers with one language."""
        if language not in self._by_language:
            translate = translator(language)
            self._by_language[language] = replace(
                self._shared,
                seats=self._seats(translate),
                outcome=self._outcome(translate),
                series=self._series(translate) if self.state.terms.rounds > 1 else None,
                game=_game(self.state.match, translate),
            )
        return self._by_language[language]

    def _scene(self, viewpoint: int, perspective: Perspective, may_play: bool) -> dict[str, Any]:
        """The scene, drawn once for all receivers with the same layout and language."""
        match = self.state.match
        key = match.game.layout(viewpoint=viewpoint, view=perspective.view).version, perspective.language
        if key not in self._scenes:
            self._scenes[key] = draw_position(
                match, len(match.moves), moves=(), viewpoint=viewpoint, perspective=perspective
            )
        if not may_play:
            return self._scenes[key]
        game = match.game
        tree = click_tree((game.paths[move], game.texts[move]) for move in match.legal_moves)
        return {**self._scenes[key], "tree": tree}

    def _seats(self, translate: Translate) -> tuple[SeatNews, ...]:
        return tuple(
            SeatNews(
                title=translate(self.state.match.game.seats[number]),
                name=to_text(self.state.seat_name(number), translate) if seat.name or seat.is_gone else "",
                kind=seat.kind,
                bot=seat.bot,
                why=seat.why,
                here=bool(seat.bot) or seat.person in self.recently_present,
                guest=seat.is_guest and not seat.bot,
                rating=self.ratings[number],
                called=self._call_bot(number, translate),
            )
            for number, seat in enumerate(self.state.seats)
        )

    def _call_bot(self, number: int, translate: Translate) -> str:
        seat = self.state.seats[number]
        is_unclear = seat.bot and not seat.name and is_level_shared(self.state, number)
        return to_text(player_name(self.state, number), translate) if is_unclear else ""

    def _clock(self) -> ClockNews:
        clock, control = self.state.clock, self.state.terms.clock
        left = tuple(
            None if control.kind == "none" or seat.bot else clock.left(number, self.at)
            for number, seat in enumerate(self.state.seats)
        )
        return ClockNews(control.kind, control.time, control.increment, left, clock.running, self.at)

    def _offer(self, offer: Offer) -> OfferNews:
        asked = tuple(number for number, seat in enumerate(self.state.seats) if seat.person in offer.asked)
        return OfferNews(offer.number, offer.matter, offer.seat, offer.winner, offer.keep, asked)

    def _outcome(self, translate: Translate) -> OutcomeNews | None:
        match = self.state.match
        if (found := match.outcome) is None:
            return None
        by = match.termination.seat if match.termination else None
        is_boards = found.reason in match.game.rules.reasons
        says = to_text(match.game.explain_outcome(match.state), translate) if is_boards else ""
        return OutcomeNews(found.scores, found.reason, says, found.winners, found.places, by)

    def _series(self, translate: Translate) -> SeriesNews:
        series = self.state.series
        table = tuple(
            StandingNews(seat, to_text(player_name(self.state, seat), translate), line.points, line.firsts)
            for line in series.standings
            for seat in [(int(line.player) - len(self.state.created.played)) % len(self.state.seats)]
        )
        played = len(self.state.created.played) + 1
        return SeriesNews(played, series.rounds, table, series.is_over, series.is_decided)

    def _chat(
        self, person: Person | None, own_seats: tuple[int, ...], translate: Translate
    ) -> tuple[Heard, ...]:
        sides = {side_index(self.state, seat) for seat in own_seats} or {SPECTATORS}
        own = person.id if person else ""
        return tuple(
            Heard(
                number,
                to_text(display_name(said.name), translate),
                sha256(f"{self._shared.table} {said.person}".encode()).hexdigest()[:12],
                said.text,
                said.side is not None,
                at,
                said.person == own,
            )
            for number, at, said in self.state.chat
            if said.side is None or said.side in sides
        )

    def _you(self, person: Person | None, own_seats: tuple[int, ...], translate: Translate) -> You:
        if person is None:
            return You("", (), (), ())
        away = tuple(
            number
            for number, seat in enumerate(self.state.seats)
            if seat.person == person.id and seat.why == "left"
        )
        name = to_text(display_name(person.name), translate)
        return You(name, own_seats, away, self._allowed(person, own_seats))

    def _allowed(self, person: Person, own_seats: tuple[int, ...]) -> tuple[str, ...]:
        """The commands allowed now, by the check that judges them: page and server cannot disagree."""
        decision = decide.Decision(
            self.state, person, at=self.at, present=self.recently_present, stand_in=self.stand_in
        )
        allowed = [name for name, command in _PROBED.items() if decision.check(command) is None]
        allowed += [
            f"stand_in:{seat}"
            for seat in range(len(self.state.seats))
            if decision.check(commands.StandIn(seat=seat)) is None
        ]
        if any(seat.is_open for seat in self.state.seats):
            allowed.append("sit")
        if self.state.status == "playing" and self.state.match.turn in own_seats:
            allowed.append("play")
        if self.state.status == "over":
            return (*allowed, "hint", "shares")
        return (*allowed, *(self.state.terms.allow if own_seats else ()))


_PROBED: dict[str, commands.AnyCommand] = {
    "resign": commands.Resign(),
    "leave": commands.Leave(),
    "resume": commands.Resume(),
    "next_round": commands.NextRound(),
    "rename": commands.Rename(name="?"),
    "say": commands.Say(text="?"),
    "say:team": commands.Say(text="?", to="team"),
    "offer:end": commands.MakeOffer(matter="end"),
    "offer:end:winner": commands.MakeOffer(matter="end", winner=0),
    "offer:takeback": commands.MakeOffer(matter="takeback"),
    "offer:pause": commands.MakeOffer(matter="pause"),
    "offer:rematch": commands.MakeOffer(matter="rematch"),
}


def _game(match: Match, translate: Translate) -> GameNews:
    game = match.game
    return GameNews(game.id, translate(game.title), dict(game.options), game.sides, game.views)
