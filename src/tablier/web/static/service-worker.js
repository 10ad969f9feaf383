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
