/** Measures the engine as browsers load it, in Node: node wasm.mjs ROOT SECONDS. Prints JSON; times are of the processor. */

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [, , root, seconds] = process.argv;
/** Seconds of the processor so far. */
const spent = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
};
const began = spent();
const { load } = await import(pathToFileURL(`${root}/tools/wasm/load.mjs`).href);
const python = await load();
const loaded = spent();
python.pyimport("tablier.browser.thinker");
const thinks = spent();
python.pyimport("tablier.browser.worker");
const hosts = spent();
python.FS.writeFile("/home/pyodide/measured.py", await readFile(`${root}/bench/measured.py`));
const found = JSON.parse(python.runPython(`
import json, sys
sys.path.append("/home/pyodide")
from measured import measure
lambda seconds, clock: json.dumps(measure(seconds, clock))
`)(Number(seconds), spent));
const memory = python._module.HEAP8.length;
console.log(JSON.stringify({ load: loaded - began, thinker: thinks - loaded, host: hosts - thinks, memory, ...found }));
