"""Write what is said of the messages elsewhere from the structs that define them: `make types`.

`src/tablier/web/messages.d.ts` has them as TypeScript, for the scripts of the pages; the blocks of
`docs/api.md` between `<!-- name -->` and `<!-- /name -->` have them as tables. A test compares both.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import Field as DataclassField
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from tablier.scene import Layout, Phrase, Scene
from tablier.server.http.api import Identity
from tablier.server.messages.analysis import PositionNews, RecordNews, SetupNews, TextNews
from tablier.server.messages.announcement import Announcement
from tablier.server.messages.lessons import AnswerNews, StepNews
from tablier.server.messages.news import Hint, News, Presence, Reported, SceneNews, Shares, Thinking, Why
from tablier.server.messages.puzzles import DrillAnswer, DrillNews, PuzzleAnswer, PuzzleNews, PuzzleSolution
from tablier.server.messages.review import ReviewNews, TriedMove
from tablier.server.messages.thoughts import (
    InsightNews,
    MoveValuesNews,
    QueuedNews,
    ReasonNews,
    ThoughtNews,
)
from tablier.server.tables.commands import AnyCommand, ChangePerspective, Query
from tablier.server.tables.create import NewTable
from tablier.server.tables.errors import Problem, Refusal

ACTS: tuple[type, ...] = get_args(AnyCommand)
ASKS: tuple[type, ...] = get_args(Query)
ANSWERS: tuple[type, ...] = (SceneNews, Hint, Shares, Why, Reported)
"""Each has the tag of the question it answers."""
PUSHED: tuple[type, ...] = (News, Presence, Thinking, Announcement, Problem)
"""What a table sends unasked."""
FETCHED: tuple[type, ...] = (
    Identity, StepNews, AnswerNews, ReviewNews, TriedMove, PositionNews, RecordNews, TextNews, SetupNews,
    MoveValuesNews, InsightNews, ReasonNews, ThoughtNews, QueuedNews,
    PuzzleNews, PuzzleAnswer, PuzzleSolution, DrillNews, DrillAnswer,
)  # fmt: skip
DRAWN: tuple[type, ...] = (Layout, Scene)

SENT_AS = {
    "News.scene": "Scene",
    "SceneNews.scene": "Scene",
    "TriedMove.scene": "Scene",
    "PositionNews.scene": "Scene",
    "SetupNews.scene": "Scene",
    "PuzzleNews.scene": "Scene",
    "DrillTask.scene": "Scene",
    "PuzzleAnswer.scenes": "Scene[]",
    "PuzzleSolution.scenes": "Scene[]",
    "StepNews.scenes": "Scene[]",
    "AnswerNews.scenes": "Scene[]",
    "Scene.tree": "Tree",
    "Scene.spoken": "Record<string, string>",
}
"""Fields whose Python type says less than what is sent."""

ROOT = Path(__file__).parent.parent
TYPES = ROOT / "src" / "tablier" / "web" / "messages.d.ts"
API = ROOT / "docs" / "api.md"

HEAD = """\
/* Generated from the structs of tablier.server and tablier.scene by `make types`: change those, not this. */

/** The legal clicks: from a name to what may be clicked next, down to the text of a move. */
type Tree = { [name: string]: Tree | string };
"""
SCALARS: dict[object, str] = {
    str: "string",
    Phrase: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "unknown",
}


@dataclass(frozen=True)
class Field:
    """A field of a message as its receiver sees it."""

    name: str
    hint: Any
    is_optional: bool
    """Whether it may be left out."""
    about: str
    sent_as: str = ""
    """Its TypeScript, where the hint does not say it."""

    @property
    def type(self) -> str:
        return self.sent_as or typescript(self.hint)

    @property
    def in_words(self) -> str:
        """Its type for readers of the documentation."""
        return in_words(without_null(self.hint) if self.is_optional else self.hint)


def is_record(kind: Any) -> bool:
    """Whether this is a type with fields of its own."""
    return (
        isinstance(kind, type)
        and (issubclass(kind, msgspec.Struct) or is_dataclass(kind))
        and kind is not Phrase
    )


def fields_of(kind: type, *, is_taken: bool = False) -> list[Field]:
    """The fields of a struct or of a dataclass of `tablier.scene`, the tag of a struct first.

    Of a message that the server takes, what has a default may be left out. Of layouts and scenes, what has a
    default is left out when it is empty. The other structs are sent whole.
    """
    about = field_docs(kind)

    def described(name: str, hint: Any, is_optional: bool) -> Field:
        return Field(name, hint, is_optional, about.get(name, ""), SENT_AS.get(f"{kind.__name__}.{name}", ""))

    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        return [
            described(each.name, without_null(hints[each.name]), has_default(each)) for each in fields(kind)
        ]
    config = kind.__struct_config__  # type: ignore[attr-defined]  # every struct has one
    tag = [Field(config.tag_field, Literal[config.tag], False, "")] if config.tag else []
    return tag + [
        described(each.encode_name, each.type, is_taken and not each.required)
        for each in msgspec.structs.fields(kind)
    ]


def has_default(field: DataclassField[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def without_null(hint: Any) -> Any:
    """The hint of a field that is left out rather than null."""
    return Union[tuple(each for each in alternatives(hint) if each is not NoneType)]  # noqa: UP007 -- computed


def field_docs(kind: type) -> dict[str, str]:
    """The docstrings of a class's fields and of those it inherits: the literals written after them."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith("tablier."):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
        assert isinstance(body, ast.ClassDef)
        for node, after in zip(body.body, body.body[1:], strict=False):
            if (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
            ):
                found[node.target.id] = one_line(str(after.value.value))
    return found


def doc_of(kind: type) -> str:
    """A class's own docstring on one line; empty for one that Python made up."""
    text = vars(kind).get("__doc__") or ""
    return "" if text.startswith(f"{kind.__name__}(") else one_line(text)


def one_line(text: str) -> str:
    return " ".join(text.split())


def alternatives(hint: Any) -> Iterator[Any]:
    """The members of a union, or the hint itself, without what is annotated."""
    if get_origin(hint) is Annotated:
        yield from alternatives(get_args(hint)[0])
    elif get_origin(hint) in (Union, UnionType):
        for each in get_args(hint):
            yield from alternatives(each)
    else:
        yield hint


def typescript(hint: Any) -> str:
    """A type hint in TypeScript."""
    return " | ".join(dict.fromkeys(_typescript(each) for each in alternatives(hint)))


def _typescript(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(json.dumps(each) for each in arguments)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return f"[{', '.join(map(typescript, arguments))}]"
    if origin in (tuple, list):
        item = typescript(arguments[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return f"Record<string, {typescript(arguments[1])}>"
    if is_record(hint):
        return str(hint.__name__)
    return SCALARS[hint]


def records_in(hint: Any) -> Iterator[type]:
    """The structs and dataclasses that a type hint mentions."""
    if is_record(hint):
        yield hint
    for each in get_args(hint):
        yield from records_in(each)


def all_records(*roots: type) -> list[type]:
    """These and all that their fields mention, each once."""
    found = list(roots)
    for kind in found:  # it grows while it is read
        for field in fields_of(kind):
            found += [each for each in records_in(field.hint) if each not in found]
    return found


def declarations() -> str:
    """The whole of messages.d.ts."""
    parts = [HEAD]
    taken = all_records(*ACTS, *ASKS, ChangePerspective)
    for kind in all_records(*DRAWN, *PUSHED, *ANSWERS, *FETCHED, *taken):
        lines = [f"/** {doc} */"] if (doc := doc_of(kind)) else []
        lines.append(f"interface {kind.__name__} {{")
        for field in fields_of(kind, is_taken=kind in taken):
            if field.about:
                lines.append(f"  /** {field.about} */")
            lines.append(f"  {field.name}{'?' if field.is_optional else ''}: {field.type};")
        parts.append("\n".join([*lines, "}"]) + "\n")
    for name, about, kinds in (
        ("Act", "What a player may do; everybody at the table is told what came of it.", ACTS),
        ("Ask", "A question to the table; the answer comes to the one who asked.", ASKS),
        ("Pushed", "What a table sends unasked.", PUSHED),
        ("Answer", "What comes of a question.", ANSWERS),
    ):
        parts.append(f"/** {about} */\ntype {name}Message = {' | '.join(kind.__name__ for kind in kinds)};\n")
    return "\n".join(parts)


def in_words(hint: Any) -> str:
    """A type hint for readers of the documentation."""
    return " or ".join(dict.fromkeys(_in_words(each) for each in alternatives(hint)))


def _in_words(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " or ".join(f"`{json.dumps(each)}`" for each in arguments)
    if origin in (tuple, list):
        return f"[{in_words(arguments[0])}]"
    if is_record(hint) or origin is dict:
        return "object"
    return {str: "text", int: "integer", float: "number", bool: "true or false", NoneType: "null"}.get(
        hint, "any"
    )


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def message(kind: type) -> str:
    """A message to a table, written with the types of its fields; one with ? may be left out."""
    tag, *others = fields_of(kind, is_taken=True)
    parts = [f'"{tag.name}": {tag.type}']
    parts += [
        f'"{field.name}"{"?" if field.is_optional else ""}: {field.in_words.replace("`", "")}'
        for field in others
        if field.name != "re"
    ]
    return f"`{{{', '.join(parts)}}}`"


def about_message(kind: type) -> str:
    """What a message does, and what there is to say of its fields."""
    notes = [
        f"`{field.name}`: {field.about}" for field in fields_of(kind) if field.about and field.name != "re"
    ]
    return " ".join([doc_of(kind), *notes])


def field_rows(kind: type, path: str = "", *, is_taken: bool = False) -> Iterator[tuple[str, str, str]]:
    """Every field of a struct and of those inside it: path, type, meaning."""
    for field in fields_of(kind, is_taken=is_taken):
        own = f"{path}{field.name}"
        inner = None if field.sent_as else next(records_in(field.hint), None)
        about = " ".join(filter(None, [field.about, doc_of(inner) if inner else ""]))
        yield f"`{own}{'?' if field.is_optional else ''}`", field.in_words, about
        if inner:
            is_list = any(get_origin(each) in (tuple, list) for each in alternatives(field.hint))
            yield from field_rows(inner, f"{own}[]." if is_list else f"{own}.", is_taken=is_taken)


def answer_to(ask: type) -> str:
    """The names of the fields that answer a question."""
    tag = fields_of(ask)[0].type
    found = next((each for each in ANSWERS if fields_of(each)[0].type == tag), News)
    if found is News:
        return "the news"
    kind, *others = fields_of(found)
    names = [f'"{kind.name}": {kind.type}', *(f'"{field.name}"' for field in others if field.name != "re")]
    return f"`{{{', '.join(names)}}}`"


def refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Every kind of refusal, subclasses of subclasses included."""
    for each in kind.__subclasses__():
        yield each
        yield from refusals(each)


def blocks() -> dict[str, str]:
    """The generated blocks of docs/api.md by name."""

    def described(kind: type, *, is_taken: bool = False) -> str:
        return table(("field", "type", "what"), list(field_rows(kind, is_taken=is_taken)))

    return {
        "new table": described(NewTable, is_taken=True),
        "acts": table(("message", "what"), [(message(each), about_message(each)) for each in ACTS]),
        "questions": table(
            ("message", "what", "answer"),
            [(message(each), about_message(each), answer_to(each)) for each in (*ASKS, ChangePerspective)],
        ),
        "news": described(News),
        "step": described(StepNews),
        "answer": described(AnswerNews),
        "codes": table(
            ("code", "status", "says"),
            [(f"`{each.code}`", str(each.status), each.says) for each in refusals()],
        ),
        "review": described(ReviewNews),
    }


def filled_in(page: str) -> str:
    """A page with every generated block written anew; KeyError for a block of an unknown name."""
    known = blocks()
    return re.sub(
        r"<!-- ([\w ]+) -->\n.*?<!-- /\1 -->",
        lambda found: f"<!-- {found[1]} -->\n\n{known[found[1]]}\n\n<!-- /{found[1]} -->",
        page,
        flags=re.DOTALL,
    )


def main() -> None:
    TYPES.write_text(declarations())
    API.write_text(filled_in(API.read_text()))


if __name__ == "__main__":
    main()
