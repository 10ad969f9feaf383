/** Setting up a position by hand: the things to place are in the tray, the board says what cannot be. */

import { byId, make, reasonOf, ruleLink, say } from "./page.js";

export class Setup {
	/** @param {BoardView} view @param {SetupHandlers} handlers */
	constructor(view, handlers) {
		this.view = view;
		this.handlers = handlers;
		/** @type {SetupNews | null} */
		this.news = null;
		/** The thing that is placed by every click, until another is chosen. */
		this.thing = "";
		const form = byId("setup");
		form.onsubmit = (event) => {
			event.preventDefault();
			if (this.news?.position) handlers.onDone(this.news.position);
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
		this.thing = "";
		await this.ask({ position });
		if (!this.news) return;
		this.handlers.onBegin();
		byId("setup").hidden = false;
		document.body.classList.add("setting-up");
	}

	end() {
		this.news = null;
		byId("setup").hidden = true;
		document.body.classList.remove("setting-up");
	}

	/** Place or take a thing. @param {string} text the thing and the spot */
	put(text) {
		const [thing, spot] = text.split(" ");
		this.thing = thing;
		return this.change({ put: { thing, spot } });
	}

	/** @param {object} what is different now */
	change(what) {
		const { news } = this;
		if (!news) return;
		/** @type {NodeListOf<HTMLInputElement>} */
		const inputs = byId("setup-counts").querySelectorAll("input");
		const counts = Object.fromEntries([...inputs].map(({ name, value }) => [name, Number(value) || 0]));
		const turn = news.turn === null ? null : Number(byId("setup").elements.turn.value);
		return this.ask({ placed: news.placed, turn, counts, ...what });
	}

	/** @param {object} question */
	async ask(question) {
		try {
			/** @type {SetupNews} */
			const news = await this.handlers.ask("setup", question);
			await this.view.board.load(news.layout);
			this.news = news;
			this.show(news);
		} catch (problem) {
			this.handlers.onMessage(reasonOf(problem));
			this.view.input.reset();
		}
	}

	/** @param {SetupNews} news */
	show({ scene, turn, counts, position, says, clause }) {
		const { view } = this;
		view.showScene(scene, 0);
		if (this.thing) view.input.select(this.thing);
		byId("setup-turn").hidden = turn === null;
		if (turn !== null) byId("setup").elements.turn.value = `${turn}`;
		byId("setup-counts").replaceChildren(
			...counts.map(({ name, label, value, least, most }) => make("label", {}, label, make("input", { type: "number", name, value, min: least, max: most }))),
		);
		byId("setup-says").className = position ? "yes" : "no";
		byId("setup-says").replaceChildren(says || say("can_be"), " ", ruleLink(clause));
		byId("setup-analyse").disabled = !position;
		document.body.dataset.setup = position || "no";
	}
}
