"""The second Worker: one search at a time. It is ended by ending the Worker."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs
from msgspec.json import decode, encode

from tablier.bots.reviewing import Opinion
from tablier.server.live.thinking import BotCache, BotMove, SearchJob, run_job, run_review_job


class Question(Struct, frozen=True):
    """A search, as it goes from one Worker to the other."""

    number: int
    run: str
    """The name of one of the functions below."""
    job: SearchJob
    seat: tuple[str, int] | None = None
    """The table and the seat of a bot, which keeps its tree from move to move."""


class Answer(Struct, frozen=True):
    number: int
    found: Any = None
    error: str = ""


_bots = BotCache(2)
"""Few: the memory of a page is limited, and one person plays."""


def find_move(job: SearchJob, seat: tuple[str, int] | None) -> BotMove:
    return run_job(job, None if seat is None else _bots.get(*seat, job.bot))


def judge_position(job: SearchJob, _seat: tuple[str, int] | None = None) -> Opinion:
    return run_review_job(job)


RUNNERS = {each.__name__: each for each in (find_move, judge_position)}


def ask(job: SearchJob, run: str, number: int, seat: tuple[str, int] | None) -> str:
    """A question as text."""
    return encode(Question(number, run, structs.replace(job, stop=None), seat)).decode()


def answer(text: str) -> str:
    """Do a search, and give what was found, or what went wrong, as text."""
    asked = decode(text, type=Question)
    try:
        return encode(Answer(asked.number, RUNNERS[asked.run](asked.job, asked.seat))).decode()
    except Exception as error:  # a bot that breaks down must not end the Worker
        return encode(Answer(asked.number, error=f"{type(error).__name__}: {error}")).decode()
