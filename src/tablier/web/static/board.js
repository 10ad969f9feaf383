/** The board: a still picture below; above it the pieces, the marks and the spots to click. */

import { ask } from "./host.js";
import { makeSvg } from "./page.js";
import { Pieces, translateTo } from "./pieces.js";

/** The step from one position of a game to another, by their numbers of moves. @param {number} from @param {number} to @returns {Step} */
export const stepBetween = (from, to) => (to - from === 1 ? 1 : to - from === -1 ? -1 : 0);

/** How much a step aside costs beside one ahead: with more, arrows would jump over every second row of hexagons. */
const ASIDE = 1.2;

/**
 * The nearest of some spots in a direction, at least so far ahead. Where two are as near, the clockwise one: there and back ends where it began.
 * @template {Point} T @param {Point} from @param {T[]} spots @param {number[]} direction @param {number} least @returns {T | undefined}
 */
export function nearest(from, spots, [dx, dy], least) {
	/** @type {T | undefined} */
	let best;
	let lowest = Infinity;
	for (const spot of spots) {
		const [x, y] = [spot.x - from.x, spot.y - from.y];
		const [ahead, aside] = [x * dx + y * dy, y * dx - x * dy];
		const cost = ahead + ASIDE * Math.abs(aside) - aside / 1000;
		if (ahead > least && cost < lowest) [best, lowest] = [spot, cost];
	}
	return best;
}

export class Board {
	/** @param {HTMLElement} container */
	constructor(container) {
		this.container = container;
		this.background = makeSvg("svg", { "aria-hidden": true });
		this.foreground = makeSvg("svg", { role: "none" });
		container.prepend(this.background, this.foreground);
		/** The styles of the layout: adopted, since a page's policy forbids style elements from elsewhere. */
		this.style = new CSSStyleSheet();
		document.adoptedStyleSheets.push(this.style);
		this.pieces = new Pieces(this);
		this.marks = this.addLayer("marks");
		this.highlights = this.addLayer("offers");
		this.ghosts = this.addLayer("ghosts");
		this.spotLayer = this.addLayer("spots", false);
		/** Marks can be seen through what stands before them: a click there means the marked spot. */
		this.aims = this.addLayer("aims");
		/** Of the layout that is shown. */
		this.address = "";
		/** @type {Layout} */
		this.layout = { id: "", width: 0, height: 0, symbols: "", board: "", spots: [], outline: "" };
		/** @type {Scene | null} */
		this.scene = null;
		/** The elements to click, by the names of the spots. @type {Map<string, SVGPathElement>} */
		this.spotElements = new Map();
		/** The spots of the layout, by name. @type {Map<string, Spot>} */
		this.spots = new Map();
		/** The width or height of a spot, the smaller one. */
		this.size = 0;
		/** The whole board. @type {Box} */
		this.frame = { x: 0, y: 0, width: 0, height: 0 };
		/** The part of it that is seen. */
		this.seen = this.frame;
	}

	/** @param {string} name @param {boolean} [isHidden] from screen readers */
	addLayer(name, isHidden = true) {
		const layer = makeSvg("g", { class: name, ...(isHidden && { "aria-hidden": true }) });
		this.foreground.append(layer);
		return layer;
	}

	/** Fetch an empty board and draw it, unless it is there already. @param {string} address */
	async load(address) {
		if (address === this.address) return;
		const answer = await ask(address);
		/** @type {Layout} */
		const layout = await answer.json();
		if (address === this.address) return;
		Object.assign(this, { address, layout, scene: null });
		const { id, width, height, spots } = layout;
		this.background.setAttribute("class", `ground tablier tablier-${id}`);
		this.foreground.setAttribute("class", `top tablier tablier-${id}`);
		this.style.replaceSync(layout.style ?? "");
		this.background.innerHTML = `${layout.symbols}${layout.board}`;
		this.frame = { x: 0, y: 0, width, height };
		this.setViewBox(this.frame);
		this.container.style.setProperty("--shape", `${width} / ${height}`);
		this.pieces.clear();
		for (const layer of [this.marks, this.highlights, this.ghosts, this.aims]) layer.replaceChildren();
		this.spots = new Map(spots.map((spot) => [spot.name, spot]));
		this.spotElements = new Map(spots.map(({ name }) => [name, this.makeSpot(name)]));
		this.spotLayer.replaceChildren(...this.spotElements.values());
		const boxes = [...this.spotElements.values()].map((element) => element.getBBox());
		this.size = Math.min(boxes[0].width, boxes[0].height);
		[...this.spotElements.values()].forEach((element, at) => {
			// A narrow spot is easier to hit than it looks.
			const missing = 0.75 * this.size - Math.min(boxes[at].width, boxes[at].height);
			if (missing > 0) element.style.strokeWidth = `${missing}`;
		});
		this.spotLayer.firstElementChild?.setAttribute("tabindex", "0");
	}

	/** @param {string} name */
	makeSpot(name) {
		return makeSvg("path", { class: "spot", d: this.outline(name), role: "button", tabindex: -1, "data-name": name });
	}

	/** @param {Box} part of the board that is to be seen */
	setViewBox(part) {
		this.seen = part;
		for (const svg of [this.background, this.foreground]) svg.setAttribute("viewBox", `${part.x} ${part.y} ${part.width} ${part.height}`);
	}

	/** @param {string} name */
	outline(name) {
		return this.spots.get(name)?.outline ?? this.layout.outline;
	}

	/** Where a spot lies, or what belongs to it (c3.2). @param {string} id @returns {Point} */
	locate(id) {
		const [name] = id.split(".");
		const place = this.scene?.places?.[name];
		return place ? { x: place[0], y: place[1] } : /** @type {Spot} */ (this.spots.get(name));
	}

	/**
	 * Show a position.
	 * @param {Scene} scene @param {Step} step
	 */
	show(scene, step) {
		const { slides = [], way = [] } = (step < 0 ? this.scene : step && scene) || {};
		this.scene = scene;
		if (step < 0) this.pieces.show(scene.pieces ?? [], slides.map(([from, to]) => [to, from]), way.toReversed(), true);
		else this.pieces.show(scene.pieces ?? [], slides, way, step > 0);
		this.mark(scene.marks ?? []);
		for (const [name, element] of this.spotElements) {
			element.style.transform = translateTo(this.locate(name));
			element.setAttribute("aria-label", this.describe(name));
		}
	}

	/** What a screen reader says of a spot. @param {string} name */
	describe(name) {
		const own = `${this.spots.get(name)?.label ?? name}`;
		const piece = this.layout.labels?.[this.pieces.symbolOf(name)];
		return this.scene?.spoken?.[name] ?? (piece ? `${own}, ${piece}` : own);
	}

	/** @param {Mark[]} marks */
	mark(marks) {
		/** @type {Node[]} */
		const drawn = [];
		for (const { kind, spots, seat, through } of marks) {
			const seated = seat === undefined ? "" : ` seat-${seat}`;
			drawn.push(...spots.map((name) => this.makeOutline(name, `mark ${kind}${seated}`)));
			for (const part of through ? ["under", "through"] : []) {
				drawn.push(makeSvg("path", { class: `mark ${part}${seated}`, d: this.pathThrough(spots) }));
			}
		}
		this.marks.replaceChildren(...drawn);
	}

	/** @param {string[]} names */
	pathThrough(names) {
		return `M${names.map((name) => `${this.locate(name).x} ${this.locate(name).y}`).join("L")}`;
	}

	/** @param {string} name @param {string} classes */
	makeOutline(name, classes) {
		return this.place(makeSvg("path", { class: classes, d: this.outline(name) }), name);
	}

	/** @param {SVGElement} node @param {string} name */
	place(node, name) {
		node.style.transform = translateTo(this.locate(name));
		return node;
	}

	/** Show what may be clicked. @param {Highlights} highlights */
	highlight({ starts, targets, selected, moves, hint }) {
		/** @param {string[]} names @param {string} classes */
		const outlines = (names, classes) => names.filter((name) => this.spots.has(name)).map((name) => this.makeOutline(name, classes));
		const round = targets.filter((name) => this.spots.has(name));
		const r = this.size / 8;
		const diamond = `M0-${r}L${r} 0L0 ${r}L-${r} 0Z`;
		this.highlights.replaceChildren(
			...outlines(starts, "edge"),
			...outlines(selected, "chosen"),
			...outlines(hint, "hint"),
			...round.map((name) => this.place(makeSvg("path", { class: "ring", d: diamond }), name)),
		);
		this.aims.replaceChildren(...round.map((name) => this.place(makeSvg("path", { class: "aim", d: diamond, "data-name": name }), name)));
		const live = new Set([...starts, ...targets, ...moves]);
		for (const [name, element] of this.spotElements) {
			element.classList.toggle("live", live.has(name));
			element.setAttribute("aria-disabled", `${!live.has(name)}`);
			element.setAttribute("aria-pressed", `${selected.includes(name)}`);
		}
	}

	/** Pixels of the screen to one of the board's units. */
	get scale() {
		const { width, height } = this.foreground.getBoundingClientRect();
		return Math.min(width / this.seen.width, height / this.seen.height);
	}

	/** Preview a click: a piece over a spot, the route it would take, and the pieces that it would push. @param {string} [symbol] @param {string} [name] @param {string[]} [route] @param {string[]} [row] */
	showGhost(symbol, name = "", route = [], row = []) {
		this.ghosts.replaceChildren();
		/** @param {string} piece @param {string} at @param {string} classes */
		const put = (piece, at, classes) => this.ghosts.append(this.place(makeSvg("use", { class: classes, href: `#${piece}` }), at));
		for (const [at, spot] of row.entries()) if (at) put(this.pieces.symbolOf(row[at - 1]), spot, "ghost shifted");
		if (route.length > 1) this.ghosts.append(makeSvg("path", { class: "route", d: this.pathThrough(route) }));
		if (symbol && this.spots.has(name)) put(symbol, name, row.length ? "ghost shifted" : "ghost");
	}

	/** A point of the screen in the board's units. @param {Pixel} point */
	toBoard({ clientX, clientY }) {
		return new DOMPoint(clientX, clientY).matrixTransform(this.foreground.getScreenCTM()?.inverse());
	}

	/** The name of the spot at a point of the screen. @param {Pixel} point @returns {string | null} */
	spotAt({ clientX, clientY }) {
		const found = document.elementFromPoint(clientX, clientY);
		return this.spotLayer.contains(found) || this.aims.contains(found) ? (found?.getAttribute("data-name") ?? null) : null;
	}

	/** Show that nothing can be done there. @param {string} name */
	shake(name) {
		if (this.pieces.shake(name, this.size / 16) || !this.spots.has(name)) return;
		const flash = this.makeOutline(name, "refused");
		this.highlights.append(flash);
		flash.animate([{ opacity: 1 }, { opacity: 0 }], 500).onfinish = () => flash.remove();
	}

	/** The next spot in a direction, for the arrow keys; the spot itself if there is none. @param {string} name @param {number[]} direction */
	nextSpot(name, direction) {
		const others = [...this.spotElements.keys()].filter((other) => other !== name);
		return nearest(this.locate(name), others.map((other) => ({ name: other, ...this.locate(other) })), direction, this.size / 4)?.name ?? name;
	}

	/** @param {string} name */
	focus(name) {
		for (const [other, element] of this.spotElements) element.setAttribute("tabindex", other === name ? "0" : "-1");
		this.spotElements.get(name)?.focus();
	}
}
