/** What a game has beside its board: stocks, columns, corners. Rows of items, some of them clickable. */

import { symbolIcon } from "./icon.js";
import { nameOfTarget } from "./input.js";
import { byId, hasChanged, make } from "./page.js";

/** Symbols of items are drawn within 24 of their origin. */
const ITEM = "-24 -24 48 48";

/** @param {Panel} panel */
const isTray = ({ rows }) => rows.flat().some((item) => item.name);

export class Panels {
	/** @param {Board} board @param {Input} input @param {(kind: string) => boolean} [isShown] whether an optional panel is */
	constructor(board, input, isShown = () => false) {
		this.board = board;
		this.input = input;
		this.isShown = isShown;
		/** Panels with clickable items have a place of their own, near the board. */
		this.tray = byId("tray");
		this.tray.onpointerdown = (event) => {
			const name = nameOfTarget(event);
			if (!name) return;
			event.preventDefault();
			/** @type {Element} */ (event.target).releasePointerCapture(event.pointerId); // a finger may drag it to the board
			input.pressOn(event, name);
		};
		// Keys and screen readers click without a pointer.
		this.tray.onclick = (event) => event.detail === 0 && input.select(nameOfTarget(event));
	}

	/** @param {Panel[]} panels */
	show(panels) {
		for (const place of [byId("panels"), this.tray]) {
			const shown = panels.filter((panel) => isTray(panel) === (place === this.tray));
			place.hidden = shown.length === 0;
			if (hasChanged(place, [this.board.address, shown])) place.replaceChildren(...shown.map((panel) => this.makePanel(panel)));
		}
		/** @type {NodeListOf<HTMLElement>} */
		const optional = byId("panels").querySelectorAll(".optional");
		for (const { classList, dataset } of optional) classList.toggle("shown", this.isShown(`${dataset.kind}`));
		this.highlight();
	}

	/** @param {Panel} panel */
	makePanel(panel) {
		const { kind, title, rows, setting } = panel;
		/** @param {Item} item */
		const makeCell = (item) => make(item.classes === "head" ? "th" : "td", {}, this.makeItem(item));
		const body = isTray(panel)
			? rows.map((row) => make("div", { className: "row" }, ...row.map((item) => this.makeItem(item))))
			: [make("table", { "aria-label": title }, ...rows.map((row) => make("tr", {}, ...row.map(makeCell))))];
		return make("section", { className: `panel panel-${kind} ${setting ? "optional" : ""}`, data: { kind } }, make("h2", {}, `${title}`), ...body);
	}

	/** @param {Item} item */
	makeItem({ text, symbol, seat, name, classes = "", label }) {
		return make(
			name ? "button" : "span",
			{
				className: `item ${classes}${seat === undefined ? "" : ` seat-${seat}`}`,
				"aria-label": name && label,
				title: label,
				data: name && { name },
			},
			symbol && symbolIcon(this.board, symbol, "", name && ITEM),
			text !== undefined && make("span", { "aria-hidden": Boolean(label) }, `${text}`),
			!name && label && make("span", { className: "unseen" }, `${label}`),
		);
	}

	/** Show which of the items may be clicked now, and which were. */
	highlight() {
		const { selection, isPending, hint } = this.input;
		for (const button of this.tray.querySelectorAll("button")) {
			const { name = "" } = button.dataset;
			button.classList.toggle("live", !isPending && (Object.hasOwn(selection.options, name) || Object.hasOwn(selection.tree, name)));
			button.classList.toggle("hint", hint.includes(name));
			button.setAttribute("aria-pressed", `${selection.path.includes(name)}`);
		}
	}
}
