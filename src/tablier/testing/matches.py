"""Laws of matches, records, random games and computer players."""

from __future__ import annotations

from random import Random

from tablier.board_game import Game
from tablier.bots import Limit, bot, level_names
from tablier.core.playouts import playouts
from tablier.core.values import IllegalMove
from tablier.match import Match
from tablier.record import Record
from tablier.testing.ensure import ensure, ensure_refused, play_randomly


def every_match_ends(game: Game) -> None:
    """A random match ends, by the board or by repetition, and then no move is possible."""
    match = play_randomly(game, Random(repr(game)))
    ensure(
        match.outcome is not None,
        f"a random match goes on after {len(match.moves)} plies",
        "let `result` end the game after a number of plies that the value remembers",
    )
    ensure(match.legal_moves == (), f"{match.state}: moves after the end")
    ensure_refused(IllegalMove, match.push, 0, seen="a move after the end")
    ensure_refused(ValueError, match.resign, 0, seen="resigning after the end")


def taking_back_undoes_everything(game: Game) -> None:
    """Taking back all moves of a match leads to its beginning, position by position."""
    match = play_randomly(game, Random(repr(game)), plies=60)
    again = Match(game)
    for move in match.moves:
        again.push(move)
    ensure(
        again == match and again.state == match.state,
        f"the same moves lead to {again.state} and {match.state}",
        "the rules may use no chance and keep nothing outside the value",
    )
    while match.moves:
        move, before = match.moves[-1], match.states[-2]
        ensure(match.pop() == move and match.state == before, f"taking back leads to {match.state}")
    ensure(match == Match(game) and match.repetitions == 1, "taking all back does not lead to the beginning")
    ensure_refused(IndexError, match.pop, seen="taking back the beginning")


def leaving_ends_a_match(game: Game) -> None:
    """Whoever leaves comes last; with two sides the other one wins."""
    for seat in range(len(game.seats)):
        match = play_randomly(game, Random(seat), plies=2)
        match.time_out(seat)
        assert match.outcome is not None
        scores, places = match.outcome.scores, match.outcome.places
        leaving = game.side(seat) if len(game.sides) == 2 else (seat,)
        ensure(
            all(scores[other] == 0 for other in leaving) and places[seat] == max(places),
            f"seat {seat} ran out of time, and the scores are {scores}",
            "see `conceded_scores`",
        )
    for nobody in (-1, len(game.seats), 99):
        ensure_refused(ValueError, Match(game).resign, nobody, seen=f"resigning for seat {nobody}")


def records_round_trip(game: Game) -> None:
    """A record of a match is read back as it was written, as text and as JSON."""
    rng = Random(repr(game))
    for plies in (0, 1, 9, 10_000):
        match = play_randomly(game, rng, plies=plies)
        record = Record(
            match,
            players=tuple(f"Player “{seat}” \\ [x]" for seat in game.seats),
            date="2026-11-15",
            times=tuple(round(rng.expovariate(0.1), 3) for _ in match.moves),
            comments={ply: f"after {ply}; so [far] 1. e4" for ply in range(0, len(match.moves) + 1, 5)},
            tags={"Event": 'Autumn "open"\nround 1'},
        )
        advice = "let the texts of moves have no spaces, brackets, braces or quotes"
        ensure(Record.read(str(record)) == record, "a record is not read back as it was written", advice)
        ensure(Record.read(str(record).replace("\n", "\r\n")) == record, "nor with the line ends of Windows")
        ensure(Record.from_json(record.to_json()) == record, "nor as JSON")


def random_games_are_the_same_for_a_seed(game: Game) -> None:
    """The same seed gives the same random games."""
    one = playouts(game.start(), 40, seed=7)
    ensure(
        one == playouts(game.start(), 40, seed=7, threads=2),
        "random games with the same seed differ",
        "the rules may use no chance, no clock and no sets whose order changes",
    )


def every_level_plays(game: Game) -> None:
    """All eight levels of the computer give a legal move."""
    state = game.start()
    for name in level_names():
        choice = bot(name).choose(state, limit=Limit(nodes=60), seed=1)
        ensure(choice.move in state.legal_moves, f"{name} plays the illegal move {choice.move}")
        ensure(
            choice.best[0].move == choice.line[0] == choice.move, f"{name} plays another move than its best"
        )
        ensure(abs(sum(choice.shares) - 1) < 1e-9, f"{name}: the shares {choice.shares} do not add up to 1")


def same_seed_same_choice(game: Game) -> None:
    """The same seed gives the same search."""
    for name in ("level:3", "level:6", "uct:40"):
        one, two = (bot(name).choose(game.start(), limit=Limit(nodes=40), seed=9) for _ in range(2))
        ensure(one == two, f"{name} chooses {one} and {two}", "the rules may use no chance and no clock")
