"""Laws of pictures: what is offered, what can be clicked, what is said."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.match import Match
from tablier.scene import Layout, Scene, spoken_labels
from tablier.svg import draw
from tablier.testing.ensure import ensure

SPACING = 23
"""Plies from one picture of a game to the next."""
LONGEST = 420


class Moment(NamedTuple):
    state: State
    before: State | None


@cache
def pictures(game: Game) -> tuple[tuple[Moment, Layout, Scene], ...]:
    """Positions of random games, some early, some late and the last ones, in each view and from each seat."""
    return tuple(_random_pictures(game)) if game.scene_module is not None else ()


def _random_pictures(game: Game) -> Iterator[tuple[Moment, Layout, Scene]]:
    rng = Random(repr(game))
    for view in game.views:
        for viewpoint in range(len(game.seats)):
            match = Match(game)
            layout = game.layout(viewpoint=viewpoint, view=view)
            shown = rng.randrange(SPACING)
            for ply in range(LONGEST):
                if ply % SPACING == shown or not match.legal_moves:
                    last = match.moves[-1] if match.moves else None
                    before = match.states[-2] if match.moves else None
                    scene = game.scene(match.state, last=last, before=before, viewpoint=viewpoint, view=view)
                    yield Moment(match.state, before), layout, scene
                if not match.legal_moves:
                    break
                match.push(rng.choice(match.legal_moves))


def leaves(tree: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The paths of a tree of clicks, and the texts of their moves."""
    for name, branch in tree.items():
        if isinstance(branch, str):
            yield (*path, name), branch
        else:
            yield from leaves(branch, (*path, name))


def scene_offers_exactly_the_legal_moves(game: Game) -> None:
    """The tree of clicks leads to the legal moves and to no others; an onlooker is offered none."""
    for moment, _, scene in pictures(game):
        offered = dict(leaves(scene.tree))
        ensure(
            offered == {game.paths[move]: game.text(move) for move in moment.state.legal_moves},
            f"{moment.state}: the clicks offered are {offered}",
        )
    if game.scene_module is not None:
        ensure(game.scene(game.start(), moves=()).tree == {}, "an onlooker is offered moves")


def everything_offered_can_be_clicked(game: Game) -> None:
    """Every name in the tree of clicks is a spot of the board or an item of a panel."""
    for moment, layout, scene in pictures(game):
        things = {spot.name for spot in layout.spots}
        things |= {item.name for panel in scene.panels for row in panel.rows for item in row}
        missing = {name for path, _ in leaves(scene.tree) for name in path} - things
        ensure(
            not missing, f"{moment.state}: nothing on the picture is called {sorted(missing)}", "see `path`"
        )


def every_spot_has_words(game: Game) -> None:
    """A screen reader has something to say of every spot."""
    for _, layout, scene in pictures(game):
        told = spoken_labels(layout, scene)
        ensure(set(told) == {spot.name for spot in layout.spots}, "some spots have no label")
        ensure(all(words.strip(" ,") for words in told.values()), "some labels are empty", "name each piece")


def pictures_are_well_formed(game: Game) -> None:
    """Every picture is XML, and each symbol that it uses is there."""
    for moment, layout, scene in pictures(game):
        try:
            picture = ElementTree.fromstring(draw(layout, scene, title="A < B"))
        except ElementTree.ParseError as error:
            ensure(False, f"{moment.state}: the picture is no XML: {error}", "escape what players may read")
            raise
        ids = {element.get("id") for element in picture.iter()}
        used = {use.get("href", "")[1:] for use in picture.iter("{http://www.w3.org/2000/svg}use")}
        ensure(used <= ids, f"{moment.state}: the picture lacks the symbols {sorted(used - ids)}")
