"""The figures of the rule pages."""

from __future__ import annotations

from tablier.example import Example

RED, BLUE = range(2)


def _place_pawn(
    rows: str, held: str, cell: str, columns: str, scores: tuple[float, ...] | None = None
) -> Example:
    """Red puts a pawn, and the columns show what it made."""
    values = tuple(None if each.endswith("-") else int(each[1:].rstrip("rb")) for each in columns.split(","))
    return Example("olix", f"{rows} r {held}", cell, scores=scores, facts={"columns.value": values})


NOTHING = "O-,L-,I-,X-"
EXAMPLES = {
    "smallest-o": _place_pawn("b1b1b6/11/11/11/11/3r7/3rr6/11/11/11/11", NOTHING, "e6", "O4r,L-,I-,X-"),
    "filled-o": _place_pawn(
        "b1b1b1b1b1b/11/11/11/11/3rr6/3rbr5/3rrr5/11/11/11", "O-,L5r,I-,X-", "f6", "O9r,L5r,I-,X-"
    ),
    "l": _place_pawn("b1b1b1b1b2/11/11/11/3r7/3r7/3r7/3rr6/11/11/11", "O-,L-,I4r,X-", "f4", "O-,L6r,I4r,X-"),
    "i": _place_pawn("b1b1b6/11/11/11/11/3rr1r4/11/11/11/11/11", NOTHING, "f6", "O-,L-,I4r,X-"),
    "x": _place_pawn("b1b1b6/11/11/11/11/5r5/4r6/3r7/11/11/11", NOTHING, "g7", "O-,L-,I-,X4r"),
    "two-at-once": _place_pawn(
        "b1b1b1b1b2/11/11/11/3r7/3r7/3r7/4rr5/11/11/11", NOTHING, "d4", "O-,L6r,I4r,X-"
    ),
    "super": _place_pawn(
        "b1b1b1b1b1b/11/b10/11/11/11/11/11/11/rrr1rrrr3/11", "O-,L-,I4r,X-", "d2", "O-,L-,I8r,X-", (1, 0)
    ),
    "tie-break": Example(
        "olix",
        "11/4b6/3b7/2b8/1b3b5/5b5/1rr2b5/1rr2bbb3/11/1rrrrrr4/11 r O4r,L6b,I6r,X4b",
        settled=(1, 0),
        facts={"columns.cell": (1, 2, 3, 1), "columns.holders": ((RED,), (BLUE,), (RED,), (BLUE,))},
    ),
}
