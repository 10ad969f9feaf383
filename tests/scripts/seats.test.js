import assert from "node:assert/strict";
import { test } from "node:test";
import { news, openPage } from "./browser.js";

openPage({ words: { open_seat: "Open seat", sit: "Sit here", come_back: "I’m back", stand_in: "Let the computer take over" } });
const { Seats, countOthers, formatScore, nameOf, seatingOrder } = await import("../../src/tablier/web/static/seats.js");

test("points with their fractions", () => {
	const written = { 0: "0", 0.5: "½", 1: "1", 1.5: "1½", 2.25: "2¼", 0.75: "¾", 4.2: "4.20" };
	for (const [points, text] of Object.entries(written)) assert.equal(formatScore(Number(points)), text);
	assert.equal(formatScore(1 / 3), "⅓");
	assert.equal(formatScore(1 + 2 / 3), "1⅔");
});

test("a player is called by name, by level or by the seat", () => {
	const { seats } = news({
		seats: [{}, { kind: "person", name: "Ann" }, { kind: "person", name: "Cross" }, { kind: "bot", bot: "level:3" }, { kind: "bot", bot: "uct:9" }],
	});
	assert.deepEqual(seats.map(nameOf), ["Open seat", "Ann", "Cross", "Fox", "uct:9"]);
});

test("the others are the people on seats that are not yours", () => {
	const seats = [{ kind: "person" }, { kind: "person" }, { kind: "bot" }, {}];
	assert.equal(countOthers(news({ seats })), 2);
	assert.equal(countOthers(news({ seats, you: { seats: [1] } })), 1);
});

test("your seat is the last, the next to play the first", () => {
	const seats = [{}, {}, {}, {}];
	assert.deepEqual(seatingOrder(news({ seats })), [1, 2, 3, 0]);
	assert.deepEqual(seatingOrder(news({ seats, you: { seats: [2] } })), [3, 0, 1, 2]);
	assert.deepEqual(seatingOrder(news({ seats, you: { away: [1] } })), [2, 3, 0, 1]);
});

test("a seat has the button that the table would accept", () => {
	const sent = [];
	const seats = new Seats({}, (message) => sent.push(message));
	const buttonOf = (told, seat) => seats.makeButton(news(told), seat) || null;
	const away = { seats: [{ kind: "person" }, { kind: "person", here: false }] };
	assert.equal(buttonOf({ ...away, you: { seats: [0], may: ["resign"] } }, 1), null);
	const button = buttonOf({ ...away, you: { seats: [0], may: ["stand_in:1"] } }, 1);
	assert.equal(button.textContent, "Let the computer take over");
	assert.equal(buttonOf({ ...away, you: { seats: [0], may: ["stand_in:1"] } }, 0), null);
	assert.equal(buttonOf({ you: { may: ["sit"] } }, 1).textContent, "Sit here");
	assert.equal(buttonOf({ you: { seats: [0], may: ["sit"] } }, 1), null);
	assert.equal(buttonOf({ seats: [{ kind: "bot" }], you: { away: [0] } }, 0).textContent, "I’m back");
	button.onclick();
	assert.deepEqual(sent, [{ act: "stand_in", seat: 1 }]);
});
