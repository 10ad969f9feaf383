"""Facts about puzzles that several pages show."""

from __future__ import annotations

from datetime import UTC, date, datetime

from msgspec import Struct

from tablier.board_game import Game
from tablier.puzzle import Puzzle, daily_puzzle
from tablier.scene import Phrase, Translate, Words, say, to_text
from tablier.server.messages.lists import describe_options

SIZE = "size"
"""The option that says how many places a side of the board has."""


class DailyPuzzle(Struct, frozen=True):
    """The puzzle of the day, small."""

    address: str
    picture: str
    title: str
    says: str


def today() -> date:
    """The day in UTC: the same for everybody."""
    return datetime.now(UTC).date()


def describe_daily(translate: Translate) -> DailyPuzzle | None:
    """The puzzle of the day, for pages that show it small; None if no game has puzzles."""
    puzzle = daily_puzzle(today())
    if puzzle is None:
        return None
    address = f"/puzzles/{puzzle.family}/{puzzle.id}"
    return DailyPuzzle(
        address=address,
        picture=f"{address}/picture.svg",
        title=puzzle_title(puzzle.played, translate),
        says=to_text(task_words(puzzle), translate),
    )


def puzzle_title(game: Game, translate: Translate) -> str:
    """The game, with the options that are not left as they come: its size as "8 × 8"."""
    words = [translate(game.title)]
    size = game.options.get(SIZE)
    if size is not None and size != game.choices[SIZE].default:
        words.append(f"{size} × {size}")
    words += [to_text(each, translate) for each in describe_options(game, without=(SIZE,))]
    return " · ".join(words)


def task_words(puzzle: Puzzle) -> Words:
    """What a puzzle asks for."""
    match = puzzle.begin()
    return say("{seat} to play: find the best move.", seat=Phrase(match.game.seats[match.turn]))
