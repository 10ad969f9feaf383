/** The review of a finished game: its moves one by one, what they were worth, and mistakes to play again. */

import { stepBetween } from "./board.js";
import { BoardView } from "./boardview.js";
import "./drawer.js";
import { symbolIcon } from "./icon.js";
import { MoveList, rowsOf } from "./moves.js";
import { byId, formatPercent, hasChanged, make, page, preferredView, reasonOf, request, say } from "./page.js";
import { Plot } from "./plot.js";
import { Retry } from "./retry.js";
import { nameOf } from "./seats.js";
import { StatusLine } from "./status.js";
import { flagOf, verdictOf, worstMistakes } from "./verdict.js";

/** Milliseconds between two questions how far the analysis is, and before asking again a server that does not answer. */
const [PULSE, LATER] = [400, 2500];

class ReviewPage {
	constructor() {
		/** The table; there is none before it was fetched. @type {News} */
		this.news;
		this.viewName = preferredView();
		/** What is known so far. @type {Analysis} */
		this.analysis = { shares: [], moves: [] };
		/** Positions that were fetched, by the number of moves. @type {Map<number, Scene>} */
		this.scenes = new Map();
		/** Why moves were good or bad, by the number of moves. @type {Map<number, string>} */
		this.reasons = new Map();
		/** How many moves are looked at, and how many the board shows. */
		this.at = this.shown = -1;
		this.view = new BoardView({
			onMove: (text) => this.retry.play(text),
			onIllegal: (path) => this.retry.explain(path),
			onGuide: (text, more) => this.status.guide(text, more),
		});
		this.status = new StatusLine();
		this.moves = new MoveList((at) => this.goTo(at));
		this.plot = new Plot(this.view.board, (at) => this.goTo(at));
		this.retry = new Retry(this.view, {
			ask: (address) => this.ask(address),
			fetchScene: (at) => this.fetchScene(at),
			nameOf: (seat) => nameOf(this.news.seats[seat]),
			onBegin: () => (this.shown = -1),
			onLeave: (at) => this.goTo(at),
			onMessage: (text, kind, more) => this.status.flash(text, kind, more),
		});
		byId("retry").onclick = () => this.playAgain(this.judged);
		byId("best").onclick = () => this.playAgain(this.judged, true);
		byId("reason").onclick = () => this.fetchReason();
		byId("leave").onclick = () => this.goTo(this.at);
		byId("whose").onchange = () => this.listMistakes();
		this.begin();
	}

	/** @param {string} address @returns {Promise<any>} what the server answers; its refusal is thrown */
	ask(address) {
		const query = `${address.includes("?") ? "&" : "?"}view=${this.viewName}`;
		return request(`/api/tables/${page.table}${address}${query}`);
	}

	async begin() {
		this.news = await this.ask("");
		await this.view.board.load(this.news.layout);
		this.status.show(this.news, null);
		this.plot.begin(this.news);
		this.fillSeatFilter();
		const asked = Number.parseInt(location.hash.slice(1), 10);
		const last = this.news.moves.length;
		this.goTo(asked >= 0 && asked <= last ? asked : last);
		this.poll();
	}

	/** Ask for the analysis until all of it is known. */
	async poll() {
		const { analysis } = this;
		/** @type {ReviewNews["state"]} */
		let state = "working";
		while (state === "working") {
			let wait = PULSE;
			try {
				/** @type {ReviewNews} */
				const news = await this.ask(`/review?since=${analysis.shares.length}`);
				state = news.state;
				analysis.shares.splice(news.since, Infinity, ...news.shares);
				analysis.moves.splice(Math.max(0, news.since - 1), Infinity, ...news.moves);
				this.showProgress(news);
				this.showAccuracy(news);
			} catch (problem) {
				byId("progress").children[1].textContent = reasonOf(problem);
				wait = LATER;
			}
			this.refresh();
			if (state === "working") await new Promise((done) => setTimeout(done, wait));
		}
	}

	/** @param {ReviewNews} news */
	showProgress({ state, known, of }) {
		const [bar, words] = byId("progress").children;
		Object.assign(bar, { max: of, value: known });
		byId("progress").classList.toggle("done", state === "done");
		words.textContent = state === "working" ? say("weighing", { known, of }) : state === "broken" ? say("weighing_broke") : "";
		document.body.dataset.review = state;
	}

	/** Say how well each seat played. @param {ReviewNews} news */
	showAccuracy({ state, accuracy }) {
		const isKnown = state !== "working" && accuracy.some((each) => each !== null);
		byId("accuracy").hidden = !isKnown;
		if (!isKnown) return;
		const { board } = this.view;
		byId("accuracy").tBodies[0].replaceChildren(
			...accuracy.map((each, seat) => {
				const emblem = board.layout.emblems?.[seat];
				return make("tr", {}, make("th", { scope: "row" }, emblem && symbolIcon(board, emblem.symbol), nameOf(this.news.seats[seat])), make("td", {}, each === null ? "–" : `${Math.round(each)}`));
			}),
		);
	}

	/** Look at the position after so many moves. @param {number} at */
	goTo(at) {
		this.at = at;
		this.retry.end();
		history.replaceState(null, "", `#${at}`);
		const analyse = byId("analyse");
		if (analyse) analyse.href = analyse.href.replace(/(&at=\d+)?$/, `&at=${at}`);
		this.display();
		this.refresh();
	}

	/** Put it on the board; while one is on its way, only the latest counts. @returns {Promise<void>} */
	async display() {
		if (this.isFetching) return;
		this.isFetching = true;
		const { at } = this;
		const scene = await this.fetchScene(at);
		this.isFetching = false;
		if (at !== this.at) return this.display();
		if (!scene || this.retry.judged) return;
		this.view.showScene({ ...scene, tree: {} }, this.shown < 0 ? 0 : stepBetween(this.shown, at));
		this.shown = at;
		document.body.dataset.at = `${at}`;
	}

	/** @param {number} at @returns {Promise<Scene | undefined>} */
	async fetchScene(at) {
		try {
			if (!this.scenes.has(at)) this.scenes.set(at, (await this.ask(`/review/scene?at=${at}`)).scene);
		} catch (problem) {
			this.status.flash(reasonOf(problem));
		}
		return this.scenes.get(at);
	}

	/** The move that led to what is shown. @returns {JudgedNews | undefined} */
	get judged() {
		return this.analysis.moves[this.at - 1];
	}

	refresh() {
		const { news, analysis } = this;
		const at = this.retry.judged?.ply ?? this.at;
		this.moves.show(news, at);
		this.plot.show(analysis, at);
		this.flagMistakes();
		this.listMistakes();
		byId("reason").hidden = Boolean(this.retry.judged) || !at || this.reasons.has(at);
		if (!this.retry.judged) this.comment();
	}

	/** Play a move again, or see the best one. @param {JudgedNews | undefined} judged @param {boolean} [isBestShown] */
	playAgain(judged, isBestShown = false) {
		if (!judged) return;
		this.at = judged.ply + 1;
		history.replaceState(null, "", `#${this.at}`);
		if (isBestShown) this.retry.showBest(judged);
		else this.retry.begin(judged);
		this.refresh();
		byId("stage").scrollIntoView({ block: "nearest" });
	}

	/** Comment on the move that led to what is shown. */
	comment() {
		const { at, judged, news } = this;
		const move = news.moves[at - 1];
		const key = !at ? "at_start" : judged ? verdictOf(judged) : "not_weighed";
		byId("comment").replaceChildren(
			move ? make("strong", {}, say("move_by", { name: nameOf(news.seats[news.movers[at - 1]]), move })) : "",
			make("span", { className: key }, say(key, { ...judged, lost: judged && formatPercent(judged.lost) })),
			make("small", {}, this.reasons.get(at)),
		);
		const isBetterKnown = Boolean(judged && judged.best !== judged.move);
		byId("retry").hidden = !isBetterKnown;
		byId("retry").classList.toggle("main", Boolean(judged?.mistake));
		byId("best").hidden = !isBetterKnown;
		byId("leave").hidden = true;
		byId("scale").hidden = true;
	}

	/** Say why the move that led to what is shown was good or bad. */
	async fetchReason() {
		const { at } = this;
		byId("reason").hidden = true;
		try {
			/** @type {RecordData} */
			const { game, options, start, moves = [] } = await this.ask("/record.json");
			/** @type {ReasonNews} */
			const { says } = await request("/api/analysis/reason", { game, options, start: start ?? "", moves: moves.slice(0, at) });
			this.reasons.set(at, says || say("no_reason"));
		} catch (problem) {
			this.status.flash(reasonOf(problem));
		}
		this.refresh();
	}

	/** Put signs of mistakes into the list of moves. */
	flagMistakes() {
		for (const { ply, mistake, lost } of this.analysis.moves) {
			/** @type {HTMLElement | null} */
			const button = mistake ? this.moves.list.querySelector(`[data-at="${ply + 1}"]:not([data-flag])`) : null;
			if (!button) continue;
			button.dataset.flag = flagOf(lost);
			button.setAttribute("aria-label", `${button.textContent}, ${say("lost_part", { lost: formatPercent(lost) })}`);
		}
	}

	/** Let people choose whose mistakes are listed: at first yours, if you played. */
	fillSeatFilter() {
		const { seats, you } = this.news;
		const isOne = you.seats.length > 0 && you.seats.length < seats.length;
		const options = seats.map((seat, value) => make("option", { value, selected: isOne && value === you.seats[0] }, nameOf(seat)));
		byId("whose").replaceChildren(make("option", { value: "" }, say("everybody")), ...options);
	}

	/** List the biggest mistakes, the worst first. */
	listMistakes() {
		const whose = byId("whose").value;
		const worst = worstMistakes(this.analysis.moves, whose === "" ? null : Number(whose));
		const isDone = this.analysis.shares.length > this.news.moves.length;
		if (!hasChanged(byId("mistakes"), [worst, isDone, whose, this.retry.judged?.ply])) return;
		const none = make("li", { className: "muted" }, isDone ? say("no_mistakes") : "");
		byId("mistakes").replaceChildren(...(worst.length ? worst.map((judged) => this.makeMistake(judged)) : [none]));
	}

	/** @param {JudgedNews} judged */
	makeMistake(judged) {
		const { ply, seat, move, lost } = judged;
		const { board } = this.view;
		const emblem = board.layout.emblems?.[seat];
		const onclick = () => this.playAgain(judged);
		return make(
			"li",
			{},
			make(
				"button",
				{ onclick, "aria-pressed": `${this.retry.judged?.ply === ply}`, data: { ply } },
				emblem && symbolIcon(board, emblem.symbol),
				make("span", {}, say("move_by", { name: nameOf(this.news.seats[seat]), move }), make("small", {}, ` ${say("at_move", { number: rowsOf(this.news.movers)[ply] + 1 })}`)),
				make("b", {}, `−${formatPercent(lost)}`),
			),
		);
	}
}

new ReviewPage();
