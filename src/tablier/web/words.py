"""The words that scripts say, by the name they ask for; gaps are filled in by the browser."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.scene import Phrase, say
from tablier.web.languages import catalogue


@dataclass(frozen=True, slots=True)
class Counted:
    """Words that depend on a number."""

    one: str
    many: str


def counted(one: str, many: str) -> Counted:
    """A catalogue is collected from the calls of this, as of `say`."""
    return Counted(one, many)


WORDS: dict[str, Phrase | Counted] = {
    "after": counted("after {count} move", "after {count} moves"),
    "lost": say("Reconnecting …"),
    # Seats
    "open_seat": say("Open seat"),
    "you": say("(you)"),
    "computer": say("computer"),
    "away": say("away"),
    "bot_left": say("the computer plays on"),
    "bot_time": say("out of time; the computer plays on"),
    "bot_resigned": say("gave up; the computer plays on"),
    "sit": say("Sit here"),
    "come_back": say("I am back"),
    "stand_in": say("Let the computer play"),
    "watchers": counted("{count} looking on", "{count} looking on"),
    # Whose turn
    "your_turn_title": say("● Your turn: {title}"),
    "played": say("{name} played {move}."),
    # The end
    "new_game": say("New game"),
    "next_game": say("To the next game"),
    "invite": say("Invite by the link"),
    "join": say("Join the game"),
    # Clicks
    "play_it": say("Play it"),
    "cancel": say("Cancel"),
    "not_yet": say("Not yet: {state}."),
    "nothing_there": say("Nothing to do there."),
    "not_there": say("It cannot go there."),
    "choose_next": say("Now a marked place; click again to let go."),
    "thinking": say("Thinking …"),
    "hint_is": say("Try {move}."),
    # Acts
    "resume": say("Go on"),
    "next_round": say("Next round"),
    "rematch": say("Rematch"),
    "hint": say("Hint"),
    "shares": say("Evaluation"),
    "takeback": say("Take back"),
    "pause": say("Pause"),
    "end": say("Offer to stop"),
    "agree_winner": say("Agree who won"),
    "leave": say("Leave"),
    "sure_leave": say("Really leave?"),
    "resign": say("Resign"),
    "sure_resign": say("Really resign?"),
    "accept": say("Accept"),
    "decline": say("Decline"),
    "withdraw": say("Withdraw"),
    "offer_takeback": say("{name} would like to take a move back."),
    "offer_pause": say("{name} would like a pause."),
    "offer_rematch": say("{name} would like a rematch."),
    "offer_end": say("{name} offers to stop here."),
    "offer_winner": say("{name} proposes that {winner} has won."),
    "own_offer_takeback": say("You asked to take a move back."),
    "own_offer_pause": say("You asked for a pause."),
    "own_offer_rematch": say("You offered a rematch."),
    "own_offer_end": say("You offered to stop here."),
    "own_offer_winner": say("You proposed that {winner} has won."),
    "link_copied": say("The link is copied: send it to whom you like."),
    "record_copied": say("The record is copied."),
    "not_copied": say("The browser did not let us copy."),
    # Clocks
    "days_hours": say("{days} d {hours} h"),
    "hours_minutes": say("{hours} h {minutes} min"),
    # Lessons
    "step_of": say("{at} of {steps}"),
    "no_answer": say("No answer just now. Try again in a moment."),
    # Talk, evaluation, rounds
    "among": say("{name} (to partners)"),
    "round_of": say("Round {round} of {rounds}"),
    "player": say("Player"),
    "points_head": say("Points"),
    "firsts": say("Wins"),
    # Review
    "to_play": say("{name} to play"),
    "course": say("Share of each seat by moves"),
    "weighing": say("Looking at the positions: {known} of {of}"),
    "weighing_broke": say("The computer could not go on from here."),
    "at_start": say("Before the first move."),
    "not_weighed": say("Not looked at yet …"),
    "was_best": say("The best move."),
    "was_as_good": say("As good as the best, {best}."),
    "may_be_better": say("{best} may be better, by {lost}."),
    "was_mistake": say("Best was {best}, {lost} lost."),
    "was_certain": say("Best was {best}, {lost} lost for certain."),
    "lost_part": say("{lost} lost"),
    "everybody": say("Everybody"),
    "no_mistakes": say("None that the computer is sure of."),
    "move_by": say("{name}: {move}"),
    "at_move": say("move {number}"),
    "find_better": say("What is better than {move}?"),
    "tried_best": say("Yes, that is the best move."),
    "goes_on": say("It might go on {line}."),
    "tried_good": say("Good: the computer sees hardly any difference to {best}."),
    "tried_better": say(
        "Better than in the game, but {best} is better still: {lost} lost instead of {instead}."
    ),
    "tried_worse": say("No better than in the game: {lost} lost."),
    "tried_same": say("That was played in the game: {lost} lost."),
    "yours": say("Yours"),
    "best_one": say("Best"),
    "in_game": say("In the game"),
}


def words(language: str) -> dict[str, str | tuple[str, str]]:
    """All of them in a language: one form, or that for one and that for many."""
    known = catalogue(language)
    return {
        name: known.gettext(each.template)
        if isinstance(each, Phrase)
        else (known.ngettext(each.one, each.many, 1), known.ngettext(each.one, each.many, 2))
        for name, each in WORDS.items()
    }
