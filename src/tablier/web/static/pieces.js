/** The pieces: nodes that are kept from position to position, so that they can slide. */

import { draw, reducedMotion } from "./page.js";

const SLIDE = 180;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/** @param {Point} at */
export const moved = ({ x, y }) => `translate(${x}px,${y}px)`;

export class Pieces {
	/** @param {Board} board */
	constructor(board) {
		this.board = board;
		this.layer = board.layer("pieces");
		this.clear();
	}

	clear() {
		/** By id. @type {Map<string, {node: SVGUseElement, symbol: string, x: number, y: number}>} */
		this.lying = new Map();
		this.carried = null;
		this.layer.replaceChildren();
	}

	symbol(id) {
		return this.lying.get(id)?.symbol ?? "";
	}

	/**
	 * @param {Piece[]} pieces
	 * @param {string[][]} slides from where to where they went, together
	 * @param {string[]} way of the first of them
	 * @param {boolean} gently
	 */
	show(pieces, slides, way, gently) {
		const came = new Map(slides.map(([from, to]) => [to, from]));
		const left = new Set(slides.map(([from]) => from));
		const old = this.lying;
		const runs = [];
		this.lying = new Map();
		for (const { id, symbol, x, y, classes = "" } of pieces) {
			const to = x === undefined ? this.board.at(id) : { x, y };
			const source = came.get(id) ?? (left.has(id) ? "" : id);
			const known = old.get(source);
			old.delete(source);
			const node = known?.node ?? draw("use");
			if (known?.symbol !== symbol) node.setAttribute("href", `#${symbol}`);
			node.setAttribute("class", `piece ${classes}`);
			node.style.transform = moved(to);
			this.lying.set(id, { node, symbol, x: to.x, y: to.y });
			const from = known?.node === this.carried?.node && this.carried ? this.carried : known;
			if (!known || from.x !== to.x || from.y !== to.y) runs.push({ node, from, to, way: id === slides[0]?.[1] ? way : [] });
		}
		for (const { node } of old.values()) this.vanish(node, gently);
		this.order();
		const first = this.lying.get(slides[0]?.[1]);
		if (first) this.layer.append(first.node); // what was taken goes over the others
		if (gently) for (const run of runs) this.slide(run);
		this.carried = null;
	}

	/** Pieces lie in the order of the scene; those that go away, below. */
	order() {
		let next = this.layer.querySelector(":not(.gone)");
		for (const { node } of this.lying.values()) {
			if (node === next) next = next.nextElementSibling;
			else this.layer.insertBefore(node, next);
		}
	}

	slide({ node, from, to, way }) {
		if (reducedMotion.matches) return;
		const steps = from
			? [from, ...way.slice(1, -1).map((name) => this.board.at(name)), to].map((at) => ({ transform: moved(at) }))
			: [{ opacity: 0, transform: `${moved(to)} scale(.6)` }, { opacity: 1, transform: moved(to) }];
		const duration = SLIDE * Math.min(4, steps.length / 2);
		node.animate(steps, { duration, easing: EASE }).onfinish = () => this.order();
	}

	vanish(node, gently) {
		if (!gently || reducedMotion.matches) return node.remove();
		node.classList.add("gone");
		this.layer.prepend(node);
		node.animate([{ opacity: 1 }, { opacity: 0 }], SLIDE).onfinish = () => node.remove();
	}

	/** A piece follows the finger. @param {string} id @param {Point} at */
	carry(id, at) {
		const piece = this.lying.get(id);
		if (!piece) return;
		this.layer.append(piece.node);
		this.carried = { node: piece.node, id, x: at.x, y: at.y };
		piece.node.style.transform = moved(at);
	}

	/** It goes back to where it was. */
	drop() {
		if (!this.carried) return;
		const { node, id, x, y } = this.carried;
		const to = this.lying.get(id);
		node.style.transform = moved(to);
		this.slide({ node, from: { x, y }, to, way: [] });
		this.carried = null;
	}

	/** @returns {boolean} was there one to shake? */
	shake(id, far) {
		const node = this.lying.get(id)?.node;
		const steps = [0, far, -far, far / 2, 0].map((x) => ({ transform: `translate(${x}px) ${node?.style.transform}` }));
		if (node && !reducedMotion.matches) node.animate(steps, 260);
		return Boolean(node);
	}
}
