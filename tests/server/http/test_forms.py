"""The form of a new table gives the same value as JSON does, or is refused by the same bounds."""

from __future__ import annotations

import msgspec
import pytest

from tablier.server.http.forms import read_table_form
from tablier.server.tables.create import NewTable
from tablier.server.tables.errors import BadTable, Malformed, NoSuchGame, Refusal

ME, OPEN, BOT = {"who": "me"}, {"who": "open"}, {"who": "bot", "bot": "level:5"}


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        (
            {"game": "quixo", "play": "bot", "level": "5", "seat": "1", "clock": "game:300:3"},
            {"game": "quixo", "seats": [BOT, ME], "clock": {"kind": "game", "time": 300, "increment": 3}},
        ),
        (
            {"game": "quixo", "play": "table", "option.size": "4", "help": "hint", "rounds": "3"},
            {
                "game": "quixo", "options": {"size": 4}, "seats": [ME, OPEN], "allow": ["hint"], "rounds": 3,
                "public": True,
            },
        ),
        (
            {"game": "quixo-teams", "seat.1": "open", "level": "5", "team_chat": "yes", "rated": "yes"},
            {"game": "quixo-teams", "seats": [ME, OPEN, BOT, BOT], "team_chat": True, "rated": True},
        ),
    ],
)  # fmt: skip
def test_a_form_and_json_describe_the_same_table(form: dict[str, str], sent: object) -> None:
    assert read_table_form(form) == msgspec.json.decode(msgspec.json.encode(sent), type=NewTable)


@pytest.mark.parametrize(
    ("form", "refusal"),
    [
        ({"game": "chess"}, NoSuchGame),
        ({"game": "quixo", "play": "nobody"}, BadTable),
        ({"game": "quixo", "option.size": "6"}, BadTable),
        ({"game": "quixo", "clock": "game:300:5000"}, BadTable),
        ({"game": "quixo", "bot": "level:" + "1" * 40}, Malformed),
        ({"game": "quixo", "seat.1": "level:" + "1" * 40}, Malformed),
    ],
)
def test_what_json_may_not_say_a_form_may_not_either(form: dict[str, str], refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        read_table_form(form)
