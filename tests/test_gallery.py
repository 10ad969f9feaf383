"""The gallery: every game and page on every screen, and a page that shows what was taken."""

from __future__ import annotations

from tools.gallery import SCREENS, list_shots, write_index
from tools.gallery_states import list_states

import tablier


def test_every_game_is_seen_on_every_screen_in_both_themes_and_languages() -> None:
    shots = list_shots()
    assert len({shot.name for shot in shots}) == len(shots) == len(list_states()) * len(SCREENS) * 2 * 2
    for name in tablier.games():
        seen = [shot for shot in shots if shot.state == f"table-{name}"]
        assert [shot.screen for shot in seen if (shot.theme, shot.language) == ("dark", "fr")] == list(
            SCREENS
        )


def test_shots_are_chosen_by_whole_words() -> None:
    assert {shot.language for shot in list_shots("analysis tablet en")} == {"en"}
    assert {shot.state for shot in list_shots("local-table")} <= {"local-table"}
    assert {(shot.state, shot.theme) for shot in list_shots("waiting phone dark-fr")} == {("waiting", "dark")}


def test_the_index_shows_the_shots_and_what_went_wrong() -> None:
    shots = list_shots("waiting-phone")
    page = write_index(shots, ["home: <gone>"])
    assert page.count("<figure>") == len(shots) == 4
    assert "waiting-phone-dark-fr.png" in page
    assert "home: &lt;gone&gt;" in page
