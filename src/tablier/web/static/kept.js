/** A move that was made while there was no connection: it is kept, and sent when the position is still the same. */

export class KeptMove {
	/** @param {string} move @param {News} news when it was made */
	constructor(move, { ply, moves }) {
		this.move = move;
		this.ply = ply;
		this.at = moves.length;
		/** Whether it could not be sent, or no answer came. */
		this.isWaiting = false;
	}

	/** What becomes of it by these news. @param {News} news @returns {"made" | "send" | "wait" | "dropped"} */
	judge({ ply, moves, you }) {
		if (ply === this.ply) return this.isWaiting && you.may.includes("play") ? "send" : "wait";
		return moves[this.at] === this.move ? "made" : "dropped";
	}
}
