/** What people say at the table, and among partners where that was agreed. */

import { byId, differs, make, say } from "./page.js";

export class Talk {
  /** @param {(message: Record<string, any>) => void} act */
  constructor(act) {
    this.form = byId("say");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { text, to } = this.form.elements;
      if (!text.value.trim()) return;
      act({ act: "say", text: text.value.trim(), to: to.value });
      text.value = "";
    });
  }

  /** @param {any} news */
  show({ chat, you, game, terms, seats, watchers }) {
    const team = you.may.includes("say:team");
    const others = watchers + seats.filter(({ kind }, seat) => kind === "person" && !you.seats.includes(seat)).length;
    this.form.hidden = !you.may.includes("say") || !others;
    this.form.elements.to.hidden = !team;
    if (!team) this.form.elements.to.value = "table";
    const quiet = chat.length === 0 && this.form.hidden;
    byId("talk").classList.toggle("quiet", quiet);
    byId("no-talk").hidden = quiet || terms.team_chat || game.sides.every((side) => side.length === 1);
    if (!differs(byId("heard"), chat)) return;
    byId("heard").replaceChildren(
      ...chat.map((/** @type {any} */ { name, text, team: among }) =>
        make("p", { className: among ? "team" : "" }, make("b", {}, among ? say("among", { name }) : name), " ", text),
      ),
    );
    byId("heard").scrollTop = byId("heard").scrollHeight;
  }
}
