/** A running game against the computer, kept in this browser with every move: it can be played on without a network. */

import { IndexedLog, lockOf } from "./indexed_log.js";
import { make, page, say } from "./page.js";

/** Whether a game can be played on here: nobody else plays, and no clock runs. @param {News} news */
const isCarried = ({ status, seats, you, terms, clock }) =>
	(status === "playing" || status === "paused") && clock.kind === "none" && !terms.rated && you.seats.length > 0 && seats.every(({ kind }, seat) => kind === "bot" || you.seats.includes(seat));

class Carrier {
	constructor() {
		/** The latest ply that was asked for, and the one that is kept. */
		this.wanted = -1;
		this.kept = -1;
		this.isBusy = false;
		/** The match of this browser that is this game. */
		this.id = "";
	}

	/** Keep the game as it stands. @param {News} news */
	async follow(news) {
		if (!isCarried(news) || !navigator.locks) return;
		this.wanted = news.ply;
		if (this.isBusy) return;
		this.isBusy = true;
		try {
			while (this.kept !== this.wanted) {
				const ply = this.wanted;
				await this.keep(news.you.name);
				this.kept = ply;
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
			const visitor = await log.visitor(name);
			const answer = await fetch(`/api/tables/${page.table}/offline?visitor=${visitor}`, { headers: { accept: "application/json" } });
			if (!answer.ok) return;
			const { game, status, changed, lines } = await answer.json();
			/** @type {StoredMatch[]} */
			const matches = JSON.parse(await log.matches());
			const known = matches.find(({ server }) => server === page.table);
			const isTaken = matches.some(({ id }) => id === page.table); // by what went on otherwise
			const id = known?.id ?? (isTaken ? `${page.table}${changed.toString(36).replace(".", "")}` : page.table);
			/** @type {StoredMatch} */
			const match = { id, game, status, changed, people: [visitor], results: {}, server: page.table, sent: lines.length };
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
		return this.id ? [" ", make("a", { href: `/local?/t/${this.id}`, className: "button small" }, say("carry_on"))] : [];
	}
}

export const carrier = new Carrier();
