"""How often a bot gives something away on a board that is solved: `python -m bench.exact GAME`, by hand.

    python -m bench.exact quixo -o size=4 --bot level:8 --seconds 1 --positions 200

takes random positions, half of them won for the side to move and half drawn, in which some move would be a
mistake. In each the bot makes a move, or several against an opponent who gives nothing away, and the solution
says whether the move kept the value. A win that ends as a draw by repetition is given away too. The
board is solved first if it is not yet (`tablier solve`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click
from rich.console import Console
from rich.progress import track

import tablier
from tablier import Match, Outcome, State
from tablier.bots import Limit, bot
from tablier.bots.bench import walked
from tablier.core.numbering import images, rank
from tablier.game import read_option
from tablier.solver import Solution, Value, solve

WALK = 40
"""Random plies to a position, at most."""
TRIES = 100_000


@dataclass
class Mistake:
    """A move that gave something away."""

    position: str
    move: str
    had: Value
    kept: Value
    moves: str
    """Those made since the position that was set up."""


def positions(solution: Solution, count: int, chance: Random) -> Iterator[State]:
    """Positions in which a mistake is possible, no two alike: won ones and drawn ones in turns."""
    seen: set[int] = set()
    for number in range(count):
        wanted = (Value.WIN, Value.DRAW)[number % 2]
        for _ in range(TRIES):
            state = walked(solution.game, chance.randrange(WALK), chance)
            alike = min(map(rank, images(state)))
            if alike in seen or solution.value(state) is not wanted:
                continue
            if len(solution.best(state)) < len(state.legal_moves):
                seen.add(alike)
                yield state
                break


def ended(outcome: Outcome, seat: int) -> Value:
    score = outcome.scores[seat]
    return Value.WIN if score == 1 else Value.LOSS if score == 0 else Value.DRAW


def played(
    solution: Solution, state: State, name: str, limit: Limit, moves: int, seed: int
) -> tuple[int, list[Mistake]]:
    """How many moves the bot made from here, and its mistakes; the first one ends the game."""
    player, chance = bot(name), Random(seed)
    match, seat = Match(solution.game, start=state), state.turn
    for made in range(1, moves + 1):
        before, had = match.state, solution.value(match.state)
        move = player.choose(match, limit=limit, seed=seed).move
        kept = solution.worth(before, move)
        match.push(move)
        if match.outcome:
            kept = ended(match.outcome, seat)
        if kept < had:
            made_moves = " ".join(solution.game.text(each) for each in match.moves)
            return made, [Mistake(str(before), solution.game.text(move), had, kept, made_moves)]
        while not match.outcome and match.turn != seat:
            match.push(chance.choice(solution.best(match.state)))
        if match.outcome:
            return made, []
    return moves, []


@click.command()
@click.argument("name", metavar="GAME")
@click.option("-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
@click.option("--bot", "player", default="level:8", show_default=True)
@click.option("--seconds", type=float, help="For each move.  [default: 1, or no limit of time with --nodes]")
@click.option("--nodes", type=int, help="For each move.")
@click.option("--positions", "count", default=100, show_default=True)
@click.option("--moves", default=1, show_default=True, help="The bot's moves from each position, at most.")
@click.option("--threads", default=1, show_default=True, help="Positions at a time.")
@click.option("--seed", default=1, show_default=True)
@click.option("--solution", "path", type=click.Path(path_type=Path), help="[default: in your data folder]")
def main(
    name: str,
    options: Sequence[str],
    player: str,
    seconds: float | None,
    nodes: int | None,
    count: int,
    moves: int,
    threads: int,
    seed: int,
    path: Path | None,
) -> None:
    """Count the moves by which a bot gives away a win or a draw."""
    console = Console(highlight=False)
    solution = solve(tablier.game(name, **dict(read_option(option) for option in options)), path)
    limit = Limit(seconds=1.0 if seconds is None and nodes is None else seconds, nodes=nodes)
    chosen = list(positions(solution, count, Random(seed)))
    made, mistakes = 0, list[Mistake]()
    with ThreadPoolExecutor(threads) as pool:
        results = pool.map(lambda state: played(solution, state, player, limit, moves, seed), chosen)
        try:
            for more, found in track(results, player, total=len(chosen), console=console, transient=True):
                made += more
                mistakes += found
                for mistake in found:
                    console.print(
                        f"{mistake.position}: {mistake.move} gives a {mistake.had.name.lower()} away for a "
                        f"{mistake.kept.name.lower()}  ({mistake.moves})"
                    )
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            console.print("stopped; so far:")
    values = Counter(solution.value(state).name.lower() for state in chosen)
    console.print(f"{solution.game!r}, {player}, {limit}: {len(chosen)} positions ({dict(values)})")
    console.print(f"{made} moves, {len(mistakes)} of them gave something away")


if __name__ == "__main__":
    main()
