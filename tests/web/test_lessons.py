"""A newcomer takes a first lesson: by mouse, by keys alone, on a phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from tablier.lesson import lesson_of
from tests.web.people import Player

Visit = Callable[..., Player]


def step_of(player: Player, game: str, number: int) -> dict[str, Any]:
    language = player.page.locator("html").get_attribute("lang") or ""
    answer = player.page.request.get(f"/api/lessons/{game}/{number}", headers={"accept-language": language})
    found: dict[str, Any] = answer.json()
    return found


def arrive(player: Player, number: int) -> None:
    player.page.wait_for_selector(f"body[data-ready='{number}']")


def follow(player: Player, game: str, press: Callable[[list[str]], None], on: Callable[[], None]) -> None:
    """All steps, each by the move it would show, up to the end of the last game."""
    page = player.page
    steps = len(lesson_of(game).steps)
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


def follow_by_mouse(player: Player, game: str) -> None:
    """From the home page."""

    def press(path: list[str]) -> None:
        for name in path:
            player.click(name)

    player.page.goto("/")
    player.page.click(f"[data-lesson={game}]")
    follow(player, game, press, lambda: player.page.click("#next"))


def test_a_whole_lesson_by_mouse(visit: Visit) -> None:
    ann = visit(locale="en-GB")
    follow_by_mouse(ann, "x")
    expect(ann.page.locator("#end")).to_be_visible()
    ann.page.click("#end [name=play]")
    ann.arrive()
    assert ann.news["game"]["id"] == "x"
    assert [seat["bot"] for seat in ann.news["seats"]] == ["", "level:1", "level:1"]
    ann.page.goto("/")
    expect(ann.page.locator("[data-lesson=x]")).to_contain_text("Lesson done")
    expect(ann.page.locator("[data-lesson=olix]")).to_contain_text("Learn in 3 minutes")


class Keys:
    """Hands that never touch the mouse."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page

    def focused(self, selector: str) -> bool:
        found: bool = self.page.evaluate("it => document.activeElement.matches(it)", selector)
        return found

    def tab_to(self, selector: str, key: str = "Tab") -> None:
        for _ in range(100):
            if self.focused(selector):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{selector} cannot be reached")

    def go_to(self, name: str) -> None:
        """With the arrows from spot to spot, in the direction that is nearest, no key twice on one spot."""
        if not self.focused(".spot"):
            self.tab_to(".spot", "Shift+Tab")
        x, y = self.player.at(name)
        pressed = set()
        for _ in range(40):
            here = self.page.evaluate("document.activeElement.dataset.name")
            if here == name:
                return
            across, down = self.player.at(here)
            gains = {
                "ArrowRight": x - across,
                "ArrowLeft": across - x,
                "ArrowDown": y - down,
                "ArrowUp": down - y,
            }
            key = max((key for key in gains if (here, key) not in pressed), key=gains.__getitem__)
            pressed.add((here, key))
            self.page.keyboard.press(key)
        raise AssertionError(f"{name} cannot be reached")

    def press(self, path: Sequence[str]) -> None:
        for number, name in enumerate(path):
            beside = f"#tray [data-name='{name}']"
            if number and name == path[0]:  # a second press would put the piece down
                self.tab_to("#line button")
            elif self.page.locator(beside).count():
                self.tab_to(beside)
            else:
                self.go_to(name)
            self.page.keyboard.press("Enter")

    def on(self) -> None:
        self.tab_to("#next")
        self.page.keyboard.press("Enter")


def test_a_whole_lesson_by_keys_alone_in_french(visit: Visit) -> None:
    ann = visit(locale="fr-FR", reduced_motion="reduce")
    ann.page.goto("/learn/quixo")
    keys = Keys(ann)
    follow(ann, "quixo", keys.press, keys.on)
    expect(ann.page.locator("#says")).to_contain_text("Et maintenant, une partie")
    expect(ann.page.locator("#line")).to_contain_text("Voilà, vous savez tout de Quixo")
    assert keys.focused("#end .main"), "the next thing to do is under the fingers"
    ann.page.keyboard.press("Enter")
    ann.arrive()
    assert ann.news["game"]["id"] == "quixo"


def test_what_is_heard_and_taken_back(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/learn/quixo")
    arrive(ann, 1)
    ann.page.keyboard.press("Escape")
    keys = Keys(ann)
    keys.on()
    arrive(ann, 2)
    assert keys.focused(".spot"), "where there is something to do"
    expect(ann.page.locator(".spot[data-name=a1]")).to_have_attribute("aria-label", "a1, blank cube")
    keys.press(["a1"])
    expect(ann.page.locator(".spot[data-name=a1]")).to_have_attribute("aria-pressed", "true")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".spot[data-name=a1]")).to_have_attribute("aria-pressed", "false")
    keys.press(["c3"])
    expect(ann.page.locator("#line")).to_contain_text("Only cubes on the rim can be taken.")
    keys.press(["a1", "a5"])
    expect(ann.page.locator("#line[role=status]")).to_contain_text("the other one")
    expect(ann.page.locator(".spot[data-name=a5]")).to_have_attribute("aria-label", "a5, cross, last move")
    expect(ann.page.locator(".spot[data-name=a5]")).to_have_attribute("aria-label", "a5, blank cube")
    keys.press(["a1", "e1"])
    expect(ann.page.locator("#spoken")).to_have_text("Cross played a1e1. Circle played c5c1.")
    keys.on()
    arrive(ann, 3)
    expect(ann.page.locator("#says[aria-live]")).to_contain_text("§Q2")
    keys.press(["c1"])
    expect(ann.page.locator("#line a")).to_have_text("§Q2")


def test_the_step_is_found_again_and_shown(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/learn/quixo")
    for number in range(1, 5):
        arrive(ann, number)
        ann.page.click("#next")
    arrive(ann, 5)
    ann.page.reload()
    arrive(ann, 5)
    expect(ann.page.locator("#count")).to_have_text("5 of 11")
    ann.page.click("#show")
    expect(ann.page.locator(".offers .hint")).to_have_count(2)
    expect(ann.page.locator("#line")).to_contain_text("Try e1a1")
    ann.page.click("#says a")
    expect(ann.page.frame_locator("iframe[name=rules]").locator("#Q5")).to_be_in_viewport()
    ann.page.keyboard.press("Escape")
    ann.page.click("#back")
    arrive(ann, 4)


def test_a_lost_game_can_be_tried_again(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    last = len(lesson_of("quixo").steps)
    ann.page.evaluate(f"localStorage.setItem('lesson:quixo', '{last}')")
    gift = {
        "done": False,
        "over": True,
        "says": "Not this time.",
        "moves": [],
        "scenes": [],
        "told": [],
        "hint": None,
    }
    ann.page.route(
        f"**/api/lessons/quixo/{last}?*",
        lambda route: route.fulfill(json=gift) if route.request.method == "POST" else route.continue_(),
    )
    ann.page.goto("/learn/quixo")
    arrive(ann, last)
    for name in step_of(ann, "quixo", last)["hint"]["path"]:
        ann.click(name)
    expect(ann.page.locator("#line")).to_contain_text("Not this time.")
    ann.page.click("#retry")
    expect(ann.page.locator("#retry")).to_be_hidden()
    expect(ann.page.locator("#line")).to_have_text("")
    ann.may_move()


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_whole_lesson_on_a_phone(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.page.goto("/learn/plateau-x")

    def press(path: list[str]) -> None:
        for name in path:
            beside = ann.page.locator(f"#tray [data-name='{name}']")
            if beside.count():
                beside.tap()
            else:
                ann.page.locator(f".spot[data-name='{name}']").scroll_into_view_if_needed()
                ann.page.touchscreen.tap(*ann.at(name))
                if ann.page.locator(".anchor").count():  # the first tap only shows a brick
                    ann.page.touchscreen.tap(*ann.at(name))

    follow(ann, "plateau-x", press, lambda: ann.page.tap("#next"))
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(ann.page.get_by_role("link", name="Next lesson: Quixo")).to_be_in_viewport()


def test_small_cells_come_closer_on_a_phone(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.page.goto("/learn/olix")
    arrive(ann, 1)
    ann.page.tap("#next")
    arrive(ann, 2)
    ann.page.touchscreen.tap(*ann.at("f6"))
    expect(ann.page.locator("#stage.zoomed")).to_be_visible()
    ann.page.touchscreen.tap(*ann.at("f6"))
    ann.page.wait_for_selector("body[data-done='2']")
