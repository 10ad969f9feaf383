"""Notebooks without Jupyter: running the cells of one, and showing it as a page.

`python -m tools.notebook` runs the notebook of the documentation and writes down what its cells show.
"""

from __future__ import annotations

import ast
import io
import json
import re
from contextlib import redirect_stdout
from html import escape
from pathlib import Path
from typing import Any

KEPT = ("text/plain", "image/svg+xml")
"""What is written into the file: a match to step through is larger, and forges do not show it."""


def run(path: Path) -> dict[str, Any]:
    """The notebook with what each cell shows now, in all formats. An exception in a cell is raised."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = run_cell("".join(cell["source"]), names, count)
    return notebook


def run_cell(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell; what it prints, and the value of its last line if that is an expression."""
    tree = ast.parse(source)
    ends = tree.body[-1] if tree.body else None
    last = ends.value if isinstance(ends, ast.Expr) else None
    if last is not None:
        tree.body.pop()
    printed = io.StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {count}", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last), f"cell {count}", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    if value is not None:
        shown = (
            value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {"text/plain": repr(value)}
        )
        outputs.append(
            {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": shown}
        )
    return outputs


def keep(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs that are written into its file."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            if "data" in output:
                output["data"] = {kind: output["data"][kind] for kind in KEPT if kind in output["data"]}
    return notebook


def render(notebook: dict[str, Any]) -> str:
    """The notebook as a page in Markdown, what can be stepped through included."""
    return "\n\n".join(part for cell in notebook["cells"] for part in render_cell(cell)) + "\n"


def render_cell(cell: dict[str, Any]) -> list[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    parts = [f"```python\n{source}\n```"]
    for output in cell["outputs"]:
        if "data" not in output:
            parts.append(f"```text\n{output['text'].rstrip()}\n```")
            continue
        data = output["data"]
        if "text/html" in data:
            parts.append(f"<div>{one_line(data['text/html'])}</div>")
        elif "image/svg+xml" in data:
            title = escape(data["text/plain"].partition("\n")[0])
            parts.append(
                f'<div style="max-width:30rem" title="{title}">{one_line(data["image/svg+xml"])}</div>'
            )
        else:
            parts.append(f"```text\n{data['text/plain']}\n```")
    return parts


def one_line(html: str) -> str:
    """HTML in one line: Markdown ends a block of it at an empty one, and indents mean code to it."""
    return re.sub(r"\s*\n\s*", " ", html)


def main() -> None:
    """Write down what the cells of the documentation's notebook show."""
    from tools.documentation import NOTEBOOK

    text = json.dumps(keep(run(NOTEBOOK)), ensure_ascii=False, indent=1) + "\n"
    NOTEBOOK.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
