"""The words that scripts say, by the name they ask for; gaps are filled in by the browser."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.scene import Phrase, say
from tablier.web.languages import catalogue


@dataclass(frozen=True, slots=True)
class Plural:
    """Words that depend on a number."""

    one: str
    many: str


def plural(one: str, many: str) -> Plural:
    """A catalogue is collected from the calls of this, as of `say`."""
    return Plural(one, many)


PHRASES: dict[str, Phrase | Plural] = {
    "after": plural("after {count} move", "after {count} moves"),
    "offline": say("No connection. Your move will be sent as soon as you are back online."),
    "move_kept": say("No connection. {move} will be sent as soon as you are back online."),
    "move_sent": say("Connected again: {move} was sent."),
    "move_dropped": say("The game went on meanwhile: {move} was not played."),
    "lost": say("Reconnecting…"),
    "carry_on": say("Continue offline"),
    # Seats
    "open_seat": say("Open seat"),
    "you": say("(you)"),
    "computer": say("computer"),
    "partner": say("your partner"),
    "away": say("away"),
    "guest": say("guest"),
    "bot_left": say("the computer plays on"),
    "bot_time": say("out of time; the computer plays on"),
    "bot_resigned": say("resigned; the computer plays on"),
    "sit": say("Sit here"),
    "come_back": say("I’m back"),
    "stand_in": say("Let the computer take over"),
    "watchers": plural("{count} watching", "{count} watching"),
    # Whose turn
    "your_turn_title": say("● Your turn: {title}"),
    "played": say("{name} played {move}."),
    "ended": say("{who}: {why}"),
    "moves_undone": plural("{count} move was taken back.", "{count} moves were taken back."),
    # The end
    "new_game": say("New game"),
    "next_game": say("Go to the next game"),
    "review": say("Review"),
    "link": say("Link"),
    "invite_by_link": say(
        "Send this link to whoever you want to play with. The game starts when everyone is here."
    ),
    "copy": say("Copy"),
    "copied": say("Copied"),
    "share": say("Share"),
    "qr": say("QR code"),
    "your_name": say("Your name"),
    "rename": say("Change"),
    "join": say("Join the game"),
    "sign_in": say("Sign in to join"),
    "sign_in_here": say("Sign in"),
    # Clicks
    "play_it": say("Play it"),
    "cancel": say("Cancel"),
    "not_yet": say("Not yet: {state}."),
    "nothing_there": say("No move starts there."),
    "not_there": say("That is not one of the marked spots."),
    "choose_next": say("Choose a marked spot, or the same piece again to put it down."),
    "tap_again": say("Tap there again to play it."),
    "return_there": say("Walk round and come back"),
    "thinking": say("Thinking…"),
    "thinks_here": say("Thinking in your browser"),
    "thinks_there": say("Thinking on the server"),
    "hint_is": say("Try {move}."),
    # Acts
    "resume": say("Resume"),
    "next_round": say("Next round"),
    "rematch": say("Rematch"),
    "hint": say("Hint"),
    "shares": say("Evaluation"),
    "takeback": say("Take back"),
    "pause": say("Pause"),
    "sure_end": say("End the game here?"),
    "sure_winner": say("{name} has won?"),
    "end": say("Offer a draw"),
    "agree_winner": say("Agree on the winner"),
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
    "offer_end": say("{name} offers a draw."),
    "offer_winner": say("{name} suggests that {winner} wins."),
    "own_offer_takeback": say("You asked to take a move back."),
    "own_offer_pause": say("You asked for a pause."),
    "own_offer_rematch": say("You offered a rematch."),
    "own_offer_end": say("You offered a draw."),
    "own_offer_winner": say("You suggested that {winner} wins."),
    "declined_takeback": say("Your takeback was declined."),
    "declined_pause": say("Your request for a pause was declined."),
    "declined_rematch": say("Your offer of a rematch was declined."),
    "declined_end": say("Your offer was declined."),
    "record_copied": say("Game record copied."),
    "not_copied": say("Your browser did not allow copying."),
    # Clocks
    "days_hours": say("{days} d {hours} h"),
    "hours_minutes": say("{hours} h {minutes} min"),
    # Lessons
    "step_of": say("{at} of {steps}"),
    "no_answer": say("No answer right now. Try again in a moment."),
    # Puzzles and the drill of own mistakes
    "puzzle_level": say("Difficulty {level} of 8 · {points} points"),
    "puzzle_rating": say("Your puzzle rating: {rating}"),
    "puzzle_known": say("You have solved this one before."),
    "puzzle_again": say("You have tried this one before."),
    "drill_task": say("{title}: you are {seat}."),
    "drill_due": plural("{count} position to practise", "{count} positions to practise"),
    "drill_later": plural("{count} comes back later", "{count} come back later"),
    "drill_learnt": plural("{count} learnt", "{count} learnt"),
    "drill_working": plural(
        "Looking for mistakes in {count} of your games…", "Looking for mistakes in {count} of your games…"
    ),
    "drill_rest": plural(
        "Well done: nothing to practise for {count} hour.",
        "Well done: nothing to practise for {count} hours.",
    ),
    "drill_none": say("Nothing to practise: there are no clear mistakes in your last games. Play some more!"),
    "drill_best": say("{best} was best. Remember it: you will be asked again."),
    "drill_better": say("Better than in the game, but there is more: try again."),
    "drill_worse": say("No better than in the game: try again."),
    # Talk, evaluation, rounds
    "wins": say("wins"),
    "loses": say("loses"),
    "draws": say("draws"),
    "say_something": say("Say something"),
    "said": say("{name}: {text}"),
    "to_spectators": say("To the other spectators"),
    "mute": say("Mute"),
    "unmute": say("Show muted messages"),
    "report": say("Report"),
    "reported": say("Reported"),
    "among": say("{name} (to partners)"),
    "round_of": say("Round {round} of {rounds}"),
    "player": say("Player"),
    "points_head": say("Points"),
    "firsts": say("Wins"),
    # Review
    "to_play": say("{name} to play"),
    "course": say("Winning chances, move by move"),
    "weighing": say("Analysing the game: {known} of {of} positions"),
    "weighing_broke": say("The computer could not analyse any further."),
    "at_start": say("Before the first move."),
    "not_weighed": say("Not analysed yet…"),
    "was_best": say("The best move."),
    "was_as_good": say("As good as the best move, {best}."),
    "may_be_better": say("{best} may be {lost} better."),
    "was_mistake": say("{best} was best: {lost} lost."),
    "was_certain": say("{best} was best: {lost} lost, and that is proven."),
    "lost_part": say("{lost} lost"),
    "everybody": say("Everyone"),
    "no_mistakes": say("No clear mistakes."),
    "move_by": say("{name}: {move}"),
    "at_move": say("move {number}"),
    "find_better": say("What is better than {move}?"),
    "tried_best": say("Yes, that is the best move."),
    "goes_on": say("A likely continuation: {line}."),
    "tried_good": say("Good: the computer sees hardly any difference from {best}."),
    "tried_better": say(
        "Better than in the game: {lost} lost instead of {instead}. But {best} is better still."
    ),
    "tried_worse": say("No better than in the game: {lost} lost."),
    "tried_same": say("That is what was played in the game: {lost} lost."),
    "yours": say("Yours"),
    "best_one": say("Best"),
    "in_game": say("In the game"),
    # Analysis
    "fold_line": say("Fold or unfold the variation {move}"),
    "deleted": say("{move} and the moves after it were deleted."),
    "undo": say("Undo"),
    "begun_anew": say("The board is back at the start position."),
    "replaced": say("The earlier moves were replaced."),
    "set_up": say("Set up a position"),
    "choose_thing": say("First choose what to place."),
    "can_be": say("This position is possible."),
    "broken_address": say("This link is incomplete, so the board starts from the beginning."),
    "long_address": say(
        "This tree is too long for a link. This browser keeps it; download the record to share it."
    ),
    "which_record": say("Which of these games?"),
    "long_file": say("This file is too large for a game record."),
    "long_tree": say("This record has more moves than the board can show."),
    "ahead": plural("Waiting: {count} search comes first.", "Waiting: {count} searches come first."),
    "depth_nodes": say("depth {depth}, {nodes} positions"),
    "value_won": say("wins"),
    "value_drawn": say("draws"),
    "value_lost": say("loses"),
    "value_in_won": say("wins in {count}"),
    "value_in_lost": say("loses in {count}"),
    "all_moves": say("All moves at a glance"),
    "shades": say("the stronger the colour, the better the move"),
    "no_insight": say("Nothing to show for this game."),
    "why_best": say("Why {move}?"),
    "no_reason": say("Nothing certain can be said about this move."),
}


SCORED_END = {
    "end": say("Offer to end"),
    "offer_end": say("{name} offers to end the game as it stands."),
    "own_offer_end": say("You offered to end the game as it stands."),
}
"""In place of the words for a draw, in games whose agreed end scores the position."""


def script_phrases(language: str) -> dict[str, str | tuple[str, str]]:
    """All of them in a language: one form, or that for one and that for many."""
    known = catalogue(language)
    return {
        name: known.gettext(each.template)
        if isinstance(each, Phrase)
        else (known.ngettext(each.one, each.many, 1), known.ngettext(each.one, each.many, 2))
        for name, each in PHRASES.items()
    }
