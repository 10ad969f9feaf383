"""`tablier engine`: our computer players behind the engine protocol of `docs/engines.md`."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from importlib.metadata import version

import click

from tablier.board_game import read_option
from tablier.bots import Bot, Choice, Limit, Stop, bot
from tablier.bots.engine import PROTOCOL
from tablier.core.values import IllegalMove, NotationError
from tablier.match import Match
from tablier.registry import game, games

UNLIMITED = Limit(seconds=999_999)


class Search:
    """A search in a thread of its own, and the moment from which its answer may be told."""

    def __init__(self, work: Callable[[Stop], None]) -> None:
        self.stop = Stop()
        self.told = threading.Event()
        """Set when the answer may be told: at once, or at `stop` and `ponderhit`."""
        self.is_found = threading.Event()
        """Set when the search is over and its answer is being told."""
        self._timer: threading.Timer | None = None
        self._thread = threading.Thread(target=work, args=(self.stop,), daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Stop and wait until the answer is told."""
        self.stop.set()
        self.told.set()
        self.join()

    def join(self) -> None:
        self._thread.join()
        if self._timer:
            self._timer.cancel()

    def end_after(self, seconds: float) -> None:
        self.told.set()
        self._timer = threading.Timer(seconds, self.stop.set)
        self._timer.daemon = True
        self._timer.start()

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()


class EngineServer:
    """Answers the lines of a host with lines. `handle` returns False after `quit`."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._bot: Bot = bot("level:8")
        self._seed: int | None = None
        self._match: Match | None = None
        self._search: Search | None = None
        self._ponder_limit: Limit | None = None

    def handle(self, line: str) -> bool:
        """Do what one line says; what cannot be done is answered with one line `error`."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            self.close()
            return False
        if self._search is not None and self._search.is_found.is_set():
            self._search.join()  # a fast host reads the move before the thread that wrote it has ended
        busy = self._search is not None and self._search.is_running
        try:
            if word in ("stop", "ponderhit"):
                self._hurry(word)
            elif busy and word:
                raise ValueError(f"a search is running: send stop before {word}")
            elif word:
                handler = getattr(self, f"_do_{word}", None)
                if handler is None:
                    raise ValueError(f"there is no command {word!r}")
                handler(rest.strip())
        except (ValueError, TypeError, NotationError, IllegalMove) as error:
            self._say(f"error {' '.join(str(error).split())}")
        return True

    def close(self) -> None:
        if self._search:
            self._search.end()

    def wait(self) -> None:
        """Until the running search has told its answer."""
        if self._search:
            self._search.join()

    def _do_tablier(self, rest: str) -> None:
        if rest != str(PROTOCOL):
            raise ValueError(f"this engine speaks version {PROTOCOL} of the protocol, not {rest or '?'}")
        self._say(f"id name tablier {version('tablier')}")
        for name in games():
            self._say(f"game {name}")
        self._say("option name=bot type=text default=level:8")
        self._say("option name=seed type=int")
        self._say(f"ready {PROTOCOL}")

    def _do_set(self, rest: str) -> None:
        name, is_there, value = rest.partition("=")
        if name == "bot" and is_there:
            found = bot(value)
            if found.name.startswith("engine:"):
                raise ValueError("an engine does not start engines")
            self._bot = found
        elif name == "seed" and is_there:
            self._seed = int(value)
        else:
            raise ValueError(f"there is no option {name!r}: they are bot and seed")

    def _do_new(self, rest: str) -> None:
        name, *options = rest.split() or [""]
        self._match = Match(game(name, **dict(read_option(option) for option in options)))
        self._bot = bot(self._bot.name)  # without the tree of another game
        self._say("ready")

    def _do_position(self, rest: str) -> None:
        if self._match is None:
            raise ValueError("there is no game yet: send new GAME")
        from_where, _, moves = f"{rest} ".partition(" moves ")
        kind, _, text = from_where.strip().partition(" ")
        if kind not in ("start", "from"):
            raise ValueError("a position is 'start' or 'from POSITION', then 'moves MOVE ...'")
        own = self._match.game
        start = own.read(text) if kind == "from" else None
        self._match = Match(own, start=start).play(*moves.split())

    def _do_go(self, rest: str) -> None:
        if self._match is None:
            raise ValueError("there is no game yet: send new GAME")
        match = self._match.copy()
        if match.outcome is not None:
            raise ValueError("the game is over")
        words = rest.split()
        is_waiting = bool({"infinite", "ponder"} & set(words))
        limit = read_limit(word for word in words if "=" in word)
        if unknown := [word for word in words if "=" not in word and word not in ("infinite", "ponder")]:
            raise ValueError(f"go does not know {unknown[0]!r}")
        self._ponder_limit = limit

        def work(stop: Stop) -> None:
            choice = self._bot.choose(
                match, limit=UNLIMITED if is_waiting else limit, seed=self._seed, stop=stop
            )
            search.told.wait()
            search.is_found.set()
            self._tell(match, choice)

        search = self._search = Search(work)
        if not is_waiting:
            search.told.set()
        search.start()

    def _hurry(self, word: str) -> None:
        """`stop` ends the search; after `ponderhit` it goes on for its limit of time."""
        if self._search is None or not self._search.is_running:
            return
        if word == "ponderhit" and self._ponder_limit and self._ponder_limit.seconds:
            self._search.end_after(self._ponder_limit.seconds)
        else:
            self._search.end()

    def _tell(self, match: Match, choice: Choice) -> None:
        texts = match.game.texts
        shares = ",".join(f"{share:.4f}" for share in choice.shares)
        line = ",".join(texts[move] for move in choice.line)
        self._say(f"info depth={choice.depth} nodes={choice.nodes} shares={shares} line={line}")
        self._say(f"move {texts[choice.move]}")

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(line)


def read_limit(words: Iterable[str]) -> Limit | None:
    """The limit of `nodes=1000 seconds=0.5`; None without any; ValueError if it is none.

    >>> read_limit(["nodes=1000"])
    Limit(seconds=None, nodes=1000)
    """
    found: dict[str, float] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in ("nodes", "seconds"):
            raise ValueError(f"a limit is nodes=N or seconds=S, not {word!r}")
        found[name] = int(value) if name == "nodes" else float(value)
    if not found:
        return None
    nodes = found.get("nodes")
    return Limit(seconds=found.get("seconds"), nodes=None if nodes is None else int(nodes))


def write_line(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


@click.command()
def engine() -> None:
    """Serve our bots to another program, by the engine protocol on standard input and output."""
    server = EngineServer(write_line)
    for line in sys.stdin:
        if not server.handle(line):
            return
    server.wait()  # the input has ended: what was asked is still answered
