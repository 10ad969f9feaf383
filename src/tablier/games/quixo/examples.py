"""The figures of the rule pages."""

from __future__ import annotations

from tablier.example import Example

EXAMPLES = {
    "rim": Example(
        "quixo", "5/1o3/5/5/o1o1x x", may="b5b1 b5a5 b5e5 e1a1 e1e5", may_not={"a1e1": "Q2", "c1c5": "Q2"}
    ),
    "push": Example("quixo", "5/1o3/5/5/o1o1x x", "b5b1", becomes="1o3/5/5/5/oxo1x o"),
    "along": Example("quixo", "4o/5/5/5/o1o1x x", "b5e5", becomes="3ox/5/5/5/o1o1x o"),
    "line": Example("quixo", "o1xxx/x1o1o/x1o1o/x1o1o/x1o1o x", "b5a5", scores=(1, 0)),
    "gift": Example("quixo", "5/5/x4/x3o/oooox x", "e1e5", scores=(0, 1)),
    "double-line": Example(
        "quixo", "xxxxo/4o/4o/4o/oooox x", "e1e5", becomes="xxxxx/4o/4o/4o/ooooo o", scores=(0, 1)
    ),
    "dots": Example(
        "quixo-teams", "e3w/5/5/5/n3n s", may="b1e1s b1e1n", may_not={"e1a1s": "Q9", "a5e5s": "Q9"}
    ),
    "first-cube": Example("quixo-teams", moves="a1e1n a5e5w", may_not={"e1a1n": "Q10"}),
}
