"""What players can do at a table. Every test ends with the log telling the same as the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import tablier
from tablier.registry import kind
from tablier.server import acts
from tablier.server import refusals as no
from tablier.server.clocks import Control
from tablier.server.hall import Hall
from tablier.server.news import Look
from tablier.server.opening import NewSeat
from tests.server.houses import (
    ANN,
    BOB,
    BOT,
    CID,
    DEE,
    ME,
    Ear,
    Hand,
    a_hall,
    a_table,
    kinds,
    news,
    played,
    replayed_same,
    until,
)

pytestmark = pytest.mark.anyio

TEAM = (ANN, BOB, CID, DEE)


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
async def hall(tmp_path: Path, hand: Hand) -> AsyncIterator[Hall]:
    async with a_hall(tmp_path, hand=hand) as hall:
        yield hall
        for table in hall.tables:
            await replayed_same(table, hall)


async def test_a_move_is_stored_before_it_is_told(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await played(table, "a1e1", "a5a1")
    assert kinds(await hall.store.read(table.id)) == ["Created", "Sat", "Moved", "Moved"]
    told = news(table, ANN)
    assert (told.ply, told.move, told.moves, told.turn) == (2, "a5a1", ("a1e1", "a5a1"), 0)
    assert told.scene["tree"]
    assert "tree" not in news(table, BOB).scene
    assert "tree" not in news(table, None).scene
    assert "play" in told.you.may
    assert news(table, CID).you.seats == ()


async def test_a_game_begins_when_all_are_seated(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN)
    assert news(table).status == "waiting"
    with pytest.raises(no.Waiting):
        await table.act(ANN, acts.Play(move="a1e1", ply=0))
    await table.act(BOB, acts.Sit(seat=1, name="  Bobby \n"))
    assert news(table).seats[1].name == "Bobby"
    await table.act(BOB, acts.Leave())
    assert news(table).status == "waiting"


async def test_one_screen(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, seats=(ME, ME))
    assert [seat.name for seat in news(table).seats] == list(tablier.game("quixo").seats)
    await played(table, "a1e1", "a5a1", "b1e1")
    assert news(table, ANN).you.seats == (0, 1)
    await table.act(ANN, acts.MakeOffer(matter="takeback"))
    assert news(table).moves == ("a1e1",)
    assert news(table).turn == 1
    await table.act(ANN, acts.MakeOffer(matter="end"))
    assert news(table).status == "over"


async def test_resigning_between_two(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await table.act(BOB, acts.Resign())
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason, outcome.by) == ((1.0, 0.0), "resigned", 1)
    with pytest.raises(no.Finished):
        await table.act(ANN, acts.Play(move="a1e1", ply=0))


async def test_a_draw_wants_consent(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await table.act(ANN, acts.MakeOffer(matter="end"))
    offer = news(table).offers[0]
    assert (offer.seat, offer.asked) == (0, (1,))
    with pytest.raises(no.OfferStands):
        await table.act(BOB, acts.MakeOffer(matter="end"))
    with pytest.raises(no.NotAsked):
        await table.act(ANN, acts.Answer(offer=offer.number, yes=True))
    with pytest.raises(no.NotSeated):
        await table.act(CID, acts.Answer(offer=offer.number, yes=True))
    await table.act(BOB, acts.Answer(offer=offer.number, yes=False))
    assert news(table).offers == ()
    with pytest.raises(no.NoSuchOffer):
        await table.act(BOB, acts.Answer(offer=offer.number, yes=True))
    await table.act(BOB, acts.MakeOffer(matter="end"))
    await table.act(ANN, acts.Answer(offer=news(table).offers[0].number, yes=True))
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((0.5, 0.5), "agreed")


async def test_an_offer_can_be_withdrawn_and_lapses_with_a_move(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await table.act(ANN, acts.MakeOffer(matter="end"))
    await table.act(ANN, acts.Answer(offer=news(table).offers[0].number, yes=False))
    assert news(table).offers == ()
    await table.act(ANN, acts.MakeOffer(matter="end"))
    await played(table, "a1e1")
    assert news(table).offers == ()


async def test_an_end_must_be_one_the_game_knows(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    with pytest.raises(no.CannotAgree, match="names no winner"):
        await table.act(ANN, acts.MakeOffer(matter="end", winner=0))


async def test_a_takeback_wants_consent_and_is_added_to_the_log(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    with pytest.raises(no.NothingToTakeBack):
        await table.act(BOB, acts.MakeOffer(matter="takeback"))
    await played(table, "a1e1", "a5a1", "b1e1")
    await table.act(BOB, acts.MakeOffer(matter="takeback"))
    assert len(news(table).moves) == 3
    await table.act(ANN, acts.Answer(offer=news(table).offers[0].number, yes=True))
    told = news(table)
    assert (told.moves, told.turn) == (("a1e1",), 1)
    assert told.ply == 4
    with pytest.raises(no.StalePly):
        await table.act(BOB, acts.Play(move="a5a1", ply=1))
    await played(table, "a5a1")
    assert kinds(await hall.store.read(table.id))[-4:] == ["Offered", "Answered", "TookBack", "Moved"]


async def test_a_takeback_against_bots_is_at_once(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
    await played(table, "a1e1")
    await until(lambda: len(news(table).moves) == 2)
    await table.act(ANN, acts.MakeOffer(matter="takeback"))
    assert (news(table).moves, news(table).turn) == ((), 0)


async def test_bots_do_not_agree_to_a_draw(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
    with pytest.raises(no.BotsPlayOn):
        await table.act(ANN, acts.MakeOffer(matter="end"))


async def test_a_pause_stops_the_clock(hall: Hall, hand: Hand) -> None:
    table = await a_table(hall, "quixo", ANN, BOB, clock=Control("game", 60))
    await played(table, "a1e1")
    hand.now += 10
    await table.act(ANN, acts.MakeOffer(matter="pause"))
    await table.act(BOB, acts.Answer(offer=news(table).offers[0].number, yes=True))
    hand.now += 1000
    told = news(table, BOB)
    assert told.status == "paused"
    assert told.clock.left == (60.0, 50.0)
    assert told.clock.running is None
    assert "play" not in told.you.may
    with pytest.raises(no.Paused):
        await played(table, "a5a1")
    await table.act(BOB, acts.Resume())
    assert news(table).clock.running == 1
    await played(table, "a5a1")


async def test_who_runs_out_of_time_loses(hall: Hall, hand: Hand) -> None:
    table = await a_table(hall, "quixo", ANN, BOB, clock=Control("move", 0.05))
    hand.now += 100
    await played(table, "a1e1")  # the clocks start with the first move
    hand.now += 100
    with pytest.raises(no.OutOfTime):
        await played(table, "a5a1")
    await until(lambda: news(table).status == "over")
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason, outcome.by) == ((1.0, 0.0), "time", 1)


async def test_among_four_a_bot_plays_on_when_time_is_up(hall: Hall, hand: Hand) -> None:
    table = await a_table(hall, "quixo-teams", *TEAM, clock=Control("move", 0.05))
    await played(table, "a1e1s")
    hand.now += 1
    await until(lambda: news(table).seats[1].why == "time")
    await until(lambda: len(news(table).moves) == 2)
    assert news(table).clock.left[1] is None
    with pytest.raises(no.NotStandingIn):
        await table.act(BOB, acts.Return(seat=1))
    hand.now = 0.0  # nobody's time is up before this is looked at


async def test_among_four_the_game_can_be_scored_instead(hall: Hall, hand: Hand) -> None:
    table = await a_table(hall, "quixo-teams", *TEAM, clock=Control("move", 0.05), absent="score")
    await played(table, "a1e1s")
    hand.now += 1
    await until(lambda: news(table).status == "over")
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((1.0, 0.0, 1.0, 0.0), "time")


async def test_a_bot_takes_over_a_seat_and_hands_it_back(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await played(table, "a1e1")
    await table.act(BOB, acts.Leave())
    await until(lambda: len(news(table).moves) == 2)
    told = news(table, BOB)
    assert (told.seats[1].kind, told.seats[1].name, told.seats[1].why) == ("bot", "Bob", "left")
    assert (told.you.seats, told.you.away) == ((), (1,))
    with pytest.raises(no.NotStandingIn):
        await table.act(ANN, acts.Return(seat=1))
    await table.act(BOB, acts.Return(seat=1))
    assert news(table, BOB).you.seats == (1,)
    await played(table, "b1e1")
    assert news(table).turn == 1


async def test_a_bot_can_be_called_for_somebody_who_is_away(hall: Hall, hand: Hand) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    bob = Ear(BOB)
    table.join(bob)
    hand.now += 60
    with pytest.raises(no.SeatKept):
        await table.act(ANN, acts.StandIn(seat=1))
    table.leave(bob)
    hand.now += 5
    with pytest.raises(no.SeatKept):  # he may be reloading the page
        await table.act(ANN, acts.StandIn(seat=1))
    hand.now += 60
    assert "stand_in:1" in news(table, ANN).you.may
    with pytest.raises(no.NotSeated):
        await table.act(CID, acts.StandIn(seat=1))
    await table.act(ANN, acts.StandIn(seat=1))
    assert news(table).seats[1].kind == "bot"


async def test_partners_talk_only_if_that_was_agreed(hall: Hall) -> None:
    """§Q14."""
    silent = await a_table(hall, "quixo-teams", *TEAM)
    with pytest.raises(no.NotAllowed):
        await silent.act(ANN, acts.Say(text="take a1", to="team"))
    table = await a_table(hall, "quixo-teams", *TEAM, team_chat=True)
    await table.act(ANN, acts.Say(text="take a1", to="team"))
    await table.act(BOB, acts.Say(text="hello"))
    heard = {person.name: [line.text for line in news(table, person).chat] for person in TEAM}
    assert heard == {
        "Ann": ["take a1", "hello"],
        "Bob": ["hello"],
        "Cid": ["take a1", "hello"],
        "Dee": ["hello"],
    }
    assert [line.text for line in news(table, None).chat] == ["hello"]
    with pytest.raises(no.NotSeated):
        await table.act(type(ANN)("eve", "Eve"), acts.Say(text="psst"))


async def test_rematch_moves_everybody_one_seat_on(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    with pytest.raises(no.NotFinished):
        await table.act(ANN, acts.MakeOffer(matter="rematch"))
    await table.act(ANN, acts.Resign())
    await table.act(BOB, acts.MakeOffer(matter="rematch"))
    await table.act(ANN, acts.Answer(offer=news(table).offers[0].number, yes=True))
    following = await hall.find(news(table).next)
    assert [seat.name for seat in news(following).seats] == ["Bob", "Ann"]
    assert news(following).previous == table.id
    assert news(following).status == "playing"
    with pytest.raises(no.Followed):
        await table.act(BOB, acts.MakeOffer(matter="rematch"))


async def test_rounds_with_points(hall: Hall) -> None:
    """§P14."""
    table = await a_table(hall, "quixo", ANN, BOB, rounds=2)
    await table.act(ANN, acts.Resign())
    series = news(table).series
    assert series is not None
    assert [(line.name, line.points, line.firsts) for line in series.table] == [
        ("Bob", 1.0, 1),
        ("Ann", 0.0, 0),
    ]
    await table.act(ANN, acts.NextRound())
    second = await hall.find(news(table).next)
    assert [seat.name for seat in news(second).seats] == ["Bob", "Ann"]
    await second.act(ANN, acts.Resign())
    series = news(second).series
    assert series is not None
    assert (series.round, series.is_over) == (2, True)
    assert [(line.name, line.seat, line.points) for line in series.table] == [
        ("Bob", 0, 2.0),
        ("Ann", 1, 0.0),
    ]
    with pytest.raises(no.NoRoundLeft):
        await second.act(BOB, acts.NextRound())
    await second.act(BOB, acts.MakeOffer(matter="rematch"))
    await second.act(ANN, acts.Answer(offer=news(second).offers[0].number, yes=True))
    anew = news(await hall.find(news(second).next)).series
    assert anew is not None
    assert anew.round == 1


async def test_help_only_where_it_is_allowed(hall: Hall) -> None:
    alone = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
    assert {"hint", "shares"} <= set(news(alone, ANN).you.may)
    _, thought = await alone.help(ANN, "hint", None)
    assert thought.move in alone.situation.match.legal_moves
    with pytest.raises(no.NotSeated):
        await alone.help(BOB, "hint", None)
    table = await a_table(hall, "quixo", ANN, BOB)
    with pytest.raises(no.NotAllowed):
        await table.help(ANN, "shares", None)
    await played(table, "a1e1")
    await table.act(ANN, acts.Resign())
    await table.help(None, "shares", 0)  # a game that is over belongs to everybody


async def test_stepping_back(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await played(table, "a1e1", "a5a1")
    past = table.scene(ANN, Look(), 1)
    assert past.move == "a1e1"
    assert "tree" not in past.scene
    assert table.scene(ANN, Look(), 2).scene["tree"]
    with pytest.raises(no.NoSuchPly):
        table.scene(ANN, Look(), 3)


async def test_why_a_click_leads_nowhere(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await played(table, "a1e1")
    why = table.why(Look(), ("e1",))
    assert why.clause == "Q2"
    with pytest.raises(no.NothingThere):
        table.why(Look(), ("c3",))


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
async def test_a_table_that_cannot_be(hall: Hall, game: str, chosen: dict[str, object]) -> None:
    before = await hall.store.of(ANN.id)
    with pytest.raises((no.BadTable, no.NoSuchGame, no.NoSuchBot)):
        await a_table(hall, game, ANN, **chosen)
    assert await hall.store.of(ANN.id) == before


async def test_open_seats_unless_told(hall: Hall) -> None:
    table = await a_table(hall, "quixo-teams", ANN)
    assert [seat.kind for seat in news(table).seats] == ["person", "open", "open", "open"]


async def test_three_agree_on_a_winner_and_on_nothing_else(hall: Hall) -> None:
    table = await a_table(hall, "x", ANN, BOB, CID, options={"size": 4})
    assert "offer:end" not in news(table, ANN).you.may
    assert "offer:end:winner" in news(table, ANN).you.may
    await table.act(ANN, acts.MakeOffer(matter="end", winner=2))
    number = news(table).offers[0].number
    await table.act(BOB, acts.Answer(offer=number, yes=True))
    assert news(table).status == "playing"
    await table.act(CID, acts.Answer(offer=number, yes=True))
    outcome = news(table).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((2,), "agreed")


async def test_whoever_resigns_among_three_is_played_on_or_comes_last(hall: Hall) -> None:
    table = await a_table(hall, "x", ANN, BOB, CID, options={"size": 4})
    await table.act(BOB, acts.Resign())
    assert (news(table).status, news(table).seats[1].why) == ("playing", "resigned")
    await table.act(ANN, acts.MakeOffer(matter="end", winner=0))
    assert news(table).offers[0].asked == (2,)
    scored = await a_table(hall, "x", ANN, BOB, CID, options={"size": 4}, absent="score")
    await scored.act(BOB, acts.Resign())
    outcome = news(scored).outcome
    assert outcome is not None
    assert (outcome.scores[1], outcome.reason) == (0.0, "resigned")


async def test_a_bot_that_takes_over_answers_for_nobody(hall: Hall) -> None:
    table = await a_table(hall, "x", ANN, BOB, CID, options={"size": 4})
    await played(table, "a1")
    await table.act(ANN, acts.MakeOffer(matter="pause"))
    number = news(table).offers[0].number
    await table.act(CID, acts.Leave())
    assert news(table).offers[0].asked == (1,)
    await table.act(BOB, acts.Answer(offer=number, yes=True))
    assert news(table).status == "paused"


@pytest.mark.parametrize("game", tablier.games())
async def test_every_game_has_a_table(hall: Hall, game: str) -> None:
    seats = (ME, *(BOT for _ in kind(game).seats[1:]))
    table = await a_table(hall, game, ANN, seats=seats)
    ear = Ear(ANN)
    table.join(ear)
    for _ in range(3):
        await until(lambda: "play" in news(table, ANN).you.may)
        first = table.situation.match.legal_moves[0]
        await played(table, table.situation.match.game.texts[first])
    await until(lambda: not table.situation.thinker)
    assert ear.heard[-1]["layout"].startswith(f"/api/games/{game}/layout?")
    assert ear.heard[-1]["scene"]["pieces"]


async def test_tables_at_rest_are_put_away_and_found_again(hall: Hall, hand: Hand) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await played(table, "a1e1")
    hand.now += 1000
    await until(lambda: not hall.tables)
    again = await hall.find(table.id)
    assert again is not table
    assert news(again).moves == ("a1e1",)
