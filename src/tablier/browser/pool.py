"""The executor of searches: another Worker, which answers one after the other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from itertools import count
from typing import Any, NamedTuple

from msgspec import convert
from msgspec.json import decode

from tablier.bots.reviewing import Opinion
from tablier.browser.thinker import Answer, ask
from tablier.server.live.thinking import BotMove, SearchJob

RESULTS: dict[str, type[Any]] = {"find_move": BotMove, "judge_position": Opinion}


class Asked(NamedTuple):
    """A search that the thinker has not answered."""

    question: str
    run: str
    future: Future[Any]


class ThinkerPool(Executor):
    """Sends searches to the thinker. Cancelling one ends that Worker, and another one is started."""

    def __init__(self, post: Callable[[str], None], restart: Callable[[], None]) -> None:
        """`post` sends a question to the thinker, `restart` ends it and starts another."""
        self._post = post
        self._restart = restart
        self._numbers = count(1)
        self._asked: dict[int, Asked] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Ask for `fn(job, seat)`, one of the thinker's functions."""
        job: SearchJob = args[0]
        number = next(self._numbers)
        future: Future[Any] = Future()
        question = ask(job, fn.__name__, number, args[1] if len(args) > 1 else None)
        self._asked[number] = Asked(question, fn.__name__, future)
        future.add_done_callback(lambda done: self._cancel(number) if done.cancelled() else None)
        self._post(question)
        return future

    def answered(self, text: str) -> None:
        """The thinker has answered."""
        answer = decode(text, type=Answer)
        asked = self._asked.pop(answer.number, None)
        if asked is None:
            return
        if answer.error:
            asked.future.set_exception(RuntimeError(answer.error))
        else:
            asked.future.set_result(convert(answer.found, RESULTS[asked.run]))

    def ask_again(self) -> None:
        """The thinker was lost: ask another one everything that is not answered."""
        for asked in self._asked.values():
            self._post(asked.question)

    def failed(self, reason: str) -> None:
        """The thinker cannot be started: nobody waits for it."""
        lost, self._asked = self._asked, {}
        for asked in lost.values():
            asked.future.set_exception(RuntimeError(reason))

    def _cancel(self, number: int) -> None:
        if self._asked.pop(number, None) is not None:
            self._restart()
