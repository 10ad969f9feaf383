/** The drill of own mistakes: positions of one's last games, each to be played better. */

import { BoardTask } from "./boardtask.js";
import { pause } from "./boardview.js";
import { byId, formatPercent, narrow, say } from "./page.js";
import { verdictOfTry } from "./verdict.js";

const SMALL = `small=${narrow.matches}`;
/** Milliseconds between two questions whether a game is analysed, and that a move is seen which is no better. */
const [PULSE, LOOK] = [1000, 2200];
const HOUR = 3600;

class DrillPage extends BoardTask {
	constructor() {
		super("/api");
		/** The position that is asked; null when there is none. @type {DrillTask | null} */
		this.task = null;
		byId("show").onclick = () => this.showBest();
		byId("next").onclick = () => this.goOn();
		this.goOn();
	}

	/** Show the next position; while games are analysed, ask again. */
	async goOn() {
		/** @type {DrillNews | null} */
		const news = await this.ask(`/drill?${SMALL}`);
		if (!news) return;
		this.task = news.task;
		byId("count").textContent = this.describe(news);
		document.body.classList.toggle("idle", !news.task);
		document.body.dataset.state = news.state;
		document.body.classList.remove("done");
		for (const name of /** @type {const} */ (["show", "next"])) byId(name).hidden = !news.task;
		this.tell("");
		if (!news.task) return this.wait(news);
		const { task } = news;
		byId("says").textContent = `${say("drill_task", { title: task.title, seat: task.seat })} ${say("find_better", { move: task.move })}`;
		byId("show").disabled = false;
		byId("next").disabled = true;
		byId("next").classList.remove("main");
		await this.view.show(task.layout, task.scene);
		this.focusBoard();
		document.body.dataset.ready = `${task.table}-${task.ply}`;
	}

	/** How much there is to do. @param {DrillNews} news */
	describe({ due, later, learnt }) {
		return [due && say("drill_due", { count: due }), later && say("drill_later", { count: later }), learnt && say("drill_learnt", { count: learnt })].filter(Boolean).join(" · ");
	}

	/** Nothing is due: say why, and look again while games are analysed. @param {DrillNews} news */
	async wait({ state, waiting, next }) {
		const hours = Math.max(1, Math.round((next ?? 0) / HOUR));
		const words = { working: say("drill_working", { count: waiting }), later: say("drill_rest", { count: hours }), none: say("drill_none"), due: "" };
		byId("says").textContent = words[state];
		if (state !== "working") return;
		await pause(PULSE);
		this.goOn();
	}

	/** @param {string} move */
	async play(move) {
		const { task } = this;
		if (!task) return;
		this.tell(say("thinking"), "quiet");
		/** @type {DrillAnswer | null} */
		const answer = await this.ask(`/drill/${task.table}/${task.ply}?${SMALL}`, { move });
		if (!answer) return this.view.input.reset();
		await this.compare(answer);
		document.body.dataset.answer = answer.solved ? "solved" : "wrong";
		if (answer.solved) return this.finish();
		await pause(LOOK);
		if (this.task === task && !byId("show").disabled) this.view.takeBack(task.scene);
	}

	async showBest() {
		const { task } = this;
		if (!task) return;
		byId("show").disabled = true;
		this.tell(say("thinking"), "quiet");
		/** @type {DrillAnswer | null} */
		const answer = await this.ask(`/drill/${task.table}/${task.ply}/best?${SMALL}`, {});
		if (!answer) return (byId("show").disabled = false);
		this.view.showScene({ ...task.scene, tree: {} }, 0);
		await pause();
		await this.compare(answer);
		document.body.dataset.answer = "shown";
		this.finish();
	}

	/** Show a move, and say how it compares. @param {DrillAnswer} answer */
	async compare({ solved, says, found: { tried, made, scene } }) {
		// The best move stays a secret while it is still to be found.
		const key = solved ? verdictOfTry(tried, made) : tried.move === tried.best ? "drill_best" : tried.lost < made.lost ? "drill_better" : "drill_worse";
		const words = say(key, { best: tried.best, lost: formatPercent(tried.lost), instead: formatPercent(made.lost) });
		this.tell(solved ? `${words} ${says}` : words, solved ? "yes" : key === "drill_best" ? "quiet" : "no");
		await this.view.playMoves([scene]);
		byId("spoken").textContent = tried.move;
	}

	finish() {
		byId("show").disabled = true;
		byId("next").disabled = false;
		byId("next").classList.add("main");
		this.focus(byId("next"));
		document.body.classList.toggle("done", document.body.dataset.answer === "solved");
	}

	/** @param {string[]} path */
	whyAddress(path) {
		const query = new URLSearchParams([["at", `${this.task?.ply}`], ...path.map((name) => ["click", name])]);
		return `/tables/${this.task?.table}/review/why?${query}`;
	}
}

new DrillPage();
