import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { listeners } from "./browser.js";

class FakeSocket {
	static OPEN = 1;
	static all = [];

	constructor(address) {
		Object.assign(this, { address, readyState: 0, sent: [], isClosed: false });
		FakeSocket.all.push(this);
	}

	static get last() {
		return FakeSocket.all.at(-1);
	}

	open() {
		this.readyState = FakeSocket.OPEN;
		this.onopen();
	}

	send(text) {
		this.sent.push(JSON.parse(text));
	}

	receive(message) {
		this.onmessage({ data: JSON.stringify(message) });
	}

	close() {
		this.isClosed = true;
	}

	fail(code) {
		this.readyState = 3;
		this.onclose({ code });
	}
}
globalThis.WebSocket = FakeSocket;
globalThis.location = { origin: "https://somewhere" };
const { Connection } = await import("../../src/tablier/web/static/socket.js");

let told;
beforeEach(() => {
	FakeSocket.all = [];
	told = [];
});

function connect(context) {
	context.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
	const connection = new Connection(() => "ws://tables/live", {
		onNews: (news) => told.push(["news", news.ply]),
		onPresence: (presence) => told.push(["presence", presence.watchers]),
		onThinking: ({ ahead }) => told.push(["thinking", ahead]),
		onAnnouncement: ({ says }) => told.push(["announcement", says]),
		onProblem: (problem) => told.push(["problem", problem.code]),
		onState: (state, problem) => told.push(["state", state, problem?.code]),
	});
	FakeSocket.last.open();
	return connection;
}

test("news opens the table, presence and problems are told", (context) => {
	connect(context);
	FakeSocket.last.receive({ type: "news", ply: 4 });
	FakeSocket.last.receive({ type: "presence", here: [true], watchers: 2 });
	FakeSocket.last.receive({ type: "problem", code: "stale_ply", says: "", re: null });
	assert.deepEqual(told, [["state", "open", undefined], ["news", 4], ["presence", 2], ["problem", "stale_ply"]]);
});

test("the place of a computer player in the queue is told", (context) => {
	connect(context);
	FakeSocket.last.receive({ type: "thinking", ahead: 3, reduced: false, headline: ["Oracle is thinking, 3 before you"] });
	assert.deepEqual(told, [["thinking", 3]]);
});

test("what the operator announces is told", (context) => {
	connect(context);
	FakeSocket.last.receive({ type: "announcement", says: "Back at noon." });
	assert.deepEqual(told, [["announcement", "Back at noon."]]);
});

test("an answer goes to the question that asked for it, in any order", async (context) => {
	const connection = connect(context);
	const [first, second] = [connection.ask({ act: "scene", at: 1 }), connection.ask({ act: "hint" })];
	const [scene, hint] = FakeSocket.last.sent;
	assert.deepEqual([scene.act, scene.at, hint.act], ["scene", 1, "hint"]);
	assert.notEqual(scene.re, hint.re);
	FakeSocket.last.receive({ type: "hint", move: "a1e1", re: hint.re });
	FakeSocket.last.receive({ type: "scene", at: 1, re: scene.re });
	assert.equal((await first).at, 1);
	assert.equal((await second).move, "a1e1");
	assert.deepEqual(told, []);
});

test("a refused question is refused to the one who asked alone", async (context) => {
	const connection = connect(context);
	const question = connection.ask({ act: "hint" });
	FakeSocket.last.receive({ type: "problem", code: "not_allowed", says: "No hints.", re: FakeSocket.last.sent[0].re });
	await assert.rejects(question, { says: "No hints." });
	assert.deepEqual(told, []);
});

test("a question over a socket that is closed, or closes, is rejected", async (context) => {
	const connection = connect(context);
	const question = connection.ask({ act: "hint" });
	FakeSocket.last.fail(1006);
	await assert.rejects(question, { says: "" });
	await assert.rejects(connection.ask({ act: "hint" }), { says: "" });
	assert.deepEqual(told, [["state", "lost", undefined]]);
});

test("a lost connection is opened again, with longer and longer waits", (context) => {
	context.mock.method(Math, "random", () => 0.5);
	connect(context);
	const waits = [];
	for (let count = 0; count < 8; count++) {
		const before = FakeSocket.all.length;
		FakeSocket.last.fail(1006);
		let wait = 0;
		for (; FakeSocket.all.length === before; wait += 10) context.mock.timers.tick(10);
		waits.push(wait);
	}
	assert.deepEqual(waits.slice(0, 3), [300, 510, 870]);
	assert.equal(waits.at(-1), 5000);
	FakeSocket.last.open();
	FakeSocket.last.fail(1006);
	context.mock.timers.tick(300);
	assert.equal(FakeSocket.all.length, 10);
});

test("a refusal is final, unless it was for too many messages", (context) => {
	connect(context);
	FakeSocket.last.receive({ type: "problem", code: "no_such_table", says: "", re: null });
	FakeSocket.last.fail(4404);
	assert.deepEqual(told.at(-1), ["state", "refused", "no_such_table"]);
	context.mock.timers.tick(10_000);
	assert.equal(FakeSocket.all.length, 1);
	FakeSocket.last.fail(4429);
	assert.deepEqual(told.at(-1), ["state", "lost", undefined]);
});

test("an act that nothing comes of means a dead socket", (context) => {
	const connection = connect(context);
	connection.send({ act: "resume" });
	FakeSocket.last.receive({ type: "news", ply: 0 });
	context.mock.timers.tick(4000);
	assert.equal(FakeSocket.all.length, 1);
	connection.send({ act: "resume" });
	context.mock.timers.tick(4000);
	assert.equal(FakeSocket.all.length, 2);
	assert.ok(FakeSocket.all[0].isClosed);
	assert.deepEqual(told, [["state", "open", undefined], ["news", 0], ["state", "lost", undefined]]);
});

test("an act while there is no connection is not sent", (context) => {
	const connection = connect(context);
	FakeSocket.last.fail(1006);
	connection.send({ act: "resume" });
	assert.deepEqual(FakeSocket.all.flatMap((socket) => socket.sent), []);
});

test("a socket that was replaced is not listened to", (context) => {
	connect(context);
	const [old] = FakeSocket.all;
	listeners.get("online")();
	old.receive({ type: "news", ply: 4 });
	old.fail(1006);
	assert.deepEqual(told, []);
});

test("the network that goes away is noticed at once", (context) => {
	connect(context);
	listeners.get("offline")();
	assert.deepEqual(told, [["state", "lost", undefined]]);
});
