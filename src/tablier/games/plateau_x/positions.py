"""Position texts: how a state is written, and which texts describe a state that a game could lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tablier.games.plateau_x.bricks import BRICKS, LETTERS, TRIPLES
from tablier.grid import Reader, cells
from tablier.scene import say

SEATS = "boyg"


class Variant(NamedTuple):
    """What the variants differ in (§P1)."""

    size: int
    seats: int
    pawns: int
    singles: int
    doubles: int = 1

    @property
    def most_bricks(self) -> int:
        return TRIPLES + self.seats * (self.singles + self.doubles)


@dataclass
class Position:
    """A state in plain values; cells are counted row by row from a1."""

    levels: list[int]
    parts: list[int]  # what shows on each cell: 0 the bare grid, otherwise 1 + index in LETTERS
    turn: int
    stocks: list[tuple[int, int]]  # each seat's Singles and Doubles
    triples: int
    pawns: list[tuple[int, int]]  # (seat, cell) of those in play, the earliest arrival first


def write(variant: Variant, position: Position) -> str:
    size, names = variant.size, cells(variant.size, variant.size)
    rows = []
    for first in range(0, size * size, size):
        shown = [
            LETTERS[part - 1] + str(level) if part else ""
            for level, part in zip(
                position.levels[first : first + size], position.parts[first : first + size], strict=True
            )
        ]
        runs = [(token, len(list(run))) for token, run in groupby(shown)]
        rows.append(",".join(",".join([token] * long) if token else str(long) for token, long in runs))
    stocks = " ".join(f"{singles}{doubles}" for singles, doubles in position.stocks)
    pawns = ",".join(SEATS[seat] + names[cell] for seat, cell in position.pawns) or "-"
    return f"{'/'.join(reversed(rows))} {SEATS[position.turn]} {stocks} {position.triples} {pawns}"


def read(variant: Variant, text: str) -> Position:
    """The position a text describes; NotationError for one that is malformed or that no game leads to."""
    reader = Reader(text)
    levels, parts, columns = _read_board(reader, variant)
    turn = reader.letter("the player to move", SEATS[: variant.seats])
    at = reader.at + 1
    stocks = [_read_stock(reader, variant, seat) for seat in range(variant.seats)]
    triples = reader.number("the stock of Triples", TRIPLES)
    pawns = _read_pawns(reader, variant)
    reader.end()
    position = Position(levels, parts, turn, stocks, triples, pawns)
    laid = _count_laid(variant, position)
    volume = sum(levels)
    if volume != sum((1 + kind) * number for kind, number in enumerate(laid)):
        raise reader.error(
            "the bricks missing from the stocks do not fill the {volume} cells laid on the grid",
            at,
            volume=volume,
        )
    _check_flat(reader, variant, position, columns)
    _check_support(reader, variant, position, laid)
    _check_turns(reader, variant, position, sum(laid), at - 2)
    return position


def _read_board(reader: Reader, variant: Variant) -> tuple[list[int], list[int], list[int]]:
    """Levels and parts by cell, and where in the text each cell stands."""
    word, start = reader.field("the board")
    size = variant.size
    lines: list[list[tuple[int, int, int]]] = []
    at = start
    for line in word.split("/"):
        row: list[tuple[int, int, int]] = []
        was_run = False
        for token in line.split(","):
            number = token[1:] if token[:1] in LETTERS else token
            if not (number.isascii() and number.isdigit()) or number[0] == "0" or len(number) > 2:
                raise reader.error(
                    "{word!r} is neither a number of bare cells nor a letter and a level", at, word=token[:20]
                )
            if number is not token:
                if int(number) > variant.most_bricks:
                    raise reader.error("there are not enough bricks for level {level}", at, level=number)
                row.append((int(number), 1 + LETTERS.index(token[0]), at))
            elif was_run:
                raise reader.error("bare cells side by side are written as one number", at)
            else:
                row += [(0, 0, at)] * int(number)
            if len(row) > size:
                raise reader.error("a row has {width} cells, this one has more", at, width=size)
            was_run = number is token
            at += len(token) + 1
        if len(row) != size:
            raise reader.error(
                "a row has {width} cells, this one {found}", at - 1, width=size, found=len(row)
            )
        lines.append(row)
    if len(lines) != size:
        raise reader.error("the board has {height} rows, not {found}", start, height=size, found=len(lines))
    spots = [spot for row in reversed(lines) for spot in row]
    return [spot[0] for spot in spots], [spot[1] for spot in spots], [spot[2] for spot in spots]


def _read_stock(reader: Reader, variant: Variant, seat: int) -> tuple[int, int]:
    word, start = reader.field(say("the stock of {seat}", seat=SEATS[seat]))
    most = (variant.singles, variant.doubles)
    good = len(word) == 2 and word.isascii() and word.isdigit()
    if not good or any(int(digit) > limit for digit, limit in zip(word, most, strict=True)):
        raise reader.error(
            "a stock is two digits, Singles up to {singles} and Doubles up to {doubles}, not {word!r}",
            start,
            singles=most[0],
            doubles=most[1],
            word=word[:20],
        )
    return int(word[0]), int(word[1])


def _read_pawns(reader: Reader, variant: Variant) -> list[tuple[int, int]]:
    word, at = reader.field("the list of pawns")
    if word == "-":
        return []
    names = cells(variant.size, variant.size)
    seats = SEATS[: variant.seats]
    pawns: list[tuple[int, int]] = []
    for token in word.split(","):
        if not token or token[0] not in seats or token[1:] not in names:
            raise reader.error(
                "a pawn is one of {seats} and its cell, or all is “-”, not {word!r}",
                at,
                seats=", ".join(seats),
                word=token[:20],
            )
        seat, spot = seats.index(token[0]), names.index(token[1:])
        if any(spot == other for _, other in pawns):
            raise reader.error("two pawns stand on {cell}", at, cell=token[1:])
        if sum(seat == owner for owner, _ in pawns) == variant.pawns:
            raise reader.error("{seat} has more pawns than the game gives", at, seat=token[0])
        pawns.append((seat, spot))
        at += len(token) + 1
    return pawns


def _count_laid(variant: Variant, position: Position) -> tuple[int, int, int]:
    """How many Singles, Doubles and Triples have left the stocks."""
    return (
        sum(variant.singles - singles for singles, _ in position.stocks),
        sum(variant.doubles - doubles for _, doubles in position.stocks),
        TRIPLES - position.triples,
    )


def _find_brick(variant: Variant, spot: int, part: int) -> dict[int, int] | None:
    """The cells of the brick that shows this part here, with the part of each; None if it leaves the grid."""
    column, row = spot % variant.size, spot // variant.size
    first = 1
    for brick in BRICKS:
        if part < first + len(brick.cells):
            right, up = brick.cells[part - first]
            whole = {}
            for number, (c, r) in enumerate(brick.cells):
                if not (0 <= column + c - right < variant.size and 0 <= row + r - up < variant.size):
                    return None
                whole[(row + r - up) * variant.size + column + c - right] = first + number
            return whole
        first += len(brick.cells)
    raise AssertionError("parts are numbered by LETTERS")


def _check_flat(reader: Reader, variant: Variant, position: Position, columns: list[int]) -> None:
    """§P4: a brick lies flat, so its cells are bare on its own level or covered by something higher."""
    for spot, part in enumerate(position.parts):
        if not part:
            continue
        brick = _find_brick(variant, spot, part)
        if brick is None:
            raise reader.error("this brick would reach over the edge of the grid", columns[spot])
        level = position.levels[spot]
        for other, shown in brick.items():
            bare = position.levels[other] == level
            if position.levels[other] < level or (bare and position.parts[other] != shown):
                raise reader.error("the other cells of this brick do not match it", columns[spot])


def _check_support(reader: Reader, variant: Variant, position: Position, laid: tuple[int, int, int]) -> None:
    """What shows must have been laid, and what lies under it must be made of the other bricks laid."""
    showing = {
        (position.levels[spot], tuple(sorted(brick)))
        for spot, part in enumerate(position.parts)
        if part and (brick := _find_brick(variant, spot, part))
    }
    hidden = [
        number - sum(len(brick) == kind + 1 for _, brick in showing) for kind, number in enumerate(laid)
    ]
    if min(hidden) < 0:
        raise reader.error("more bricks show than have left the stocks", 0)
    singles = small = 0  # needed at least: Singles; Singles and Doubles together
    for level in range(1, max(position.levels)):
        bare = {spot for height, brick in showing if height == level for spot in brick}
        under = {spot for spot, height in enumerate(position.levels) if height > level} - bare
        for part in _find_parts(variant.size, under):
            # §P5: a brick of just these cells lies on it, so that it is not such a brick itself
            covered = (level + 1, tuple(sorted(part))) in showing
            straight = 1 in (
                len({spot % variant.size for spot in part}),
                len({spot // variant.size for spot in part}),
            )
            if len(part) == 1 and covered:
                raise reader.error("a Single lies on a Single", 0)
            if len(part) == 1:
                singles, small = singles + 1, small + 1
            elif len(part) == 2 and covered:
                singles, small = singles + 2, small + 2
            elif len(part) == 3 and (covered or straight):
                singles, small = singles + 1, small + 2
            else:
                small += len(part) % 3 > 0
    if singles > hidden[0] or small > hidden[0] + hidden[1]:
        raise reader.error("the bricks laid cannot fill what lies under those that show", 0)


def _find_parts(size: int, spots: set[int]) -> Iterator[list[int]]:
    """The side-connected parts of a set of cells."""
    left = set(spots)
    while left:
        part = [left.pop()]
        for spot in part:
            column = spot % size
            near = (
                spot - size,
                spot + size,
                *([spot - 1] * (column > 0)),
                *([spot + 1] * (column < size - 1)),
            )
            part += [other for other in near if other in left]
            left.difference_update(near)
        yield part


def _check_turns(reader: Reader, variant: Variant, position: Position, bricks: int, at: int) -> None:
    """§P3: some number of plies gives every seat just the turns that it needed.

    A pawn takes a turn to come in and at least one more to stand on a brick, for no brick is pushed under
    it. After the last arrival of its pawns a seat has only laid bricks, and so has one without a pawn.
    """
    seats = variant.seats
    placed = [variant.singles + variant.doubles - sum(stock) for stock in position.stocks]
    owners = [seat for seat, _ in position.pawns]
    walked = [
        sum(1 + (position.levels[spot] > 0) for owner, spot in position.pawns if owner == seat)
        for seat in range(seats)
    ]
    triples = TRIPLES - position.triples
    least = bricks + sum(walked)
    # Nobody can move before there is a brick: then every ply brought a pawn in.
    most = seats * (least + 2) if bricks else least
    for plies in range(least + (position.turn - least) % seats, most + 1, seats):
        turns = [(plies - seat + seats - 1) // seats for seat in range(seats)]
        spare = [turns[seat] - placed[seat] - walked[seat] for seat in range(seats)]
        if min(spare) < 0:
            continue
        # Every arrival as late as the order allows leaves the fewest turns that must have laid a brick.
        after, since = plies, turns[:]
        for seat in reversed(owners):
            after -= 1 + (after - 1 - seat) % seats
            since[seat] = min(since[seat], turns[seat] - 1 - after // seats)
        if after < 0:
            continue
        if sum(max(0, since[seat] - placed[seat]) for seat in range(seats)) <= triples:
            return
    raise reader.error("no game leads here: the turns taken do not add up", at)
