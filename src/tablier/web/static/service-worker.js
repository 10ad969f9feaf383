/** The service worker: shows reminders, and what is kept while there is no network. */

/** @typedef {{ title: string, body: string, path: string, tag: string, urgent: boolean, turns: number }} Reminder */

/** @type {any} the types of pages and of workers cannot be had together */
const worker = self;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (/** @type {any} */ event) => {
	if (event.data) event.waitUntil(remind(event.data.json()));
});

/** Show a reminder, unless the page it leads to is in sight. @param {Reminder} reminder */
async function remind({ title, body, path, tag, urgent, turns }) {
	/** @type {any[]} */
	const pages = await worker.clients.matchAll({ type: "window" });
	for (const page of pages) page.postMessage({ type: "reminder" });
	if (turns) worker.navigator.setAppBadge?.(turns).catch(() => {}); // only installed pages have one
	if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === path && path.startsWith("/t/"))) return;
	await worker.registration.showNotification(title, {
		body,
		tag, // the newer replaces the older
		renotify: true,
		requireInteraction: urgent,
		icon: "/icons/192.png",
		badge: "/icons/badge.png",
		data: { path },
	});
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data.path));
});

/** Go to a page: to a tab that has it, or to a new one. @param {string} path */
async function open(path) {
	/** @type {any[]} */
	const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
	const same = pages.find((page) => new URL(page.url).pathname === path);
	return same ? same.focus() : worker.clients.openWindow(path);
}

/* Without a network: pages that were kept, scripts and the engine (keep.js puts them into a cache). */

const KEPT = "kept-";
const MARKER = "/offline/kept";
/** Milliseconds after which a page that is kept is shown, if the network gives none. */
const PATIENCE = 5000;
/** What a proxy answers while the server behind it is down. */
const DOWN = [502, 503, 504];

/** The newest cache that is whole; none where the browser cannot read its caches. @returns {Promise<Cache | undefined>} */
const findKept = () => findNewest().catch(() => undefined);

async function findNewest() {
	let [newest, at] = [/** @type {Cache | undefined} */ (undefined), 0];
	for (const name of await caches.keys()) {
		if (!name.startsWith(KEPT)) continue;
		const cache = await caches.open(name);
		const kept = await (await cache.match(MARKER))?.json();
		if (kept && kept.at > at) [newest, at] = [cache, kept.at];
	}
	return newest;
}

/** What is kept for an address. @param {Cache} cache @param {string} address @param {boolean} [isExact] */
const find = (cache, address, isExact = true) => cache.match(address, { ignoreVary: true, ignoreSearch: !isExact });

worker.addEventListener("fetch", (/** @type {any} */ event) => {
	/** @type {Request} */
	const request = event.request;
	const { origin, pathname } = new URL(request.url);
	if (origin !== location.origin) return;
	if (request.mode === "navigate") event.respondWith(navigate(request));
	else if (request.method !== "GET") return;
	else if (/^\/(static|engine)\//.test(pathname)) event.respondWith(preferKept(request));
	else if (/^\/(pictures|rules|icons|manifest)\//.test(pathname)) event.respondWith(preferNetwork(request));
});

/** Files whose address names their version: a page that is older than the newest cache has its own in another. @param {Request} request */
async function preferKept(request) {
	const kept = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined); // its caches may be damaged
	return kept ?? fetch(request);
}

/** @param {Request} request */
async function preferNetwork(request) {
	const answer = await fetch(request).catch(() => null);
	if (answer && !DOWN.includes(answer.status)) return answer;
	const kept = await findKept();
	const found = kept && ((await find(kept, request.url)) ?? (await find(kept, request.url, false)));
	return found ?? answer ?? Response.error();
}

/** A page from the network, or what stands in for it. @param {Request} request */
async function navigate(request) {
	const kept = await findKept();
	if (!kept) return fetch(request);
	const form = request.method === "POST" ? request.clone() : null;
	const wait = new AbortController();
	// A form is sent once, however long it takes.
	const timer = form ? 0 : setTimeout(() => wait.abort(), PATIENCE);
	try {
		const answer = await fetch(request, { signal: wait.signal });
		if (form || !DOWN.includes(answer.status)) return answer;
	} catch {
		// No network.
	} finally {
		clearTimeout(timer);
	}
	return standIn(kept, new URL(request.url), form);
}

/** The match of this browser that is a table's game; empty if there is none. @param {string} table @returns {Promise<string>} */
const findMatch = (table) =>
	new Promise((resolve, reject) => {
		const request = indexedDB.open("tablier");
		request.onupgradeneeded = () => request.transaction?.abort(); // there is no store yet
		request.onerror = reject;
		request.onsuccess = () => {
			const { result: database } = request;
			const all = database.transaction("matches").objectStore("matches").getAll();
			all.onerror = reject;
			all.onsuccess = () => {
				database.close();
				/** @type {StoredMatch[]} */
				const matches = all.result;
				const found = matches.find(({ server }) => server === table) ?? matches.find(({ id, server }) => id === table && !server);
				resolve(found?.id ?? "");
			};
		};
	});

/** @param {Cache} kept @param {URL} url @param {Request | null} form */
async function standIn(kept, { pathname, search }, form) {
	const game = pathname === "/new" && form ? new URLSearchParams(/** @type {any} only texts */ (await form.formData())) : null;
	if (game && ["bot", "screen"].includes(game.get("play") ?? "")) {
		game.delete("_csrf_token");
		return Response.redirect(`/local?/new?${game}`, 303);
	}
	const [, table] = /^\/t\/(\w+)$/.exec(pathname) ?? [];
	const match = table && (await findMatch(table).catch(() => "")); // a private window may have no store
	if (match) return Response.redirect(`/local?/t/${match}`, 302);
	// A browser adds the fragment of the first address to the second: an analysis is written there.
	if (/^\/(learn|analysis)\//.test(pathname)) return Response.redirect(`/local?${pathname}${search}`, 302);
	const page = pathname === "/local" ? await find(kept, "/local") : await find(kept, pathname + search);
	return page ?? (await find(kept, "/offline")) ?? Response.error();
}
