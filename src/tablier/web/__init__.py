"""What the browser gets: templates, scripts, one stylesheet."""

from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
VERSION = sha256(b"".join(path.read_bytes() for path in sorted(STATIC.iterdir()))).hexdigest()[:12]
"""Changes with any of the files: what was sent under it may be kept for ever."""
MODULES = tuple(sorted(path.name for path in STATIC.glob("*.js") if path.stem not in ("home", "theme")))
"""The scripts of the table's page."""
