import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { elements, news, openPage } from "./browser.js";

openPage({
	words: { ended: "{who}: {why}", played: "{name} played {move}.", moves_undone: ["A move was taken back.", "{count} moves were taken back."], offer_end: "{name} offers." },
});
const { StatusLine } = await import("../../src/tablier/web/static/status.js");
const { sentencesBetween } = await import("../../src/tablier/web/static/spoken.js");

const SEATS = ["Red", "Yellow", "Green"].map((title) => ({ title, kind: "person" }));
let status;
beforeEach(() => (status = new StatusLine()));

test("the state stands there, and a message for a while", (context) => {
	context.mock.timers.enable({ apis: ["setTimeout"] });
	status.show(news({ headline: ["Red wins", "a full line"], status: "over" }), null);
	assert.equal(elements.state.textContent, "Red winsa full line");
	status.flash("Not there.");
	assert.deepEqual([elements.line.textContent, elements.line.className], ["Not there. ", "no"]);
	assert.deepEqual([elements.line.hidden, elements.state.hidden], [false, true]);
	context.mock.timers.tick(10_000);
	assert.deepEqual([elements.line.hidden, elements.state.hidden], [true, false]);
});

test("an empty message hides none", () => {
	status.flash("");
	assert.deepEqual([elements.line.hidden, elements.state.hidden], [true, false]);
});

test("it is marked when it is your turn", () => {
	status.show(news({ turn: 1, you: { seats: [1] } }), null);
	assert.equal(elements.status.className, "status playing yours");
	status.show(news({ turn: 0, you: { seats: [1] } }), null);
	assert.equal(elements.status.className.trim(), "status playing");
});

const game = (...moves) => ({ seats: SEATS, moves, movers: moves.map((_, at) => at % 3), ply: moves.length, offers: [], headline: ["Red to play"] });
const heard = (before, after) => sentencesBetween(news(before), news(after)).join(" ");

test("every move is announced in whole sentences", () => {
	assert.equal(heard(game("a1"), game("a1", "b1", "c1")), "Yellow played b1. Green played c1. Red to play.");
});

test("so are an end, a takeback and an offer, and nothing else", () => {
	const over = { ...game("a1"), status: "over", headline: ["You win", "Ann gave up"] };
	assert.equal(heard(game("a1"), over), "You win: Ann gave up.");
	assert.equal(heard(game("a1", "b1"), { ...game(), ply: 3 }), "2 moves were taken back. Red to play.");
	const offers = [{ number: 4, matter: "end", seat: 1, winner: null, asked: [0] }];
	assert.equal(heard(game("a1"), { ...game("a1"), offers }), "Yellow offers.");
	assert.equal(heard({ ...game("a1"), offers }, { ...game("a1"), offers }), "");
});

test("what is announced does not replace what is still being read", () => {
	status.announce(["You played a1."]);
	status.announce(["Red played b1.", "Your turn."]);
	status.announce([]);
	assert.deepEqual(elements.spoken.children.map((each) => each.textContent), ["You played a1.", "Red played b1. Your turn."]);
});
