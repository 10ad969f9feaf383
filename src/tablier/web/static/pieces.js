/** The pieces: nodes that are kept from position to position, so that they can slide. */

import { makeSvg, reducedMotion } from "./page.js";

/** Milliseconds. */
const SLIDE = 180;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/** @param {Point} at */
export const translateTo = ({ x, y }) => `translate(${x}px,${y}px)`;

export class Pieces {
	/** @param {Board} board */
	constructor(board) {
		this.board = board;
		this.layer = board.addLayer("pieces");
		/** By id. @type {Map<string, PlacedPiece>} */
		this.placed = new Map();
		/** The piece that follows the pointer, and where it is. @type {(Point & { node: SVGUseElement, id: string }) | null} */
		this.dragged = null;
	}

	clear() {
		this.placed.clear();
		this.dragged = null;
		this.layer.replaceChildren();
	}

	/** @param {string} id */
	symbolOf(id) {
		return this.placed.get(id)?.symbol ?? "";
	}

	/**
	 * @param {Piece[]} pieces
	 * @param {string[][]} slides from where to where pieces went, together
	 * @param {string[]} route of the first of them
	 * @param {boolean} isAnimated
	 */
	show(pieces, slides, route, isAnimated) {
		const origins = new Map(slides.map(([from, to]) => [to, from]));
		const left = new Set(slides.map(([from]) => from));
		const old = this.placed;
		/** @type {Slide[]} */
		const animations = [];
		this.placed = new Map();
		for (const { id, symbol, x, y, classes = "" } of pieces) {
			const to = x === undefined || y === undefined ? this.board.locate(id) : { x, y };
			const source = origins.get(id) ?? (left.has(id) ? "" : id);
			const known = old.get(source);
			old.delete(source);
			const node = known?.node ?? makeSvg("use");
			if (known?.symbol !== symbol) node.setAttribute("href", `#${symbol}`);
			node.setAttribute("class", `piece ${classes}`);
			node.style.transform = translateTo(to);
			this.placed.set(id, { node, symbol, x: to.x, y: to.y });
			const from = this.dragged?.node === node ? this.dragged : known;
			if (from?.x !== to.x || from.y !== to.y) animations.push({ node, from, to, route: id === slides[0]?.[1] ? route : [] });
		}
		for (const { node } of old.values()) this.remove(node, isAnimated);
		this.sort();
		const first = this.placed.get(slides[0]?.[1]);
		if (first) this.layer.append(first.node); // a moved piece slides over the others
		if (isAnimated) for (const each of animations) this.slide(each);
		this.dragged = null;
	}

	/** Put the nodes in the order of the scene, above those that fade out. */
	sort() {
		let next = this.layer.querySelector(":not(.gone)");
		for (const { node } of this.placed.values()) {
			if (node === next) next = next.nextElementSibling;
			else this.layer.insertBefore(node, next);
		}
	}

	/** @param {Slide} slide */
	slide({ node, from, to, route = [] }) {
		if (reducedMotion.matches) return;
		const steps = from
			? [from, ...route.slice(1, -1).map((name) => this.board.locate(name)), to].map((at) => ({ transform: translateTo(at) }))
			: [{ opacity: 0, transform: `${translateTo(to)} scale(.6)` }, { opacity: 1, transform: translateTo(to) }];
		const duration = SLIDE * Math.min(4, steps.length / 2);
		node.animate(steps, { duration, easing: EASE }).onfinish = () => this.sort();
	}

	/** @param {SVGUseElement} node @param {boolean} isAnimated */
	remove(node, isAnimated) {
		if (!isAnimated || reducedMotion.matches) return node.remove();
		node.classList.add("gone");
		this.layer.prepend(node);
		node.animate([{ opacity: 1 }, { opacity: 0 }], SLIDE).onfinish = () => node.remove();
	}

	/** Let a piece follow the pointer. @param {string} id @param {Point} at */
	drag(id, at) {
		const node = this.placed.get(id)?.node;
		if (!node) return;
		this.layer.append(node);
		this.dragged = { node, id, x: at.x, y: at.y };
		node.style.transform = translateTo(at);
	}

	/** Let the dragged piece go back to where it was. */
	cancelDrag() {
		if (!this.dragged) return;
		const { node, id } = this.dragged;
		const to = this.placed.get(id);
		if (to) {
			node.style.transform = translateTo(to);
			this.slide({ node, from: this.dragged, to });
		}
		this.dragged = null;
	}

	/** @param {string} id @param {number} distance @returns {boolean} whether there is such a piece */
	shake(id, distance) {
		const node = this.placed.get(id)?.node;
		const steps = [0, distance, -distance, distance / 2, 0].map((x) => ({ transform: `translate(${x}px) ${node?.style.transform}` }));
		if (!reducedMotion.matches) node?.animate(steps, 260);
		return Boolean(node);
	}
}
