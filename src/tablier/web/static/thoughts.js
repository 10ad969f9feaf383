/** The engine beside the board: a bar with one part per seat, depth and nodes, the best lines to be played. */

import { Engine } from "./engine.js";
import { symbolIcon } from "./icon.js";
import { describeValue } from "./overlays.js";
import { byId, formatPercent, make, page, say } from "./page.js";

/** Moves of a line that are shown. */
const SHOWN = 12;

export class Thoughts {
	/** @param {Board} board @param {ThoughtHandlers} handlers */
	constructor(board, handlers) {
		this.board = board;
		this.handlers = handlers;
		this.engine = new Engine();
		this.isOn = false;
		/** What is thought about. @type {AskedLine | null} */
		this.position = null;
		/** @type {ThoughtNews | null} */
		this.thought = null;
		for (const id of /** @type {const} */ (["line-count", "limit"])) byId(id).onchange = () => this.ask();
		document.addEventListener("visibilitychange", () => (document.hidden ? this.engine.stop() : this.ask()));
		new ResizeObserver(() => this.placeBar()).observe(byId("stage"));
		byId("lines").onclick = ({ target }) => {
			const button = target instanceof Element ? target.closest("button") : null;
			const { line = 0, count = 0 } = button?.dataset ?? {};
			if (button) handlers.onPlay(this.thought?.lines[Number(line)]?.moves.slice(0, Number(count)) ?? []);
		};
	}

	/** @param {boolean} isOn */
	toggle(isOn) {
		this.isOn = isOn;
		byId("engine").hidden = byId("shares").hidden = !isOn;
		if (isOn) this.ask();
		else {
			this.engine.stop();
			this.tell(null);
			for (const figure of document.querySelectorAll(".share-of")) figure.textContent = "";
		}
	}

	/** Think about another position; null where there is nothing to think about. @param {AskedLine | null} position */
	show(position) {
		this.position = position;
		this.ask();
	}

	ask() {
		if (!this.isOn || document.hidden) return;
		this.engine.stop();
		byId("shares").classList.add("old");
		byId("lines").classList.add("old");
		this.thought = null;
		this.handlers.onThought(null);
		if (!this.position) return byId("lines").replaceChildren();
		byId("depth").textContent = say("thinking");
		document.body.dataset.thought = "";
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
		if (!thought) return;
		const { depth, nodes, lines, final } = thought;
		byId("depth").textContent = say("depth_nodes", { depth, nodes: nodes.toLocaleString(page.language) });
		document.body.dataset.thought = final ? "final" : "some";
		this.showBar(thought.shares);
		byId("lines").classList.remove("old");
		byId("lines").replaceChildren(...lines.map((line, at) => this.makeLine(line, at)));
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

	/** @param {LineNews} line @param {number} at */
	makeLine({ moves, share, verdict, distance }, at) {
		const value = make("b", {}, describeValue({ share, verdict, distance }));
		const buttons = moves.slice(0, SHOWN).map((move, number) => make("button", { className: "move", data: { line: at, count: number + 1 } }, move));
		return make("li", {}, value, make("span", { className: "line-moves" }, ...buttons));
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
