/** What a game has beside its board: stocks, columns, corners. Rows of items, some to be clicked. */

import { icon } from "./icon.js";
import { byId, differs, make } from "./page.js";

/** @typedef {import("./scene.js").Panel} Panel */
/** @typedef {import("./scene.js").Item} Item */

/** Symbols of items are drawn within 24 of their origin. */
const ITEM = "-24 -24 48 48";

export class Panels {
  /** @param {import("./board.js").Board} board @param {import("./hand.js").Hand} hand */
  constructor(board, hand) {
    this.board = board;
    this.hand = hand;
    this.holder = byId("panels");
    /** What can be clicked lies apart, near the hand. */
    this.tray = byId("tray");
    this.tray.addEventListener("pointerdown", (event) => {
      const name = (event.target).closest("button")?.dataset.name;
      if (name === undefined) return;
      event.preventDefault();
      (event.target).releasePointerCapture?.(event.pointerId);
      hand.take(event, name);
    });
    this.tray.addEventListener("pointerup", (event) => {
      const name = (event.target).closest("button")?.dataset.name;
      const { held } = hand;
      if (held && !held.fresh && name === held.name) hand.pick(name);
    });
    this.tray.addEventListener("keydown", (event) => {
      const name = (event.target).closest("button")?.dataset.name;
      if (name !== undefined && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        hand.pick(name);
      }
    });
  }

  /** @param {Panel[]} panels */
  show(panels) {
    const isTray = (panel) => panel.rows.some((row) => row.some((item) => item.name));
    for (const holder of [this.holder, this.tray]) {
      const shown = panels.filter((panel) => isTray(panel) === (holder === this.tray));
      holder.hidden = shown.length === 0;
      if (!differs(holder, [this.board.address, shown])) continue;
      holder.replaceChildren(...shown.map((panel) => this.panel(panel, holder === this.tray)));
    }
    this.light();
  }

  /** @param {Panel} panel @param {boolean} isTray */
  panel({ kind, title, rows }, isTray) {
    const body = isTray
      ? rows.map((row) => make("div", { className: "row" }, ...row.map((item) => this.item(item))))
      : [
          make("table", {}, ...rows.map((row) => make("tr", {}, ...row.map((item) => make("td", {}, this.item(item)))))),
        ];
    return make("section", { className: `panel panel-${kind}` }, make("h2", {}, title), ...body);
  }

  /** @param {Item} item */
  item({ text, symbol, seat, name, classes, label }) {
    const tag = name ? "button" : "span";
    const own = ["item", classes, seat !== undefined && `seat-${seat}`].filter(Boolean).join(" ");
    return make(
      tag,
      { className: own, type: name ? "button" : null, "aria-label": label, title: label, data: name ? { name } : {} },
      symbol ? icon(this.board, symbol, "", name ? ITEM : undefined) : null,
      text === undefined ? null : make("span", {}, String(text)),
    );
  }

  /** Show which of the items may be clicked now, and which were. */
  light() {
    const { choice, pending, hint } = this.hand;
    const branch = pending ? {} : choice.branch;
    for (const button of this.tray.querySelectorAll("button[data-name]")) {
      const { name } = button.dataset;
      button.classList.toggle("live", Object.hasOwn(branch, name) || Object.hasOwn(choice.tree, name));
      button.classList.toggle("hint", hint.includes(name));
      button.setAttribute("aria-pressed", String(choice.path.includes(name)));
    }
  }
}
