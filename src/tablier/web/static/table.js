/** The table: news comes in and is shown; what the player does goes out. */

import { Actions } from "./actions.js";
import { showAnnouncement } from "./announcement.js";
import { Board, stepBetween } from "./board.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clock.js";
import "./drawer.js";
import { goTo, needsNetwork } from "./host.js";
import { Input } from "./input.js";
import { KeptMove } from "./kept.js";
import { MoveList } from "./moves.js";
import { byId, make, page, preferredView, reasonOf, ruleLink, say } from "./page.js";
import { Panels } from "./panels.js";
import { fadeMarks, pliesSince, readerOf } from "./recent.js";
import { Seats, signInAddress } from "./seats.js";
import { seriesPanels } from "./series.js";
import { isSet, valueOf } from "./settings.js";
import { Connection } from "./socket.js";
import { sentencesBetween } from "./spoken.js";
import { StatusLine } from "./status.js";
import { saidBetween, Together } from "./together.js";

/** Seconds from a move to a bot's answer, by the setting. @type {Record<string, number>} */
const PAUSES = { calm: 1.2, quick: 0.5, none: 0 };

class TablePage {
	constructor() {
		/** The latest; there is none before the first message. @type {News} */
		this.news;
		/** When it came, by this machine's time. */
		this.receivedAt = 0;
		/** How many moves are shown; null for the game as it stands. @type {number | null} */
		this.at = null;
		/** What the board shows: after how many of which moves. @type {{ at: number, moves: string[] }} */
		this.shown = { at: -1, moves: [] };
		/** Positions that were fetched, by the number of moves. @type {Map<number, Scene>} */
		this.scenes = new Map();
		/** The seat at the bottom of the board, if it was turned. @type {number | null} */
		this.viewpoint = null;
		this.view = preferredView();
		/** Whether moves were offered when the board was last shown. */
		this.mayPlay = false;
		this.isLost = false;
		/** The move that was sent and has not come back. @type {KeptMove | null} */
		this.kept = null;
		/** The last move that was sent again. */
		this.resent = "";
		/** Keeps the game for offline, where that is wished. @type {import("./carry.js").carrier | undefined} */
		this.carrier;

		/** @type {Send} */
		const send = (message) => {
			if (message.act === "answer") this.together.answered.add(message.offer);
			return this.connection.send(message.act === "sit" ? this.together.sign(message) : message);
		};
		this.board = new Board(byId("stage"));
		this.status = new StatusLine();
		this.input = new Input(this.board, {
			onMove: (move) => (isSet("confirm") ? this.confirm(move) : this.play(move)),
			onIllegal: (path) => this.explain(path),
			onSelect: () => this.panels.highlight(),
			onGuide: (text, more) => this.status.guide(text, more),
		});
		this.panels = new Panels(this.board, this.input, isSet);
		this.moves = new MoveList((at) => this.goTo(at));
		this.clocks = new Clocks();
		this.seats = new Seats(this.board, send);
		this.chat = new Chat(send, (message) => this.connection.ask(message));
		this.together = new Together(send, (text, kind) => this.status.flash(text, kind));
		/** Loaded when somebody asks for it. @type {import("./evaluation.js").EvaluationBar | undefined} */
		this.evaluation = undefined;
		this.actions = new Actions({
			send,
			onHint: () => this.hint(),
			onEvaluate: () => this.evaluate().catch((problem) => this.status.flash(reasonOf(problem))),
			onView: () => this.look(this.viewpoint, page.views[(page.views.indexOf(this.view) + 1) % page.views.length]),
			onTurn: () => this.look((this.bottom + 1) % this.news.seats.length, this.view),
			onMessage: (text, kind) => this.status.flash(text, kind),
		});
		this.connection = new Connection(() => this.address(), {
			onNews: (news) => this.onNews(news),
			onPresence: ({ here, watchers }) => {
				this.news.seats.forEach((seat, number) => (seat.here = here[number]));
				this.news.watchers = watchers;
				this.refresh();
			},
			onThinking: ({ ahead, reduced, headline }) => {
				Object.assign(this.news, { ahead, reduced, headline });
				this.refresh();
			},
			onAnnouncement: showAnnouncement,
			onProblem: ({ says, code }) => {
				// The server was slow, and the move has arrived twice.
				if (code === "stale_ply" && this.news?.moves.at(-1) === this.resent) return;
				this.kept = null;
				this.input.reset();
				this.status.flash(says);
			},
			onState: (state, problem) => {
				byId("connection").hidden = state === "open";
				byId("connection").textContent = problem?.says ?? say("lost");
				if (state === "lost" && this.carrier) byId("connection").append(...this.carrier.makeLink());
				document.body.classList.toggle("offline", state !== "open");
				if (state === "lost") this.onLost();
			},
		});
		byId("settings").addEventListener("change", ({ target }) => {
			if (target instanceof HTMLSelectElement) this.look(this.viewpoint, this.view);
			this.refresh();
		});
		byId("live")?.addEventListener("click", () => this.goTo(this.news.moves.length));
	}

	address() {
		const query = new URLSearchParams({ view: this.view, language: page.language, pause: `${PAUSES[valueOf("pace")]}` });
		if (this.viewpoint !== null) query.set("viewpoint", `${this.viewpoint}`);
		return `/api/tables/${page.table}/live?${query}`;
	}

	/** The seat at the bottom of the board. */
	get bottom() {
		return this.viewpoint ?? this.news.you.seats[0] ?? 0;
	}

	get isMyTurn() {
		const { status, turn, you } = this.news;
		return status === "playing" && turn !== null && you.seats.includes(turn);
	}

	/** @param {News} news */
	async onNews(news) {
		const before = this.news;
		this.news = news;
		this.receivedAt = Date.now();
		await this.board.load(news.layout);
		if (this.news === news) this.update(before, news); // or newer news came while the board was fetched
	}

	/** @param {News | undefined} before @param {News} news */
	update(before, news) {
		const isSameLayout = before?.layout === news.layout;
		const isContinued = isSameLayout && before.moves.every((text, at) => news.moves[at] === text);
		if (!isContinued) this.scenes = new Map();
		if (!isContinued || (this.at ?? 0) >= news.moves.length) this.at = null;
		this.scenes.set(news.moves.length, news.scene);
		const mayPlay = news.you.may.includes("play");
		if (!isSameLayout || before.ply !== news.ply || mayPlay !== this.mayPlay) this.display();
		else if (this.input.isPending && !this.input.isConfirming) this.input.reset();
		this.mayPlay = mayPlay;
		this.refresh();
		if (before && before.ply !== news.ply) {
			this.status.clear();
		}
		if (before) {
			this.status.announce(sentencesBetween(before, news));
			this.together.notice(before, news, this.chat.muted);
			this.showSaid(saidBetween(before, news, this.chat.muted));
		}
		this.settleKept(news);
		this.carry(news);
		if (!before) this.takeSeat(news);
		if (before && !before.next && news.next && news.you.seats.length) goTo(`/t/${news.next}`);
		Object.assign(document.body.dataset, { ready: news.ply, status: news.status });
	}

	/** What is said while the chat is out of sight, as on a phone, stands in the status line for a while. @param {Heard} [said] */
	showSaid(said) {
		if (!said || !this.chat.isOutOfSight) return;
		this.chat.markUnread(true);
		if (this.status.line.hidden) this.status.flash(say("said", said), "quiet");
	}

	/** Where games are kept for offline, this one can be played on there. @param {News} news */
	async carry(news) {
		if (!needsNetwork() || !localStorage.getItem("kept")) return;
		this.carrier ??= (await import("./carry.js")).carrier;
		this.carrier.follow(news);
	}

	/** Who signed in to join takes the seat now. @param {News} news */
	takeSeat({ seats, you }) {
		const [, wanted] = /^#sit(\d*)$/.exec(location.hash) ?? [];
		if (wanted === undefined) return;
		history.replaceState(null, "", location.pathname + location.search);
		const seat = wanted && seats[Number(wanted)]?.kind === "open" ? Number(wanted) : seats.findIndex(({ kind }) => kind === "open");
		if (!page.guest && !you.seats.length && you.may.includes("sit")) this.connection.send({ act: "sit", seat });
	}

	/** Put the position that is looked at on the board. */
	display() {
		const { news, shown } = this;
		const at = this.at ?? news.moves.length;
		const scene = this.scenes.get(at);
		if (!scene) return this.fetchScene(at);
		const isSameGame = shown.moves.slice(0, Math.min(at, shown.at)).every((text, ply) => text === news.moves[ply]);
		this.board.show(scene, shown.at >= 0 && isSameGame && this.board.scene ? stepBetween(shown.at, at) : 0);
		this.markRecent(at);
		this.shown = { at, moves: news.moves };
		this.input.offer(scene, this.at === null && news.you.may.includes("play"));
		document.body.dataset.at = `${at}`;
	}

	/** Mark all that happened since the player's last move; positions that are not here are asked for. @param {number} at */
	async markRecent(at) {
		const { news, scenes, board } = this;
		const { scene } = board;
		const seat = readerOf(news);
		const plies = pliesSince(news.movers, at, seat);
		/** @param {number} ply */
		const fetch = async (ply) => scenes.set(ply, (await this.connection.ask({ act: "scene", at: ply })).scene);
		try {
			await Promise.all(plies.filter((ply) => !scenes.has(ply)).map(fetch));
		} catch {
			return;
		}
		if (board.scene !== scene || !plies.length) return;
		board.mark([...plies.flatMap((ply) => fadeMarks(scenes.get(ply), news.movers[ply - 1] === seat)), ...(scene?.marks ?? [])]);
	}

	/** Ask for a position; while one is on its way, only the latest counts. @param {number} at */
	async fetchScene(at) {
		if (this.isFetching) return;
		this.isFetching = true;
		const { scenes } = this;
		try {
			const { scene } = await this.connection.ask({ act: "scene", at });
			scenes.set(at, scene);
		} catch {
			this.at = null;
		}
		this.isFetching = false;
		this.display();
		this.refresh();
	}

	/** Show all that stands around the board. */
	refresh() {
		const { news } = this;
		if (!news || !this.board.address) return;
		const at = this.at ?? news.moves.length;
		this.seats.show(news);
		this.clocks.run(news.clock, this.seats.faces, this.receivedAt);
		this.moves.show(news, at);
		this.status.show(news, this.makeInvitation(news));
		this.actions.show(news, Boolean(this.evaluation?.isOn), { at, viewpoint: this.bottom, view: this.view });
		this.chat.show(news);
		this.together.show(news);
		this.evaluation?.show(news, at);
		this.panels.show([...(this.board.scene?.panels ?? []), ...seriesPanels(news.series)]);
		byId("watchers").textContent = news.watchers ? say("watchers", { count: news.watchers }) : "";
		document.title = this.isMyTurn ? say("your_turn_title", page) : page.title;
	}

	/** What to do while seats are open, and after the game. @param {News} news */
	makeInvitation(news) {
		const { status, you, terms } = news;
		/** @param {string} key @param {() => void} onclick */
		const button = (key, onclick) => make("button", { className: "main", onclick }, say(key));
		/** @param {string} key @param {string} href */
		const link = (key, href) => make("a", { href, className: "button main" }, say(key));
		if (status === "over") {
			const again = this.makeNextGame(news, button, link);
			const review = make("a", { href: `/t/${page.table}/review`, className: "button look-back" }, say("review"));
			const isAsked = news.offers.some(({ matter }) => matter === "rematch");
			return make("span", { className: "afterwards" }, again, review, make("a", { href: "/", className: again || isAsked ? "button" : "button main" }, say("new_game")));
		}
		if (status !== "waiting" || you.seats.length) return null;
		if (page.guest && terms.rated) return link("sign_in", signInAddress());
		if (!you.may.includes("sit")) return null;
		return button("join", () => this.together.join());
	}

	/** How these players go on: the next round, the game that has been set up already, a rematch. @param {News} news @param {(key: string, onclick: () => void) => HTMLElement} button @param {(key: string, href: string) => HTMLElement} link */
	makeNextGame({ you, next }, button, link) {
		const { connection } = this;
		if (you.may.includes("next_round")) return button("next_round", () => connection.send({ act: "next_round" }));
		if (next) return link("next_game", `/t/${next}`);
		return you.may.includes("offer:rematch") && button("rematch", () => connection.send({ act: "offer", matter: "rematch" }));
	}

	/** @param {string} move */
	play(move) {
		this.kept = new KeptMove(move, this.news);
		if (!this.connection.send({ act: "play", move, ply: this.news.ply })) this.onLost();
	}

	/** There is no connection: say what becomes of moves. */
	onLost() {
		const { kept, status } = this;
		this.isLost = true;
		if (!kept) return this.news && this.isMyTurn && status.hold(say("offline"));
		kept.isWaiting = true;
		const cancel = () => {
			this.kept = null;
			this.input.reset();
			this.onLost();
		};
		status.hold(say("move_kept", kept), make("button", { className: "small", onclick: cancel }, say("cancel")));
	}

	/** Send the move that was kept, or say that it was not made. @param {News} news */
	settleKept(news) {
		const { kept, status } = this;
		if (this.isLost) status.clear();
		this.isLost = false;
		const fate = kept?.judge(news) ?? "wait";
		if (!kept || fate === "wait") return;
		this.kept = null;
		if (fate === "send") {
			this.play(kept.move);
			this.resent = kept.move;
			status.flash(say("move_sent", kept), "yes");
		} else if (fate === "dropped") status.flash(say("move_dropped", kept));
	}

	/** Ask before a move is made; it is seen on the board meanwhile. @param {string} move */
	confirm(move) {
		this.input.isConfirming = true;
		const play = () => {
			this.input.isConfirming = false;
			this.status.clear();
			this.play(move);
		};
		/** @param {string} key @param {() => void} onclick @param {string} classes */
		const answer = (key, onclick, classes) => make("button", { className: `small ${classes}`, onclick }, say(key));
		this.status.ask(move, answer("play_it", play, "main"), answer("cancel", () => this.input.reset(), ""));
	}

	/** Look at the position after so many moves. @param {number} at */
	goTo(at) {
		this.status.clear();
		this.at = at === this.news.moves.length ? null : at;
		this.display();
		this.refresh();
	}

	/** See the board from a seat, in a view. @param {number | null} viewpoint @param {string} view */
	look(viewpoint, view) {
		Object.assign(this, { viewpoint, view });
		localStorage.setItem(`view:${page.game}`, view);
		this.connection.send({ act: "look", viewpoint, view, pause: PAUSES[valueOf("pace")] });
	}

	/** Show the evaluation, or show it no more. */
	async evaluate() {
		const { EvaluationBar } = await import("./evaluation.js");
		this.evaluation ??= new EvaluationBar(this.board, (message) => this.connection.ask(message));
		this.evaluation.toggle();
		this.refresh();
	}

	/** Say which rule forbids a click. @param {string[]} path */
	async explain(path) {
		const { news, status } = this;
		if (this.at !== null) return this.goTo(news.moves.length);
		if (news.status !== "playing" || !news.you.seats.length) return;
		if (!this.isMyTurn) return status.flash(say("not_yet", { state: status.state.textContent }), "quiet");
		this.board.shake(path[path.length - 1]);
		try {
			const { says, clause } = await this.connection.ask({ act: "why", path });
			status.flash(says, "no", ruleLink(clause));
		} catch {
			status.flash(say(path.length > 1 ? "not_there" : "nothing_there"));
		}
	}

	async hint() {
		this.goTo(this.news.moves.length);
		this.status.flash(say("thinking"), "quiet");
		try {
			const { path, move, ply } = await this.connection.ask({ act: "hint" });
			if (ply !== this.news.ply) return;
			this.input.showHint(path);
			this.status.flash(say("hint_is", { move }), "yes");
		} catch (problem) {
			this.status.flash(reasonOf(problem));
		}
	}
}

new TablePage();
