"""A newcomer takes a first lesson: by mouse, by keys alone, on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tablier.lesson import lesson
from tests.web.people import Player

Visit = Callable[..., Player]


def step_of(player: Player, game: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = player.page.request.get(f"/api/lessons/{game}/{number}").json()
    return found


def arrive(player: Player, number: int) -> None:
    player.page.wait_for_selector(f"body[data-ready='{number}']")


def follow(player: Player, game: str, press: Callable[[list[str]], None], on: Callable[[], None]) -> None:
    """All steps, each by the move it would show, up to the end of the last game."""
    page = player.page
    steps = len(lesson(game).steps)
    for number in range(1, steps + 1):
        arrive(player, number)
        expect(page.locator("#says")).to_contain_text(step_of(player, game, number)["says"])
        kind = page.locator("body").get_attribute("data-kind")
        if kind == "look":
            on()
            continue
        hint = step_of(player, game, number)["hint"]
        while hint:
            with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
                press(hint["path"])
            answer = sent.value.json()
            hint = answer["hint"]
            if hint:
                page.wait_for_selector(".spot.live, #tray .live")
        assert answer["done"]
        page.wait_for_selector(f"body[data-done='{number}']")
        expect(page.locator("#line")).to_contain_text(answer["says"])
        if number < steps:
            on()


def test_a_whole_lesson_by_mouse(visit: Visit) -> None:
    ann = visit(locale="en-GB")
    ann.page.goto("/learn/quixo")

    def press(path: list[str]) -> None:
        for name in path:
            ann.click(name)

    follow(ann, "quixo", press, lambda: ann.page.click("#next"))
    expect(ann.page.locator("#end")).to_be_visible()
    ann.page.click("#end [name=play]")
    ann.arrive()
    assert ann.news["game"]["id"] == "quixo"
    assert [seat["bot"] for seat in ann.news["seats"]] == ["", "level:1"]
