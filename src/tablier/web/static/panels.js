/** What a game has beside its board: stocks, columns, corners. Rows of items, some to be clicked. */

import { icon } from "./icon.js";
import { byId, differs, make } from "./page.js";

/** Symbols of items are drawn within 24 of their origin. */
const ITEM = "-24 -24 48 48";
const named = ({ target }) => target.closest("[data-name]")?.dataset.name;

export class Panels {
	/** @param {Board} board @param {Hand} hand */
	constructor(board, hand) {
		this.board = board;
		this.hand = hand;
		this.holder = byId("panels");
		/** What can be clicked lies apart, near the hand. */
		this.tray = byId("tray");
		this.tray.onpointerdown = (event) => {
			if (!named(event)) return;
			event.preventDefault();
			event.target.releasePointerCapture(event.pointerId); // a finger may carry it to the board
			hand.take(event, named(event));
		};
		// Keys and screen readers click without a pointer.
		this.tray.onclick = (event) => event.detail === 0 && named(event) && hand.pick(named(event));
	}

	/** @param {Panel[]} panels */
	show(panels) {
		const isTray = (panel) => panel.rows.flat().some((item) => item.name);
		for (const holder of [this.holder, this.tray]) {
			const shown = panels.filter((panel) => isTray(panel) === (holder === this.tray));
			holder.hidden = shown.length === 0;
			if (!differs(holder, [this.board.address, shown])) continue;
			holder.replaceChildren(...shown.map((panel) => this.panel(panel, isTray(panel))));
		}
		this.light();
	}

	panel({ kind, title, rows }, isTray) {
		const cell = (item) => make(item.classes === "head" ? "th" : "td", {}, this.item(item));
		const body = isTray
			? rows.map((row) => make("div", { className: "row" }, ...row.map((item) => this.item(item))))
			: [make("table", { "aria-label": title }, ...rows.map((row) => make("tr", {}, ...row.map(cell))))];
		return make("section", { className: `panel panel-${kind}` }, make("h2", {}, title), ...body);
	}

	/** @param {Item} item */
	item({ text, symbol, seat, name, classes = "", label }) {
		return make(
			name ? "button" : "span",
			{
				className: `item ${classes}${seat === undefined ? "" : ` seat-${seat}`}`,
				"aria-label": name && label,
				title: label,
				data: name && { name },
			},
			symbol && icon(this.board, symbol, "", name && ITEM),
			text !== undefined && make("span", { "aria-hidden": Boolean(label) }, `${text}`),
			!name && label && make("span", { className: "unseen" }, label),
		);
	}

	/** Show which of the items may be clicked now, and which were. */
	light() {
		const { choice, pending, hint } = this.hand;
		for (const button of this.tray.querySelectorAll("[data-name]")) {
			const { name } = button.dataset;
			button.classList.toggle("live", !pending && (Object.hasOwn(choice.branch, name) || Object.hasOwn(choice.tree, name)));
			button.classList.toggle("hint", hint.includes(name));
			button.setAttribute("aria-pressed", choice.path.includes(name));
		}
	}
}
