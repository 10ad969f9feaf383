/** The review of a finished game: its moves one by one, what they were worth, and mistakes to try again. */

import "./drawer.js";
import { icon } from "./icon.js";
import { Moves } from "./moves.js";
import { byId, differs, make, narrow, page, say } from "./page.js";
import { Plot, percent } from "./plot.js";
import { called } from "./seats.js";
import { Stage } from "./stage.js";
import { Trial } from "./trial.js";
import { Teller } from "./words.js";

/** Milliseconds between two questions how far the work is, and before asking a server again that does not answer. */
const [PULSE, LATER] = [400, 2500];
const MISTAKES = 3;
/** A mistake of more than this is a grave one; a loss of less is not worth a word. */
const [GRAVE, SLIGHT] = [0.3, 0.02];

class Review {
	constructor() {
		const view = localStorage.getItem(`view:${page.game}`);
		this.view = page.views.includes(view) ? view : page.views.at(narrow.matches ? -1 : 0);
		/** What is known so far. @type {{shares: number[][], moves: JudgedNews[]}} */
		this.known = { shares: [], moves: [] };
		/** Positions that were looked at. @type {Map<number, Scene>} */
		this.scenes = new Map();
		/** How many moves are shown, and how many the board shows. */
		this.at = this.shown = -1;
		this.stage = new Stage({ onMove: (text) => this.trial.play(text), onIllegal: (path) => this.trial.explain(path) });
		this.teller = new Teller();
		this.moves = new Moves((at) => this.look(at));
		this.plot = new Plot(this.stage.board, (at) => this.look(at));
		this.trial = new Trial(this.stage, {
			ask: (address) => this.ask(address),
			scene: (at) => this.scene(at),
			onBegin: () => (this.shown = -1),
			onLeave: (at) => this.look(at),
			onRemark: (text, kind, more) => this.teller.remark(text, kind, more),
		});
		byId("retry").onclick = () => this.again(this.judged);
		byId("best").onclick = () => this.again(this.judged, true);
		byId("leave").onclick = () => this.look(this.at);
		byId("whose").onchange = () => this.list();
		this.begin();
	}

	/** @returns {Promise<any>} what the server says; a problem is told and thrown */
	async ask(address) {
		const query = `${address.includes("?") ? "&" : "?"}view=${this.view}`;
		const headers = { accept: "application/json", "accept-language": page.language };
		const answer = await fetch(`/api/tables/${page.table}${address}${query}`, { headers });
		const said = await answer.json();
		if (answer.ok) return said;
		throw said;
	}

	async begin() {
		/** @type {News} */
		this.news = await this.ask("");
		await this.stage.board.dress(this.news.layout);
		this.teller.show(this.news, null);
		this.plot.begin(this.news);
		this.trial.begins(this.news);
		this.choose();
		const asked = Number.parseInt(location.hash.slice(1), 10);
		const last = this.news.moves.length;
		this.look(asked >= 0 && asked <= last ? asked : last);
		this.grow();
	}

	/** Ask again and again until everything is known. */
	async grow() {
		const { known } = this;
		for (let state = "working"; state === "working"; ) {
			let wait = PULSE;
			try {
				const news = await this.ask(`/review?since=${known.shares.length}`);
				state = news.state;
				known.shares.splice(news.since, Infinity, ...news.shares);
				known.moves.splice(Math.max(0, news.since - 1), Infinity, ...news.moves);
				this.progress(news);
			} catch {
				wait = LATER;
			}
			this.refresh();
			if (state === "working") await new Promise((done) => setTimeout(done, wait));
		}
	}

	progress({ state, known, of }) {
		const [bar, words] = byId("progress").children;
		Object.assign(bar, { max: of, value: known });
		byId("progress").classList.toggle("done", state === "done");
		words.textContent = state === "working" ? say("weighing", { known, of }) : state === "broken" ? say("weighing_broke") : "";
		document.body.dataset.review = state;
	}

	/** Look at the position after so many moves. */
	look(at) {
		this.at = at;
		this.trial.end();
		history.replaceState(null, "", `#${at}`);
		this.display();
		this.refresh();
	}

	/** Put it on the board; while one is on its way, only the latest wish counts. */
	async display() {
		if (this.fetching) return;
		this.fetching = true;
		const { at } = this;
		const scene = await this.scene(at);
		this.fetching = false;
		if (at !== this.at) return this.display();
		if (!scene || this.trial.isOn) return;
		const step = this.shown < 0 ? 0 : at - this.shown;
		this.stage.put({ ...scene, tree: {} }, /** @type {0} */ (Math.abs(step) === 1 ? step : 0));
		this.shown = at;
		document.body.dataset.at = `${at}`;
	}

	/** @returns {Promise<Scene | undefined>} */
	async scene(at) {
		try {
			if (!this.scenes.has(at)) this.scenes.set(at, (await this.ask(`/review/scene?at=${at}`)).scene);
		} catch (problem) {
			this.teller.remark(problem.says ?? say("no_answer"));
		}
		return this.scenes.get(at);
	}

	/** The move that led to what is shown. @returns {JudgedNews | undefined} */
	get judged() {
		return this.known.moves[this.at - 1];
	}

	refresh() {
		const { news, known, trial } = this;
		const at = trial.at ?? this.at;
		this.moves.show(news.moves, news.seats.length, at);
		byId("ply").textContent = say("after", { count: at });
		this.plot.show(known, at);
		this.flag();
		this.list();
		if (!this.trial.isOn) this.comment();
	}

	/** Try a move again, or see the best one. @param {JudgedNews} judged @param {boolean} [isShown] */
	again(judged, isShown = false) {
		this.at = judged.ply + 1;
		history.replaceState(null, "", `#${this.at}`);
		if (isShown) this.trial.best(judged);
		else this.trial.begin(judged);
		this.refresh();
		byId("stage").scrollIntoView({ block: "nearest" });
	}

	/** What there is to say of the move. */
	comment() {
		const { at, judged, news } = this;
		const move = news.moves[at - 1];
		const seat = judged ? news.seats[judged.seat] : null;
		const key = !at ? "at_start" : judged ? verdict(judged) : "not_weighed";
		const lost = judged && percent(judged.lost);
		byId("comment").replaceChildren(
			move ? make("strong", {}, seat ? say("move_by", { name: called(seat), move }) : move) : "",
			make("span", { className: key }, say(key, { ...judged, lost })),
		);
		const isLess = Boolean(judged && judged.best !== judged.move);
		byId("retry").hidden = !isLess;
		byId("retry").classList.toggle("main", Boolean(judged?.mistake));
		byId("best").hidden = !isLess;
		byId("leave").hidden = true;
		byId("scale").hidden = true;
	}

	/** Signs of mistakes in the list of moves. */
	flag() {
		for (const { ply, mistake, lost } of this.known.moves) {
			const button = mistake && this.moves.list.querySelector(`[data-at="${ply + 1}"]:not([data-flag])`);
			if (!button) continue;
			button.dataset.flag = lost > GRAVE ? "??" : "?";
			button.setAttribute("aria-label", `${button.textContent}, ${say("lost_part", { lost: percent(lost) })}`);
		}
	}

	/** Whose mistakes: yours, if you played. */
	choose() {
		const { seats, you } = this.news;
		const isOne = you.seats.length > 0 && you.seats.length < seats.length;
		const options = seats.map((seat, value) => make("option", { value, selected: isOne && value === you.seats[0] }, called(seat)));
		byId("whose").replaceChildren(make("option", { value: "" }, say("everybody")), ...options);
	}

	/** The biggest mistakes, the worst first. */
	list() {
		const { moves, shares } = this.known;
		const whose = byId("whose").value;
		const made = moves.filter(({ mistake, seat }) => mistake && (whose === "" || seat === Number(whose)));
		const worst = made.sort((a, b) => b.lost - a.lost || a.ply - b.ply).slice(0, MISTAKES);
		const isDone = shares.length > this.news.moves.length;
		if (!differs(byId("mistakes"), [worst, isDone, whose, this.trial.at])) return;
		const none = make("li", { className: "muted" }, isDone ? say("no_mistakes") : "");
		byId("mistakes").replaceChildren(...(worst.length ? worst.map((judged) => this.mistake(judged)) : [none]));
	}

	/** @param {JudgedNews} judged */
	mistake(judged) {
		const { ply, seat, move, lost } = judged;
		const { board } = this.stage;
		const emblem = board.layout.emblems?.[seat];
		const onclick = () => this.again(judged);
		return make(
			"li",
			{},
			make(
				"button",
				{ onclick, "aria-pressed": `${this.trial.at === ply}`, data: { ply } },
				emblem && icon(board, emblem.symbol),
				make("span", {}, say("move_by", { name: called(this.news.seats[seat]), move }), make("small", {}, ` ${say("at_move", { number: ply + 1 })}`)),
				make("b", {}, `−${percent(lost)}`),
			),
		);
	}
}

/** @param {JudgedNews} judged */
function verdict({ move, best, lost, mistake, noise }) {
	if (move === best) return "was_best";
	if (lost < SLIGHT) return "was_as_good";
	if (!mistake) return "may_be_better";
	return noise ? "was_mistake" : "was_certain";
}

new Review();
