/** The tree of variations in the fragment of the address: compressed, and short enough to be sent. */

import { VariationTree } from "./tree.js";

/** Where a tree is kept that the address cannot hold, and the one of the last visit. @param {string} address of the page */
export const storedUnder = (address) => `tree:${address}`;

/** Characters of a fragment that every program passes on whole. */
export const LONGEST = 7500;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} way */
async function pipe(bytes, way) {
	const stream = new Blob([bytes]).stream().pipeThrough(way);
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {VariationTree} tree @returns {Promise<string>} */
export async function encodeTree(tree) {
	const moves = tree.list();
	const folded = moves.flatMap((move, at) => (move.isFolded ? [at] : []));
	const { game, options, ...record } = tree.toRecord();
	const kept = Object.fromEntries(Object.entries(record).filter(([, value]) => ![undefined, "null", '""', "[]", "{}"].includes(JSON.stringify(value))));
	const data = { ...kept, at: moves.indexOf(tree.at), ...(folded.length && { folded }) };
	const bytes = await pipe(new TextEncoder().encode(JSON.stringify(data)), new CompressionStream("deflate-raw"));
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text of `encodeTree` @returns {Promise<VariationTree>} an error is thrown for anything else */
export async function decodeTree(text) {
	const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = await pipe(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
	const { at, folded = [], ...record } = JSON.parse(new TextDecoder().decode(bytes));
	const tree = VariationTree.fromRecord(record);
	const moves = tree.list();
	tree.at = moves[at] ?? tree.at;
	for (const place of folded) if (moves[place]) moves[place].isFolded = true;
	return tree;
}
