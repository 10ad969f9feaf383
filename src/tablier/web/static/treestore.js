/** Where the tree of the analysis board is kept: in the page's address, and in the browser. */

import { decodeTree, encodeTree, LONGEST, storedUnder } from "./address.js";
import { addressOf } from "./host.js";
import { page } from "./page.js";
import { VariationTree } from "./tree.js";

/** Milliseconds after a change until it is written. */
const LATER = 250;

export class TreeStore {
	/** @param {(isLong: boolean) => void} onWritten told whether the tree has become too long for the address */
	constructor(onWritten) {
		this.onWritten = onWritten;
		/** What the address has. */
		this.written = "";
		/** Whether the browser alone keeps the tree, as no address can hold it. */
		this.isLong = false;
		/** What is to be written. @type {VariationTree | null} */
		this.waiting = null;
	}

	/** The tree in the address, or else that of the last visit; null if the address has what was written last. An error is thrown for what cannot be read. @returns {Promise<{ tree: VariationTree, isInAddress: boolean } | null>} */
	async read() {
		const text = location.hash.slice(1);
		if (text && text === this.written) return null;
		// What waits is of the tree that is left.
		clearTimeout(this.timer);
		this.waiting = null;
		const stored = (!text && location.href.endsWith("#") && localStorage.getItem(storedUnder(page.address))) || "";
		return { tree: text || stored ? await decodeTree(text || stored) : new VariationTree(), isInAddress: !stored };
	}

	/** Keep a tree, soon. @param {VariationTree} tree */
	save(tree) {
		this.waiting = tree;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.finish(), LATER);
	}

	/** Write what waits to be written. */
	async finish() {
		const { waiting } = this;
		clearTimeout(this.timer);
		this.waiting = null;
		if (waiting) await this.write(waiting);
	}

	/** @param {VariationTree} tree */
	async write(tree) {
		const text = await encodeTree(tree);
		try {
			localStorage.setItem(storedUnder(page.address), text);
		} catch {
			// A full storage: the address has it, or the record can be copied.
		}
		const wasLong = this.isLong;
		this.isLong = text.length > LONGEST;
		this.written = this.isLong ? "" : text;
		history.replaceState(null, "", `${addressOf(page.address)}#${this.written}`);
		document.body.dataset.saved = `${text.length}`;
		this.onWritten(this.isLong && !wasLong);
	}
}
