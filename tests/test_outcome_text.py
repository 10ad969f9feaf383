"""The end of a match in words: who won, and by what."""

from __future__ import annotations

import pytest

import tablier
from tablier.board_game import facts_of
from tablier.games.plateau_x.rules import Facts
from tablier.match import Match
from tablier.outcome_text import describe_ending
from tablier.scene import Phrase, to_text
from tablier.web.languages import translator


def ending(match: Match, language: str = "en") -> tuple[str, str]:
    who, why = describe_ending(match, [Phrase(name) for name in match.game.seats])
    translate = translator(language)
    return to_text(who, translate), to_text(why, translate)


def play(game: str, moves: str, start: str = "", **options: object) -> Match:
    found = tablier.game(game, **options)
    return Match(found, start=found.read(start) if start else None).play(*moves.split())


def test_quixo_names_the_line() -> None:
    match = play("quixo", "c3c1 b1a1 b3c3 c2c1 b1c1", size=3)
    assert ending(match) == ("Cross wins", "a line of 3, c1 to c3")
    assert ending(match, "fr") == ("Croix gagne", "une ligne de 3, de c1 à c3")


def test_quixo_says_who_made_a_line_for_the_other_side() -> None:
    """§Q6: the figure of the rule page."""
    match = play("quixo", "e1e5", "5/5/5/4o/oooox x")
    assert ending(match) == ("Circle wins", "Cross completed a line for the other side, a1 to e1")


def test_olix_names_the_pattern_beyond_its_column() -> None:
    """§O7."""
    match = Match(tablier.game("olix"))
    for column in "abcdefg":
        match.play(f"{column}1", f"{column}{3 if column in 'ace' else 6}")
    match.play("h1")
    assert ending(match) == ("Red wins", "an I of 8, beyond its column (7)")
    assert ending(match, "fr")[1] == "un I de 8, au-delà de sa colonne (7)"


def test_an_agreed_end_of_olix_counts_markers() -> None:
    """§O9."""
    match = play("olix", "a1 k11 b1 k9 c1 k7 d1 k5")
    match.agree()
    assert ending(match) == ("Red wins", "by agreement; Red has more markers: 1 to 0")
    level = play("olix", "a1")
    level.agree()
    assert ending(level) == ("A draw", "by agreement; the columns are level")


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("@a1", "only Black has a pawn in play"),
        ("@a1 @f6", "level and plateau are equal, but Black got there first"),
        ("@a1 @f6 Sa2 Sf5 a1-a2 Sf4", "Black stands higher: level 1 to 0"),
        ("@a1 @f6 Da2b2 Sf5 a1-a2 f6-f5", "Black stands on the larger plateau: 2 cells to 1"),
    ],
)
def test_plateau_x_says_what_puts_the_first_before_the_second(moves: str, why: str) -> None:
    """§P13."""
    match = play("plateau-x-mini", moves)
    match.agree()
    assert ending(match) == ("Black wins", f"by agreement; {why}")


def test_four_players_of_plateau_x_are_compared_by_the_best_two() -> None:
    match = play("plateau-x", "@a1 @g7 @a7 @g1 Sa2 Sg6 Sb7 Sf1 a1-a2 Sc4 Sd4 Se4")
    match.agree()
    assert ending(match)[1] == "by agreement; Black stands highest: level 1 to 0"


def test_plateau_x_says_who_could_not_move_and_why_the_other_won() -> None:
    """§P12: the figure of the rule page."""
    example = tablier.game("plateau-x-mini").examples["blocked"]
    match = play("plateau-x-mini", "", example.position)
    assert match.outcome is not None
    assert ending(match) == (
        "Black wins",
        f"Orange had no legal turn left; Black stands higher: level {level(match, 0)} to {level(match, 1)}",
    )


def level(match: Match, seat: int) -> int:
    return max(int(pawn.level) for pawn in facts_of(Facts, match.state).pawns if pawn.seat == seat)


def test_who_shares_a_win_without_being_partners_reads_with_whom() -> None:
    """§X: whoever resigns gets nothing, the other two half a point each."""
    match = play("x", "a1 b1 c1")
    match.resign(1)
    names = [Phrase(name) for name in match.game.seats]
    who = [to_text(describe_ending(match, names, (seat,))[0], translator("en")) for seat in range(3)]
    assert who == ["You and Green win", "Red and Green win", "You and Red win"]
    teams = play("quixo-teams", "a1e1s")
    teams.resign(1)
    names = [Phrase(name) for name in teams.game.seats]
    assert to_text(describe_ending(teams, names, (0,))[0], translator("en")) == "Your side wins"
