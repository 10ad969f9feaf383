"""Setting up a position of Plateau X: bricks laid one on the other, pawns in the order in which they came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tablier.board_editor import TAKE, Arrangement, CannotBe, Count, Placed, draw_things
from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.core.values import NotationError
from tablier.games.plateau_x.art import BRICK_LABELS
from tablier.games.plateau_x.bricks import BRICKS, LETTERS, TRIPLES, Brick, places
from tablier.games.plateau_x.hidden_bricks import find_hidden
from tablier.games.plateau_x.positions import Position, write
from tablier.games.plateau_x.rules import Facts, PlateauRules
from tablier.games.plateau_x.scene import Ground, draw_pieces, make_table, raise_places
from tablier.grid import cells
from tablier.scene import Item, Phrase, Scene, say

SHAPES = {brick.token: brick for brick in BRICKS}
KINDS = "SDT"
PAWN = "@"
"""Before the number of its seat: a pawn."""


class Heap(NamedTuple):
    """What the bricks placed add up to, by cell, and the pawns by cell."""

    levels: list[int]
    parts: list[int]
    pawns: dict[str, int]


def _names(game: Any) -> tuple[str, ...]:
    return cells(game.variant.size, game.variant.size)


def _cells_of(game: Any, placed: Placed) -> tuple[int, ...]:
    """The cells of a brick; CannotBe if it sticks out."""
    found = dict(places(SHAPES[placed.thing], game.variant.size)).get(_names(game).index(placed.spot))
    if found is None:
        raise CannotBe(say("It would stick out of the board."), "P4")
    return found


def _pile(game: Any, arrangement: Arrangement) -> Heap:
    size = game.variant.size
    levels, parts = [0] * size**2, [0] * size**2
    pawns: dict[str, int] = {}
    for each in arrangement.placed:
        if each.thing[0] == PAWN:
            pawns[each.spot] = int(each.thing[1:])
            continue
        letters = SHAPES[each.thing].letters
        for letter, cell in zip(letters, _cells_of(game, each), strict=True):
            levels[cell] += 1
            parts[cell] = 1 + LETTERS.index(letter)
    return Heap(levels, parts, pawns)


def _full(game: Any) -> dict[str, int]:
    """The stocks before anything is laid (§P1)."""
    variant = game.variant
    stocks = {f"S{seat}": variant.singles for seat in range(variant.seats)}
    return {**stocks, **{f"D{seat}": variant.doubles for seat in range(variant.seats)}, "T": TRIPLES}


def _stocks(game: Any, kind: str) -> list[str]:
    """The stocks of a kind of brick, in turn order."""
    return [name for name in _full(game) if name[0] == kind]


def clear(game: Any) -> Arrangement:
    return Arrangement(turn=0, counts=_full(game))


def dismantle(state: State) -> Arrangement:
    """The bricks and pawns of a position. What lies under the bricks that show is not known: some bricks that
    fit; CannotBe if none are found."""
    game, rules, facts = state.game, state.rules, facts_of(Facts, state)
    assert isinstance(rules, PlateauRules)
    counts = {"T": facts.triples}
    for seat, own in enumerate(facts.seats):
        counts |= {f"S{seat}": own.singles, f"D{seat}": own.doubles}
    full = _full(game)
    laid = {kind: sum(full[name] - counts[name] for name in full if name[0] == kind) for kind in KINDS}
    levels = rules.levels(state)
    bricks = find_hidden(rules.variant, levels, tuple(rules.cells(state)), laid)
    if bricks is None:
        raise CannotBe(
            say("What lies under these bricks cannot be worked out: begin with the empty board."), "P4"
        )
    names = _names(game)
    pawns = sorted((pawn for pawn in facts.pawns if pawn.cell), key=lambda pawn: pawn.arrival or 0)
    standing = [Placed(f"{PAWN}{pawn.seat}", pawn.cell) for pawn in pawns if pawn.cell]
    placed = [Placed(brick.token, names[anchor]) for brick, anchor in bricks]
    return Arrangement((*placed, *standing), state.turn, counts)


def place(game: Any, arrangement: Arrangement, thing: str, spot: str) -> Arrangement:
    if thing == TAKE:
        return _take(game, arrangement, spot)
    if thing[0] == PAWN:
        return _stand(game, arrangement, thing, spot)
    return _lay(game, arrangement, Placed(thing, spot))


def _take(game: Any, arrangement: Arrangement, spot: str) -> Arrangement:
    """Without the pawn on a spot, or else without the brick on top of it, if nothing lies or stands on it."""
    cell = _names(game).index(spot)
    heap = _pile(game, arrangement)
    if spot in heap.pawns:
        kept = (each for each in arrangement.placed if each.spot != spot or each.thing[0] != PAWN)
        return replace(arrangement, placed=tuple(kept))
    bricks = [(at, each) for at, each in enumerate(arrangement.placed) if each.thing[0] != PAWN]
    on_top = [(at, each) for at, each in bricks if cell in _cells_of(game, each)]
    if not on_top:
        return arrangement
    at, top = on_top[-1]
    covered = set(_cells_of(game, top))
    above = (set(_cells_of(game, each)) for later, each in bricks if later > at)
    if any(covered & cells_above for cells_above in above) or any(
        _names(game)[each] in heap.pawns for each in covered
    ):
        raise CannotBe(say("Something lies or stands on this brick."), "P4")
    placed = arrangement.placed[:at] + arrangement.placed[at + 1 :]
    return replace(arrangement, placed=placed, counts=_give_back(game, arrangement, top.thing[0]))


def _give_back(game: Any, arrangement: Arrangement, kind: str) -> dict[str, int]:
    """The stocks with a brick more, in the last stock that lacks one."""
    counts, full = dict(arrangement.counts), _full(game)
    name = next((name for name in reversed(_stocks(game, kind)) if counts[name] < full[name]), None)
    if name:
        counts[name] += 1
    return counts


def _stand(game: Any, arrangement: Arrangement, thing: str, spot: str) -> Arrangement:
    """A pawn on a cell: the last to come; where a seat has all of its pawns in play, its first one moves."""
    taken = [each for each in arrangement.placed if each.thing[0] == PAWN and each.spot == spot]
    own = [each for each in arrangement.placed if each.thing == thing and each.spot != spot]
    gone = [*taken, *own[: len(own) + 1 - game.variant.pawns]]
    kept = tuple(each for each in arrangement.placed if each not in gone)
    if any(each.thing == thing for each in taken):
        return replace(arrangement, placed=tuple(each for each in arrangement.placed if each not in taken))
    return replace(arrangement, placed=(*kept, Placed(thing, spot)))


def _lay(game: Any, arrangement: Arrangement, brick: Placed) -> Arrangement:
    """A brick on top of what lies there (§P4, §P5), out of the first stock that has one."""
    heap, covered = _pile(game, arrangement), _cells_of(game, brick)
    names = _names(game)
    if any(names[cell] in heap.pawns for cell in covered):
        raise CannotBe(say("A brick cannot be laid on a pawn."), "P4")
    if len({heap.levels[cell] for cell in covered}) > 1:
        raise CannotBe(say("A brick lies flat: all that it covers is on one level."), "P4")
    letters = SHAPES[brick.thing].letters
    if [heap.parts[cell] for cell in covered] == [1 + LETTERS.index(letter) for letter in letters]:
        raise CannotBe(say("A brick never goes exactly on an identical one."), "P5")
    counts = dict(arrangement.counts)
    stock = next((name for name in _stocks(game, brick.thing[0]) if counts[name]), None)
    if stock is None:
        raise CannotBe(say("There is no such brick left."), "P1")
    counts[stock] -= 1
    return replace(arrangement, placed=(*arrangement.placed, brick), counts=counts)


def assemble(game: Any, arrangement: Arrangement) -> State:
    """The position; CannotBe if the stocks do not match the bricks, or the turns do not add up (§P3)."""
    heap, full, counts = _pile(game, arrangement), _full(game), {**_full(game), **arrangement.counts}
    for kind in KINDS:
        laid = sum(each.thing[0] == kind for each in arrangement.placed)
        missing = sum(full[name] - counts[name] for name in _stocks(game, kind))
        if laid != missing:
            words = say(
                "{laid} bricks of a kind lie here, but {missing} are missing from the stocks.",
                laid=laid,
                missing=missing,
            )
            raise CannotBe(words, "P1")
    names = _names(game)
    pawns = [(seat, names.index(name)) for name, seat in heap.pawns.items()]
    stocks = [(counts[f"S{seat}"], counts[f"D{seat}"]) for seat in range(game.variant.seats)]
    position = Position(heap.levels, heap.parts, arrangement.turn or 0, stocks, counts["T"], pawns)
    try:
        state: State = game.read(write(game.variant, position))
    except NotationError:
        words = say("The turns do not add up: everybody does one thing in turn, and nobody passes.")
        raise CannotBe(words, "P3") from None
    return state


def counts(game: Any, arrangement: Arrangement) -> tuple[Count, ...]:
    """Singles and Doubles of every seat; the Triples follow."""
    return tuple(_list_counts(game, {**_full(game), **arrangement.counts}))


def _list_counts(game: Any, now: dict[str, int]) -> Iterator[Count]:
    for seat, name in enumerate(game.seats):
        most = game.variant.singles
        yield Count(f"S{seat}", say("{seat}: Singles", seat=Phrase(name)), now[f"S{seat}"], most)
        most = game.variant.doubles
        yield Count(f"D{seat}", say("{seat}: Doubles", seat=Phrase(name)), now[f"D{seat}"], most)


def scene(game: Any, arrangement: Arrangement, viewpoint: int, view: str) -> Scene:
    heap = _pile(game, arrangement)
    table, ground = make_table(view, game.variant.size), Ground(heap.levels, heap.parts)
    bricks = tuple(_show_brick(table.prefix, number, brick) for number, brick in enumerate(BRICKS))
    pawns = tuple(
        Item(
            symbol=f"plateau-badge-{seat}",
            seat=seat,
            name=f"{PAWN}{seat}",
            label=say("{seat}’s pawn", seat=Phrase(name)),
        )
        for seat, name in enumerate(game.seats)
    )
    pieces = draw_pieces(table, ground, heap.pawns)
    return draw_things(game, pieces, (*bricks, *pawns), _names(game), raise_places(table, ground))


def _show_brick(prefix: str, number: int, brick: Brick) -> Item:
    return Item(symbol=f"plateau-{prefix}brick-{number}", name=brick.token, label=BRICK_LABELS[brick.token])
