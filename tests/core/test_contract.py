"""The contract of `core/rules.pxd` is checked when a game is made."""

from __future__ import annotations

from typing import Any

import pytest

import tablier
from tablier.board_game import Game, Path
from tablier.core.rules import RuleSet, State
from tablier.core.values import ContractError
from tablier.games.quixo.rules import QuixoRules, TeamRules


def make(rules: RuleSet, **changed: Any) -> Game:
    """A game for two by these rules, its class attributes changed."""

    class Fake(Game):
        id, title, seats, sides = "fake", "Fake", ("One", "Two"), ((0,), (1,))

        def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
            return rules, tablier.game("quixo").paths[: changed.get("paths")]

        def sketch(self, state: State) -> str:
            return ""

    for name, value in changed.items():
        setattr(Fake, name, value)
    return Fake()


def test_rules_that_keep_the_contract_are_bound_once() -> None:
    rules = QuixoRules(5)
    game = make(rules)
    assert rules.game is game
    with pytest.raises(ContractError, match=r"belong to .*fake.* already"):
        rules.bind(game)


@pytest.mark.parametrize(
    ("rules", "changed", "problem"),
    [
        (RuleSet(), {}, "fake: a game has 1 to 4 seats, not 0"),
        (QuixoRules(5), {"seats": ("One",)}, "fake: the rules are for 2 seats, the game has 1"),
        (QuixoRules(5), {"sides": ((0, 1),)}, "fake: the game's sides are .*, those of the rules"),
        (QuixoRules(5), {"sides": ((0,),)}, "fake: the sides .* do not name each seat once"),
        (QuixoRules(5), {"paths": 43}, "fake: the rules number 44 moves, the game has 43 paths"),
        (QuixoRules(3), {}, "fake: the rules number 20 moves, the game has 44 paths"),
        (TeamRules(), {}, "fake: the rules are for 4 seats, the game has 2"),
        (TeamRules(), {"seats": tuple("abcd"), "sides": ((0,), (1,), (2,), (3,))}, "fake: the game's sides"),
    ],
)
def test_rules_that_break_the_contract_are_refused(
    rules: RuleSet, changed: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ContractError, match=f"^{problem}"):
        make(rules, **changed)
    assert rules.game is None


@pytest.mark.parametrize("thing", [None, 3, "quixo", object()])
def test_rules_belong_to_a_game_only(thing: object) -> None:
    with pytest.raises(TypeError, match="belong to a Game, not to a value of type"):
        QuixoRules(5).bind(thing)  # type: ignore[arg-type]  # this is what is tested


def test_rules_cannot_be_given_to_another_game() -> None:
    with pytest.raises(AttributeError):
        tablier.game("quixo").rules.game = None  # type: ignore[misc,assignment]  # this is what is tested


def test_a_state_of_no_game_says_so() -> None:
    hollow = State.__new__(State)
    assert repr(hollow) == "<a State of no game>"
    for use in (hollow._repr_svg_, hollow.__reduce__):
        with pytest.raises(TypeError, match="belongs to no game"):
            use()
