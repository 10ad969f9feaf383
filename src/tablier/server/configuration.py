"""The settings of a server: flags, environment variables and a TOML file, in this order of precedence.

A setting is a field of `Configuration`, or of a struct inside it. The field `grace` is the flag `--grace`,
the variable `TABLIER_GRACE` and the key `grace`; a field `requests` of a struct `limits` is
`--limits-requests`, `TABLIER_LIMITS_REQUESTS` and `requests` in the table `[limits]`.
Nothing else has to be written to add one.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from gettext import gettext
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import click
import msgspec
from msgspec import Meta, Struct

from tablier.server.live.ceiling import Ceiling
from tablier.server.people.limits import Limits

PREFIX = "TABLIER_"
Port = Annotated[int, Meta(ge=0, le=65535)]
Seconds = Annotated[float, Meta(ge=0, le=3600)]


class Configuration(Struct, frozen=True, kw_only=True):
    """All settings of `tablier serve`."""

    host: Annotated[str, Meta(description="The address to listen on.")] = "127.0.0.1"
    port: Annotated[Port | None, Meta(description="The port; without it 8000, or the next that is free.")] = (
        None
    )
    data: Annotated[
        Path | None,
        Meta(description="The folder that keeps the games; without it the usual one of this system."),
    ] = None
    store: Annotated[
        str, Meta(description="A database instead of that folder, as postgresql+psycopg://host/name.")
    ] = ""
    bus: Annotated[str, Meta(description="News between several server processes, as redis://host.")] = (
        "memory:"
    )
    compute: Annotated[
        str,
        Meta(description="A Dask cluster for the computer players’ searches, as dask://host:8786."),
    ] = ""
    thinking: Ceiling = Ceiling()
    engines: Annotated[
        tuple[str, ...],
        Meta(description="Engines that people may choose at a table, each as name = command."),
    ] = ()
    tables: Annotated[
        Path | None,
        Meta(
            description="The folder with solved games, for exact play and reviews; without it the usual one."
        ),
    ] = None
    engine: Annotated[
        Path | None,
        Meta(description="The folder with the engine for browsers, as make wasm writes it; without it none."),
    ] = None
    limits: Limits = Limits()
    mcp: Annotated[
        bool,
        Meta(
            description="Whether assistants may play at /mcp, by the Model Context Protocol: true or false."
        ),
    ] = False
    security_contact: Annotated[
        str, Meta(description="Where security problems are reported: the URL named in security.txt.")
    ] = ""
    private_reminders: Annotated[
        bool,
        Meta(description="Send reminders to addresses of private networks too, and by http: for a home."),
    ] = False
    grace: Annotated[
        Seconds,
        Meta(description="Seconds between SIGTERM and the stop, in which all tables show a notice of it."),
    ] = 0.0
    log_format: Annotated[
        Literal["auto", "text", "json"],
        Meta(description="How the log is written; auto is text at a terminal and JSON elsewhere."),
    ] = "auto"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="The lowest level that is logged.")
    ] = "info"
    metrics_port: Annotated[
        Port | None,
        Meta(description="A port of its own for /metrics; without it /metrics answers this machine only."),
    ] = None
    metrics_host: Annotated[str, Meta(description="The address of that port.")] = "127.0.0.1"


class BadSetting(ValueError):  # noqa: N818 -- shown to the operator, as one sentence
    """A setting that does not exist, or a value that it cannot have."""


class Setting(NamedTuple):
    path: tuple[str, ...]
    kind: Any
    default: Any
    about: str

    @property
    def flag(self) -> str:
        return "--" + "-".join(self.path).replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + "_".join(self.path).upper()

    @property
    def key(self) -> str:
        return ".".join(self.path)


def list_settings(kind: type = Configuration, path: tuple[str, ...] = ()) -> Iterator[Setting]:
    """All settings, those of structs and dataclasses inside included, in the order of their declaration."""
    hints = get_type_hints(kind, include_extras=True)
    texts = field_docstrings(kind)
    for name, default in field_defaults(kind):
        own = hints[name]
        inner, about = own, texts.get(name, "")
        if get_origin(own) is Annotated:
            inner, *more = get_args(own)
            about = next((each.description for each in more if getattr(each, "description", None)), about)
        if is_group(inner):
            yield from list_settings(inner, (*path, name))
        else:
            yield Setting((*path, name), own, default, about)


def is_group(kind: Any) -> bool:
    """Whether a type is a struct or dataclass of settings."""
    return isinstance(kind, type) and (issubclass(kind, Struct) or is_dataclass(kind))


def field_defaults(kind: type) -> Iterator[tuple[str, Any]]:
    """The fields of a struct or dataclass, with their defaults."""
    made = kind()  # every setting has a default
    for each in fields(kind) if is_dataclass(kind) else msgspec.structs.fields(kind):
        yield each.name, getattr(made, each.name)


def field_docstrings(kind: type) -> dict[str, str]:
    """The texts that stand below the fields of a class, on one line each."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: " ".join(str(text.value.value).split())
        for field, text in pairwise(body.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }


class Configured(NamedTuple):
    configuration: Configuration
    sources: dict[str, str]
    """Where each setting that is not a default comes from, by key."""


def read_configuration(
    flags: Mapping[str, str], environment: Mapping[str, str], file: Path | None = None
) -> Configured:
    """The settings from flags (by key), environment and file; raises BadSetting."""
    settings = {setting.key: setting for setting in list_settings()}
    given: dict[str, tuple[Any, str]] = {}
    if file is not None:
        given |= {key: (value, str(file)) for key, value in read_file(file, settings).items()}
    for setting in settings.values():
        if setting.variable in environment:
            given[setting.key] = environment[setting.variable], setting.variable
        if setting.key in flags:
            given[setting.key] = flags[setting.key], setting.flag
    tree: dict[str, Any] = {}
    for key, (value, source) in given.items():
        *folders, name = settings[key].path
        inner = tree
        for folder in folders:
            inner = inner.setdefault(folder, {})
        inner[name] = convert(settings[key], value, source)
    whole = msgspec.convert(tree, Configuration, dec_hook=as_path)
    return Configured(whole, {key: source for key, (_, source) in given.items()})


def read_file(file: Path, settings: Mapping[str, Setting]) -> dict[str, Any]:
    """The settings of a TOML file, by key; raises BadSetting."""
    try:
        tree = tomllib.loads(file.read_text())
    except OSError as error:
        sentence = gettext("The configuration {file} cannot be read: {problem}.")
        raise BadSetting(sentence.format(file=file, problem=error.strerror)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        sentence = gettext("The configuration {file} is not TOML: {problem}.")
        raise BadSetting(sentence.format(file=file, problem=error)) from None
    values = dict(flatten(tree, ()))
    for key in values:
        if key not in settings:
            near = get_close_matches(key, settings, n=1)
            sentence = gettext("There is no setting {key!r}, which {file} has.").format(key=key, file=file)
            hint = gettext("Did you mean {moves}?").format(moves=repr(near[0])) if near else ""
            raise BadSetting(f"{sentence} {hint}".rstrip())
    return values


def flatten(tree: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from flatten(value, (*path, name))
        else:
            yield ".".join((*path, name)), value


def convert(setting: Setting, value: Any, source: str) -> Any:
    """The value of a setting, of its type; raises BadSetting. Texts may hold numbers, and lists by commas."""
    if isinstance(value, str) and is_list(setting.kind):
        value = [part.strip() for part in value.split(",") if part.strip()]
    try:
        return msgspec.convert(value, setting.kind, strict=not isinstance(value, str), dec_hook=as_path)
    except (msgspec.ValidationError, TypeError) as error:
        problem = str(error).replace("`", "").replace(" | null", "").rstrip(".")
        if source == setting.flag:
            sentence = gettext("The setting {key} cannot be {value!r}: {problem}.")
        else:
            sentence = gettext("The setting {key}, from {source}, cannot be {value!r}: {problem}.")
        told = sentence.format(key=setting.key, source=source, value=value, problem=problem)
        raise BadSetting(told) from None


def is_list(kind: Any) -> bool:
    inner = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    return get_origin(inner) in (tuple, list, frozenset)


def as_path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str | Path):
        return Path(value)
    raise TypeError(f"expected a path, got {value!r}")


def write_configuration(configured: Configured) -> str:
    """All settings as a TOML file, passwords masked; a comment says where each value comes from."""
    lines = []
    table = ""
    # In TOML what follows the head of a table belongs to it.
    for setting in sorted(list_settings(), key=lambda setting: len(setting.path) > 1):
        *folders, name = setting.path
        if (own := ".".join(folders)) != table:
            table = own
            lines += ["", f"[{table}]"]
        value: Any = configured.configuration
        for part in setting.path:
            value = getattr(value, part)
        source = configured.sources.get(setting.key, "default")
        lines.append(f"# {name} is not set" if value is None else f"{name} = {as_toml(value)}  # {source}")
    return "\n".join(lines) + "\n"


def as_toml(value: Any) -> str:
    if isinstance(value, Path):
        value = str(value)
    if isinstance(value, str):
        value = mask_password(value)
    plain = sorted(value) if isinstance(value, frozenset) else value
    return json.dumps(msgspec.to_builtins(plain), ensure_ascii=False)


def mask_password(text: str) -> str:
    """A URL without the password in it."""
    text = re.sub(r"(://[^/@:]*:)[^/@]*@", r"\1***@", text)
    return re.sub(r"(?i)([?&](?:password|secret|token|sslpassword)=)[^&]*", r"\1***", text)


def make_options() -> list[click.Option]:
    """A flag per setting, its help in the system's language.

    Their values are texts, as in the environment: one place converts them.
    """
    return [
        click.Option(
            [setting.flag, setting.key.replace(".", "__")],
            metavar=metavar(setting),
            help=f"{gettext(setting.about) if setting.about else ''} [{setting.variable}]".strip(),
        )
        for setting in list_settings()
    ]


def metavar(setting: Setting) -> str:
    """What stands for the value in the help."""
    inner = get_args(setting.kind)[0] if get_origin(setting.kind) is Annotated else setting.kind
    if get_origin(inner) is Literal:
        return "|".join(get_args(inner))
    text = str(inner)
    kinds = {"Path": "FOLDER", "int": "NUMBER", "float": "SECONDS"}
    return next((shown for name, shown in kinds.items() if name in text), "TEXT")
