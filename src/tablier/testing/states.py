"""Laws of moves and states: notation, legality, values, scores."""

from __future__ import annotations

import pickle
from contextlib import suppress
from random import Random

import tablier
from tablier.board_game import Game, find_ambiguity
from tablier.core.playouts import playouts
from tablier.core.rules import MAX_MOVES, State
from tablier.core.values import IllegalMove, NotationError
from tablier.testing.ensure import ensure, ensure_refused, walk

RECORD_SIGNS = '{}()[]";!?*'
"""What separates, comments and marks moves in a record."""


def texts_round_trip(game: Game) -> None:
    """Every move's text is read back as that move, in any case of letters, and stands whole in a record."""
    for move, text in enumerate(game.texts):
        ensure(
            not set(text).intersection(RECORD_SIGNS),
            f"the text {text!r} has a sign that means something else in a record",
            f"let `spell` or `path` use none of {RECORD_SIGNS}",
        )
        for typed in (text, text.upper(), f" {text.lower()} "):
            ensure(
                game.move(typed) == move,
                f"the move {text!r}, typed as {typed!r}, is read as {game.text(game.move(typed))!r}",
                "let `spell` or `path` give each move a text of its own that does not depend on capitals",
            )


def clicks_tell_moves_apart(game: Game) -> None:
    """No two moves have the same clicks or text, and none is the beginning of another."""
    problem = find_ambiguity(game.paths, game.texts)
    ensure(problem is None, str(problem), "let `path` give each move its own clicks, none beginning another")


def rules_do_not_fail(game: Game) -> None:
    """No function of the rules raises an exception in random games."""
    for state in walk(game, plies=400):
        outcome = state.outcome
        fault = getattr(game.rules, "last_fault", None)
        ensure(
            outcome is None or outcome.reason != "error",
            f"the rules fail in the position {str(state)!r}: {fault!r}",
            'the log "tablier.python" has the traceback',
        )


def moves_ascend_and_end_with_the_game(game: Game) -> None:
    """Legal moves are ascending numbers; there are none exactly when the game is over."""
    for state in walk(game):
        moves = state.legal_moves
        ensure(list(moves) == sorted(set(moves)), f"{state}: the moves {moves} do not ascend", "sort them")
        ensure(
            bool(moves) == (state.outcome is None),
            f"{state}: {len(moves)} legal moves, and the outcome {state.outcome}",
            "`moves` gives at least one move while `result` gives None, and `result` gives an End otherwise",
        )
        ensure(len(moves) <= MAX_MOVES, f"{state}: more than {MAX_MOVES} moves", "allow fewer at once")
        ensure(0 <= state.turn < len(game.seats), f"{state}: seat {state.turn} to move", "count seats from 0")


def after_refuses_everything_else(game: Game) -> None:
    """An illegal move is refused with a sentence and the clause of the rules, and changes nothing."""
    for state in walk(game, plies=40):
        before = str(state)
        for move in sorted(set(range(len(game.paths))) - set(state.legal_moves))[::7]:
            error = ensure_refused(
                IllegalMove, state.after, move, seen=f"{state}: {game.text(move)}", advice="see `legal_moves`"
            )
            ensure(error.move == game.text(move), f"{state}: {game.text(move)} is refused as {error.move}")
            ensure(
                error.reason.endswith("."),
                f"{game.text(move)} is refused with {error.reason!r}",
                "`refuse` gives a whole sentence with a full stop",
            )
            ensure(
                bool(error.clause) == (state.outcome is None),
                f"{game.text(move)} is refused with the clause {error.clause!r}",
                "name the clause of the rules while the game goes on",
            )
        ensure(str(state) == before, f"{before} became {state} by a refused move", "never change a value")


def equal_states_are_interchangeable(game: Game) -> None:
    """A position read back from its text, its repr or a pickle is the same in every respect."""
    for state in walk(game, plies=60):
        text = str(state)
        twin = game.read(text)
        advice = "let `write_value` write all that `encode` does, and `read_value` read it"
        ensure(twin == state, f"the text {text!r} is read back as another position, {twin}", advice)
        ensure(hash(twin) == hash(state), f"{text!r}: equal positions have different hashes", advice)
        ensure(twin.repetition_key == state.repetition_key, f"{text!r}: repetition differs", advice)
        ensure(twin.legal_moves == state.legal_moves, f"{text!r} read back has other moves", advice)
        ensure(twin.outcome == state.outcome, f"{text!r} read back has another outcome", advice)
        ensure(twin.turn == state.turn, f"{text!r} read back has another seat to move", advice)
        ensure(eval(repr(state), {"tablier": tablier}) == state, f"{state!r} is another position")
        ensure(pickle.loads(pickle.dumps(state)) == state, f"{text!r}: a pickle gives another position")


def different_states_differ(game: Game) -> None:
    """Positions with different texts are different, and positions that differ have different texts."""
    seen: dict[str, State] = {}
    for state in walk(game):
        other = seen.setdefault(str(state), state)
        ensure(other == state, f"two different positions are both written {state}", "write all of the value")
    states = list(seen.values())
    ensure(
        len(set(states)) == len(states) == len({hash(state) for state in states}),
        "two positions with different texts are equal",
        "let equal values have one text: `encode` and `write_value` must agree",
    )


def outcomes_have_a_score_for_every_seat(game: Game) -> None:
    """A finished game has a score for each seat, partners have the same, and the reason is known."""
    for state in walk(game):
        if (found := state.outcome) is None:
            continue
        ensure(
            len(found.scores) == len(game.seats), f"{state}: the scores {found.scores}", "one for each seat"
        )
        ensure(
            max(found.scores) <= game.best_score,
            f"{state}: the scores {found.scores}",
            f"none is above best_score, {game.best_score}",
        )
        ensure(
            found.reason in game.rules.reasons, f"{state}: the reason {found.reason!r}", "add it to `endings`"
        )
        for side in game.sides:
            ensure(
                len({found.scores[seat] for seat in side}) == 1,
                f"{state}: partners have different scores, {found.scores}",
                "seats of one side win and lose together",
            )


def settling_comes_last_for_the_one_who_leaves(game: Game) -> None:
    """A position can be scored as it stands, with a seat that leaves coming last."""
    for state in walk(game, plies=40):
        ensure(sum(state.settle()) > 0, f"{state}: it is worth nothing as it stands")
        for seat in range(len(game.seats)) if len(game.sides) > 2 else ():
            scores = state.settle(without=seat)
            ensure(scores[seat] == 0 <= min(scores), f"{state}: seat {seat} leaves and gets {scores}")
        for bad in (-2, -1, len(game.seats), 99):
            ensure_refused(ValueError, state.settle, without=bad, seen=f"settle(without={bad})")


def every_end_gives_out_the_same_number_of_points(game: Game) -> None:
    """The board, repetition, agreement, resignation and time divide the same total among the seats."""
    totals: dict[str, set[float]] = {"board": set(), "settled": set(), "conceded": set(), "agreed": set()}
    totals["board"].add(round(sum(playouts(game.start(), 20).scores), 9))  # the mean of ends by the board
    for state in walk(game, plies=100):
        if state.outcome:
            totals["board"].add(round(sum(state.outcome.scores), 9))
            continue
        totals["settled"].add(round(sum(state.settle()), 9))  # repetition, and the searches
        for seat in range(len(game.seats)):
            totals["settled"].add(round(sum(state.settle(without=seat)), 9))
            totals["conceded"].add(round(sum(game.conceded_scores(state, seat)), 9))  # resignation, time
        for winner in (None, *range(len(game.seats))):
            with suppress(ValueError):  # a game without draws names a winner, the others none
                totals["agreed"].add(round(sum(game.agreed_scores(state, winner)), 9))
    one = totals["settled"]
    ensure(
        len(one) == 1 and all(found == one for found in totals.values()),
        f"the points of all seats together are {totals}",
        "`won` and `drawn` make ends whose scores add up to the same",
    )


def positions_by_hand(game: Game) -> None:
    """A text that is nearly right is refused, with the column, or means what it says."""
    rng = Random(repr(game))
    for state in walk(game, plies=40):
        text = str(state)
        at = rng.randrange(len(text))
        for typed in (
            text[:at] + rng.choice("abrxyo0123456789/ -,@") + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text[:at] + text[at:][::-1],
            text + rng.choice(" x1"),
        ):
            check_typed_position(game, typed)


def check_typed_position(game: Game, typed: str) -> None:
    """Any text is a position that can be written and played, or a NotationError with a column."""
    try:
        read = game.read(typed)
    except NotationError as error:
        ensure(1 <= error.column <= len(typed) + 1, f"{typed!r} is wrong at column {error.column}")
    except Exception as error:
        ensure(False, f"reading {typed!r} raised {error!r}", "raise NotationError or ValueError")
    else:
        ensure(
            game.read(str(read)) == read, f"{typed!r} is read as {read}, which is read as another position"
        )
        ensure(
            bool(read.legal_moves) == (read.outcome is None),
            f"{typed!r}: {len(read.legal_moves)} legal moves, and the outcome {read.outcome}",
            "refuse positions that cannot be played on from",
        )
