"""The pictures of the library guide, made by the library. `python -m tools.figures` writes them anew."""

from __future__ import annotations

from pathlib import Path

import tablier
from tablier.arena import compete
from tablier.bots import Limit, bot, review
from tools.documentation import DOCS

FOLDER = DOCS / "library" / "pictures"
PLAYED = {"x": 24, "plateau-x-mini": 17, "quixo": 12, "olix": 30}
"""Games that are shown, after so many moves of a computer player."""
NODES = 60


def draw_all() -> dict[str, str]:
    """Every picture, by the name of its file."""
    found = {f"{name}.svg": play_on(name, plies)._repr_svg_() for name, plies in PLAYED.items()}
    found["match.svg"] = tablier.Match(tablier.game("quixo")).play("a1e1", "a5a1", "e5a5")._repr_svg_()
    lost = play_on("quixo", 200)
    found["review.svg"] = review(lost, limit=Limit(nodes=3000))._repr_svg_()
    report = compete(
        tablier.game("quixo", size=4), ["random", "level:1", "level:3"], games=60, seed=1, threads=2
    )
    found["arena.svg"] = report.plot()
    return found


def play_on(name: str, plies: int) -> tablier.Match:
    """A game that a weak player plays with itself, to its end or to so many moves."""
    match, player = tablier.Match(tablier.game(name)), bot("level:4")
    while match.outcome is None and len(match.moves) < plies:
        match.push(player.choose(match, limit=Limit(nodes=NODES), seed=len(match.moves)).move)
    return match


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in draw_all().items():
        Path(FOLDER / name).write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
