"""Messages of the analysis board. The server keeps nothing of it: every question holds the whole line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, Struct

import tablier
from tablier.board_editor import Arrangement, CannotBe, Editor
from tablier.board_game import Game, read_option, write_option
from tablier.core.values import IllegalMove, NotationError
from tablier.match import Match
from tablier.outcome_text import describe_ending
from tablier.record import Record
from tablier.record_json import Parts
from tablier.record_reading import TERMINATIONS, Reading
from tablier.scene import Phrase, Translate, Words, as_data, describe_error, say, to_text
from tablier.server.messages.news import Perspective
from tablier.server.messages.records import record_file_name
from tablier.server.messages.snapshot import draw_position, layout_address
from tablier.server.tables.commands import Short
from tablier.server.tables.create import MAX_POSITION, find_drawn_game
from tablier.server.tables.errors import (
    BadPosition,
    BadRecord,
    NoSuchGame,
    NoSuchView,
    NotSetUp,
    as_refusal,
    as_sentence,
)
from tablier.web.languages import translator

MAX_LINE = 2000
"""Moves of a line."""
MAX_RECORD = 150_000
"""Characters of a record that is read."""
MAX_VARIATIONS = 1000
"""Variations of a record that is read."""
MAX_PLACED = 500
"""Things placed by hand."""

TITLE_MOVES = 4
"""Moves by which a record without players is known."""
_WORD = re.compile(r"(?:\d+\.+)?(?P<move>[^\s!?]*)[!?]*(?:\s+|$)")
"""A move, with the number of its round before it, a mark behind it, or the number alone."""
_RESULT = re.compile(r"\*|[\d½/]+(?:-[\d½/]+)+")

Options = dict[str, Any]
Position = Annotated[str, Meta(max_length=MAX_POSITION)]
Line = Annotated[tuple[Short, ...], Meta(max_length=MAX_LINE)]


class AskedPosition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position: a game, where it began, and the moves made since."""

    game: Short
    options: Options = {}
    start: Position = ""
    """The position before the moves as text; by default the usual one."""
    moves: Line = ()
    viewpoint: int = 0
    view: Short = ""
    clicks: Annotated[tuple[Short, ...], Meta(max_length=8)] = ()
    """For the question why they lead to no move."""


class PositionNews(Struct, frozen=True):
    """A position of the analysis board."""

    start: str
    """Where the moves began, as the game writes it; empty for the usual position."""
    position: str
    """The position as text."""
    moves: tuple[str, ...]
    """The moves as the game writes them."""
    movers: tuple[int, ...]
    """The seat of each move."""
    turn: int | None
    """The seat to move; None when the game is over."""
    headline: tuple[str, ...]
    """Whose turn it is, or who won and why."""
    told: str
    """The last move in words."""
    layout: str
    scene: dict[str, Any]
    """Its tree offers every legal move, whoever is to move."""


class AskedRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A text: records, as text, or one as JSON, or a position of this game, or nothing but moves of it."""

    game: Short
    options: Options = {}
    text: str
    number: Annotated[int, Meta(ge=0)] | None = None
    """Which of several records, counted from 0."""


class RecordNews(Struct, frozen=True):
    """What a text holds."""

    address: str
    """The analysis board of its game and options; empty where one of several records is to be chosen."""
    record: dict[str, Any]
    """The record as JSON; for a position one without moves."""
    titles: tuple[str, ...] = ()
    """What to choose from where a text has several records."""


class WrittenRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as JSON, to be written as text."""

    record: dict[str, Any]


class TextNews(Struct, frozen=True):
    text: str
    file: str
    """The name of a file to keep it in."""


class PlacedThing(Struct, frozen=True, forbid_unknown_fields=True):
    thing: Short
    spot: Short


class AskedSetup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position that is set up by hand: what lies on the board, and what is placed or taken now."""

    game: Short
    options: Options = {}
    position: Position = ""
    """Begin with the things of this position."""
    placed: Annotated[tuple[PlacedThing, ...], Meta(max_length=MAX_PLACED)] = ()
    turn: int | None = None
    counts: dict[Short, Annotated[int, Meta(ge=0, le=999)]] = {}
    put: PlacedThing | None = None
    """The thing to place, `-` to take away, and where."""
    viewpoint: int = 0
    view: Short = ""


class CountNews(Struct, frozen=True):
    """A number beside the board that can be set."""

    name: str
    label: str
    value: int
    least: int
    most: int


class SetupNews(Struct, frozen=True):
    """What lies on the board, and what it is."""

    placed: tuple[PlacedThing, ...]
    turn: int | None
    """The seat to move; None where it follows from the board."""
    counts: tuple[CountNews, ...]
    position: str
    """The position as text; empty if it cannot be."""
    says: str
    """Why it cannot be, or why the thing was not placed."""
    clause: str
    layout: str
    scene: dict[str, Any]
    """Its tree offers every thing on every spot; a placing is written as the thing, a space and the spot."""


def find_position_game(name: str, options: Mapping[str, Any]) -> Game:
    """The game with these options; raises NoSuchGame."""
    find_drawn_game(name)
    try:
        return tablier.game(name, **options)
    except (ValueError, TypeError) as error:
        raise NoSuchGame(problem=as_sentence(error)) from None


def find_analysed_game(name: str, options: Sequence[str]) -> Game:
    """The game with options as they stand in an address (`size=3`); raises NoSuchGame."""
    try:
        read = dict(read_option(each) for each in options)
    except ValueError as error:
        raise NoSuchGame(problem=as_sentence(error)) from None
    return find_position_game(name, read)


def play_line(asked: AskedPosition) -> Match:
    """The match of a question; raises a Refusal for a position or a move that cannot be."""
    game = find_position_game(asked.game, asked.options)
    match = Match(game, start=read_position(game, asked.start) if asked.start else None)
    try:
        return match.play(*asked.moves)
    except (NotationError, IllegalMove) as error:
        raise as_refusal(error) from None


def read_position(game: Game, text: str) -> Any:
    """The position of a text; raises BadPosition."""
    try:
        return game.read(text.strip())
    except NotationError as error:
        raise BadPosition(problem=_explain(error), line=error.line, column=error.column) from None


def check_view(game: Game, viewpoint: int, view: str, language: str) -> Perspective:
    """How a board is looked at; raises NoSuchView."""
    try:
        game.layout(viewpoint=viewpoint, view=view)
    except ValueError as error:
        raise NoSuchView(problem=as_sentence(error)) from None
    return Perspective(viewpoint, view or game.views[0], language)


def describe_position(asked: AskedPosition, language: str) -> PositionNews:
    """A position with its scene; raises a Refusal."""
    match = play_line(asked)
    game, translate = match.game, translator(language)
    perspective = check_view(game, asked.viewpoint, asked.view, language)
    at = len(match.moves)
    movers = tuple(state.turn for state in match.states[:-1])
    return PositionNews(
        start="" if match.start == game.start() else str(match.start),
        position=str(match.state),
        moves=tuple(game.texts[move] for move in match.moves),
        movers=movers,
        turn=None if match.outcome else match.turn,
        headline=tuple(to_text(words, translate) for words in _write_headline(match)),
        told=to_text(_tell_move(match), translate),
        layout=layout_address(game, viewpoint=asked.viewpoint, perspective=perspective),
        scene=draw_position(
            match, at, moves=match.legal_moves, viewpoint=asked.viewpoint, perspective=perspective
        ),
    )


def _write_headline(match: Match) -> tuple[Words, ...]:
    if match.outcome is not None:
        return describe_ending(match, [Phrase(name) for name in match.game.seats])
    return (say("{name} to play", name=Phrase(match.game.seats[match.turn])),)


def _tell_move(match: Match) -> Words:
    if not match.moves:
        return ""
    game = match.game
    name = Phrase(game.seats[match.states[-2].turn])
    return say("{name} played {move}.", name=name, move=game.texts[match.moves[-1]])


def _explain(error: Exception) -> Phrase:
    """A sentence in the reader's language."""
    return say("{problem}.", problem=describe_error(error))


def read_record(asked: AskedRecord, language: str) -> RecordNews:
    """The record of a text, or the position as a record without moves; of several records without a number
    their titles. Raises BadRecord or BadPosition."""
    text = asked.text.strip()
    if len(asked.text) > MAX_RECORD:
        raise BadRecord(problem=say("At most {most} characters are read as a game record.", most=MAX_RECORD))
    if not text:
        raise BadRecord(problem=say("There is nothing to read."), line=1, column=1)
    if text[0] not in '{["' and "[Game" not in text:
        game = find_position_game(asked.game, asked.options)
        played = _read_moves(game, asked.text)
        return _record_news(played or Record(Match(game, start=read_position(game, text))))
    if text.count("(") > MAX_VARIATIONS or text.count('"after"') > MAX_VARIATIONS:
        raise BadRecord(problem=say("At most {most} variations can be read.", most=MAX_VARIATIONS))
    try:
        records = (Record.from_json(text),) if text[0] == "{" else tuple(Record.read_all(asked.text))
    except NotationError as error:
        raise BadRecord(problem=_explain(error), line=error.line, column=error.column) from None
    if len(records) > 1 and asked.number is None:
        return RecordNews("", {}, tuple(_write_title(record, translator(language)) for record in records))
    if (asked.number or 0) >= len(records):
        raise BadRecord(problem=say("There is nothing to read."))
    record = records[asked.number or 0]
    find_position_game(record.match.game.id, record.match.game.options)
    return _record_news(record)


def _read_moves(game: Game, text: str) -> Record | None:
    """The record of a text of nothing but moves, as people write them to each other: with numbers, marks and
    a result, or without. None if it begins with something else; raises BadRecord."""
    match = Match(game)
    for found in _WORD.finditer(text.removeprefix("\ufeff")):
        move = found["move"]
        if not move or _RESULT.fullmatch(move):
            continue
        try:
            match.play(move)
        except ValueError as error:
            if not match.moves:
                return None
            placed = Reading(text).pass_on(error, found.start("move"))
            raise BadRecord(problem=_explain(placed), line=placed.line, column=placed.column) from None
    return Record(match) if match.moves else None


def _write_title(record: Record, translate: Translate) -> str:
    """What tells a record from others: game, players or the first moves, date and result."""
    match = record.match
    texts = [match.game.texts[move] for move in match.moves[:TITLE_MOVES]]
    first = " ".join(texts) + (" …" if len(match.moves) > TITLE_MOVES else "")
    result = "" if record.result == "*" else record.result
    parts = (translate(match.game.title), " – ".join(record.players) or first, record.date, result)
    return " · ".join(part for part in parts if part)


def _record_news(record: Record) -> RecordNews:
    game = record.match.game
    return RecordNews(analysis_address(game), record.to_dict())


def analysis_address(game: Game, *, table: str = "") -> str:
    """The page of a game's analysis board, with the game of a table; usual options are left out."""
    query = [
        f"option={write_option(name, value)}"
        for name, value in game.options.items()
        if value != game.choices[name].default
    ]
    query += [f"table={table}"] if table else []
    return f"/analysis/{game.id}" + ("?" + "&".join(query) if query else "")


def write_record(value: dict[str, Any]) -> TextNews:
    """A record as text. Its result follows from the moves, unless it says how the players ended it; raises
    BadRecord."""
    if str(value).count("'after'") > MAX_VARIATIONS:
        raise BadRecord(problem=say("At most {most} variations can be read.", most=MAX_VARIATIONS))
    try:
        ended = value.get("reason") in TERMINATIONS
        own = {**value, "seats": [], "reason": value.get("reason") if ended else None}
        outcome = Parts(own).match().outcome
        if outcome is not None:
            own |= {"reason": outcome.reason, "scores": list(outcome.scores)}
        else:
            own |= {"reason": None, "scores": None}
        record = Record.from_dict(own)
        return TextNews(str(record), record_file_name(record))
    except (ValueError, TypeError, RecursionError) as error:
        raise BadRecord(problem=_explain(error)) from None


def find_editor(game: Game) -> Editor:
    """What sets up positions of a game; raises NotSetUp."""
    if game.editor is None:
        raise NotSetUp(game=Phrase(game.title))
    return game.editor


def set_up(asked: AskedSetup, language: str) -> SetupNews:
    """What is on the board after a thing was placed or taken; raises a Refusal."""
    game = find_position_game(asked.game, asked.options)
    editor, translate = find_editor(game), translator(language)
    perspective = check_view(game, asked.viewpoint, asked.view, language)
    problem: CannotBe | None = None
    try:
        arrangement = _read_arrangement(game, editor, asked)
    except CannotBe as error:
        arrangement, problem = editor.clear(game), error
    put = asked.put
    if put is not None:
        try:
            arrangement = editor.place(game, arrangement, put.thing, put.spot)
        except CannotBe as error:
            problem = error
    position = ""
    try:
        position = str(editor.assemble(game, arrangement))
    except CannotBe as error:
        problem = problem or error
    scene = editor.scene(game, arrangement, asked.viewpoint, perspective.view)
    return SetupNews(
        placed=tuple(PlacedThing(each.thing, each.spot) for each in arrangement.placed),
        turn=arrangement.turn,
        counts=tuple(
            CountNews(each.name, to_text(each.label, translate), each.value, each.least, each.most)
            for each in editor.counts(game, arrangement)
        ),
        position=position,
        says=to_text(problem.words, translate) if problem else "",
        clause=problem.clause if problem else "",
        layout=layout_address(game, viewpoint=asked.viewpoint, perspective=perspective),
        scene=as_data(scene, translate),
    )


def _read_arrangement(game: Game, editor: Editor, asked: AskedSetup) -> Arrangement:
    """What lies on the board; raises CannotBe, or BadPosition for names that the game does not know."""
    if asked.position:
        return editor.dismantle(read_position(game, asked.position))
    empty = editor.clear(game)
    things = editor.scene(game, empty, 0, game.views[0]).tree
    for each in (*asked.placed, *([asked.put] if asked.put else [])):
        if each.spot not in things.get(each.thing, {}):
            raise BadPosition(
                problem=say("There is no {thing} to place on {spot}.", thing=each.thing, spot=each.spot)
            )
    if asked.turn is not None and asked.turn not in range(len(game.seats)):
        raise BadPosition(problem=say("There is no seat {seat}.", seat=asked.turn))
    turn = empty.turn if empty.turn is None or asked.turn is None else asked.turn
    arrangement = Arrangement(turn=turn, counts=empty.counts)
    for each in asked.placed:  # once more, so that nothing lies there that cannot
        arrangement = editor.place(game, arrangement, each.thing, each.spot)
    return replace(arrangement, counts={**arrangement.counts, **asked.counts})
