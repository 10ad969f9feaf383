import assert from "node:assert/strict";
import { test } from "node:test";
import { elements, FakeElement, news, openPage } from "./browser.js";

openPage({ words: { declined_takeback: "declined" } });
elements.settings = Object.assign(new FakeElement(), { querySelectorAll: () => [] });
const { soundBetween, Together } = await import("../../src/tablier/web/static/together.js");

const ann = { kind: "person", name: "Ann", title: "Cross" };
const bob = { kind: "person", name: "Bob", title: "Circle" };
const told = (more) => news({ seats: [ann, bob], you: { seats: [0] }, chat: [], offers: [], ...more });

test("what is heard, the most important first", () => {
	const heard = (before, after, ...muted) => soundBetween(told(before), told(after), new Set(muted));
	assert.equal(heard({}, {}), null);
	assert.equal(heard({}, { ply: 1, turn: 1, movers: [0] }), "sound");
	assert.equal(heard({ ply: 1, turn: 1, movers: [0] }, { ply: 2, turn: 0, movers: [0, 1] }), "turn");
	assert.equal(heard({}, { ply: 1, status: "over", turn: null }), "end");
	assert.equal(heard({}, { offers: [{ number: 5, seat: 1 }] }), "offer");
	assert.equal(heard({}, { offers: [{ number: 5, seat: 0 }] }), null);
	assert.equal(heard({}, { chat: [{ number: 4, writer: "b", own: false }] }), "chat");
	assert.equal(heard({}, { chat: [{ number: 4, writer: "b", own: false }] }, "b"), null);
	assert.equal(heard({}, { chat: [{ number: 4, writer: "c", own: false }, { number: 5, writer: "b", own: false }] }, "b"), "chat");
	assert.equal(heard({}, { chat: [{ number: 4, writer: "a", own: true }] }), null);
	assert.equal(heard({ seats: [ann, {}] }, {}), "join");
});

test("an offer that is declined is told, one that was withdrawn is not", () => {
	const said = [];
	const together = new Together(
		() => {},
		(text) => said.push(text),
	);
	const before = told({ offers: [{ number: 5, seat: 0, matter: "takeback", winner: null }] });
	together.notice(before, told({}), new Set());
	assert.deepEqual(said, ["declined"]);
	together.answered.add(5);
	together.notice(before, told({}), new Set());
	together.notice(before, told({ ply: 1, turn: 1, movers: [0] }), new Set());
	assert.deepEqual(said, ["declined"]);
});
