import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptMove } from "../../src/tablier/web/static/kept.js";
import { news } from "./browser.js";

const before = news({ ply: 3, moves: ["a", "b"], you: { may: ["play"] } });

test("a move that could not be sent is sent if the position is the same", () => {
	const kept = new KeptMove("c", before);
	assert.equal(kept.judge(before), "wait");
	kept.isWaiting = true;
	assert.equal(kept.judge(before), "send");
	assert.equal(kept.judge(news({ ply: 3, moves: ["a", "b"] })), "wait");
});

test("it is not sent twice, nor into another position", () => {
	const kept = new KeptMove("c", before);
	kept.isWaiting = true;
	assert.equal(kept.judge(news({ ply: 4, moves: ["a", "b", "c"] })), "made");
	assert.equal(kept.judge(news({ ply: 4, moves: ["a"] })), "dropped");
	assert.equal(kept.judge(news({ ply: 4, moves: ["a", "b", "d"] })), "dropped");
});
