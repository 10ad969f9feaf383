/** The points of a match over several rounds. */

import { byId, differs, make, say } from "./page.js";
import { score } from "./seats.js";

/** @param {Series | null} series */
export function showRounds(series) {
	const holder = byId("rounds");
	holder.hidden = !series;
	if (!series || !differs(holder, series)) return;
	const row = (tag, ...cells) => make("tr", {}, ...cells.map((cell) => make(tag, {}, cell)));
	holder.replaceChildren(
		make("h2", {}, say("round_of", series)),
		make(
			"table",
			{},
			row("th", say("player"), say("points_head"), say("firsts")),
			...series.table.map(({ name, points, firsts }) => row("td", name, score(points), `${firsts}`)),
		),
	);
}
