/** Game records of the analysis board: opened from a text or a file, and written. It is loaded when somebody wants one. */

import { encodeTree, storedUnder } from "./address.js";
import { copy } from "./clipboard.js";
import { goTo } from "./host.js";
import { byId, make, page, reasonOf, request, say } from "./page.js";
import { VariationTree } from "./tree.js";

/** Bytes that a character of a text has at most, as JavaScript counts them. */
const WIDEST = 3;

/** Say why a text cannot be opened. @param {string} text */
function complain(text) {
	byId("opening-says").textContent = text;
	byId("opening-says").hidden = !text;
	byId("opening-choice").hidden = true;
	if (text) byId("opening").showPopover();
}

/** Ask which of several records is meant. @param {string[]} titles @param {(number: number) => unknown} onChoose told its number */
function offer(titles, onChoose) {
	const buttons = titles.map((title, number) => make("button", { type: "button", onclick: () => onChoose(number) }, title));
	byId("opening-choice").replaceChildren(make("p", {}, say("which_record")), ...buttons);
	byId("opening-choice").hidden = false;
	byId("opening").showPopover();
	buttons[0].focus();
}

/** Open a record or a position. @param {string | File} source @param {(tree: VariationTree) => unknown} onOpen told the tree, unless it is another game's @param {number} [number] which of several @returns {Promise<void>} */
export async function readRecord(source, onOpen, number) {
	complain("");
	const isFile = typeof source !== "string";
	if (isFile && source.size > WIDEST * page.longest) return complain(say("long_file"));
	const text = isFile ? await source.text() : source;
	if (text.length > page.longest) return complain(say("long_file"));
	try {
		/** @type {RecordNews} */
		const { address, record, titles } = await request("/api/analysis/read", { game: page.game, options: page.options, text, number });
		if (titles.length) return offer(titles, (chosen) => readRecord(text, onOpen, chosen));
		const tree = VariationTree.fromRecord(/** @type {RecordData} */ (record));
		if (address === page.address) return void onOpen(tree);
		localStorage.setItem(storedUnder(address), await encodeTree(tree));
		goTo(`${address}#`);
	} catch (problem) {
		byId("pasted").value = text;
		complain(reasonOf(problem));
	}
}

/** The record as text, and the name of a file for it. @param {VariationTree} tree @returns {Promise<TextNews>} */
const writeRecord = (tree) => request("/api/analysis/write", { record: { ...tree.toRecord(), game: page.game, options: page.options } });

/** @param {VariationTree} tree @returns {Promise<[string, MessageKind]>} what to tell of it */
export async function copyRecord(tree) {
	return (await copy((await writeRecord(tree)).text)) ? [say("record_copied"), "yes"] : [say("not_copied"), "no"];
}

/** @param {VariationTree} tree */
export async function saveRecord(tree) {
	const { text, file } = await writeRecord(tree);
	const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
	make("a", { href, download: file }).click();
	setTimeout(() => URL.revokeObjectURL(href), 1000);
}
