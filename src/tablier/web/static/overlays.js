/** What is drawn over the board: how good moves are, who gets what, the best move as an arrow. With a legend. */

import { byId, make, makeSvg, reveal } from "./page.js";
import { describeValue } from "./thoughts.js";

export class Overlays {
	/** @param {Board} board */
	constructor(board) {
		this.board = board;
		const { foreground, marks, spotLayer } = board;
		this.areas = makeSvg("g", { class: "overlay areas", "aria-hidden": true });
		this.shades = makeSvg("g", { class: "overlay shades", "aria-hidden": true });
		this.arrows = makeSvg("g", { class: "overlay arrows", "aria-hidden": true });
		this.figure = makeSvg("g", { class: "overlay figure", "aria-hidden": true });
		foreground.insertBefore(this.areas, marks);
		foreground.insertBefore(this.shades, marks);
		foreground.insertBefore(this.arrows, spotLayer);
		foreground.insertBefore(this.figure, spotLayer);
		/** What a click would give, by the name of the spot or item. @type {Map<string, MoveValueNews>} */
		this.values = new Map();
		board.container.addEventListener("pointerover", ({ target }) => this.showFigure(target));
		board.container.addEventListener("focusin", ({ target }) => this.showFigure(target));
		board.container.addEventListener("pointerleave", () => this.figure.replaceChildren());
	}

	clear() {
		for (const layer of [this.areas, this.shades, this.arrows, this.figure]) layer.replaceChildren();
		this.shadeMoves([], []);
		this.showLegend("", []);
	}

	/** The colour of a seat. @param {number | null | undefined} seat */
	colourOf(seat) {
		return (seat === null || seat === undefined ? null : this.board.layout.emblems?.[seat]?.colour) ?? "var(--accent)";
	}

	/** Shade what may be clicked next by the best that it leads to. @param {MoveValueNews[]} moves the best first @param {string[]} path clicked so far */
	shadeMoves(moves, path) {
		const { board, values } = this;
		values.clear();
		for (const move of moves) {
			const name = move.path[path.length];
			if (path.every((each, at) => move.path[at] === each) && !values.has(name)) values.set(name, move);
		}
		const shares = [...values.values()].map(({ share }) => share);
		const [worst, best] = [Math.min(...shares), Math.max(...shares)];
		/** @param {number} share */
		const weigh = (share) => (best - worst < 0.005 ? 0.5 : (share - worst) / (best - worst));
		const onBoard = [...values].filter(([name]) => board.spots.has(name));
		this.shades.replaceChildren(
			...onBoard.map(([name, { share }]) => {
				const shade = board.makeOutline(name, share === best ? "shade best" : "shade");
				shade.style.setProperty("--weight", `${weigh(share)}`);
				return shade;
			}),
		);
		for (const [name, element] of board.spotElements) {
			const value = values.get(name);
			if (value) element.setAttribute("aria-description", describeValue(value));
			else element.removeAttribute("aria-description");
		}
		/** @type {NodeListOf<HTMLElement>} */
		const items = byId("tray").querySelectorAll("button[data-name]");
		for (const item of items) {
			const value = values.get(`${item.dataset.name}`);
			item.classList.toggle("shaded", Boolean(value));
			item.style.setProperty("--weight", `${value ? weigh(value.share) : 0}`);
			item.dataset.value = value ? describeValue(value) : "";
		}
		this.figure.replaceChildren();
	}

	/** The number of what lies under the pointer or has the focus. @param {EventTarget | null} target */
	showFigure(target) {
		const name = target instanceof Element ? (target.getAttribute("data-name") ?? "") : "";
		const value = this.board.spots.has(name) ? this.values.get(name) : undefined;
		this.figure.replaceChildren(...(value ? [this.makeText(name, describeValue(value), "figure-text")] : []));
	}

	/** @param {string} name @param {string} text @param {string} classes */
	makeText(name, text, classes) {
		const node = makeSvg("text", { class: classes });
		node.textContent = text;
		node.style.fontSize = `${this.board.size * (text.length > 4 ? 0.3 : 0.38)}px`;
		return this.board.place(node, name);
	}

	/** Draw the clicks of a move: an arrow between two spots, a ring around one. @param {string[]} path */
	showArrow(path) {
		const names = path.filter((name) => this.board.spots.has(name));
		const drawn = names.length > 1 ? this.makeArrow(names[0], names[1], "best-arrow") : names.length ? [this.board.makeOutline(names[0], "best-ring")] : [];
		this.arrows.replaceChildren(...drawn);
		for (const item of byId("tray").querySelectorAll("button[data-name]")) item.classList.toggle("best", path.includes(`${item.getAttribute("data-name")}`));
	}

	/** @param {string} from @param {string} to @param {string} classes @returns {SVGElement[]} */
	makeArrow(from, to, classes) {
		const [a, b] = [this.board.locate(from), this.board.locate(to)];
		const [dx, dy] = [b.x - a.x, b.y - a.y];
		const length = Math.hypot(dx, dy) || 1;
		const [ux, uy] = [dx / length, dy / length];
		const head = this.board.size * 0.28;
		const tip = { x: b.x - ux * head * 0.4, y: b.y - uy * head * 0.4 };
		const base = { x: tip.x - ux * head, y: tip.y - uy * head };
		const side = head * 0.6;
		return [
			makeSvg("path", { class: classes, d: `M${a.x} ${a.y}L${base.x} ${base.y}` }),
			makeSvg("path", { class: `${classes} head`, d: `M${tip.x} ${tip.y}L${base.x - uy * side} ${base.y + ux * side}L${base.x + uy * side} ${base.y - ux * side}Z` }),
		];
	}

	/** Draw what a game knows of a position. @param {OverlayNews[]} overlays */
	showAreas(overlays) {
		this.areas.replaceChildren(...overlays.flatMap((overlay) => this.makeOverlay(overlay)));
	}

	/** @param {OverlayNews} overlay @returns {SVGElement[]} */
	makeOverlay({ kind, spots, seat, weight, text }) {
		const { board } = this;
		const known = spots.filter((name) => board.spots.has(name));
		if (!known.length) return [];
		/** @type {SVGElement[]} */
		let drawn;
		if (kind === "area") drawn = known.map((name) => board.makeOutline(name, "area"));
		else if (kind === "path") drawn = [makeSvg("path", { class: "way", d: board.pathThrough(known) })];
		else if (kind === "arrow") drawn = this.makeArrow(known[0], known[known.length - 1], "pointer");
		else drawn = known.map((name) => this.makeText(name, text, "note"));
		for (const node of drawn) {
			node.style.setProperty("--seat", this.colourOf(seat));
			node.style.setProperty("--weight", `${weight}`);
		}
		return drawn;
	}

	/** @param {string} title @param {{ text: string, kind: string, seat?: number | null }[]} entries */
	showLegend(title, entries) {
		const legend = byId("legend");
		legend.hidden = !title;
		legend.style.setProperty("--shaded", getComputedStyle(this.board.foreground).getPropertyValue("--shaded") || "var(--sheet)");
		legend.replaceChildren(
			...(title ? [make("li", { className: "legend-title" }, title)] : []),
			...entries.map(({ text, seat, kind }) => {
				const swatch = make("span", { className: `swatch ${kind}` });
				swatch.style.setProperty("--seat", this.colourOf(seat));
				if (kind === "text" && seat === null) swatch.style.visibility = "hidden"; // words about all the others
				return make("li", {}, swatch, text);
			}),
		);
		if (title) reveal(legend);
	}
}
