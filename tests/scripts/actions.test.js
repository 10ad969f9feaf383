import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { usefulButtons } from "../../src/tablier/web/static/actions.js";
import { news } from "./browser.js";

const names = (told) => usefulButtons(news(told)).map(([name]) => name);
const people = [{ kind: "person" }, { kind: "person" }];

test("buttons come in their order, and only those the table would accept", () => {
	const may = ["resign", "hint", "say", "play", "offer:takeback"];
	assert.deepEqual(names({ seats: people, you: { seats: [0], may } }), ["hint", "offer:takeback", "resign"]);
	assert.deepEqual(names({ you: { may: [] } }), []);
});

test("what is of no use is not offered", () => {
	const may = ["hint", "offer:pause", "leave", "offer:end", "offer:end:winner"];
	const alone = [{ kind: "person" }, { kind: "bot" }];
	assert.deepEqual(names({ seats: alone, status: "over", you: { seats: [0], may } }), ["offer:end"]);
	assert.deepEqual(names({ seats: people, clock: { kind: "game" }, you: { seats: [0], may } }), ["hint", "offer:pause", "offer:end", "leave"]);
	assert.deepEqual(names({ seats: alone, status: "waiting", you: { seats: [0], may: ["leave"] } }), ["leave"]);
	assert.deepEqual(names({ you: { may: ["offer:end:winner"] } }), ["offer:end:winner"]);
});

test("every button sends an act of its own", () => {
	const may = ["resume", "offer:takeback", "offer:end", "resign"];
	const sent = usefulButtons(news({ you: { may } })).map(([, message]) => [message.act, message.matter].filter(Boolean).join(":"));
	assert.deepEqual(sent, may);
});
