"""A game at the prompt: the board is drawn, you type moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path

import click
from rich.columns import Columns
from rich.console import Console

from tablier import Game, IllegalMove, Match, NotationError, Record, State
from tablier.bots import EngineFault
from tablier.outcome_text import describe_ending
from tablier.scene import Phrase, Translate, Words, describe_error, say, to_text

Player = Callable[[Match], int]
"""What plays a seat that no person plays: from a match to its next move."""

COMMANDS = {
    "moves": say("list the moves you can make"),
    "why MOVE": say("say why a move is not allowed"),
    "undo": say("take back your last move"),
    "board": say("draw the board again"),
    "position": say("show the position as text"),
    "save FILE": say("save the game; tablier play --record FILE continues it"),
    "resign": say("resign the game"),
    "quit": say("leave; the game is lost unless you save it"),
}
"""What can be typed instead of a move. The words are the same in all languages."""


class Quit(Exception):  # noqa: N818 -- not an error: the player wants to go
    """The player leaves the table."""


def describe_outcome(match: Match, translate: Translate = str) -> str:
    """Who won a finished match and why, in one sentence; the scores where there are more than two sides."""
    game, outcome = match.game, match.outcome
    assert outcome is not None
    who, why = describe_ending(match, [Phrase(name) for name in game.seats])
    sentence = say("{who}: {why}", who=who, why=why)
    if len(game.sides) > 2:
        scores = zip(map(translate, game.seats), outcome.scores, strict=True)
        sentence = say(
            "{end} ({scores})", end=sentence, scores=", ".join(f"{name} {score:g}" for name, score in scores)
        )
    return f"{to_text(sentence, translate)}."


def describe_refusal(error: IllegalMove, translate: Translate) -> str:
    """Why a move is not legal, and by which clause."""
    reason = translate(error.reason)
    return f"{error.move}: {reason}" + (f" (§{error.clause})" if error.clause else "")


class Session:
    """A match at the prompt, some seats played by people, the others by something that answers."""

    def __init__(
        self,
        match: Match,
        players: Mapping[int, Player],
        console: Console,
        translate: Translate = str,
    ) -> None:
        self.match = match
        self.game = match.game
        self.players = players
        self.console = console
        self.translate = translate

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        title, author = Phrase(self.game.title), self.game.author
        if author:
            self.tell(say("{game}, by {author}. Type help to see the commands.", game=title, author=author))
        else:
            self.tell(say("{game}. Type help to see the commands.", game=title))
        self.show("")
        try:
            self.draw()
            while self.match.outcome is None:
                self.turn()
            self.show(describe_outcome(self.match, self.translate))
        except Quit:
            self.tell(say("Goodbye."))

    def turn(self) -> None:
        """One ply, or one command."""
        seat = self.match.turn
        if seat in self.players:
            thinking = say("{name} is thinking", name=Phrase(self.game.seats[seat]))
            try:
                with self.console.status(to_text(thinking, self.translate)):
                    move = self.players[seat](self.match)
            except EngineFault as fault:
                self.tell(say("{problem}.", problem=describe_error(fault)))
                self.match.resign(seat)
                return
            self.make(move)
            return
        try:
            typed = self.console.input(f"[bold]{self.translate(self.game.seats[seat])}[/]> ").strip()
        except (EOFError, KeyboardInterrupt):
            self.show("")
            raise Quit from None
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
            self.show(describe_refusal(error, self.translate))
        except NotationError:
            likely = get_close_matches(
                typed.lower(), [self.game.texts[m] for m in self.match.legal_moves], n=3
            )
            self.tell(say("“{text}” is not a move in this game.", text=typed))
            if likely:
                self.tell(say("Did you mean {moves}?", moves=", ".join(likely)))
        else:
            self.make(move)

    def make(self, move: int) -> None:
        seat = self.match.turn
        self.match.push(move)
        self.tell(say("{name}: {move}", name=Phrase(self.game.seats[seat]), move=self.game.texts[move]))
        self.show("")
        self.draw()

    def draw(self) -> None:
        self.show(self.game.sketch_in(self.match.state, self.translate) + "\n")

    def tell(self, words: Words) -> None:
        """Print a sentence in the player's language."""
        self.show(to_text(words, self.translate))

    def show(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False)

    def do_help(self, _: str) -> None:
        example = self.game.texts[self.match.state.legal_moves[0]]
        self.tell(say("Type a move as it is written ({example}), or", example=example))
        for command, about in COMMANDS.items():
            self.show(f"  {command:<10} {to_text(about, self.translate)}")

    def do_moves(self, _: str) -> None:
        moves = [self.game.texts[move] for move in self.match.legal_moves]
        self.console.print(Columns(moves, equal=True), highlight=False)

    def do_why(self, text: str) -> None:
        try:
            self.match.state.after(self.game.move(text))
        except IllegalMove as error:
            self.show(describe_refusal(error, self.translate))
        except NotationError:
            self.tell(say("“{text}” is not a move in this game.", text=text))
        else:
            self.tell(say("{move} is allowed.", move=text))

    def do_undo(self, _: str) -> None:
        """Back to the last time a person had to move."""
        people = [ply for ply, state in enumerate(self.match.states[:-1]) if state.turn not in self.players]
        if not people:
            self.tell(say("You have no move to take back."))
            return
        while len(self.match.moves) > people[-1]:
            self.match.pop()
        self.draw()

    def do_board(self, _: str) -> None:
        self.draw()

    def do_position(self, _: str) -> None:
        self.show(str(self.match.state))

    def do_save(self, where: str) -> None:
        if not where:
            self.tell(say("Say where: save FILE"))
            return
        try:
            Path(where).expanduser().write_text(str(Record(self.match)), encoding="utf-8")
        except OSError as error:
            self.tell(say("The file could not be written: {problem}.", problem=error.strerror or ""))
        else:
            self.tell(say("Saved to {file}.", file=where))

    def do_resign(self, _: str) -> None:
        self.match.resign(self.match.turn)

    def do_quit(self, _: str) -> None:
        raise Quit


def choose_game(console: Console, games: tuple[type[Game], ...], translate: Translate = str) -> str:
    """Ask which game to play."""
    for number, kind in enumerate(games, 1):
        about = (
            say("{players} players, by {author}", players=len(kind.seats), author=kind.author)
            if kind.author
            else say("{players} players", players=len(kind.seats))
        )
        console.print(
            f"[bold]{number}[/]  {translate(kind.title):<18} [dim]{to_text(about, translate)}[/]",
            highlight=False,
        )
    numbers = [str(number) for number in range(1, len(games) + 1)]
    question = say("Which game")
    answer = click.prompt(
        f"\n{to_text(question, translate)}",
        default="1",
        type=click.Choice(numbers),
        show_choices=False,
    )
    return games[int(answer) - 1].id


def read_position(game: Game, position: str | None, translate: Translate = str) -> State | None:
    """The position typed on the command line, if one was."""
    if position is None:
        return None
    try:
        return game.read(position)
    except NotationError as error:
        sentence = say("position: {problem}", problem=describe_error(error))
        raise click.ClickException(to_text(sentence, translate)) from None
