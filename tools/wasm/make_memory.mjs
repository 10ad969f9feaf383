/** Writes the memory of a Python that has imported the package: node make_memory.mjs FILE. Prints the length of the table of functions. */

import { writeFile } from "node:fs/promises";
import { load, trampolineAt } from "./load.mjs";

const python = await load({
	hasMemory: false,
	options: {
		_makeSnapshot: true,
		// The same memory for the same files.
		env: { HOME: "/home/pyodide", TABLIER_TABLES: "/home/pyodide/tables", PYTHONHASHSEED: "0" },
	},
});
const table = python._module.wasmTable.length;
python.runPython(`
import gc
import tablier.browser.thinker
import tablier.browser.worker

gc.collect()
`);
if (python._module.wasmTable.length !== table) throw new Error("An import has linked a module: it would not be there in a browser.");
// Each browser has its own, or none.
python._module.HEAP32[trampolineAt(python._module)] = 0;
await writeFile(process.argv[2], python.makeMemorySnapshot());
console.log(table);
