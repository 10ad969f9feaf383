/** A position of a finished game to play again: make another move, and see how it compares. */

import { pause } from "./boardview.js";
import { byId, formatPercent, make, reasonOf, ruleLink, say } from "./page.js";
import { verdictOfTry } from "./verdict.js";

/** How many moves of the best line are told. */
const AHEAD = 5;

export class Retry {
	/** @param {BoardView} view @param {RetryHandlers} handlers */
	constructor(view, handlers) {
		this.view = view;
		this.handlers = handlers;
		/** The move that is played again; null when none is. @type {JudgedNews | null} */
		this.judged = null;
		/** Counts the requests: an answer to an older one is dropped. */
		this.request = 0;
		addEventListener("keydown", ({ key }) => key === "Escape" && this.judged && !view.input.selection.path.length && handlers.onLeave(this.judged.ply + 1));
	}

	/** Show the position before a move, to be played. @param {JudgedNews} judged @returns {Promise<boolean>} whether it is shown */
	async begin(judged) {
		const request = ++this.request;
		const { ply, seat, move } = judged;
		this.judged = judged;
		this.handlers.onBegin();
		document.body.dataset.trial = `${ply}`;
		byId("comment").replaceChildren(
			make("strong", {}, say("to_play", { name: this.handlers.nameOf(seat) })),
			make("span", {}, say("find_better", { move })),
		);
		this.offer({ best: true });
		const scene = await this.handlers.fetchScene(ply);
		if (!scene || request !== this.request) return false;
		this.view.showScene(scene, 0);
		document.body.dataset.at = `${ply}`;
		return true;
	}

	/** Play the best move. @param {JudgedNews} judged */
	async showBest(judged) {
		if (!(await this.begin(judged))) return;
		await pause(500);
		if (this.judged === judged) this.play(judged.best);
	}

	/** @param {string} move */
	async play(move) {
		const { judged } = this;
		if (!judged) return;
		const request = ++this.request;
		byId("comment").replaceChildren(make("span", { className: "muted" }, say("thinking")));
		this.offer({});
		try {
			/** @type {TriedMove} */
			const found = await this.handlers.ask(`/review/try?at=${judged.ply}&move=${encodeURIComponent(move)}`);
			if (request !== this.request) return;
			await this.view.playMoves([found.scene]);
			this.compare(found);
		} catch (problem) {
			if (request !== this.request) return;
			this.handlers.onMessage(reasonOf(problem));
			this.begin(judged);
		}
	}

	/** @param {TriedMove} found */
	compare({ tried, made }) {
		const isBest = tried.move === tried.best;
		const key = verdictOfTry(tried, made);
		const line = isBest ? tried.line.slice(1, AHEAD) : [];
		byId("comment").replaceChildren(
			make("strong", {}, tried.move),
			make("span", { className: key }, say(key, { best: tried.best, lost: formatPercent(tried.lost), instead: formatPercent(made.lost) })),
			line.length ? make("small", {}, say("goes_on", { line: line.join(" ") })) : "",
		);
		byId("scale").tBodies[0].replaceChildren(
			...(isBest ? [] : [makeRow("yours", tried.move, tried.share)]),
			makeRow("best_one", tried.best, tried.best_share),
			...(made.move === tried.move ? [] : [makeRow("in_game", made.move, made.share)]),
		);
		this.offer({ retry: true, best: !isBest });
		byId("scale").hidden = false;
		document.body.dataset.tried = tried.move;
	}

	/** Show the buttons that are of use now. @param {{ retry?: boolean, best?: boolean }} buttons */
	offer({ retry = false, best = false }) {
		byId("scale").hidden = true;
		delete document.body.dataset.tried;
		byId("retry").hidden = !retry;
		byId("best").hidden = !best;
		byId("leave").hidden = false;
		byId("retry").classList.toggle("main", retry);
	}

	/** Say which rule forbids a click. @param {string[]} path */
	async explain(path) {
		if (!this.judged) return;
		this.view.board.shake(path[path.length - 1]);
		const query = new URLSearchParams([["at", `${this.judged.ply}`], ...path.map((name) => ["click", name])]);
		try {
			/** @type {Why} */
			const { says, clause } = await this.handlers.ask(`/review/why?${query}`);
			this.handlers.onMessage(says, "no", ruleLink(clause));
		} catch (problem) {
			this.handlers.onMessage(reasonOf(problem));
		}
	}

	end() {
		this.request++;
		this.judged = null;
		delete document.body.dataset.trial;
		delete document.body.dataset.tried;
	}
}

/** @param {string} key @param {string} move @param {number} share */
function makeRow(key, move, share) {
	const bar = make("i");
	bar.style.width = `${share * 100}%`;
	return make("tr", {}, make("th", { scope: "row" }, say(key)), make("td", {}, move), make("td", { className: "bar-of" }, bar), make("td", {}, formatPercent(share)));
}
