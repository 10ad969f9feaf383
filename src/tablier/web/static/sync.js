/** Together again: games played without a network are sent to the server, once; what is at the server stays as it is. */

import { IndexedLog, isStored, lockOf } from "./indexed_log.js";

/** What local.js notes while games are played in this browser. */
export const UNSENT = "unsent";
/** Milliseconds for one answer. */
const TIMEOUT = 20_000;
/** The status by which a server says that it takes no more for now. */
const TOO_MANY = 429;

/** @param {string} match */
const isHeld = async (match) => {
	const { held = [] } = await navigator.locks.query();
	return held.some(({ name }) => name === lockOf(match));
};

/** The lines of a match as the server takes them. @param {IndexedLog} log @param {string} id */
async function readLines(log, id) {
	/** @type {{ number: number, at: number, event: string, ply: number | null }[]} */
	const rows = JSON.parse(await log.lines(id, 0));
	return rows.map(({ number, at, event, ply }) => ({ number, at, event, ply }));
}

/** Whether a refusal would be the same again: of Tablier, not of something on the way, nor of a release that has no such address. @param {number} status @param {any} told */
const isFinal = (status, { type }) => type === "problem" && status >= 400 && status < 500 && ![401, 403, 404, 405, 408, 429].includes(status);

/** Something between here and the server may answer with a page of its own. @param {string} text */
function readAnswer(text) {
	try {
		return JSON.parse(text);
	} catch {
		return {};
	}
}

/** @param {object} game @returns {Promise<{ status: number, told: any }>} */
async function send(game) {
	const answer = await fetch("/api/offline", {
		method: "POST",
		body: JSON.stringify(game),
		headers: { "content-type": "application/json", accept: "application/json", "accept-language": document.documentElement.lang },
		signal: AbortSignal.timeout(TIMEOUT),
	});
	return { status: answer.status, told: readAnswer(await answer.text()) };
}

/** @typedef {{ sent: number, forks: number, refused: string[], own: string, left: number, isOverQuota: boolean }} Report */

/** The kind of a line. @param {{ event: string }} line */
const kindOf = ({ event }) => /^\{"kind":"(\w+)"/.exec(event)?.[1] ?? "";

/** Send one match; a running one that is open in a page is left for later. @param {IndexedLog} log @param {StoredMatch} match @param {Report} report */
async function sendMatch(log, { id, status, people, server = "", sent = 0, refused = 0 }, report) {
	if (!people.length || (status !== "over" && status !== "playing" && status !== "paused")) return;
	const isOpen = status !== "over" && (await isHeld(id));
	if (isOpen) report.left++; // also with nothing new: it may go on
	const known = Math.max(sent, refused);
	if ((await log.lastNumber(id)) <= known) return; // all lines are read only where some are new
	const lines = await readLines(log, id);
	const last = lines.at(-1)?.number ?? 0;
	const isNew = lines.some((line) => line.number > known && !["created", "said", "renamed"].includes(kindOf(line)));
	const isPlayed = lines.some((line) => kindOf(line) === "moved"); // the server takes no other
	if (!isNew || !isPlayed) return;
	if (isOpen) {
		if (location.search === `?/t/${id}`) report.own = server ? `/t/${server}` : "/me";
		return;
	}
	const { terms } = JSON.parse(lines[0].event);
	if (status !== "over" && (terms.clock?.kind ?? "none") !== "none") return; // its clock would run at the server
	const key = `${await log.visitor("")}-${id}`;
	const { status: code, told } = await send({ key, table: server, lines });
	if (code === 200 && told.table) {
		await log.note(id, { server: told.table, sent: last, problem: "" });
		if (told.is_fork) report.forks++;
		else if (told.added) report.sent++;
	} else if (isFinal(code, told)) {
		const reason = told.says;
		await log.note(id, { refused: last, problem: reason });
		report.refused.push(reason);
	} else {
		report.left++;
		report.isOverQuota = code === TOO_MANY;
	}
}

/** When a match is sent: new tables of running games last, which may be too many while the others are not. @param {StoredMatch} match */
const turnOf = ({ status, server }) => (status === "over" ? 0 : server ? 1 : 2);

/** Send all that is not at the server yet. One page at a time does so. */
export function syncAll() {
	if (!navigator.locks) return;
	return navigator.locks.request("tablier sync", { ifAvailable: true }, async (lock) => {
		if (!lock || !(await isStored())) return;
		const log = await IndexedLog.open();
		/** @type {Report} */
		const report = { sent: 0, forks: 0, refused: [], own: "", left: 0, isOverQuota: false };
		try {
			/** @type {StoredMatch[]} */
			const matches = JSON.parse(await log.matches());
			matches.sort((one, other) => turnOf(one) - turnOf(other) || one.changed - other.changed);
			for (const match of matches) {
				await sendMatch(log, match, report).catch(() => report.left++);
				if (report.isOverQuota) break; // each attempt counts
			}
			// A page that plays here may only be about to open its game.
			if (!report.left && !document.getElementById("local")) localStorage.removeItem(UNSENT);
		} finally {
			log.database.close();
			showReport(report);
		}
	}).catch(() => {}); // the store cannot be read: at the next look
}

/** Show the games that have come in their list. */
async function renewList() {
	const answer = await fetch(location.href);
	if (!answer.ok) return;
	const news = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
	if (news) document.querySelector("main")?.replaceWith(news);
	dispatchEvent(new Event("themed"));
}

/** Tell what was sent, and what could not be. @param {Report} report */
function showReport({ sent, forks, refused, own }) {
	if (sent + forks && location.pathname === "/me") renewList().catch(() => {}); // the page is as it was
	const words = document.getElementById("sync-words");
	if (!(words instanceof HTMLTemplateElement)) return;
	const { one = "", many = "", fork = "", failed = "", back = "" } = words.dataset;
	const sentences = [];
	if (sent) sentences.push(sent === 1 ? one : many.replace("{count}", `${sent}`));
	if (forks) sentences.push(fork);
	for (const reason of new Set(refused)) sentences.push(failed.replace("{reason}", reason));
	const isHere = Boolean(own) && !sentences.length;
	if (isHere) sentences.push(back);
	const shown = document.getElementById("sync");
	if (!sentences.length || (isHere && shown)) return;
	shown?.remove();
	document.body.prepend(words.content.cloneNode(true));
	const line = document.getElementById("sync");
	const text = line?.querySelector("span");
	if (text) text.textContent = sentences.join(" ");
	for (const link of line?.querySelectorAll("a") ?? []) {
		link.hidden = link.id === "sync-online" ? !isHere : isHere || location.pathname === "/me";
		if (isHere) link.href = own;
	}
	line?.querySelector("button")?.addEventListener("click", () => line.remove());
}
