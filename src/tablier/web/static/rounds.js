/** The points of a match over several rounds. */

import { byId, differs, make, say } from "./page.js";
import { score } from "./seats.js";

/** @param {any} series */
export function showRounds(series) {
  const holder = byId("rounds");
  holder.hidden = !series;
  if (!series || !differs(holder, series)) return;
  const head = [say("round_of", { round: series.round, rounds: series.rounds })];
  holder.replaceChildren(
    make("h2", {}, ...head),
    make(
      "table",
      {},
      make("tr", {}, ...["player", "points_head", "firsts"].map((key) => make("th", { scope: "col" }, say(key)))),
      ...series.table.map((/** @type {any} */ { name, points, firsts }) =>
        make("tr", {}, make("td", {}, name), make("td", {}, score(points)), make("td", {}, String(firsts))),
      ),
    ),
  );
}
