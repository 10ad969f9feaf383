/** What happened since a player's last move: all of it stays marked, the newest strongest. */

/** The plies since the last move of a seat, its own included, the latest left out. @param {number[]} movers @param {number} at @param {number} seat @returns {number[]} numbers of moves made */
export function pliesSince(movers, at, seat) {
	const own = movers.lastIndexOf(seat, at - 1);
	return Array.from({ length: Math.max(0, at - own - 1) }, (_, index) => own + 1 + index).filter((ply) => ply > 0);
}

/** The seat whose turns count: the one to move if it is yours, else the nearest of yours, else the one to move. @param {News} news */
export const readerOf = ({ turn, you, movers, seats }) =>
	you.seats.includes(turn ?? -1) || !you.seats.length ? (turn ?? ((movers.at(-1) ?? 0) + 1) % seats.length) : you.seats[0];

/** The marks of an earlier position as they look now: what was scored stays, the moves of others pale. @param {Scene | undefined} scene @param {boolean} isOwn @returns {Mark[]} */
export function fadeMarks(scene, isOwn) {
	const marks = (scene?.marks ?? []).filter(({ kind }) => kind === "pattern" || (kind === "last" && !isOwn));
	return marks.map((mark) => (mark.kind === "last" ? { ...mark, kind: "earlier" } : mark));
}
