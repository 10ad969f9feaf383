/** The standings of a match over several rounds, as a panel. */

import { say } from "./page.js";
import { formatScore } from "./seats.js";

/** @param {SeriesNews | null} series @returns {Panel[]} */
export function seriesPanels(series) {
	if (!series) return [];
	const heads = ["player", "points_head", "firsts"].map((key) => ({ text: say(key), classes: "head" }));
	const rows = series.table.map(({ name, points, firsts }) => [name, formatScore(points), firsts].map((text) => ({ text })));
	return [{ kind: "rounds", title: say("round_of", series), rows: [heads, ...rows] }];
}
