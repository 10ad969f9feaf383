/** A chart of the game: the share of each seat after every move, as stacked areas. */

import { symbolIcon } from "./icon.js";
import { rowsOf } from "./moves.js";
import { byId, formatPercent, make, makeSvg, say } from "./page.js";
import { nameOf, shortNameOf } from "./seats.js";

const HEIGHT = 132;
/** Room above the areas for the flags of mistakes, and below them for the numbers of moves. */
const [ABOVE, BELOW] = [12, 18];
/** Pixels between two numbers, at least. */
const APART = 36;
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };

/** A seat's colour under a pattern of its own: each stroke is dark and light, and so is seen on any colour. */
const PATTERNS = [
	"",
	'<path d="M0 4h8" stroke="#000" stroke-opacity=".45"/><path d="M0 5.2h8" stroke="#FFF" stroke-opacity=".7"/>',
	'<circle cx="4" cy="4" r="1.9" fill="#FFF" fill-opacity=".8" stroke="#000" stroke-opacity=".5"/>',
	'<path d="M0 4h8M4 0v8" stroke="#000" stroke-opacity=".45"/><path d="M0 5h8M5 0v8" stroke="#FFF" stroke-opacity=".65"/>',
];

/** The tops of the areas, from the bottom up, at every position. @param {number[][]} shares @param {number[]} order of the seats @returns {number[][]} */
export function stack(shares, order) {
	let floor = shares.map(() => 0);
	return order.map((seat) => (floor = floor.map((low, ply) => low + shares[ply][seat])));
}

/** How many moves lie between two numbers on the axis. @param {number} last @param {number} width in pixels */
export const tickStep = (last, width) => [1, 5, 10, 20, 50, 100].find((each) => (each / Math.max(1, last)) * width >= APART) ?? last;

export class Plot {
	/** @param {Board} board @param {(at: number) => void} goTo */
	constructor(board, goTo) {
		this.board = board;
		this.goTo = goTo;
		this.container = byId("plot");
		/** @type {SeatNews[]} */
		this.seats = [];
		/** The seats from the bottom up: partners lie upon each other. @type {number[]} */
		this.order = [];
		/** The row of the list of moves that each move stands in: its number. @type {number[]} */
		this.rows = [];
		/** The elements of the seats' shares. @type {HTMLElement[]} */
		this.figures = [];
		/** @type {Analysis} */
		this.analysis = { shares: [], moves: [] };
		this.last = this.at = this.width = 0;
		this.svg = makeSvg("svg", { role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-label": say("course") });
		this.container.append(this.svg);
		this.svg.onkeydown = (event) => this.onKey(event);
		this.svg.onpointerdown = (event) => {
			this.svg.setPointerCapture(event.pointerId);
			this.onPointer(event);
		};
		this.svg.onpointermove = (event) => event.buttons && this.onPointer(event);
		new ResizeObserver(() => this.draw()).observe(this.container);
	}

	/** @param {News} news of the game that is charted */
	begin({ seats, game, moves, movers }) {
		this.seats = seats;
		this.rows = rowsOf(movers);
		this.order = game.sides.flat();
		this.last = this.at = moves.length;
		this.svg.setAttribute("class", `tablier tablier-${this.board.layout.id}`);
		this.svg.setAttribute("aria-valuemax", `${this.last}`);
		this.figures = seats.map(() => make("b"));
		byId("legend").replaceChildren(...seats.map((seat, at) => this.makeLabel(seat, at)));
	}

	/** @param {SeatNews} seat @param {number} at */
	makeLabel(seat, at) {
		const swatch = makeSvg("svg", { class: `swatch tablier tablier-${this.board.layout.id}`, "aria-hidden": true });
		swatch.append(makeSvg("rect", { width: "100%", height: "100%", fill: `url(#seat-${at})` }));
		const emblem = this.board.layout.emblems?.[at];
		return make("li", {}, swatch, emblem && symbolIcon(this.board, emblem.symbol), make("span", {}, shortNameOf(seat)), this.figures[at]);
	}

	/** @param {Analysis} analysis @param {number} at */
	show(analysis, at) {
		this.analysis = analysis;
		this.at = at;
		this.draw();
		const shares = analysis.shares[at];
		const words = shares?.map((share, seat) => `${nameOf(this.seats[seat])} ${formatPercent(share)}`).join(", ") ?? "";
		this.svg.setAttribute("aria-valuenow", `${at}`);
		this.svg.setAttribute("aria-valuetext", `${say("after", { count: at })}: ${words}`);
		this.figures.forEach((figure, seat) => (figure.textContent = shares ? formatPercent(shares[seat]) : "–"));
	}

	/** @param {number} ply */
	x(ply) {
		return 1 + (this.last ? ply / this.last : 0) * (this.width - 2);
	}

	/** @param {number} share */
	y(share) {
		return ABOVE + (1 - share) * (HEIGHT - ABOVE - BELOW);
	}

	draw() {
		this.width = this.container.clientWidth;
		if (!this.seats.length || !this.width) return;
		this.svg.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT}`);
		this.svg.replaceChildren(this.makePatterns(), this.makeGround(), ...this.makeAreas(), ...this.makeGrid(), ...this.makeFlags(), ...this.makeCursor());
	}

	makePatterns() {
		const defs = makeSvg("defs");
		defs.innerHTML = this.seats
			.map((_, seat) => {
				const colour = this.board.layout.emblems?.[seat]?.colour ?? "var(--accent)";
				const turned = seat === 1 ? ' patternTransform="rotate(-45)"' : "";
				return `<pattern id="seat-${seat}" width="8" height="8" patternUnits="userSpaceOnUse"${turned}><rect width="8" height="8" fill="${colour}"/>${PATTERNS[seat] ?? ""}</pattern>`;
			})
			.join("");
		return defs;
	}

	/** The part that is not known yet. */
	makeGround() {
		return makeSvg("rect", { class: "unknown", x: this.x(0), y: this.y(1), width: this.x(this.last) - this.x(0), height: this.y(0) - this.y(1) });
	}

	makeAreas() {
		const { shares } = this.analysis;
		if (!shares.length) return [];
		// A game without moves is one position wide.
		const points = this.last ? shares : [shares[0], shares[0]];
		/** @param {number[]} heights */
		const line = (heights) => heights.map((height, ply) => `${(this.last ? this.x(ply) : [1, this.width - 1][ply]).toFixed(1)} ${this.y(height).toFixed(1)}`);
		let floor = points.map(() => 0);
		return stack(points, this.order).flatMap((top, at) => {
			const d = `M${[...line(top), ...line(floor).reverse()].join("L")}Z`;
			floor = top;
			const area = makeSvg("path", { class: "area", d, fill: `url(#seat-${this.order[at]})` });
			return at < this.order.length - 1 ? [area, makeSvg("path", { class: "edge-of", d: `M${line(top).join("L")}` })] : [area];
		});
	}

	makeGrid() {
		const { last, width } = this;
		const step = tickStep(last, width);
		const half = makeSvg("line", { class: "half", x1: this.x(0), x2: this.x(last), y1: this.y(0.5), y2: this.y(0.5) });
		/** @type {SVGElement[]} */
		const numbers = [];
		for (let ply = step; ply <= last && step; ply += step) {
			const number = makeSvg("text", { x: Math.min(this.x(ply), width - 9), y: HEIGHT - 4 });
			number.textContent = `${this.rows[ply - 1] + 1}`;
			// Several moves stand in one row: its number once.
			if (number.textContent !== numbers.at(-1)?.textContent) numbers.push(number);
		}
		return [half, ...numbers];
	}

	/** A flag over every mistake. */
	makeFlags() {
		return this.analysis.moves
			.filter(({ mistake }) => mistake)
			.map(({ ply }) => makeSvg("path", { class: "flag", d: `M${this.x(ply + 1)} ${ABOVE - 2}l-4.5 -8h9Z` }));
	}

	makeCursor() {
		const x = this.x(this.at);
		return ["halo", "now"].map((kind) => makeSvg("line", { class: kind, x1: x, x2: x, y1: ABOVE - 3, y2: this.y(0) + 3 }));
	}

	/** @param {PointerEvent} event */
	onPointer(event) {
		const { left, width } = this.svg.getBoundingClientRect();
		this.moveTo(Math.round(((event.clientX - left) / width) * this.last));
	}

	/** @param {KeyboardEvent} event */
	onKey(event) {
		if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		event.stopPropagation();
		this.moveTo(this.at + KEYS[event.key]);
	}

	/** @param {number} ply */
	moveTo(ply) {
		const to = Math.max(0, Math.min(this.last, ply));
		if (to !== this.at) this.goTo(to);
	}
}
