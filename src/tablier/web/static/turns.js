/** On every page: at how many tables others wait for you, in the title, the icons and the bar; and whether a new version is here. */

/** Milliseconds between two looks; and while the page is hidden, where its title and icon are still seen. */
const PULSE = 30_000;
const HIDDEN_PULSE = 300_000;
/** The version of the scripts, as their address has it. */
const VERSION = new URL(".", import.meta.url).pathname.split("/").at(-2);
const TABLE = /^\/t\/([^/]+)/.exec(location.pathname)?.[1] ?? "";

/** What the shell of this browser's tables was told. @type {Partial<LocalSettings>} */
const shell = JSON.parse(document.getElementById("local")?.textContent ?? "{}");

/** Whether a game may be going on here, also one that is only being opened in the shell. */
const isPlaying = () => document.body.matches(".table, .opening") && document.body.dataset.status !== "over";

const link = /** @type {HTMLElement | null} */ (document.querySelector(".bar .mine"));
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const title = document.querySelector("title");
/** What the title says without us. */
let ownTitle = document.title;
let count = 0;

/** Whether it is one's turn at the table of this page: then the title says so. */
const isTurnHere = () => ownTitle.startsWith("●");

function show() {
	const mark = count ? (isTurnHere() ? `(${count}) ` : `● (${count}) `) : "";
	if (document.title !== mark + ownTitle) document.title = mark + ownTitle;
	if (icon) icon.href = new URL(count || isTurnHere() ? "icon-turn.svg" : "icon.svg", import.meta.url).href;
	if (link) {
		if (count) link.dataset.turns = `${count}`;
		else delete link.dataset.turns;
		const words = count === 1 ? link.dataset.one : link.dataset.many;
		const label = count ? (words ?? "").replace("{count}", `${count}`) : (link.dataset.none ?? "");
		link.setAttribute("aria-label", label);
		link.title = label;
	}
	const all = count + (isTurnHere() ? 1 : 0);
	// Only installed pages have a badge; others refuse it.
	if (all) navigator.setAppBadge?.(all).catch(() => {});
	else navigator.clearAppBadge?.().catch(() => {});
}

// The page of a table changes its title with every move.
if (title) {
	new MutationObserver(() => {
		if (document.title.endsWith(ownTitle) && /^(● )?\(\d+\) /.test(document.title)) return;
		ownTitle = document.title;
		show();
	}).observe(title, { childList: true });
}

/** @type {number} */
let timer;

function lookLater() {
	clearTimeout(timer);
	timer = setTimeout(look, document.hidden ? HIDDEN_PULSE : PULSE);
}

async function look() {
	clearTimeout(timer);
	try {
		const answer = await fetch(`/api/turns?besides=${TABLE}`);
		if (answer.ok) {
			/** @type {Turns} */
			const { turns, who, version, release } = await answer.json();
			count = turns;
			show();
			const isOld = version !== VERSION || (release && shell.release && release !== shell.release);
			if (isOld) offerReload();
			else if (release && !document.hidden && !isPlaying() && localStorage.getItem("kept")) (await import("./keep.js")).refreshKept(release);
			renewSubscription(who);
			if (localStorage.getItem("unsent")) (await import("./sync.js")).syncAll();
		}
	} catch {
		// No network: what is shown stays.
	}
	lookLater();
}

/** Say that a new version is here, but not in the middle of a game. */
function offerReload() {
	if (document.getElementById("new-version") || isPlaying()) return;
	const words = document.getElementById("new-version-words");
	if (!(words instanceof HTMLTemplateElement)) return;
	document.body.prepend(words.content.cloneNode(true));
	const button = document.querySelector("#new-version button");
	button?.addEventListener("click", () => location.reload());
}

/** A browser with notifications belongs to whoever is signed in there. @param {string} who */
async function renewSubscription(who) {
	const stored = localStorage.getItem("push");
	if (!stored || stored === who || !("serviceWorker" in navigator)) return;
	const registration = await navigator.serviceWorker.getRegistration("/");
	const subscription = await registration?.pushManager?.getSubscription();
	if (!subscription) return localStorage.removeItem("push");
	const answer = await fetch("/api/reminders/subscribe", {
		method: "POST",
		body: JSON.stringify(subscription),
		headers: { "content-type": "application/json" },
	});
	if (answer.ok) localStorage.setItem("push", who);
}

/** A site of static files has nobody to ask. */
const isSite = Boolean(shell.root);

if (!isSite) addEventListener("visibilitychange", () => (document.hidden ? lookLater() : look()));
if (!isSite) addEventListener("online", look);
addEventListener("pageshow", (event) => event.persisted && look());
// The service worker got a reminder.
navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.type === "reminder" && look());
if (!isSite) look();
