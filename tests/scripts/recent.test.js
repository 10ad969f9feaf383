import assert from "node:assert/strict";
import { test } from "node:test";
import { fadeMarks, pliesSince, readerOf } from "../../src/tablier/web/static/recent.js";
import { news } from "./browser.js";

test("what happened since a seat's last move, its own included", () => {
	assert.deepEqual(pliesSince([0, 1, 2, 0, 1, 2], 6, 0), [4, 5]);
	assert.deepEqual(pliesSince([0, 1, 2, 0], 4, 0), []);
	assert.deepEqual(pliesSince([1, 2], 2, 0), [1]);
	assert.deepEqual(pliesSince([], 0, 0), []);
	assert.deepEqual(pliesSince([0, 1], 2, 0), [1]);
});

test("whose last move counts: yours, on one screen the next to move", () => {
	assert.equal(readerOf(news({ turn: 1, you: { seats: [0] } })), 0);
	assert.equal(readerOf(news({ turn: 1, you: { seats: [0, 1] } })), 1);
	assert.equal(readerOf(news({ turn: 1 })), 1);
	assert.equal(readerOf(news({ turn: null, movers: [0, 1], you: { seats: [1] } })), 1);
});

test("moves of others pale, patterns stay, and one's own move is not marked again", () => {
	const marks = [{ kind: "last", spots: ["a1"] }, { kind: "pattern", spots: ["a1", "a2"] }, { kind: "end", spots: ["b1"] }];
	assert.deepEqual(fadeMarks({ marks }, false).map(({ kind }) => kind), ["earlier", "pattern"]);
	assert.deepEqual(fadeMarks({ marks }, true).map(({ kind }) => kind), ["pattern"]);
	assert.deepEqual(fadeMarks(undefined, true), []);
});
