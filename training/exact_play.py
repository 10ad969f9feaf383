"""How often a bot gives something away on a board that is solved: `python -m training.exact_play GAME`.

    python -m training.exact_play quixo -o size=4 --bot level:8 --seconds 1 --positions 200

takes random positions, half of them won for the side to move and half drawn, in which some move would be a
mistake. In each the bot makes a move, or several against an opponent that plays exactly, and the solution
says whether the move kept the value. A win that ends as a draw by repetition is given away too. The
board is solved first if it is not yet (`tablier solve`).

    python -m training.exact_play quixo --bot level:8 --seconds 2 --against uct:2s --games 20

lets the bot play whole games after a random opening, and judges its own moves. The bot itself finds no table;
boards that are solved when asked (4x4) it knows whenever time is its limit. With a part of a table
(`tablier solve --layers`) as `--solution` the moves that it knows are judged.
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
from tablier.board_game import read_option
from tablier.bots import Limit, bot
from tablier.bots.search_bench import random_position
from tablier.core.numbering import images, rank
from tablier.solver import LayeredSolution, Solution, Value, set_tables_folder, solve

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


def sample_positions(solution: Solution, count: int, rng: Random) -> Iterator[State]:
    """Positions in which a mistake is possible, no two alike: won ones and drawn ones in turns."""
    seen: set[int] = set()
    for number in range(count):
        wanted = (Value.WIN, Value.DRAW)[number % 2]
        for _ in range(TRIES):
            state = random_position(solution.game, rng.randrange(WALK), rng)
            alike = min(map(rank, images(state)))
            if alike in seen or solution.look(state) is not wanted:
                continue
            if len(solution.best(state)) < len(state.legal_moves):
                seen.add(alike)
                yield state
                break


def value_of(outcome: Outcome, seat: int) -> Value:
    score = outcome.scores[seat]
    return Value.WIN if score == 1 else Value.LOSS if score == 0 else Value.DRAW


def played(
    solution: Solution, state: State, name: str, limit: Limit, moves: int, seed: int
) -> tuple[int, list[Mistake]]:
    """How many moves the bot made from here, and its mistakes; the first one ends the game."""
    player, rng = bot(name), Random(seed)
    match, seat = Match(solution.game, start=state), state.turn
    for made in range(1, moves + 1):
        before, had = match.state, solution.value(match.state)
        move = player.choose(match, limit=limit, seed=seed).move
        kept = solution.worth(before, move)
        match.push(move)
        if match.outcome:
            kept = value_of(match.outcome, seat)
        if kept < had:
            made_moves = " ".join(solution.game.text(each) for each in match.moves)
            return made, [Mistake(str(before), solution.game.text(move), had, kept, made_moves)]
        while not match.outcome and match.turn != seat:
            match.push(rng.choice(solution.best(match.state)))
        if match.outcome:
            return made, []
    return moves, []


OPENING = 4
"""Random plies before a game."""
LONGEST = 120
"""Plies after which a game is left as a draw."""


@dataclass
class Judgement:
    """The moves of a bot in one game."""

    moves: int
    """Of positions whose value is known."""
    critical: int
    """Moves where another one would have given something away."""
    mistakes: list[Mistake]
    had_win: bool
    """Was a position won for it when it was to move?"""
    result: Value
    """For the bot; an unfinished game counts as a draw."""


def play_game(solution: Solution, name: str, other: str, limit: Limit, number: int, seed: int) -> Judgement:
    """A game of a bot, who begins in every second one, against another."""
    rng = Random(seed + number // 2)
    match, seat = Match(solution.game, start=random_position(solution.game, OPENING, rng)), number % 2
    players = {seat: bot(name), 1 - seat: bot(other)}
    found = Judgement(0, 0, [], False, Value.DRAW)
    while not match.outcome and len(match.moves) < LONGEST:
        before, turn = match.state, match.turn
        own_limit = limit if turn == seat or other == name else None
        move = players[turn].choose(match, limit=own_limit, seed=seed + number).move
        match.push(move)
        had = solution.look(before)
        if turn != seat or had is None:
            continue
        kept = solution.worth(before, move)
        found.moves += 1
        found.critical += had > Value.LOSS and len(solution.best(before)) < len(before.legal_moves)
        found.had_win |= had is Value.WIN
        if kept < had:
            made = " ".join(solution.game.text(each) for each in match.moves)
            found.mistakes.append(Mistake(str(before), solution.game.text(move), had, kept, made))
    if match.outcome:
        found.result = value_of(match.outcome, seat)
    return found


def describe_games(found: Sequence[Judgement]) -> str:
    results = Counter(each.result.name.lower() for each in found)
    drawn = [each for each in found if each.result is Value.DRAW]
    return (
        f"{len(found)} games ({dict(results)}); {sum(each.moves for each in found)} moves, "
        f"{sum(each.critical for each in found)} where something could be given away, "
        f"{sum(len(each.mistakes) for each in found)} gave something away; of {len(drawn)} drawn games "
        f"{sum(each.had_win for each in drawn)} had been won"
    )


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
@click.option("--against", help="Play whole games against this bot instead.")
@click.option("--games", default=20, show_default=True, help="How many, with --against.")
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
    against: str | None,
    games: int,
    path: Path | None,
) -> None:
    """Count the moves by which a bot gives away a win or a draw."""
    console = Console(highlight=False)
    solution: Solution = (
        LayeredSolution.open(path, partial=True)
        if path and path.is_dir()
        else solve(tablier.game(name, **dict(read_option(option) for option in options)), path)
    )
    set_tables_folder(Path(__file__).parent / "no-tables")
    limit = Limit(seconds=1.0 if seconds is None and nodes is None else seconds, nodes=nodes)
    if against:
        played_games = []
        for number in track(range(games), f"{player} against {against}", console=console, transient=True):
            played_games.append(play_game(solution, player, against, limit, number, seed))
            for mistake in played_games[-1].mistakes:
                console.print(
                    f"{mistake.position}: {mistake.move} gives a {mistake.had.name.lower()} away for a "
                    f"{mistake.kept.name.lower()}"
                )
        console.print(f"{solution.game!r}, {player} ({limit}) against {against}: ", end="")
        console.print(describe_games(played_games))
        return
    chosen = list(sample_positions(solution, count, Random(seed)))
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
