"""The pages: the table, the rules, and the form that opens a table."""

from __future__ import annotations

import secrets
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlsplit

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from msgspec import Struct

import tablier
from tablier.game import Game, Option
from tablier.lesson import taught
from tablier.match import Match
from tablier.registry import kind
from tablier.scene import Phrase, Translate, Words, said, say
from tablier.server.api import Asker, kept_cookie
from tablier.server.clocks import Control
from tablier.server.doors import LANGUAGE, TheCards, TheHall, language_of, who
from tablier.server.headline import called, headline
from tablier.server.jobs import bots
from tablier.server.opening import MOST_ROUNDS, NewSeat, NewTable
from tablier.server.refusals import BadTable, Forged, NoSuchGame
from tablier.server.seats import COOKIE, Cards, Person, new_guest
from tablier.server.situation import Situation
from tablier.svg import STYLE
from tablier.web import VERSION, scripts
from tablier.web.languages import LANGUAGES, in_template, translator
from tablier.web.rules import figure as draw_figure
from tablier.web.rules import first_of, rule_page
from tablier.web.words import words

OPTION = "option."
SEAT = "seat."
PICTURED = 0.3
"""How far into a random game the picture on a card is taken."""
DAY = 24 * 3600
ABOUT = say(
    "Board games by their exact rules: with friends by a link, on one screen, or against the computer."
)
VARIES = {"vary": "accept-language, cookie"}
CLOCKS = ("none", "game:180:2", "game:300:3", "game:900:10", "move:30", "move:120", "days:1", "days:3")
"""Those to choose from, as forms write them."""


def furnish(engine: JinjaTemplateEngine) -> None:
    """Templates say their words by way of gettext."""
    engine.engine.add_extension("jinja2.ext.i18n")
    engine.engine.globals["static"] = f"/static/{VERSION}"
    engine.engine.globals["taught"] = taught
    engine.engine.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # by the extension


def paged(request: Asker, template: str, context: dict[str, Any], *, status: int = 200) -> Template:
    """A page in the language of whoever asks for it."""
    language = language_of(request)
    page = {**in_template(language), "about": said(ABOUT, translator(language)), **context}
    return Template(template, context=page, status_code=status, headers=VARIES)


class Shared(Struct, frozen=True):
    """How a link to a page looks where it is shared. Addresses are whole: whoever shows it is elsewhere."""

    title: str
    about: str
    image: str
    address: str


def shared(request: Asker, title: str, about: Words, image: str) -> Shared:
    base = str(request.base_url).rstrip("/")
    words = said(about, translator(language_of(request)))
    return Shared(title, words, base + image, base + request.url.path)


@get("/language/{language:str}", include_in_schema=False)
async def choose_language(request: Asker, language: FromPath[str]) -> Response[Any]:
    """The switch in the bar: back to the page it was on, in another language from now on."""
    page = urlsplit(request.headers.get("referer", ""))
    here = page.path if page.netloc == request.headers.get("host") else ""
    back = Redirect(here or "/", status_code=303)
    if language in LANGUAGES:
        back.cookies.append(kept_cookie(request, LANGUAGE, language))
    return back


def named_bots(translate: Translate) -> tuple[tuple[str, str], ...]:
    return tuple((bot, translate(title)) for bot, title in bots())


@get("/t/{table:str}", include_in_schema=False)
async def show_table(request: Asker, cards: TheCards, hall: TheHall, table: FromPath[str]) -> Response[Any]:
    """The table. All that changes comes over the socket."""
    _, card = known(request, cards)
    now = (await hall.find(table)).situation
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
        "rated": now.terms.rated,
        "terms": " · ".join(said(each, translate) for each in terms(now)),
        "page": page,
        "marks": STYLE,
        "modules": scripts("table.js"),
        "shared": shared(
            request,
            f"{page['title']}: {', '.join(seated(now, translate))}",
            headline(now)[0],
            f"/t/{table}/preview.png?at={len(now.match.moves)}",
        ),
        "shape": "{0.width} / {0.height}".format(game.layout(view=game.views[-1])),
        "has_map": any(panel.kind == "map" for panel in game.scene(game.start()).panels),
        "turns": len({game.layout(viewpoint=seat).version for seat in range(len(game.seats))}) > 1,
    }
    return welcomed(request, paged(request, "table.html", context), card)


def seated(now: Situation, translate: Translate) -> tuple[str, ...]:
    """All who have sat down, in turn order."""
    return tuple(
        said(called(now, number), translate) for number, seat in enumerate(now.seats) if not seat.is_open
    )


def terms(now: Situation) -> list[Phrase]:
    """What was agreed."""
    game, clock = now.match.game, now.terms.clock
    agreed: list[Phrase] = []
    for name, value in game.options.items():
        option = game.choices[name]
        if value != option.default:
            about = Phrase(option.about)
            chosen = Phrase(value) if isinstance(value, str) else value
            agreed.append(about if value is True else say("{option}: {value}", option=about, value=chosen))
    if clock.kind != "none":
        agreed.append(clock_words(clock))
    return [say("rated"), *agreed] if now.terms.rated else agreed


def clock_words(clock: Control) -> Phrase:
    if clock.kind == "none":
        return say("no clock")
    if clock.kind == "days":
        return say("a day a move") if clock.time == 1 else say("{days} days a move", days=f"{clock.time:g}")
    minutes, seconds = f"{clock.time / 60:g}", f"{clock.time:g}"
    if clock.kind == "move":
        is_short = clock.time < 60
        return (
            say("{seconds} s a move", seconds=seconds)
            if is_short
            else say("{minutes} min a move", minutes=minutes)
        )
    if clock.increment:
        return say("{minutes} min + {seconds} s a move", minutes=minutes, seconds=f"{clock.increment:g}")
    return say("{minutes} min", minutes=minutes)


@get("/pictures/{game:str}", include_in_schema=False, media_type="image/svg+xml")
async def show_picture(game: FromPath[str], theme: FromQuery[str] = "") -> Response[bytes]:
    """A board in the middle of a game, for its card."""
    return drawing(cover(kind_of(game).id), theme)


@get("/rules/{game:str}", include_in_schema=False)
async def show_rules(request: Asker, game: FromPath[str], bare: FromQuery[bool] = False) -> Response[Any]:
    """The rules of a game and its variants; bare for the drawer beside a board."""
    page = rule_page(kind_of(game).id, language_of(request))
    if page.game.id != game:
        return Redirect(f"/rules/{page.game.id}{'?bare=true' if bare else ''}#{game}")
    translate = translator(language_of(request))
    title = translate(page.game.title)
    about = say(
        "The rules of {game} by {author} ({year}), with figures.",
        game=title,
        author=page.game.author,
        year=page.game.year,
    )
    context = {
        "game": page.game,
        "html": page.html,
        "bare": bare,
        "shared": shared(request, title, about, f"/pictures/{page.game.id}/preview.png"),
    }
    return paged(request, "rules.html", context)


@get("/rules/{game:str}/{figure:str}", include_in_schema=False, media_type="image/svg+xml")
async def show_figure(
    game: FromPath[str], figure: FromPath[str], theme: FromQuery[str] = ""
) -> Response[bytes]:
    """A position that a rule page shows."""
    try:
        drawn = draw_figure(kind_of(game).id, figure.removesuffix(".svg"))
    except KeyError:
        raise NotFoundException from None
    return drawing(drawn, theme)


def drawing(picture: str, theme: str, *, seconds: int = DAY) -> Response[bytes]:
    """A picture, light or dark as the page is; it may be kept so long."""
    if theme in ("light", "dark"):
        picture = picture.replace("<svg ", f'<svg data-theme="{theme}" ', 1)
    kept = {"cache-control": f"max-age={seconds}"}
    return Response(picture.encode(), media_type="image/svg+xml", headers=kept)


@cache
def cover(name: str) -> str:
    """A position of a game, for its card."""
    chance = Random(name)
    match = tablier.Match(tablier.game(name))
    while match.legal_moves:
        match.push(chance.choice(match.legal_moves))
    return pictured(match, max(1, int(len(match.moves) * PICTURED)))


def pictured(match: Match, at: int) -> str:
    """The position after so many moves, and the last of them."""
    last, before = (match.moves[at - 1], match.states[at - 1]) if at else (None, None)
    return match.game.picture(match.states[at], last=last, before=before)


@post("/new", include_in_schema=False)
async def start(
    request: Asker,
    cards: TheCards,
    hall: TheHall,
    data: URLEncodedBody[dict[str, str]],
) -> Response[Any]:
    """The home page's form: open a table and go there."""
    person, card = known(request, cards)
    table = await hall.open(person, chosen(data))
    return welcomed(request, Redirect(f"/t/{table.id}", status_code=303), card)


def chosen(form: dict[str, str]) -> NewTable:
    """A form as a new table.

    `game`, `option.NAME`, `play` (bot, screen, link, or table: listed for strangers) and `level`, `seat`
    (yours: a number, or random), `seat.0` and so on (me, open, or a bot, where it differs), `clock`,
    `rounds`, `help`, `absent`, `team_chat`, `rated`.
    """
    game = kind_of(form.get("game", ""))
    options = {
        name: value_of(option, form[OPTION + name])
        for name, option in game.choices.items()
        if OPTION + name in form
    }
    help_given = form.get("help", "")
    rounds = form.get("rounds") or "1"
    return NewTable(
        game=game.id,
        options=options,
        seats=seats_of(game, form),
        clock=clock_of(form.get("clock", "")),
        allow=None if not help_given else tuple(each for each in ("hint", "shares") if each in help_given),
        absent="score" if form.get("absent") == "score" else None,
        team_chat=bool(form.get("team_chat")),
        rounds=min(int(rounds), MOST_ROUNDS) if rounds.isdecimal() and int(rounds) else 1,
        public=form.get("play") == "table",
        rated=bool(form.get("rated")),
    )


def seats_of(game: type[Game], form: dict[str, str]) -> tuple[NewSeat, ...]:
    play, mine = form.get("play", "bot"), form.get("seat", "0")
    if mine == "random":
        mine = str(secrets.randbelow(len(game.seats)))
    bot = form.get("bot") or f"level:{form.get('level', '3')}"
    others = {
        "bot": NewSeat("bot", bot=bot),
        "screen": NewSeat("me"),
        "link": NewSeat("open"),
        "table": NewSeat("open"),
    }
    if play not in others or not mine.isdecimal():
        raise BadTable(
            problem=say("Play against the computer, on one screen, by a link or at an open table.")
        )
    seats = []
    for number in range(len(game.seats)):
        told = form.get(f"{SEAT}{number}", "")
        if told in ("me", "open"):
            seats.append(NewSeat(told))  # type: ignore[arg-type]
        elif told:
            seats.append(NewSeat("bot", bot=told))
        else:
            seats.append(NewSeat("me") if number == int(mine) % len(game.seats) else others[play])
    return tuple(seats)


def kind_of(name: str) -> type[Game]:
    try:
        return kind(name)
    except ValueError:
        raise NoSuchGame(problem=say("There is no game of this name here.")) from None


def value_of(option: Option, text: str) -> Any:
    """The choice that is written like this."""
    for choice in option.choices:
        if str(choice).lower() == text.lower():
            return choice
    raise BadTable(
        problem=say("{text} is not to be had: {option}.", text=text[:20], option=Phrase(option.about))
    )


def clock_of(text: str) -> Control:
    """`game:300:3`, `move:30`, `days:2`; nothing for no clock."""
    if not text or text == "none":
        return Control()
    name, *numbers = text.split(":")
    try:
        return Control(name, *(float(number) for number in numbers))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BadTable(problem=say("A clock is written like game:300:3, move:30 or days:2.")) from None


def known(request: Asker, cards: Cards) -> tuple[Person, str | None]:
    """Who looks at a page; with a new card for somebody who has none, or one that is not ours."""
    try:
        person = who(request)
    except Forged:
        person = None
    if person is not None:
        return person, None
    person = new_guest(translate=translator(language_of(request)))
    return person, cards.sign(person)


def welcomed(request: Asker, page: Response[Any], card: str | None) -> Response[Any]:
    """A page that gives newcomers their card."""
    if card is not None:
        page.cookies.append(kept_cookie(request, COOKIE, card))
    return page
