"""Help from the site: none for somebody who plays a rated game of the same kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tablier.server.people.accounts import Accounts
from tablier.server.people.passwords import Passwords
from tablier.server.tables import commands, errors
from tablier.server.tables.person import new_guest
from tests.server.harness import ANN, BOB, BOT, ME, ManualClock, open_registry, open_table
from tests.server.live.test_offline import keep
from tests.server.offline_games import OfflineCopy
from tests.server.people.test_accounts import CHEAP, PASSWORD
from tests.server.ratings.test_ratings import create_accounts

pytestmark = pytest.mark.anyio


async def test_no_help_while_a_rated_game_runs(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        registry.accounts = Accounts(registry.store, passwords=Passwords(CHEAP))
        ann, bob = [
            await registry.accounts.sign_up(new_guest(), name=name, password=PASSWORD)
            for name in ("Ann", "Bob")
        ]
        casual = await open_table(registry, "quixo", ann, seats=(ME, BOT))
        other = await open_table(registry, "x", ann, options={"size": 4}, seats=(ME, BOT, BOT))
        await casual.advise(ann, "hint", None)
        rated = await open_table(registry, "quixo", ann, rated=True)
        await casual.advise(ann, "hint", None)  # it has not begun
        await rated.submit(bob, commands.Sit(seat=1))
        for what in ("hint", "shares"):
            with pytest.raises(errors.RatedGameRunning, match="Quixo"):
                await casual.advise(ann, what, None)
        await other.advise(ann, "hint", None)
        await rated.submit(bob, commands.Resign())
        await casual.advise(ann, "hint", None)


async def test_no_review_of_a_casual_game_that_ended_while_a_rated_one_runs(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        await create_accounts(registry, ANN, BOB)
        ann, bob = (replace(person, epoch=1) for person in (ANN, BOB))
        before, meanwhile = [await open_table(registry, "quixo", ann, seats=(ME, ME)) for _ in range(2)]
        await before.submit(ann, commands.Resign(seat=0))
        clock.now += 1
        rated, ended = [await open_table(registry, "quixo", ann, bob, rated=True) for _ in range(2)]
        clock.now += 1
        await meanwhile.submit(ann, commands.Resign(seat=0))
        await ended.submit(bob, commands.Resign())
        await registry.check_review(ann, before)
        await registry.check_review(ann, ended)
        await registry.check_review(None, meanwhile)
        with pytest.raises(errors.RatedGameRunning, match="Quixo"):
            await registry.check_review(ann, meanwhile)
        await rated.submit(bob, commands.Resign())
        await registry.check_review(ann, meanwhile)


async def test_no_review_of_a_game_that_a_browser_dates_before_a_rated_one(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB)
        ann, bob = (replace(person, epoch=1) for person in (ANN, BOB))
        told = OfflineCopy.begin(at=registry.time() - 86_400)
        told.play(Random(1))
        told.act(commands.Resign(seat=0))
        kept = await keep(registry, told.upload(), ann)
        table = await registry.find(kept.table)
        await registry.check_review(ann, table)
        rated = await open_table(registry, "quixo", ann, bob, rated=True)
        with pytest.raises(errors.RatedGameRunning, match="Quixo"):
            await registry.check_review(ann, table)
        await rated.submit(bob, commands.Resign())
        await registry.check_review(ann, table)
