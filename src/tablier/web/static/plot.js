/** The course of a game: what each seat could expect after every move, as areas that add up to all points. */

import { icon } from "./icon.js";
import { byId, draw, make, say } from "./page.js";
import { called } from "./seats.js";

const HEIGHT = 132;
/** Room above the areas for the marks of mistakes, and below them for the numbers of moves. */
const [ABOVE, BELOW] = [12, 18];
/** Pixels between two numbers, at least. */
const APART = 36;
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };

export const percent = (share) => `${Math.round(share * 100)}\u00a0%`;

/** A seat's colour under a pattern of its own: each stroke is dark and light, and so is seen on any colour. */
const PATTERNS = [
	"",
	'<path d="M0 4h8" stroke="#000" stroke-opacity=".45"/><path d="M0 5.2h8" stroke="#FFF" stroke-opacity=".7"/>',
	'<circle cx="4" cy="4" r="1.9" fill="#FFF" fill-opacity=".8" stroke="#000" stroke-opacity=".5"/>',
	'<path d="M0 4h8M4 0v8" stroke="#000" stroke-opacity=".45"/><path d="M0 5h8M5 0v8" stroke="#FFF" stroke-opacity=".65"/>',
];

export class Plot {
	/** @param {Board} board @param {(at: number) => void} go */
	constructor(board, go) {
		this.board = board;
		this.go = go;
		this.holder = byId("plot");
		this.svg = draw("svg", { role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-label": say("course") });
		this.holder.append(this.svg);
		this.svg.onkeydown = (event) => this.key(event);
		this.svg.onpointerdown = (event) => {
			this.svg.setPointerCapture(event.pointerId);
			this.point(event);
		};
		this.svg.onpointermove = (event) => event.buttons && this.point(event);
		new ResizeObserver(() => this.draw()).observe(this.holder);
	}

	/** Which game it is. @param {News} news */
	begin({ seats, game, moves }) {
		Object.assign(this, { seats, order: game.sides.flat(), last: moves.length });
		this.known = { shares: [], moves: [] };
		this.at = moves.length;
		this.svg.setAttribute("class", `tablier tablier-${this.board.layout.id}`);
		this.svg.setAttribute("aria-valuemax", this.last);
		this.figures = seats.map(() => make("b"));
		byId("legend").replaceChildren(...seats.map((seat, at) => this.label(seat, at)));
	}

	label(seat, at) {
		const swatch = draw("svg", { class: `swatch tablier tablier-${this.board.layout.id}`, "aria-hidden": true });
		swatch.append(draw("rect", { width: "100%", height: "100%", fill: `url(#seat-${at})` }));
		const emblem = this.board.layout.emblems?.[at];
		return make("li", {}, swatch, emblem && icon(this.board, emblem.symbol), make("span", {}, called(seat)), this.figures[at]);
	}

	/** @param {{shares: number[][], moves: JudgedNews[]}} known @param {number} at */
	show(known, at) {
		Object.assign(this, { known, at });
		this.draw();
		const shares = known.shares[at];
		const told = shares?.map((share, seat) => `${called(this.seats[seat])} ${percent(share)}`).join(", ") ?? "";
		this.svg.setAttribute("aria-valuenow", at);
		this.svg.setAttribute("aria-valuetext", `${say("after", { count: at })}: ${told}`);
		this.figures.forEach((figure, seat) => (figure.textContent = shares ? percent(shares[seat]) : "–"));
	}

	x(ply) {
		return 1 + (this.last ? ply / this.last : 0) * (this.width - 2);
	}

	y(share) {
		return ABOVE + (1 - share) * (HEIGHT - ABOVE - BELOW);
	}

	draw() {
		this.width = this.holder.clientWidth;
		if (!this.seats || !this.width) return;
		this.svg.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT}`);
		this.svg.replaceChildren(this.patterns(), this.ground(), ...this.areas(), ...this.grid(), ...this.marks(), ...this.cursor());
	}

	patterns() {
		const defs = draw("defs");
		defs.innerHTML = this.seats
			.map((_, seat) => {
				const colour = this.board.layout.emblems?.[seat]?.colour ?? "var(--accent)";
				const turned = seat === 1 ? ' patternTransform="rotate(-45)"' : "";
				return `<pattern id="seat-${seat}" width="8" height="8" patternUnits="userSpaceOnUse"${turned}><rect width="8" height="8" fill="${colour}"/>${PATTERNS[seat]}</pattern>`;
			})
			.join("");
		return defs;
	}

	/** What is not known yet. */
	ground() {
		return draw("rect", { class: "unknown", x: this.x(0), y: this.y(1), width: this.x(this.last) - this.x(0), height: this.y(0) - this.y(1) });
	}

	/** From the bottom up: partners lie upon each other. */
	areas() {
		const { shares } = this.known;
		if (!shares.length) return [];
		// A game without moves is one position wide.
		const points = this.last ? shares : [shares[0], shares[0]];
		const at = (ply) => (this.last ? this.x(ply) : [1, this.width - 1][ply]);
		let floor = points.map(() => 0);
		const drawn = [];
		for (const seat of this.order) {
			const top = floor.map((low, ply) => low + points[ply][seat]);
			const line = (heights) => heights.map((height, ply) => `${at(ply).toFixed(1)} ${this.y(height).toFixed(1)}`);
			const d = `M${[...line(top), ...line(floor).reverse()].join("L")}Z`;
			drawn.push(draw("path", { class: "area", d, fill: `url(#seat-${seat})` }));
			if (seat !== this.order.at(-1)) drawn.push(draw("path", { class: "edge-of", d: `M${line(top).join("L")}` }));
			floor = top;
		}
		return drawn;
	}

	grid() {
		const { last, width } = this;
		const step = [1, 5, 10, 20, 50, 100].find((each) => (each / Math.max(1, last)) * width >= APART) ?? last;
		const half = draw("line", { class: "half", x1: this.x(0), x2: this.x(last), y1: this.y(0.5), y2: this.y(0.5) });
		const numbers = [];
		for (let ply = step; ply <= last && step; ply += step) {
			const number = draw("text", { x: Math.min(this.x(ply), width - 9), y: HEIGHT - 4 });
			number.textContent = ply;
			numbers.push(number);
		}
		return [half, ...numbers];
	}

	/** A flag over every mistake. */
	marks() {
		return this.known.moves
			.filter(({ mistake }) => mistake)
			.map(({ ply }) => draw("path", { class: "flag", d: `M${this.x(ply + 1)} ${ABOVE - 2}l-4.5 -8h9Z` }));
	}

	cursor() {
		const { at } = this;
		const line = (kind) => draw("line", { class: kind, x1: this.x(at), x2: this.x(at), y1: ABOVE - 3, y2: this.y(0) + 3 });
		return [line("halo"), line("now")];
	}

	point(event) {
		const { left, width } = this.svg.getBoundingClientRect();
		const ply = Math.round(((event.clientX - left) / width) * this.last);
		this.move(ply);
	}

	key(event) {
		if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		event.stopPropagation();
		this.move(this.at + KEYS[event.key]);
	}

	move(ply) {
		const to = Math.max(0, Math.min(this.last, ply));
		if (to !== this.at) this.go(to);
	}
}
