/** A first lesson: one step after the other, each on the real board. How far somebody came, the browser knows. */

import "./drawer.js";
import { byId, make, narrow, page, say } from "./page.js";
import { Stage, pause } from "./stage.js";

const KEPT = `lesson:${page.lesson}`;
const DONE = "done";
/** Milliseconds that a move is seen which was not asked for, before it is taken back. */
const LOOK = 1600;

class Course {
	constructor() {
		this.view = page.views.at(narrow.matches ? -1 : 0);
		this.stage = new Stage({ onMove: (text) => this.play(text), onIllegal: (path) => this.explain(path) });
		/** @type {StepNews | null} */
		this.step = null;
		/** The moves made in this step. @type {string[]} */
		this.moves = [];
		/** Was a key the last thing that was touched? */
		this.byKeys = false;
		addEventListener("keydown", () => (this.byKeys = true), true);
		addEventListener("pointerdown", () => (this.byKeys = false), true);
		byId("back").onclick = () => this.go(this.at - 1);
		byId("next").onclick = () => this.go(this.at + 1);
		byId("retry").onclick = () => this.go(this.at);
		byId("first").onclick = () => this.go(1);
		byId("show").onclick = () => this.show();
		const kept = localStorage.getItem(KEPT);
		this.go(Math.min(page.steps, Math.max(1, Number.parseInt(kept, 10) || 1)));
	}

	/** @returns {Promise<any>} what the server says; null if it refuses, and this is told, by words of ours if there are any */
	async ask(address, body = null, words = "") {
		try {
			const answer = await fetch(`/api/lessons/${page.lesson}/${address}`, {
				method: body ? "POST" : "GET",
				body: body && JSON.stringify(body),
				headers: { accept: "application/json", "content-type": "application/json", "accept-language": page.language },
			});
			const said = await answer.json();
			if (answer.ok) return said;
			this.remark(words || said.says, "no");
		} catch {
			this.remark(say("no_answer"), "no");
		}
		return null;
	}

	/** To another step. @param {number} at */
	async go(at) {
		/** @type {StepNews | null} */
		const step = await this.ask(`${at}?view=${this.view}`);
		if (!step) return;
		Object.assign(this, { step, at, moves: [], hint: step.hint });
		if (localStorage.getItem(KEPT) !== DONE) localStorage.setItem(KEPT, `${at}`);
		this.tell(step);
		this.remark("");
		this.offer({ done: step.kind === "look" });
		await this.stage.show(step.layout, step.scenes[0]);
		if (this.step !== step) return;
		this.stage.hint(step.points);
		this.focus(step.kind === "look" ? byId("next") : this.stage.board.spots.querySelector("[tabindex='0']"));
		Object.assign(document.body.dataset, { ready: at, kind: step.kind });
		if (step.scenes.length > 1) this.demonstrate();
	}

	/** @param {StepNews} step */
	tell({ step, steps, says, clause }) {
		byId("progress").value = step;
		byId("count").textContent = say("step_of", { at: step, steps });
		byId("says").replaceChildren(says, " ", make("a", { href: `${page.rules}#${clause}`, target: "rules" }, `§${clause}`));
	}

	/** Whoever comes by keys goes on by keys, with the next thing to do. @param {HTMLElement} element */
	focus(element) {
		if (this.byKeys) element.focus();
	}

	/** The moves that a step shows. */
	async demonstrate() {
		const { step, stage } = this;
		await stage.show(step.layout, step.scenes[0]);
		await pause();
		if (this.step !== step) return;
		if (await stage.play(step.scenes.slice(1))) byId("spoken").textContent = step.told.join(" ");
	}

	/** Which buttons are of use now. @param {{done: boolean, over?: boolean}} state */
	offer({ done, over = false }) {
		const { step } = this;
		const isLast = step.step === step.steps;
		const ended = done && isLast;
		byId("back").disabled = step.step === 1;
		byId("next").disabled = isLast;
		byId("next").classList.toggle("main", done);
		byId("show").disabled = done && step.scenes.length < 2;
		byId("show").hidden = over;
		byId("retry").hidden = !over;
		document.querySelector("nav.pace").hidden = ended;
		byId("end").hidden = !ended;
		document.body.classList.toggle("done", done && step.kind !== "look");
	}

	/** A move was made on the board. @param {string} text */
	async play(text) {
		const { step, stage } = this;
		const answer = await this.ask(`${this.at}?view=${this.view}`, { moves: [...this.moves, text] });
		if (this.step !== step) return;
		if (!answer) return stage.again();
		const { done, over, says, scenes, told, moves, hint } = answer;
		this.moves = moves;
		this.hint = hint ?? step.hint;
		if (over) this.remark(says, done ? "yes" : "no");
		else this.remark("");
		if (!(await stage.play(scenes))) return;
		byId("spoken").textContent = told.join(" ");
		if (done) this.finish();
		else if (over && step.kind === "do") this.takeBack(step);
		else if (over) {
			this.offer({ done: false, over: true });
			this.focus(byId("retry"));
		}
	}

	finish() {
		this.offer({ done: true });
		if (this.at === page.steps) localStorage.setItem(KEPT, DONE);
		this.focus(this.at === page.steps ? byId("end").querySelector(".main") : byId("next"));
		document.body.dataset.done = this.at;
	}

	/** A move that was not asked for was seen: choose again. @param {StepNews} step */
	async takeBack(step) {
		await pause(LOOK);
		if (this.step !== step) return;
		this.moves = [];
		this.stage.back(step.scenes.at(-1));
		this.stage.hint(step.points);
	}

	/** What to click; or once more what was shown. */
	show() {
		if (this.step.kind === "look") return this.demonstrate();
		this.stage.hint(this.hint.path);
		this.remark(say("hint_is", { move: this.hint.move }), "yes");
	}

	/** A click that leads nowhere: which rule says so? @param {string[]} path */
	async explain(path) {
		if (this.stage.hand.choice.isEmpty) return; // there is nothing to play just now
		this.stage.refuse(path);
		const query = new URLSearchParams([...path.map((name) => ["click", name]), ...this.moves.map((move) => ["move", move])]);
		const why = await this.ask(`${this.at}/why?${query}`, null, say(path.length > 1 ? "not_there" : "nothing_there"));
		if (why) this.remark(why.says, "no", why.clause);
	}

	/** @param {string} text @param {string} [kind] yes or no @param {string} [clause] */
	remark(text, kind = "", clause = "") {
		const rule = clause && make("a", { href: `${page.rules}#${clause}`, target: "rules" }, `§${clause}`);
		byId("line").replaceChildren(text, " ", rule);
		byId("line").className = kind;
	}
}

new Course();
