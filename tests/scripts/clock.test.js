import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeElement, openPage } from "./browser.js";

openPage({ words: { days_hours: "{days} d {hours} h", hours_minutes: "{hours} h {minutes} min" } });
const { Clocks, formatTime, timeLeft } = await import("../../src/tablier/web/static/clock.js");

test("time as people read it", () => {
	const written = { 9.38: "9.3", 0: "0.0", 10: "0:10", 59.9: "1:00", 60: "1:00", 247: "4:07", 3600: "1:00:00", 3909: "1:05:09", 36000: "10:00:00" };
	for (const [seconds, text] of Object.entries(written)) assert.equal(formatTime(Number(seconds), "game"), text);
});

test("days and hours", () => {
	assert.equal(formatTime(2 * 86400 + 4 * 3600 + 59, "days"), "2 d 4 h");
	assert.equal(formatTime(3 * 3600 + 5 * 60, "days"), "3 h 5 min");
	assert.equal(formatTime(59 * 60, "days"), "59:00");
});

test("only the clock that runs loses time", () => {
	const clock = { left: [30, 40, null], running: 0 };
	assert.equal(timeLeft(clock, 0, 12), 18);
	assert.equal(timeLeft(clock, 1, 12), 40);
	assert.equal(timeLeft(clock, 2, 12), null);
	assert.equal(timeLeft(clock, 0, 31), 0);
});

test("clocks are shown and run on", (context) => {
	context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 5000 });
	const faces = new Map([0, 1].map((seat) => [seat, new FakeElement()]));
	new Clocks().run({ kind: "game", left: [21, 300], running: 0, time: 300, increment: 0, at: 0 }, faces, 5000);
	const shown = () => [...faces.values()].map((face) => face.textContent);
	assert.deepEqual(shown(), ["0:21", "5:00"]);
	assert.ok(!faces.get(0).classList.contains("short"));
	context.mock.timers.tick(2000);
	assert.deepEqual(shown(), ["0:19", "5:00"]);
	assert.ok(faces.get(0).classList.contains("short"));
	context.mock.timers.tick(60_000);
	assert.deepEqual(shown(), ["0.0", "5:00"]);
});
