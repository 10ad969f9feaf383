"""A review as one HTML page to step through: it needs no server and loads nothing."""

from __future__ import annotations

from html import escape
from importlib import resources
from typing import Any

from tablier.analysis.report import ReportRow, report_rows
from tablier.bots.reviewing import Review
from tablier.notebook import SPLIT, as_script, draw_position, moving_part
from tablier.outcome_text import describe_ending
from tablier.scene import Phrase, Translate, Words, say, to_text

BUTTONS = {
    "first": say("First position"),
    "back": say("One move back"),
    "next": say("One move on"),
    "end": say("Last position"),
    "position": say("Position"),
    "graph": say("Expected shares after every move"),
    "why": say("Show why"),
    "theme": say("Light or dark"),
}


def write_page(
    review: Review, *, players: tuple[str, ...] = (), language: str = "en", translate: Translate = str
) -> str:
    """The page of a review, as far as it was done. NotImplementedError for a game without pictures."""
    game = review.match.game
    rows = {row.judged.ply + 1: row for row in report_rows(review)}
    seats = [to_text(_name(review, players, seat), translate) for seat in range(len(game.seats))]
    plies = range(len(review.match.states))
    pictures = [draw_position(review.match, ply) for ply in plies]
    steps = [_step(review, ply, rows.get(ply), seats, translate) for ply in plies]
    for step, picture in zip(steps, pictures, strict=True):
        step["frame"] = moving_part(picture)
    reasons = {
        str(ply): moving_part(_draw_reason(review, row))
        for ply, row in rows.items()
        if row.reason is not None and row.reason.overlays
    }
    title = to_text(say("{game}: {players}", game=Phrase(game.title), players=" – ".join(seats)), translate)
    page = (
        resources.files("tablier.analysis").joinpath("templates", "review.html").read_text(encoding="utf-8")
    )
    return page % {
        **{name: escape(to_text(words, translate)) for name, words in BUTTONS.items()},
        "language": language,
        "title": escape(title),
        "board": pictures[0],
        "last": len(review.match.moves),
        "steps": as_script(steps),
        "reasons": as_script(reasons),
        "seats": as_script(seats),
        "colours": as_script([emblem.colour for emblem in game.layout().emblems]),
        "percent": as_script(translate("{percent}%")),
        "split": SPLIT,
    }


def _name(review: Review, players: tuple[str, ...], seat: int) -> Words:
    name: Words = Phrase(review.match.game.seats[seat])
    if players and players[seat]:
        return say("{player} ({seat})", player=players[seat], seat=name)
    return name


def _step(
    review: Review, ply: int, row: ReportRow | None, seats: list[str], translate: Translate
) -> dict[str, Any]:
    """What is shown of the position after so many moves: each paragraph with its class."""
    match, game = review.match, review.match.game
    step: dict[str, Any] = {
        "number": f"{ply}." if ply else "",
        "shares": list(review.shares[ply]) if ply < len(review.shares) else None,
        "move": "", "mark": "", "kind": "", "says": [],
    }  # fmt: skip
    if ply:
        seat = seats[match.states[ply - 1].turn]
        move = game.texts[match.moves[ply - 1]]
        step["move"] = to_text(say("{name}: {move}", name=seat, move=move), translate)
        step["says"].append([step["move"], ""])
    if row is not None and row.judged.is_mistake:
        lost = round(100 * row.judged.lost)
        words = say(
            "Gives away {percent}% of the points; {move} was better.",
            percent=lost, move=game.texts[row.judged.best],
        )  # fmt: skip
        step["says"].append([to_text(words, translate), "warn"])
        step["mark"], step["kind"] = "−" + to_text(say("{percent}%", percent=lost), translate), "warn"
    elif row is not None and row.is_best:
        step["says"].append([to_text(say("The best move."), translate), "good"])
        step["mark"], step["kind"] = "✓", "good"
    if row is not None and row.reason is not None:
        step["says"].append([to_text(row.reason.says, translate), ""])
    if ply == len(match.moves) and match.outcome is not None:
        who, why = describe_ending(match, [Phrase(name) for name in game.seats])
        step["says"].append([to_text(say("{name}: {text}", name=who, text=why), translate), "soft"])
    return step


def _draw_reason(review: Review, row: ReportRow) -> str:
    """The position before the move, with the reason drawn over it."""
    assert row.reason is not None
    ply = row.judged.ply
    last, before = review.match.last_move(ply)
    state = review.match.states[ply]
    return state.game.picture(state, last=last, before=before, overlays=row.reason.overlays)
