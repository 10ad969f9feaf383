import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { stack, tickStep } from "../../src/tablier/web/static/plot.js";

test("areas lie upon each other in the order of the sides", () => {
	const shares = [
		[0.1, 0.2, 0.3, 0.4],
		[0.25, 0.25, 0.25, 0.25],
	];
	const tops = stack(shares, [0, 2, 1, 3]);
	const rounded = tops.map((top) => top.map((value) => Number(value.toFixed(6))));
	assert.deepEqual(rounded, [
		[0.1, 0.25],
		[0.4, 0.5],
		[0.6, 0.75],
		[1, 1],
	]);
});

test("numbers on the axis do not touch each other", () => {
	assert.equal(tickStep(5, 300), 1);
	assert.equal(tickStep(40, 300), 5);
	assert.equal(tickStep(300, 300), 50);
	assert.equal(tickStep(100_000, 300), 100_000);
	assert.equal(tickStep(0, 300), 1);
});
