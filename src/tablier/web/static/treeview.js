/** The tree of variations as it is read: the line itself, and indented what could have been played instead. */

import { byId, make, say } from "./page.js";

export class TreeView {
	/** @param {(move: Move) => void} goTo @param {(move: Move) => void} onFold */
	constructor(goTo, onFold) {
		this.list = byId("moves");
		/** By their buttons. @type {WeakMap<Element, Move>} */
		this.moves = new WeakMap();
		/** @type {Map<Move, HTMLElement>} */
		this.buttons = new Map();
		this.list.onclick = ({ target }) => {
			const button = target instanceof Element ? target.closest("button") : null;
			const move = button && this.moves.get(button);
			if (move && button) (button.className === "fold" ? onFold : goTo)(move);
		};
		// A panel above may grow and leave less of the tree to be seen.
		new ResizeObserver(() => this.reveal(this.list.querySelector("[aria-current]"))).observe(this.list);
	}

	/** @param {VariationTree} tree @param {number} seats so many moves are a round */
	show(tree, seats) {
		const { list } = this;
		const hadFocus = list.contains(document.activeElement);
		this.buttons.clear();
		list.replaceChildren(...this.makeComment(tree.root.comment), ...this.makeLine(tree.root, 0, seats));
		const current = this.buttons.get(tree.at) ?? [...this.buttons.values()][0];
		if (this.buttons.has(tree.at)) current?.setAttribute("aria-current", "step");
		current?.setAttribute("tabindex", "0");
		byId("no-moves").hidden = tree.root.children.length > 0;
		if (hadFocus) current?.focus({ preventScroll: true });
		this.reveal(current);
	}

	/** What follows a position: the line, after each of its moves the variations. @param {Move} before @param {number} ply of what follows @param {number} seats @returns {HTMLElement[]} */
	makeLine(before, ply, seats) {
		/** @type {HTMLElement[]} */
		const shown = [];
		let isFirst = true;
		for (let at = before; ; at = /** @type {Move} */ (at.next), ply++) {
			const { next } = at;
			if (next) shown.push(...this.makeMove(next, ply, seats, isFirst));
			const others = at.children.filter((child) => child !== next);
			shown.push(...others.map((other) => this.makeVariation(other, ply, seats)));
			isFirst = others.length > 0 || Boolean(next?.comment);
			if (!next) return shown;
		}
	}

	/** @param {Move} move @param {number} ply @param {number} seats @param {boolean} isNumbered */
	makeMove(move, ply, seats, isNumbered) {
		const button = make("button", { className: "move", tabIndex: -1 }, move.text, move.mark && make("b", {}, move.mark));
		this.moves.set(button, move);
		this.buttons.set(move, button);
		const number = ply % seats ? isNumbered && "…" : `${ply / seats + 1}.`;
		const numbered = number ? make("span", { className: "numbered" }, make("span", { className: "number" }, number), button) : button;
		return [...this.makeComment(move.lead), numbered, ...this.makeComment(move.comment)];
	}

	/** @param {Move} first @param {number} ply @param {number} seats */
	makeVariation(first, ply, seats) {
		const fold = make("button", { className: "fold", tabIndex: -1, "aria-expanded": `${!first.isFolded}`, "aria-label": say("fold_line", { move: first.text }) }, first.isFolded ? "+" : "–");
		this.moves.set(fold, first);
		const line = this.makeMove(first, ply, seats, true);
		const rest = first.isFolded ? [make("span", { className: "number" }, "…")] : this.makeLine(first, ply + 1, seats);
		return make("div", { className: "variation" }, fold, ...line, ...rest);
	}

	/** @param {string} text */
	makeComment(text) {
		return text ? [make("span", { className: "comment" }, text)] : [];
	}

	/** Scroll the list, never the page. @param {HTMLElement | null | undefined} current */
	reveal(current) {
		const { list } = this;
		if (!current) return;
		const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
		const bottom = top + current.offsetHeight;
		if (top < list.scrollTop) list.scrollTop = top;
		else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
	}
}
