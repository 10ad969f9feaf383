"""Engines in other processes: ours for others, others' for us, and those that misbehave."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import tablier
from tablier.adapters.engine import EngineServer
from tablier.arena.log import Log, Result
from tablier.arena.plan import plan_games
from tablier.arena.run import play_game
from tablier.bots import EngineFault, Limit, Stop, bot
from tablier.bots import engine as protocol
from tablier.cli import main
from tablier.match import Match

MISBEHAVING = Path(__file__).with_name("misbehaving.py")
OURS = f"engine:{shlex.quote(sys.executable)} -m tablier.cli engine"


def misbehaving(way: str) -> str:
    return f"engine:{shlex.join([sys.executable, str(MISBEHAVING), way])}"


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("crash", "ended with code 1: out of luck"),
        ("silent", "is silent: no “move” within 0.3 s"),
        ("mute", "is silent: no “ready” within 0.6 s"),
        ("closes", "closed its output"),
        ("flood", "wrote 300 lines without “move”"),
        ("long line", "wrote a line of more than 65,536 characters"),
        ("illegal", "played 'z9z9', which is not a legal move"),
        ("other version", "speaks version 2 of the protocol, not 1"),
        ("other game", "does not play quixo"),
        ("refuses", "says: I know no such board"),
    ],
)
def test_a_misbehaving_engine_is_told_in_one_line(
    way: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "START_SECONDS", 0.6 if way == "mute" else 60.0)
    monkeypatch.setattr(protocol, "GRACE_SECONDS", 5.0 if way == "crash" else 0.2)
    monkeypatch.setattr(protocol, "MAX_LINES", 300)
    player = bot(misbehaving(way))
    limit = Limit(seconds=0.1) if way == "silent" else Limit(nodes=10)
    with pytest.raises(EngineFault) as fault:
        player.choose(Match(tablier.game("quixo")), limit=limit)
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)
    assert player == bot(misbehaving(way))  # the process is gone


def test_a_program_that_is_not_there_is_told() -> None:
    with pytest.raises(EngineFault, match="cannot be started: No such file"):
        bot("engine:./not-there").choose(tablier.game("x").start())


def test_nonsense_about_a_search_is_left_out() -> None:
    player = bot(misbehaving("nonsense"))
    choice = player.choose(tablier.game("quixo").start())
    player.close()
    assert (choice.shares, choice.depth, choice.nodes, choice.line) == ((0.5, 0.5), 0, 0, (choice.move,))


def test_the_arena_goes_on_after_a_fault(tmp_path: Path) -> None:
    words = ["--bots", "level:1", misbehaving("crash"), "--games", "2", "--threads", "1"]
    out = str(tmp_path / "arena.jsonl")
    result = CliRunner().invoke(main, ["arena", "quixo", "-o", "size=3", *words, "--out", out])
    assert result.exit_code == 0, result.output
    assert "2 times engine:" in result.output
    assert "ended with code 1: out of luck" in result.output
    games = Log(Path(out)).results.values()
    assert all(game.record["scores"][game.bots.index("level:1")] == 1 for game in games)
    assert all(Result.read(str(game)) == game for game in games)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example in C, compiled."""
    program = tmp_path_factory.mktemp("engine") / "random"
    source = Path(__file__).parents[2] / "docs" / "engines" / "random.c"
    compiler = shutil.which(os.environ.get("CC", "cc"))
    assert compiler
    subprocess.run([compiler, "-Wall", "-Werror", "-o", str(program), str(source)], check=True)
    return f"engine:{program}"


@pytest.mark.parametrize("name", tablier.games())
def test_the_example_plays_every_game(example: str, name: str) -> None:
    job = plan_games(tablier.game(name), [example, "random"], games=1)[0]
    result = play_game(job)
    assert not result.fault
    assert result.record["scores"]


def test_ours_plays_the_same_as_a_bot_here() -> None:
    match = Match(tablier.game("olix")).play("f6", "e5")
    player = bot(OURS)
    chosen = player.choose(match, limit=Limit(nodes=200), seed=7)
    here = bot("level:8").choose(match, limit=Limit(nodes=200), seed=7)
    assert (chosen.move, chosen.nodes, chosen.depth) == (here.move, here.nodes, here.depth)
    assert chosen.shares == pytest.approx(here.shares, abs=1e-4)
    start = match.game.read(str(match.state))
    again = player.choose(Match(match.game, start=start), limit=Limit(nodes=50), seed=7)
    assert again.move in start.legal_moves
    player.close()


def test_a_search_is_stopped_from_another_thread() -> None:
    stop = Stop()
    player = bot(OURS)
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    choice = player.choose(Match(tablier.game("x")), limit=Limit(seconds=9_999), stop=stop)
    assert choice.move in tablier.game("x").start().legal_moves
    player.close()


class Host:
    """A host that keeps what the engine says."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.server = EngineServer(self.heard.append)

    def say(self, *lines: str) -> list[str]:
        """The answers to these lines."""
        before = len(self.heard)
        for line in lines:
            assert self.server.handle(line)
        return self.heard[before:]


def test_pondering_waits_for_the_move_before_it() -> None:
    host = Host()
    host.say("new quixo", "position start moves a1e1", "set bot=level:2")
    assert host.say("go ponder seconds=0.01") == []
    assert host.say("position start") == ["error a search is running: send stop before position"]
    host.say("ponderhit")
    host.server.wait()
    assert host.heard[-1].startswith("move ")
    host.say("go infinite")
    assert host.say("stop")[-1].startswith("move ")
    assert not host.server.handle("quit")


def test_a_host_may_go_on_as_soon_as_it_reads_the_move() -> None:
    """The thread of the search is still there when its last line arrives."""
    heard: list[str] = []
    has_heard_move = threading.Event()

    def hear(line: str) -> None:
        heard.append(line)
        if line.startswith("move "):
            has_heard_move.set()
            time.sleep(0.2)

    server = EngineServer(hear)
    for line in ("new quixo", "set bot=level:2", "position start", "go nodes=10"):
        server.handle(line)
    assert has_heard_move.wait(60)
    server.handle("set seed=1")
    assert not [line for line in heard if line.startswith("error")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tablier 7", "error this engine speaks version 1 of the protocol, not 7"),
        ("new chess", "error there is no game 'chess'"),
        ("new quixo size=77", "error "),
        ("position up", "error a position is 'start' or 'from POSITION'"),
        ("position from nonsense", "error "),
        ("position start moves z1", "error "),
        ("go nodes=0", "error a limit of nodes is at least 1"),
        ("go seconds=nan", "error "),
        ("go fast", "error go does not know 'fast'"),
        ("set pride=1", "error there is no option 'pride'"),
        ("set bot=level:99", "error there is no level 99"),
        (f"set bot={misbehaving('crash')}", "error an engine does not start engines"),
        ("__init__", "error there is no command '__init__'"),
    ],
)
def test_what_cannot_be_done_is_one_line(line: str, said: str) -> None:
    host = Host()
    host.say("new quixo")
    answers = host.say(line)
    assert len(answers) == 1
    assert answers[0].startswith(said)


def test_nothing_is_chosen_without_a_game() -> None:
    host = Host()
    assert host.say("go") == ["error there is no game yet: send new GAME"]
    assert host.say("position start") == ["error there is no game yet: send new GAME"]
    assert host.say("", "stop") == []
