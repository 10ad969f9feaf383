"""Reminding persons who are away: of their turn, of a game that begins, of time that runs out.

One process of several does it, the one that holds the lease. It looks in the store which tables have changed
or run out of time, so it needs no news from the others; of who is connected there, it hears by the bus.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from msgspec.json import encode

from tablier.server.live.outbound import BadTarget, NoAnswer, Outbound
from tablier.server.live.registry import TableRegistry
from tablier.server.messages.reminder import Reminder, write_reminder, write_trial
from tablier.server.people.push import ServerKey, encrypt
from tablier.server.people.throttle import Throttle
from tablier.server.store import reminders
from tablier.server.store.reminders import Candidate, Subscription, Wishes
from tablier.server.tables.errors import NoSuchTable, StoreAway, Unreadable
from tablier.server.tables.occasions import (
    MAX_SHORT_SECONDS,
    Occasion,
    find_occasions,
    outweighs,
    short_from,
)
from tablier.server.tables.state import TableState
from tablier.web.languages import translator

LOOK_SECONDS = 2.0
"""Seconds between two looks at the store."""
AWAY_SECONDS = 8.0
"""Seconds after which a player who is not connected is reminded: a page may just be loading."""
SEEN_SECONDS = 45.0
"""Who is connected so long after a turn began has seen it. A phone that was put away takes a while to go."""
LOOK_BACK_SECONDS = 600.0
"""Turns that began longer ago are not told any more."""
RETRY_SECONDS = (5.0, 30.0)
"""Seconds before the second and the third attempt."""
DAY = 86_400
MAX_SETTLED = 10_000
DEAD = (404, 410)
"""What a push service answers for a browser that does not listen any more."""

logger = logging.getLogger(__name__)


class Reminders:
    """Sends reminders, by Web Push and to webhooks."""

    def __init__(
        self, registry: TableRegistry, key: ServerKey, outbound: Outbound, *, contact: str = ""
    ) -> None:
        self.key = key
        self.outbound = outbound
        self.trials = Throttle(burst=5, rate=1 / 60)
        self._registry = registry
        self._contact = contact
        self._settled: dict[tuple[str, str], tuple[int, str]] = {}
        """By table and person the ply and the occasion that need no further look."""
        self._later: dict[tuple[str, str], tuple[float, float]] = {}
        """By table and person the time of the last event, and when to look again if it stays the last."""
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def at_work(self, _app: object = None) -> AsyncIterator[None]:
        """The lifespan: looks every LOOK_SECONDS, and gives up what is under way at the end."""
        looking = asyncio.create_task(self._run())
        try:
            yield
        finally:
            for task in (looking, *self._tasks):
                task.cancel()
            await asyncio.gather(looking, *self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StoreAway:
                continue  # it is logged once, by the store
            except Exception:
                logger.exception("nobody can be reminded")

    async def look(self) -> None:
        """Remind those who have to be reminded now, if this process is the one that does it."""
        if not await self._registry.claim_reminders():
            return
        now = self._registry.time()
        for each in await reminders.read_candidates(
            self._registry.store, since=now - LOOK_BACK_SECONDS, now=now, until=now + MAX_SHORT_SECONDS
        ):
            changed, again = self._later.get(each[:2], (0.0, 0.0))
            if changed != each.changed or now >= again:
                with suppress(NoSuchTable, Unreadable):
                    await self._consider(each, now)
        if len(self._settled) + len(self._later) > MAX_SETTLED:
            self._settled.clear()
            self._later.clear()

    async def _consider(self, who: Candidate, now: float) -> None:
        table = await self._registry.find(who.match)  # from now on others tell who is connected there
        state = table.state
        wishes = await reminders.read_wishes(self._registry.store, who.person)
        possible = [each for each in find_occasions(state, who.person, now) if each not in wishes.unwanted]
        if not possible or not outweighs(possible[0], state.ply, self._settled.get(who[:2])):
            self._look_later(who, state, now)
            return
        occasion, waited = possible[0], now - state.turn_since
        if occasion != "short" and (waited < AWAY_SECONDS or waited > LOOK_BACK_SECONDS):
            if waited > LOOK_BACK_SECONDS:
                self._look_later(who, state, now)
            return
        if who.person in table.attendance.present:
            if occasion != "short" and waited >= SEEN_SECONDS:
                self._settled[who[:2]] = state.ply, occasion
            return
        self._settled[who[:2]] = state.ply, occasion
        told = await reminders.read_reminded(self._registry.store, *who[:2])
        if outweighs(occasion, state.ply, told) and await reminders.save_reminded(
            self._registry.store, *who[:2], state.ply, occasion
        ):
            await self._remind(who, state, occasion, wishes)

    def _look_later(self, who: Candidate, state: TableState, now: float) -> None:
        """Nothing is to be told until something happens at the table, or its time is short."""
        since = short_from(state)
        again = since if since is not None and since > now else now + MAX_SHORT_SECONDS
        self._later[who[:2]] = who.changed, again

    async def _remind(self, who: Candidate, state: TableState, occasion: Occasion, wishes: Wishes) -> None:
        store = self._registry.store
        turns = await reminders.count_turns(store, who.person)
        seconds = DAY
        if occasion == "short" and state.clock.deadline is not None:
            seconds = max(60, int(state.clock.deadline - self._registry.time()))

        def write(language: str) -> Reminder:
            return write_reminder(who.match, state, who.person, occasion, translator(language), turns=turns)

        for each in await reminders.subscriptions_of(store, who.person):
            self._start(self._push(each, write(each.language), seconds=seconds))
        if wishes.webhook:
            self._start(self._call_webhook(who.person, wishes, write(wishes.language)))

    async def send_trial(self, person: str) -> int:
        """Send a test to all places of a person, once; gives how many took it."""
        store = self._registry.store
        wishes = await reminders.read_wishes(store, person)
        sent = [
            self._push(each, write_trial(translator(each.language)), seconds=60, retries=())
            for each in await reminders.subscriptions_of(store, person)
        ]
        if wishes.webhook:
            trial = write_trial(translator(wishes.language))
            sent.append(self._call_webhook(person, wishes, trial, retries=()))
        return sum(await asyncio.gather(*sent))

    async def _push(
        self,
        to: Subscription,
        reminder: Reminder,
        *,
        seconds: int,
        retries: tuple[float, ...] = RETRY_SECONDS,
    ) -> bool:
        """Send to a browser; whether its service took it. One that does not listen any more is removed."""
        headers = {
            "authorization": self.key.authorize(to, contact=self._contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(seconds),
            "urgency": "high" if reminder.urgent else "normal",
            "topic": reminder.tag,
        }
        body = encrypt(encode(reminder), to)  # names and moves are short: it fits
        status = await self._post(to.endpoint, body, headers, retries)
        if status in DEAD:
            await reminders.delete_subscription(self._registry.store, to.id)
        return status // 100 == 2

    async def _call_webhook(
        self, person: str, wishes: Wishes, reminder: Reminder, retries: tuple[float, ...] = RETRY_SECONDS
    ) -> bool:
        """Post to a person's webhook; whether it took it. One that is gone is removed."""
        body, headers = write_webhook(wishes.webhook, reminder, wishes.site)
        status = await self._post(wishes.webhook, body, headers, retries)
        if status in DEAD:
            await reminders.drop_webhook(self._registry.store, person, wishes.webhook)
        return status // 100 == 2

    async def _post(self, url: str, body: bytes, headers: dict[str, str], retries: tuple[float, ...]) -> int:
        """The status of a request, the last of several attempts; 0 without an answer."""
        status = 0
        for wait in (*retries, None):
            try:
                status = await self.outbound.post(url, body, headers)
            except BadTarget:
                return 0
            except NoAnswer:
                status = 0
            if 0 < status < 500 and status != 429:
                break
            if wait is not None:
                await asyncio.sleep(wait)
        if status // 100 != 2 and status not in DEAD:
            logger.warning(
                "a reminder was not taken by %s: %s", urlsplit(url).hostname, status or "no answer"
            )
        return status

    def _start(self, work: Coroutine[Any, Any, bool]) -> None:
        async def finish() -> None:
            try:
                await work
            except StoreAway:
                pass  # it is logged once, by the store
            except Exception:
                logger.exception("a reminder could not be sent")

        task = asyncio.create_task(finish())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def write_webhook(url: str, reminder: Reminder, site: str) -> tuple[bytes, dict[str, str]]:
    """The body and the headers for a webhook: JSON for Discord, text as ntfy and others take it.

    >>> write_webhook("https://ntfy.sh/mine", Reminder("Your turn", "Bob: a1", "/t/x", "x"), "https://site")
    (b'Your turn\\nBob: a1\\nhttps://site/t/x', {'content-type': 'text/plain; charset=utf-8', \
'click': 'https://site/t/x', 'priority': 'default'})
    """
    link = site + reminder.path
    text = f"{reminder.title}\n{reminder.body}\n{link}"
    if "/api/webhooks/" in url:
        # Names that players chose must not call everybody on somebody's Discord.
        message = {"content": text, "allowed_mentions": {"parse": []}}
        return encode(message), {"content-type": "application/json"}
    headers = {
        "content-type": "text/plain; charset=utf-8",
        "click": link,
        "priority": "high" if reminder.urgent else "default",
    }
    return text.encode(), headers
