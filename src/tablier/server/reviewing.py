"""The review of a finished game: its page, how far the work is, and mistakes to be tried again."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Struct

from tablier.bots.review import Judged
from tablier.game import Game
from tablier.match import Match
from tablier.scene import said
from tablier.server.acts import legal
from tablier.server.api import Asker, View, Viewpoint
from tablier.server.doors import TheCards, TheHall, language_of, same_origin, who
from tablier.server.news import Look, SceneNews, Why, draw
from tablier.server.pages import known, named_bots, paged, terms, welcomed
from tablier.server.refusals import Finished, NothingThere, TooEarly
from tablier.server.reviews import Reviews, State
from tablier.server.seats import seats_of
from tablier.server.socket import checked
from tablier.server.table import Table
from tablier.svg import STYLE
from tablier.web import scripts
from tablier.web.languages import translator
from tablier.web.rules import first_of
from tablier.web.words import words

TheReviews = NamedDependency[Reviews]
Ply = Annotated[int, QueryParameter(description="after so many moves")]
Since = Annotated[int, QueryParameter(ge=0, description="how many positions you know already")]


class JudgedNews(Struct, frozen=True):
    """A move compared with the best one. Shares are those of the mover's side, as parts of all points."""

    ply: int
    """How many moves were made before it."""
    seat: int
    move: str
    best: str
    path: tuple[str, ...]
    """What to click for the best move."""
    line: tuple[str, ...]
    """How the game would have gone on, the best move first."""
    share: float
    best_share: float
    lost: float
    noise: float
    """What the loss may be wrong by; 0 when it is proven."""
    mistake: bool


class ReviewNews(Struct, frozen=True):
    """How far a review is. It grows from the first move on."""

    state: State
    known: int
    """How many positions are known ..."""
    of: int
    """... of so many."""
    since: int
    shares: tuple[tuple[float, ...], ...]
    """Of each seat, from the position after `since` moves on."""
    moves: tuple[JudgedNews, ...]
    """From the move that led there on."""


class Tried(Struct, frozen=True):
    """Another move tried at a position of the game."""

    tried: JudgedNews
    made: JudgedNews
    """What was played in the game."""
    scene: dict[str, Any]
    """The board after the move."""


@get("/t/{table:str}/review", include_in_schema=False)
async def show_review(request: Asker, cards: TheCards, hall: TheHall, table: FromPath[str]) -> Response[Any]:
    """The page. What is known of the game comes by the routes below."""
    _, card = known(request, cards)
    now = (await hall.find(table)).situation
    if now.status != "over":
        raise TooEarly
    game = now.match.game
    language = language_of(request)
    translate = translator(language)
    page = {
        "table": table,
        "game": game.id,
        "title": translate(game.title),
        "views": game.views,
        "language": language,
        "rules": f"/rules/{first_of(game.id).id}?bare=true",
        "bots": dict(named_bots(translate)),
        "words": words(language),
    }
    context = {
        "game": game,
        "terms": " · ".join(said(each, translate) for each in terms(now)),
        "page": page,
        "marks": STYLE,
        "modules": scripts("review.js"),
    }
    return welcomed(request, paged(request, "review.html", context), card)


@get("/", summary="What is known of a finished game; asking sets the rest going")
async def read_review(
    hall: TheHall, reviews: TheReviews, table: FromPath[str], since: Since = 0
) -> ReviewNews:
    review, state = await reviews.of(await hall.find(table))
    shares = review.shares
    game = review.match.game
    return ReviewNews(
        state=state,
        known=len(shares),
        of=len(review.match.moves) + 1,
        since=since,
        shares=shares[since:],
        moves=tuple(judged_news(game, each) for each in review.moves[max(0, since - 1) :]),
    )


@get("/scene", summary="The board after so many moves, with all clicks that were legal there")
async def read_position(
    request: Asker, hall: TheHall, table: FromPath[str], at: Ply, viewpoint: Viewpoint = None, view: View = ""
) -> SceneNews:
    found = await hall.find(table)
    match = finished(found)
    at = found.ply(at)
    state = match.states[at]
    look = checked(found.situation, Look(viewpoint, view, language_of(request)))
    scene = draw(match, at, moves=state.legal_moves, viewpoint=bottom(request, found, look), look=look)
    return SceneNews(at, match.game.texts[match.moves[at - 1]] if at else None, scene)


@get("/try", summary="What another move would have been worth")
async def try_move(
    request: Asker,
    hall: TheHall,
    reviews: TheReviews,
    table: FromPath[str],
    at: Ply,
    move: Annotated[str, QueryParameter(max_length=40)],
    viewpoint: Viewpoint = None,
    view: View = "",
) -> Tried:
    found = await hall.find(table)
    match = finished(found)
    at = found.ply(at)
    if at == len(match.moves):
        raise Finished
    look = checked(found.situation, Look(viewpoint, view, language_of(request)))
    chosen = legal(match.states[at], move)
    tried, made = await reviews.judge(found, at, chosen, match.moves[at])
    branch = Match(match.game, start=match.states[at])
    branch.push(chosen)
    scene = draw(branch, 1, moves=(), viewpoint=bottom(request, found, look), look=look)
    return Tried(judged_news(match.game, tried), judged_news(match.game, made), scene)


@get("/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_reason(
    request: Asker, hall: TheHall, table: FromPath[str], at: Ply, click: FromQuery[list[str]]
) -> Why:
    found = await hall.find(table)
    state = finished(found).states[found.ply(at)]
    if (refused := state.game.why_not(state, tuple(click))) is None:
        raise NothingThere
    return Why(translator(language_of(request))(refused.reason), refused.clause)


def finished(table: Table) -> Match:
    if table.situation.status != "over":
        raise TooEarly
    return table.situation.match


def bottom(request: Asker, table: Table, look: Look) -> int:
    """The seat that the board is seen from."""
    mine = seats_of(table.situation.seats, who(request))
    return look.viewpoint if look.viewpoint is not None else mine[0] if mine else 0


def judged_news(game: Game, judged: Judged) -> JudgedNews:
    side = game.side(judged.seat)
    return JudgedNews(
        ply=judged.ply,
        seat=judged.seat,
        move=game.texts[judged.move],
        best=game.texts[judged.best],
        path=game.paths[judged.best],
        line=tuple(game.texts[move] for move in judged.line),
        share=sum(judged.shares[seat] for seat in side),
        best_share=sum(judged.best_shares[seat] for seat in side),
        lost=judged.lost,
        noise=judged.noise,
        mistake=judged.is_mistake,
    )


review_api = Router(
    "/api/tables/{table:str}/review",
    guards=[same_origin],
    route_handlers=[read_review, read_position, try_move, read_reason],
)
