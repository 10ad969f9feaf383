import assert from "node:assert/strict";
import { test } from "node:test";
import { flagOf, verdictOf, verdictOfTry, worstMistakes } from "../../src/tablier/web/static/verdict.js";

const judged = (more) => ({ ply: 0, seat: 0, move: "b1", best: "a1", lost: 0.2, noise: 0.05, mistake: true, ...more });

test("what is said of a move", () => {
	assert.equal(verdictOf(judged({ move: "a1" })), "was_best");
	assert.equal(verdictOf(judged({ lost: 0.01 })), "was_as_good");
	assert.equal(verdictOf(judged({ mistake: false })), "may_be_better");
	assert.equal(verdictOf(judged({})), "was_mistake");
	assert.equal(verdictOf(judged({ noise: 0 })), "was_certain");
});

test("what is said of a move that was tried", () => {
	const made = judged({});
	assert.equal(verdictOfTry(judged({ move: "a1" }), made), "tried_best");
	assert.equal(verdictOfTry(judged({ move: "b1" }), made), "tried_same");
	assert.equal(verdictOfTry(judged({ move: "c1", mistake: false }), made), "tried_good");
	assert.equal(verdictOfTry(judged({ move: "c1", lost: 0.1 }), made), "tried_better");
	assert.equal(verdictOfTry(judged({ move: "c1", lost: 0.3 }), made), "tried_worse");
});

test("the worst mistakes come first, the earlier of two equal ones before the other", () => {
	const moves = [0.1, 0.5, 0.2, 0.5, 0.3].map((lost, ply) => judged({ ply, lost, seat: ply % 2 }));
	moves.push(judged({ ply: 5, lost: 0.9, mistake: false }));
	assert.deepEqual(worstMistakes(moves, null).map(({ ply }) => ply), [1, 3, 4]);
	assert.deepEqual(worstMistakes(moves, 0).map(({ ply }) => ply), [4, 2, 0]);
	assert.equal(moves[0].ply, 0);
});

test("a grave mistake has two marks", () => {
	assert.deepEqual([0.05, 0.3, 0.31].map(flagOf), ["?", "?", "??"]);
});
