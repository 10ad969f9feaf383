/** Clicks on their way to a move, along the scene's tree of legal clicks. */

export class Choice {
	/** @param {Tree} [tree] */
	constructor(tree = {}) {
		this.tree = tree;
		/** What was clicked. @type {string[]} */
		this.path = [];
		/** The move, once it is complete. */
		this.text = "";
	}

	/** What may be clicked now. @returns {Tree} */
	get branch() {
		return this.path.reduce((branch, name) => branch[name], this.tree);
	}

	get isEmpty() {
		return Object.keys(this.tree).length === 0;
	}

	/**
	 * Click something: the next step of a move, or again what was clicked last, or another first step.
	 * @param {string} name @returns {"" | "step" | "back" | "no"} empty when the move is complete
	 */
	pick(name) {
		const next = Object.hasOwn(this.branch, name) ? this.branch[name] : undefined;
		if (typeof next === "string") {
			this.text = next;
			return "";
		}
		if (next) this.path.push(name);
		else if (this.path.at(-1) === name) return this.back();
		else if (this.path.length && typeof this.tree[name] === "object") this.path = [name];
		else return "no";
		return "step";
	}

	/** Take a click back. @returns {"" | "back"} was there one? */
	back() {
		return this.path.pop() === undefined ? "" : "back";
	}
}
