"""The drill of own mistakes: its page, and the API of its positions."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from tablier.match import Match
from tablier.scene import Words, say, to_text
from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    guest_person,
    require_person,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.quotas import QuotasDependency, take_quota
from tablier.server.http.responses import render
from tablier.server.live.drills import DAY, Agenda, Drills, is_good
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import Table
from tablier.server.messages.news import Perspective
from tablier.server.messages.puzzles import DrillAnswer, DrillMove, DrillNews, DrillTask
from tablier.server.messages.review import TriedMove, judged_news
from tablier.server.messages.snapshot import draw_position, layout_address
from tablier.server.store.learning import Drill
from tablier.server.tables.decide import read_legal_move
from tablier.server.tables.errors import NoSuchTable, RatedGameRunning, Unreadable
from tablier.svg import STYLE
from tablier.web import scripts
from tablier.web.languages import translator
from tablier.web.phrases import script_phrases

DrillsDependency = NamedDependency[Drills]
Small = Annotated[bool, QueryParameter(description="draw the board for a small screen")]


@get("/me/mistakes", include_in_schema=False)
async def show_mistakes(request: AnyRequest, tokens: TokensDependency) -> Response[Any]:
    """The page of the drill; its script fetches the positions."""
    person, token = guest_person(request, tokens)
    language = request_language(request)
    context = {
        "me": person,
        "page": {"language": language, "views": (), "rules": "", "words": script_phrases(language)},
        "marks": STYLE,
        "script": "mistakes.js",
        "modules": scripts("mistakes.js"),
    }
    page = render(request, "mistakes.html", context)
    page.headers["cache-control"] = "no-store"  # the next user of this browser must not see it
    return with_guest_cookie(request, page, token)


@get("/", summary="What you have to repeat; asking for it has your last games analysed")
async def read_drill(
    request: AnyRequest,
    registry: RegistryDependency,
    drills: DrillsDependency,
    quotas: QuotasDependency,
    small: Small = False,
) -> DrillNews:
    take_quota(request, quotas, "puzzle_steps")
    person = require_person(request)
    agenda = await drills.agenda(person, admit=lambda: take_quota(request, quotas, "reviews"))
    task = await first_task(request, registry, agenda, small=small)
    later = agenda.later
    if task:
        state = "due"
    elif agenda.waiting:
        state = "working"
    else:
        state = "later" if later else "none"
    return DrillNews(
        state=state,  # type: ignore[arg-type]  # one of the literals
        due=len(agenda.due),
        learnt=agenda.learnt,
        later=len(later),
        next=min(each.due for each in later if each.due is not None) - agenda.now if later else None,
        games=agenda.games,
        waiting=agenda.waiting,
        task=task,
    )


async def first_task(
    request: AnyRequest, registry: TableRegistry, agenda: Agenda, *, small: bool
) -> DrillTask | None:
    """The first position that is due; one whose table cannot be shown now is passed over."""
    for drill in agenda.due:
        try:
            table = await registry.find(drill.match)
            await registry.check_review(require_person(request), table)
        except (NoSuchTable, Unreadable, RatedGameRunning):
            continue
        if drill.ply < len(table.state.match.moves):
            return describe_task(drill, table, drill_perspective(request, drill, table, small=small))
    return None


def drill_perspective(request: AnyRequest, drill: Drill, table: Table, *, small: bool) -> Perspective:
    """That of the seat which made the mistake, in the usual view or in the one for small screens: the page
    does not know the game beforehand."""
    match = table.state.match
    view = match.game.views[-1 if small else 0]
    return Perspective(match.states[drill.ply].turn, view, request_language(request))


def describe_task(drill: Drill, table: Table, perspective: Perspective) -> DrillTask:
    match, translate = table.state.match, translator(perspective.language)
    state = match.states[drill.ply]
    before = Match(match.game, start=state)
    return DrillTask(
        table=table.id,
        ply=drill.ply,
        title=translate(match.game.title),
        seat=translate(match.game.seats[state.turn]),
        move=match.game.texts[match.moves[drill.ply]],
        lost=drill.lost,
        stage=drill.stage,
        layout=layout_address(match.game, viewpoint=state.turn, perspective=perspective),
        scene=draw_position(
            before, 0, moves=state.legal_moves, viewpoint=state.turn, perspective=perspective
        ),
    )


@post("/{table:str}/{ply:int}", summary="A move instead of your mistake", status_code=200)
async def answer_drill(
    request: AnyRequest,
    registry: RegistryDependency,
    drills: DrillsDependency,
    quotas: QuotasDependency,
    table: FromPath[str],
    ply: FromPath[int],
    data: JSONBody[DrillMove],
    small: Small = False,
) -> DrillAnswer:
    return await answer_with(request, registry, drills, quotas, table, ply, data.move, small=small)


@post("/{table:str}/{ply:int}/best", summary="The best move, which ends the attempt", status_code=200)
async def reveal_drill(
    request: AnyRequest,
    registry: RegistryDependency,
    drills: DrillsDependency,
    quotas: QuotasDependency,
    table: FromPath[str],
    ply: FromPath[int],
    small: Small = False,
) -> DrillAnswer:
    return await answer_with(request, registry, drills, quotas, table, ply, None, small=small)


async def answer_with(
    request: AnyRequest,
    registry: TableRegistry,
    drills: Drills,
    quotas: QuotasDependency,
    table: str,
    ply: int,
    text: str | None,
    *,
    small: bool,
) -> DrillAnswer:
    """Compare a move with the best one and store whether it is good; without a move the best one is shown."""
    person = require_person(request)
    drill, found = await drills.find(person, table, ply)
    match = found.state.match
    move = None if text is None else read_legal_move(match.states[ply], text)
    await registry.check_review(person, found)
    take_quota(request, quotas, "hints")
    tried, made = await drills.judge(person, drill, found, move)
    solved = move is not None and is_good(tried, made)
    wait = await drills.record(person, drill, solved=solved)
    perspective = drill_perspective(request, drill, found, small=small)
    branch = Match(match.game, start=match.states[ply])
    branch.push(tried.move)
    scene = draw_position(branch, 1, moves=(), viewpoint=match.states[ply].turn, perspective=perspective)
    judged = judged_news(match.game, made)
    return DrillAnswer(
        solved=solved,
        says=to_text(describe_return(wait, solved=solved), translator(perspective.language)),
        found=TriedMove(judged_news(match.game, tried), judged, scene),
        judged=judged,
    )


def describe_return(wait: float | None, *, solved: bool) -> Words:
    """When a position comes back."""
    if wait is None:
        return say("You know this position now: it will not come back.")
    if wait <= 0 or not solved:
        return say("This position comes back soon.")
    if wait <= DAY:
        return say("This position comes back tomorrow.")
    return say("This position comes back in a week.")


drill_api = Router(
    "/api/drill", guards=[same_origin], route_handlers=[read_drill, answer_drill, reveal_drill]
)
