/** A running game against the computer, kept in this browser with every move: it can be played on without a network. Its end is kept too. */

import { IndexedLog, lockOf } from "./indexed_log.js";
import { make, page, say } from "./page.js";

/** Whether a game may be kept here: nobody else plays, and no clock runs. @param {News} news */
const isCarried = ({ seats, you, terms, clock }) => clock.kind === "none" && !terms.rated && seats.every(({ kind }, seat) => kind === "bot" || you.seats.includes(seat));

/** Whether there is something to play on. @param {News} news */
const isRunning = ({ status, you }) => (status === "playing" || status === "paused") && you.seats.length > 0;

class Carrier {
	constructor() {
		/** Ply and status: the latest that were asked for, and those that are kept. */
		this.wanted = "";
		this.kept = "";
		this.isRunning = false;
		this.isBusy = false;
		/** The match of this browser that is this game. */
		this.id = "";
	}

	/** Keep the game as it stands. @param {News} news */
	async follow(news) {
		if (!isCarried(news) || !navigator.locks) return;
		this.wanted = `${news.ply} ${news.status}`; // a resignation is no ply
		this.isRunning = isRunning(news);
		if (this.isBusy) return;
		this.isBusy = true;
		try {
			while (this.kept !== this.wanted) {
				const { wanted } = this;
				await this.keep(news.you.name);
				this.kept = wanted;
			}
		} catch {
			// No network, or no room: what was kept before stays.
		} finally {
			this.isBusy = false;
		}
	}

	/** @param {string} name */
	async keep(name) {
		const log = await IndexedLog.open();
		try {
			/** @type {StoredMatch[]} */
			const matches = JSON.parse(await log.matches());
			const known = matches.find(({ server }) => server === page.table);
			if (!known && !this.isRunning) return;
			const visitor = await log.visitor(name);
			const answer = await fetch(`/api/tables/${page.table}/offline?visitor=${visitor}`, { headers: { accept: "application/json" } });
			if (!answer.ok) return;
			const { game, status, changed, lines, results } = await answer.json();
			const isTaken = matches.some(({ id }) => id === page.table); // by what went on otherwise
			const id = known?.id ?? (isTaken ? `${page.table}${changed.toString(36).replace(".", "")}` : page.table);
			/** @type {StoredMatch} */
			const match = { id, game, status, changed, people: [visitor], results, server: page.table, sent: lines.length };
			await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
				if (lock) await log.replace(match, lines);
			});
			this.id = id;
		} finally {
			log.database.close();
		}
	}

	/** The way on without a network; nothing if the game is not kept. */
	makeLink() {
		return this.id && this.isRunning ? [" ", make("a", { href: `/local?/t/${this.id}`, className: "button small" }, say("carry_on"))] : [];
	}
}

export const carrier = new Carrier();
