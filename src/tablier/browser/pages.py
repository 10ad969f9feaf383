"""Pages rendered in the browser, by the server's templates."""

from __future__ import annotations

from typing import Any

from jinja2 import FileSystemLoader, ModuleLoader

from tablier.web import FOLDER
from tablier.web.rendering import COMPILED, create_environment, page_values


class Pages:
    """Renders templates; `static` is the address of the scripts, `nonce` that of the shell's styles."""

    def __init__(self, *, static: str, nonce: str) -> None:
        self._nonce = nonce
        compiled = FOLDER / COMPILED
        loader = ModuleLoader(compiled) if compiled.exists() else FileSystemLoader(FOLDER / "templates")
        self._environment = create_environment(loader, static=static)

    def render(self, template: str, language: str, context: dict[str, Any]) -> str:
        values = {**page_values(language), "nonce": self._nonce, "csrf_input": "", **context}
        return self._environment.get_template(template).render(values)
