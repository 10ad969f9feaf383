/** Loads the engine in Node as browsers do, from build/wasm. */

import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { loadPython, trampolineAt } = await import(pathToFileURL(`${root}src/tablier/web/static/python.js`).href);
const folder = `${root}build/wasm`;

export { trampolineAt };

/** @param {{ hasMemory?: boolean, options?: object }} [how] whether the memory is used; options of Pyodide */
export async function load({ hasMemory = true, options = {} } = {}) {
	const read = async (name) => new Uint8Array(await readFile(`${folder}/${name}`)).buffer;
	const [site, memory] = await Promise.all([read("site.bin"), hasMemory ? read("memory.bin") : null]);
	return loadPython(pathToFileURL(folder).href, Promise.resolve({ site, memory }), options);
}
