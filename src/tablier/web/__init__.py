"""What the browser gets: templates, scripts, one stylesheet."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
VERSION = sha256(b"".join(path.read_bytes() for path in sorted(STATIC.iterdir()))).hexdigest()[:12]
"""Changes with any of the files: what was sent under it may be kept for ever."""
_IMPORTED = re.compile(r'^import (?:.* from )?"\./(\w+\.js)";', re.MULTILINE)


@cache
def scripts(entry: str) -> tuple[str, ...]:
    """The modules that a page loads with this one, itself included."""
    found = [entry]
    for name in found:  # it grows while we read
        text = (STATIC / name).read_text()
        found += [other for other in _IMPORTED.findall(text) if other not in found]
    return tuple(sorted(found))
