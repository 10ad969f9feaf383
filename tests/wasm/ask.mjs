/** Asks tests/wasm/questions.py in the Python that browsers load: node ask.mjs ROOT. Prints the answers as JSON. */

import { readdir, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const root = process.argv[2];
const { load } = await import(pathToFileURL(`${root}/tools/wasm/load.mjs`).href);
const python = await load();

// The laws are not among what browsers load, nor is what they import of the standard library.
const site = "/lib/python3.14/site-packages/tablier/testing";
python.FS.mkdirTree(site);
for (const name of await readdir(`${root}/src/tablier/testing`)) {
	if (name.endsWith(".py")) python.FS.writeFile(`${site}/${name}`, await readFile(`${root}/src/tablier/testing/${name}`));
}
python.FS.writeFile("/whole.zip", await readFile(`${root}/tools/wasm/node_modules/pyodide/python_stdlib.zip`));
python.FS.writeFile("/home/pyodide/questions.py", await readFile(`${root}/tests/wasm/questions.py`));
console.log(
	python.runPython(`
import json, sys
sys.path += ["/home/pyodide", "/whole.zip"]
from questions import answers
json.dumps(answers())
`),
);
