"""docs/operate.md and deploy/ say what is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from litestar.testing import TestClient

from tablier.server.admin.command import admin
from tablier.server.app import Settings, create_app
from tablier.server.configuration import list_settings, read_configuration

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "operate.md").read_text()


def test_every_metric_is_explained_and_exists(tmp_path: Path) -> None:
    app = create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}"))
    with TestClient(app):
        written = app.state.metrics.write().decode()
    families = set(re.findall(r"^# TYPE (tablier_\w+) ", written, re.MULTILINE))
    own = {name for name in families if not name.endswith("_created")}
    assert own == set(re.findall(r"`(tablier_\w+?)(?:{[^`]*})?`", TEXT))


def test_every_command_is_explained() -> None:
    for name in admin.commands:
        assert re.search(rf"`(tablier admin )?{name}[ `]|tablier admin {name} ", TEXT), name


def test_the_settings_of_the_service_exist() -> None:
    file = ROOT / "deploy" / "tablier.toml"
    read = read_configuration({}, {}, file)
    assert {key.partition(".")[0] for key in read.sources} == tomllib.loads(file.read_text()).keys()


def test_the_variables_of_the_containers_exist() -> None:
    known = {setting.variable for setting in list_settings()}
    for name in ("Containerfile", "compose.yaml"):
        used = set(re.findall(r"TABLIER_\w+", (ROOT / "deploy" / name).read_text()))
        assert used
        assert used <= known


def test_every_file_for_the_service_is_named() -> None:
    for path in (ROOT / "deploy").iterdir():
        if path.name not in ("compose.Caddyfile", "tablier-backup.service"):  # parts of others
            assert f"deploy/{path.name}" in TEXT
