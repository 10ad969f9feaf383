"""`tablier analyse`: review a recorded game in the terminal, as JSON or as a page."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tablier.analysis.page import write_page
from tablier.analysis.report import report_data, report_rows, review_in_steps
from tablier.bots.reviewing import Review
from tablier.core.values import NotationError
from tablier.level import Limit
from tablier.record import Record
from tablier.scene import Phrase, Translate, Words, describe_error, say, to_text


def read_record(path: Path, translate: Translate) -> Record:
    """The record in a file, as text or as JSON; one clear sentence if there is none."""
    try:
        text = path.read_text(encoding="utf-8")
        return Record.from_json(text) if text.lstrip("\ufeff \t\r\n").startswith("{") else Record.read(text)
    except OSError as error:
        sentence = say("{file} cannot be read: {problem}", file=str(path), problem=error.strerror or "")
    except UnicodeDecodeError:
        sentence = say("{file} is not a text file", file=str(path))
    except NotationError as error:
        sentence = say("{file}: {problem}", file=str(path), problem=describe_error(error))
    raise click.ClickException(to_text(sentence, translate))


def review_with_progress(review: Review, limit: Limit | None, translate: Translate) -> bool:
    """Review all moves with a bar on the standard error; False if the person ended it with Ctrl-C."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(to_text(say("Reviewing"), translate), total=len(review.match.moves))
        try:
            for done in review_in_steps(review, limit=limit):
                bar.update(task, completed=done)
        except KeyboardInterrupt:
            return False
    return True


def print_table(review: Review, translate: Translate) -> None:
    """A row for every move that was judged: shares after it, what was better, and why."""
    game = review.match.game
    table = Table(box=None, pad_edge=False)
    heads: tuple[Words, ...] = (
        "",
        say("move"),
        *(Phrase(name) for name in game.seats),
        say("better"),
        say("why"),
    )
    for head in heads:
        table.add_column(to_text(head, translate), overflow="fold")
    for row in report_rows(review):
        judged = row.judged
        table.add_row(
            f"{judged.ply + 1}.",
            f"{translate(game.seats[judged.seat])}: {game.texts[judged.move]}" + "?" * judged.is_mistake,
            *(f"{share:.0%}" for share in judged.shares),
            f"{game.texts[judged.best]} (−{judged.lost:.0%})" if judged.is_mistake else "",
            to_text(row.reason.says, translate) if row.reason else "",
        )
    Console().print(table)


def analyse_record(
    path: Path,
    *,
    html: Path | None,
    as_json: bool,
    nodes: int | None,
    language: str,
    translate: Translate,
) -> None:
    """Review the record in a file and print or write what was found; after Ctrl-C what there is so far."""
    record = read_record(path, translate)
    if html is not None and record.match.game.scene_module is None:
        raise click.ClickException(
            to_text(say("{game} has no pictures", game=Phrase(record.match.game.title)), translate)
        )
    review = Review(record.match)
    is_whole = review_with_progress(review, Limit(nodes=nodes) if nodes else None, translate)
    if html is not None:
        page = write_page(review, players=record.players, language=language, translate=translate)
        try:
            html.write_text(page, encoding="utf-8")
        except OSError as error:
            problem = say("The file could not be written: {problem}.", problem=error.strerror or "")
            raise click.ClickException(to_text(problem, translate)) from None
    if as_json:
        click.echo(json.dumps(report_data(review, translate), ensure_ascii=False))
    elif html is None:
        print_table(review, translate)
    if not is_whole:
        words = say(
            "Stopped: {done} of {all} moves are reviewed.",
            done=len(review.moves), all=len(review.match.moves),
        )  # fmt: skip
        click.echo(to_text(words, translate), err=True)
        raise click.exceptions.Exit(130)
