/** A position of the game to try again: make a move, and hear how it compares. */

import { byId, make, page, say } from "./page.js";
import { percent } from "./plot.js";
import { called } from "./seats.js";
import { pause } from "./stage.js";

/** How many moves are told that could have been made. */
const AHEAD = 5;

export class Trial {
	/** @param {Stage} stage @param {TrialWishes} wishes */
	constructor(stage, wishes) {
		this.stage = stage;
		this.wishes = wishes;
		/** How many moves were made before the one that is tried again; null when none is. @type {number | null} */
		this.at = null;
		/** Counts what was begun: an answer to something else is dropped. */
		this.turn = 0;
		addEventListener("keydown", (event) => event.key === "Escape" && this.isOn && !this.stage.hand.choice.path.length && this.wishes.onLeave(this.at + 1));
	}

	/** @param {News} news */
	begins(news) {
		this.news = news;
	}

	get isOn() {
		return this.at !== null;
	}

	/** Put the position before a move on the board and let somebody play. @param {JudgedNews} judged */
	async begin(judged) {
		const turn = ++this.turn;
		const { ply, seat, move } = judged;
		Object.assign(this, { at: ply, judged });
		this.wishes.onBegin();
		document.body.dataset.trial = `${ply}`;
		byId("comment").replaceChildren(
			make("strong", {}, say("to_play", { name: called(this.news.seats[seat]) })),
			make("span", {}, say("find_better", { move })),
		);
		this.offer({ best: true });
		const scene = await this.wishes.scene(ply);
		if (!scene || turn !== this.turn) return false;
		this.stage.put(scene, 0);
		document.body.dataset.at = `${ply}`;
		return true;
	}

	/** Show the best move. @param {JudgedNews} judged */
	async best(judged = this.judged) {
		if (!(await this.begin(judged))) return;
		await pause(500);
		if (this.at === judged.ply) this.play(judged.best);
	}

	/** A move was made. @param {string} move */
	async play(move) {
		const turn = ++this.turn;
		byId("comment").replaceChildren(make("span", { className: "muted" }, say("thinking")));
		this.offer({});
		try {
			const found = await this.wishes.ask(`/review/try?at=${this.at}&move=${encodeURIComponent(move)}`);
			if (turn !== this.turn) return;
			await this.stage.play([found.scene]);
			this.tell(found);
		} catch (problem) {
			if (turn !== this.turn) return;
			this.wishes.onRemark(problem.says ?? say("no_answer"));
			this.begin(this.judged);
		}
	}

	/** @param {{tried: JudgedNews, made: JudgedNews}} found */
	tell({ tried, made }) {
		const isBest = tried.move === tried.best;
		const key = isBest ? "tried_best" : tried.move === made.move ? "tried_same" : compared(tried, made);
		const ahead = isBest ? tried.line.slice(1, AHEAD) : [];
		byId("comment").replaceChildren(
			make("strong", {}, tried.move),
			make("span", { className: key }, say(key, { best: tried.best, lost: percent(tried.lost), instead: percent(made.lost) })),
			ahead.length ? make("small", {}, say("goes_on", { line: ahead.join(" ") })) : "",
		);
		const rows = [
			...(isBest ? [] : [["yours", tried.move, tried.share]]),
			["best_one", tried.best, tried.best_share],
			...(made.move === tried.move ? [] : [["in_game", made.move, made.share]]),
		];
		byId("scale").tBodies[0].replaceChildren(...rows.map((row) => this.row(...row)));
		this.offer({ retry: true, best: !isBest });
		byId("scale").hidden = false;
		document.body.dataset.tried = tried.move;
	}

	row(key, move, share) {
		const bar = make("i");
		bar.style.width = percent(share).replace(/\s/, "");
		return make("tr", {}, make("th", { scope: "row" }, say(key)), make("td", {}, move), make("td", { className: "bar-of" }, bar), make("td", {}, percent(share)));
	}

	/** Which buttons are of use now. */
	offer({ retry = false, best = false }) {
		byId("scale").hidden = true;
		delete document.body.dataset.tried;
		byId("retry").hidden = !retry;
		byId("best").hidden = !best;
		byId("leave").hidden = false;
		byId("retry").classList.toggle("main", retry);
	}

	/** A click that leads nowhere: which rule says so? @param {string[]} path */
	async explain(path) {
		if (!this.isOn) return;
		this.stage.refuse(path);
		const query = new URLSearchParams([["at", this.at], ...path.map((name) => ["click", name])]);
		try {
			const { says, clause } = await this.wishes.ask(`/review/why?${query}`);
			this.wishes.onRemark(says, "no", clause && make("a", { href: `${page.rules}#${clause}`, target: "rules" }, `§${clause}`));
		} catch (problem) {
			this.wishes.onRemark(problem.says ?? say("no_answer"));
		}
	}

	end() {
		this.turn++;
		this.at = null;
		delete document.body.dataset.trial;
		delete document.body.dataset.tried;
	}
}

/** @param {JudgedNews} tried @param {JudgedNews} made */
function compared(tried, made) {
	if (!tried.mistake) return "tried_good";
	return tried.lost < made.lost ? "tried_better" : "tried_worse";
}
