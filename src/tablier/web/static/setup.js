/** Setting up a position by hand: the things to place are in the tray, the board says what cannot be. */

import { byId, hasChanged, make, reasonOf, ruleLink, say } from "./page.js";

export class Setup {
	/** @param {BoardView} view @param {SetupHandlers} handlers */
	constructor(view, handlers) {
		this.view = view;
		this.handlers = handlers;
		/** @type {SetupNews | null} */
		this.news = null;
		/** The thing that is placed by every click, until another is chosen. */
		this.thing = "";
		/** Counts the set-ups: what is answered to an older one is dropped. */
		this.number = 0;
		/** How many changes wait until those before are answered. */
		this.waiting = 0;
		/** The last change: they are asked one after the other. @type {Promise<unknown>} */
		this.changed = Promise.resolve();
		const form = byId("setup");
		form.onsubmit = (event) => {
			event.preventDefault();
			this.finish();
		};
		form.onchange = () => this.change({});
		byId("setup-clear").onclick = () => this.change({ placed: [], counts: {} });
		byId("setup-leave").onclick = () => handlers.onLeave();
	}

	get isOn() {
		return this.news !== null;
	}

	/** @param {string} position to begin with */
	async begin(position) {
		this.end();
		this.thing = "";
		await this.ask({ position });
		if (!this.news) return;
		this.handlers.onBegin();
		byId("setup").hidden = false;
		document.body.classList.add("setting-up");
	}

	end() {
		this.number++;
		this.news = null;
		byId("setup").hidden = true;
		document.body.classList.remove("setting-up");
	}

	/** Analyse the position, with what was changed last. */
	async finish() {
		const { number } = this;
		await this.changed;
		if (number === this.number && this.news?.position) this.handlers.onDone(this.news.position);
	}

	/** Place or take a thing; the next one need not wait for the answer. @param {string} text the thing and the spot */
	put(text) {
		const [thing, spot] = text.split(" ");
		this.thing = thing;
		this.view.input.reset();
		this.view.input.select(thing);
		return this.change({ put: { thing, spot } });
	}

	/** @param {object} what is different now */
	change(what) {
		const { number } = this;
		this.waiting++;
		this.changed = this.changed.then(() => {
			this.waiting--;
			return number === this.number ? this.ask({ ...this.arrangement, ...what }) : undefined;
		});
		return this.changed;
	}

	/** What lies on the board, and what the form says. */
	get arrangement() {
		const { placed, turn } = /** @type {SetupNews} */ (this.news);
		const counts = Object.fromEntries(this.inputs.map(({ name, value }) => [name, Number(value) || 0]));
		return { placed, turn: turn === null ? null : Number(byId("setup").elements.turn.value), counts };
	}

	/** @returns {HTMLInputElement[]} */
	get inputs() {
		return [...byId("setup-counts").querySelectorAll("input")];
	}

	/** @param {object} question */
	async ask(question) {
		const { number } = this;
		try {
			/** @type {SetupNews} */
			const news = await this.handlers.ask("setup", question);
			await this.view.board.load(news.layout);
			if (number !== this.number) return;
			this.news = news;
			this.show(news);
		} catch (problem) {
			if (number !== this.number) return;
			this.handlers.onMessage(reasonOf(problem));
			this.view.input.reset();
		}
	}

	/** @param {SetupNews} news */
	show({ scene, turn, counts, position, says, clause }) {
		const { view } = this;
		// Another thing may have been chosen while the change was asked.
		const chosen = view.input.selection.path[0] ?? this.thing;
		view.showScene(scene, 0);
		if (chosen) view.input.select(chosen);
		byId("setup-turn").hidden = turn === null;
		if (turn !== null) byId("setup").elements.turn.value = `${turn}`;
		this.showCounts(counts);
		byId("setup-says").className = position ? "yes" : "no";
		byId("setup-says").replaceChildren(says || say("can_be"), " ", ruleLink(clause));
		byId("setup-analyse").disabled = !position;
		document.body.dataset.setup = position || "no";
	}

	/** The fields stay, as one of them may have the focus; what was typed meanwhile stays too. @param {CountNews[]} counts */
	showCounts(counts) {
		const box = byId("setup-counts");
		const fields = counts.map(({ name, label, least, most }) => ({ name, label, least, most }));
		if (hasChanged(box, fields)) {
			box.replaceChildren(...fields.map(({ name, label, least, most }) => make("label", {}, label, make("input", { type: "number", name, min: least, max: most }))));
		}
		for (const [at, input] of this.inputs.entries()) if (!this.waiting && input !== document.activeElement) input.value = `${counts[at].value}`;
	}
}
