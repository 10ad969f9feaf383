"""The figures of the rule pages: those of the printed rules, on boards of our own."""

from __future__ import annotations

from tablier.example import Example

RED, YELLOW, GREEN = range(3)
FULL = {"size": 6, "to_the_end": True}
SMALL = {"size": 6}


def _fill_board(rows: str, owners: tuple[int, ...]) -> Example:
    """A full board that Red wins."""
    return Example(
        "x", f"{rows} r", options=FULL, scores=(1, 0, 0), facts={"corners.owner": owners, "winner": RED}
    )


EXAMPLES = {
    "neighbours": Example(
        "x", moves="b2", options=SMALL, may="a2 c2 a3 b3 b1 c1", outlined="a2 c2 a3 b3 b1 c1"
    ),
    "inner": Example(
        "x", moves="a4 a2 f6 b3 b1 f5 c2", options=SMALL, facts={"corners.owner": (YELLOW, None, None, GREEN)}
    ),
    "outer": Example(
        "x",
        moves="a4 a2 f6 b3 b1 f5 c2 e5 e6 d1",
        options=SMALL,
        facts={"corners.owner": (RED, None, None, GREEN)},
    ),
    "four": Example(
        "x",
        "3grg2/ggg1r1yy/2yyry2/rrrr1rrr/yy2rggg/1gggr2y/g2yryy1/yyy1r1gg r",
        "e5",
        options={"size": 8},
        scores=(1, 0, 0),
        facts={"corners.owner": (RED, RED, RED, RED), "corners.settled": (True,) * 4},
    ),
    "three": _fill_board("ggrygg/grryyg/rryygy/ggyyyy/rrrrrr/gyrggy", (RED, RED, RED, YELLOW)),
    "two-adjacent": _fill_board("gyrggg/gyrygg/yyyygg/rrrrrr/ggryyr/yrrygy", (RED, RED, YELLOW, GREEN)),
    "two-opposite": _fill_board("gggggr/gyggyy/rgrygy/grrrry/yrrryy/ygrryy", (RED, YELLOW, GREEN, RED)),
    "none-adjacent": _fill_board("rrggyy/gggggg/grrryy/ggrrgr/yyyyyy/rryryr", (YELLOW, YELLOW, GREEN, GREEN)),
    "none-opposite": _fill_board("rrgyry/gggyyr/gryrry/ygryrg/ryrggg/ryyggy", (YELLOW, GREEN, GREEN, YELLOW)),
}
