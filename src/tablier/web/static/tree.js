/** A tree of variations: what was played, what could have been, comments and marks. It knows no page. */

export const MARKS = ["!", "?", "!!", "??", "!?", "?!"];
/** Moves that a tree may have, and a line of it: more come from a mistake or from malice. */
export const MOST = 4000;
export const LONGEST_LINE = 2000;

export class Move {
	/** @param {string} text @param {Move | null} parent */
	constructor(text, parent) {
		this.text = text;
		this.parent = parent;
		/** What was played next: first the line itself, then its variations. @type {Move[]} */
		this.children = [];
		this.comment = "";
		/** What is said before the first move of a variation. */
		this.lead = "";
		this.mark = "";
		/** Whether the line ends here: then all that follows are variations. */
		this.isEnd = false;
		this.isFolded = false;
	}

	/** The next move of the line. @returns {Move | undefined} */
	get next() {
		return this.isEnd ? undefined : this.children[0];
	}

	/** Whether a variation begins here. */
	get isVariation() {
		return this.parent !== null && this.parent.next !== this;
	}

	/** The moves from the first to this one. @returns {Move[]} */
	get path() {
		/** @type {Move[]} */
		const found = [];
		for (let move = /** @type {Move} */ (this); move.parent; move = move.parent) found.push(move);
		return found.reverse();
	}

	/** @param {string} text */
	add(text) {
		const child = new Move(text, this);
		this.children.push(child);
		return child;
	}
}

export class VariationTree {
	/** @param {string} [start] the position before the first move; empty for the usual one */
	constructor(start = "") {
		this.start = start;
		this.root = new Move("", null);
		/** What is looked at. */
		this.at = this.root;
		/** What a record says besides: players, date, times, how it ended. @type {RecordData} */
		this.facts = {};
	}

	/** All moves, each before what follows it. @returns {Move[]} */
	list() {
		const found = [this.root];
		for (let at = 0; at < found.length; at++) found.splice(at + 1, 0, ...found[at].children);
		return found;
	}

	/** Play a move from where one looks; one that is there already is followed. A RangeError is thrown where no other can be. @param {string} text */
	play(text) {
		const known = this.at.children.find((child) => child.text === text);
		if (!known && (this.list().length > MOST || this.at.path.length >= LONGEST_LINE)) throw new RangeError("too many moves");
		this.at = known ?? this.at.add(text);
		return this.at;
	}

	/** Take a move away, with all that follows it. @param {Move} move @returns {() => void} what brings it back */
	remove(move) {
		const { parent } = move;
		if (!parent) return () => {};
		const place = parent.children.indexOf(move);
		const before = this.at;
		parent.children.splice(place, 1);
		if (this.at.path.includes(move)) this.at = parent;
		return () => {
			parent.children.splice(place, 0, move);
			this.at = before;
		};
	}

	/** Make the main line lead to a move. @param {Move} move @returns {boolean} whether it did not before */
	promote({ path }) {
		const variations = path.filter(({ isVariation }) => isVariation);
		for (const first of variations) {
			const parent = /** @type {Move} */ (first.parent);
			parent.isEnd = false;
			parent.children = [first, ...parent.children.filter((child) => child !== first)];
		}
		return variations.length > 0;
	}

	/** The neighbour of a move among those that could be played instead. @param {Move} move @param {1 | -1} step */
	sibling(move, step) {
		const all = move.parent?.children ?? [];
		return all[all.indexOf(move) + step];
	}

	/** The tree as a record in JSON. @returns {RecordData} */
	toRecord() {
		const line = writeLine([this.root, ...lineFrom(this.root.next)], 0);
		const { moves: played, ...facts } = this.facts;
		const isSame = played !== undefined && played.join(" ") === line.moves.join(" ");
		const { times, reason, by, scores, ...lasting } = facts;
		return { ...lasting, ...(isSame && { times, reason, by, scores }), ...(this.start && { start: this.start }), ...line };
	}

	/** @param {RecordData} record */
	static fromRecord(record) {
		const { moves = [], comments, marks, variations, start, ...facts } = record;
		const tree = new VariationTree(start ?? "");
		tree.facts = { ...facts, moves };
		const { 0: lead = "", ...others } = comments ?? {};
		tree.root.comment = `${lead}`;
		const last = readLine(tree.root, { moves, comments: others, marks, variations }, { left: MOST }, 0);
		if (["resigned", "time", "agreed"].includes(`${record.reason}`)) last.isEnd = true;
		tree.at = last;
		return tree;
	}
}

/** A line from a move to its end. @param {Move | undefined} first @returns {Move[]} */
function lineFrom(first) {
	/** @type {Move[]} */
	const line = [];
	for (let move = first; move; move = move.next) line.push(move);
	return line;
}

/** @param {Move[]} line with the position before it @param {number} from where its own variations begin @returns {LineData} */
function writeLine(line, from) {
	/** @type {LineData} */
	const data = { moves: line.slice(1).map(({ text }) => text) };
	/** @type {Record<string, string>} */
	const comments = {};
	/** @type {Record<string, string>} */
	const marks = {};
	for (const [ply, { comment, lead, mark }] of line.entries()) {
		if (from === 1 && ply === 0) continue; // the comment of the line that it leaves
		const before = ply === 0 || (from === 1 && ply === 1) ? "" : lead;
		const text = clean(`${before} ${comment}`);
		if (text) comments[ply] = text;
		if (mark && ply) marks[ply] = mark;
	}
	if (from === 1 && clean(line[1].lead)) comments[0] = clean(line[1].lead);
	const variations = line.flatMap((move, after) =>
		after < from ? [] : move.children.filter((child) => child !== line[after + 1]).map((child) => ({ after, ...writeLine([move, ...lineFrom(child)], 1) })),
	);
	if (Object.keys(comments).length) data.comments = comments;
	if (Object.keys(marks).length) data.marks = marks;
	if (variations.length) data.variations = variations;
	return data;
}

/** A comment as a record can hold it. @param {string} text */
export const clean = (text) => text.toWellFormed().replaceAll("}", ")").replaceAll("{", "(").replace(/\s+/g, " ").trim();

/** @param {Move} parent @param {LineData} data @param {{ left: number }} budget @param {number} ply of the parent @returns {Move} the last move of the line */
function readLine(parent, { moves, comments = {}, marks = {}, variations = [] }, budget, ply) {
	if (ply + moves.length > LONGEST_LINE) throw new RangeError("too long a line");
	const line = [parent];
	for (const text of moves) {
		if (typeof text !== "string" || !text || (budget.left -= 1) < 0) throw new RangeError("too many moves");
		line.push(line[line.length - 1].add(text));
	}
	for (const [ply, text] of Object.entries(comments)) {
		const move = line[Number(ply)];
		if (move === parent) line[1].lead = `${text}`;
		else move.comment = `${text}`;
	}
	for (const [ply, mark] of Object.entries(marks)) if (MARKS.includes(mark)) line[Number(ply)].mark = mark;
	for (const variation of variations) {
		const move = line[Number(variation.after)];
		if (move === line[line.length - 1]) move.isEnd = true;
		readLine(move, variation, budget, ply + Number(variation.after));
	}
	return line[line.length - 1];
}
