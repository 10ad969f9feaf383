"""Engines in other processes: the host's side of the protocol in `docs/engines.md`."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
import weakref
from collections import deque
from functools import partial
from typing import IO

from tablier.board_game import Game, write_option
from tablier.core.rules import State
from tablier.core.values import DescribedError, IllegalMove, NotationError
from tablier.level import Limit
from tablier.search.choice import Candidate, Choice
from tablier.search.problem import Stop

PROTOCOL = 1
START_SECONDS = 10.0
"""Time for an engine to say hello, and to make ready for a game."""
GRACE_SECONDS = 5.0
"""Time beyond a limit of time before an engine counts as silent."""
SILENT_SECONDS = 120.0
"""Time for an answer where the limit is not one of time."""
MAX_LINE = 65_536
"""Characters of a line."""
MAX_LINES = 20_000
"""Lines of one answer."""
POLL_SECONDS = 0.05


class EngineFault(DescribedError):  # noqa: N818 -- the engine's, not ours
    """What an engine did wrong, as one line. Its seat loses the game.

    >>> from tablier import game
    >>> from tablier.bots import bot
    >>> try:
    ...     bot("engine:/nowhere/engine").choose(game("quixo").start())
    ... except EngineFault as fault:
    ...     print(fault)
    engine:/nowhere/engine cannot be started: No such file or directory
    """


class EngineProcess:
    """A running engine: lines in, lines out."""

    def __init__(self, name: str, command: str) -> None:
        """`name` is what its faults call it."""
        self._name = name
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError, IndexError) as error:
            problem = getattr(error, "strerror", None) or error
            raise EngineFault("{engine} cannot be started: {problem}", engine=name, problem=problem) from None
        # Bounded: an engine that floods is made to wait, and is found out by the count of its lines.
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=1000)
        self._complaints: deque[str] = deque(maxlen=20)
        self._options: set[str] = set()
        self._games: set[str] = set()
        self._wants_legal = False
        self._game: Game | None = None
        self._is_greeted = False
        self._finalizer = weakref.finalize(self, _end, self._process)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._complaint_reader, reader = (
            threading.Thread(target=work, daemon=True)
            for work in (
                partial(_read_complaints, self._process.stderr, self._complaints),
                partial(_read_lines, self._process.stdout, self._lines, self._process),
            )
        )
        self._complaint_reader.start()
        reader.start()

    def set_up(self, start: State, seed: int | None) -> None:
        """Greet the engine once, and tell it which game is played if that changed."""
        if not self._is_greeted:
            self._greet()
        game = start.game
        if self._games and game.id not in self._games:
            raise EngineFault("{engine} does not play {game}", engine=self._name, game=game.id)
        if seed is not None and "seed" in self._options:
            self._send(f"set seed={seed}")
        if self._game is not game:
            options = [write_option(name, value) for name, value in game.options.items()]
            self._send(" ".join(["new", game.id, *options]))
            self._wait_for("ready", START_SECONDS)
            self._game = game

    def ask(
        self, start: State, state: State, moves: tuple[int, ...], limit: Limit | None, stop: Stop | None
    ) -> Choice:
        """The move for `state`, reached from `start` by these moves."""
        game = state.game
        texts = " ".join(game.texts[move] for move in moves)
        from_where = "start" if start == game.start() else f"from {start}"
        self._send(f"position {from_where} moves {texts}".rstrip())
        if self._wants_legal:
            self._send("legal " + " ".join(game.texts[move] for move in state.legal_moves))
        words = ["go"]
        if limit and limit.nodes:
            words.append(f"nodes={limit.nodes}")
        if limit and limit.seconds:
            words.append(f"seconds={limit.seconds:g}")
        self._send(" ".join(words))
        seconds = limit.seconds + GRACE_SECONDS if limit and limit.seconds else SILENT_SECONDS
        info: dict[str, str] = {}
        line = self._wait_for("move", seconds, info=info, stop=stop)
        try:
            move = game.move(line)
            state.after(move)
        except (NotationError, IllegalMove) as error:
            from tablier.scene import describe_error  # imported with the first words: it takes time

            raise EngineFault(
                "{engine} played {move!r}, which is not a legal move: {problem}",
                engine=self._name, move=line[:40], problem=describe_error(error),
            ) from None  # fmt: skip
        return _choice(state, move, info)

    def close(self) -> None:
        self._finalizer()

    def _greet(self) -> None:
        self._send(f"tablier {PROTOCOL}")
        said: list[tuple[str, str]] = []
        version = self._wait_for("ready", START_SECONDS, said=said)
        if version != str(PROTOCOL):
            raise EngineFault(
                "{engine} speaks version {version} of the protocol, not {own}",
                engine=self._name, version=version[:20] or "?", own=PROTOCOL,
            )  # fmt: skip
        self._games = {rest.split()[0] for word, rest in said if word == "game" and rest.split()}
        self._options = {
            part.partition("=")[2]
            for word, rest in said
            if word == "option"
            for part in rest.split()
            if part.startswith("name=")
        }
        self._wants_legal = ("wants", "legal") in said
        self._is_greeted = True

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def _wait_for(
        self,
        word: str,
        seconds: float,
        *,
        info: dict[str, str] | None = None,
        said: list[tuple[str, str]] | None = None,
        stop: Stop | None = None,
    ) -> str:
        """The rest of the first line that begins with this word; facts of `info` lines go into `info`."""
        deadline = time.monotonic() + seconds
        is_stopped = False
        for _ in range(MAX_LINES):
            while True:
                if stop is not None and stop.is_set() and not is_stopped:
                    is_stopped, deadline = True, min(deadline, time.monotonic() + GRACE_SECONDS)
                    self._send("stop")
                left = deadline - time.monotonic()
                if left <= 0:
                    raise EngineFault(
                        "{engine} is silent: no “{word}” within {seconds} s",
                        engine=self._name, word=word, seconds=f"{seconds:g}",
                    )  # fmt: skip
                with contextlib.suppress(queue.Empty):
                    line = self._lines.get(timeout=min(left, POLL_SECONDS if stop else left))
                    break
            if line is None:
                raise self._ended()
            if len(line) >= MAX_LINE:
                raise EngineFault(
                    "{engine} wrote a line of more than {most} characters",
                    engine=self._name, most=f"{MAX_LINE:,}",
                )  # fmt: skip
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest.strip()
            if first == "error":
                raise EngineFault("{engine} says: {problem}", engine=self._name, problem=rest.strip()[:200])
            if first == "info" and info is not None:
                info.update(part.partition("=")[::2] for part in rest.split())
            elif said is not None:
                said.append((first, rest.strip()))
        raise EngineFault(
            "{engine} wrote {count} lines without “{word}”",
            engine=self._name, count=f"{MAX_LINES:,}", word=word,
        )  # fmt: skip

    def _ended(self) -> EngineFault:
        """That the engine ended, or hears and says nothing any more."""
        try:
            code = self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return EngineFault("{engine} closed its output", engine=self._name)
        self._complaint_reader.join(GRACE_SECONDS)  # what it wrote last may still be in the pipe
        last = next((line.strip() for line in reversed(self._complaints) if line.strip()), "")
        if not last:
            return EngineFault("{engine} ended with code {code}", engine=self._name, code=code)
        return EngineFault(
            "{engine} ended with code {code}: {problem}", engine=self._name, code=code, problem=last[:200]
        )


def _choice(state: State, move: int, info: dict[str, str]) -> Choice:
    """The move with what the engine said of its search; what cannot be read is left out."""
    seats = len(state.game.seats)
    shares: tuple[float, ...] = tuple(1 / seats for _ in range(seats))
    with contextlib.suppress(ValueError):
        told = tuple(float(share) for share in info.get("shares", "").split(",") if share)
        if len(told) == seats and all(0 <= share <= 1 for share in told):
            shares = told
    line = [move]
    with contextlib.suppress(NotationError, IllegalMove):
        line = [state.game.move(text) for text in info.get("line", "").split(",") if text] or line
    depth, nodes = (
        int(info[name]) if info.get(name, "").isdecimal() and len(info[name]) < 16 else 0
        for name in ("depth", "nodes")
    )
    candidate = Candidate(move, nodes, shares, False)
    return Choice(
        move, shares, (candidate,), tuple(line) if line[0] == move else (move,), depth, nodes, False, 0
    )


def _read_lines(stream: IO[str], lines: queue.Queue[str | None], process: subprocess.Popen[str]) -> None:
    """Put lines into the queue, None after the last; give up when the process is gone and none are taken."""
    with stream, contextlib.suppress(OSError, ValueError):
        for line in iter(partial(stream.readline, MAX_LINE), ""):
            if not _put(lines, line, process):
                return
    _put(lines, None, process)


def _put(lines: queue.Queue[str | None], line: str | None, process: subprocess.Popen[str]) -> bool:
    while True:
        try:
            lines.put(line, timeout=1.0)
            return True
        except queue.Full:
            if process.poll() is not None:
                return False


def _read_complaints(stream: IO[str], lines: deque[str]) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        for line in iter(partial(stream.readline, MAX_LINE), ""):
            lines.append(line)


def _end(process: subprocess.Popen[str]) -> None:
    """Ask the process to quit, and end it if it does not."""
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.write("quit\n")
    with contextlib.suppress(OSError):  # what was not written is lost; the pipe is closed all the same
        process.stdin.close()
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
