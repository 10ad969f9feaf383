import assert from "node:assert/strict";
import { test } from "node:test";
import { elements, stored } from "./browser.js";

const boxes = [
	{ name: "sound", type: "checkbox", checked: true },
	{ name: "confirm", type: "checkbox", checked: false },
	{ name: "pace", type: "select-one", value: "calm", options: [{ value: "calm" }, { value: "quick" }] },
	{ name: "old", type: "select-one", value: "a", options: [{ value: "a" }] },
];
elements.settings = { querySelectorAll: () => boxes };
stored.set("confirm", "yes");
stored.set("pace", "quick");
stored.set("old", "gone");
const { isSet, valueOf } = await import("../../src/tablier/web/static/settings.js");

test("a setting is what the browser remembers, or the template's", () => {
	assert.ok(isSet("sound"));
	assert.ok(isSet("confirm"));
	assert.ok(!isSet("unknown"));
});

test("a change is remembered", () => {
	boxes[0].checked = false;
	boxes[0].onchange();
	assert.ok(!isSet("sound"));
	assert.equal(stored.get("sound"), "no");
});

test("a choice is the one remembered, as long as there is it", () => {
	assert.deepEqual(["pace", "old", "unknown"].map(valueOf), ["quick", "a", ""]);
	boxes[2].value = "calm";
	boxes[2].onchange();
	assert.equal(stored.get("pace"), "calm");
});
