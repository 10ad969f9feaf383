import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, stored } from "./browser.js";

openPage({
	language: "fr",
	views: ["relief", "flat"],
	words: { after: ["après {count} coup", "après {count} coups"], move_by: "{name} : {move}", no_answer: "Pas de réponse." },
});
const { formatDecimal, formatPercent, hasChanged, make, preferredView, reasonOf, ruleLink, say } = await import("../../src/tablier/web/static/page.js");

test("a text with its gaps filled in", () => {
	assert.equal(say("move_by", { name: "Ann", move: "a1e1" }), "Ann : a1e1");
});

test("a text that counts follows the page's language", () => {
	assert.deepEqual([0, 1, 2].map((count) => say("after", { count })), ["après 0 coup", "après 1 coup", "après 2 coups"]);
});

test("numbers follow the page's language", () => {
	assert.equal(formatDecimal(9.3, 1), "9,3");
	assert.equal(formatDecimal(0, 2), "0,00");
	assert.equal(formatPercent(0.666), "67\u00a0%");
});

test("an element is drawn again only for other data", () => {
	const element = {};
	assert.ok(hasChanged(element, ["a", 1]));
	assert.ok(!hasChanged(element, ["a", 1]));
	assert.ok(hasChanged(element, ["a", 2]));
	assert.ok(hasChanged({}, ["a", 2]));
});

test("an element has properties, attributes, data and children, but nothing that is missing", () => {
	const found = make("button", { data: { at: 3 }, "aria-label": "three", "aria-pressed": false, title: null }, "3", null, false, make("b"));
	assert.deepEqual(found.dataset, { at: 3 });
	assert.deepEqual(found.attributes, { type: "button", "aria-label": "three" });
	assert.equal(found.children.length, 2);
});

test("the view chosen last, if the game has it", () => {
	assert.equal(preferredView(), "relief");
	stored.set("view:quixo", "flat");
	assert.equal(preferredView(), "flat");
	stored.set("view:quixo", "gone");
	assert.equal(preferredView(), "relief");
});

test("a clause is linked, none is nothing", () => {
	assert.equal(ruleLink(""), "");
	assert.equal(ruleLink("Q4").attributes.href, "/rules/quixo#Q4");
});

test("a failure is told in the server's words", () => {
	assert.equal(reasonOf({ says: "The game is over." }), "The game is over.");
	assert.equal(reasonOf(new TypeError("fetch failed")), "Pas de réponse.");
});
