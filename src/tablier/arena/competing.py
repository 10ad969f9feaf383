"""A whole tournament by one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tablier.arena.log import Log, Result
from tablier.arena.plan import Lineup, plan_games
from tablier.arena.report import Report
from tablier.arena.run import local_workers, run_games
from tablier.board_game import Game
from tablier.bots import Limit, bot


def compete(
    game: Game,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: int = 0,
    openings: int | None = None,
    limit: Limit | None = None,
    lineup: Lineup = Lineup.MIXED,
    threads: int | None = None,
    out: Path | None = None,
    progress: Callable[[Result], object] = lambda _: None,
) -> Report:
    """Let bots play each other on threads of this process, and report how strong they are.

    At least `games` games are played: each opening, of `openings` random plies, in every order of seats.
    `limit` replaces the bots' own. Games are written to the file `out`, and those that are there are not
    played again; without it they are in the report alone. `progress` is called after every game.

    Raises ValueError for fewer than two bots, a name that is no bot's, or openings longer than the game.

    >>> import tablier
    >>> found = compete(tablier.game("quixo", size=3), ["level:2", "random"], games=4, limit=Limit(nodes=50))
    >>> len(found.results), sum(found.shares("level:2") + found.shares("random"))
    (4, 4.0)
    """
    jobs = plan_games(game, bots, games=games, seed=seed, openings=openings, limit=limit, lineup=lineup)
    with TemporaryDirectory() as folder, local_workers(threads) as crew:
        log = Log(Path(folder) / "games.jsonl" if out is None else out)
        for result in run_games(jobs, crew, log):
            progress(result)
        return Report(game, [bot(name).name for name in bots], log.of(jobs))
