"""Game clocks as values. The time is always passed in, as seconds since the epoch.

So a clock read back from the log after a restart is the same clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert

from tablier.scene import Phrase, say

DAY = 86_400.0
MAX_INCREMENT = 3600
"""Seconds that a clock may gain with a move."""
LONGEST = {"none": 0.0, "game": DAY, "move": DAY, "days": 30.0}


class Control(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time there is: not counted, `time` seconds a game or a move, or `time` days a move.

    A game's clock may get `increment` seconds more after each move.
    """

    kind: Literal["none", "game", "move", "days"] = "none"
    time: Annotated[float, Meta(ge=0, le=DAY)] = 0.0
    increment: Annotated[float, Meta(ge=0, le=MAX_INCREMENT)] = 0.0

    @property
    def allowance(self) -> float:
        """The seconds a clock begins with."""
        return self.time * DAY if self.kind == "days" else self.time

    @property
    def problem(self) -> Phrase | None:
        """Why this control is not accepted, in one sentence; None if it is."""
        if self.kind == "none":
            return say("A table without a clock has no time limit.") if self.time or self.increment else None
        if not 0 <= self.increment <= MAX_INCREMENT:
            return say("A clock can add at most {most} seconds per move.", most=MAX_INCREMENT)
        if not 0 < self.time <= LONGEST[self.kind]:
            most = int(LONGEST[self.kind])
            if self.kind == "days":
                return say("This clock needs more than 0 and at most {most} days.", most=most)
            return say("This clock needs more than 0 and at most {most} seconds.", most=most)
        if self.increment and self.kind != "game":
            return say("Only a clock for the whole game can add time per move.")
        return None


def read_control(text: str) -> Control | None:
    """The control that a form or a command line writes: `game:300:3`, `move:30`, `days:2`, `none`.

    None for a text that is none, or whose numbers are out of the bounds that the log accepts.
    """
    kind, *numbers = text.split(":") if text else ["none"]
    if len(numbers) > 2:
        return None
    try:
        values = dict(zip(("time", "increment"), map(float, numbers), strict=False))
        return convert({"kind": kind, **values}, Control)
    except (ValueError, ValidationError):
        return None


class Outage(NamedTuple):
    """A time during which no server ran: it counts against nobody's clock."""

    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Clock:
    """The seats' clocks: at most one runs, since a moment, towards its deadline.

    >>> clock = Clock.set(Control("game", 60, 2), seats=2).run(0, at=100.0)
    >>> clock.deadline, clock.left(0, now=110.0)
    (160.0, 50.0)
    >>> clock.moved(0, at=110.0).run(1, at=110.0).left(0, now=500.0)
    52.0
    """

    control: Control
    rest: tuple[float, ...]
    """Seconds left to each seat when its clock last stopped."""
    running: int | None = None
    since: float = 0.0

    @classmethod
    def set(cls, control: Control, *, seats: int) -> Clock:
        return cls(control, (control.allowance,) * seats)

    @property
    def deadline(self) -> float | None:
        """When the running clock will have run out."""
        return None if self.running is None else self.since + self.rest[self.running]

    def left(self, seat: int, now: float) -> float:
        """Seconds left to a seat, at least 0."""
        gone = max(0.0, now - self.since) if seat == self.running else 0.0
        return max(0.0, self.rest[seat] - gone)

    def is_out(self, now: float) -> bool:
        """Whether the running clock has run out."""
        return self.deadline is not None and now >= self.deadline

    def run(self, seat: int | None, at: float) -> Clock:
        """Stop the running clock and start this seat's; none runs for None or without a time control."""
        rest = tuple(self.left(each, at) for each in range(len(self.rest)))
        return replace(self, rest=rest, running=None if self.control.kind == "none" else seat, since=at)

    def moved(self, seat: int, at: float) -> Clock:
        """After a move the seat's clock stops and gains its increment; with time per move it is full."""
        stopped = self.run(None, at)
        if self.control.kind == "game":
            gained = self.control.increment if self.running == seat else 0.0
            return stopped._with(seat, stopped.rest[seat] + gained)
        return stopped._with(seat, self.control.allowance)

    def refilled(self, at: float) -> Clock:
        """After a takeback: with time per move all clocks are full again."""
        stopped = self.run(None, at)
        if self.control.kind in ("move", "days"):
            return replace(stopped, rest=(self.control.allowance,) * len(self.rest))
        return stopped

    def held(self, seconds: float) -> Clock:
        """The clocks as if the last seconds had not passed: no server ran."""
        return replace(self, since=self.since + seconds)

    def _with(self, seat: int, seconds: float) -> Clock:
        return replace(self, rest=(*self.rest[:seat], seconds, *self.rest[seat + 1 :]))
