/** The service worker: shows reminders. The server puts a line with its SETTINGS before this. */

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

/** The newest cache that is whole. @returns {Promise<Cache | undefined>} */
async function findKept() {
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

/** Files whose address names their version. @param {Request} request */
async function preferKept(request) {
	const kept = await findKept();
	return (kept && (await find(kept, request.url))) ?? fetch(request);
}

/** @param {Request} request */
async function preferNetwork(request) {
	try {
		return await fetch(request);
	} catch (problem) {
		const kept = await findKept();
		const found = kept && ((await find(kept, request.url)) ?? (await find(kept, request.url, false)));
		if (!found) throw problem;
		return found;
	}
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
		return await fetch(request, { signal: wait.signal });
	} catch {
		return standIn(kept, new URL(request.url), form);
	} finally {
		clearTimeout(timer);
	}
}

/** @param {Cache} kept @param {URL} url @param {Request | null} form */
async function standIn(kept, { pathname, search }, form) {
	const game = pathname === "/new" && form ? new URLSearchParams(/** @type {any} only texts */ (await form.formData())) : null;
	if (game && ["bot", "screen"].includes(game.get("play") ?? "")) {
		game.delete("_csrf_token");
		return Response.redirect(`/local?/new?${game}`, 303);
	}
	if (pathname.startsWith("/learn/")) return Response.redirect(`/local?${pathname}`, 302);
	const page = pathname === "/local" ? await find(kept, "/local") : await find(kept, pathname + search);
	return page ?? (await find(kept, "/offline")) ?? Response.error();
}
