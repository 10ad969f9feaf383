/** The analysis board: moves for all seats, a tree of variations, an engine, positions set up by hand. */

import { BoardView } from "./boardview.js";
import { copy } from "./clipboard.js";
import "./drawer.js";
import { goTo, ownQuery } from "./host.js";
import { byId, make, page, preferredView, reasonOf, request, reveal, ruleLink, say } from "./page.js";
import { listenForSources } from "./sources.js";
import { StatusLine } from "./status.js";
import { Thoughts } from "./thoughts.js";
import { clean, MARKS, VariationTree } from "./tree.js";
import { TreeStore } from "./treestore.js";
import { TreeView } from "./treeview.js";

/** What a key does. @type {Record<string, string>} */
const KEYS = {
	ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", ArrowUp: "previous", ArrowDown: "following", Backspace: "takeback", Delete: "remove",
	p: "promote", f: "fold", c: "comment", u: "undo", e: "engine", a: "arrow", x: "best", "+": "more", "-": "fewer", m: "limit", g: "glance", i: "insight",
	w: "why", s: "setup", o: "open", n: "anew", y: "play", l: "link", r: "copy", d: "download", t: "turn", v: "view", "?": "keys",
};

class AnalysisPage {
	constructor() {
		this.tree = new VariationTree();
		this.store = new TreeStore((isLong) => this.onWritten(isLong));
		this.viewName = preferredView();
		this.viewpoint = 0;
		/** The positions that were fetched, by what was asked. @type {Map<string, PositionNews>} */
		this.known = new Map();
		/** The move whose position the board shows, and that position. @type {Move | null} */
		this.shown = null;
		/** @type {PositionNews | null} */
		this.news = null;
		this.view = new BoardView({ onMove: (text) => this.onMove(text), onIllegal: (path) => this.explain(path), onSelect: () => this.insights?.shade(), onGuide: (text, more) => this.setup?.isOn || this.status.guide(text, more) });
		this.status = new StatusLine();
		this.treeView = new TreeView(
			(move) => this.goTo(move),
			(move) => this.fold(move),
		);
		this.thoughts = new Thoughts(this.view.board, { onThought: (thought) => this.insights?.onThought(thought), onPlay: (moves) => this.playLine(moves) });
		/** Both are loaded when they are wanted. @type {Insights | null} */
		this.insights = null;
		/** @type {Setup | null} */
		this.setup = null;
		this.listen();
		this.begin();
	}

	listen() {
		document.body.addEventListener("click", ({ target }) => {
			/** @type {HTMLElement | null} */
			const button = target instanceof Element ? target.closest("[data-do], [data-step], [data-mark]") : null;
			const { do: act, step, mark } = button?.dataset ?? {};
			if (mark) this.mark(mark);
			else if (button) this.act(`${act ?? step}`);
		});
		byId("start-over").onclick = () => this.beginAnew();
		addEventListener("keydown", (event) => this.onKey(event));
		addEventListener("hashchange", () => this.readAddress());
		byId("annotate").onsubmit = (event) => {
			event.preventDefault();
			this.act("comment");
		};
		byId("comment").oninput = () => {
			this.tree.at.comment = clean(byId("comment").value);
			this.save();
		};
		listenForSources((source) => this.read(source));
	}

	/** @param {string} address @param {object} body */
	ask(address, body) {
		return request(`/api/analysis/${address}`, body);
	}

	perspective() {
		return { game: page.game, options: page.options, viewpoint: this.viewpoint, view: this.viewName };
	}

	/** The line to a move. @param {Move} [move] @returns {AskedLine} */
	line(move = this.tree.at) {
		return { game: page.game, options: page.options, start: this.tree.start, moves: move.path.map(({ text }) => text) };
	}

	async begin() {
		const asked = ownQuery();
		const table = asked.get("table");
		if (table) await this.readTable(table, Number(asked.get("at") ?? "NaN"));
		else await this.readAddress();
		document.body.dataset.ready = "1";
	}

	/** The game of a table. @param {string} table @param {number} ply */
	async readTable(table, ply) {
		try {
			const tree = VariationTree.fromRecord(await request(`/api/tables/${table}/record.json`));
			if (ply >= 0) tree.at = tree.at.path[ply - 1] ?? tree.root;
			await this.open(tree);
		} catch (problem) {
			await this.open(new VariationTree());
			this.status.flash(reasonOf(problem));
		}
	}

	/** The tree in the address, or else that of the last visit. */
	async readAddress() {
		try {
			const stored = await this.store.read();
			if (stored) await this.open(stored.tree, { isKept: stored.isInAddress });
		} catch {
			// The address stays as it is until something is played, and what was kept stays too.
			await this.open(new VariationTree(), { isKept: true });
			this.status.put("no", say("broken_address"));
		}
	}

	save() {
		this.store.save(this.tree);
	}

	/** The tree was written down. @param {boolean} isLong whether it has become too long for the address */
	onWritten(isLong) {
		if (isLong) this.status.flash(say("long_address"), "quiet");
		if (document.activeElement === byId("comment")) this.refresh();
	}

	/** Copy the address of the tree as it is now. */
	async copyLink() {
		await this.store.finish();
		if (this.store.isLong) return this.status.flash(say("long_address"), "quiet");
		this.status.flash((await copy(location.href)) ? say("copied") : location.href, "yes");
	}

	/** Look at another tree. @param {VariationTree} tree @param {{ isKept?: boolean }} [how] whether the address has it */
	async open(tree, { isKept = false } = {}) {
		this.tree = tree;
		this.setup?.end();
		for (const id of /** @type {const} */ (["opening", "playing"])) byId(id).hidePopover();
		this.shown = null;
		this.refresh();
		await this.display();
		if (!isKept) this.save();
	}

	/** Look at the position after a move. @param {Move | undefined | null} move */
	goTo(move) {
		if (!move) return;
		this.tree.at = move;
		for (const { parent } of move.path) if (parent) parent.isFolded = false;
		byId("annotate").hidden = true;
		this.refresh();
		this.display();
		this.save();
	}

	/** @param {Move} [move] @returns {Promise<PositionNews>} */
	async fetchPosition(move = this.tree.at) {
		const question = { ...this.perspective(), ...this.line(move) };
		const key = JSON.stringify(question);
		const news = this.known.get(key) ?? (await this.ask("position", question));
		this.known.set(key, news);
		return news;
	}

	/** Put the position on the board; while one is on its way, only the latest counts. @returns {Promise<void>} */
	async display() {
		if (this.isFetching) return;
		this.isFetching = true;
		const { tree } = this;
		const { at } = tree;
		try {
			const news = await this.fetchPosition(at);
			await this.view.board.load(news.layout);
			this.isFetching = false;
			if (tree !== this.tree || at !== tree.at) return this.display();
			if (!this.setup?.isOn) this.showPosition(news, at);
		} catch (problem) {
			this.isFetching = false;
			if (tree !== this.tree || at !== tree.at) return this.display();
			this.onUnplayable(at, problem);
		}
	}

	/** There is no position to show. A move that cannot be, if it was made just now, is taken back, and nothing else is lost. @param {Move} at @param {any} problem */
	onUnplayable(at, problem) {
		this.status.put("no", reasonOf(problem));
		this.view.input.reset();
		document.body.dataset.at = `${at.path.length}`;
		if (at === this.played && ["bad_move", "illegal_move"].includes(problem.code) && !at.children.length) this.tree.remove(at);
		if (this.shown) this.tree.at = this.shown;
		this.refresh();
	}

	/** @param {PositionNews} news @param {Move} at */
	showPosition(news, at) {
		const step = !this.shown ? 0 : at.parent === this.shown ? 1 : this.shown.parent === at ? -1 : 0;
		this.news = news;
		this.shown = at;
		this.status.clear();
		this.view.showScene(news.scene, step);
		this.notice?.();
		this.notice = undefined;
		const [head, ...reasons] = news.headline;
		byId("state").replaceChildren(make("strong", {}, head), ...reasons.map((text) => make("span", { className: "why" }, text)));
		byId("status").className = news.turn === null ? "status over" : "status";
		if (step > 0) this.status.announce([news.told]);
		this.thoughts.showSeats(news.turn);
		this.thoughts.show(news.turn === null ? null : this.line());
		this.insights?.show(news);
		document.body.dataset.at = `${at.path.length}`;
		document.body.dataset.position = news.position;
	}

	/** Draw the tree again, and the buttons that belong to its move. */
	refresh() {
		const { tree } = this;
		this.treeView.show(tree, page.seats.length);
		const { at } = tree;
		for (const button of document.querySelectorAll("[data-mark]")) {
			button.setAttribute("aria-pressed", `${at.mark === button.getAttribute("data-mark")}`);
			/** @type {HTMLButtonElement} */ (button).disabled = !at.parent;
		}
		/** @type {NodeListOf<HTMLButtonElement>} */
		const buttons = document.querySelectorAll("[data-step], [data-do=takeback], [data-do=remove], [data-do=promote]");
		for (const button of buttons) {
			const { step, do: act } = button.dataset;
			button.disabled = act === "promote" ? !at.path.some((move) => move.isVariation) : step === "on" || step === "last" ? !at.children.length : !at.parent;
		}
		if (document.activeElement !== byId("comment")) byId("comment").value = at.comment;
	}

	/** @param {string} text */
	onMove(text) {
		if (this.setup?.isOn) return this.setup.put(text);
		if (!this.playLine([text])) this.view.input.reset();
	}

	/** Play moves on from what the board shows; not while another position is on its way. @param {string[]} moves @returns {boolean} whether they are played */
	playLine(moves) {
		const isPlayed = this.tree.at === this.shown && moves.length > 0;
		if (isPlayed) {
			try {
				for (const text of moves) this.played = this.tree.play(text);
			} catch (problem) {
				this.notice = () => this.status.flash(reasonOf(problem));
			}
			this.goTo(this.tree.at);
		}
		return isPlayed;
	}

	/** @param {KeyboardEvent} event */
	onKey(event) {
		const { key, target } = event;
		const isTyping = target instanceof Element && target.closest("input, select, textarea");
		if (isTyping && key === "Escape" && target.id === "comment") return this.act("comment");
		if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
		if (document.querySelector("[popover]:popover-open") && key !== "?") return;
		const act = KEYS[key.length === 1 ? key.toLowerCase() : key];
		if (this.setup?.isOn && act !== "keys") return;
		if (/^[0-6]$/.test(key)) this.mark(MARKS[Number(key) - 1] ?? "");
		else if (act) this.act(act);
		else return;
		event.preventDefault();
	}

	/** @param {string} name */
	act(name) {
		const { tree } = this;
		const { at } = tree;
		/** @type {Record<string, () => unknown>} */
		const acts = {
			back: () => this.goTo(at.parent),
			on: () => this.goTo(at.next ?? at.children[0]),
			first: () => this.goTo(at.parent && tree.root),
			last: () => this.goTo(lastOf(at)),
			previous: () => this.goTo(tree.sibling(at, -1)),
			following: () => this.goTo(tree.sibling(at, 1)),
			takeback: () => (at.children.length ? this.goTo(at.parent) : this.remove(at)),
			remove: () => this.remove(at),
			promote: () => tree.promote(at) && this.goTo(at),
			fold: () => this.fold(at.path.findLast((move) => move.isVariation)),
			comment: () => this.comment(),
			engine: () => this.press("engine", (isOn) => this.toggleEngine(isOn)),
			glance: () => this.press("glance", (isOn) => this.withInsights((insights) => insights.toggleGlance(isOn)), "insight"),
			insight: () => this.press("insight", (isOn) => this.withInsights((insights) => insights.toggleInsight(isOn)), "glance"),
			arrow: () => this.withInsights((insights) => byId("arrow").setAttribute("aria-pressed", `${insights.toggleArrow()}`)),
			why: () => this.withInsights((insights) => insights.explain()),
			undo: () => byId("line").hidden || /** @type {HTMLElement | null} */ (document.querySelector("#line [data-undo]"))?.click(),
			more: () => this.choose("line-count", 1),
			fewer: () => this.choose("line-count", -1),
			limit: () => this.choose("limit", 1),
			best: () => this.playLine(this.thoughts.thought?.lines[0]?.moves.slice(0, 1) ?? []),
			setup: () => page.edits && this.setUp(),
			open: () => byId("opening").togglePopover(),
			anew: () => this.beginAnew(),
			play: () => this.playFromHere(),
			keys: () => byId("keys").togglePopover(),
			link: () => this.copyLink(),
			copy: () => this.withRecords(async ({ copyRecord }) => this.status.flash(...(await copyRecord(tree)))),
			download: () => this.withRecords(({ saveRecord }) => saveRecord(tree)),
			turn: () => this.look(this.viewName, (this.viewpoint + 1) % page.seats.length),
			view: () => this.look(page.views[(page.views.indexOf(this.viewName) + 1) % page.views.length], this.viewpoint),
		};
		acts[name]?.();
	}

	/** Switch something on or off by its button. @param {string} name @param {(isOn: boolean) => void} then @param {string} [other] what cannot be seen beside it */
	press(name, then, other) {
		const button = document.querySelector(`[data-do=${name}]`);
		const isOn = button?.getAttribute("aria-pressed") !== "true";
		if (isOn && other && document.querySelector(`[data-do=${other}][aria-pressed=true]`)) this.act(other);
		button?.setAttribute("aria-pressed", `${isOn}`);
		then(isOn);
	}

	/** @param {boolean} isOn */
	toggleEngine(isOn) {
		this.thoughts.toggle(isOn);
		/** @type {HTMLInputElement | null} */
		const tab = document.querySelector(`[name=tab][value=${isOn ? "engine" : "moves"}]`);
		if (tab) tab.checked = true;
		if (isOn) reveal(byId("engine"));
	}

	/** Choose the next value of a list of the engine's; after the last one comes the first. @param {"line-count" | "limit"} id @param {number} step */
	choose(id, step) {
		const list = byId(id);
		list.selectedIndex = (list.selectedIndex + step + list.length) % list.length;
		this.thoughts.ask();
	}

	/** @param {string} view @param {number} viewpoint */
	look(view, viewpoint) {
		Object.assign(this, { viewName: view, viewpoint });
		localStorage.setItem(`view:${page.game}`, view);
		if (this.setup?.isOn) this.setup.change({});
		else this.display();
	}

	/** Begin with the usual position, of the game with the options that are chosen. */
	beginAnew() {
		/** @type {NodeListOf<HTMLSelectElement>} */
		const lists = byId("opening").querySelectorAll("select");
		const query = [...lists].map(({ value }) => value && `option=${value}`).filter(Boolean).join("&");
		const address = `/analysis/${page.game}${query && `?${query}`}`;
		if (address !== page.address) return goTo(address);
		return this.replace(new VariationTree(), say("begun_anew"));
	}

	/** Say what is gone, once the position is shown, with a button that brings it back. @param {string} text @param {() => void} onclick */
	offerUndo(text, onclick) {
		this.notice = () => this.status.hold(text, make("button", { className: "small", data: { undo: "" }, onclick }, say("undo")));
	}

	/** Delete a move with all that follows; a button brings it back. @param {Move} move */
	remove(move) {
		if (!move.parent) return;
		const { tree } = this;
		const bringBack = tree.remove(move);
		const onclick = () => {
			bringBack();
			this.goTo(tree.at);
		};
		if (move.children.length || move.comment) this.offerUndo(say("deleted", { move: move.text }), onclick);
		this.goTo(tree.at);
	}

	/** @param {Move | undefined} move */
	fold(move) {
		if (!move) return;
		move.isFolded = !move.isFolded;
		if (move.isFolded && this.tree.at.path.includes(move)) return this.goTo(move);
		this.refresh();
		this.save();
	}

	/** @param {string} mark */
	mark(mark) {
		const { at } = this.tree;
		if (!at.parent) return;
		at.mark = at.mark === mark ? "" : mark;
		this.refresh();
		this.save();
	}

	/** Open the line for the comment, or close it. */
	comment() {
		const form = byId("annotate");
		form.hidden = !form.hidden;
		if (form.hidden) {
			this.refresh();
			this.save();
			return byId("stage").focus({ preventScroll: true });
		}
		byId("comment").value = this.tree.at.comment;
		byId("comment").focus({ preventScroll: true });
		form.scrollIntoView({ block: "nearest" }); // all of it: a browser is content with the line that is written
	}

	/** Say which rule forbids a click. @param {string[]} path */
	async explain(path) {
		if (this.setup?.isOn) return this.status.flash(say("choose_thing"));
		this.view.board.shake(path[path.length - 1]);
		if (this.view.input.selection.isEmpty) return;
		try {
			/** @type {Why} */
			const why = await this.ask("why", { ...this.line(), clicks: path });
			this.status.flash(why.says, "no", ruleLink(why.clause) || "");
		} catch {
			this.status.flash(say(path.length > 1 ? "not_there" : "nothing_there"));
		}
	}

	playFromHere() {
		if (!this.news || this.news.turn === null) return;
		const { start, seat } = byId("playing").elements;
		start.value = this.news.position;
		seat.value = `${this.news.turn}`;
		byId("playing").togglePopover();
	}

	/** Do what may fail, as modules that are rarely wanted are loaded for it. @param {() => Promise<unknown>} act */
	async attempt(act) {
		try {
			await act();
		} catch (problem) {
			this.status.flash(reasonOf(problem));
		}
	}

	/** @param {string | File} source */
	read(source) {
		this.withRecords(({ readRecord }) => readRecord(source, (tree) => this.replace(tree)));
	}

	/** Look at another tree; a button brings the one before back. @param {VariationTree} tree @param {string} [text] what is gone */
	replace(tree, text = say("replaced")) {
		const { tree: before } = this;
		if (before.root.children.length) this.offerUndo(text, () => this.open(before));
		return this.open(tree);
	}

	/** @param {(records: typeof import("./records.js")) => Promise<void>} act */
	withRecords(act) {
		return this.attempt(async () => act(await import("./records.js")));
	}

	/** @param {(insights: Insights) => unknown} act */
	withInsights(act) {
		return this.attempt(async () => {
			const { Insights } = await import("./insights.js");
			if (!this.insights) {
				this.insights = new Insights(this.view, {
					ask: (address, more) => this.ask(address, { ...this.line(this.shown ?? undefined), ...more }),
					onMessage: (text) => this.status.flash(text),
				});
				this.insights.show(this.setup?.isOn ? null : this.news);
				this.insights.onThought(this.thoughts.thought);
			}
			await act(this.insights);
		});
	}

	setUp() {
		return this.attempt(async () => {
			const { Setup } = await import("./setup.js");
			this.setup ??= new Setup(this.view, {
				ask: (address, question) => this.ask(address, { ...this.perspective(), ...question }),
				onBegin: () => this.beginSetup(),
				onDone: (position) => this.replace(new VariationTree(position)),
				onLeave: () => this.leaveSetup(),
				onMessage: (text) => this.status.flash(text),
			});
			await this.setup.begin(this.news?.position ?? "");
		});
	}

	/** While a position is set up nothing is thought about it. */
	beginSetup() {
		this.insights?.show(null);
		this.thoughts.show(null);
		byId("state").replaceChildren(make("strong", {}, say("set_up")));
	}

	leaveSetup() {
		this.setup?.end();
		this.display();
	}
}

/** The end of the line that a move belongs to. @param {Move} move */
function lastOf(move) {
	let last = move.next ?? move.children[0] ?? move;
	while (last.next) last = last.next;
	return last;
}

new AnalysisPage();
