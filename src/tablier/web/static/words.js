/** What is said under the board: whose turn it is, how the game ended, why a click leads nowhere. */

import { byId, differs, make, say } from "./page.js";

/** How long a remark stays, in milliseconds; longer ones stay longer. */
const REMARK = 3500;

export class Teller {
	constructor() {
		this.line = byId("line");
		this.state = byId("state");
	}

	/** What stands there as long as nothing else is said. @param {News} news @param {Node | null} extra */
	show(news, extra) {
		const { status, turn, headline, you, next } = news;
		if (!differs(this.state, [status, turn, headline, you, next])) return;
		const [head, ...why] = headline;
		this.state.replaceChildren(make("strong", {}, head), ...why.map((text) => make("span", { className: "why" }, text)), extra ?? "");
		byId("status").className = `status ${status} ${status === "playing" && you.seats.includes(turn) ? "yours" : ""}`;
	}

	/** A remark, gone soon: no, yes or quiet. */
	remark(text, kind = "no", more = "") {
		this.put(kind, text, " ", more);
		this.timer = setTimeout(() => this.hush(), REMARK + 40 * text.length);
	}

	/** A question, which stays until it is hushed. @param {HTMLElement[]} answers */
	ask(text, ...answers) {
		this.put("quiet", text, ...answers);
		this.back = document.activeElement;
		answers[0].focus();
	}

	put(kind, ...parts) {
		this.hush();
		this.line.replaceChildren(...parts);
		this.line.className = kind;
		this.line.hidden = !parts[0];
		this.state.hidden = !this.line.hidden;
	}

	hush() {
		clearTimeout(this.timer);
		if (this.line.contains(document.activeElement)) this.back.focus();
		this.line.hidden = true;
		this.state.hidden = false;
	}

	/** For those who listen: what was played, and what comes now. */
	announce({ move, moves, seats }) {
		const { title } = seats[(moves.length - 1 + seats.length) % seats.length];
		byId("spoken").textContent = `${move ? say("played", { name: title, move }) : ""} ${this.state.textContent}`;
	}
}
