/** The list of moves, and the way back and forth through the game. */

import { byId, make, say } from "./page.js";

export class Moves {
  /** @param {(at: number) => void} go */
  constructor(go) {
    this.go = go;
    this.list = byId("moves");
    this.now = 0;
    this.last = 0;
    /** @type {string[]} */
    this.shown = [];
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step((button).dataset.step));
    }
    this.list.addEventListener("click", (event) => {
      const at = event.target.closest("button")?.dataset.at;
      if (at) this.go(Number(at));
    });
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    const at = (event.target);
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    if (at.closest?.("input, textarea, select, dialog, [role=tablist]")) return;
    event.preventDefault();
    this.step(step);
  }

  /** @param {string} step */
  step(step) {
    const { now, last } = this;
    const to = { first: 0, back: now - 1, on: now + 1, last }[step];
    if (to !== undefined && to >= 0 && to <= last && to !== now) this.go(to);
  }

  /**
   * @param {string[]} moves @param {number} seats how many move in turn @param {number} now how many moves are shown
   */
  show(moves, seats, now) {
    this.now = now;
    this.last = moves.length;
    if (moves.length < this.shown.length || this.shown.some((text, at) => text !== moves[at])) {
      this.shown = [];
      this.list.replaceChildren();
    }
    this.list.style.setProperty("--seats", String(seats));
    for (let at = this.shown.length; at < moves.length; at++) {
      if (at % seats === 0) this.list.append(make("span", { className: "number" }, String(at / seats + 1)));
      this.list.append(make("button", { type: "button", data: { at: at + 1 } }, moves[at]));
      this.shown.push(moves[at]);
    }
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.list.querySelector(`[data-at="${now}"]`);
    current?.setAttribute("aria-current", "step");
    if (current) this.reveal(current);
    else this.list.scrollTop = 0;
    byId("no-moves").hidden = moves.length > 0;
    for (const button of document.querySelectorAll("[data-step]")) {
      const back = ["first", "back"].includes((button).dataset.step);
      (button).disabled = back ? now === 0 : now === moves.length;
    }
    byId("live").hidden = now === moves.length;
    byId("ply").textContent = now === moves.length ? "" : say("after", { count: now });
  }

  /** Scroll the list, never the page. @param {HTMLElement} current */
  reveal(current) {
    const { list } = this;
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    const bottom = top + current.offsetHeight;
    if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }
}
