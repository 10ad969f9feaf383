"""A game at the prompt: the board is drawn, you type moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path

import click
from rich.columns import Columns
from rich.console import Console

from tablier import Game, IllegalMove, Match, NotationError, Outcome, Record, State

Player = Callable[[Match], int]
"""What plays a seat that no person plays: from a match to its next move."""

HELP = """\
Type a move as it is written ({example}), or
  moves      the moves you can make
  why MOVE   why a move is not allowed
  undo       take back your last move
  board      draw the board again
  position   the position as text
  save FILE  write the game down; `tablier play --record FILE` goes on with it
  resign     give up
  quit       leave; the game is not kept unless you save it"""


class Leave(Exception):  # noqa: N818 -- not an error: the player wants to go
    """The player leaves the table."""


def name_of(game: Game, seats: tuple[int, ...]) -> str:
    return " and ".join(game.seats[seat] for seat in seats)


def ending(game: Game, outcome: Outcome) -> str:
    """Who won, and why, in one sentence."""
    if not outcome.winners:
        return f"A draw ({outcome.reason})."
    verb = "win" if len(outcome.winners) > 1 else "wins"
    scores = ", ".join(f"{name} {score:g}" for name, score in zip(game.seats, outcome.scores, strict=True))
    detail = f": {scores}" if len(game.sides) > 2 else ""
    return f"{name_of(game, outcome.winners)} {verb} ({outcome.reason}){detail}."


class Table:
    """A match at the prompt, some seats played by people, the others by something that answers."""

    def __init__(self, match: Match, players: Mapping[int, Player], console: Console) -> None:
        self.match = match
        self.game = match.game
        self.players = players
        self.console = console

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        self.say(f"{self.game.title}, by {self.game.author}. Type help if you want some.\n")
        try:
            self.draw()
            while self.match.outcome is None:
                self.turn()
            self.say(ending(self.game, self.match.outcome))
        except Leave:
            self.say("Bye.")

    def turn(self) -> None:
        """One ply, or one command."""
        seat = self.match.turn
        if seat in self.players:
            with self.console.status(f"{self.game.seats[seat]} is thinking"):
                move = self.players[seat](self.match)
            self.make(move)
            return
        try:
            typed = self.console.input(f"[bold]{self.game.seats[seat]}[/]> ").strip()
        except (EOFError, KeyboardInterrupt):
            self.say("")
            raise Leave from None
        word, _, rest = typed.partition(" ")
        command = getattr(self, f"do_{word.lower()}", None)
        if command and word.isalpha():
            command(rest.strip())
        elif typed:
            self.type_in(typed)

    def type_in(self, typed: str) -> None:
        try:
            move = self.game.move(typed)
            self.match.state.after(move)
        except IllegalMove as error:
            self.say(str(error))
        except NotationError as error:
            likely = get_close_matches(
                typed.lower(), [self.game.texts[m] for m in self.match.legal_moves], n=3
            )
            self.say(f"{error}." + (f" Did you mean {' or '.join(likely)}?" if likely else ""))
        else:
            self.make(move)

    def make(self, move: int) -> None:
        seat = self.match.turn
        self.match.push(move)
        self.say(f"{self.game.seats[seat]}: {self.game.texts[move]}\n")
        self.draw()

    def draw(self) -> None:
        self.say(self.game.sketch(self.match.state) + "\n")

    def say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False)

    def do_help(self, _: str) -> None:
        example = self.game.texts[self.match.state.legal_moves[0]]
        self.say(HELP.format(example=example))

    def do_moves(self, _: str) -> None:
        moves = [self.game.texts[move] for move in self.match.legal_moves]
        self.console.print(Columns(moves, equal=True), highlight=False)

    def do_why(self, text: str) -> None:
        try:
            self.match.state.after(self.game.move(text))
        except (IllegalMove, NotationError) as error:
            self.say(str(error))
        else:
            self.say(f"{text} is allowed.")

    def do_undo(self, _: str) -> None:
        """Back to the last time a person had to move."""
        people = [ply for ply, state in enumerate(self.match.states[:-1]) if state.turn not in self.players]
        if not people:
            self.say("There is no move of yours to take back.")
            return
        while len(self.match.moves) > people[-1]:
            self.match.pop()
        self.draw()

    def do_board(self, _: str) -> None:
        self.draw()

    def do_position(self, _: str) -> None:
        self.say(str(self.match.state))

    def do_save(self, where: str) -> None:
        if not where:
            self.say("Say where: save FILE")
            return
        try:
            Path(where).expanduser().write_text(str(Record(self.match)), encoding="utf-8")
        except OSError as error:
            self.say(f"It could not be written: {error.strerror}.")
        else:
            self.say(f"Written to {where}.")

    def do_resign(self, _: str) -> None:
        self.match.resign(self.match.turn)

    def do_quit(self, _: str) -> None:
        raise Leave


def choose(console: Console, games: tuple[type[Game], ...]) -> str:
    """Ask which game to play."""
    for number, kind in enumerate(games, 1):
        players = f"{len(kind.seats)} players"
        console.print(
            f"[bold]{number}[/]  {kind.title:<18} [dim]{players}, by {kind.author}[/]", highlight=False
        )
    numbers = [str(number) for number in range(1, len(games) + 1)]
    answer = click.prompt("\nWhich game", default="1", type=click.Choice(numbers), show_choices=False)
    return games[int(answer) - 1].id


def load(path: Path) -> Record:
    """The record in a file; one clear sentence if there is none."""
    try:
        return Record.read(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.ClickException(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.ClickException(f"{path} is not a text file") from None
    except NotationError as error:
        raise click.ClickException(f"{path}: {error}") from None


def at(game: Game, position: str | None) -> State | None:
    """The position typed on the command line, if one was."""
    if position is None:
        return None
    try:
        return game.read(position)
    except NotationError as error:
        raise click.ClickException(f"position: {error}") from None
