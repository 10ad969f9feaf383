/** The seats: who sits there, who is here, whose turn it is. Yours is the nearest, as at a real table. */

import { icon } from "./icon.js";
import { byId, decimal, differs, make, page, say } from "./page.js";


/** What to call a seat's player. @param {SeatNews} seat */
export function called(seat) {
	if (seat.name && seat.name !== seat.title) return seat.name;
	if (seat.kind === "bot") return page.bots[seat.bot] ?? seat.bot;
	return seat.kind === "open" ? say("open_seat") : seat.title;
}

/** Other people who play. @param {News} news */
export const others = ({ seats, you }) => seats.filter(({ kind }, seat) => kind === "person" && !you.seats.includes(seat)).length;

/** Points as they are written: 2, 1½. @param {number} points */
export function score(points) {
	const rest = { 0: "", 25: "¼", 33: "⅓", 50: "½", 67: "⅔", 75: "¾" }[Math.round((points % 1) * 100)];
	return rest === undefined ? decimal(points, 2) : `${Math.floor(points) || !rest ? Math.floor(points) : ""}${rest}`;
}

export class Seats {
	/** @param {Board} board @param {Act} act */
	constructor(board, act) {
		this.board = board;
		this.act = act;
		/** Where the clocks are. @type {Map<number, HTMLElement>} */
		this.faces = new Map();
	}

	/** @param {News} news */
	show(news) {
		const { seats, you, status, turn, outcome } = news;
		if (!differs(byId("far-seats"), [this.board.address, seats, you, status, turn, outcome])) return;
		this.faces.clear();
		// From yours on, as they sit: the next to play comes first at the top.
		const nearest = you.seats[0] ?? you.away[0] ?? 0;
		const order = seats.map((_, at) => (nearest + 1 + at) % seats.length).map((seat) => this.seat(news, seat));
		byId("near-seats").replaceChildren(order.pop());
		byId("far-seats").replaceChildren(...order);
	}

	/** @param {News} news @param {number} number */
	seat(news, number) {
		const { seats, you, status, turn, outcome } = news;
		const seat = seats[number];
		const mine = you.seats.includes(number);
		const won = outcome?.winners.includes(number);
		const emblem = this.board.layout.emblems?.[number];
		const face = make("span", { className: "clock" });
		const here = seat.kind === "person" && !mine;
		this.faces.set(number, face);
		return make(
			"li",
			{ className: `seat ${status === "playing" && turn === number ? "turn" : ""} ${won ? "winner" : ""}`, data: { seat: number }, "aria-current": turn === number },
			emblem && icon(this.board, emblem.symbol, "emblem"),
			make(
				"div",
				{ className: "who" },
				make("strong", {}, called(seat), mine && you.seats.length < seats.length && make("em", {}, ` ${say("you")}`)),
				make("small", {}, here && make("i", { className: seat.here ? "dot here" : "dot" }), about(seat)),
			),
			seat.rating && make("small", { className: "rating" }, seat.rating.says),
			won && make("span", { className: "crown" }, "★"),
			Math.max(...(outcome?.scores ?? [])) > 1 && make("span", { className: "points" }, score(outcome.scores[number])),
			this.button(news, number),
			face,
		);
	}

	/** What can be done with a seat just now. @param {News} news */
	button({ seats, you, status }, seat) {
		const { kind, here } = seats[seat];
		const press = (words, act, classes) => make("button", { className: `small ${classes}`, onclick: () => this.act({ act, seat }) }, say(words));
		if (kind === "open") return you.may.includes("sit") && !you.seats.length && press("sit", "sit", "main");
		if (you.away.includes(seat) && status !== "over") return press("come_back", "return", "main");
		return kind === "person" && !here && you.seats.length && status === "playing" && press("stand_in", "stand_in", "");
	}
}

/** @param {SeatNews} seat */
function about(seat) {
	const { kind, why, here, title } = seat;
	const state = why ? `bot_${why}` : kind === "bot" ? "computer" : kind === "person" && !here ? "away" : "";
	return [called(seat) !== title && title, state && say(state)].filter(Boolean).join(" · ");
}
