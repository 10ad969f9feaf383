"""The home page: games to go on with, tables of others, and lists that keep up without a jump."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.harness import Server
from tests.web.people import PATIENCE, Player
from tests.web.test_page import MEASURE

Visit = Callable[..., Player]


@pytest.mark.parametrize(
    ("language", "join", "watch"), [("en", "Join", "Watch"), ("fr", "Rejoindre", "Regarder")]
)
def test_two_visitors_meet_at_an_open_table_and_a_third_watches(
    visit: Visit, language: str, join: str, watch: str
) -> None:
    ann, bob, eve = visit(locale=language), visit(locale=language), visit(locale=language)
    for player in (bob, eve):
        player.page.goto("/")
    ann.start("quixo", "table", option__size="4")
    row = f"[data-row='{ann.table}']"
    for player in (bob, eve):
        expect(player.page.locator(f"[data-part=open] {row}")).to_be_visible(timeout=PATIENCE)
    bob.page.locator(row).get_by_role("button", name=join).click()
    bob.arrive()
    assert bob.news["you"]["seats"] == [1]
    seen = eve.page.locator(f"[data-part=playing] {row}")
    expect(seen).to_be_visible(timeout=PATIENCE)
    expect(eve.page.locator(f"[data-part=open] {row}")).to_have_count(0)
    ann.play("a1d1")
    seen.get_by_role("link", name=watch).click()
    eve.arrive()
    eve.sees(1)


def test_without_a_network_what_needs_people_is_grey_and_a_sentence_says_why(visit: Visit) -> None:
    ann = visit()
    page = ann.page
    page.goto("/")
    words = page.get_by_text("need the network. They are all here again")
    expect(words).to_be_hidden()
    page.click("[popovertarget=new-quixo]")
    for offline in (True, False):
        ann.context.set_offline(offline)
        expect(words).to_be_visible(visible=offline)
        for part in (
            ".lobby", "#new-quixo .way:has([value=link])", "#new-quixo .way:has([value=table])",
            "#new-quixo [name=strength]", ".daily", "#me", ".bar .sign-in",
        ):  # fmt: skip
            expect(page.locator(part)).to_have_js_property("inert", value=offline)
            expect(page.locator(part)).to_have_css("opacity", "0.35" if offline else "1")
        expect(page.locator("#new-quixo .way:has([value=bot])")).to_have_js_property("inert", value=False)


def test_a_row_stays_under_the_pointer(visit: Visit) -> None:
    ann, bob, eve = visit(), visit(), visit()
    tables = []
    for _ in range(2):
        ann.start("olix", "table")
        tables.append(ann.table)
    eve.context.add_init_script(MEASURE)
    eve.page.goto("/")
    first, second = (eve.page.locator(f"[data-part=open] [data-row='{table}']") for table in tables)
    second.scroll_into_view_if_needed()
    second.hover()
    before = second.bounding_box()
    bob.go(f"/t/{tables[0]}")
    bob.page.click("#state button")
    expect(first).to_have_class("gone", timeout=PATIENCE)
    expect(first.get_by_role("button")).to_have_count(0)
    assert second.bounding_box() == before
    assert sum(eve.page.evaluate("shifts")) < 0.01
    eve.page.mouse.move(5, 5)
    ann.start("olix", "table")  # something new: now the list is put in order
    expect(first).to_have_count(0, timeout=PATIENCE)


def test_on_a_phone_rows_fade_in_their_place(visit: Visit) -> None:
    ann, bob = visit(), visit()
    eve = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.start("olix", "table")
    eve.page.goto("/")
    row = eve.page.locator(f"[data-part=open] [data-row='{ann.table}']")
    expect(row.get_by_role("img", name="here")).to_be_attached(timeout=PATIENCE)
    bob.go(ann.page.url)
    bob.page.click("#state button")
    expect(row).to_have_class("gone", timeout=PATIENCE)


def test_the_home_page_shows_that_your_turn_has_come(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    bob.go(ann.page.url)
    bob.page.click("#state button")
    expect(bob.page.locator("#state button")).to_have_count(0, timeout=PATIENCE)
    bob.page.goto("/")
    own_game = bob.page.locator(".running a").first
    expect(own_game).not_to_have_class("yours")
    ann.play("a1e1")
    expect(own_game).to_have_class("yours", timeout=PATIENCE)
    expect(own_game).to_contain_text("Continue: your turn")
    own_game.click()
    bob.arrive()
    bob.says("Your turn")


def test_one_slider_for_all_games_is_remembered(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.page.click("[popovertarget=new-quixo]")
    ann.page.locator("#new-quixo [name=level]").fill("5")
    ann.page.reload()
    ann.page.click("[popovertarget=new-x]")
    expect(ann.page.locator("#new-x [name=level]")).to_have_value("5")
    expect(ann.page.locator("#new-x output")).to_contain_text("5 ·")


def test_the_lists_say_when_they_are_stale(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.context.set_offline(True)
    expect(ann.page.locator("body.stale")).to_be_attached(timeout=PATIENCE)
    ann.context.set_offline(False)
    expect(ann.page.locator("body.stale")).to_have_count(0, timeout=2 * PATIENCE)


@pytest.mark.parametrize("width", [360, 390, 768, 1024, 1280])
def test_home_never_scrolls_sideways(visit: Visit, width: int) -> None:
    ann = visit(viewport={"width": width, "height": 800}, locale="fr")
    ann.start("x", "table")
    ann.page.goto("/")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1366, 641), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_games_can_be_played_without_scrolling(
    visit: Visit, width: int, height: int, language: str
) -> None:
    ann = visit(viewport={"width": width, "height": height}, locale=language)
    ann.page.goto("/")
    buttons = ann.page.locator(".card .main")
    expect(buttons).to_have_count(4)
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)
    for pitch in ann.page.locator(".pitch p").all():
        expect(pitch).to_be_in_viewport(ratio=1)
        expect(pitch).not_to_be_empty()
    expect(ann.page.locator(".sign-in")).to_be_in_viewport(ratio=1)


def test_empty_lists_are_one_line(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        ann = Player(server, browser, viewport={"width": 1366, "height": 768})
        ann.page.goto("/")
        for row in ann.page.locator(".nobody").all():
            box = row.bounding_box()
            assert box is not None
            assert box["height"] < 48
        expect(ann.page.locator(".nobody")).to_have_count(2)
        ann.leave()
    finally:
        server.stop()


def test_play_begins_at_the_level_on_the_button(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    expect(ann.page.locator(".card .main").first).to_have_text("Play · level 3")
    ann.page.click("[popovertarget=new-quixo]")
    ann.page.locator("#new-quixo [name=level]").fill("5")
    ann.page.reload()
    play = ann.page.locator("[aria-describedby=title-quixo]")
    expect(play).to_have_text("Play · level 5")
    play.click()
    ann.arrive()
    assert [seat["bot"] for seat in ann.news["seats"]] == ["", "level:5"]


def test_a_running_game_shows_its_board_and_can_be_discarded(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo", "bot")
    ann.play_any()
    ann.sees(2)
    address = ann.page.url
    ann.page.goto("/")
    own_game = ann.page.locator(".running li")
    board = own_game.locator("img")
    expect(board).to_have_attribute("src", f"/t/{address.rpartition('/')[2]}/picture.svg?at=2")
    assert ann.page.evaluate("document.querySelector('.running img').decode().then(() => true)")
    discard = own_game.get_by_role("button", name="Discard: Quixo")
    discard.click()
    expect(discard).to_have_text("Discard?")
    ann.page.keyboard.press("Tab")  # not meant: the question goes
    expect(discard).to_have_text("×")
    discard.click()
    discard.click()
    expect(ann.page.locator(".running li")).to_have_count(0)
    ann.go(address)  # the link leads there still
    ann.sees(2)
    ann.page.goto("/me")
    expect(ann.page.locator(".boards li")).to_have_count(0)


@pytest.mark.parametrize("width", [1366, 820, 700, 390])
def test_a_finished_game_is_listed_in_whole_words(visit: Visit, width: int) -> None:
    ann = visit(viewport={"width": width, "height": 900})
    ann.send_game(ann.create(game="quixo-teams", seats=[{"who": "me"}] * 4), seed=1)
    ann.page.goto("/me")
    words = ann.page.locator(".past li a > *")
    assert "on one screen" in words.all_inner_texts()
    assert words.evaluate_all("all => all.every((node) => node.scrollWidth <= node.clientWidth)")


@pytest.mark.parametrize(
    ("clock", "time", "added", "expected"),
    [
        ("own:game", "7.5", "4", {"kind": "game", "time": 450.0, "increment": 4.0}),
        ("own:move", "45", None, {"kind": "move", "time": 45.0, "increment": 0.0}),
        ("own:days", "5", None, {"kind": "days", "time": 5.0, "increment": 0.0}),
    ],
)
def test_a_clock_of_your_own_is_typed(
    visit: Visit, clock: str, time: str, added: str | None, expected: dict[str, object]
) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.page.click("[popovertarget=new-quixo]")
    form = ann.page.locator("#new-quixo")
    form.locator("summary").click()
    expect(form.locator("[name='clock.time']")).to_be_hidden()
    form.locator("[name=clock]").select_option(clock)
    form.locator("[name='clock.time']").fill(time)
    if added is None:
        expect(form.locator("[name='clock.increment']")).to_be_hidden()
    else:
        form.locator("[name='clock.increment']").fill(added)
    form.locator("button[value=link]").click()
    ann.arrive()
    assert ann.news["terms"]["clock"] == expected


@pytest.mark.parametrize(("width", "height"), [(1366, 641), (820, 1180), (390, 844)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_play_stays_in_reach_and_nothing_is_cut(visit: Visit, width: int, height: int, language: str) -> None:
    ann = visit(viewport={"width": width, "height": height}, locale=language)
    ann.page.goto("/")
    ann.page.click("[popovertarget=new-plateau-x]")
    form = ann.page.locator("#new-plateau-x")
    form.locator("summary").click()
    form.locator("select").last.scroll_into_view_if_needed()
    for play in ("bot", "screen", "link", "table"):
        expect(form.locator(f"button[value={play}]")).to_be_in_viewport(ratio=1)
    assert form.evaluate(CUT) == []


def test_the_field_of_a_custom_clock_comes_into_sight_on_a_phone(visit: Visit) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.page.goto("/")
    ann.page.locator(".more[popovertarget=new-olix]").tap()
    form = ann.page.locator("#new-olix")
    form.locator("summary").tap()
    form.locator("[name=clock]").select_option("own:game")
    for name in ("clock.time", "clock.increment"):
        assert form.locator(f"[name='{name}']").evaluate(IS_ON_TOP)


IS_ON_TOP = """field => {
    const { x, y, width, height } = field.getBoundingClientRect();
    return [4, height - 4].every((down) => document.elementFromPoint(x + width / 2, y + down) === field);
}"""


def test_after_three_lost_games_an_easier_level_is_offered(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    expect(ann.page.locator(".streak")).to_have_count(0)
    for _ in range(3):
        seats = [{"who": "me"}, {"who": "bot", "bot": "level:2"}]
        answer = ann.page.request.post("/api/tables", data={"game": "quixo", "seats": seats})
        acts = f"/api/tables/{answer.json()['table']}/acts"
        assert ann.page.request.post(acts, data={"act": "play", "move": "a1e1", "ply": 0}).ok
        assert ann.page.request.post(acts, data={"act": "resign"}).ok
    ann.page.reload()
    expect(ann.page.locator(".streak")).to_contain_text("You lost your last three games at level 2.")
    ann.page.get_by_role("button", name="Play at level 1").click()
    expect(ann.page.locator(".card .main").first).to_have_text("Play · level 1")
    ann.page.click("[popovertarget=new-quixo]")
    ann.page.locator("#new-quixo").get_by_role("button", name="Play at my strength").click()
    ann.arrive()
    assert ann.news["seats"][1]["bot"] == "level:1"


def test_after_three_won_games_a_harder_level_is_offered(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    for _ in range(3):
        answer = ann.page.request.post(
            "/api/tables",
            data={
                "game": "quixo",
                "options": {"size": 3},
                "seats": [{"who": "me"}, {"who": "bot", "bot": "level:2"}],
                "start": "xx1/3/oo1 x",
            },
        )
        acts = f"/api/tables/{answer.json()['table']}/acts"
        assert ann.page.request.post(acts, data={"act": "play", "move": "c3a3", "ply": 0}).ok, answer.text()
    ann.page.reload()
    expect(ann.page.locator(".streak")).to_contain_text("You won your last three games at level 2.")
    ann.page.get_by_role("button", name="Play at level 3").click()
    expect(ann.page.locator(".card .main").first).to_have_text("Play · level 3")


CUT = """(form) => [...form.querySelectorAll("select")].flatMap((select) => {
    const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const arrow = 20, padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const isCut = (text) => pen.measureText(text).width > select.clientWidth - padding - arrow;
    return [...select.options].map((option) => option.text).filter(isCut);
})"""
"""The options of a form whose text is wider than their list."""


@pytest.mark.parametrize(("language", "label"), [("en", "You play as"), ("fr", "Votre nom")])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_the_field_of_the_name_says_so_on_a_phone(
    visit: Visit, width: int, height: int, language: str, label: str
) -> None:
    ann = visit(viewport={"width": width, "height": height}, has_touch=True, locale=language)
    ann.page.goto("/")
    words, field, sign_in = (
        ann.page.locator(f".corner {part}") for part in (".me span", ".me input", ".sign-in")
    )
    expect(words).to_have_text(label)
    boxes = [each.bounding_box() for each in (words, field, sign_in)]
    assert all(box is not None for box in boxes)
    caption, inside, after = (box for box in boxes if box is not None)
    assert caption["height"] > 8
    assert inside["x"] <= caption["x"]
    assert caption["x"] + caption["width"] <= inside["x"] + inside["width"]
    assert inside["x"] + inside["width"] <= after["x"]
    assert ann.page.evaluate(
        "(field => field.scrollWidth <= field.clientWidth)(document.querySelector('.me input'))"
    )
