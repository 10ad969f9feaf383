/** What is seen of a position beside its pieces: all moves by their values, who gets what, and why. It is loaded when somebody wants to see it. */

import { loadOwn } from "./engine.js";
import { Overlays } from "./overlays.js";
import { byId, make, reasonOf, say } from "./page.js";

export class Insights {
	/** @param {BoardView} view @param {InsightHandlers} handlers */
	constructor(view, handlers) {
		this.view = view;
		this.handlers = handlers;
		this.overlays = new Overlays(view.board);
		this.isGlancing = this.isInsightful = this.hasArrow = false;
		/** The position on the board. @type {PositionNews | null} */
		this.news = null;
		/** All moves there, the best first. @type {MoveValueNews[]} */
		this.values = [];
		/** @type {ThoughtNews | null} */
		this.thought = null;
	}

	/** Another position; null while there is none to say anything about. @param {PositionNews | null} news */
	show(news) {
		this.news = news;
		this.values = [];
		byId("why").hidden = true;
		this.overlays.clear();
		this.refresh();
	}

	refresh() {
		if (this.isGlancing) this.fetchValues();
		if (this.isInsightful) this.fetchInsight();
		this.drawArrow();
	}

	/** @param {boolean} isOn */
	toggleGlance(isOn) {
		this.isGlancing = isOn;
		if (isOn) this.fetchValues();
		else {
			this.values = [];
			this.shade();
			this.overlays.showLegend("", []);
		}
	}

	/** @param {boolean} isOn */
	toggleInsight(isOn) {
		this.isInsightful = isOn;
		if (isOn) return this.fetchInsight();
		this.overlays.showAreas([]);
		this.overlays.showLegend("", []);
	}

	toggleArrow() {
		this.hasArrow = !this.hasArrow;
		this.drawArrow();
		return this.hasArrow;
	}

	/** @param {ThoughtNews | null} thought */
	onThought(thought) {
		this.thought = thought;
		this.drawArrow();
	}

	drawArrow() {
		this.overlays.showArrow((this.hasArrow && this.thought?.lines[0]?.path) || []);
	}

	/** Shade the next clicks by what they lead to. */
	shade() {
		this.overlays.shadeMoves(this.isGlancing ? this.values : [], this.view.input.selection.path);
	}

	/** What the server says of the position, unless it has changed meanwhile. @param {string} address @param {object} [more] */
	async fetch(address, more = {}) {
		const { news } = this;
		loadOwn();
		try {
			const found = await this.handlers.ask(address, more);
			return news === this.news ? found : null;
		} catch (problem) {
			if (news === this.news) this.handlers.onMessage(reasonOf(problem));
			return null;
		}
	}

	async fetchValues() {
		if (!this.news || this.news.turn === null) return this.shade();
		/** @type {MoveValuesNews | null} */
		const found = await this.fetch("moves");
		if (!found || !this.isGlancing) return;
		this.values = found.moves;
		this.shade();
		this.overlays.showLegend(say("all_moves"), [{ text: say("shades"), kind: "shades" }]);
		document.body.dataset.glance = this.news.position;
	}

	async fetchInsight() {
		if (!this.news) return;
		/** @type {InsightNews | null} */
		const found = await this.fetch("insight");
		if (!found || !this.isInsightful) return;
		this.overlays.showAreas(found.overlays);
		this.overlays.showLegend(found.title || say("no_insight"), found.legend);
		document.body.dataset.insight = `${found.overlays.length}`;
	}

	/** Why the last move was good or bad, or one that could be played here; before the first one, why the best is. @param {string[]} line to the move */
	async explain(line = this.news?.moves ?? []) {
		/** @type {ReasonNews | null} */
		const found = await this.fetch("reason", { moves: line });
		if (!found) return;
		const best = this.thought?.lines[0]?.moves[0];
		const here = this.news?.moves ?? [];
		const isOther = best && line.length === here.length && (here.length > 0 || best !== found.move);
		const onclick = () => this.explain([...here, `${best}`]);
		byId("why").replaceChildren(
			make("p", {}, make("strong", {}, found.move), " ", found.says || say("no_reason")),
			isOther ? make("button", { className: "small", onclick }, say("why_best", { move: best })) : "",
		);
		byId("why").hidden = false;
		document.body.dataset.why = found.move;
		this.overlays.showAreas(found.overlays);
		this.overlays.showLegend("", []);
		byId("why").scrollIntoView({ block: "nearest" });
	}
}
