/** The list of moves, and the way back and forth through the game. */

import { byId, make, say } from "./page.js";

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

/** The row of every move: a new one begins when a seat moves that has moved in it. @param {number[]} movers @returns {number[]} */
export function rowsOf(movers) {
	let [row, first] = [0, 0];
	return movers.map((seat, ply) => {
		if (movers.slice(first, ply).includes(seat)) [row, first] = [row + 1, ply];
		return row;
	});
}

export class MoveList {
	/** @param {(at: number) => void} goTo show the position after so many moves */
	constructor(goTo) {
		this.goTo = goTo;
		this.list = byId("moves");
		/** @type {NodeListOf<HTMLButtonElement>} */
		this.buttons = document.querySelectorAll("[data-step]");
		/** @type {string[]} */
		this.shown = [];
		/** How many moves the board shows. */
		this.at = 0;
		for (const button of this.buttons) button.onclick = () => this.step(`${button.dataset.step}`);
		this.list.onclick = ({ target }) => target instanceof HTMLElement && target.dataset.at && goTo(Number(target.dataset.at));
		addEventListener("keydown", (event) => this.onKey(event));
		// A panel above may grow and leave less of the list to be seen.
		new ResizeObserver(() => this.reveal(this.list.querySelector("[aria-current]"))).observe(this.list);
	}

	/** @param {KeyboardEvent} event */
	onKey(event) {
		if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
		if (event.target instanceof Element && event.target.closest("input, select")) return;
		event.preventDefault();
		this.step(KEYS[event.key]);
	}

	/** @param {string} name */
	step(name) {
		const { at, shown } = this;
		const to = { first: 0, back: at - 1, on: at + 1, last: shown.length }[name] ?? at;
		if (to >= 0 && to <= shown.length && to !== at) this.goTo(to);
	}

	/** @param {News} news @param {number} at how many moves the board shows */
	show({ moves, movers, seats }, at) {
		const { list } = this;
		this.at = at;
		if (this.shown.some((text, ply) => text !== moves[ply])) {
			this.shown = [];
			list.replaceChildren();
		}
		list.style.setProperty("--seats", `${seats.length}`);
		const rows = rowsOf(movers);
		for (let ply = this.shown.length; ply < moves.length; ply++) {
			/** @param {HTMLElement} cell @param {number} column */
			const put = (cell, column) => {
				cell.style.gridArea = `${rows[ply] + 1} / ${column}`;
				list.append(cell);
			};
			if (rows[ply] !== rows[ply - 1]) put(make("span", { className: "number" }, `${rows[ply] + 1}`), 1);
			put(make("button", { data: { at: ply + 1 } }, moves[ply]), movers[ply] + 2);
		}
		this.shown = moves;
		const recent = moves.slice(0, at).map((text, ply) => make("span", {}, `${seats[movers[ply]].title} `, make("b", {}, text)));
		byId("last-moves")?.replaceChildren(...recent.slice(-Math.max(2, seats.length)).reverse());
		list.querySelector("[aria-current]")?.removeAttribute("aria-current");
		this.reveal(list.querySelector(`[data-at="${at}"]`));
		const isLive = at === moves.length;
		for (const button of this.buttons) button.disabled = /first|back/.test(`${button.dataset.step}`) ? at === 0 : isLive;
		byId("no-moves").hidden = moves.length > 0;
		const live = byId("live");
		if (live) live.hidden = isLive;
		byId("ply").textContent = isLive || !at ? "" : say("at_move", { number: rows[at - 1] + 1 });
	}

	/** Scroll the list, never the page. @param {HTMLElement | null} current */
	reveal(current) {
		const { list } = this;
		current?.setAttribute("aria-current", "step");
		const top = current?.offsetTop ?? 0;
		const bottom = top + (current?.offsetHeight ?? 0) + 6; // it does not stick to the edge
		if (top < list.scrollTop) list.scrollTop = top;
		else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
	}
}
