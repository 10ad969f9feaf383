/** The board: a still picture below; above it the pieces, the marks and the places to click. */

import { draw } from "./page.js";
import { Pieces, moved } from "./pieces.js";


export class Board {
	/** @param {HTMLElement} stage */
	constructor(stage) {
		this.stage = stage;
		this.ground = draw("svg", { "aria-hidden": true });
		this.top = draw("svg", { role: "none" });
		stage.prepend(this.ground, this.top);
		this.pieces = new Pieces(this);
		for (const name of ["marks", "offers", "ghosts", "spots"]) this[name] = this.layer(name);
		this.address = "";
		/** @type {Layout | null} */
		this.layout = null;
		/** @type {Scene | null} */
		this.scene = null;
		/** The places to click, by name. @type {Map<string, SVGPathElement>} */
		this.places = new Map();
	}

	layer(name) {
		const layer = draw("g", { class: name, ...(name === "spots" ? {} : { "aria-hidden": true }) });
		this.top.append(layer);
		return layer;
	}

	/** Lay out the empty board of this address, unless it lies there already. @param {string} address */
	async dress(address) {
		if (address === this.address) return;
		const answer = await fetch(address);
		const layout = await answer.json();
		if (address === this.address) return;
		Object.assign(this, { address, layout, scene: null });
		this.ground.setAttribute("class", `ground tablier tablier-${layout.id}`);
		this.top.setAttribute("class", `top tablier tablier-${layout.id}`);
		this.ground.innerHTML = `<style>${layout.style ?? ""}</style>${layout.symbols}${layout.board}`;
		this.frame = { x: 0, y: 0, width: layout.width, height: layout.height };
		this.see(this.frame);
		this.stage.style.setProperty("--shape", `${layout.width} / ${layout.height}`);
		this.pieces.clear();
		for (const layer of [this.marks, this.offers, this.ghosts]) layer.replaceChildren();
		this.known = new Map(layout.spots.map((spot) => [spot.name, spot]));
		this.places = new Map(layout.spots.map(({ name }) => [name, this.spot(name)]));
		this.spots.replaceChildren(...this.places.values());
		const boxes = [...this.places.values()].map((place) => place.getBBox());
		this.size = Math.min(boxes[0].width, boxes[0].height);
		[...this.places.values()].forEach((place, at) => {
			// A narrow place is easier to hit than it looks.
			const lacks = 0.75 * this.size - Math.min(boxes[at].width, boxes[at].height);
			if (lacks > 0) place.style.strokeWidth = lacks;
		});
		this.spots.firstChild?.setAttribute("tabindex", "0");
	}

	spot(name) {
		return draw("path", { class: "spot", d: this.outline(name), role: "button", tabindex: -1, "data-name": name });
	}

	/** @param {Box} part of the board that is to be seen */
	see(part) {
		this.seen = part;
		for (const svg of [this.ground, this.top]) svg.setAttribute("viewBox", `${part.x} ${part.y} ${part.width} ${part.height}`);
	}

	outline(name) {
		return this.known.get(name).outline ?? this.layout.outline;
	}

	/** Where a spot lies, or what belongs to it (c3.2). @param {string} id @returns {Point} */
	at(id) {
		const [name] = id.split(".");
		const place = this.scene?.places?.[name];
		return place ? { x: place[0], y: place[1] } : this.known.get(name);
	}

	/**
	 * Show a position.
	 * @param {Scene} scene @param {number} step 1: one move after what is shown, -1: one before, 0: any other
	 */
	show(scene, step) {
		const from = step < 0 ? this.scene : scene;
		let [slides, way] = step ? [from.slides ?? [], from.way ?? []] : [[], []];
		if (step < 0) [slides, way] = [slides.map(([a, b]) => [b, a]), way.toReversed()];
		this.scene = scene;
		this.pieces.show(scene.pieces ?? [], slides, way, step !== 0);
		this.mark(scene.marks ?? []);
		for (const [name, place] of this.places) {
			place.style.transform = moved(this.at(name));
			place.setAttribute("aria-label", this.heard(name));
		}
	}

	/** What is read out of a spot. @param {string} name */
	heard(name) {
		const own = this.known.get(name).label ?? name;
		const lies = this.layout.labels?.[this.pieces.symbol(name)];
		return this.scene.spoken?.[name] ?? (lies ? `${own}, ${lies}` : own);
	}

	/** @param {Mark[]} marks */
	mark(marks) {
		const drawn = [];
		for (const { kind, spots, seat, through } of marks) {
			const seated = seat === undefined ? "" : ` seat-${seat}`;
			drawn.push(...spots.map((name) => this.over(name, `mark ${kind}${seated}`)));
			for (const part of through ? ["under", "through"] : []) {
				drawn.push(draw("path", { class: `mark ${part}${seated}`, d: this.line(spots) }));
			}
		}
		this.marks.replaceChildren(...drawn);
	}

	line(names) {
		return `M${names.map((name) => `${this.at(name).x} ${this.at(name).y}`).join("L")}`;
	}

	/** A spot's outline where it lies. */
	over(name, classes) {
		return this.put(draw("path", { class: classes, d: this.outline(name) }), name);
	}

	put(node, name) {
		node.style.transform = moved(this.at(name));
		return node;
	}

	/** Light up what may be clicked. @param {Offered} offer */
	offer({ edges, rings, chosen, free, hint }) {
		const lit = (names, classes) => names.filter((name) => this.known.has(name)).map((name) => this.over(name, classes));
		const round = rings.filter((name) => this.known.has(name));
		this.offers.replaceChildren(
			...lit(edges, "edge"),
			...lit(chosen, "chosen"),
			...lit(hint, "hint"),
			...round.map((name) => this.put(draw("circle", { class: "ring", r: this.size / 9 }), name)),
		);
		const live = new Set([...edges, ...rings, ...free]);
		for (const [name, place] of this.places) {
			place.classList.toggle("live", live.has(name));
			place.classList.toggle("carry", edges.includes(name));
			place.setAttribute("aria-disabled", !live.has(name));
			place.setAttribute("aria-pressed", chosen.includes(name));
		}
	}

	/** Pixels of the screen to one of the board's units. */
	get scale() {
		const { width, height } = this.top.getBoundingClientRect();
		return Math.min(width / this.seen.width, height / this.seen.height);
	}

	/** What would come of a click: a piece over a spot, and the way it would go. */
	ghost(symbol, name, route = []) {
		this.ghosts.replaceChildren();
		if (route.length > 1) this.ghosts.append(draw("path", { class: "route", d: this.line(route) }));
		if (symbol && this.known.has(name)) this.ghosts.append(this.put(draw("use", { class: "ghost", href: `#${symbol}` }), name));
	}

	/** A point of the screen in the board's units. */
	point(x, y) {
		return new DOMPoint(x, y).matrixTransform(this.top.getScreenCTM().inverse());
	}

	/** The spot at a point of the screen. @returns {string | null} */
	spotAt(x, y) {
		const found = document.elementFromPoint(x, y);
		return this.spots.contains(found) && found !== this.spots ? found.dataset.name : null;
	}

	/** No. @param {string} name */
	shake(name) {
		if (this.pieces.shake(name, this.size / 16) || !this.known.has(name)) return;
		const flash = this.over(name, "refused");
		this.offers.append(flash);
		flash.animate([{ opacity: 1 }, { opacity: 0 }], 500).onfinish = () => flash.remove();
	}

	/** The nearest spot in a direction, for the arrow keys. */
	towards(name, dx, dy) {
		const here = this.at(name);
		let [best, least] = [null, Infinity];
		for (const other of this.places.keys()) {
			const [x, y] = [this.at(other).x - here.x, this.at(other).y - here.y];
			const cost = x * dx + y * dy + 2.5 * Math.abs(x * dy - y * dx);
			if (x * dx + y * dy > this.size / 4 && cost < least) [best, least] = [other, cost];
		}
		return best;
	}

	focus(name) {
		for (const [other, place] of this.places) place.setAttribute("tabindex", other === name ? 0 : -1);
		this.places.get(name).focus();
	}
}
