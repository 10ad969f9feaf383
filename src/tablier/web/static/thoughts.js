/** The engine beside the board: a bar with one part per seat, depth and nodes, the best lines to be played. */

import { Engine } from "./engine.js";
import { symbolIcon } from "./icon.js";
import { byId, formatPercent, make, page, reveal, say } from "./page.js";

/** Moves of a line that are shown. */
const SHOWN = 12;

/** What a move gives, as it is read: certain results in words. @param {{ share: number, verdict: string, distance: number | null }} value */
export function describeValue({ share, verdict, distance }) {
	if (!verdict) return formatPercent(share);
	return say(distance && verdict !== "drawn" ? `value_in_${verdict}` : `value_${verdict}`, { count: distance });
}

export class Thoughts {
	/** @param {Board} board @param {ThoughtHandlers} handlers */
	constructor(board, handlers) {
		this.board = board;
		this.handlers = handlers;
		this.engine = new Engine((isHere) => (byId("where").textContent = say(isHere ? "thinks_here" : "thinks_there")));
		this.isOn = false;
		/** What is thought about. @type {AskedLine | null} */
		this.position = null;
		/** @type {ThoughtNews | null} */
		this.thought = null;
		/** Whether the pointer is pressed on a line. */
		this.isPressed = false;
		for (const id of /** @type {const} */ (["line-count", "limit"])) byId(id).onchange = () => this.ask();
		document.addEventListener("visibilitychange", () => (document.hidden ? this.engine.stop() : this.ask()));
		new ResizeObserver(() => this.placeBar()).observe(byId("stage"));
		const list = byId("lines");
		list.onclick = ({ target }) => {
			const button = target instanceof Element ? target.closest("button") : null;
			if (!button || list.classList.contains("old")) return; // lines of another position
			const row = [...(button.parentElement?.children ?? [])];
			handlers.onPlay(row.slice(0, row.indexOf(button) + 1).map(({ textContent }) => `${textContent}`));
		};
		// While a line is being clicked it stays: the click would be lost with its button.
		list.onpointerdown = () => (this.isPressed = true);
		for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => this.isPressed && setTimeout(() => this.release()));
	}

	/** @param {boolean} isOn */
	toggle(isOn) {
		this.isOn = isOn;
		byId("engine").hidden = byId("shares").hidden = !isOn;
		if (isOn) return this.ask();
		this.engine.stop();
		this.clear();
	}

	/** There is nothing to think about. */
	clear() {
		this.tell(null);
		for (const id of /** @type {const} */ (["lines", "depth", "shares"])) byId(id).replaceChildren();
		for (const figure of document.querySelectorAll(".share-of")) figure.textContent = "";
	}

	/** Think about another position; null where there is nothing to think about. @param {AskedLine | null} position */
	show(position) {
		this.position = position;
		this.ask();
	}

	ask() {
		if (!this.isOn || document.hidden) return;
		byId("shares").classList.add("old");
		byId("lines").classList.add("old");
		this.tell(null);
		if (!this.position) {
			this.engine.stop();
			return this.clear();
		}
		byId("depth").textContent = say("thinking");
		this.engine.ask(
			this.position,
			{ lines: Number(byId("line-count").value), seconds: Number(byId("limit").value) || null },
			{
				onThought: (thought) => this.tell(thought),
				onQueued: (ahead) => (byId("depth").textContent = say("ahead", { count: ahead })),
				onProblem: (text) => (byId("depth").textContent = text),
			},
		);
	}

	/** @param {ThoughtNews | null} thought */
	tell(thought) {
		this.thought = thought;
		this.handlers.onThought(thought);
		document.body.dataset.thought = thought ? (thought.final ? "final" : "some") : "";
		if (!thought) return;
		const { depth, nodes, lines } = thought;
		byId("depth").textContent = say("depth_nodes", { depth, nodes: nodes.toLocaleString(page.language) });
		this.showBar(thought.shares);
		if (!this.isPressed) this.showLines(lines);
	}

	/** The pointer is up again. */
	release() {
		this.isPressed = false;
		if (this.thought) this.showLines(this.thought.lines);
	}

	/** What is there stays, as one may point at it, or have it in focus. @param {LineNews[]} lines */
	showLines(lines) {
		const list = byId("lines");
		const known = new Map([...list.children].map((item) => [item.querySelector("button")?.textContent, item]));
		const items = lines.map((line) => this.showLine(line, known.get(line.moves[0]) ?? make("li", {}, make("b"), make("span", { className: "line-moves" }))));
		if (list.children.length !== items.length || items.some((item, at) => item !== list.children[at])) {
			const isFirst = !list.hasChildNodes();
			const focused = /** @type {HTMLElement | null} */ (document.activeElement);
			list.replaceChildren(...items);
			if (list.contains(focused)) focused?.focus({ preventScroll: true });
			if (isFirst) reveal(byId("engine"));
		}
		list.classList.remove("old");
	}

	/** @param {LineNews} line @param {Element} item */
	showLine({ moves, share, verdict, distance }, item) {
		const [value, row] = item.children;
		const shown = moves.slice(0, SHOWN);
		const same = shown.findIndex((move, at) => row.children[at]?.textContent !== move);
		const kept = same < 0 ? shown.length : same;
		value.textContent = describeValue({ share, verdict, distance });
		for (const button of [...row.children].slice(kept)) button.remove();
		row.append(...shown.slice(kept).map((move) => make("button", { className: "move" }, move)));
		return item;
	}

	/** Put the bar beside the board, which may be narrower than its place. */
	placeBar() {
		const { scale, frame, container } = this.board;
		const margin = (container.clientWidth - frame.width * scale) / 2;
		byId("shares").style.setProperty("--beside", `${margin - 18}px`);
	}

	/** @param {number[]} shares */
	showBar(shares) {
		this.placeBar();
		const bar = byId("shares");
		const labels = shares.map((share, seat) => `${page.seats[seat]} ${formatPercent(share)}`);
		const parts = shares.map((share, seat) => {
			const part = make("span", { title: labels[seat] });
			part.style.flexGrow = `${Math.max(share, 0.01)}`;
			part.style.background = this.board.layout.emblems?.[seat]?.colour ?? "var(--muted)";
			return part;
		});
		bar.classList.remove("old");
		bar.replaceChildren(...parts);
		bar.setAttribute("aria-label", labels.join(", "));
		for (const [seat, figure] of document.querySelectorAll(".share-of").entries()) figure.textContent = formatPercent(shares[seat]);
	}

	/** The seats with their emblems and shares. @param {number | null} turn */
	showSeats(turn) {
		const { board, thought } = this;
		byId("far-seats").replaceChildren(
			...page.seats.map((name, seat) => {
				const emblem = board.layout.emblems?.[seat];
				const share = thought ? formatPercent(thought.shares[seat]) : "";
				return make(
					"li",
					{ className: seat === turn ? "seat turn" : "seat", "aria-current": seat === turn && "true" },
					emblem && symbolIcon(board, emblem.symbol, "emblem"),
					make("span", { className: "who" }, make("strong", {}, name)),
					make("span", { className: "share-of muted" }, share),
				);
			}),
		);
	}
}
