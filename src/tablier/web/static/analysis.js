/** The analysis board: moves for all seats, a tree of variations, an engine, positions set up by hand. */

import { decodeTree, encodeTree, LONGEST } from "./address.js";
import { BoardView } from "./boardview.js";
import { copy } from "./clipboard.js";
import "./drawer.js";
import { Insights } from "./insights.js";
import { byId, make, page, preferredView, reasonOf, request, ruleLink, say } from "./page.js";
import { Setup } from "./setup.js";
import { StatusLine } from "./status.js";
import { Thoughts } from "./thoughts.js";
import { clean, MARKS, VariationTree } from "./tree.js";
import { TreeView } from "./treeview.js";

/** Where a tree is kept that the address cannot hold, and the one of the last visit. @param {string} address of the page */
const storedUnder = (address) => `tree:${address}`;
/** Milliseconds after a change until the address has it. */
const LATER = 250;
/** What a key does. @type {Record<string, string>} */
const KEYS = {
	ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", ArrowUp: "previous", ArrowDown: "following", Backspace: "takeback", Delete: "remove",
	p: "promote", f: "fold", c: "comment", e: "engine", a: "arrow", x: "best", g: "glance", i: "insight", w: "why", s: "setup", o: "open", y: "play",
	l: "link", r: "copy", d: "download", t: "turn", v: "view", "?": "keys",
};

class AnalysisPage {
	constructor() {
		this.tree = new VariationTree();
		this.viewName = preferredView();
		this.viewpoint = 0;
		/** The positions that were fetched, by what was asked. @type {Map<string, PositionNews>} */
		this.known = new Map();
		/** The move whose position the board shows, and that position. @type {Move | null} */
		this.shown = null;
		/** @type {PositionNews | null} */
		this.news = null;
		this.view = new BoardView({ onMove: (text) => this.onMove(text), onIllegal: (path) => this.explain(path), onSelect: () => this.insights?.shade() });
		this.status = new StatusLine();
		this.treeView = new TreeView(
			(move) => this.goTo(move),
			(move) => this.fold(move),
		);
		this.thoughts = new Thoughts(this.view.board, { onThought: (thought) => this.insights?.onThought(thought), onPlay: (moves) => this.playLine(moves) });
		this.insights = new Insights(this.view, { ask: (address, more) => this.ask(address, { ...this.line(), ...more }), onMessage: (text) => this.status.flash(text) });
		this.setup = new Setup(this.view, {
			ask: (address, question) => this.ask(address, { ...this.perspective(), ...question }),
			onBegin: () => this.beginSetup(),
			onDone: (position) => this.analysePosition(position),
			onLeave: () => this.leaveSetup(),
			onMessage: (text) => this.status.flash(text),
		});
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
		byId("start-over").onclick = () => this.open(new VariationTree());
		addEventListener("keydown", (event) => this.onKey(event));
		addEventListener("hashchange", () => this.readAddress());
		byId("annotate").onsubmit = (event) => {
			event.preventDefault();
			this.act("comment");
		};
		byId("comment").oninput = () => {
			this.tree.at.comment = clean(byId("comment").value);
			this.refresh();
		};
		byId("opening").onsubmit = (event) => {
			event.preventDefault();
			this.read(byId("pasted").value);
		};
		byId("file").onchange = () => this.readFile(byId("file").files?.[0]);
		addEventListener("dragover", (event) => event.preventDefault());
		addEventListener("drop", (event) => {
			event.preventDefault();
			this.readFile(event.dataTransfer?.files[0]);
		});
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
		const asked = new URLSearchParams(location.search);
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
		const text = location.hash.slice(1);
		if (text && text === this.written) return;
		try {
			const found = text || (location.href.endsWith("#") && localStorage.getItem(storedUnder(page.address)));
			await this.open(found ? await decodeTree(found) : new VariationTree(), { isKept: true });
		} catch {
			// The address stays as it is until something is played, and what was kept stays too.
			await this.open(new VariationTree(), { isKept: true });
			this.status.put("no", say("broken_address"));
		}
	}

	/** Keep the tree in the address. One that is too long for it is kept by the browser alone. */
	save() {
		clearTimeout(this.timer);
		this.timer = setTimeout(async () => {
			const text = await encodeTree(this.tree);
			try {
				localStorage.setItem(storedUnder(page.address), text);
			} catch {
				// A full storage: the address has it, or the record can be copied.
			}
			const isLong = text.length > LONGEST;
			if (isLong && !this.isLong) this.status.flash(say("long_address"), "quiet");
			this.isLong = isLong;
			this.written = isLong ? "" : text;
			history.replaceState(null, "", `${page.address}#${this.written}`);
			document.body.dataset.saved = `${text.length}`;
		}, LATER);
	}

	/** Look at another tree. @param {VariationTree} tree @param {{ isKept?: boolean }} [how] whether the address has it */
	async open(tree, { isKept = false } = {}) {
		this.tree = tree;
		this.setup.end();
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
			if (!this.setup.isOn) this.showPosition(news, at);
		} catch (problem) {
			this.isFetching = false;
			if (tree !== this.tree || at !== tree.at) return this.display();
			this.onUnplayable(at, problem);
		}
	}

	/** A move that cannot be: it is not shown, and nothing else is lost. @param {Move} at @param {any} problem */
	onUnplayable(at, problem) {
		this.status.put("no", reasonOf(problem));
		this.view.input.reset();
		document.body.dataset.at = `${at.path.length}`;
		if (problem.says && at.parent && !at.children.length && !at.comment) this.tree.remove(at);
		if (this.shown) this.tree.at = this.shown;
		this.refresh();
	}

	/** @param {PositionNews} news @param {Move} at */
	showPosition(news, at) {
		const step = !this.shown ? 0 : at.parent === this.shown ? 1 : this.shown.parent === at ? -1 : 0;
		this.news = news;
		this.shown = at;
		this.status.clear();
		this.notice?.();
		this.notice = undefined;
		this.view.showScene(news.scene, step);
		const [head, ...reasons] = news.headline;
		byId("state").replaceChildren(make("strong", {}, head), ...reasons.map((text) => make("span", { className: "why" }, text)));
		byId("status").className = news.turn === null ? "status over" : "status";
		if (step > 0) this.status.announce([news.told]);
		this.thoughts.showSeats(news.turn);
		this.thoughts.show(news.turn === null ? null : this.line());
		this.insights.show(news, at.parent ? this.line(at.parent) : null);
		document.body.dataset.at = `${at.path.length}`;
		document.body.dataset.position = news.position;
	}

	/** Draw the tree again, and the buttons that belong to its move. */
	refresh() {
		const { tree } = this;
		const seats = page.seats.length;
		this.treeView.show(tree, (move) => {
			const ply = move.path.length - 1;
			return ply % seats ? 0 : ply / seats + 1;
		});
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
		if (this.setup.isOn) return this.setup.put(text);
		this.goTo(this.tree.play(text));
	}

	/** Follow a line of the engine. @param {string[]} moves */
	playLine(moves) {
		for (const text of moves) this.tree.play(text);
		if (moves.length) this.goTo(this.tree.at);
	}

	/** @param {KeyboardEvent} event */
	onKey(event) {
		const { key, target } = event;
		const isTyping = target instanceof Element && target.closest("input, select, textarea");
		if (isTyping && key === "Escape" && target.id === "comment") return this.act("comment");
		if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
		if (document.querySelector("[popover]:popover-open") && key !== "?") return;
		const act = KEYS[key.length === 1 ? key.toLowerCase() : key];
		if (/^[0-6]$/.test(key)) this.mark(MARKS[Number(key) - 1] ?? "");
		else if (act && !(this.setup.isOn && act !== "keys")) this.act(act);
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
			glance: () => this.press("glance", (isOn) => this.insights.toggleGlance(isOn), "insight"),
			insight: () => this.press("insight", (isOn) => this.insights.toggleInsight(isOn), "glance"),
			arrow: () => byId("arrow").setAttribute("aria-pressed", `${this.insights.toggleArrow()}`),
			why: () => this.insights.explain(),
			best: () => this.playLine(this.thoughts.thought?.lines[0]?.moves.slice(0, 1) ?? []),
			setup: () => page.edits && this.setup.begin(this.news?.position ?? ""),
			open: () => byId("opening").togglePopover(),
			play: () => this.playFromHere(),
			keys: () => byId("keys").togglePopover(),
			link: async () => this.status.flash((await copy(location.href)) ? say("copied") : location.href, "yes"),
			copy: () => this.write((text) => this.copyText(text)),
			download: () => this.write((text) => this.saveText(text)),
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
	}

	/** @param {string} view @param {number} viewpoint */
	look(view, viewpoint) {
		Object.assign(this, { viewName: view, viewpoint, shown: null });
		localStorage.setItem(`view:${page.game}`, view);
		if (this.setup.isOn) this.setup.change({});
		else this.display();
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
		const undo = make("button", { className: "small", onclick }, say("undo"));
		if (move.children.length || move.comment) this.notice = () => this.status.hold(say("deleted", { move: move.text }), undo);
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
			this.save();
			return byId("stage").focus({ preventScroll: true });
		}
		byId("comment").value = this.tree.at.comment;
		byId("comment").focus();
	}

	/** Say which rule forbids a click. @param {string[]} path */
	async explain(path) {
		if (this.setup.isOn) return this.status.flash(say("choose_thing"));
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

	/** Say why a text cannot be opened. @param {string} text */
	complain(text) {
		byId("opening-says").textContent = text;
		byId("opening-says").hidden = !text;
		if (text) byId("opening").showPopover();
	}

	/** @param {File | undefined} file */
	async readFile(file) {
		if (!file) return;
		byId("file").value = "";
		if (file.size > 300_000) return this.complain(say("long_file"));
		this.read(await file.text());
	}

	/** Open a record or a position. @param {string} text */
	async read(text) {
		this.complain("");
		try {
			/** @type {RecordNews} */
			const { address, record } = await this.ask("read", { game: page.game, options: page.options, text });
			const tree = VariationTree.fromRecord(/** @type {RecordData} */ (record));
			if (address === page.address) return this.open(tree);
			localStorage.setItem(storedUnder(address), await encodeTree(tree));
			location.assign(`${address}#`);
		} catch (problem) {
			byId("pasted").value = text.slice(0, 300_000);
			this.complain(problem instanceof RangeError ? say("long_tree") : reasonOf(problem));
		}
	}

	/** The record as text. @param {(text: string) => unknown} then */
	async write(then) {
		try {
			const record = { ...this.tree.toRecord(), game: page.game, options: page.options };
			/** @type {TextNews} */
			const { text } = await this.ask("write", { record });
			await then(text);
		} catch (problem) {
			this.status.flash(reasonOf(problem));
		}
	}

	/** @param {string} text */
	async copyText(text) {
		const isCopied = await copy(text);
		this.status.flash(say(isCopied ? "record_copied" : "not_copied"), isCopied ? "yes" : "no");
	}

	/** @param {string} text */
	saveText(text) {
		const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
		make("a", { href, download: `${page.game}.txt` }).click();
		setTimeout(() => URL.revokeObjectURL(href), 1000);
	}

	/** While a position is set up nothing is thought about it. */
	beginSetup() {
		this.insights.overlays.clear();
		this.thoughts.show(null);
		byId("state").replaceChildren(make("strong", {}, say("set_up")));
	}

	/** @param {string} position */
	analysePosition(position) {
		return this.open(new VariationTree(position));
	}

	leaveSetup() {
		this.setup.end();
		this.shown = null;
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
