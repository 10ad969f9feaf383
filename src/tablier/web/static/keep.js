/** What is needed without a network, kept in this browser: pages, scripts and the engine, in one cache of one version. */

const PREFIX = "kept-";
const MARKER = "/offline/kept";
const NOTE = "kept";
/** The lock of whoever downloads or removes: one page at a time. */
const LOCK = "tablier keep";

/** The name of the lock of a release: shared by the pages that play with its files. @param {string} release */
const lockOf = (release) => `tablier release ${release}`;

/** Whether this browser can play without a network. */
export const isAble = "serviceWorker" in navigator && "caches" in window && "locks" in navigator && typeof WebAssembly === "object" && Boolean(crypto.subtle);

/** What was kept last, as this browser has noted; null if nothing was. @returns {Kept | null} */
const readNote = () => JSON.parse(localStorage.getItem(NOTE) ?? "null");

/** What is kept as a whole; null if nothing is. A browser may have cleared its caches, and left the note. @returns {Promise<Kept | null>} */
export async function readKept() {
	const kept = readNote();
	const isWhole = kept && (await caches.has(cacheOf(kept))) && (await caches.match(MARKER, { cacheName: cacheOf(kept) }));
	return isWhole ? kept : null;
}

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

/** @param {{ version: string, language: string }} kept */
const cacheOf = ({ version, language }) => `${PREFIX}${version}-${language}`;

/**
 * Download everything into a new cache; only when all of it is there the older one goes.
 * @param {(part: number) => void} [onProgress] told how much of 1 is there
 */
export const keepAll = (onProgress) => navigator.locks.request(LOCK, () => download(onProgress));

/** @param {(part: number) => void} [onProgress] @returns {Promise<Kept>} */
async function download(onProgress = () => {}) {
	const { version, language, files } = await readList();
	const name = cacheOf({ version, language });
	const before = await readKept();
	if (before && cacheOf(before) === name) return before; // another page was faster
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
		await navigator.serviceWorker.register("/service-worker.js");
	} catch (problem) {
		await caches.delete(name);
		throw problem;
	}
	/** @type {Kept} */
	const kept = { version, language, bytes, at: Date.now() };
	await cache.put(MARKER, new Response(JSON.stringify(kept)));
	localStorage.setItem(NOTE, JSON.stringify(kept));
	await removeOthers(name);
	return kept;
}

/** Remove all caches but one, and those that pages still play with. @param {string} name */
async function removeOthers(name) {
	const { held = [] } = await navigator.locks.query();
	for (const other of await caches.keys()) {
		if (!other.startsWith(PREFIX) || other === name) continue;
		const lock = lockOf(other.slice(PREFIX.length, other.lastIndexOf("-")));
		if (!held.some((each) => each.name === lock)) await caches.delete(other);
	}
}

/** Keep the files of a release from being removed while this page lives: the server may have newer ones only. @param {string} release */
export function holdRelease(release) {
	navigator.locks?.request(lockOf(release), { mode: "shared" }, () => new Promise(() => {})).catch(() => {}); // as if it were not kept
}

/** Remove everything that was kept; a download that is under way comes first. */
export function clearKept() {
	return navigator.locks.request(LOCK, async () => {
		localStorage.removeItem(NOTE);
		for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
	});
}

/** Bring what is kept up to date, where there is something newer or it is gone, unless another page does so. @param {string} release that the server has */
export function refreshKept(release) {
	return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
		if (!lock || !readNote()) return;
		const kept = await readKept();
		if (kept?.version === release && kept.language === document.documentElement.lang) await removeOthers(cacheOf(kept));
		else await download().catch(() => {}); // the older one stays
	});
}
