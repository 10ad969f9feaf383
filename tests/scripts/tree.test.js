import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeTree, encodeTree } from "../../src/tablier/web/static/address.js";
import { clean, LONGEST_LINE, MOST, VariationTree } from "../../src/tablier/web/static/tree.js";

const RECORD = {
	players: ["Ann", "Bob"],
	reason: "resigned",
	by: 0,
	start: "5/5/5/5/4x o",
	moves: ["a", "b", "c"],
	comments: { 0: "hello", 2: "x" },
	marks: { 1: "!" },
	variations: [
		{ after: 1, moves: ["d", "e"], comments: { 0: "before", 2: "y" }, variations: [{ after: 1, moves: ["f"], marks: { 1: "??" } }] },
		{ after: 3, moves: ["z"] },
	],
};
/** As JSON has it: without what is undefined. */
const plain = (tree) => JSON.parse(JSON.stringify(tree.toRecord()));
const texts = (tree) => tree.list().map(({ text }) => text).join(" ").trim();

test("a record comes back as it was", () => {
	assert.deepEqual(plain(VariationTree.fromRecord(RECORD)), RECORD);
});

test("what is said before the first move of a game, and of a variation of it, stays where it was", () => {
	const record = { moves: ["a"], comments: { 0: "before the game" }, variations: [{ after: 0, moves: ["b"], comments: { 0: "before the variation" } }] };
	assert.deepEqual(plain(VariationTree.fromRecord(record)), record);
	delete record.comments;
	assert.deepEqual(plain(VariationTree.fromRecord(record)), record);
});

test("how the players ended it is forgotten with another main line", () => {
	const tree = VariationTree.fromRecord(RECORD);
	tree.at = tree.root.children[0].children[1];
	assert.equal(tree.at.text, "d");
	assert.ok(tree.promote(tree.at));
	const { moves, reason, players } = tree.toRecord();
	assert.deepEqual([moves, reason, players], [["a", "d", "e"], undefined, ["Ann", "Bob"]]);
});

test("the main line leads to what was promoted, however deep it was", () => {
	const tree = VariationTree.fromRecord(RECORD);
	const deep = tree.list().find(({ text }) => text === "f");
	assert.ok(tree.promote(deep));
	assert.equal(deep.path.map(({ text }) => text).join(" "), "a d f");
	assert.deepEqual(tree.toRecord().moves, ["a", "d", "f"]);
	assert.ok(!tree.promote(deep));
});

test("what is played after the end of a game is a variation", () => {
	const tree = VariationTree.fromRecord({ moves: ["a"], reason: "resigned" });
	tree.play("b");
	assert.deepEqual(tree.toRecord().variations, [{ after: 1, moves: ["b"] }]);
});

test("a move that is there is followed, another one branches", () => {
	const tree = new VariationTree();
	tree.play("a");
	tree.play("b");
	tree.at = tree.root;
	tree.play("a");
	tree.play("c");
	assert.equal(texts(tree), "a b c");
	assert.deepEqual(tree.toRecord(), { moves: ["a", "b"], variations: [{ after: 1, moves: ["c"] }] });
});

test("a full tree and a line of full length take no other move", () => {
	const line = VariationTree.fromRecord({ moves: Array(LONGEST_LINE).fill("a") });
	assert.throws(() => line.play("b"), RangeError);
	line.at = line.root;
	line.play("b");
	const full = VariationTree.fromRecord({ moves: Array(LONGEST_LINE).fill("a"), variations: [{ after: 0, moves: Array(MOST - LONGEST_LINE).fill("b") }] });
	full.at = full.root;
	assert.throws(() => full.play("c"), RangeError);
	assert.equal(full.at, full.root);
	full.play("b");
});

test("a comment has whole characters only", () => {
	assert.equal(clean("a \ud83d {b}"), "a \ufffd (b)");
});

test("what was deleted comes back where it was", () => {
	const tree = VariationTree.fromRecord(RECORD);
	const before = texts(tree);
	const first = tree.root.children[0];
	const bringBack = tree.remove(first.children[0]);
	assert.deepEqual([texts(tree), tree.at], ["a d e f", first]);
	bringBack();
	assert.equal(texts(tree), before);
	assert.equal(tree.at.text, "c");
});

test("the address holds the tree, where one looks, and what is folded", async () => {
	const tree = VariationTree.fromRecord(RECORD);
	tree.at = tree.root.children[0].children[1];
	tree.at.isFolded = true;
	const again = await decodeTree(await encodeTree(tree));
	assert.deepEqual(plain(again), plain(tree));
	assert.deepEqual([again.at.text, again.at.isFolded], ["d", true]);
});

test("a damaged address and a tree without end are refused", async () => {
	const text = await encodeTree(VariationTree.fromRecord(RECORD));
	for (const broken of ["x", text.slice(0, -9), `${text}%`, btoa("{}")]) await assert.rejects(decodeTree(broken));
	const line = Array(LONGEST_LINE).fill("a");
	assert.equal(VariationTree.fromRecord({ moves: line }).at.path.length, LONGEST_LINE);
	assert.throws(() => VariationTree.fromRecord({ moves: [...line, "a"] }), RangeError);
	assert.throws(() => VariationTree.fromRecord({ moves: line, variations: [{ after: 1, moves: line }] }), RangeError);
	const variations = Array(4).fill({ after: 0, moves: line.slice(1) });
	assert.ok(variations.length * (LONGEST_LINE - 1) > MOST);
	assert.throws(() => VariationTree.fromRecord({ moves: ["a"], variations }), RangeError);
	assert.throws(() => VariationTree.fromRecord({ moves: ["a"], variations: [{ after: 9, moves: ["b"] }] }));
	assert.throws(() => VariationTree.fromRecord({ moves: [{}] }));
});

test("a comment holds no braces", () => assert.equal(clean(" a {b}\n c "), "a (b) c"));
