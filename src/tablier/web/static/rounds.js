/** The points of a match over several rounds, as a panel. */

import { say } from "./page.js";
import { score } from "./seats.js";

/** @param {Series | null} series @returns {Panel[]} */
export function rounds(series) {
	if (!series) return [];
	const heads = ["player", "points_head", "firsts"].map((key) => ({ text: say(key), classes: "head" }));
	const rows = series.table.map(({ name, points, firsts }) => [name, score(points), firsts].map((text) => ({ text })));
	return [{ kind: "rounds", title: say("round_of", series), rows: [heads, ...rows] }];
}
