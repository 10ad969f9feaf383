"""What the browser gets: templates, scripts, one stylesheet."""

from pathlib import Path

FOLDER = Path(__file__).parent
MODULES = tuple(
    sorted(path.name for path in (FOLDER / "static").glob("*.js") if path.stem not in ("home", "theme"))
)
"""The scripts of the table's page."""
