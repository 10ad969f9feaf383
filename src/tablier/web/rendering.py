"""How templates are rendered, by a server or in a browser."""

from __future__ import annotations

from typing import Any

from jinja2 import BaseLoader, Environment

from tablier.lesson import games_with_lesson
from tablier.scene import say, to_text
from tablier.web.languages import template_functions, translator

ABOUT = say("Board games by their exact rules: with friends by link, on one screen, or against the computer.")


COMPILED = "compiled_templates"
"""The folder of the templates that were compiled before, where there is one."""


def create_environment(loader: BaseLoader, *, static: str = "") -> Environment:
    """An environment for these templates, as a server has it."""
    environment = Environment(loader=loader, autoescape=True)
    configure_environment(environment, static=static)
    return environment


def configure_environment(environment: Environment, *, static: str) -> None:
    """Install gettext and the globals of all templates; `static` is the address of the scripts."""
    environment.add_extension("jinja2.ext.i18n")
    environment.globals["static"] = static
    environment.globals["taught"] = games_with_lesson
    environment.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # added by the extension


def page_values(language: str) -> dict[str, Any]:
    """What every page shows in a language."""
    return {**template_functions(language), "about": to_text(ABOUT, translator(language))}
