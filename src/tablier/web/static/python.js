/** Python in a Worker: Pyodide, and the package with what it needs (tools/wasm). */

const SITE = "/lib/python3.14/site-packages";
const BLOCK = 512;

/** @param {string} name @returns {(folder: string) => Promise<ArrayBuffer>} */
const fetched = (name) => async (folder) => {
	const answer = await fetch(`${folder}/${name}`);
	if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
	return answer.arrayBuffer();
};

/**
 * Load Python and the package.
 * @param {string} folder the address of build/wasm @param {(folder: string) => Promise<ArrayBuffer>} [readSite] @returns {Promise<any>}
 */
export async function loadPython(folder, readSite = fetched("site.bin")) {
	const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
	const environment = { HOME: "/home/pyodide", TABLIER_TABLES: "/home/pyodide/tables" };
	const [python, site] = await Promise.all([
		loadPyodide({ ...(folder.startsWith("file:") ? {} : { indexURL: `${folder}/` }), env: environment, checkAPIVersion: true }),
		readSite(folder).then(inflate),
	]);
	unpack(python.FS, site);
	return python;
}

/** @param {ArrayBuffer} data gzipped */
async function inflate(data) {
	const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
	return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Write the files of a tar. @param {any} files Pyodide's file system @param {Uint8Array<ArrayBuffer>} tar */
function unpack(files, tar) {
	const text = new TextDecoder();
	/** @param {number} from @param {number} length */
	const field = (from, length) => text.decode(tar.subarray(from, from + length)).replace(/\0.*$/s, "");
	/** @type {Set<string>} */
	const made = new Set();
	for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
		const prefix = field(at + 345, 155);
		const path = `${SITE}/${prefix && `${prefix}/`}${field(at, 100)}`;
		const size = Number.parseInt(field(at + 124, 12), 8);
		const folder = path.slice(0, path.lastIndexOf("/"));
		if (!made.has(folder)) files.mkdirTree(folder);
		made.add(folder);
		files.writeFile(path, tar.subarray(at + BLOCK, at + BLOCK + size));
		at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
	}
}
