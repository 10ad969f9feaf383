import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepBetween } from "../../src/tablier/web/static/board.js";
import { zoomedBox } from "../../src/tablier/web/static/input.js";
import { seriesPanels } from "../../src/tablier/web/static/series.js";

test("only neighbours are a step apart", () => {
	assert.deepEqual([stepBetween(3, 4), stepBetween(4, 3), stepBetween(4, 4), stepBetween(0, 7)], [1, -1, 0, 0]);
});

const FRAME = { x: 0, y: 0, width: 400, height: 200 };

test("a zoom is around the finger", () => {
	assert.deepEqual(zoomedBox(FRAME, { x: 200, y: 100 }, 2), { width: 200, height: 100, x: 100, y: 50 });
});

test("a zoom stays on the board", () => {
	assert.deepEqual(zoomedBox(FRAME, { x: 0, y: 199 }, 4), { width: 100, height: 50, x: 0, y: 150 });
	assert.deepEqual(zoomedBox(FRAME, { x: 390, y: 5 }, 4), { width: 100, height: 50, x: 300, y: 0 });
});

test("a single game has no standings", () => {
	assert.deepEqual(seriesPanels(null), []);
});
