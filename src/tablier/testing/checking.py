"""All laws, asked of a game with every choice of its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import product

from tablier.board_game import Game
from tablier.registry import game as find_game
from tablier.registry import games, kind, registered
from tablier.testing import matches, pictures, states
from tablier.testing.ensure import LawBroken
from tablier.testing.referee import GameReferee, Referee, agrees_with_its_referee

Law = Callable[[Game], None]
"""A law: it takes a game and raises LawBroken if the game does not obey."""

LAWS: tuple[Law, ...] = (
    states.rules_do_not_fail,
    states.clicks_tell_moves_apart,
    states.texts_round_trip,
    states.moves_ascend_and_end_with_the_game,
    states.after_refuses_everything_else,
    states.equal_states_are_interchangeable,
    states.different_states_differ,
    states.outcomes_have_a_score_for_every_seat,
    states.settling_comes_last_for_the_one_who_leaves,
    states.every_end_gives_out_the_same_number_of_points,
    states.positions_by_hand,
    matches.every_match_ends,
    matches.taking_back_undoes_everything,
    matches.leaving_ends_a_match,
    matches.records_round_trip,
    matches.random_games_are_the_same_for_a_seed,
    matches.every_level_plays,
    matches.same_seed_same_choice,
    pictures.scene_offers_exactly_the_legal_moves,
    pictures.everything_offered_can_be_clicked,
    pictures.every_spot_has_words,
    pictures.pictures_are_well_formed,
)
"""All laws, in the order in which they are asked."""


def check(
    game: Game | type[Game] | str,
    *,
    referee: Referee | Game | None = None,
    laws: Sequence[Law] = LAWS,
) -> None:
    """Ask every law of a game; LawBroken names the first that it does not obey and says what to do.

    A class or an id stands for the game with every choice of its options; the class need not be registered.
    The referee is another implementation of the rules: a `Referee`, or another Game with the same moves.

    >>> from tablier import game
    >>> check(game("quixo", size=3), laws=LAWS[:4])
    """
    for each in game_with_options(game):
        for law in laws:
            ask(law, each)
        if referee is not None:
            judge = GameReferee(referee) if isinstance(referee, Game) else referee
            ask(partial(agrees_with_its_referee, referee=judge), each, str(agrees_with_its_referee.__doc__))


def ask(law: Law, game: Game, about: str = "") -> None:
    """Ask one law of a game, which is registered meanwhile."""
    with ExitStack() as stack:
        if game.id not in games() or kind(game.id) is not type(game):
            stack.enter_context(registered(type(game)))
        try:
            law(find_game(game.id, **game.options))
        except LawBroken as error:
            raise LawBroken(f"{game!r} breaks a law: {about or law.__doc__}\n  {error}") from error


def game_with_options(game: Game | type[Game] | str) -> tuple[Game, ...]:
    """The game itself, or the games that a class or an id stands for: one for every choice of options.

    >>> [each.options["size"] for each in game_with_options("quixo")]
    [3, 4, 5]
    """
    if isinstance(game, Game):
        return (game,)
    found = kind(game) if isinstance(game, str) else game
    with registered(found):
        return tuple(_games_of(found))


def _games_of(found: type[Game]) -> Iterator[Game]:
    for values in product(*(option.choices for option in found.choices.values())):
        yield find_game(found.id, **dict(zip(found.choices, values, strict=True)))
