import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./browser.js";

const OPEN = 1;
let sockets;
globalThis.WebSocket = class {
	static OPEN = OPEN;

	constructor() {
		Object.assign(this, { readyState: OPEN, sent: [] });
		sockets.push(this);
	}

	send(text) {
		this.sent.push(JSON.parse(text));
	}
};
globalThis.navigator ??= {};
globalThis.location = { origin: "https://somewhere" };
const { Engine } = await import("../../src/tablier/web/static/engine.js");

let told;
const handlers = {
	onThought: ({ depth }) => told.push(depth),
	onQueued: ({ ahead }) => told.push(ahead),
	onProblem: (says) => told.push(says),
};
beforeEach(() => {
	sockets = [];
	told = [];
});

/** An engine whose first question was sent. */
function begin(context) {
	context.mock.timers.enable({ apis: ["setTimeout"] });
	let now = 1000;
	context.mock.method(performance, "now", () => now);
	const engine = new Engine(() => {});
	engine.ask({ moves: [] }, {}, handlers);
	const [socket] = sockets;
	socket.onopen();
	const pass = (milliseconds) => {
		now += milliseconds;
		context.mock.timers.tick(milliseconds);
	};
	const receive = (message) => socket.onmessage({ data: JSON.stringify(message) });
	return { engine, socket, pass, receive };
}

test("of positions that one steps through quickly the last is asked about, and nothing is stopped before", (context) => {
	const { engine, socket, pass } = begin(context);
	for (let moves = 1; moves <= 60; moves++) engine.ask({ moves: Array(moves) }, {}, handlers);
	assert.equal(socket.sent.length, 1);
	pass(200);
	assert.deepEqual(socket.sent.map(({ act, moves }) => [act, moves.length]), [["ask", 0], ["ask", 60]]);
	pass(1000);
	engine.ask({ moves: [1] }, {}, handlers);
	assert.equal(socket.sent.length, 3);
});

test("a question refused for too many messages is asked once more", (context) => {
	const { socket, pass, receive } = begin(context);
	const refusal = { type: "problem", code: "too_fast", says: "Wait.", re: null };
	receive(refusal);
	assert.deepEqual([socket.sent.length, told], [1, []]);
	pass(1000);
	assert.deepEqual(socket.sent[1], socket.sent[0]);
	receive(refusal);
	pass(5000);
	assert.deepEqual([socket.sent.length, told], [2, ["Wait."]]);
});

test("what was stopped is not asked any more, and not told", (context) => {
	const { engine, socket, pass, receive } = begin(context);
	engine.ask({ moves: [1] }, {}, handlers);
	engine.stop();
	pass(1000);
	receive({ type: "thought", depth: 3, re: socket.sent[0].re });
	assert.deepEqual([socket.sent.map(({ act }) => act), told], [["ask", "stop"], []]);
});
