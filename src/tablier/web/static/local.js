/** The shell: opens in this browser what is written after the `?` of its address, by a Worker instead of a server. */

import { useLocal } from "./host.js";
import { isAnswered, WorkerHost } from "./localhost.js";

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {LocalSettings & { failed: string }} */
const settings = JSON.parse(find("local").textContent ?? "");
// A page on a static host names them relative to itself.
for (const name of /** @type {const} */ (["engine", "static"])) settings[name] = new URL(settings[name], location.href).href;
const { release } = settings;
if (release) import("./keep.js").then(({ holdRelease }) => holdRelease(release)); // not on a static host, which keeps nothing
const path = location.search.slice(1) || "/";
if (!settings.root && /^\/(t\/|new\b)/.test(path)) {
	/** For sync.js, when there is a network; another page may have found nothing to send, and taken the mark away. */
	const mark = () => localStorage.setItem("unsent", "yes");
	mark();
	addEventListener("pagehide", mark);
	new BroadcastChannel("tablier").onmessage = mark; // the Worker has kept a line
}
const host = new WorkerHost(settings, /^\/(t\/|analysis\/|new\b)/.test(path), fail);
useLocal(host);

/** @param {string} reason */
function fail(reason) {
	console.error(reason);
	document.body.dataset.failed = reason;
	const line = document.getElementById("loading");
	if (line) line.textContent = settings.failed;
	else if (!document.getElementById("broken")) tellBroken();
}

/** Say on a page that is shown that its Worker has broken down. */
function tellBroken() {
	const words = /** @type {HTMLTemplateElement} */ (document.getElementById("broken-words"));
	document.body.prepend(words.content.cloneNode(true));
	find("broken").querySelector("button")?.addEventListener("click", () => location.reload());
}

/** Show what the Worker answers to a path; where it leads on, follow. @param {string} address @param {RequestInit} [init] */
async function open(address, init) {
	const { media, body, location: next } = await host.request(address, init);
	if (next && !isAnswered(next)) return leave(next);
	if (next) {
		history.replaceState(null, "", `?${next}`);
		return open(next);
	}
	if (media === "text/html") show(body);
	else leave(address); // it has no such page
}

/** Go to a page that only a server has; for an address of another site to the home page: anybody can write a link. @param {string} address */
function leave(address) {
	const target = new URL(settings.root + address, location.href);
	location.replace(target.origin === location.origin ? target : `${settings.root}/`);
}

/** Put a page into this document, and run its scripts. @param {string} html */
function show(html) {
	const page = new DOMParser().parseFromString(html, "text/html");
	document.title = page.title;
	for (const style of page.head.querySelectorAll("style")) {
		const copy = document.createElement("style");
		copy.nonce = settings.nonce;
		copy.textContent = style.textContent;
		document.head.append(copy);
	}
	for (const data of page.head.querySelectorAll("script[type='application/json']")) document.head.append(document.adoptNode(data));
	const corner = find("theme"); // it has its listener
	document.body.className = `${page.body.className} local`;
	document.body.replaceChildren(...page.body.childNodes);
	document.getElementById("theme")?.replaceWith(corner);
	for (const { src } of page.head.querySelectorAll("script")) {
		if (!src || src.endsWith("/theme.js")) continue;
		const script = document.createElement("script");
		Object.assign(script, { type: "module", src });
		document.head.append(script);
	}
}

// Pages are written for a server: their links and forms have its paths.
addEventListener("click", (event) => {
	const link = event.target instanceof Element ? event.target.closest("a") : null;
	const target = link?.getAttribute("href") ?? "";
	if (!link || !target.startsWith("/") || event.defaultPrevented) return;
	link.href = host.addressOf(target);
});
addEventListener("submit", (event) => {
	const form = /** @type {HTMLFormElement} */ (event.target);
	const action = form.getAttribute("action") ?? "";
	if (!isAnswered(action)) return;
	event.preventDefault();
	const fields = new URLSearchParams(/** @type {any} only texts */ (new FormData(form, event.submitter)));
	location.assign(`?${action}?${fields}`);
});

await open(path);
