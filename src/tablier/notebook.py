"""What notebooks show: matches to step through, reviews. It needs no server and loads nothing.

A match is one HTML document in a frame of its own: the board once, what changes for each position, and the
script that puts it there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from tablier.outcome_text import describe_ending
from tablier.scene import to_text
from tablier.svg import number

if TYPE_CHECKING:
    from tablier.board_game import Game
    from tablier.match import Match

Bundle = dict[str, str]
"""The same thing in several formats, by their MIME types."""

SPLIT = '<g class="pieces">'
"""Where a picture's board ends and what lies on it begins."""
HEIGHT = 470
"""Of the frame, in pixels."""
PLOT_WIDTH, PLOT_HEIGHT = 480, 160

_PAGE = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:14px system-ui,sans-serif;text-align:center;color:#222;background:#fff}
svg{height:360px;max-width:100%%}button{font:inherit;padding:.2em .7em}input{width:60%%;vertical-align:middle}
p{margin:.3em}</style><div id="board">%(board)s</div>
<p><button id="first" aria-label="First position">⏮</button>
<button id="back" aria-label="One move back">◀</button>
<input id="at" type="range" min="0" max="%(last)d" value="%(last)d" aria-label="Position">
<button id="on" aria-label="One move on">▶</button> <button id="end" aria-label="Last position">⏭</button></p>
<p id="says" aria-live="polite"></p><script>
const frames = %(frames)s, words = %(words)s;
const board = document.querySelector("#board svg > g"), at = document.getElementById("at");
const still = board.innerHTML.split('%(split)s')[0];
function show(ply) {
  ply = Math.max(0, Math.min(frames.length - 1, ply));
  at.value = ply;
  board.innerHTML = still + frames[ply];
  document.getElementById("says").textContent = words[ply];
}
at.oninput = () => show(+at.value);
for (const [id, step] of [["first", -1e9], ["back", -1], ["on", 1], ["end", 1e9]])
  document.getElementById(id).onclick = () => show(+at.value + step);
document.onkeydown = (event) => {
  const step = {ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9}[event.key];
  if (step && event.target !== at) { event.preventDefault(); show(+at.value + step); }
};
show(frames.length - 1);
</script>"""


def show_match(match: Match, *, captions: Sequence[str] | None = None, text: str = "") -> Bundle:
    """A match: the last position as text and picture, and all of it to step through.

    `captions` has one for each position, and `text` stands for the match as plain text.
    """
    shown = {"text/plain": text or f"{match!r}\n\n{match.game.sketch(match.state)}", **_picture(match)}
    if match.game.scene_module is not None:
        shown["text/html"] = step_through(match, captions or describe_positions(match))
    return shown


def step_through(match: Match, captions: Sequence[str]) -> str:
    """A frame with the board, buttons, and a caption for each position."""
    pictures = [draw_position(match, at) for at in range(len(match.states))]
    page = _PAGE % {
        "board": pictures[0],
        "last": len(match.moves),
        "frames": as_script([moving_part(each) for each in pictures]),
        "words": as_script(list(captions)),
        "split": SPLIT,
    }
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="{escape(match.game.title)}"'
        f' style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
    )


def draw_position(match: Match, at: int) -> str:
    """The position after `at` moves as SVG, the last move marked."""
    last, before = match.last_move(at)
    return match.game.picture(match.states[at], last=last, before=before)


def describe_positions(match: Match) -> list[str]:
    """A caption for each position: the move that led there, and at the end who won."""
    game = match.game
    said = ["Start"]
    for ply, move in enumerate(match.moves):
        said.append(f"{ply + 1}. {game.seats[match.states[ply].turn]}: {game.texts[move]}")
    if match.outcome is not None:
        said[-1] += " — " + ": ".join(to_text(words) for words in describe_ending(match, match.game.seats))
    return said


def plot_shares(game: Game, shares: Sequence[Sequence[float]]) -> str:
    """Each seat's expected share after every move, as lines in an SVG document."""
    step = PLOT_WIDTH / max(1, len(shares) - 1)
    dashes = ("", "8 4", "2 4", "12 4 2 4")  # told apart without colours too
    colours = ("#B3261E", "#1F5FA8", "#2E7D32", "#6A4C93")
    lines = []
    for seat, name in enumerate(game.seats):
        points = " ".join(
            f"{number(ply * step)},{number((1 - each[seat]) * PLOT_HEIGHT)}"
            for ply, each in enumerate(shares)
        )
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{colours[seat]}" stroke-width="2"'
            f' stroke-dasharray="{dashes[seat]}"><title>{escape(name)}</title></polyline>'
            f'<text x="{4 + 100 * seat}" y="{PLOT_HEIGHT + 18}" fill="{colours[seat]}"'
            f' font-size="13" font-family="system-ui,sans-serif">{escape(name)}</text>'
        )
    size = f"{PLOT_WIDTH} {PLOT_HEIGHT + 24}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img"'
        f' aria-label="{escape(game.title)}: expected shares">'
        f'<rect width="{PLOT_WIDTH}" height="{PLOT_HEIGHT}" fill="#F6F2EA"/>{"".join(lines)}</svg>'
    )


def _picture(match: Match) -> Bundle:
    if match.game.scene_module is None:
        return {}
    return {"image/svg+xml": draw_position(match, len(match.moves))}


def moving_part(picture: str) -> str:
    """What lies on the board: from the pieces to the end of the group that holds all."""
    return SPLIT + picture.partition(SPLIT)[2].rpartition("</g>")[0]


def as_script(value: object) -> str:
    """Data for a script inside a page: nothing in it ends the script."""
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\!--")
