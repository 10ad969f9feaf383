/** The player's hand: mouse, finger and keys become clicks along the tree of legal moves. */

import { Choice } from "./choice.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./scene.js").Scene} Scene */

/** Pixels a finger may tremble before it drags. */
const TREMBLE = 7;
/** Pixels that a finger can aim at. */
const TARGET = 40;
const COMFORT = 52;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {object} Wishes
 * @property {(text: string) => void} onMove
 * @property {(path: string[]) => void} onIllegal a click that leads nowhere
 * @property {(path: string[]) => void} onChange something was clicked or let go
 */

export class Hand {
  /** @param {Board} board @param {Wishes} wishes */
  constructor(board, wishes) {
    this.board = board;
    this.wishes = wishes;
    this.choice = new Choice();
    /** @type {string[]} */
    this.hint = [];
    /** @type {{name: string, x: number, y: number, fresh: boolean, drags: boolean, id: number} | null} */
    this.held = null;
    this.pending = false;
    const top = board.top;
    top.addEventListener("pointerdown", (event) => this.down(event));
    top.addEventListener("pointermove", (event) => this.hover(event));
    top.addEventListener("pointerleave", () => board.ghost(undefined, null));
    addEventListener("pointermove", (event) => this.drag(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.letGo());
    top.addEventListener("keydown", (event) => this.key(event));
    top.addEventListener("focusin", (event) => this.preview((event.target).dataset?.name ?? null));
    addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  /** What may be clicked from now on. @param {Scene} scene @param {boolean} mine */
  offer(scene, mine) {
    this.scene = scene;
    this.choice = new Choice(mine ? scene.tree : {});
    this.hint = [];
    this.pending = false;
    this.light();
  }

  /** The branch, as the board and the panels show it. */
  light() {
    const { choice } = this;
    const branch = this.pending ? {} : choice.branch;
    const names = Object.keys(branch);
    const first = choice.path.length === 0;
    this.board.offer({
      edges: first ? names.filter((name) => typeof branch[name] === "object") : [],
      rings: first ? [] : names,
      free: first ? names.filter((name) => typeof branch[name] === "string") : [],
      chosen: choice.path,
      hint: this.hint,
    });
    this.preview(null);
    this.wishes.onChange(choice.path);
  }

  /** Click something, on the board or beside it. @param {string} name */
  pick(name) {
    if (this.pending) return;
    const path = [...this.choice.path, name];
    const picked = this.choice.pick(name);
    if (picked.kind === "move") {
      this.pending = true;
      this.choice.path = path.slice(0, -1);
      this.light();
      this.wishes.onMove(picked.text);
    } else if (picked.kind === "no") {
      this.wishes.onIllegal(path);
    } else this.light();
    if (picked.kind !== "step") this.unzoom();
  }

  /** The move was not taken: choose again. */
  again() {
    this.pending = false;
    this.choice.path = [];
    this.board.drop();
    this.light();
  }

  cancel() {
    this.unzoom();
    if (this.held?.drags) return this.letGo();
    if (!this.pending && this.choice.back()) this.light();
  }

  /** @param {string[]} path what a bot would click */
  show(path) {
    this.choice.path = [];
    this.hint = path;
    this.light();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const name = this.board.spotAt(event.clientX, event.clientY);
    event.preventDefault(); // the arrow keys keep stepping through the game
    if (document.activeElement instanceof SVGElement) document.activeElement.blur();
    if (name === null) return this.cancel();
    if (event.pointerType === "touch" && this.zoom(event.clientX, event.clientY)) return;
    const fresh = this.choice.path.length === 0 && typeof this.choice.tree[name] === "object" && !this.pending;
    this.held = { name, x: event.clientX, y: event.clientY, fresh, drags: false, id: event.pointerId };
    if (fresh) this.pick(name);
  }

  /** Take hold of something beside the board. @param {PointerEvent} event @param {string} name */
  take(event, name) {
    if (event.button !== 0 || this.pending) return;
    const fresh = this.choice.path.at(-1) !== name;
    this.held = { name, x: event.clientX, y: event.clientY, fresh, drags: false, id: event.pointerId };
    if (fresh) this.pick(name);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id || !held.fresh) return;
    if (!held.drags && Math.hypot(event.clientX - held.x, event.clientY - held.y) < TREMBLE) return;
    held.drags = true;
    this.board.carry(held.name, this.board.point(event.clientX, event.clientY));
    this.preview(this.board.spotAt(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    this.held = null;
    const name = this.board.spotAt(event.clientX, event.clientY);
    if (!held.drags) {
      if (!held.fresh && name === held.name) this.pick(name);
    } else if (name !== null && Object.hasOwn(this.choice.branch, name)) {
      this.pick(name);
      if (!this.pending) this.board.drop();
    } else {
      this.board.drop();
      if (name !== null && name !== held.name) this.wishes.onIllegal([...this.choice.path, name]);
      this.preview(null);
    }
  }

  letGo() {
    this.held = null;
    this.board.drop();
    this.preview(null);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "touch" && !this.held?.drags) {
      this.preview(this.board.spotAt(event.clientX, event.clientY));
    }
  }

  /** Show what would come of a click there. @param {string | null} name */
  preview(name) {
    const { choice, scene, board } = this;
    if (!scene) return;
    const next = name === null ? undefined : choice.branch[name];
    const [first, second] = choice.path;
    const symbol = scene.ghosts?.[first ?? name ?? ""] ?? scene.ghosts?.[""];
    if (this.pending) board.ghost(undefined, null);
    else if (choice.path.length === 2) board.ghost(symbol, second);
    else if (next === undefined || (choice.path.length === 0 && typeof next === "object")) board.ghost(undefined, null);
    else if (this.held?.drags) board.ghost(undefined, null, typeof next === "string" ? scene.routes?.[next] : []);
    else board.ghost(symbol, name, typeof next === "string" ? scene.routes?.[next] : []);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = (event.target).dataset?.name;
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" || event.key === " ") this.pick(name);
    else if (event.key in ARROWS) {
      const [dx, dy] = ARROWS[(event.key)];
      const next = this.board.towards(name, dx, dy);
      if (next) this.board.focus(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Places too small for a finger: the first touch brings them closer.
   * @param {number} x @param {number} y
   */
  zoom(x, y) {
    const { board } = this;
    if (this.zoomed || this.choice.isEmpty || board.size * board.scale >= TARGET) return false;
    const times = COMFORT / (board.size * board.scale);
    const at = board.point(x, y);
    const { width, height } = board.frame;
    const part = { width: width / times, height: height / times };
    const within = (value, most) => Math.max(0, Math.min(most, value));
    this.zoomed = true;
    board.see({
      ...part,
      x: within(at.x - part.width / 2, width - part.width),
      y: within(at.y - part.height / 2, height - part.height),
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
