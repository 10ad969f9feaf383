"""Boards of cells as text: cells by letter and number, rows from the top, runs of empty cells as a number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby

from tablier.core.values import NotationError
from tablier.scene import Phrase

EMPTY = "."


def cell(column: int, row: int) -> str:
    """The name of a cell counted from 0: (0, 0) is a1."""
    return f"{chr(ord('a') + column)}{row + 1}"


@cache
def cells(width: int, height: int) -> tuple[str, ...]:
    """The names of all cells, row by row from a1."""
    return tuple(cell(column, row) for row in range(height) for column in range(width))


def write_rows(board: Sequence[str], width: int) -> str:
    """One character a cell, given row by row from a1, as a text whose first row is the top one.

    >>> write_rows("x..." "..o." "...." "xxxx", 4)
    'xxxx/4/2o1/x3'
    """
    rows = [board[start : start + width] for start in range(0, len(board), width)]
    return "/".join(
        "".join(
            str(len(run)) if character == EMPTY else character * len(run)
            for character, run in ((key, list(group)) for key, group in groupby(row))
        )
        for row in reversed(rows)
    )


def _as_phrase(what: str | Phrase) -> Phrase:
    return Phrase(what) if isinstance(what, str) else what


class Reader:
    """Reads a text field by field from the left; its errors name the column."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(self, template: str, at: int | None = None, /, **values: object) -> NotationError:
        column = (self.at if at is None else at) + 1
        return NotationError(template, text=self.text, column=column, values=values)

    def field(self, what: str | Phrase) -> tuple[str, int]:
        """The next word and its index; NotationError if there is none."""
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1
        start = self.at
        while self.at < len(self.text) and self.text[self.at] != " ":
            self.at += 1
        if start == self.at:
            raise self.error("the text ends where {what} should be", what=_as_phrase(what))
        return self.text[start : self.at], start

    def letter(self, what: str, letters: str) -> int:
        """The index among `letters` of the next word; NotationError for another word."""
        word, start = self.field(what)
        if len(word) != 1 or word not in letters:
            raise self.error(
                "{what} is one of {letters}, not {word!r}",
                start,
                what=_as_phrase(what),
                letters=", ".join(letters),
                word=word,
            )
        return letters.index(word)

    def number(self, what: str, most: int) -> int:
        """The next word as a whole number from 0 to `most`; NotationError for another word."""
        word, start = self.field(what)
        if not (word.isascii() and word.isdigit()) or len(word) > 6 or int(word) > most:
            raise self.error(
                "{what} is a number from 0 to {most}, not {word!r}",
                start,
                what=_as_phrase(what),
                most=most,
                word=word[:20],
            )
        return int(word)

    def rows(self, width: int, height: int, letters: str) -> list[str]:
        """The next word as a board: one character a cell, row by row from a1; NotationError if it is none."""
        word, start = self.field("the board")
        rows: list[list[str]] = [[]]
        at = 0
        while at < len(word):
            character = word[at]
            if character == "/":
                self._check_full(rows[-1], width, start + at)
                rows.append([])
                at += 1
            elif character.isascii() and character.isdigit():
                end = at
                while end < len(word) and end < at + 3 and word[end].isascii() and word[end].isdigit():
                    end += 1
                run = int(word[at:end])
                if not 0 < run <= width - len(rows[-1]):
                    raise self.error(
                        "{run} empty cells do not fit into a row of {width}", start + at, run=run, width=width
                    )
                rows[-1].extend(EMPTY * run)
                at = end
            elif character in letters:
                rows[-1].append(character)
                at += 1
                if len(rows[-1]) > width:
                    raise self.error(
                        "a row has {width} cells, this one has more", start + at - 1, width=width
                    )
            else:
                raise self.error("{character!r} means nothing on this board", start + at, character=character)
        self._check_full(rows[-1], width, start + at)
        if len(rows) != height:
            raise self.error(
                "the board has {height} rows, not {found}", start, height=height, found=len(rows)
            )
        return [character for row in reversed(rows) for character in row]

    def _check_full(self, row: list[str], width: int, at: int) -> None:
        if len(row) != width:
            raise self.error("a row has {width} cells, this one {found}", at, width=width, found=len(row))

    def end(self) -> None:
        """Raise NotationError if more text follows."""
        if self.text[self.at :].strip(" "):
            raise self.error("the position is complete before this")
