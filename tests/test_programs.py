"""What the tests do where a program of the system is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import programs


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder that is the whole path; PostgreSQL is nowhere."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "POSTGRESQL", tmp_path)
    monkeypatch.setattr(programs, "SYSTEM_PATH", ())
    return tmp_path


def add_program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f'#!/bin/sh\n{script}\necho "{name} $*" >> {folder}/called\n')
    path.chmod(0o755)


@pytest.mark.usefixtures("nothing_installed")
def test_a_test_without_its_program_is_left_out_and_fails_on_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="chromium-headless-shell is not installed"):
        programs.require(programs.BROWSER)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="chromium-headless-shell is not installed"):
        programs.require(programs.BROWSER)


def test_one_sentence_says_what_is_left_out(nothing_installed: Path) -> None:
    add_program(nothing_installed, "chromium-browser", "")
    assert programs.left_out() == (
        "Left out: the tests that need firefox-esr, redis-server, postgresql, nginx, openssl; "
        "'apt-get install firefox-esr redis-server postgresql nginx openssl' (as root) brings them."
    )
    for name in ("firefox", "redis-server", "initdb", "nginx", "openssl"):
        add_program(nothing_installed, name, "")
    assert programs.left_out() == ""


INSTALLED = ["apt-get -q update", "apt-get -q -y --no-install-recommends install chromium-headless-shell"]
PASS_ON = 'shift; exec "$@"'  # what `sudo -n` and `env NAME=VALUE` do


@pytest.mark.parametrize(
    ("user", "sudo", "called"),
    [
        (0, None, INSTALLED),
        (1000, PASS_ON, INSTALLED),
        (1000, "exit 1", []),  # it would ask for a password
        (1000, None, []),
    ],
)
def test_no_password_is_asked_for(
    nothing_installed: Path, monkeypatch: pytest.MonkeyPatch, user: int, sudo: str | None, called: list[str]
) -> None:
    scripts = {
        "firefox-esr": "",
        "redis-server": "",
        "initdb": "",
        "nginx": "",
        "openssl": "",
        "apt-get": "",
        "env": PASS_ON,
        "true": "exit 0",
        "sudo": sudo,
    }
    for name, script in scripts.items():
        if script is not None:
            add_program(nothing_installed, name, script)
    monkeypatch.setattr("os.getuid", lambda: user)
    programs.install()
    record = nothing_installed / "called"
    assert (record.read_text().splitlines() if record.exists() else []) == called
