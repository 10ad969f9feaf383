import assert from "node:assert/strict";
import { test } from "node:test";
import { elements, news, openPage } from "./browser.js";

openPage({ words: { at_move: "move {number}" } });
const { MoveList, rowsOf } = await import("../../src/tablier/web/static/moves.js");

test("in strict turns a row is a round", () => {
	assert.deepEqual(rowsOf([0, 1, 2, 0, 1]), [0, 0, 0, 1, 1]);
	assert.deepEqual(rowsOf([]), []);
});

test("a seat that moves again begins a row", () => {
	assert.deepEqual(rowsOf([0, 0, 1, 1, 0]), [0, 1, 1, 2, 2]);
});

test("a seat that is passed over leaves a gap", () => {
	assert.deepEqual(rowsOf([0, 2, 0, 1, 2]), [0, 0, 1, 1, 1]);
});

test("a game may begin with any seat", () => {
	assert.deepEqual(rowsOf([1, 0, 1, 0]), [0, 0, 1, 1]);
});

test("every move stands in the column of its seat", () => {
	const list = new MoveList(() => {});
	const cells = () => elements.moves.children.map((cell) => [cell.textContent, cell.style.gridArea]);
	list.show(news({ seats: [{}, {}, {}], moves: ["a1", "c1"], movers: [0, 2] }), 2);
	assert.deepEqual(cells(), [["1", "1 / 1"], ["a1", "1 / 2"], ["c1", "1 / 4"]]);
	list.show(news({ seats: [{}, {}, {}], moves: ["a1", "c1", "c2"], movers: [0, 2, 2] }), 3);
	assert.deepEqual(cells().slice(3), [["2", "2 / 1"], ["c2", "2 / 4"]]);
	list.show(news({ seats: [{}, {}, {}], moves: ["a2"], movers: [0] }), 1);
	assert.deepEqual(cells(), [["1", "1 / 1"], ["a2", "1 / 2"]]);
});

test("steps stay within the game", () => {
	const visited = [];
	const list = new MoveList((at) => visited.push(at));
	list.show(news({ moves: ["a1", "b1"], movers: [0, 1] }), 1);
	for (const step of ["first", "back", "on", "last", "unknown"]) list.step(step);
	list.show(news({ moves: ["a1", "b1"], movers: [0, 1] }), 2);
	for (const step of ["on", "last"]) list.step(step);
	assert.deepEqual(visited, [0, 0, 2, 2]);
});
