/** What is said of the moves of a finished game, by what they lost. */

/** How many mistakes are listed. */
const MOST = 3;
/** Parts of all points: a mistake of more than this is a grave one; a loss of less is not worth a word. */
const [GRAVE, SLIGHT] = [0.3, 0.02];

/** @param {number} lost */
export const flagOf = (lost) => (lost > GRAVE ? "??" : "?");

/** The biggest mistakes of a seat, or of all, the worst first. @param {JudgedNews[]} moves @param {number | null} seat */
export function worstMistakes(moves, seat) {
	const made = moves.filter((judged) => judged.mistake && (seat === null || judged.seat === seat));
	return made.sort((a, b) => b.lost - a.lost || a.ply - b.ply).slice(0, MOST);
}

/** The key of what is said of a move. @param {JudgedNews} judged */
export function verdictOf({ move, best, lost, mistake, noise }) {
	if (move === best) return "was_best";
	if (lost < SLIGHT) return "was_as_good";
	if (!mistake) return "may_be_better";
	return noise ? "was_mistake" : "was_certain";
}

/** The key of what is said of a move that was tried. @param {JudgedNews} tried @param {JudgedNews} made in the game */
export function verdictOfTry(tried, made) {
	if (tried.move === tried.best) return "tried_best";
	if (tried.move === made.move) return "tried_same";
	if (!tried.mistake) return "tried_good";
	return tried.lost < made.lost ? "tried_better" : "tried_worse";
}
