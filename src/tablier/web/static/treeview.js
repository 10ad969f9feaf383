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
	}

	/** @param {VariationTree} tree @param {(move: Move) => number} roundOf the number that stands before a move; 0 for none */
	show(tree, roundOf) {
		const { list } = this;
		const hadFocus = list.contains(document.activeElement);
		this.buttons.clear();
		list.replaceChildren(...this.makeComment(tree.root.comment), ...this.makeLine(tree.root, roundOf));
		const current = this.buttons.get(tree.at) ?? [...this.buttons.values()][0];
		if (this.buttons.has(tree.at)) current?.setAttribute("aria-current", "step");
		current?.setAttribute("tabindex", "0");
		byId("no-moves").hidden = tree.root.children.length > 0;
		if (hadFocus) current?.focus({ preventScroll: true });
		this.reveal(current);
	}

	/** What follows a position: the line, after each of its moves the variations. @param {Move} before @param {(move: Move) => number} roundOf @returns {HTMLElement[]} */
	makeLine(before, roundOf) {
		/** @type {HTMLElement[]} */
		const shown = [];
		let isFirst = true;
		for (let at = before; ; at = /** @type {Move} */ (at.next)) {
			const { next } = at;
			if (next) shown.push(...this.makeMove(next, roundOf, isFirst));
			const others = at.children.filter((child) => child !== next);
			if (others.length) shown.push(...others.map((other) => this.makeVariation(other, roundOf)));
			isFirst = others.length > 0 || Boolean(next?.comment);
			if (!next) return shown;
		}
	}

	/** @param {Move} move @param {(move: Move) => number} roundOf @param {boolean} isNumbered */
	makeMove(move, roundOf, isNumbered) {
		const round = roundOf(move);
		const button = make("button", { className: "move", tabIndex: -1 }, move.text, move.mark && make("b", {}, move.mark));
		this.moves.set(button, move);
		this.buttons.set(move, button);
		const number = round ? [make("span", { className: "number" }, `${round}.`)] : isNumbered ? [make("span", { className: "number" }, "…")] : [];
		return [...this.makeComment(move.lead), ...number, button, ...this.makeComment(move.comment)];
	}

	/** @param {Move} first @param {(move: Move) => number} roundOf */
	makeVariation(first, roundOf) {
		const fold = make("button", { className: "fold", tabIndex: -1, "aria-expanded": `${!first.isFolded}`, "aria-label": say("fold_line", { move: first.text }) }, first.isFolded ? "+" : "–");
		this.moves.set(fold, first);
		const line = this.makeMove(first, roundOf, true);
		const rest = first.isFolded ? [make("span", { className: "number" }, "…")] : this.makeLine(first, roundOf);
		return make("div", { className: "variation" }, fold, ...line, ...rest);
	}

	/** @param {string} text */
	makeComment(text) {
		return text ? [make("span", { className: "comment" }, text)] : [];
	}

	/** Scroll the list, never the page. @param {HTMLElement | undefined} current */
	reveal(current) {
		const { list } = this;
		if (!current) return;
		const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
		const bottom = top + current.offsetHeight;
		if (top < list.scrollTop) list.scrollTop = top;
		else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
	}
}
