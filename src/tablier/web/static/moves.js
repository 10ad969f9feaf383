/** The list of moves, and the way back and forth through the game. */

import { byId, make, say } from "./page.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

export class Moves {
	/** @param {(at: number) => void} go */
	constructor(go) {
		this.go = go;
		this.list = byId("moves");
		this.steps = [...document.querySelectorAll("[data-step]")];
		/** @type {string[]} */
		this.shown = [];
		for (const button of this.steps) button.onclick = () => this.step(button.dataset.step);
		this.list.onclick = ({ target }) => target.dataset.at && go(Number(target.dataset.at));
		addEventListener("keydown", (event) => this.key(event));
	}

	key(event) {
		if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
		if (event.target.closest?.("input, select")) return;
		event.preventDefault();
		this.step(KEYS[event.key]);
	}

	step(step) {
		const { now, shown } = this;
		const to = { first: 0, back: now - 1, on: now + 1, last: shown.length }[step];
		if (to >= 0 && to <= shown.length && to !== now) this.go(to);
	}

	/** @param {string[]} moves @param {number} seats who move in turn @param {number} now how many moves are shown */
	show(moves, seats, now) {
		const { list } = this;
		this.now = now;
		if (this.shown.some((text, at) => text !== moves[at])) {
			this.shown = [];
			list.replaceChildren();
		}
		list.style.setProperty("--seats", seats);
		for (const text of moves.slice(this.shown.length)) {
			const at = this.shown.push(text);
			if ((at - 1) % seats === 0) list.append(make("span", { className: "number" }, `${(at - 1) / seats + 1}`));
			list.append(make("button", { data: { at } }, text));
		}
		list.querySelector("[aria-current]")?.removeAttribute("aria-current");
		this.reveal(list.querySelector(`[data-at="${now}"]`));
		const isLive = now === moves.length;
		for (const button of this.steps) button.disabled = ["first", "back"].includes(button.dataset.step) ? now === 0 : isLive;
		byId("no-moves").hidden = moves.length > 0;
		if (byId("live")) byId("live").hidden = isLive;
		byId("ply").textContent = isLive ? "" : say("after", { count: now });
	}

	/** Scroll the list, never the page. @param {HTMLElement | null} current */
	reveal(current) {
		const { list } = this;
		current?.setAttribute("aria-current", "step");
		const top = current?.offsetTop ?? 0;
		const bottom = top + (current?.offsetHeight ?? 0);
		if (top < list.scrollTop) list.scrollTop = top;
		else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
	}
}
