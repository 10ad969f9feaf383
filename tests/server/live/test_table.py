"""Commands at a table. After every test the log is replayed and compared with the live state."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import tablier
from tablier.registry import kind
from tablier.server.live.registry import TableRegistry
from tablier.server.messages.news import Perspective
from tablier.server.tables import commands, errors
from tablier.server.tables.clocks import Control
from tablier.server.tables.create import NewSeat
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    CID,
    DEE,
    ME,
    FakeListener,
    ManualClock,
    assert_replay_equal,
    kinds,
    news,
    open_registry,
    open_table,
    play_moves,
    wait_until,
)

pytestmark = pytest.mark.anyio

TEAM = (ANN, BOB, CID, DEE)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def registry(tmp_path: Path, clock: ManualClock) -> AsyncIterator[TableRegistry]:
    async with open_registry(tmp_path, clock=clock) as registry:
        yield registry
        for table in registry.tables:
            await assert_replay_equal(table, registry)


async def test_a_move_is_stored_before_it_is_sent(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await play_moves(table, "a1e1", "a5a1")
    assert kinds(await registry.store.read(table.id)) == ["Created", "Sat", "Moved", "Moved"]
    latest = news(table, ANN)
    assert (latest.ply, latest.move, latest.moves, latest.turn) == (2, "a5a1", ("a1e1", "a5a1"), 0)
    assert latest.movers == (0, 1)
    assert latest.scene["tree"]
    assert "tree" not in news(table, BOB).scene
    assert "tree" not in news(table, None).scene
    assert "play" in latest.you.may
    assert news(table, CID).you.seats == ()


async def test_a_game_begins_when_all_are_seated(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN)
    assert news(table).status == "waiting"
    with pytest.raises(errors.GameNotStarted):
        await table.submit(ANN, commands.Play(move="a1e1", ply=0))
    await table.submit(BOB, commands.Sit(seat=1, name="  Bobby \n"))
    assert news(table).seats[1].name == "Bobby"
    await table.submit(BOB, commands.Leave())
    assert news(table).status == "waiting"


async def test_one_screen(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, seats=(ME, ME))
    assert [seat.name for seat in news(table).seats] == list(tablier.game("quixo").seats)
    await play_moves(table, "a1e1", "a5a1", "b1e1")
    assert news(table, ANN).you.seats == (0, 1)
    await table.submit(ANN, commands.MakeOffer(matter="takeback"))
    assert news(table).moves == ("a1e1", "a5a1")
    assert news(table).turn == 0
    await table.submit(ANN, commands.MakeOffer(matter="takeback"))
    await table.submit(ANN, commands.MakeOffer(matter="takeback"))
    assert news(table).moves == ()
    with pytest.raises(errors.NothingToTakeBack):
        await table.submit(ANN, commands.MakeOffer(matter="takeback"))
    await table.submit(ANN, commands.MakeOffer(matter="end"))
    assert news(table).status == "over"


async def test_resigning_between_two(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await table.submit(BOB, commands.Resign())
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason, outcome.by) == ((1.0, 0.0), "resigned", 1)
    with pytest.raises(errors.GameOver):
        await table.submit(ANN, commands.Play(move="a1e1", ply=0))


async def test_a_draw_needs_consent(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await table.submit(ANN, commands.MakeOffer(matter="end"))
    offer = news(table).offers[0]
    assert (offer.seat, offer.asked) == (0, (1,))
    with pytest.raises(errors.OfferStands):
        await table.submit(BOB, commands.MakeOffer(matter="end"))
    with pytest.raises(errors.NotAsked):
        await table.submit(ANN, commands.Answer(offer=offer.number, yes=True))
    with pytest.raises(errors.NotSeated):
        await table.submit(CID, commands.Answer(offer=offer.number, yes=True))
    await table.submit(BOB, commands.Answer(offer=offer.number, yes=False))
    assert news(table).offers == ()
    with pytest.raises(errors.NoSuchOffer):
        await table.submit(BOB, commands.Answer(offer=offer.number, yes=True))
    await table.submit(BOB, commands.MakeOffer(matter="end"))
    await table.submit(ANN, commands.Answer(offer=news(table).offers[0].number, yes=True))
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((0.5, 0.5), "agreed")


async def test_an_offer_can_be_withdrawn_and_lapses_with_a_move(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await table.submit(ANN, commands.MakeOffer(matter="end"))
    await table.submit(ANN, commands.Answer(offer=news(table).offers[0].number, yes=False))
    assert news(table).offers == ()
    await table.submit(ANN, commands.MakeOffer(matter="end"))
    await play_moves(table, "a1e1")
    assert news(table).offers == ()


async def test_an_agreed_end_must_be_one_the_game_allows(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    with pytest.raises(errors.CannotAgree, match="names no winner"):
        await table.submit(ANN, commands.MakeOffer(matter="end", winner=0))


async def test_a_takeback_needs_consent_and_is_logged(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    with pytest.raises(errors.NothingToTakeBack):
        await table.submit(BOB, commands.MakeOffer(matter="takeback"))
    await play_moves(table, "a1e1", "a5a1", "b1e1")
    await table.submit(BOB, commands.MakeOffer(matter="takeback"))
    assert len(news(table).moves) == 3
    await table.submit(ANN, commands.Answer(offer=news(table).offers[0].number, yes=True))
    latest = news(table)
    assert (latest.moves, latest.movers, latest.turn) == (("a1e1",), (0,), 1)
    assert latest.ply == 4
    with pytest.raises(errors.StalePly):
        await table.submit(BOB, commands.Play(move="a5a1", ply=1))
    await play_moves(table, "a5a1")
    assert kinds(await registry.store.read(table.id))[-4:] == ["Offered", "Answered", "TookBack", "Moved"]


async def test_a_takeback_against_bots_needs_no_consent(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
    await play_moves(table, "a1e1")
    await wait_until(lambda: len(news(table).moves) == 2)
    await table.submit(ANN, commands.MakeOffer(matter="takeback"))
    assert (news(table).moves, news(table).turn) == ((), 0)


async def test_bots_do_not_agree_to_a_draw(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
    with pytest.raises(errors.BotsPlayOn):
        await table.submit(ANN, commands.MakeOffer(matter="end"))


async def test_a_pause_stops_the_clock(registry: TableRegistry, clock: ManualClock) -> None:
    table = await open_table(registry, "quixo", ANN, BOB, clock=Control("game", 60))
    await play_moves(table, "a1e1")
    clock.now += 10
    await table.submit(ANN, commands.MakeOffer(matter="pause"))
    await table.submit(BOB, commands.Answer(offer=news(table).offers[0].number, yes=True))
    clock.now += 1000
    latest = news(table, BOB)
    assert latest.status == "paused"
    assert latest.clock.left == (60.0, 50.0)
    assert latest.clock.running is None
    assert "play" not in latest.you.may
    with pytest.raises(errors.GamePaused):
        await play_moves(table, "a5a1")
    await table.submit(BOB, commands.Resume())
    assert news(table).clock.running == 1
    await play_moves(table, "a5a1")


async def test_running_out_of_time_loses(registry: TableRegistry, clock: ManualClock) -> None:
    table = await open_table(registry, "quixo", ANN, BOB, clock=Control("move", 0.05))
    clock.now += 100
    await play_moves(table, "a1e1")  # the clocks start with the first move
    clock.now += 100
    with pytest.raises(errors.OutOfTime):
        await play_moves(table, "a5a1")
    await wait_until(lambda: news(table).status == "over")
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason, outcome.by) == ((1.0, 0.0), "time", 1)


async def test_among_four_a_bot_plays_on_when_time_is_up(registry: TableRegistry, clock: ManualClock) -> None:
    table = await open_table(registry, "quixo-teams", *TEAM, clock=Control("move", 0.05))
    await play_moves(table, "a1e1s")
    clock.now += 1
    await wait_until(lambda: news(table).seats[1].why == "time")
    await wait_until(lambda: len(news(table).moves) == 2)
    assert news(table).clock.left[1] is None
    with pytest.raises(errors.NotStandingIn):
        await table.submit(BOB, commands.Return(seat=1))
    clock.now = 0.0  # so that no clock runs out before the assertion


async def test_among_four_the_game_can_be_scored_instead(registry: TableRegistry, clock: ManualClock) -> None:
    table = await open_table(registry, "quixo-teams", *TEAM, clock=Control("move", 0.05), absent="score")
    await play_moves(table, "a1e1s")
    clock.now += 1
    await wait_until(lambda: news(table).status == "over")
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((1.0, 0.0, 1.0, 0.0), "time")


async def test_a_bot_takes_over_a_seat_and_hands_it_back(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await play_moves(table, "a1e1")
    await table.submit(BOB, commands.Leave())
    await wait_until(lambda: len(news(table).moves) == 2)
    latest = news(table, BOB)
    assert (latest.seats[1].kind, latest.seats[1].name, latest.seats[1].why) == ("bot", "Bob", "left")
    assert (latest.you.seats, latest.you.away) == ((), (1,))
    with pytest.raises(errors.NotStandingIn):
        await table.submit(ANN, commands.Return(seat=1))
    await table.submit(BOB, commands.Return(seat=1))
    assert news(table, BOB).you.seats == (1,)
    await play_moves(table, "b1e1")
    assert news(table).turn == 1


async def test_a_bot_can_stand_in_for_an_absent_player(registry: TableRegistry, clock: ManualClock) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    bob = FakeListener(BOB)
    table.join(bob)
    clock.now += 60
    with pytest.raises(errors.SeatKept):
        await table.submit(ANN, commands.StandIn(seat=1))
    table.leave(bob)
    clock.now += 5
    with pytest.raises(errors.SeatKept):  # Bob may be reloading the page
        await table.submit(ANN, commands.StandIn(seat=1))
    clock.now += 60
    assert "stand_in:1" in news(table, ANN).you.may
    with pytest.raises(errors.NotSeated):
        await table.submit(CID, commands.StandIn(seat=1))
    await table.submit(ANN, commands.StandIn(seat=1))
    assert news(table).seats[1].kind == "bot"


async def test_a_table_tells_when_a_bot_may_play_for_somebody(
    registry: TableRegistry, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    ann, bob = FakeListener(ANN), FakeListener(BOB)

    def allowed() -> list[str]:
        told: list[str] = [each for each in ann.messages if each["type"] == "news"][-1]["you"]["may"]
        return told

    table.join(ann)
    table.join(bob)
    monkeypatch.setattr("tablier.server.live.attendance.AWAY_SECONDS", 0.05)
    table.leave(bob)
    assert "stand_in:1" not in allowed()
    clock.now += 1
    await wait_until(lambda: "stand_in:1" in allowed())
    table.join(bob)
    assert "stand_in:1" not in allowed()


async def test_team_chat_must_be_agreed_on(registry: TableRegistry) -> None:
    """§Q14."""
    silent = await open_table(registry, "quixo-teams", *TEAM)
    with pytest.raises(errors.NotAllowed):
        await silent.submit(ANN, commands.Say(text="take a1", to="team"))
    table = await open_table(registry, "quixo-teams", *TEAM, team_chat=True)
    await table.submit(ANN, commands.Say(text="take a1", to="team"))
    await table.submit(BOB, commands.Say(text="hello"))
    messages = {person.name: [line.text for line in news(table, person).chat] for person in TEAM}
    assert messages == {
        "Ann": ["take a1", "hello"],
        "Bob": ["hello"],
        "Cid": ["take a1", "hello"],
        "Dee": ["hello"],
    }
    assert [line.text for line in news(table, None).chat] == ["hello"]
    with pytest.raises(errors.NotSeated):
        await table.submit(type(ANN)("eve", "Eve"), commands.Say(text="psst", to="team"))


async def test_a_rematch_moves_every_player_one_seat_on(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    with pytest.raises(errors.GameNotOver):
        await table.submit(ANN, commands.MakeOffer(matter="rematch"))
    await table.submit(ANN, commands.Resign())
    await table.submit(BOB, commands.MakeOffer(matter="rematch"))
    await table.submit(ANN, commands.Answer(offer=news(table).offers[0].number, yes=True))
    following = await registry.find(news(table).next)
    assert [seat.name for seat in news(following).seats] == ["Bob", "Ann"]
    assert news(following).previous == table.id
    assert news(following).status == "playing"
    with pytest.raises(errors.HasNextGame):
        await table.submit(BOB, commands.MakeOffer(matter="rematch"))


async def test_rounds_with_points(registry: TableRegistry) -> None:
    """§P14."""
    table = await open_table(registry, "quixo", ANN, BOB, rounds=2)
    await table.submit(ANN, commands.Resign())
    series = news(table).series
    assert series is not None
    assert [(line.name, line.points, line.firsts) for line in series.table] == [
        ("Bob", 1.0, 1),
        ("Ann", 0.0, 0),
    ]
    await table.submit(ANN, commands.NextRound())
    second = await registry.find(news(table).next)
    assert [seat.name for seat in news(second).seats] == ["Bob", "Ann"]
    await second.submit(ANN, commands.Resign())
    series = news(second).series
    assert series is not None
    assert (series.round, series.is_over) == (2, True)
    assert [(line.name, line.seat, line.points) for line in series.table] == [
        ("Bob", 0, 2.0),
        ("Ann", 1, 0.0),
    ]
    with pytest.raises(errors.NoRoundLeft):
        await second.submit(BOB, commands.NextRound())
    await second.submit(BOB, commands.MakeOffer(matter="rematch"))
    await second.submit(ANN, commands.Answer(offer=news(second).offers[0].number, yes=True))
    anew = news(await registry.find(news(second).next)).series
    assert anew is not None
    assert anew.round == 1


async def test_help_only_where_it_is_allowed(registry: TableRegistry) -> None:
    alone = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
    assert {"hint", "shares"} <= set(news(alone, ANN).you.may)
    _, thought = await alone.advise(ANN, "hint", None)
    assert thought.move in alone.state.match.legal_moves
    with pytest.raises(errors.NotSeated):
        await alone.advise(BOB, "hint", None)
    table = await open_table(registry, "quixo", ANN, BOB)
    with pytest.raises(errors.NotAllowed):
        await table.advise(ANN, "shares", None)
    await play_moves(table, "a1e1")
    await table.submit(ANN, commands.Resign())
    await table.advise(None, "shares", 0)  # a game that is over belongs to everybody


async def test_stepping_back(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await play_moves(table, "a1e1", "a5a1")
    past = table.scene(ANN, Perspective(), 1)
    assert past.move == "a1e1"
    assert "tree" not in past.scene
    assert table.scene(ANN, Perspective(), 2).scene["tree"]
    with pytest.raises(errors.NoSuchPly):
        table.scene(ANN, Perspective(), 3)


async def test_the_reason_of_a_refused_click(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await play_moves(table, "a1e1")
    why = table.why(Perspective(), ("e1",))
    assert why.clause == "Q2"
    assert table.why(Perspective(), ("c3",)).says == "Only cubes on the rim can be taken."
    with pytest.raises(errors.NothingThere):
        table.why(Perspective(), ("b1",))  # nothing forbids it


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        ("chess", {}),
        ("quixo", {"options": {"size": 7}}),
        ("quixo", {"seats": (ME,)}),
        ("quixo", {"seats": (ME, NewSeat("bot", bot="level:99"))}),
        ("quixo", {"clock": Control("move", 0)}),
        ("quixo", {"absent": "bot"}),
        ("quixo", {"team_chat": True}),
    ],
    ids=str,
)
async def test_an_invalid_table_is_refused(
    registry: TableRegistry, game: str, chosen: dict[str, object]
) -> None:
    before = await registry.store.matches_of(ANN.id)
    with pytest.raises((errors.BadTable, errors.NoSuchGame, errors.NoSuchBot)):
        await open_table(registry, game, ANN, **chosen)
    assert await registry.store.matches_of(ANN.id) == before


async def test_seats_are_open_by_default(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo-teams", ANN)
    assert [seat.kind for seat in news(table).seats] == ["person", "open", "open", "open"]


async def test_three_agree_on_a_winner_and_on_nothing_else(registry: TableRegistry) -> None:
    table = await open_table(registry, "x", ANN, BOB, CID, options={"size": 4})
    assert "offer:end" not in news(table, ANN).you.may
    assert "offer:end:winner" in news(table, ANN).you.may
    await table.submit(ANN, commands.MakeOffer(matter="end", winner=2))
    number = news(table).offers[0].number
    await table.submit(BOB, commands.Answer(offer=number, yes=True))
    assert news(table).status == "playing"
    await table.submit(CID, commands.Answer(offer=number, yes=True))
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((2,), "agreed")


async def test_resigning_among_three_brings_a_stand_in_or_the_last_place(registry: TableRegistry) -> None:
    table = await open_table(registry, "x", ANN, BOB, CID, options={"size": 4})
    await table.submit(BOB, commands.Resign())
    assert (news(table).status, news(table).seats[1].why) == ("playing", "resigned")
    await table.submit(ANN, commands.MakeOffer(matter="end", winner=0))
    assert news(table).offers[0].asked == (2,)
    scored = await open_table(registry, "x", ANN, BOB, CID, options={"size": 4}, absent="score")
    await scored.submit(BOB, commands.Resign())
    outcome = news(scored).outcome
    assert outcome is not None
    assert (outcome.scores[1], outcome.reason) == (0.0, "resigned")


async def test_a_stand_in_bot_answers_no_offers(registry: TableRegistry) -> None:
    table = await open_table(registry, "x", ANN, BOB, CID, options={"size": 4})
    await play_moves(table, "a1")
    await table.submit(ANN, commands.MakeOffer(matter="pause"))
    number = news(table).offers[0].number
    await table.submit(CID, commands.Leave())
    assert news(table).offers[0].asked == (1,)
    await table.submit(BOB, commands.Answer(offer=number, yes=True))
    assert news(table).status == "paused"


@pytest.mark.parametrize("game", tablier.games())
async def test_every_game_has_a_table(registry: TableRegistry, game: str) -> None:
    seats = (ME, *(BOT for _ in kind(game).seats[1:]))
    table = await open_table(registry, game, ANN, seats=seats)
    listener = FakeListener(ANN)
    table.join(listener)
    for _ in range(3):
        await wait_until(lambda: "play" in news(table, ANN).you.may)
        first = table.state.match.legal_moves[0]
        await play_moves(table, table.state.match.game.texts[first])
    await wait_until(lambda: not table.state.bot_to_move)
    assert listener.messages[-1]["layout"].startswith(f"/api/games/{game}/layout?")
    assert listener.messages[-1]["scene"]["pieces"]


async def test_idle_tables_are_unloaded_and_loaded_again(registry: TableRegistry, clock: ManualClock) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await play_moves(table, "a1e1")
    clock.now += 1000
    await wait_until(lambda: not registry.tables)
    again = await registry.find(table.id)
    assert again is not table
    assert news(again).moves == ("a1e1",)


async def test_a_bot_waits_as_long_as_a_player_wishes(
    registry: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wish of a spectator counts only where no player is."""
    rests: list[float] = []
    sleep = asyncio.sleep

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        await sleep(seconds if seconds < 1 else 0)

    table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
    monkeypatch.setattr("tablier.server.live.table.asyncio.sleep", rest)
    spectator, player = FakeListener(BOB), FakeListener(ANN)
    spectator.perspective = Perspective(pause=2.5)
    player.perspective = Perspective(pause=1.5)
    for listener, pause in ((spectator, 2.5), (player, 1.5)):
        table.join(listener)
        rests.clear()
        await play_moves(table, table.state.match.game.texts[table.state.match.legal_moves[0]])
        await wait_until(lambda: not table.state.bot_to_move)
        assert pause in rests
        assert 2.5 not in rests or pause == 2.5


async def test_presence_in_a_crowd_is_told_in_batches(
    registry: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    announced: list[object] = []
    monkeypatch.setattr(registry, "announce", announced.append)
    crowd = [FakeListener(None) for _ in range(200)]
    for listener in crowd:
        table.join(listener)
    await wait_until(lambda: crowd[0].messages[-1].get("watchers") == 200)
    assert sum(len(listener.messages) for listener in crowd) < 1000  # one by one it would be 20,000
    assert 0 < len(announced) < 50, "other processes are told in batches too"
