/** Python in a Worker: Pyodide, and the package with what it needs (tools/wasm). */

/** The files beside Pyodide's own, gzipped: the package; the memory of a Python that has imported it, or null. @typedef {{ site: ArrayBuffer, memory: ArrayBuffer | null }} Parts */

const SITE = "/lib/python3.14/site-packages";
const LIBRARY = "/lib/python314.zip";
const BLOCK = 512;
/** A file of the package that names its version; a memory begins with the same text, and with the length of the table of functions. */
const FINGERPRINT = "fingerprint";
/** Bytes before the memory itself. */
const HEAD = 80;

/** @param {string} folder @param {string} name */
async function fetchFile(folder, name) {
	const answer = await fetch(`${folder}/${name}`);
	if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
	return answer.arrayBuffer();
}

/** @param {string} folder the address of build/wasm @returns {Promise<Parts>} */
async function fetchParts(folder) {
	const missing = (/** @type {unknown} */ problem) => (console.warn(`${problem}`), null);
	const [site, memory] = await Promise.all([fetchFile(folder, "site.bin"), fetchFile(folder, "memory.bin").catch(missing)]);
	return { site, memory };
}

/**
 * Load Python and the package: with the memory if it fits, which saves the start of Python and all imports, otherwise file by file.
 * @param {string} folder the address of build/wasm @param {Promise<Parts>} [parts] @param {object} [options] of Pyodide @returns {Promise<any>}
 */
export async function loadPython(folder, parts = fetchParts(folder), options = {}) {
	const importing = Promise.all([import(`${folder}/pyodide.mjs`), import(`${folder}/pyodide.asm.mjs`)]);
	const { site, memory } = await parts;
	const [files, kept] = await Promise.all([inflate(site).then(readTar), memory && inflate(memory).catch(() => null)]);
	const [{ loadPyodide }, { default: create }] = await importing;

	/** @param {Uint8Array | null} snapshot @param {number} [links] */
	const start = async (snapshot, links) => {
		let trampoline = 0;
		const python = await orFailure((onFailure) => {
			reportFailure(onFailure);
			/** @param {any} module Emscripten's */
			const prepare = async (module) => {
				trampoline = await link(module, files);
				if (links && module.wasmTable.length !== links) throw new Error("The memory is of another program.");
				module.removeRunDependency(SITE);
			};
			return loadPyodide({
				...(folder.startsWith("file:") ? {} : { indexURL: `${folder}/` }),
				env: { HOME: "/home/pyodide", TABLIER_TABLES: "/home/pyodide/tables" },
				/** @param {any} settings of Emscripten */
				createPyodideModule: (settings) => {
					settings.preRun.push((/** @type {any} */ module) => (module.addRunDependency(SITE), prepare(module).catch(onFailure)));
					return create(settings);
				},
				...(snapshot && { _loadSnapshot: snapshot }),
				...options,
			});
		});
		if (!python.FS.analyzePath(LIBRARY).exists) throw new Error("python_stdlib.zip");
		if (snapshot) refresh(python, trampoline);
		return python;
	};
	const own = fingerprintOf(files);
	const head = new TextDecoder().decode(kept?.subarray(0, HEAD)).split(" ");
	if (!kept || own !== head[0]) return start(null);
	return start(kept.subarray(HEAD), Number(head[1])).catch((problem) => {
		console.warn(`${problem}`);
		return start(null);
	});
}

/** What begins gives, or the failure that it reports. @template T @param {(onFailure: (problem: unknown) => void) => Promise<T>} begin @returns {Promise<T>} */
const orFailure = (begin) => new Promise((resolve, reject) => begin(reject).then(resolve, reject));

/** Pyodide only writes to the console that its program cannot be loaded, and then waits for ever. @param {(problem: unknown) => void} onFailure */
function reportFailure(onFailure) {
	const { instantiateStreaming } = WebAssembly;
	WebAssembly.instantiateStreaming = async (source, imports) => {
		WebAssembly.instantiateStreaming = instantiateStreaming;
		try {
			return await instantiateStreaming(source, imports);
		} catch (problem) {
			onFailure(problem);
			throw problem;
		}
	};
}

/** Python's own generator was seeded when the memory was made, and the browser that made it had no trampoline. @param {any} python @param {number} trampoline */
function refresh(python, trampoline) {
	python._module.HEAP32[trampolineAt(python._module)] = trampoline;
	python.runPython("import random; random.seed()");
}

/** Where Python looks for the function by which it calls others with too many arguments; without one it does so by way of JavaScript. @param {any} module Emscripten's */
export const trampolineAt = (module) => (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;

/** @param {ArrayBuffer} data gzipped */
async function inflate(data) {
	const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
	return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** The files of a tar, by their paths, in its order. @param {Uint8Array<ArrayBuffer>} tar */
function readTar(tar) {
	const text = new TextDecoder();
	/** @param {number} from @param {number} length */
	const field = (from, length) => text.decode(tar.subarray(from, from + length)).replace(/\0.*$/s, "");
	/** @type {Map<string, Uint8Array<ArrayBuffer>>} */
	const files = new Map();
	for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
		const prefix = field(at + 345, 155);
		const size = Number.parseInt(field(at + 124, 12), 8);
		files.set(`${prefix && `${prefix}/`}${field(at, 100)}`, tar.subarray(at + BLOCK, at + BLOCK + size));
		at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
	}
	return files;
}

/** @param {Map<string, Uint8Array>} files */
const fingerprintOf = (files) => new TextDecoder().decode(files.get(FINGERPRINT));

/**
 * Write the files, and link the compiled modules in their order, before Python begins: so each is where it was when the memory was made.
 * @param {any} module Emscripten's @param {Map<string, Uint8Array>} files @returns {Promise<number>} the trampoline
 */
async function link(module, files) {
	await null; // the others that prepare it come first
	const { FS, HEAP32, wasmTable } = module;
	const trampoline = HEAP32[trampolineAt(module)];
	// Not every browser has one: the place in the table is taken all the same.
	if (!trampoline) wasmTable.grow(1);
	/** @type {Set<string>} */
	const made = new Set();
	for (const [name, data] of files) {
		const path = `${SITE}/${name}`;
		const at = path.lastIndexOf("/");
		const folder = path.slice(0, at);
		if (!made.has(folder)) FS.mkdirTree(folder);
		made.add(folder);
		if (name.endsWith(".so")) await FS.preloadFile(folder, path.slice(at + 1), data, true, true);
		else FS.writeFile(path, data);
	}
	return trampoline;
}
