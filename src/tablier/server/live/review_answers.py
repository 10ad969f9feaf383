"""Answers about the review of a finished game: its progress, positions, other moves."""

from __future__ import annotations

from collections.abc import Callable

from tablier.match import Match
from tablier.server.live.reviews import Reviews
from tablier.server.live.table import Table
from tablier.server.messages.news import Perspective, SceneNews, Why
from tablier.server.messages.review import ReviewNews, TriedMove, judged_news
from tablier.server.messages.snapshot import draw_position, explain_refusal, viewpoint_of
from tablier.server.tables.decide import read_legal_move
from tablier.server.tables.errors import GameOver, TooEarly
from tablier.server.tables.person import Person


async def review_news(
    reviews: Reviews, table: Table, since: int, *, asker: str, admit: Callable[[], None] = lambda: None
) -> ReviewNews:
    """What is known of a match so far, from a position on; see `Reviews.of`."""
    review, state = await reviews.of(table, asker=asker, admit=admit)
    shares = review.shares
    game = review.match.game
    return ReviewNews(
        state=state,
        known=len(shares),
        of=len(review.match.moves) + 1,
        since=since,
        shares=shares[since:],
        moves=tuple(judged_news(game, each) for each in review.moves[max(0, since - 1) :]),
        accuracy=tuple(review.accuracy(seat) for seat in range(len(game.seats))),
    )


def review_scene(table: Table, person: Person | None, perspective: Perspective, at: int) -> SceneNews:
    """The board after so many moves, with all clicks that were legal there."""
    match = finished_match(table)
    at = table.ply(at)
    scene = draw_position(
        match,
        at,
        moves=match.states[at].legal_moves,
        viewpoint=viewpoint_of(table.state, person, perspective),
        perspective=perspective,
    )
    return SceneNews(at, table.state.move_texts[at - 1] if at else None, scene)


def chosen_move(table: Table, at: int, move: str) -> int:
    """The number of another move after `at` moves; raises a Refusal if there is none."""
    match = finished_match(table)
    at = table.ply(at)
    if at == len(match.moves):
        raise GameOver
    return read_legal_move(match.states[at], move)


async def try_move(
    reviews: Reviews, table: Table, person: Person | None, perspective: Perspective, at: int, chosen: int
) -> TriedMove:
    """What another move would have been worth."""
    match = table.state.match
    asker = person.id if person else ""
    tried, made = await reviews.judge(table, at, chosen, match.moves[at], asker=asker)
    branch = Match(match.game, start=match.states[at])
    branch.push(chosen)
    scene = draw_position(
        branch,
        1,
        moves=(),
        viewpoint=viewpoint_of(table.state, person, perspective),
        perspective=perspective,
    )
    return TriedMove(judged_news(match.game, tried), judged_news(match.game, made), scene)


def review_why(table: Table, at: int, clicks: tuple[str, ...], language: str) -> Why:
    """Which rule forbids the moves that begin with these clicks."""
    return explain_refusal(finished_match(table).states[table.ply(at)], clicks, language)


def finished_match(table: Table) -> Match:
    """The match of a table; raises TooEarly while it runs."""
    if table.state.status != "over":
        raise TooEarly
    return table.state.match
