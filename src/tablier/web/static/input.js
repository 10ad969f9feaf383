/** The player's input: mouse, touch and keys become clicks along the tree of legal moves. */

import { byId, make, say } from "./page.js";
import { MoveSelection } from "./selection.js";

/** Pixels that a pointer may move before it drags. */
const DRAG_DISTANCE = 7;
/** Pixels that a finger can aim at, and those that a spot gets when it has less. */
const TARGET = 40;
const COMFORT = 52;
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The name of the spot or item that an event is about. @param {Event} event */
export const nameOfTarget = ({ target }) => target instanceof Element && target.closest("[data-name]")?.getAttribute("data-name");

export class Input {
	/** @param {Board} board @param {InputHandlers} handlers */
	constructor(board, handlers) {
		this.board = board;
		this.handlers = handlers;
		/** @type {Scene} */
		this.scene = {};
		this.selection = new MoveSelection();
		/** What a bot would click. @type {string[]} */
		this.hint = [];
		/** What the pointer is pressed on. @type {Press | null} */
		this.press = null;
		/** The spot that a finger tapped to see what would be laid there. */
		this.previewed = "";
		/** Whether a move was chosen and waits for the server, or for a yes. */
		this.isPending = false;
		this.isConfirming = false;
		this.isZoomed = false;
		const { foreground } = board;
		foreground.addEventListener("pointerdown", (event) => this.onDown(event));
		// A finger that carries a piece does not scroll: within SVG browsers do not heed touch-action.
		foreground.addEventListener("touchmove", (event) => this.press?.isClick && event.preventDefault(), { passive: false });
		foreground.addEventListener("pointermove", (event) => this.onHover(event));
		foreground.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && this.preview()); // a finger leaves when it is lifted
		foreground.addEventListener("keydown", (event) => this.onKey(event));
		// Screen readers click without a pointer.
		foreground.addEventListener("click", (event) => event.detail === 0 && this.select(nameOfTarget(event)));
		// On an SVG element this listener would make it a stop of the Tab key.
		board.container.addEventListener("focusin", (event) => this.preview(nameOfTarget(event)));
		byId("whole").onclick = () => this.zoomOut();
		addEventListener("pointermove", (event) => this.onMove(event));
		addEventListener("pointerup", (event) => this.onUp(event));
		addEventListener("pointercancel", () => this.cancelDrag());
		addEventListener("keydown", ({ key }) => key === "Escape" && this.cancel());
	}

	/** Offer the moves of a scene's tree, or none. @param {Scene} scene @param {boolean} mayPlay */
	offer(scene, mayPlay) {
		this.scene = scene;
		this.selection = new MoveSelection(mayPlay ? scene.tree : {});
		this.hint = [];
		this.isPending = this.isConfirming = false;
		this.highlight();
	}

	highlight() {
		const { selection, hint } = this;
		this.previewed = "";
		const names = this.isPending ? [] : Object.keys(selection.options);
		const isFirst = selection.path.length === 0;
		this.board.highlight({
			starts: names.filter((name) => isFirst && selection.begins(name)),
			moves: names.filter((name) => isFirst && !selection.begins(name)),
			targets: isFirst ? [] : names.filter((name) => name !== selection.path.at(-1)),
			selected: selection.path,
			hint,
		});
		this.preview();
		this.handlers.onSelect?.(selection.path);
		this.guide();
	}

	/** Say what to do next in a move, and offer the one that ends where it began: a second click there puts the piece down. */
	guide() {
		const { selection, previewed, scene } = this;
		const { length } = this.isPending ? [] : selection.path;
		if (!length) return this.handlers.onGuide("");
		const text = previewed ? say("tap_again") : scene.prompts?.[length - 1] || say("choose_next");
		const back = selection.returning && make("button", { className: "small", onclick: () => this.returnThere() }, say("return_there"));
		this.handlers.onGuide(`${text}`, back);
	}

	/** Click something, on the board or beside it. @param {string | null | false} [name] */
	select(name) {
		if (this.isPending || !name) return;
		const path = [...this.selection.path, name];
		const result = this.selection.select(name);
		if (result === "illegal") this.handlers.onIllegal(path);
		else {
			this.isPending = result === "complete";
			this.highlight();
		}
		if (this.isPending) {
			this.showGhost(name);
			this.handlers.onMove(this.selection.move);
		}
		if (result !== "step") this.zoomOut();
	}

	/** Make the move that ends where it began. */
	returnThere() {
		const { returning } = this.selection;
		if (this.isPending || returning === undefined) return;
		// The button goes: the keys are led back to the board.
		if (document.activeElement?.matches(":focus-visible")) this.board.focus(`${this.selection.path.at(-1)}`);
		this.selection.move = returning;
		this.isPending = true;
		this.highlight();
		this.handlers.onMove(returning);
	}

	/** The move was not made: choose again. */
	reset() {
		this.isPending = this.isConfirming = false;
		this.selection.path = [];
		this.board.pieces.cancelDrag();
		this.highlight();
	}

	cancel() {
		this.zoomOut();
		if (this.press?.isDrag) this.cancelDrag();
		else if (this.isConfirming) this.reset();
		else if (!this.isPending && this.selection.undo()) this.highlight();
	}

	/** @param {string[]} path */
	showHint(path) {
		this.selection.path = [];
		this.hint = path;
		this.highlight();
	}

	/** @param {PointerEvent} event */
	onDown(event) {
		if (event.button !== 0 || !event.isPrimary) return;
		event.preventDefault(); // the arrow keys keep stepping through the game
		/** @type {HTMLElement | null} */ (document.activeElement)?.blur();
		const name = this.board.spotAt(event);
		if (name === null) this.cancel();
		else if (event.pointerType !== "touch" || !this.zoomIn(event)) {
			this.pressOn(event, name, this.selection.path.length === 0 && this.selection.begins(name));
		}
	}

	/** Press the pointer on something; `isClick` if that counts as a click already. @param {PointerEvent} event @param {string} name @param {boolean} [isClick] */
	pressOn({ button, clientX: x, clientY: y, pointerId: id, pointerType }, name, isClick = this.selection.path.at(-1) !== name) {
		if (button !== 0 || this.isPending) return;
		this.press = { name, isClick, x, y, isDrag: false, id, isTouch: pointerType === "touch" };
		if (isClick) this.select(name);
	}

	/** @param {PointerEvent} event */
	onMove(event) {
		const { press, board } = this;
		if (!press?.isClick || event.pointerId !== press.id) return;
		press.isDrag ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_DISTANCE;
		if (!press.isDrag) return;
		board.pieces.drag(press.name, board.toBoard(event));
		this.preview(board.spotAt(event));
	}

	/** @param {PointerEvent} event */
	onUp(event) {
		const { press } = this;
		if (press?.id !== event.pointerId) return;
		this.press = null;
		const name = this.board.spotAt(event) ?? nameOfTarget(event);
		if (!press.isDrag) {
			if (!press.isClick && name === press.name && !(press.isTouch && this.previewTap(name))) this.select(name);
			return;
		}
		if (name && name !== press.name && Object.hasOwn(this.selection.options, name)) this.select(name);
		else if (name && name !== press.name) this.handlers.onIllegal([...this.selection.path, name]);
		if (!this.isPending) this.cancelDrag();
	}

	/** A finger hides what it would lay from beside the board: the first tap shows it, the second lays it. @param {string} name @returns {boolean} whether it was shown only */
	previewTap(name) {
		const { selection, board } = this;
		const [first] = selection.path;
		const isLaid = first !== undefined && !board.spots.has(first) && typeof selection.options[name] === "string";
		if (!isLaid || !this.ghostOf(first) || this.isPending || this.previewed === name) return false;
		this.previewed = name;
		this.showGhost(name);
		this.guide();
		return true;
	}

	cancelDrag() {
		this.press = null;
		this.board.pieces.cancelDrag();
		this.preview();
	}

	/** @param {PointerEvent} event */
	onHover(event) {
		if (event.pointerType !== "touch" && !this.press?.isDrag) this.preview(this.board.spotAt(event));
	}

	/** Show what a click there would do. @param {string | null | false} [name] */
	preview(name) {
		if (!this.isPending) this.showGhost(name || "");
	}

	/** What is seen of a move that begins there, before it is made. @param {string} name */
	ghostOf(name) {
		const { ghosts } = this.scene;
		return ghosts?.[name] ?? ghosts?.[""];
	}

	/** @param {string} name */
	showGhost(name) {
		const { selection, scene, board } = this;
		const next = selection.options[name];
		const [first, second] = selection.path;
		const symbol = this.ghostOf(first ?? name);
		const row = board.layout.shifts?.[`${first}${second ?? name}`];
		if (second) board.showGhost(symbol, second, [], row);
		else if (!next || (!first && typeof next === "object")) board.showGhost();
		else board.showGhost(board.pieces.dragged ? undefined : symbol, name, typeof next === "string" ? scene.routes?.[next] : [], row);
		if (next && first && !board.spots.has(first)) board.ghosts.append(board.makeOutline(name, "anchor"));
	}

	/** @param {KeyboardEvent} event */
	onKey(event) {
		const name = nameOfTarget(event);
		if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		if (event.key === "Enter" || event.key === " ") this.select(name);
		else if (event.key in ARROWS) this.board.focus(this.board.nextSpot(name, ARROWS[event.key]));
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** Spots too small for a finger: the first touch brings them closer. @param {Pixel} event @returns {boolean} whether it did */
	zoomIn(event) {
		const { board } = this;
		const { frame } = board;
		const times = COMFORT / (board.size * board.scale);
		if (this.isZoomed || this.selection.isEmpty || times < COMFORT / TARGET) return false;
		this.isZoomed = true;
		board.setViewBox(zoomedBox(frame, board.toBoard(event), times));
		board.container.classList.add("zoomed");
		return true;
	}

	zoomOut() {
		if (!this.isZoomed) return;
		this.isZoomed = false;
		this.board.setViewBox(this.board.frame);
		this.board.container.classList.remove("zoomed");
	}
}

/** The part of a frame that is seen when it is magnified around a point, within the frame. @param {Box} frame @param {Point} at @param {number} times @returns {Box} */
export function zoomedBox(frame, at, times) {
	const [width, height] = [frame.width / times, frame.height / times];
	/** @param {number} value @param {number} most */
	const within = (value, most) => Math.max(0, Math.min(most, value));
	return { width, height, x: within(at.x - width / 2, frame.width - width), y: within(at.y - height / 2, frame.height - height) };
}
