import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest, stepBetween } from "../../src/tablier/web/static/board.js";
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

const DIRECTIONS = [[1, 0], [-1, 0], [0, 1], [0, -1]];
/** Cells of four boards, three by three: squares, hexagons, hexagons on end and a relief. */
const BOARDS = {
	squares: [[1, 0], [0, 1]],
	hexagons: [[1, 0], [0.5, 0.866]],
	upright: [[0.866, 0.5], [0, 1]],
	relief: [[0.866, 0.5], [-0.866, 0.5]],
};

for (const [name, [right, down]] of Object.entries(BOARDS)) {
	const cells = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => ({
		x: column * right[0] + row * down[0], y: column * right[1] + row * down[1], column, row,
	})));
	test(`arrows lead to neighbours: ${name}`, () => {
		const middle = cells[4];
		for (const direction of DIRECTIONS) {
			const next = nearest(middle, cells, direction, 0.25);
			assert.ok(next && Math.hypot(next.x, next.y) < 1.01, `${direction}`);
			assert.equal(nearest(next, cells, direction.map((part) => -part), 0.25), middle);
		}
	});
}

test("a single game has no standings", () => {
	assert.deepEqual(seriesPanels(null), []);
});
