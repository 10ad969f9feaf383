/** The status line under the board: whose turn it is, how the game ended, why a click is refused. */

import { byId, hasChanged, make, say } from "./page.js";

/** Milliseconds that a message stays; longer ones stay longer. */
const DURATION = 3500;
/** Messages to screen readers that are kept. */
const SPOKEN = 6;

export class StatusLine {
	constructor() {
		this.line = byId("line");
		this.state = byId("state");
	}

	/** What stands there while there is no message. @param {News} news @param {Node | null} extra */
	show(news, extra) {
		const { status, turn, headline, you, next, offers } = news;
		if (!hasChanged(this.state, [status, turn, headline, you, next, offers.length])) return;
		const [head, ...reasons] = headline;
		this.state.replaceChildren(make("strong", {}, head), ...reasons.map((text) => make("span", { className: "why" }, text)), extra ?? "");
		byId("status").className = `status ${status} ${status === "playing" && you.seats.some((seat) => seat === turn) ? "yours" : ""}`;
	}

	/** Show a message for a few seconds. @param {string} text @param {MessageKind} [kind] @param {Node | string} [more] */
	flash(text, kind = "no", more = "") {
		this.put(kind, text, " ", more);
		this.timer = setTimeout(() => this.clear(), DURATION + 40 * text.length);
	}

	/** Show what can be done next, until that changes. @param {string} text @param {Node | string} [more] */
	hold(text, more = "") {
		this.put("quiet", text, " ", more);
	}

	/** Say what to do next in a move; without a text, that goes. @type {Guide} */
	guide(text, more) {
		if (text) this.hold(text, more);
		else if (this.line.className === "quiet") this.clear();
	}

	/** Ask something; the question stays until it is cleared. @param {string} text @param {HTMLElement[]} answers */
	ask(text, ...answers) {
		this.put("quiet", text, ...answers);
		/** @type {HTMLElement | null} */
		this.focused = /** @type {HTMLElement | null} */ (document.activeElement);
		answers[0].focus();
	}

	/** @param {MessageKind} kind @param {string} text @param {(Node | string)[]} more */
	put(kind, text, ...more) {
		this.clear();
		this.line.replaceChildren(text, ...more);
		this.line.className = kind;
		this.line.hidden = !text;
		this.state.hidden = !this.line.hidden;
	}

	clear() {
		clearTimeout(this.timer);
		if (this.line.contains(document.activeElement)) this.focused?.focus();
		this.line.hidden = true;
		this.state.hidden = false;
	}

	/** Tell screen readers. Every message is an element of its own, so that one does not cut another short. @param {string[]} sentences */
	announce(sentences) {
		const spoken = byId("spoken");
		if (!sentences.length) return;
		spoken.append(make("p", {}, sentences.join(" ")));
		while (spoken.children.length > SPOKEN) spoken.children[0].remove();
	}
}
