"""Notifications: from the switch on the page to what the service worker shows; the marks on every page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Worker, expect

from tests.server.harness import wait_for
from tests.server.push_service import Subscriber, push_service
from tests.web.people import Player

STAND_INS = """
const json = %s;
let current = null;
const subscription = { endpoint: json.endpoint, toJSON: () => json, unsubscribe: async () => true };
PushManager.prototype.subscribe = async () => (current = subscription);
PushManager.prototype.getSubscription = async () => current;
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
"""
"""A browser without a window has no push service, and shows no notifications."""
HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""
DELIVER = """async (message) => {
    const shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (...all) => shown.push(all);
    WorkerNavigator.prototype.setAppBadge = async () => {};
    await remind(message);
    return shown;
}"""
"""An event that a script made cannot be waited for: its handler is called."""


def turn_on(player: Player, subscriber: Subscriber) -> Worker:
    """Turn notifications on, with a subscription at the push service of the test; the service worker."""
    player.context.add_init_script(STAND_INS % json.dumps(subscriber.to_json()))
    player.page.goto("/settings")
    player.page.get_by_role("button", name="Turn on").click()
    expect(player.page.locator("#push-state")).to_have_text("On this device: on.", timeout=60_000)
    wait_for(lambda: player.page.evaluate("1") and player.context.service_workers)
    return player.context.service_workers[0]


def deliver(worker: Worker, message: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Hand a message to the service worker, as a push service would; the notification that it shows."""
    for _ in range(5):
        with suppress(Error):  # it was resting, and starts again
            ((title, options),) = worker.evaluate(DELIVER, message)
            return title, options
    raise AssertionError("the service worker does not stay")


def test_a_move_becomes_a_notification_and_a_mark(visit: Callable[..., Player]) -> None:
    ann, bob = visit(), visit()
    with push_service() as service:
        phone = service.subscriber("bob")
        worker = turn_on(bob, phone)
        ann.ask("/api/guest", name="Ann")
        page = ann.create(game="quixo", seats=[{"who": "me"}, {"who": "open"}])
        bob.ask(f"/api/tables/{page[3:]}/acts", act="sit", seat=1, name="Bob")
        ann.ask(f"/api/tables/{page[3:]}/acts", act="play", move="a1e1", ply=0)
        wait_for(lambda: service.received(phone))
        message = service.received(phone)[-1]
        assert message["path"] == page
        title, options = deliver(worker, message)
        assert (title, options["body"]) == (message["title"], "Ann played a1e1.")
        assert (options["tag"], options["data"]["path"]) == (page[3:], page)
        # The page asked again when the service worker told it.
        expect(bob.page).to_have_title("● (1) Settings · Tablier", timeout=60_000)
        expect(bob.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))
        expect(bob.page.get_by_role("link", name="My games: your turn at one table")).to_be_visible()
        bob.page.get_by_role("button", name="Send a test").click()
        expect(bob.page.get_by_role("status").first).to_have_text("A test is on its way.", timeout=60_000)
        wait_for(lambda: service.received(phone)[-1]["tag"] == "test")


def test_a_page_in_the_background_has_the_mark_too(visit: Callable[..., Player]) -> None:
    ann, bob = visit(), visit()
    page = ann.create(game="quixo", seats=[{"who": "me"}, {"who": "open"}])
    bob.ask(f"/api/tables/{page[3:]}/acts", act="sit", seat=1, name="Bob")
    bob.page.clock.install()
    with bob.page.expect_response("**/api/turns*"):
        bob.page.goto("/settings")
    bob.page.evaluate(HIDE)
    ann.ask(f"/api/tables/{page[3:]}/acts", act="play", move="a1e1", ply=0)
    with bob.page.expect_response("**/api/turns*"):
        bob.page.clock.fast_forward(300_000)
    expect(bob.page).to_have_title("● (1) Settings · Tablier")
    expect(bob.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))


def test_a_new_version_is_offered_but_not_in_a_game(visit: Callable[..., Player]) -> None:
    ann = visit()
    turns = json.dumps({"turns": 0, "who": "", "version": "another"})
    ann.context.route(
        "**/api/turns*", lambda route: route.fulfill(body=turns, content_type="application/json")
    )
    ann.page.goto("/me")
    expect(ann.page.get_by_text("A new version is available.")).to_be_visible(timeout=60_000)
    ann.start("quixo", "screen")
    with ann.page.expect_response("**/api/turns*"):
        ann.page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    expect(ann.page.locator("#stage")).to_be_visible()
    assert ann.page.locator("#new-version").count() == 0


def test_nothing_is_offered_without_an_engine(visit: Callable[..., Player]) -> None:
    ann = visit()
    ann.page.goto("/settings")
    expect(ann.page.get_by_role("heading", name="Notifications")).to_be_visible()
    assert ann.page.locator("#offline").count() == 0
    assert ann.page.request.get("/offline").status == 404
