/** The player's hand: mouse, finger and keys become clicks along the tree of legal moves. */

import { Choice } from "./choice.js";
import { byId } from "./page.js";

/** Pixels a finger may tremble before it drags. */
const TREMBLE = 7;
/** Pixels that a finger can aim at, and those it is given when it cannot. */
const TARGET = 40;
const COMFORT = 52;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Hand {
	/** @param {Board} board @param {HandWishes} wishes */
	constructor(board, wishes) {
		this.board = board;
		this.wishes = wishes;
		this.choice = new Choice();
		/** What a bot would click. @type {string[]} */
		this.hint = [];
		/** What the pointer took hold of, and whether that was a click already. */
		this.held = null;
		/** A move is on its way. */
		this.pending = false;
		/** It waits for its player's yes. */
		this.isAsked = false;
		const { top } = board;
		top.addEventListener("pointerdown", (event) => this.down(event));
		top.addEventListener("pointermove", (event) => this.hover(event));
		top.addEventListener("pointerleave", () => this.preview(null));
		top.addEventListener("keydown", (event) => this.key(event));
		// Screen readers click without a pointer.
		top.addEventListener("click", ({ detail, target }) => detail === 0 && target.dataset.name && this.pick(target.dataset.name));
		top.addEventListener("focusin", (event) => this.preview(event.target.dataset.name ?? null));
		byId("whole").onclick = () => this.unzoom();
		addEventListener("pointermove", (event) => this.drag(event));
		addEventListener("pointerup", (event) => this.up(event));
		addEventListener("pointercancel", () => this.letGo());
		addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
	}

	/** What may be clicked from now on. @param {Scene} scene @param {boolean} mine */
	offer(scene, mine) {
		this.scene = scene;
		this.choice = new Choice(mine ? scene.tree : {});
		this.hint = [];
		this.pending = this.isAsked = false;
		this.light();
	}

	light() {
		const { choice, hint } = this;
		const branch = this.pending ? {} : choice.branch;
		const names = Object.keys(branch);
		const first = choice.path.length === 0;
		const isLong = (name) => typeof branch[name] === "object";
		this.board.offer({
			edges: names.filter((name) => first && isLong(name)),
			free: names.filter((name) => first && !isLong(name)),
			rings: first ? [] : names,
			chosen: choice.path,
			hint,
		});
		this.preview(null);
		this.wishes.onChange(choice.path);
	}

	/** Click something, on the board or beside it. @param {string} name */
	pick(name) {
		if (this.pending) return;
		const path = [...this.choice.path, name];
		const picked = this.choice.pick(name);
		if (picked === "no") this.wishes.onIllegal(path);
		else if (picked) this.light();
		else {
			this.pending = true;
			this.light();
			this.imagine(name);
			this.wishes.onMove(this.choice.text);
		}
		if (picked !== "step") this.unzoom();
	}

	/** The move was not taken: choose again. */
	again() {
		this.pending = this.isAsked = false;
		this.choice.path = [];
		this.board.pieces.drop();
		this.light();
	}

	cancel() {
		this.unzoom();
		if (this.held?.drags) this.letGo();
		else if (this.isAsked) this.again();
		else if (!this.pending && this.choice.back()) this.light();
	}

	show(path) {
		this.choice.path = [];
		this.hint = path;
		this.light();
	}

	down(event) {
		if (event.button !== 0 || !event.isPrimary) return;
		event.preventDefault(); // the arrow keys keep stepping through the game
		document.activeElement?.blur();
		const name = this.board.spotAt(event.clientX, event.clientY);
		if (name === null) this.cancel();
		else if (event.pointerType !== "touch" || !this.zoom(event.clientX, event.clientY)) {
			this.take(event, name, this.choice.path.length === 0 && typeof this.choice.tree[name] === "object");
		}
	}

	/** Take hold of something; `fresh` if that is the click. */
	take(event, name, fresh = this.choice.path.at(-1) !== name) {
		if (event.button !== 0 || this.pending) return;
		this.held = { name, fresh, x: event.clientX, y: event.clientY, drags: false, id: event.pointerId };
		if (fresh) this.pick(name);
	}

	drag(event) {
		const { held, board } = this;
		if (!held?.fresh || event.pointerId !== held.id) return;
		held.drags ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > TREMBLE;
		if (!held.drags) return;
		board.pieces.carry(held.name, board.point(event.clientX, event.clientY));
		this.preview(board.spotAt(event.clientX, event.clientY));
	}

	up(event) {
		const { held } = this;
		if (!held || event.pointerId !== held.id) return;
		this.held = null;
		const beside = event.target.closest?.("[data-name]")?.dataset.name;
		const name = this.board.spotAt(event.clientX, event.clientY) ?? beside ?? null;
		if (!held.drags) {
			if (!held.fresh && name === held.name) this.pick(name);
			return;
		}
		if (Object.hasOwn(this.choice.branch, name)) this.pick(name);
		else if (name !== null && name !== held.name) this.wishes.onIllegal([...this.choice.path, name]);
		if (!this.pending) this.letGo();
	}

	letGo() {
		this.held = null;
		this.board.pieces.drop();
		this.preview(null);
	}

	hover(event) {
		if (event.pointerType !== "touch" && !this.held?.drags) this.preview(this.board.spotAt(event.clientX, event.clientY));
	}

	/** Show what would come of a click there; what was chosen stays to be seen. @param {string | null} name */
	preview(name) {
		if (this.scene && !this.pending) this.imagine(name);
	}

	imagine(name) {
		const { choice, scene, board } = this;
		const next = choice.branch[name];
		const [first, second] = choice.path;
		const symbol = scene.ghosts?.[first ?? name] ?? scene.ghosts?.[""];
		if (second) board.ghost(symbol, second);
		else if (!next || (!first && typeof next === "object")) board.ghost();
		else board.ghost(board.pieces.carried ? undefined : symbol, name, scene.routes?.[next]);
	}

	key(event) {
		const { name } = event.target.dataset;
		if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		if (event.key === "Enter" || event.key === " ") this.pick(name);
		else if (event.key in ARROWS) this.board.focus(this.board.towards(name, ...ARROWS[event.key]) ?? name);
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** Places too small for a finger: the first touch brings them closer. @returns {boolean} did it? */
	zoom(x, y) {
		const { board } = this;
		const times = COMFORT / (board.size * board.scale);
		if (this.zoomed || this.choice.isEmpty || times < COMFORT / TARGET) return false;
		const at = board.point(x, y);
		const [width, height] = [board.frame.width / times, board.frame.height / times];
		const within = (value, most) => Math.max(0, Math.min(most, value));
		this.zoomed = true;
		board.see({
			width,
			height,
			x: within(at.x - width / 2, board.frame.width - width),
			y: within(at.y - height / 2, board.frame.height - height),
		});
		board.stage.classList.add("zoomed");
		return true;
	}

	unzoom() {
		if (!this.zoomed) return;
		this.zoomed = false;
		this.board.see(this.board.frame);
		this.board.stage.classList.remove("zoomed");
	}
}
