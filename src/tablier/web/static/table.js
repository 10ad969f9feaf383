/** The table: news comes in and is shown; what the player does goes out. */

import { Acts } from "./acts.js";
import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import "./drawer.js";
import { Hand } from "./hand.js";
import { knock } from "./knock.js";
import { Moves } from "./moves.js";
import { byId, make, narrow, page, say } from "./page.js";
import { Panels } from "./panels.js";
import { rounds } from "./rounds.js";
import { Seats } from "./seats.js";
import { isSet } from "./settings.js";
import { Shares } from "./shares.js";
import { Line } from "./socket.js";
import { Talk } from "./talk.js";
import { Teller } from "./words.js";

const KEPT = `view:${page.game}`;

class Table {
	constructor() {
		/** @type {News | null} */
		this.news = null;
		/** How many moves are shown; null for the game as it stands. @type {number | null} */
		this.at = null;
		/** What the board shows: after how many of which moves. */
		this.shown = { at: -1, moves: [] };
		/** Positions that were looked at. @type {Map<number, Scene>} */
		this.scenes = new Map();
		/** @type {number | null} the seat at the bottom of the board, if it was turned */
		this.viewpoint = null;
		const view = localStorage.getItem(KEPT);
		this.view = page.views.includes(view) ? view : page.views.at(narrow.matches ? -1 : 0);

		const act = (message) => this.line.act(message);
		this.board = new Board(byId("stage"));
		this.teller = new Teller();
		this.hand = new Hand(this.board, {
			onMove: (move) => (isSet("confirm") ? this.ask(move) : this.play(move)),
			onIllegal: (path) => this.explain(path),
			onChange: (path) => this.chose(path),
		});
		this.panels = new Panels(this.board, this.hand);
		this.moves = new Moves((at) => this.look(at));
		this.clocks = new Clocks();
		this.seats = new Seats(this.board, act);
		this.talk = new Talk(act);
		this.shares = new Shares(this.board, (message) => this.line.ask(message));
		this.acts = new Acts({
			onAct: act,
			onHint: () => this.hint(),
			onShares: () => {
				this.shares.toggle();
				this.refresh();
			},
			onView: () => this.turn(this.viewpoint, page.views[(page.views.indexOf(this.view) + 1) % page.views.length]),
			onTurn: () => this.turn((this.bottom + 1) % this.news.seats.length, this.view),
			onRemark: (text, kind) => this.teller.remark(text, kind),
		});
		this.line = new Line(() => this.address(), {
			onMessage: (message) => this.hear(message),
			onProblem: ({ says }) => {
				this.hand.again();
				this.teller.remark(says);
			},
			onState: (state, problem) => {
				byId("connection").hidden = state === "open";
				byId("connection").textContent = state === "refused" && problem ? problem.says : say("lost");
				document.body.classList.toggle("offline", state !== "open");
			},
		});
		byId("live").onclick = () => this.look(this.news.moves.length);
	}

	address() {
		const query = new URLSearchParams({ view: this.view, language: page.language });
		if (this.viewpoint !== null) query.set("viewpoint", this.viewpoint);
		return `${location.origin.replace(/^http/, "ws")}/api/tables/${page.table}/live?${query}`;
	}

	get bottom() {
		return this.viewpoint ?? this.news.you.seats[0] ?? 0;
	}

	get isYours() {
		return this.news.status === "playing" && this.news.you.seats.includes(this.news.turn);
	}

	async hear(message) {
		if (message.type === "presence") {
			this.news.seats.forEach((seat, number) => (seat.here = message.here[number]));
			this.news.watchers = message.watchers;
			return this.refresh();
		}
		const before = this.news;
		this.news = message;
		message.heard = Date.now();
		await this.board.dress(message.layout);
		if (this.news === message) this.take(before, message); // or newer news came while the board was fetched
	}

	take(before, news) {
		const same = before?.layout === news.layout;
		const grown = same && before.moves.every((text, at) => news.moves[at] === text);
		if (!grown) this.scenes = new Map();
		if (!grown || this.at >= news.moves.length) this.at = null;
		this.scenes.set(news.moves.length, news.scene);
		const mayPlay = news.you.may.includes("play");
		if (!same || before.ply !== news.ply || mayPlay !== this.mayPlay) this.display();
		else if (this.hand.pending && !this.hand.isAsked) this.hand.again();
		this.mayPlay = mayPlay;
		this.refresh();
		if (before && before.ply !== news.ply) {
			this.teller.hush();
			this.teller.announce(news);
			knock();
		}
		if (before && !before.next && news.next && news.you.seats.length) location.assign(`/t/${news.next}`);
		Object.assign(document.body.dataset, { ready: news.ply, status: news.status });
	}

	/** Put the position that is looked at on the board. */
	display() {
		const { news, shown } = this;
		const at = this.at ?? news.moves.length;
		const scene = this.scenes.get(at);
		if (!scene) return this.fetch(at);
		const common = shown.moves.slice(0, Math.min(at, shown.at)).every((text, ply) => text === news.moves[ply]);
		const isStep = shown.at >= 0 && common && this.board.scene && Math.abs(at - shown.at) === 1;
		this.board.show(scene, isStep ? at - shown.at : 0);
		this.shown = { at, moves: news.moves };
		this.hand.offer(scene, this.at === null && news.you.may.includes("play"));
		document.body.dataset.at = at;
	}

	/** Ask for a position; while one is on its way, only the latest wish counts. */
	async fetch(at) {
		if (this.fetching) return;
		this.fetching = true;
		const { scenes } = this;
		try {
			const { scene } = await this.line.ask({ act: "scene", at });
			scenes.set(at, scene);
		} catch {
			this.at = null;
		}
		this.fetching = false;
		this.display();
		this.refresh();
	}

	/** All that stands around the board. */
	refresh() {
		const { news } = this;
		if (!news || !this.board.layout) return;
		const at = this.at ?? news.moves.length;
		this.seats.show(news);
		this.clocks.set(news.clock, this.seats.faces, news.heard);
		this.moves.show(news.moves, news.seats.length, at);
		this.acts.show(news, this.shares.isOn, { at, viewpoint: this.bottom, view: this.view });
		this.teller.show(news, this.invitation(news));
		this.talk.show(news);
		this.shares.show(news, at);
		this.panels.show([...(this.board.scene?.panels ?? []), ...rounds(news.series)]);
		byId("watchers").textContent = news.watchers ? say("watchers", { count: news.watchers }) : "";
		document.title = this.isYours ? say("your_turn_title", page) : page.title;
	}

	/** What to do while seats are open, and after the game. */
	invitation({ status, next, you, seats }) {
		const press = (words, onclick) => make("button", { className: "main", onclick }, say(words));
		const go = (words, href) => make("a", { href, className: "button main" }, say(words));
		if (status === "over") return next ? go("next_game", `/t/${next}`) : go("new_game", "/");
		if (status !== "waiting") return null;
		if (you.seats.length) return press("invite", () => this.acts.share());
		return press("join", () => this.line.act({ act: "sit", seat: seats.findIndex(({ kind }) => kind === "open") }));
	}

	play(move) {
		this.line.act({ act: "play", move, ply: this.news.ply });
	}

	/** Whoever wants to be asked sees the move before he makes it. */
	ask(move) {
		this.hand.isAsked = true;
		const yes = () => {
			this.hand.isAsked = false;
			this.teller.hush();
			this.play(move);
		};
		const answer = (words, onclick, classes) => make("button", { className: `small ${classes}`, onclick }, say(words));
		this.teller.ask(move, answer("play_it", yes, "main"), answer("cancel", () => this.hand.again(), ""));
	}

	/** Look at the position after so many moves. */
	look(at) {
		this.teller.hush();
		this.at = at === this.news.moves.length ? null : at;
		this.display();
		this.refresh();
	}

	turn(viewpoint, view) {
		Object.assign(this, { viewpoint, view });
		localStorage.setItem(KEPT, view);
		this.line.act({ act: "look", viewpoint, view });
	}

	/** Something was clicked, or let go. */
	chose(path) {
		this.panels?.light();
		if (path.length && !this.hand.pending) this.teller.remark(say("choose_next"), "quiet");
		else if (this.teller.line.className === "quiet") this.teller.hush();
	}

	/** A click that leads nowhere: which rule says so? */
	async explain(path) {
		const { news, teller } = this;
		if (this.at !== null) return this.look(news.moves.length);
		if (news.status !== "playing" || !news.you.seats.length) return;
		if (!this.isYours) return teller.remark(say("not_yet", { state: teller.state.textContent }), "quiet");
		this.board.shake(path.at(-1));
		try {
			const { says, clause } = await this.line.ask({ act: "why", path });
			teller.remark(says, "no", clause && make("a", { href: `${page.rules}#${clause}`, target: "rules" }, `§${clause}`));
		} catch {
			teller.remark(say(path.length > 1 ? "not_there" : "nothing_there"));
		}
	}

	async hint() {
		this.look(this.news.moves.length);
		this.teller.remark(say("thinking"), "quiet");
		try {
			const { path, move, ply } = await this.line.ask({ act: "hint" });
			if (ply !== this.news.ply) return;
			this.hand.show(path);
			this.teller.remark(say("hint_is", { move }), "yes");
		} catch ({ says }) {
			this.teller.remark(says);
		}
	}
}

new Table();
