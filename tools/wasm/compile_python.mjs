/** Compiles a folder of Python for the browser's Python, in place: node compile_python.mjs FOLDER. The sources are removed. */

import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.mountNodeFS("/work", process.argv[2]);
const count = python.runPython(`
import py_compile
from pathlib import Path

# Without checks of the sources, which are not there, and without docstrings.
sources = sorted(Path("/work").rglob("*.py"))
for source in sources:
    name = "/" + str(source.relative_to("/work"))
    py_compile.compile(str(source), str(source) + "c", dfile=name, doraise=True, optimize=2,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    source.unlink()
len(sources)
`);
console.log(`${count} modules compiled`);
