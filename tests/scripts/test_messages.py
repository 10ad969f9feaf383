"""What is written of the messages elsewhere is what the structs say."""

from __future__ import annotations

import re

import msgspec
import pytest
from tools import messages

from tablier.server.messages.lessons import StepNews
from tablier.server.messages.news import News
from tablier.server.tables.create import NewTable
from tablier.server.tables.errors import Problem

PAGE = messages.API.read_text()
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def test_the_types_of_the_scripts_are_those_of_the_structs() -> None:
    assert messages.TYPES.read_text() == messages.declarations(), "say `make types`"


def test_the_tables_of_the_api_page_are_those_of_the_structs() -> None:
    assert messages.filled_in(PAGE) == PAGE, "say `make types`"
    assert set(re.findall(r"<!-- ([\w ]+) -->", PAGE)) == set(messages.blocks())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *zip(EXAMPLES, (NewTable, News, StepNews), strict=True),
        (re.findall(r'`(\{"type": "problem".*?\})`', PAGE)[0], Problem),
    ],
    ids=["table", "news", "step", "problem"],
)
def test_the_examples_of_the_api_page_are_messages_with_all_their_fields(text: str, kind: type) -> None:
    found: object = msgspec.json.decode(text, type=kind)
    written = msgspec.json.decode(text)
    assert set(written) == set(msgspec.json.decode(msgspec.json.encode(found)))


def test_types_of_every_kind() -> None:
    assert messages.typescript(tuple[str | None, ...]) == "(string | null)[]"
    assert messages.typescript(tuple[str, float]) == "[string, number]"
    assert messages.typescript(dict[str, tuple[int, ...]]) == "Record<string, number[]>"
    assert messages.in_words(int | None) == "integer or null"


def test_a_field_is_described_by_the_text_after_it() -> None:
    assert messages.field_docs(News)["ply"] == "To be echoed with a move."
    assert "name" not in messages.field_docs(NewTable)
