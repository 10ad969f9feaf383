/** The seats: who sits there, who is connected, whose turn it is. Yours is the nearest, as at a real table. */

import { symbolIcon } from "./icon.js";
import { byId, formatDecimal, hasChanged, make, page, say } from "./page.js";

/** How the player on a seat is called. @param {SeatNews} seat */
export function nameOf(seat) {
	if (seat.name && seat.name !== seat.title) return seat.name;
	if (seat.kind === "bot" && seat.called) return seat.called;
	if (seat.kind === "bot") return page.bots[seat.bot] ?? seat.bot;
	return seat.kind === "open" ? say("open_seat") : seat.title;
}

/** The same where the emblem or the level stands beside it: bots of one level are told apart by their seats alone. @param {SeatNews} seat */
export const shortNameOf = (seat) => (seat.kind === "bot" && seat.called ? seat.title : nameOf(seat));

/** Where a guest signs in, to come back to the table and take a seat. @param {number | string} [seat] */
export const signInAddress = (seat = "") => `/signin?to=${encodeURIComponent(`/t/${page.table}#sit${seat}`)}`;

/** How many other people play. @param {News} news */
export const countOthers = ({ seats, you }) => seats.filter(({ kind }, seat) => kind === "person" && !you.seats.includes(seat)).length;

/** @type {Record<number, string>} */
const FRACTIONS = { 0: "", 25: "¼", 33: "⅓", 50: "½", 67: "⅔", 75: "¾" };

/** Points as they are written: 2, 1½. @param {number} points */
export function formatScore(points) {
	const fraction = FRACTIONS[Math.round((points % 1) * 100)];
	return fraction === undefined ? formatDecimal(points, 2) : `${Math.floor(points) || !fraction ? Math.floor(points) : ""}${fraction}`;
}

/** The seats as they sit, the next to play after yours first and yours last. @param {News} news @returns {number[]} */
export function seatingOrder({ seats, you }) {
	const nearest = you.seats[0] ?? you.away[0] ?? 0;
	return seats.map((_, at) => (nearest + 1 + at) % seats.length);
}

export class Seats {
	/** @param {Board} board @param {Send} send */
	constructor(board, send) {
		this.board = board;
		this.send = send;
		/** The elements of the clocks, by seat. @type {Map<number, HTMLElement>} */
		this.faces = new Map();
	}

	/** @param {News} news */
	show(news) {
		const { seats, you, status, turn, outcome } = news;
		if (!hasChanged(byId("far-seats"), [this.board.address, seats, you, status, turn, outcome])) return;
		this.faces.clear();
		const rows = seatingOrder(news).map((seat) => this.makeSeat(news, seat));
		byId("near-seats").replaceChildren(...rows.splice(-1));
		byId("far-seats").replaceChildren(...rows);
	}

	/** @param {News} news @param {number} number */
	makeSeat(news, number) {
		const { seats, you, status, turn, outcome } = news;
		const seat = seats[number];
		const isMine = you.seats.includes(number);
		const hasWon = outcome?.winners.includes(number);
		const emblem = this.board.layout.emblems?.[number];
		const face = make("span", { className: "clock" });
		const hasDot = seat.kind === "person" && !isMine;
		this.faces.set(number, face);
		return make(
			"li",
			{ className: `seat ${status === "playing" && turn === number ? "turn" : ""} ${hasWon ? "winner" : ""}`, data: { seat: number }, "aria-current": turn === number },
			emblem && symbolIcon(this.board, emblem.symbol, "emblem"),
			make(
				"div",
				{ className: "who" },
				make("strong", {}, shortNameOf(seat), isMine && you.seats.length < seats.length && make("em", {}, ` ${say("you")}`)),
				make("small", {}, hasDot && make("i", { className: seat.here ? "dot here" : "dot" }), describe(seat, isPartner(news, number), you.seats.length === seats.length)),
			),
			seat.rating && make("small", { className: "rating" }, seat.rating.says),
			hasWon && make("span", { className: "crown" }, "★"),
			outcome && Math.max(...outcome.scores) > 1 && make("span", { className: "points" }, formatScore(outcome.scores[number])),
			this.makeButton(news, number),
			face,
		);
	}

	/** What can be done with a seat just now. @param {News} news @param {number} seat */
	makeButton({ seats, you, status, terms }, seat) {
		/** @param {string} key @param {"sit" | "return" | "stand_in"} act @param {string} classes */
		const button = (key, act, classes) => make("button", { className: `small ${classes}`, onclick: () => this.send({ act, seat }) }, say(key));
		if (seats[seat].kind === "open" && page.guest && terms.rated) return make("a", { href: signInAddress(seat), className: "button small main" }, say("sign_in_here"));
		if (seats[seat].kind === "open") return you.may.includes("sit") && !you.seats.length && button("sit", "sit", "main");
		if (you.away.includes(seat) && status !== "over") return button("come_back", "return", "main");
		return you.may.includes(`stand_in:${seat}`) && button("stand_in", "stand_in", "");
	}
}

/** Whether a seat plays on the reader's side, who has another one. @param {News} news @param {number} seat */
const isPartner = ({ game, you }, seat) => you.seats.length === 1 && you.seats[0] !== seat && game.sides.some((side) => side.includes(seat) && side.includes(you.seats[0]));

/** The title of a seat whose player has a name, the level of one that is called by its seat, and who plays there. @param {SeatNews} seat @param {boolean} isPartner @param {boolean} isAlone whether the reader plays all seats */
function describe(seat, isPartner, isAlone) {
	const { kind, why, here, title, guest, called, bot } = seat;
	const state = why ? `bot_${why}` : kind === "bot" ? "computer" : kind === "person" && !here ? "away" : "";
	const known = kind === "bot" && called ? (page.bots[bot] ?? bot) : nameOf(seat) !== title && title;
	return [known, isPartner && say("partner"), guest && !isAlone && say("guest"), state && say(state)].filter(Boolean).join(" · ");
}
