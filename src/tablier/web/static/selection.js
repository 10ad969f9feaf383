/** The clicks made so far towards a move, along the scene's tree of legal clicks. */

export class MoveSelection {
	/** @param {Tree} [tree] */
	constructor(tree = {}) {
		this.tree = tree;
		/** The names clicked so far. @type {string[]} */
		this.path = [];
		/** The move, once it is complete. */
		this.move = "";
	}

	/** What may be clicked next. @returns {Tree} */
	get options() {
		return this.path.reduce((tree, name) => /** @type {Tree} */ (tree[name]), this.tree);
	}

	get isEmpty() {
		return Object.keys(this.tree).length === 0;
	}

	/** Whether a click here would begin a move of several clicks. @param {string} name */
	begins(name) {
		return Object.hasOwn(this.tree, name) && typeof this.tree[name] === "object";
	}

	/**
	 * Click the last step again to undo it, the next step of a move, or the first step of another move.
	 * @param {string} name @returns {"complete" | "step" | "back" | "illegal"}
	 */
	select(name) {
		if (this.path.at(-1) === name) {
			this.undo();
			return "back";
		}
		const next = Object.hasOwn(this.options, name) ? this.options[name] : undefined;
		if (typeof next === "string") {
			this.move = next;
			return "complete";
		}
		if (next) this.path.push(name);
		else if (this.path.length && this.begins(name)) this.path = [name];
		else return "illegal";
		return "step";
	}

	/** The move that ends where the last click was; undefined if there is none. A second click there undoes the first, so it needs another way. */
	get returning() {
		const move = this.path.length ? this.options[`${this.path.at(-1)}`] : undefined;
		return typeof move === "string" ? move : undefined;
	}

	/** Take the last click back. @returns {boolean} whether there was one */
	undo() {
		return this.path.pop() !== undefined;
	}
}
