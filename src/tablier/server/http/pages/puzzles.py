"""Puzzles: their pages, and the API of their moves. The moves made so far come with each request."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect

from tablier.core.values import IllegalMove, NotationError
from tablier.match import Match
from tablier.puzzle import Answer, Puzzle, daily_puzzle, find_puzzle, games_with_puzzles, puzzles_of
from tablier.registry import kind
from tablier.scene import say, to_text
from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    guest_person,
    person_or_none,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.board_page import board_context
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.parameters import View
from tablier.server.http.puzzle_facts import describe_daily, puzzle_title, task_words, today
from tablier.server.http.quotas import QuotasDependency, take_quota
from tablier.server.http.responses import render, svg_response
from tablier.server.http.threads import ThreadsDependency
from tablier.server.live.puzzles import record_attempt, suggest_puzzle
from tablier.server.live.registry import TableRegistry
from tablier.server.messages.line import describe_moves, draw_scenes
from tablier.server.messages.news import Perspective, Why
from tablier.server.messages.puzzles import PuzzleAnswer, PuzzleMoves, PuzzleNews, PuzzleSolution
from tablier.server.messages.snapshot import explain_refusal, layout_address
from tablier.server.ratings.model import Rating
from tablier.server.ratings.puzzles import puzzle_rating
from tablier.server.store.learning import read_attempts, read_puzzle_rating
from tablier.server.tables.create import find_drawn_game
from tablier.server.tables.errors import NoSuchPuzzle, NoSuchView, NotInSolution, as_refusal, as_sentence
from tablier.server.tables.person import Person
from tablier.web.languages import translator
from tablier.web.rules import page_game


@get("/puzzles", include_in_schema=False)
async def list_puzzles(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency
) -> Response[Any]:
    """The games that have puzzles, and how far the person is."""
    person, token = guest_person(request, tokens)
    tried = {} if token else await read_attempts(registry.store, person.id)
    games = [
        {
            "game": kind(name),
            "total": len(offered := puzzles_of(name)),
            "solved": sum(tried.get(each.id, False) for each in offered),
        }
        for name in games_with_puzzles()
    ]
    context = {
        "me": person,
        "games": games,
        "daily": describe_daily(translator(request_language(request))),
        "rating": await read_puzzle_rating(registry.store, person.id) if not person.is_guest else None,
    }
    page = render(request, "puzzles.html", context)
    page.headers["cache-control"] = "no-store"  # the next user of this browser must not see it
    return with_guest_cookie(request, page, token)


@get("/puzzles/daily", include_in_schema=False)
async def show_daily_puzzle() -> Redirect:
    """The puzzle of the day."""
    puzzle = daily_puzzle(today())
    if puzzle is None:
        raise NoSuchPuzzle
    return Redirect(f"/puzzles/{puzzle.family}/{puzzle.id}")


@get("/puzzles/{game:str}", include_in_schema=False)
async def show_next_puzzle(
    request: AnyRequest,
    tokens: TokensDependency,
    registry: RegistryDependency,
    game: FromPath[str],
    after: FromQuery[str] = "",
) -> Response[Any]:
    """A puzzle of a game that fits the person."""
    first = page_game(find_drawn_game(game).id)
    if first.id != game:
        return Redirect(f"/puzzles/{first.id}")
    offered = puzzles_of(game)
    if not offered:
        raise NoSuchPuzzle
    person, _ = guest_person(request, tokens)
    rated = await read_puzzle_rating(registry.store, person.id)
    tried = await read_attempts(registry.store, person.id)
    chosen = suggest_puzzle(offered, tried, rated and rated.rating, person=person.id, after=after)
    return show_puzzle(request, tokens, chosen)


@get("/puzzles/{game:str}/{puzzle:str}", include_in_schema=False)
async def show_one_puzzle(
    request: AnyRequest, tokens: TokensDependency, game: FromPath[str], puzzle: FromPath[str]
) -> Response[Any]:
    """The page of one puzzle; its script fetches the position."""
    found = look_up(puzzle)
    if found.family != game:
        return Redirect(f"/puzzles/{found.family}/{found.id}")
    return show_puzzle(request, tokens, found)


@get("/puzzles/{game:str}/{puzzle:str}/picture.svg", include_in_schema=False, media_type="image/svg+xml")
async def show_puzzle_picture(
    threads: ThreadsDependency, game: FromPath[str], puzzle: FromPath[str], theme: FromQuery[str] = ""
) -> Response[bytes]:
    """The position of a puzzle, as the home page shows it."""
    return svg_response(await threads.run(draw_puzzle, look_up(puzzle)), theme)


@get("/{puzzle:str}", summary="A puzzle")
async def read_puzzle(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    puzzle: FromPath[str],
    view: View = "",
) -> PuzzleNews:
    take_quota(request, quotas, "puzzle_steps")
    found = look_up(puzzle)
    perspective = puzzle_perspective(request, found, view)
    person = person_or_none(request)
    tried = (await read_attempts(registry.store, person.id)).get(found.id) if person else None
    rated = await read_puzzle_rating(registry.store, person.id) if person else None
    return await threads.run(describe_puzzle, found, perspective, tried, str(rated.rating) if rated else "")


@post("/{puzzle:str}", summary="What comes of a move in a puzzle", status_code=200)
async def answer_puzzle(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    puzzle: FromPath[str],
    data: JSONBody[PuzzleMoves],
    view: View = "",
) -> PuzzleAnswer:
    take_quota(request, quotas, "puzzle_steps")
    found = look_up(puzzle)
    perspective = puzzle_perspective(request, found, view)
    answer = answer_moves(found, data.moves)
    is_decided = answer.is_solved or not answer.is_right
    changed = await record(registry, person_or_none(request), found, answer.is_solved) if is_decided else None
    return await threads.run(describe_answer, answer, perspective, changed)


@post("/{puzzle:str}/solution", summary="The solution of a puzzle, which ends the attempt", status_code=200)
async def give_solution(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    puzzle: FromPath[str],
    view: View = "",
) -> PuzzleSolution:
    take_quota(request, quotas, "puzzle_steps")
    found = look_up(puzzle)
    perspective = puzzle_perspective(request, found, view)
    changed = await record(registry, person_or_none(request), found, False)
    return await threads.run(describe_solution, found, perspective, changed)


@get("/{puzzle:str}/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_puzzle_why(
    request: AnyRequest,
    puzzle: FromPath[str],
    click: FromQuery[list[str]],
    move: FromQuery[list[str] | None] = None,
) -> Why:
    try:
        match = look_up(puzzle).begin().play(*(move or ()))
    except (NotationError, IllegalMove) as error:
        raise as_refusal(error) from None
    return explain_refusal(match.state, tuple(click), request_language(request))


def show_puzzle(request: AnyRequest, tokens: TokensDependency, puzzle: Puzzle) -> Response[Any]:
    person, token = guest_person(request, tokens)
    played = puzzle.played
    context = board_context(
        request_language(request), played, "puzzle.js", puzzle=puzzle.id, signed_in=not person.is_guest
    ) | {
        "me": person,
        "puzzle": puzzle,
        "title": puzzle_title(played, translator(request_language(request))),
    }
    page = render(request, "puzzle.html", context)
    page.headers["cache-control"] = "no-store"  # which one it is depends on the person
    return with_guest_cookie(request, page, token)


def look_up(puzzle: str) -> Puzzle:
    """The puzzle with this id; raises NoSuchPuzzle."""
    try:
        return find_puzzle(puzzle)
    except LookupError:
        raise NoSuchPuzzle from None


def puzzle_perspective(request: AnyRequest, puzzle: Puzzle, view: str) -> Perspective:
    """The solver's perspective; raises NoSuchView."""
    seat = puzzle.begin().turn
    try:
        puzzle.played.layout(viewpoint=seat, view=view)
    except ValueError as error:
        raise NoSuchView(problem=as_sentence(error)) from None
    return Perspective(seat, view, request_language(request))


def answer_moves(puzzle: Puzzle, moves: tuple[str, ...]) -> Answer:
    """What comes of the moves; raises a Refusal for moves that do not follow the solution."""
    try:
        return puzzle.answer(moves)
    except (NotationError, IllegalMove) as error:
        raise as_refusal(error) from None
    except ValueError:
        raise NotInSolution from None


async def record(
    registry: TableRegistry, person: Person | None, puzzle: Puzzle, solved: bool
) -> tuple[Rating, Rating] | None:
    return await record_attempt(registry, person, puzzle, solved=solved) if person else None


def draw_puzzle(puzzle: Puzzle) -> str:
    match = puzzle.begin()
    return match.game.picture(match.state, viewpoint=match.turn)


def count_own_moves(puzzle: Puzzle) -> int:
    match = puzzle.begin().play(*puzzle.solution)
    return sum(state.turn == match.start.turn for state in match.states[:-1])


def change_words(changed: tuple[Rating, Rating] | None) -> str:
    """How a rating changed."""
    return f"{changed[0].points} → {changed[1].points}" if changed else ""


def describe_puzzle(puzzle: Puzzle, perspective: Perspective, tried: bool | None, rating: str) -> PuzzleNews:
    match, translate = puzzle.begin(), translator(perspective.language)
    seat = match.turn
    return PuzzleNews(
        id=puzzle.id,
        game=puzzle.game,
        title=puzzle_title(match.game, translate),
        says=to_text(task_words(puzzle), translate),
        seat=seat,
        moves=count_own_moves(puzzle),
        level=puzzle.level,
        points=puzzle_rating(puzzle).points,
        layout=layout_address(match.game, viewpoint=seat, perspective=perspective),
        scene=draw_scenes(match, 0, perspective, viewpoint=seat, may_play=True)[0],
        tried=tried,
        rating=rating,
    )


def describe_answer(
    answer: Answer, perspective: Perspective, changed: tuple[Rating, Rating] | None
) -> PuzzleAnswer:
    match, translate = answer.match, translator(perspective.language)
    if answer.is_solved:
        says = say("Yes, that is it. Solved!")
    elif answer.is_right:
        says = say("Yes. And now?")
    else:
        says = say("There is something better: try again.")
    goes_on = answer.is_right and not answer.is_solved
    return PuzzleAnswer(
        right=answer.is_right,
        solved=answer.is_solved,
        says=to_text(says, translate),
        moves=texts_of(match),
        scenes=draw_scenes(match, answer.seen + 1, perspective, viewpoint=match.start.turn, may_play=goes_on),
        told=describe_moves(match, answer.seen, perspective),
        rating=change_words(changed),
    )


def describe_solution(
    puzzle: Puzzle, perspective: Perspective, changed: tuple[Rating, Rating] | None
) -> PuzzleSolution:
    match, translate = puzzle.begin().play(*puzzle.solution), translator(perspective.language)
    says = say("The solution: {moves}.", moves=" ".join(puzzle.solution))
    return PuzzleSolution(
        moves=texts_of(match),
        scenes=draw_scenes(match, 0, perspective, viewpoint=match.start.turn, may_play=False),
        told=describe_moves(match, 0, perspective),
        says=to_text(says, translate),
        rating=change_words(changed),
    )


def texts_of(match: Match) -> tuple[str, ...]:
    return tuple(match.game.texts[move] for move in match.moves)


PUZZLE_PAGES = (list_puzzles, show_daily_puzzle, show_next_puzzle, show_one_puzzle, show_puzzle_picture)
puzzle_api = Router(
    "/api/puzzles",
    guards=[same_origin],
    route_handlers=[read_puzzle, answer_puzzle, give_solution, read_puzzle_why],
)
