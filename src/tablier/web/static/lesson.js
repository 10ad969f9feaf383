/** A first lesson: one step after the other, each on the real board. The browser remembers the progress. */

import { BoardTask } from "./boardtask.js";
import { pause } from "./boardview.js";
import "./drawer.js";
import { byId, page, ruleLink, say, usualView } from "./page.js";

const STORED = `lesson:${page.lesson}`;
const DONE = "done";
const VIEW = usualView();
/** Milliseconds that a move is seen which was not asked for, before it is taken back. */
const LOOK = 1600;

class LessonPage extends BoardTask {
	constructor() {
		super(`/api/lessons/${page.lesson}/`);
		/** The step that is shown; there is none before it was fetched. @type {StepNews} */
		this.step;
		this.at = 1;
		/** The moves made in it. @type {string[]} */
		this.moves = [];
		/** A move that would do now. @type {LessonHint | null} */
		this.hint = null;
		byId("back").onclick = () => this.goTo(this.at - 1);
		byId("next").onclick = () => this.goTo(this.at + 1);
		byId("retry").onclick = () => this.goTo(this.at);
		byId("first").onclick = () => this.goTo(1);
		byId("show").onclick = () => this.showMe();
		const stored = Number.parseInt(localStorage.getItem(STORED) ?? "", 10) || 1;
		this.goTo(Math.min(page.steps, Math.max(1, stored)));
	}

	/** Go to a step. @param {number} at */
	async goTo(at) {
		/** @type {StepNews | null} */
		const step = await this.ask(`${at}?view=${VIEW}`);
		if (!step) return;
		Object.assign(this, { step, at, moves: [], hint: step.hint });
		if (localStorage.getItem(STORED) !== DONE) localStorage.setItem(STORED, `${at}`);
		this.showText(step);
		this.tell("");
		this.offer({ isDone: step.kind === "look" });
		await this.view.show(step.layout, step.scenes[0]);
		if (this.step !== step) return;
		this.view.input.showHint(step.points);
		if (step.kind === "look") this.focus(byId("next"));
		else this.focusBoard();
		Object.assign(document.body.dataset, { ready: at, kind: step.kind });
		if (step.scenes.length > 1) this.demonstrate();
	}

	/** @param {StepNews} step */
	showText({ step, steps, says, clause }) {
		byId("progress").setAttribute("value", `${step}`);
		byId("count").textContent = say("step_of", { at: step, steps });
		byId("says").replaceChildren(says, " ", ruleLink(clause));
	}

	/** Show the moves of a step. */
	async demonstrate() {
		const { step, view } = this;
		await view.show(step.layout, step.scenes[0]);
		await pause();
		if (this.step !== step) return;
		if (await view.playMoves(step.scenes.slice(1))) byId("spoken").textContent = step.told.join(" ");
	}

	/** Show the buttons that are of use now. @param {{ isDone: boolean, isOver?: boolean }} state */
	offer({ isDone, isOver = false }) {
		const { step } = this;
		const isLast = step.step === step.steps;
		byId("back").disabled = step.step === 1;
		byId("next").disabled = isLast;
		byId("next").classList.toggle("main", isDone);
		byId("show").disabled = isDone && step.scenes.length < 2;
		byId("show").hidden = isOver;
		byId("retry").hidden = !isOver;
		byId("steps").hidden = isDone && isLast;
		byId("end").hidden = !(isDone && isLast);
		document.body.classList.toggle("done", isDone && step.kind !== "look");
	}

	/** @param {string} move */
	async play(move) {
		const { step, view } = this;
		/** @type {AnswerNews | null} */
		const answer = await this.ask(`${step.step}?view=${VIEW}`, { moves: [...this.moves, move] });
		if (this.step !== step) return;
		if (!answer) return view.input.reset();
		const { done, over, says, scenes, told, moves, hint } = answer;
		this.moves = moves;
		this.hint = hint ?? step.hint;
		if (over) this.tell(says, done ? "yes" : "no");
		else this.tell("");
		if (!(await view.playMoves(scenes))) return;
		byId("spoken").textContent = told.join(" ");
		if (done) this.finish();
		else if (over && step.kind === "do") this.takeBack(step);
		else if (over) {
			this.offer({ isDone: false, isOver: true });
			this.focus(byId("retry"));
		}
	}

	finish() {
		const { step, steps } = this.step;
		this.offer({ isDone: true });
		if (step === steps) localStorage.setItem(STORED, DONE);
		this.focus(step === steps ? byId("end").querySelector("button") : byId("next"));
		document.body.dataset.done = `${step}`;
	}

	/** After a look at a move that was not asked for, let it be chosen again. @param {StepNews} step */
	async takeBack(step) {
		await pause(LOOK);
		if (this.step !== step) return;
		this.moves = [];
		this.view.takeBack(step.scenes[step.scenes.length - 1]);
		this.view.input.showHint(step.points);
	}

	/** Show what to click, or once more the moves of the step. */
	showMe() {
		if (!this.hint) return this.demonstrate();
		this.view.input.showHint(this.hint.path);
		this.tell(say("hint_is", { move: this.hint.move }), "yes");
	}

	/** @param {string[]} path */
	whyAddress(path) {
		const query = new URLSearchParams([...path.map((name) => ["click", name]), ...this.moves.map((move) => ["move", move])]);
		return `${this.step.step}/why?${query}`;
	}
}

new LessonPage();
