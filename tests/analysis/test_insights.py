"""Who gets what, in composed positions."""

from __future__ import annotations

import tablier
from tablier.analysis import insight
from tablier.scene import as_data, to_text


def test_the_lines_that_are_open_in_quixo() -> None:
    game = tablier.game("quixo")
    found = insight(game.read("x1oxo/xxxo1/o4/o2x1/o3x o"))
    assert found is not None
    lines = {overlay.spots: (overlay.seat, overlay.weight) for overlay in found.overlays}
    assert lines == {
        ("b1", "b2", "b3", "b4", "b5"): (0, 0.2),
        ("a3", "b3", "c3", "d3", "e3"): (1, 0.2),
        ("a1", "b2", "c3", "d4", "e5"): (1, 0.6),
        ("e1", "d2", "c3", "b4", "a5"): (0, 0.8),
    }
    assert [to_text(entry.text) for entry in found.legend] == [
        "Cross: 2 open, the fullest has 4",
        "Circle: 2 open, the fullest has 3",
    ]


def test_the_columns_and_threats_of_olix() -> None:
    game = tablier.game("olix")
    state = game.read("11/10r/10b/8b2/2brrrrrrr1/6b4/2b8/4bb2b2/11/2rb7/11 r O-,L-,I7r,X-")
    found = insight(state)
    assert found is not None
    held = [overlay for overlay in found.overlays if overlay.kind == "area"]
    assert [(overlay.seat, overlay.spots) for overlay in held] == [
        (0, ("d7", "e7", "f7", "g7", "h7", "i7", "j7"))
    ]
    wins = [overlay for overlay in found.overlays if overlay.kind == "text" and overlay.weight == 1]
    assert [(overlay.spots, overlay.seat, overlay.text) for overlay in wins] == [(("k7",), 0, "I8")]
    assert to_text(found.legend[2].text).startswith("column I: Red 100%")
    assert insight(state) == found


def test_the_corners_and_cells_of_x() -> None:
    game = tablier.game("x", size=4)
    found = insight(game.read("4/1g2/yyr1/g2r r").after(game.move("a4")))
    assert found is not None
    corners = {overlay.spots[0]: overlay for overlay in found.overlays if overlay.kind == "text"}
    assert set(corners) == {"a1", "d1", "a4", "d4"}
    assert (corners["d1"].seat, corners["d1"].weight) == (0, 1.0)
    assert to_text(corners["d1"].text) == "100%"
    occupied = {"b3", "a2", "b2", "c2", "a1", "d1", "a4"}
    assert all(overlay.spots[0] not in occupied for overlay in found.overlays if overlay.kind == "area")


def test_the_heights_in_plateau_x() -> None:
    game = tablier.game("plateau-x-mini")
    found = insight(game.read("4,m1,n1/6/2,p1,3/2,o1,3/6/6 b 30 30 37 oe2,bd6"))
    assert found is not None
    assert [to_text(entry.text) for entry in found.legend] == [
        "Black, level 0 at d6: can climb to level 1",
        "Orange, level 0 at e2: can climb no higher now",
    ]
    path = next(overlay for overlay in found.overlays if overlay.kind == "path")
    assert (path.spots, path.seat) == (("d6", "e6"), 0)


def test_a_pawn_does_not_climb_onto_a_plateau_with_an_opponent() -> None:
    """§P7: black stands on e6, so that the plateau e6–f6 is closed to orange on d6."""
    game = tablier.game("plateau-x-mini")
    after = game.read("4,m1,n1/6/2,p1,3/2,o1,3/6/6 b 30 30 37 od5,bd6").after(game.move("d6-e6"))
    found = insight(after)
    assert found is not None
    assert "Orange, level 0 at d5: can climb no higher now" in [to_text(entry.text) for entry in found.legend]


def test_an_insight_is_plain_data_in_a_language() -> None:
    found = insight(tablier.game("quixo").read("5/5/5/5/4x o"))
    assert found is not None
    data = as_data(found, {"Open lines": "Lignes ouvertes", "Cross": "Croix"}.get)  # type: ignore[arg-type]
    assert data["title"] == "Lignes ouvertes"
    assert data["legend"][0]["text"].startswith("Croix:")
    assert data["overlays"][0] == {
        "kind": "path", "spots": ["a1", "b1", "c1", "d1", "e1"], "seat": 0, "weight": 0.2, "text": "1 of 5",
    }  # fmt: skip
