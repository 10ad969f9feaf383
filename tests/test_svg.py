"""Pictures as files, and that they show what lies on the board."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree

import pytest

import tablier
from tablier.scene import (
    Item,
    Layout,
    Mark,
    Piece,
    Scene,
    Spot,
    as_data,
    as_plain,
    say,
    spoken_labels,
    to_text,
)
from tablier.svg import Palette, draw, flatten, number, square
from tests.laws.conftest import all_games

SVG = "{http://www.w3.org/2000/svg}"


def symbols(picture: str) -> Counter[str]:
    """How often each symbol lies on the board of a picture."""
    pieces = ElementTree.fromstring(picture).find(".//*[@class='pieces']")
    assert pieces is not None
    return Counter(use.get("href", "")[1:] for use in pieces)


def test_quixo_shows_every_cube() -> None:
    game = tablier.game("quixo")
    state = game.read("x3o/5/2x2/5/o1x1x o")
    found = symbols(game.picture(state))
    assert found == {"quixo-x": 4, "quixo-o": 2, "quixo-cube": 19}


def test_quixo_teams_turn_their_dots_with_the_board() -> None:
    game = tablier.game("quixo-teams")
    state = game.read("s3n/5/w3e/5/5 s")
    assert symbols(game.picture(state)) == {
        "quixo-xs": 1,
        "quixo-xn": 1,
        "quixo-ow": 1,
        "quixo-oe": 1,
        "quixo-cube": 21,
    }
    by_place = {piece.id: piece.symbol for piece in game.scene(state, viewpoint=1).pieces}
    # West sits at the bottom: its dot points down, South's to the right.
    assert (by_place["a3"], by_place["a5"]) == ("quixo-os", "quixo-xe")
    spots = {spot.name: spot for spot in game.layout(viewpoint=1).spots}
    assert spots["w"].y > spots["a3"].y > spots["c3"].y
    assert spots["s"].x > spots["c1"].x > spots["c3"].x


def test_quixo_teams_have_the_letters_of_their_sides_on_the_rim() -> None:
    for viewpoint in range(4):
        board = tablier.game("quixo-teams").layout(viewpoint=viewpoint).board
        assert [letter for letter in "SWNE" if f">{letter}</text>" in board] == list("SWNE")
    assert ">N</text>" not in tablier.game("quixo").layout().board


def test_x_shows_every_stone_and_who_holds_the_corners() -> None:
    game = tablier.game("x", size=4)
    state = game.read("3g/1rr1/yy2/ry1g g")
    found = symbols(game.picture(state))
    assert (found["x-0"], found["x-1"], found["x-2"]) == (3, 3, 2)
    assert sum(found[f"x-corner-{cell}-4w"] for cell in ("a1", "d1", "a4", "d4")) == 4
    held = {piece.id: piece.classes for piece in game.scene(state).pieces if piece.classes}
    assert held["corner-a1"] == "corner seat-1 open"
    assert held["corner-a4"] == "corner"
    assert found["x-badge-1"] == 1
    assert found["x-badge-2"] == 2


def test_olix_shows_pawns_markers_and_what_the_last_pawn_made() -> None:
    game = tablier.game("olix")
    match = tablier.Match(game).play("a1", "k1", "b1", "k2", "c1", "k3", "d1")
    scene = game.scene(match.state, last=match.moves[-1], before=match.states[-2])
    found = Counter(piece.symbol for piece in scene.pieces)
    assert found == {"olix-0": 4, "olix-1": 3, "olix-marker-0": 1}
    assert [mark.spots for mark in scene.marks if mark.kind == "pattern"] == [("a1", "b1", "c1", "d1")]
    made = next(panel for panel in as_data(scene)["panels"] if panel["kind"] == "scored")
    assert [row[0]["text"] for row in made["rows"]] == ["I of 4"]
    assert spoken_labels(game.layout(), scene)["d1"] == "d1, Red, last move, I of 4"


def test_plateau_x_shows_blocks_levels_and_towers() -> None:
    game = tablier.game("plateau-x-mini")
    match = tablier.Match(game).play("Sc3", "@f6", "@c2", "Da1b1", "c2-c3", "Se6")
    state = match.state
    scene = game.scene(state, last=match.moves[-1], before=match.states[-2])
    found = Counter(piece.symbol for piece in scene.pieces)
    assert found["plateau-block-1"] == found["plateau-number-1"] == 4
    assert found["plateau-tower-0"] == found["plateau-tower-1"] == 1
    flat = Counter(piece.symbol for piece in game.scene(state, view="flat").pieces)
    assert flat["plateau-tile-1"] == flat["plateau-number-1"] == 4
    said_of = spoken_labels(game.layout(), scene)
    assert said_of["c3"] == "c3, level 1, Black’s pawn"
    assert said_of["e6"] == "e6, level 1, last move"
    raised = dict(scene.places)["c3"]
    spot = next(spot for spot in game.layout().spots if spot.name == "c3")
    assert raised[1] < spot.y


def test_plateau_x_shows_the_way_of_a_tower() -> None:
    game = tablier.game("plateau-x-mini")
    match = tablier.Match(game).play("Sc3", "@f6", "@c2", "Da1b1", "c2-c4")
    scene = game.scene(match.state, last=match.moves[-1], before=match.states[-2])
    assert scene.slides == (("c2", "c4"),)
    assert scene.way == ("c2", "c3", "c4")
    offered = game.scene(match.states[-2])
    assert offered.routes["c2-c4"] == ("c2", "c3", "c4")


def test_plateau_x_draws_a_line_where_a_plateau_ends() -> None:
    game = tablier.game("plateau-x-mini")
    match = tablier.Match(game).play("Da1b1", "Sc1")
    symbols_at = {piece.id: piece.symbol for piece in game.scene(match.state).pieces}
    # Bits: the next column 1, the row before 2, the column before 4, the next row 8.
    assert symbols_at["a1.cliff"] == "plateau-block-cliff-14"
    assert "a1.joint" not in symbols_at
    assert symbols_at["b1.joint"] == "plateau-block-joint-1"
    assert symbols_at["c1.joint"] == "plateau-block-joint-4"
    assert symbols_at["c1.cliff"] == "plateau-block-cliff-11"


def test_a_push_slides_all_its_cubes_together() -> None:
    game = tablier.game("quixo")
    match = tablier.Match(game).play("c5c1")
    scene = game.scene(match.state, last=match.moves[-1], before=match.start)
    assert scene.slides == (("c5", "c1"), ("c1", "c2"), ("c2", "c3"), ("c3", "c4"), ("c4", "c5"))
    assert [mark.spots for mark in scene.marks if mark.kind == "last"] == [("c5", "c1")]


def test_the_line_that_won_is_shown() -> None:
    game = tablier.game("quixo", size=3)
    state = game.read("xxx/1oo/3 o")
    ends = [mark for mark in game.scene(state).marks if mark.kind == "end"]
    assert [(mark.spots, mark.seat) for mark in ends] == [(("a3", "b3", "c3"), 0)]


def test_a_player_who_can_take_nothing_finds_a_button_to_pass() -> None:
    game = tablier.game("quixo-teams")
    state = game.read("nwnwn/e3e/n3n/e3e/nwnwn s")
    scene = game.scene(state)
    assert scene.tree == {"pass": "pass"}
    assert "pass" in {item.name for panel in scene.panels for row in panel.rows for item in row}


def test_pictures_may_share_a_page() -> None:
    """Browsers look a symbol up in the whole page: a name means one thing in any game, size and view."""
    shapes: dict[str, str] = {}
    for game in all_games():
        for view in game.views:
            layout = game.layout(view=view, viewpoint=len(game.seats) - 1)
            for part in ElementTree.fromstring(f"<g>{layout.symbols}{layout.board}</g>").iter():
                if name := part.get("id"):
                    text = ElementTree.tostring(part, encoding="unicode")
                    assert shapes.setdefault(name, text) == text, name


def test_a_state_shows_itself_in_a_notebook() -> None:
    state = tablier.game("quixo", size=3).start()
    assert ElementTree.fromstring(state._repr_svg_()).tag == f"{SVG}svg"


def test_the_package_is_imported_without_pictures() -> None:
    code = "import sys, tablier; sys.exit('tablier.scene' in sys.modules or 'tablier.svg' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_seat_or_view_that_is_not_there_is_refused() -> None:
    game = tablier.game("quixo")
    with pytest.raises(ValueError, match="no seat 2"):
        game.layout(viewpoint=2)
    with pytest.raises(ValueError, match="no view 'relief'"):
        game.scene(game.start(), view="relief")


def test_words_are_translated_inside_and_out() -> None:
    french = {"level {level}": "niveau {level}", "{seat} on {what}": "{seat} sur {what}", "Red": "Rouge"}
    phrase = say("{seat} on {what}", seat=say("Red"), what=say("level {level}", level=2))
    assert to_text(phrase, french.get) == "Rouge sur niveau 2"
    assert to_text(phrase) == "Red on level 2"


def test_data_leaves_out_what_is_empty_but_not_zero() -> None:
    assert as_plain(Item(text="3", seat=0)) == {"text": "3", "seat": 0}
    assert as_plain(Piece("a1", "toy-disc", 0, 5.5)) == {"id": "a1", "symbol": "toy-disc", "x": 0, "y": 5.5}


def test_a_toy_scene_is_drawn_where_it_says() -> None:
    layout = Layout(
        id="toy",
        width=20,
        height=10,
        symbols='<symbol id="toy-disc"><circle r="4"/></symbol>',
        board='<rect width="20" height="10"/>',
        spots=(Spot("a1", 5, 5), Spot("b1", 15, 5, square(3))),
        outline=square(5),
        labels={"toy-disc": say("disc")},
    )
    marks = (Mark("end", ("a1", "b1"), 1, through=True),)
    scene = Scene((Piece("a1", "toy-disc"),), marks, places={"a1": (5, 3)})
    picture = ElementTree.fromstring(draw(layout, scene, translate={"disc": "<pion>"}.__getitem__))
    use = next(picture.iter(f"{SVG}use"))
    assert (use.get("x"), use.get("y"), use[0].text) == ("5", "3", "<pion>")
    classes = [path.get("class") for path in picture.iter(f"{SVG}path")]
    assert classes == ["mark end seat-1", "mark end seat-1", "mark under seat-1", "mark through seat-1"]
    assert as_data(layout)["version"] == layout.version
    assert spoken_labels(layout, scene) == {"a1": "a1, disc", "b1": "b1"}


@pytest.mark.parametrize(
    ("value", "text"), [(3.0, "3"), (0.5, ".5"), (-0.5, "-.5"), (10.25, "10.25"), (-0.001, "0")]
)
def test_lengths_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_dark_colours_follow_the_system_and_the_page() -> None:
    style = Palette("toy", {"wood": ("#AAAAAA", "#333333"), "chalk": "#FFFFFF"}).style
    assert style.count("--wood:#333333") == 2
    assert "chalk" not in style


@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_a_still_picture_needs_no_variables(game: tablier.Game) -> None:
    match = tablier.Match(game)
    while match.legal_moves and len(match.moves) < 12:
        match.push(match.legal_moves[-1])
    for view in game.views:
        picture = flatten(game.picture(match.state, view=view))
        assert "var(" not in picture
        assert "--" not in picture
        ElementTree.fromstring(picture)


def test_a_still_picture_keeps_what_a_piece_is_dressed_in() -> None:
    style = ".tablier-toy .own{--coat:var(--red,#A00)}.tablier-toy{--eye:#00A}"
    symbol = '<symbol id="toy-man"><path fill="var(--coat,#EEE)" stroke="var(--eye,#000)"/></symbol>'
    men = (Piece("a1", "toy-man", classes="own tall"), Piece("b1", "toy-man"))
    layout = Layout(
        "toy",
        10,
        10,
        symbols=symbol,
        board="",
        spots=(Spot("a1", 1, 1), Spot("b1", 2, 2)),
        outline="",
        style=style,
    )
    root = ElementTree.fromstring(flatten(draw(layout, Scene(men))))
    coats = {found.get("id"): found[0].get("fill") for found in root.iter(f"{SVG}symbol")}
    worn = [coats[use.get("href", "")[1:]] for use in root.iter(f"{SVG}use")]
    assert worn == ["#A00", "#EEE"]
    assert {found[0].get("stroke") for found in root.iter(f"{SVG}symbol")} == {"#00A"}
