/** What is needed without a network, kept in this browser: pages, scripts and the engine, in one cache of one version. */

const PREFIX = "kept-";
const MARKER = "/offline/kept";
const NOTE = "kept";

/** Whether this browser can play without a network. */
export const isAble = "serviceWorker" in navigator && "caches" in window && typeof WebAssembly === "object" && Boolean(crypto.subtle);

/** What is kept; null if nothing is. @returns {Kept | null} */
export const readKept = () => JSON.parse(localStorage.getItem(NOTE) ?? "null");

/** What has to be kept, as the server lists it now. @returns {Promise<KeepList>} */
export async function readList() {
	const answer = await fetch("/offline/files", { cache: "no-cache" });
	if (!answer.ok) throw new Error(`${answer.status}`);
	return answer.json();
}

/** @param {ArrayBuffer} data */
async function hash(data) {
	const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetch one file into a cache; throws if it is not whole. @param {Cache} cache @param {KeepFile} file @returns {Promise<number>} its bytes */
async function fetchFile(cache, { address, sha256 }) {
	const answer = await fetch(address, { cache: "no-cache" });
	if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
	const data = await answer.clone().arrayBuffer();
	if (sha256 && (await hash(data)) !== sha256) throw new Error(`${address}: damaged`);
	await cache.put(address, answer);
	return data.byteLength;
}

/**
 * Download everything into a new cache; only when all of it is there the older one goes.
 * @param {(part: number) => void} [onProgress] told how much of 1 is there
 */
export async function keepAll(onProgress = () => {}) {
	const { version, language, files } = await readList();
	const name = `${PREFIX}${version}-${language}`;
	await caches.delete(name); // a part of it, from a download that was interrupted
	const cache = await caches.open(name);
	const all = files.reduce((sum, { size }) => sum + size, 0);
	let [bytes, done] = [0, 0];
	try {
		for (const file of files) {
			bytes += await fetchFile(cache, file);
			done += file.size;
			onProgress(done / all);
		}
	} catch (problem) {
		await caches.delete(name);
		throw problem;
	}
	/** @type {Kept} */
	const kept = { version, language, bytes, at: Date.now() };
	await cache.put(MARKER, new Response(JSON.stringify(kept)));
	localStorage.setItem(NOTE, JSON.stringify(kept));
	await navigator.serviceWorker.register("/service-worker.js");
	for (const other of await caches.keys()) if (other.startsWith(PREFIX) && other !== name) await caches.delete(other);
	return kept;
}

/** Remove everything that was kept. */
export async function clearKept() {
	localStorage.removeItem(NOTE);
	for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
}

/** Bring what is kept up to date, where there is something newer. @param {string} version of the scripts */
export async function refreshKept(version) {
	const kept = readKept();
	if (!kept || (kept.version.startsWith(version) && kept.language === document.documentElement.lang)) return;
	await keepAll().catch(() => {}); // the older one stays
}
