/** The evaluation: one share for each seat, as a bot sees it. */

import { icon } from "./icon.js";
import { byId, make, say } from "./page.js";
import { called } from "./seats.js";

export class Shares {
  /** @param {import("./board.js").Board} board @param {(message: Record<string, any>) => Promise<any>} ask */
  constructor(board, ask) {
    this.board = board;
    this.ask = ask;
    this.bar = byId("shares");
    this.isOn = false;
    this.key = "";
  }

  toggle() {
    this.isOn = !this.isOn;
    this.bar.hidden = !this.isOn;
    this.key = "";
  }

  /** @param {any} news @param {number} at */
  async show(news, at) {
    const able = news.you.may.includes("shares") && (news.status !== "over" || at < news.moves.length);
    this.bar.hidden = !this.isOn || !able;
    if (!this.isOn || !able) return;
    const key = `${news.ply} ${at}`;
    if (key === this.key) return;
    this.key = key;
    this.bar.classList.add("old");
    try {
      const { shares } = await this.ask({ act: "shares", at });
      if (key === this.key) this.draw(news, shares);
    } catch {
      this.key = "";
    }
  }

  /** @param {any} news @param {number[]} shares */
  draw(news, shares) {
    this.bar.classList.remove("old");
    this.bar.replaceChildren(
      ...shares.map((share, seat) => {
        const percent = Math.round(share * 100);
        const { symbol, colour } = this.board.layout.emblems?.[seat] ?? {};
        const part = make(
          "span",
          { className: "share", title: say("share", { name: called(news.seats[seat]), percent }) },
          symbol ? icon(this.board, symbol) : null,
          `${percent} %`,
        );
        part.style.setProperty("--share", String(Math.max(share, 0.02)));
        if (colour) part.style.setProperty("--seat", colour);
        return part;
      }),
    );
    const list = shares.map((share, seat) => `${called(news.seats[seat])} ${Math.round(share * 100)} %`);
    this.bar.setAttribute("aria-label", list.join(", "));
  }
}
