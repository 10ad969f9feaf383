"""Games played in a browser without a network: kept once, never lost, never rated."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from tablier.registry import registered
from tablier.server.live import offline
from tablier.server.live.offline import KeptGame, carry_game, keep_offline_game
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import Table
from tablier.server.people.merge import merge_guest
from tablier.server.store.schema import rated
from tablier.server.tables import errors, events
from tablier.server.tables.bots import offer_engines
from tablier.server.tables.clocks import Control
from tablier.server.tables.commands import MakeOffer, Play, Resign
from tablier.server.tables.create import NewSeat
from tablier.server.tables.offline import OfflineGame, course_of, rest_of, table_id
from tablier.server.tables.person import Person
from tablier.server.tables.state import replay
from tests.python.games import GAMES
from tests.server.harness import ANN, BOB, BOT, ME, assert_replay_equal, open_registry, open_table, wait_until
from tests.server.offline_games import ALONE, OfflineCopy, change_line

pytestmark = pytest.mark.anyio

VISITOR = "0123456789abcdef"
REFUSED = errors.BadOfflineGame


async def run(work: Callable[..., Any], /, *arguments: Any) -> Any:
    return work(*arguments)


def admit() -> None: ...


async def keep(registry: TableRegistry, game: OfflineGame, person: Person = ANN) -> KeptGame:
    return await keep_offline_game(registry, person, game, run, admit=admit)


async def tables_of(registry: TableRegistry, person: Person = ANN) -> list[str]:
    return [each.id for each in await registry.store.matches_of(person.id, most=None)]


async def read_course(registry: TableRegistry, table: str) -> list[events.Entry]:
    return course_of(await registry.store.read(table))


def play_to_the_end(copy: OfflineCopy, random: Random) -> OfflineCopy:
    while copy.state.status != "over":
        copy.play(random)
    return copy


def begin(plies: int, seed: int = 1, **chosen: Any) -> OfflineCopy:
    copy, random = OfflineCopy.begin(**chosen), Random(seed)
    for _ in range(plies):
        copy.play(random)
    return copy


async def test_a_game_is_kept_once(url: str) -> None:
    copy = play_to_the_end(OfflineCopy.begin(seats=ALONE, options={"size": 3}), Random(7))
    async with open_registry(url) as registry:
        first, again = await keep(registry, copy.upload()), await keep(registry, copy.upload())
        assert (first.status, first.is_fork, again.added) == ("over", False, 0)
        assert first.table == again.table
        assert await tables_of(registry) == [first.table]
        table = await registry.find(first.table)
        assert [entry.event for entry in await read_course(registry, first.table)] == copy.course
        assert table.state.offline_plies == table.state.ply == copy.state.ply
        assert not table.state.terms.rated
        assert table.state.seats[0].person == ANN.id
        [listed] = await registry.store.matches_of(ANN.id, over=True)
        assert listed.result in ("won", "lost", "shared")
        await assert_replay_equal(table, registry)


async def test_two_tabs_at_once_keep_one_game(url: str) -> None:
    copy = begin(9)
    async with open_registry(url) as registry:
        kept = await asyncio.gather(*(keep(registry, copy.upload()) for _ in range(6)))
        assert len({each.table for each in kept}) == 1
        assert sorted(each.added > 0 for each in kept) == [False] * 5 + [True]
        assert len(await tables_of(registry)) == 1


async def test_a_game_grows_from_upload_to_upload(url: str) -> None:
    copy, random = begin(4), Random(3)
    async with open_registry(url) as registry:
        copy.acknowledge(await keep(registry, copy.upload()))
        copy.take_back()
        copy.play(random)
        kept = await keep(registry, copy.upload())
        assert (kept.table, kept.is_fork) == (copy.table, False)
        assert [entry.event for entry in await read_course(registry, kept.table)] == copy.course
        table = await registry.find(kept.table)
        assert table.state.offline_plies == copy.state.ply
        await assert_replay_equal(table, registry)


async def open_own(registry: TableRegistry, plies: int = 4) -> Table:
    table = await open_table(registry, "quixo", ANN, seats=(ME, ME))
    for _ in range(plies):
        await play_online(table, Random(plies))
    return table


async def play_online(table: Table, random: Random) -> None:
    state = table.state
    if state.status != "over":
        text = state.match.game.texts[random.choice(state.match.legal_moves)]
        await table.submit(ANN, Play(move=text, ply=state.ply))


async def carry(registry: TableRegistry, table: Table) -> OfflineCopy:
    return OfflineCopy.carried(await carry_game(registry, table.id, ANN, VISITOR, run), VISITOR)


async def test_a_running_game_is_carried_on_and_back(url: str) -> None:
    async with open_registry(url) as registry:
        table = await open_own(registry)
        copy, random = await carry(registry, table), Random(5)
        assert copy.state.match.state == table.state.match.state
        for _ in range(3):
            copy.play(random)
        kept = await keep(registry, copy.upload())
        assert (kept.table, kept.is_fork) == (table.id, False)
        assert table.state.match.moves == copy.state.match.moves
        assert (table.state.offline_plies, table.state.ply) == (3, 7)
        assert (await keep(registry, copy.upload())).added == 0
        await play_online(table, random)
        again = await carry(registry, table)
        assert again.state.match.moves == table.state.match.moves
        await assert_replay_equal(table, registry)


async def test_a_game_that_is_over_is_handed_out_and_does_not_go_on(url: str) -> None:
    async with open_registry(url) as registry:
        table = await open_own(registry)
        copy, random = await carry(registry, table), Random(5)
        await table.submit(ANN, MakeOffer(matter="end"))
        carried = await carry_game(registry, table.id, ANN, VISITOR, run)
        assert (carried.status, carried.results) == ("over", {VISITOR: "self"})
        over = OfflineCopy.carried(carried, VISITOR)
        assert over.state.match.outcome == table.state.match.outcome
        assert (await keep(registry, over.upload())).added == 0
        copy.play(random)
        assert (await keep(registry, copy.upload())).is_fork
        assert (table.state.ply, table.state.status) == (4, "over")


async def test_a_fork_keeps_both(url: str) -> None:
    async with open_registry(url) as registry:
        table = await open_own(registry)
        copy = await carry(registry, table)
        moves = table.state.match.legal_moves
        copy.add(events.Moved(copy.state.match.turn, moves[0]))
        await table.submit(ANN, Play(move=table.state.match.game.texts[moves[-1]], ply=table.state.ply))
        online = [entry.event for entry in await read_course(registry, table.id)]
        kept = await keep(registry, copy.upload())
        assert kept.is_fork
        assert kept.table != table.id
        assert [entry.event for entry in await read_course(registry, table.id)] == online
        assert [entry.event for entry in await read_course(registry, kept.table)] == copy.course
        assert table.state.offline_plies == 0
        # The acknowledgement was lost, and the game goes on meanwhile.
        copy.play(Random(2))
        assert (await keep(registry, copy.upload())).table == kept.table
        assert sorted(await tables_of(registry)) == sorted([table.id, kept.table])


async def test_a_game_whose_table_is_gone_is_no_fork(tmp_path: Path) -> None:
    copy = begin(3)
    copy.table = "prunedtable1"
    async with open_registry(tmp_path) as registry:
        kept = await keep(registry, copy.upload())
        assert kept.added > 0
        assert not kept.is_fork


async def test_a_computer_player_goes_on_after_what_was_played_offline(url: str) -> None:
    async with open_registry(url) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        copy, random = await carry(registry, table), Random(1)
        for _ in range(3):
            copy.play(random)
        kept = await keep(registry, copy.upload())
        assert not kept.is_fork
        await wait_until(lambda: table.state.ply == 4)
        assert table.state.movers == (0, 1, 0, 1)


async def test_what_ends_a_game_offline_ends_it(url: str) -> None:
    async with open_registry(url) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        copy = await carry(registry, table)
        copy.play(Random(1))
        copy.play(Random(1))
        copy.act(Resign())
        assert (await keep(registry, copy.upload())).status == "over"
        assert (await keep(registry, copy.upload())).added == 0
        assert table.state.match.outcome == copy.state.match.outcome
        [listed] = await registry.store.matches_of(ANN.id)
        assert listed.result == "lost"


async def test_three_seats_and_a_stand_in(url: str) -> None:
    copy = OfflineCopy.begin("plateau-x-trio", seats=(NewSeat("me"), BOT, BOT), absent="bot")
    random = Random(4)
    for _ in range(4):
        copy.play(random)
    copy.act(Resign())  # the computer plays on
    assert copy.state.status == "playing"
    play_to_the_end(copy, random)
    async with open_registry(url) as registry:
        kept = await keep(registry, copy.upload())
        assert kept.status == "over"
        [listed] = await registry.store.matches_of(ANN.id)
        assert listed.result == "lost"


def forge_moves(copy: OfflineCopy) -> list[OfflineGame]:
    """The game of a browser that does not play by the rules."""
    game = copy.upload()
    first = game.lines[0]
    lines = game.lines
    rules = copy.state.match.game
    second = rules.start().after(copy.state.match.moves[0])
    illegal = next(text for move, text in enumerate(rules.texts) if move not in second.legal_moves)
    return [
        change_line(game, 2, seat=1),
        change_line(game, 3, move=illegal),
        change_line(game, 3, move="z9z9"),
        change_line(game, 1, game="chess"),
        change_line(game, 1, options={"size": 400}),
        change_line(game, 1, start="nonsense"),
        change_line(game, 1, terms={"rated": True}),
        change_line(game, 1, seats=[{"person": "a"}, {"person": "b"}]),
        change_line(game, 1, seats=[{"person": "a"}, {}]),
        change_line(game, 1, seats=[{"person": "a"}, {"bot": "level:99"}]),
        change_line(game, 1, seats=[{"person": "a"}]),
        change_line(game, 1, kind="moved", seat=0, move="a1e1"),
        change_line(game, 4, kind="created"),
        change_line(game, 4, kind="tookback", keep=-1),
        change_line(game, 4, kind="tookback", keep=99),
        change_line(game, 4, kind="resigned", seat=7),
        change_line(game, 4, kind="resigned", seat=1),
        change_line(game, 4, kind="resigned", seat=1, is_fault=True),
        change_line(game, 4, kind="timedout", seat=0),
        change_line(game, 4, kind="agreed", winner=0),
        change_line(game, 4, kind="stoodin", seat=0, bot="level:99", why="left"),
        change_line(game, 4, kind="gaveback", seat=0),
        OfflineGame(key=game.key, lines=(first,)),
        OfflineGame(key=game.key, lines=lines[1:]),
        OfflineGame(key=game.key, lines=(first, first)),
        change_line(game, 1, kind="nothing"),
    ]


@pytest.mark.parametrize("number", range(26))
async def test_a_forged_log_is_refused_and_nothing_is_stored(tmp_path: Path, number: int) -> None:
    forged = forge_moves(begin(6, seats=ALONE))
    assert len(forged) == 26
    async with open_registry(tmp_path) as registry:
        with pytest.raises(errors.Refusal) as caught:
            await keep(registry, forged[number])
        said = caught.value.problem().says
        assert said.endswith("."), said
        assert "{" not in said
        assert await tables_of(registry) == []


async def test_a_forged_log_does_not_go_on_at_a_table(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_own(registry)
        copy = await carry(registry, table)
        copy.play(Random(1))
        copy.play(Random(1))
        last = len(copy.entries)
        game = change_line(copy.upload(), last, seat=1 - copy.state.movers[-1])
        with pytest.raises(REFUSED):
            await keep(registry, game)
        assert table.state.ply == 4
        assert await tables_of(registry) == [table.id]


async def test_nobody_plays_on_at_a_table_of_others(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_own(registry)
        with pytest.raises(errors.CannotCarry):
            await carry_game(registry, table.id, BOB, VISITOR, run)
        copy = await carry(registry, table)
        copy.play(Random(1))
        kept = await keep(registry, copy.upload(), BOB)
        assert kept.table != table.id
        assert not kept.is_fork, "nothing of BOB's went on"
        assert table.state.ply == 4
        assert await tables_of(registry, BOB) == [kept.table]
        # Neither a table of two people, nor one with a clock.
        for other in (
            await open_table(registry, "quixo", ANN, BOB),
            await open_table(registry, "quixo", ANN, seats=(ME, BOT), clock=Control("days", 1)),
        ):
            with pytest.raises(errors.CannotCarry):
                await carry_game(registry, other.id, ANN, VISITOR, run)


async def test_what_a_browser_cannot_play_is_not_handed_out(tmp_path: Path) -> None:
    offer_engines({"gnat": "/nowhere/gnat"})
    try:
        with registered(*GAMES):
            async with open_registry(tmp_path) as registry:
                registry.stand_in = "engine:gnat"
                engine = await open_table(
                    registry, "quixo", ANN, seats=(ME, NewSeat("bot", bot="engine:gnat"))
                )
                trio = await open_table(registry, "plateau-x-trio", ANN, seats=(ME, ME, BOT))
                assert (await carry_game(registry, trio.id, ANN, VISITOR, run)).status == "playing"
                await play_online(trio, Random(1))
                await trio.submit(ANN, Resign(seat=1))
                other = await open_table(registry, GAMES[0].id, ANN, seats=(ME, ME))
                for table in (engine, trio, other):
                    with pytest.raises(errors.CannotCarry):
                        await carry_game(registry, table.id, ANN, VISITOR, run)
    finally:
        offer_engines({})


async def test_a_game_is_handed_out_by_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[str] = []

    async def run_aside(work: Callable[..., Any], /, *arguments: Any) -> Any:
        inside.append(work.__name__)
        try:
            return work(*arguments)
        finally:
            inside.clear()

    def replay_aside(*arguments: Any) -> Any:
        assert inside
        return replay(*arguments)

    async with open_registry(tmp_path) as registry:
        table = await open_own(registry)
        monkeypatch.setattr(offline, "replay", replay_aside)
        carried = await carry_game(registry, table.id, ANN, VISITOR, run_aside)
        assert len(carried.lines) == 5


async def test_a_game_with_a_clock_is_kept_when_it_is_over(tmp_path: Path) -> None:
    copy = begin(3, seats=ALONE, clock=Control("move", 5))
    async with open_registry(tmp_path) as registry:
        with pytest.raises(REFUSED):
            await keep(registry, copy.upload())
        copy.add(events.TimedOut(copy.state.match.turn))
        assert (await keep(registry, copy.upload())).status == "over"


async def test_times_are_within_reason(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        now = registry.time()
        for at in (-1e300, 0.0, now - 1000, now + 1000, 1e300):
            kept = await keep(registry, begin(3, at=at).upload())
            times = [entry.at for entry in await registry.store.read(kept.table)]
            assert times == sorted(times)
            assert now - 366 * 86_400 < times[0] <= times[-1] <= now


async def test_a_game_of_a_guest_goes_to_the_account(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        copy = begin(5)
        copy.acknowledge(await keep(registry, copy.upload()))
        account = await registry.accounts.sign_up(BOB, name="Anna", password="correct horse battery")
        await merge_guest(registry, ANN, account)
        assert await tables_of(registry, account) == [copy.table]
        copy.play(Random(1))
        kept = await keep(registry, copy.upload(), account)
        assert (kept.table, kept.is_fork) == (copy.table, False)
        copy.table = ""  # the acknowledgement was lost
        assert (await keep(registry, copy.upload(), account)).table == kept.table
        assert not await registry.store.query(sa.select(rated.c.match))


async def test_names_of_others_are_not_taken(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await registry.accounts.sign_up(BOB, name="Charlotte", password="correct horse battery")
        copy = begin(2, seats=(NewSeat("me", "Charlotte"), NewSeat("me", "Dora")))
        kept = await keep(registry, copy.upload())
        names = [seat.name for seat in (await registry.find(kept.table)).state.seats]
        assert "Charlotte" not in names


async def test_a_store_that_is_away_takes_no_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise errors.StoreAway

    copy = begin(2, seats=(NewSeat("me", "Anna"), NewSeat("me", "Dora")))
    async with open_registry(tmp_path) as registry:
        with monkeypatch.context() as patch:
            patch.setattr(registry.accounts, "check_guest_name", fail)
            with pytest.raises(errors.StoreAway):
                await keep(registry, copy.upload())
        assert await tables_of(registry) == []
        kept = await keep(registry, copy.upload())
        names = [seat.name for seat in (await registry.find(kept.table)).state.seats]
        assert names == ["Anna", "Dora"]


class Device:
    """A browser of somebody who plays online as well."""

    def __init__(self) -> None:
        self.copies: list[OfflineCopy] = []


async def act_at_random(registry: TableRegistry, table: Table, device: Device, random: Random) -> None:
    """One step of a person with several devices: online, offline, or sending, perhaps without an answer."""
    match random.randrange(8):
        case 0 | 1:
            await play_online(table, random)
        case 2 if table.state.match.moves and table.state.status == "playing":
            await table.submit(ANN, MakeOffer(matter="takeback"))
        case 3 if all(copy.is_sent for copy in device.copies) and table.state.status == "playing":
            device.copies.append(await carry(registry, table))
        case 4 if len(device.copies) < 3:
            device.copies.append(OfflineCopy.begin(options={"size": 3}))
        case 5 if device.copies:
            random.choice(device.copies).take_back()
        case 6 if device.copies:
            for copy in device.copies:
                if copy.state.ply:
                    kept = await keep(registry, copy.upload())
                    if random.random() < 0.5:
                        copy.acknowledge(kept)
        case _ if device.copies:
            random.choice(device.copies).play(random)


@pytest.mark.parametrize("seed", range(12))
async def test_no_ply_is_lost_and_no_game_doubled(tmp_path: Path, seed: int) -> None:
    """Whatever is played where, and whichever answers are lost."""
    random = Random(seed)
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ME, ME), options={"size": 3})
        devices = [Device(), Device()]
        known: list[events.Entry] = []
        for _ in range(60):
            await act_at_random(registry, table, random.choice(devices), random)
            course = await read_course(registry, table.id)
            assert rest_of(course, known) is not None, "the table's own game was changed"
            known = course
        copies = [copy for device in devices for copy in device.copies if copy.state.ply]
        names = {table.id}
        for copy in copies:
            begun_at = copy.table
            kept = await keep(registry, copy.upload())
            course = await read_course(registry, kept.table)
            assert [entry.event for entry in course][: len(copy.course)] == copy.course
            own = [begun_at, table.id, *(table_id(copy.key, each) for each in range(1, 21))]
            stored = [name for name in dict.fromkeys(own) if name and await registry.store.lines(name)]
            names.update(stored)
            of_one = [name for name in stored if name != table.id or begun_at == table.id]
            for one, other in combinations(of_one, 2):
                assert rest_of(await read_course(registry, one), await read_course(registry, other)) is None
        assert set(await tables_of(registry)) == names
        for name in names:
            await assert_replay_equal(await registry.find(name), registry)
