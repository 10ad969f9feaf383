/** The home page of this browser: games are opened in it, by the shell, and listed as its own log has them. */

import { IndexedLog } from "./indexed_log.js";
import { offerForget, showStored } from "./storage.js";

const { shell, titles } = /** @type {HTMLElement} */ (document.querySelector("main")).dataset;
/** The titles of the games by their ids. @type {Record<string, string>} */
const names = JSON.parse(titles ?? "{}");
/** The most games that are listed at first: a phone has one on a line. */
const MOST = matchMedia("(max-width: 599px)").matches ? 4 : 8;

addEventListener("submit", (event) => {
	const form = /** @type {HTMLFormElement} */ (event.target);
	event.preventDefault();
	const fields = new URLSearchParams(/** @type {any} only texts */ (new FormData(form, event.submitter)));
	location.assign(`${shell}?/new?${fields}`);
});

const notice = document.getElementById("needs-network");
const pill = document.getElementById("no-network");
const USUAL = "3";
const chosen = localStorage.getItem("level") ?? USUAL;
/** @type {NodeListOf<HTMLSelectElement>} */
const levels = document.querySelectorAll("select[name=level]");
for (const list of levels) {
	list.value = chosen;
	if (list.selectedIndex < 0) list.value = USUAL;
	list.onchange = () => {
		localStorage.setItem("level", list.value);
		for (const other of levels) other.value = list.value;
	};
}

/** Whether the service worker shows this page in place of another one. */
const isStandIn = Boolean(notice?.dataset.server) && location.pathname !== "/offline";

/** The day of a time, or the hour if it is today. @param {number} seconds since 1970 */
function formatTime(seconds) {
	const time = new Date(1000 * seconds);
	const isToday = time.toDateString() === new Date().toDateString();
	return time.toLocaleString(document.documentElement.lang, isToday ? { hour: "numeric", minute: "2-digit" } : { day: "numeric", month: "short" });
}

/** List the games that are kept here, those that run first. */
async function listGames() {
	const list = document.getElementById("own-games");
	const known = "databases" in indexedDB ? await indexedDB.databases() : [{ name: "tablier" }];
	if (!list || !known.some(({ name }) => name === "tablier")) return;
	const log = await IndexedLog.open();
	/** @type {StoredMatch[]} */
	const matches = JSON.parse(await log.matches());
	log.database.close();
	const isOver = (/** @type {{ status: string }} */ { status }) => Number(status === "over");
	matches.sort((one, other) => isOver(one) - isOver(other) || other.changed - one.changed);
	for (const [at, { id, game, status, changed, server, problem }] of matches.entries()) {
		const link = document.createElement("a");
		link.className = "button";
		// What the server has is played on there, if it can be reached.
		link.href = server && !isStandIn && navigator.onLine ? `/t/${server}` : `${shell}?/t/${id}`;
		const time = document.createElement("small");
		time.textContent = formatTime(changed);
		link.append(`${names[game] ?? game} · ${list.dataset[status === "over" ? "over" : "running"]} `, time);
		const row = document.createElement("li");
		row.hidden = at >= MOST;
		row.append(link);
		if (problem) {
			const reason = document.createElement("small");
			reason.textContent = (list.dataset.failed ?? "").replace("{reason}", problem);
			row.append(" ", reason);
		}
		list.append(row);
	}
	for (const section of [list.closest("section"), document.getElementById("storage")]) if (section) section.hidden = matches.length === 0;
	const rest = document.getElementById("all-games");
	if (!rest) return;
	rest.hidden = matches.length <= MOST;
	rest.onclick = () => {
		const hidden = [...list.children].slice(MOST);
		for (const row of hidden) row.removeAttribute("hidden");
		rest.hidden = true;
		hidden[0]?.querySelector("a")?.focus();
	};
	offerForget(() => {
		const section = list.closest("section");
		if (section) section.hidden = true;
		showStored();
	});
	showStored();
}

function showNetwork() {
	const isAway = isStandIn || !navigator.onLine;
	document.body.classList.toggle("no-network", isAway);
	if (pill) pill.hidden = !isAway;
	if (notice) notice.hidden = !isStandIn || location.pathname === "/";
}

addEventListener("offline", showNetwork);
addEventListener("online", () => (isStandIn ? location.reload() : showNetwork()));
if (notice?.dataset.server) showNetwork();
listGames().catch(() => {}); // a private window may have no store
