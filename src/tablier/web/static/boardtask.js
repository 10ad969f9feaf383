/** A page that sets a task on the board: it asks the server, takes moves, and says what comes of them. */

import { BoardView } from "./boardview.js";
import { ask } from "./host.js";
import { byId, page, ruleLink, say } from "./page.js";

export class BoardTask {
	/** @param {string} api where its questions go */
	constructor(api) {
		this.api = api;
		this.view = new BoardView({
			onMove: (text) => this.play(text),
			onIllegal: (path) => this.explain(path),
			onGuide: (text, more) => this.guide(text, more),
		});
		/** Whether the last input came from the keyboard. */
		this.isByKeys = false;
		addEventListener("keydown", () => (this.isByKeys = true), true);
		addEventListener("pointerdown", () => (this.isByKeys = false), true);
	}

	/** Make a move. @param {string} _move @returns {unknown} */
	play(_move) {
		throw new Error("a page says what comes of a move");
	}

	/** Where to ask which rule forbids these clicks. @param {string[]} _path @returns {string} */
	whyAddress(_path) {
		throw new Error("a page says where to ask");
	}

	/**
	 * @param {string} address @param {object | null} [body] @param {string} [words] told of a refusal instead of the server's
	 * @returns {Promise<any>} what the server answers; null if it refuses, and that is told
	 */
	async ask(address, body = null, words = "") {
		try {
			const answer = await ask(`${this.api}${address}`, {
				method: body ? "POST" : "GET",
				body: body && JSON.stringify(body),
				headers: { accept: "application/json", "content-type": "application/json", "accept-language": page.language },
			});
			const said = await answer.json();
			if (answer.ok) return said;
			this.tell(words || said.says, "no");
		} catch {
			this.tell(say("no_answer"), "no");
		}
		return null;
	}

	/** Lead the keyboard to the next thing to do. @param {HTMLElement | SVGElement | null} element */
	focus(element) {
		if (this.isByKeys) element?.focus();
	}

	/** Lead the keyboard to the board. */
	focusBoard() {
		this.focus(this.view.board.spotLayer.querySelector("[tabindex='0']"));
	}

	/** Say which rule forbids a click. @param {string[]} path */
	async explain(path) {
		if (this.view.input.selection.isEmpty) return; // there is nothing to play just now
		this.view.board.shake(path[path.length - 1]);
		/** @type {Why | null} */
		const why = await this.ask(this.whyAddress(path), null, say(path.length > 1 ? "not_there" : "nothing_there"));
		if (why) this.tell(why.says, "no", why.clause);
	}

	/** Say what to do next in a move; without a text, that goes and anything else stays. @type {Guide} */
	guide(text, more = "") {
		const line = byId("line");
		if (!text && line.className !== "guide") return;
		line.replaceChildren(text, " ", more);
		line.className = text && "guide";
	}

	/** @param {string} text @param {MessageKind | ""} [kind] @param {string} [clause] */
	tell(text, kind = "", clause = "") {
		byId("line").replaceChildren(text, " ", ruleLink(clause));
		byId("line").className = kind;
	}
}
