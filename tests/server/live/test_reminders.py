"""Reminders: to whom, of what, once, by one process, in words that the reader's browser alone can read."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tablier.server.live.bus import open_bus
from tablier.server.live.outbound import BadTarget, Outbound
from tablier.server.live.registry import TableRegistry
from tablier.server.live.reminders import AWAY_SECONDS, SEEN_SECONDS, Reminders
from tablier.server.people.merge import merge_guest
from tablier.server.people.push import ServerKey, from_base64, read_point
from tablier.server.store import reminders as store
from tablier.server.store.accounts import delete_account
from tablier.server.store.reminders import Wishes
from tablier.server.tables.clocks import DAY, Control
from tablier.server.tables.person import Person
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    CID,
    ME,
    FakeListener,
    ManualClock,
    open_registry,
    open_table,
    play_moves,
)
from tests.server.push_service import PushService, Subscriber, push_service, settle
from tests.server.services import Redis

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
async def registry(tmp_path: Path, clock: ManualClock) -> AsyncIterator[TableRegistry]:
    async with open_registry(tmp_path, clock=clock) as registry:
        yield registry


def remind(registry: TableRegistry) -> Reminders:
    return Reminders(registry, ServerKey(registry.store.secret("vapid")), Outbound(is_private=True))


@pytest.fixture
def reminders(registry: TableRegistry) -> Reminders:
    return remind(registry)


async def subscribe(registry: TableRegistry, person: Person, to: Subscriber, session: str = "") -> None:
    await store.save_subscription(
        registry.store, person.id, to.subscription, session=session, at=registry.time()
    )


async def look(reminders: Reminders, clock: ManualClock, seconds: float = AWAY_SECONDS) -> None:
    clock.now += seconds
    await reminders.look()
    await settle(reminders)


async def test_who_is_away_is_reminded_of_their_turn_once(
    registry: TableRegistry, reminders: Reminders, clock: ManualClock, service: PushService
) -> None:
    bob = service.subscriber("bob", language="fr")
    await subscribe(registry, BOB, bob)
    table = await open_table(registry, "quixo", ANN, BOB)
    await play_moves(table, "a1e1")
    await look(reminders, clock, AWAY_SECONDS / 2)
    assert service.received(bob) == []  # a page may just be loading
    for _ in range(3):
        await look(reminders, clock)
    (message,) = service.received(bob)
    assert message["title"] == "À vous de jouer · Quixo"
    assert message["body"] == "Ann a joué a1e1."
    assert (message["path"], message["tag"], message["turns"]) == (f"/t/{table.id}", table.id, 1)
    _, headers, _ = service.requests[0]
    assert (headers["topic"], headers["urgency"], headers["ttl"]) == (table.id, "normal", "86400")
    # Another process that takes over does not tell it again.
    await look(remind(registry), clock)
    assert len(service.requests) == 1
    assert await store.count_turns(registry.store, BOB.id) == 1
    assert await store.count_turns(registry.store, BOB.id, besides=table.id) == 0
    await play_moves(table, "b1b5")
    assert await store.count_turns(registry.store, BOB.id) == 0


async def test_who_is_at_the_table_or_plays_alone_is_not_reminded(
    registry: TableRegistry, reminders: Reminders, clock: ManualClock, service: PushService
) -> None:
    await subscribe(registry, BOB, service.subscriber("bob"))
    table = await open_table(registry, "quixo", ANN, BOB)
    listener = FakeListener(BOB)
    table.join(listener)
    await play_moves(table, "a1e1")
    await look(reminders, clock)
    await look(reminders, clock, SEEN_SECONDS)
    table.leave(listener)  # after having seen it
    await look(reminders, clock)
    await open_table(registry, "quixo", BOB, seats=(ME, BOT))
    await open_table(registry, "quixo", BOB, seats=(ME, ME))
    await look(reminders, clock)
    await look(reminders, clock)
    assert service.requests == []


async def test_a_table_that_fills_and_a_time_that_runs_out(
    registry: TableRegistry, reminders: Reminders, clock: ManualClock, service: PushService
) -> None:
    ann, bob = service.subscriber("ann"), service.subscriber("bob")
    await subscribe(registry, ANN, ann)
    await subscribe(registry, BOB, bob)
    await store.save_wishes(registry.store, ANN.id, Wishes(frozenset({"turn"})))
    table = await open_table(registry, "quixo", ANN, BOB, clock=Control("days", 1))
    await look(reminders, clock)
    assert [each["title"] for each in service.received(ann)] == ["The game begins · Quixo"]
    assert [each["title"] for each in service.received(bob)] == ["The game begins · Quixo"]
    assert service.received(bob)[0]["body"] == "With Ann"
    await play_moves(table, "a1e1", "b1b5")
    await look(reminders, clock)  # of this turn Ann does not wish to hear
    await look(reminders, clock, DAY / 2)
    assert len(service.requests) == 2
    await look(reminders, clock, DAY / 2 - 2 * 3600)
    message = service.received(ann)[-1]
    assert message["title"] == "Your time is running out · Quixo"
    assert message["urgent"]
    _, headers, _ = service.requests[-1]
    assert headers["urgency"] == "high"
    assert 0 < int(headers["ttl"]) <= 3 * 3600
    await look(reminders, clock)
    assert len(service.requests) == 3


TITLES = {
    "filled": "The game begins · Quixo",
    "turn": "Your turn · Quixo",
    "short": "Your time is running out · Quixo",
}


@pytest.mark.parametrize("unwanted", ["", *TITLES])
async def test_what_is_switched_off_is_not_sent(
    registry: TableRegistry, reminders: Reminders, clock: ManualClock, service: PushService, unwanted: str
) -> None:
    bob = service.subscriber("bob")
    await subscribe(registry, BOB, bob)
    await store.save_wishes(registry.store, BOB.id, Wishes(frozenset({unwanted} & TITLES.keys())))
    table = await open_table(registry, "quixo", ANN, BOB, clock=Control("days", 1))
    await look(reminders, clock)
    await play_moves(table, "a1e1")
    await look(reminders, clock)
    await look(reminders, clock, DAY - 2 * 3600)
    told = [title for occasion, title in TITLES.items() if occasion != unwanted]
    assert [each["title"] for each in service.received(bob)] == told


async def test_the_signature_names_the_service_and_the_site(
    registry: TableRegistry, reminders: Reminders, service: PushService
) -> None:
    await subscribe(registry, BOB, service.subscriber("bob"))
    assert await reminders.send_trial(BOB.id) == 1
    scheme, token, key = service.requests[0][1]["authorization"].replace(",", "").split()
    head, claims, signature = token.removeprefix("t=").split(".")
    assert scheme == "vapid"
    assert json.loads(urlsafe_b64decode(head + "=")) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(from_base64(claims))
    assert (said["aud"], said["sub"]) == (service.address, "http://site.test")
    raw = from_base64(signature)
    as_der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = read_point(from_base64(key.removeprefix("k=")))
    public.verify(as_der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert key == f"k={remind(registry).key.public}"  # the same key after a restart


async def test_the_example_of_the_standard_can_be_read() -> None:
    """RFC 8291, section 5: what `derive` gives is what other programs give."""
    secret = int.from_bytes(from_base64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    key = ec.derive_private_key(secret, ec.SECP256R1())
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    receiver = Subscriber("https://push.test", key=key, auth=from_base64("BTBZMqHH6r4Tts7J_aSIgg"))
    assert receiver.decrypt(from_base64(body)) == b"When I grow up, I want to be a watermelon"


async def test_a_browser_that_is_gone_is_removed(
    registry: TableRegistry, reminders: Reminders, service: PushService
) -> None:
    await subscribe(registry, BOB, service.subscriber("bob"))
    service.status = 500
    assert await reminders.send_trial(BOB.id) == 0
    assert len(await store.subscriptions_of(registry.store, BOB.id)) == 1
    service.status = 410
    await reminders.send_trial(BOB.id)
    assert await store.subscriptions_of(registry.store, BOB.id) == []


async def test_a_webhook_gets_a_text_or_discords_json(
    registry: TableRegistry, reminders: Reminders, clock: ManualClock, service: PushService
) -> None:
    site = "https://site.test"
    for person, path in ((ANN, "topic"), (BOB, "api/webhooks/1/secret")):
        wishes = Wishes(webhook=f"{service.address}/{path}", site=site)
        await store.save_wishes(registry.store, person.id, wishes)
    table = await open_table(registry, "quixo", ANN, BOB)
    await look(reminders, clock)
    sent = {path: (headers, body) for path, headers, body in service.requests}
    headers, body = sent["/topic"]
    assert body.decode() == f"Your turn · Quixo\nWith Bob\n{site}/t/{table.id}"
    assert headers["click"] == f"{site}/t/{table.id}"
    _, body = sent["/api/webhooks/1/secret"]
    assert json.loads(body) == {
        "content": f"The game begins · Quixo\nWith Ann\n{site}/t/{table.id}",
        "allowed_mentions": {"parse": []},
    }
    service.status = 404
    await reminders.send_trial(ANN.id)
    assert (await store.read_wishes(registry.store, ANN.id)).webhook == ""


async def test_a_guests_browser_becomes_the_accounts_and_goes_with_it(
    registry: TableRegistry, service: PushService
) -> None:
    guest, account = Person("guest", "Guest"), Person("account", "Ann", 1, "session")
    await subscribe(registry, guest, service.subscriber("phone"))
    await store.save_wishes(registry.store, guest.id, Wishes(frozenset({"filled"})))
    await merge_guest(registry, guest, account)
    assert len(await store.subscriptions_of(registry.store, account.id)) == 1
    assert (await store.read_wishes(registry.store, account.id)).unwanted == {"filled"}
    await subscribe(registry, account, service.subscriber("desk"), session="session")
    await registry.accounts.sessions.end(account)
    (left,) = await store.subscriptions_of(registry.store, account.id)
    assert left.endpoint.endswith("phone")
    await delete_account(registry.store, account.id, name="hash", until=0)
    assert await store.subscriptions_of(registry.store, account.id) == []
    assert await store.read_wishes(registry.store, account.id) == Wishes()


async def test_one_of_two_processes_reminds(url: str, redis: Redis, service: PushService) -> None:
    clock = ManualClock()
    one = open_registry(url, bus=open_bus(redis.url), clock=clock)
    other = open_registry(url, bus=open_bus(redis.url), clock=clock)
    async with one as first, other as second:
        await subscribe(first, CID, service.subscriber("cid"))
        table = await open_table(second, "quixo", ANN, CID)
        await play_moves(table, "a1e1")
        both = remind(first), remind(second)
        for reminders in both:
            await look(reminders, clock)
        assert len(service.requests) == 1
        assert [await each.claim_reminders() for each in (first, second)] == [True, False]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x", "ftp://example.org", "https://127.0.0.1/x", "https://[::1]/", "https://",
        "https://10.0.0.8/x", "https://169.254.169.254/meta", "https://a:b@example.org/", "https://x\n.org/",
        "https://[::ffff:127.0.0.1]/", "https://example.org:99999/", "https://0.0.0.0/", "https://ex ample/",
    ],
)  # fmt: skip
async def test_nothing_is_sent_to_private_places(url: str) -> None:
    with pytest.raises(BadTarget):
        Outbound().check(url)


async def test_names_of_private_places_are_found_out_and_redirects_not_followed(
    service: PushService,
) -> None:
    with pytest.raises(BadTarget):
        await Outbound().post("https://localhost:1/x", b"", {})
    service.status = 302
    assert await Outbound(is_private=True).post(f"{service.address}/x", b"", {}) == 302
    assert [path for path, _, _ in service.requests] == ["/x"]
