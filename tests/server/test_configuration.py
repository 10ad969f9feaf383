"""Every setting by flag, environment variable and TOML file, and one sentence for one that is wrong."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import Struct, field

from tablier.cli import main
from tablier.server import configuration
from tablier.server.configuration import BadSetting, Configuration, list_settings, read_configuration


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, ["serve", *words], env=environment)


def test_flags_come_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tablier.toml"
    file.write_text('host = "10.0.0.1"\nport = 1\n[limits]\nrequests = 5\n')
    found = read_configuration({"host": "::1"}, {"TABLIER_HOST": "x", "TABLIER_PORT": "2"}, file)
    assert (found.configuration.host, found.configuration.port, found.configuration.limits.requests) == (
        "::1",
        2,
        5,
    )
    assert found.sources == {"host": "--host", "port": "TABLIER_PORT", "limits.requests": str(file)}


def test_every_setting_is_a_flag_and_is_shown() -> None:
    shown, help_text = run("--show-config"), run("--help").output
    assert shown.exit_code == 0
    for setting in list_settings():
        assert setting.flag in help_text
        assert setting.path[-1] in shown.output


def test_what_is_shown_is_a_file_that_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "tablier.toml"
    file.write_text(run("--show-config", "--data", "a b", "--grace", "2.5").output)
    assert tomllib.loads(file.read_text())["data"] == "a b"
    assert read_configuration({}, {}, file).configuration == Configuration(data=Path("a b"), grace=2.5)


def test_passwords_are_masked() -> None:
    output = run("--show-config", TABLIER_STORE="postgresql+psycopg://me:hush@host/x?sslpassword=hush").output
    assert "hush" not in output
    assert "me:***@host/x?sslpassword=***" in output


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "There is no setting 'prot', which FILE has. Did you mean 'port'?"),
        ("[limits]\nnothing = 1", "There is no setting 'limits.nothing', which FILE has."),
        ("port = 70000", "The setting port, from FILE, cannot be 70000: Expected int <= 65535."),
        (
            'log_format = "xml"',
            "The setting log_format, from FILE, cannot be 'xml': Invalid enum value 'xml'.",
        ),
        ("port = ", "The configuration FILE is not TOML: Invalid value"),
    ],
)
def test_a_wrong_file_gets_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "tablier.toml"
    file.write_text(text)
    result = run("--config", str(file))
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {sentence.replace('FILE', str(file))}")
    assert len(result.output.splitlines()) == 1


def test_a_wrong_flag_variable_or_missing_file_gets_one_sentence() -> None:
    assert run("--port", "x").output == "Error: The setting port cannot be 'x': Expected int, got str.\n"
    assert "The setting port, from TABLIER_PORT, cannot be 'x'" in run(TABLIER_PORT="x").output
    assert "nowhere.toml cannot be read: No such file" in run("--config", "nowhere.toml").output


@dataclass(frozen=True, kw_only=True)
class Limits:
    tables: int = 3
    """Tables that one person opens
    in an hour."""
    proxies: tuple[str, ...] = ()


class Nested(Struct, frozen=True):
    limits: Limits = field(default_factory=Limits)


def test_a_group_of_settings_needs_nothing_but_its_fields(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(configuration, "Configuration", Nested)
    monkeypatch.setattr(configuration.list_settings, "__defaults__", (Nested, ()))
    file = tmp_path / "tablier.toml"
    file.write_text("[limits]\ntables = 7\n")
    found = read_configuration({}, {"TABLIER_LIMITS_PROXIES": "a, b"}, file)
    read: object = found.configuration
    assert read == Nested(Limits(tables=7, proxies=("a", "b")))
    assert "[limits]\ntables = 7" in configuration.write_configuration(found)
    assert [setting.flag for setting in list_settings()] == ["--limits-tables", "--limits-proxies"]
    assert next(list_settings()).about == "Tables that one person opens in an hour."
    with pytest.raises(
        BadSetting, match=r"The setting limits\.tables, from TABLIER_LIMITS_TABLES, cannot be"
    ):
        read_configuration({}, {"TABLIER_LIMITS_TABLES": "many"})
