/** What is said under the board: whose turn it is, how the game ended, why a click leads nowhere. */

import { byId, differs, make, say } from "./page.js";
import { called, score } from "./seats.js";

/** How long a remark stays, in milliseconds; longer ones stay longer. */
const REMARK = 3500;

export class Teller {
	constructor() {
		this.line = byId("line");
		this.state = byId("state");
	}

	/** What stands there as long as nothing else is said. @param {News} news @param {Node | null} extra */
	show(news, extra) {
		const { status, turn, outcome, you, seats, next } = news;
		if (!differs(this.state, [status, turn, outcome, you, seats.map(called), next])) return;
		this.state.replaceChildren(...headline(news), ...(extra ? [extra] : []));
		byId("status").className = `status ${status} ${status === "playing" && you.seats.includes(turn) ? "yours" : ""}`;
	}

	/** A remark, gone soon: no, yes or quiet. */
	remark(text, kind = "no", more = "") {
		this.hush();
		if (!text) return;
		this.line.replaceChildren(text, " ", more);
		this.line.className = kind;
		this.line.hidden = false;
		this.state.hidden = true;
		this.timer = setTimeout(() => this.hush(), REMARK + 40 * text.length);
	}

	hush() {
		clearTimeout(this.timer);
		this.line.hidden = true;
		this.state.hidden = false;
	}

	/** For those who listen: what was played, and what comes now. */
	announce({ move, moves, seats }) {
		const { title } = seats[(moves.length - 1 + seats.length) % seats.length];
		byId("spoken").textContent = `${move ? say("played", { name: title, move }) : ""} ${this.state.textContent}`;
	}
}

function headline(news) {
	const { status, turn, seats, you } = news;
	if (status === "over") return ending(news);
	if (status !== "playing") return [make("strong", {}, say(status))];
	const seat = seats[turn];
	const mine = you.seats.includes(turn);
	const key = mine && you.seats.length === 1 ? "your_turn" : seat.kind === "bot" ? "thinks" : "to_play";
	return [make("strong", {}, say(key, { name: mine ? seat.title : called(seat) }))];
}

/** Who won and why. */
function ending({ outcome, seats, you }) {
	const { winners, reason, by, scores } = outcome;
	const names = winners.map((seat) => called(seats[seat]));
	const several = names.length > 1;
	const name = several ? say("and", { some: names.slice(0, -1).join(", "), last: names.at(-1) }) : names[0];
	const mine = you.seats.length < seats.length && you.seats.some((seat) => winners.includes(seat));
	const who = !several ? (mine ? "you_win" : "wins") : mine ? "your_side_wins" : "win";
	const why = outcome.says || say(`because_${reason}`, { name: by === null ? "" : called(seats[by]) });
	const points = Math.max(...scores) > 1 ? [say("points", { list: scores.map(score).join(" – ") })] : [];
	return [
		make("strong", {}, say(winners.length ? who : "draw", { name })),
		...[why, ...points].map((text) => make("span", { className: "why" }, text)),
	];
}
