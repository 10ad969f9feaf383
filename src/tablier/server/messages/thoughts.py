"""Messages of the computer's thoughts about a position of the analysis board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablier.analysis import Insight, MoveValue, Overlay, Reason, Thought
from tablier.match import Match
from tablier.scene import Translate, to_text
from tablier.server.messages.analysis import Line, Options, Position
from tablier.server.tables.commands import Short

Verdict = Literal["", "won", "drawn", "lost"]


class AskThoughts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="act", tag="ask"):
    """Think about a position, in place of the one before."""

    re: int
    """A number of your own: every thought has it."""
    game: Short
    options: Options = {}
    start: Position = ""
    moves: Line = ()
    lines: Annotated[int, Meta(ge=1, le=5)] = 3
    """The best lines that are followed."""
    seconds: Annotated[float, Meta(gt=0, le=600)] | None = None
    """How long to think; by default until it is stopped, or as long as the server thinks at most."""


class StopThoughts(Struct, frozen=True, forbid_unknown_fields=True, tag_field="act", tag="stop"):
    """Think no more."""


class LineNews(Struct, frozen=True):
    """One of the best moves and how the game would go on."""

    moves: tuple[str, ...]
    path: tuple[str, ...]
    """The clicks of the first move."""
    share: float
    """Of the points, for the side that makes it."""
    verdict: Verdict
    """Where it is certain."""
    distance: int | None
    """Moves until the end, where that is known."""


class ThoughtNews(Struct, frozen=True, tag_field="type", tag="thought"):
    """What the computer thinks of a position so far."""

    re: int
    shares: tuple[float, ...]
    """Of each seat."""
    depth: int
    nodes: int
    seconds: float
    lines: tuple[LineNews, ...]
    exact: bool
    final: bool
    """Whether no better one follows."""


class QueuedNews(Struct, frozen=True, tag_field="type", tag="queued"):
    """Others come first."""

    re: int
    ahead: int


class MoveValueNews(Struct, frozen=True):
    """What a move gives the side that makes it."""

    move: str
    path: tuple[str, ...]
    share: float
    verdict: Verdict
    """Where it is certain."""
    distance: int | None
    """Moves until the end, where that is known."""


class MoveValuesNews(Struct, frozen=True):
    """All legal moves of a position, the best first."""

    moves: tuple[MoveValueNews, ...]


class OverlayNews(Struct, frozen=True):
    """Something to draw over the board."""

    kind: Literal["area", "path", "text", "arrow"]
    spots: tuple[str, ...]
    seat: int | None
    """Whose colour it has."""
    weight: float
    """How strongly it is drawn, from 0 to 1."""
    text: str


class LegendNews(Struct, frozen=True):
    """What overlays of one look mean."""

    text: str
    kind: Literal["area", "path", "text", "arrow"]
    seat: int | None
    weight: float


class InsightNews(Struct, frozen=True):
    """Who gets what in a position; without a title if the game does not say."""

    title: str
    legend: tuple[LegendNews, ...]
    overlays: tuple[OverlayNews, ...]


class ReasonNews(Struct, frozen=True):
    """Why a move is good or bad; no words where nothing is certain."""

    move: str
    best: str
    """The move that is better; empty if it is the best itself."""
    says: str
    overlays: tuple[OverlayNews, ...]


def own_share(match: Match, shares: tuple[float, ...]) -> float:
    """The part of the side to move."""
    return sum(shares[seat] for seat in match.game.side(match.turn))


def describe_thought(match: Match, thought: Thought, re: int, *, is_final: bool) -> ThoughtNews:
    game = match.game
    lines = tuple(
        LineNews(
            tuple(game.texts[move] for move in line.moves),
            game.paths[line.moves[0]],
            own_share(match, line.shares),
            line.verdict,  # type: ignore[arg-type]  # one of Verdict, by its docstring
            line.distance,
        )
        for line in thought.lines
        if line.moves
    )
    return ThoughtNews(
        re,
        thought.shares,
        thought.depth,
        thought.nodes,
        thought.seconds,
        lines,
        exact=thought.is_exact,
        final=is_final or thought.is_final,
    )


def describe_values(match: Match, values: dict[int, MoveValue]) -> MoveValuesNews:
    """All moves, the best first; among won ones the quickest, among lost ones the slowest."""
    game = match.game

    def rank(move: int) -> tuple[float, int]:
        value = values[move]
        distance = value.distance or 0
        return -value.share, distance if value.verdict == "won" else -distance

    return MoveValuesNews(
        tuple(
            MoveValueNews(
                game.texts[move],
                game.paths[move],
                values[move].share,
                values[move].verdict,  # type: ignore[arg-type]  # one of Verdict, by its docstring
                values[move].distance,
            )
            for move in sorted(values, key=rank)
        )
    )


def describe_insight(insight: Insight | None, translate: Translate) -> InsightNews:
    if insight is None:
        return InsightNews("", (), ())
    return InsightNews(
        to_text(insight.title, translate),
        tuple(
            LegendNews(to_text(each.text, translate), each.kind, each.seat, each.weight)
            for each in insight.legend
        ),
        describe_overlays(insight.overlays, translate),
    )


def describe_overlays(overlays: tuple[Overlay, ...], translate: Translate) -> tuple[OverlayNews, ...]:
    return tuple(
        OverlayNews(each.kind, each.spots, each.seat, each.weight, to_text(each.text, translate))
        for each in overlays
    )


def describe_reason(
    match: Match, move: int, best: int | None, reason: Reason | None, translate: Translate
) -> ReasonNews:
    texts = match.game.texts
    return ReasonNews(
        texts[move],
        "" if best is None else texts[best],
        to_text(reason.says, translate) if reason else "",
        describe_overlays(reason.overlays, translate) if reason else (),
    )
