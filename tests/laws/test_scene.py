"""The picture of every game: it offers exactly the legal moves, shows every piece, and has words for all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from tablier import Game
from tablier.scene import Layout, Scene, as_data, spoken_labels, to_text
from tablier.svg import draw
from tablier.testing.pictures import leaves, pictures

MAX_BYTES = 20_000
"""Of a scene as JSON, on the biggest board; it is sent after every move."""
MAX_LAYOUT_BYTES = 30_000
SVG = "{http://www.w3.org/2000/svg}"


def test_names_are_unique_and_known(game: Game) -> None:
    for _, layout, scene in pictures(game):
        spots = [spot.name for spot in layout.spots]
        assert len(set(spots)) == len(spots)
        ids = [piece.id for piece in scene.pieces]
        assert len(set(ids)) == len(ids)
        symbols = {symbol.get("id") for symbol in drawn(layout, scene).iter(f"{SVG}symbol")}
        used = {piece.symbol for piece in scene.pieces} | set(scene.ghosts.values())
        used |= {item.symbol for panel in scene.panels for row in panel.rows for item in row if item.symbol}
        assert used <= symbols
        said_of = (
            {name for mark in scene.marks for name in mark.spots} | set(scene.places) | set(scene.spoken)
        )
        said_of |= {name for route in (*scene.routes.values(), *scene.slides, scene.way) for name in route}
        said_of |= {piece.id for piece in scene.pieces if piece.symbol in layout.labels}
        said_of |= {piece.id.partition(".")[0] for piece in scene.pieces if piece.x is None}
        assert said_of <= set(spots)
        assert set(scene.routes) <= {text for _, text in leaves(scene.tree)}


def names(layout: Layout) -> set[str]:
    return {spot.name for spot in layout.spots}


def drawn(layout: Layout, scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(draw(layout, scene, title="A < B"))


def test_a_picture_is_well_formed_and_finds_what_it_uses(game: Game) -> None:
    for _, layout, scene in pictures(game):
        picture = drawn(layout, scene)
        ids = [element.get("id") for element in picture.iter() if element.get("id")]
        assert len(set(ids)) == len(ids)
        assert all(name and name.startswith(f"{layout.id}-") for name in ids)
        assert {use.get("href", "")[1:] for use in picture.iter(f"{SVG}use")} <= set(ids)
        text = draw(layout, scene)
        assert all(part.split(")")[0] in ids for part in text.split("url(#")[1:])
        pieces = picture.find(".//*[@class='pieces']")
        assert pieces is not None
        assert len(pieces) == len(scene.pieces)


def test_every_spot_has_words(game: Game) -> None:
    for _, layout, scene in pictures(game):
        told = spoken_labels(layout, scene)
        assert set(told) == names(layout)
        assert all(words.strip(" ,") for words in told.values())
        # A cell is called by its name; anything else on the board says what it is.
        cells = re.compile(r"[a-z]\d+")
        assert all(cells.fullmatch(spot.name) or spot.label for spot in layout.spots)
        lying = [piece for piece in scene.pieces if piece.id in told]
        assert all(to_text(layout.labels[piece.symbol]) in told[piece.id] for piece in lying)
        for panel in as_data(scene).get("panels", []):
            assert panel["title"]
            assert all(
                item.get("label") or item.get("text")
                for row in panel["rows"]
                for item in row
                if "name" in item
            )


def shown(value: Any, key: str = "") -> Iterator[str]:
    """The words in a layout's or a scene's data."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from shown(part, key if key in ("labels", "spoken") else name)
    elif isinstance(value, list):
        for part in value:
            yield from shown(part, key)
    elif key in ("label", "labels", "spoken", "text", "title"):
        yield str(value)


def test_all_words_go_through_the_translator(game: Game) -> None:
    name = re.compile(r"[a-zA-Z]?\d*")  # a cell, a number, a kind of pattern: the same in all languages
    for _, layout, scene in pictures(game):
        for value in (layout, scene):
            for words in shown(as_data(value, "<{}>".format)):
                bare = re.sub(r"<[^<>]*(<[^<>]*>[^<>]*)*>", "", words)
                assert all(name.fullmatch(part) for part in bare.split(", ")), words


def test_pictures_are_small(game: Game) -> None:
    for viewpoint in range(len(game.seats)):
        for view in game.views:
            layout = game.layout(viewpoint=viewpoint, view=view)
            assert len(json.dumps(as_data(layout), separators=(",", ":"))) < MAX_LAYOUT_BYTES
    for _, _, scene in pictures(game):
        assert len(json.dumps(as_data(scene), separators=(",", ":"))) < MAX_BYTES


def test_a_layout_keeps_its_version(game: Game) -> None:
    again = type(game)(**game.options)
    for view in game.views:
        assert game.layout(view=view).version == again.layout(view=view).version
        assert game.layout(view=view) is game.layout(view=view)


def test_slides_lead_from_and_to_pieces(game: Game) -> None:
    for moment, _, scene in pictures(game):
        if scene.slides:
            assert moment.before is not None
            before = {piece.id for piece in game.scene(moment.before).pieces}
            now = {piece.id for piece in scene.pieces}
            assert {start for start, _ in scene.slides} <= before
            assert {end for _, end in scene.slides} <= now
        for start, end in scene.slides if scene.way else ():
            assert (scene.way[0], scene.way[-1]) == (start, end)
