import assert from "node:assert/strict";
import { test } from "node:test";
import { MoveSelection } from "../../src/tablier/web/static/selection.js";

const TREE = { a1: { e1: "a1e1", a5: "a1a5" }, b1: { a1: "b1a1" }, pass: "pass" };

test("a move of two clicks", () => {
	const selection = new MoveSelection(TREE);
	assert.deepEqual(Object.keys(selection.options), ["a1", "b1", "pass"]);
	assert.equal(selection.select("a1"), "step");
	assert.deepEqual(Object.keys(selection.options), ["e1", "a5"]);
	assert.equal(selection.select("e1"), "complete");
	assert.equal(selection.move, "a1e1");
});

test("a move of one click", () => {
	const selection = new MoveSelection(TREE);
	assert.equal(selection.select("pass"), "complete");
	assert.equal(selection.move, "pass");
});

test("moves of any number of clicks", () => {
	const selection = new MoveSelection({ S: { c3: { north: { east: "Sc3ne" } } } });
	assert.deepEqual(["S", "c3", "north", "east"].map((name) => selection.select(name)), ["step", "step", "step", "complete"]);
	assert.equal(selection.move, "Sc3ne");
});

test("the last click again takes it back", () => {
	const selection = new MoveSelection(TREE);
	selection.select("a1");
	assert.equal(selection.select("a1"), "back");
	assert.deepEqual(selection.path, []);
	assert.equal(selection.undo(), false);
});

test("another first click begins another move", () => {
	const selection = new MoveSelection(TREE);
	selection.select("a1");
	assert.equal(selection.select("b1"), "step");
	assert.deepEqual(selection.path, ["b1"]);
});

test("a name that is a first and a next click is the next one", () => {
	const selection = new MoveSelection(TREE);
	selection.select("b1");
	assert.equal(selection.select("a1"), "complete");
	assert.equal(selection.move, "b1a1");
});

test("what leads nowhere changes nothing", () => {
	const selection = new MoveSelection(TREE);
	assert.equal(selection.select("c3"), "illegal");
	selection.select("a1");
	assert.equal(selection.select("c3"), "illegal");
	assert.equal(selection.select("pass"), "illegal");
	assert.deepEqual(selection.path, ["a1"]);
});

test("names of an object's own methods are no clicks", () => {
	assert.equal(new MoveSelection(TREE).select("toString"), "illegal");
	assert.equal(new MoveSelection(TREE).begins("constructor"), false);
});

test("nothing may be clicked without a tree", () => {
	assert.ok(new MoveSelection().isEmpty);
	assert.equal(new MoveSelection().select("a1"), "illegal");
});

test("a second click takes back the first even where a move ends there, which has a way of its own", () => {
	const selection = new MoveSelection({ b5: { b5: "b5-b5", c5: "b5-c5" }, a1: { c5: "a1-c5" } });
	assert.equal(selection.returning, undefined);
	selection.select("b5");
	assert.equal(selection.returning, "b5-b5");
	assert.equal(selection.select("b5"), "back");
	selection.select("a1");
	assert.equal(selection.returning, undefined);
});
