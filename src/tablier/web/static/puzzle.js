/** A puzzle: find the best move. A wrong one is taken back, a right one answered until the puzzle is solved. */

import { BoardTask } from "./boardtask.js";
import { pause } from "./boardview.js";
import "./drawer.js";
import { byId, make, page, say, usualView } from "./page.js";

const VIEW = usualView();
/** Milliseconds that a wrong move is seen before it is taken back. */
const LOOK = 1200;

class PuzzlePage extends BoardTask {
	constructor() {
		super(`/api/puzzles/${page.puzzle}`);
		/** The puzzle; there is none before it was fetched. @type {PuzzleNews} */
		this.puzzle;
		/** The moves made so far, and the position they led to. @type {string[]} */
		this.moves = [];
		/** @type {Scene} */
		this.scene;
		byId("show").onclick = () => this.showSolution();
		this.begin();
	}

	async begin() {
		/** @type {PuzzleNews | null} */
		const puzzle = await this.ask(`?view=${VIEW}`);
		if (!puzzle) return;
		Object.assign(this, { puzzle, scene: puzzle.scene });
		byId("says").textContent = puzzle.says;
		byId("count").replaceChildren(make("span", {}, say("puzzle_level", { level: puzzle.level, points: puzzle.points })));
		this.showRating(puzzle.rating);
		if (puzzle.tried !== null) this.tell(say(puzzle.tried ? "puzzle_known" : "puzzle_again"), "quiet");
		await this.view.show(puzzle.layout, puzzle.scene);
		this.focusBoard();
		document.body.dataset.ready = puzzle.id;
	}

	/** @param {string} move */
	async play(move) {
		/** @type {PuzzleAnswer | null} */
		const answer = await this.ask(`?view=${VIEW}`, { moves: [...this.moves, move] });
		if (!answer) return this.view.input.reset();
		const { right, solved, says, scenes, told, moves } = answer;
		this.tell(says, right ? "yes" : "no");
		this.showRating(answer.rating);
		document.body.dataset.answer = solved ? "solved" : right ? "right" : "wrong";
		if (!(await this.view.playMoves(scenes))) return;
		byId("spoken").textContent = told.join(" ");
		if (solved) return this.finish();
		if (right) Object.assign(this, { moves, scene: scenes[scenes.length - 1] });
		else await this.takeBack();
		document.body.dataset.moves = `${this.moves.length}`;
	}

	/** After a look at a wrong move, let another be chosen. */
	async takeBack() {
		await pause(LOOK);
		this.view.takeBack(this.scene);
		this.focusBoard();
	}

	async showSolution() {
		/** @type {PuzzleSolution | null} */
		const solution = await this.ask(`/solution?view=${VIEW}`, {});
		if (!solution) return;
		byId("show").disabled = true;
		this.tell(solution.says, "quiet");
		this.showRating(solution.rating);
		await this.view.show(this.puzzle.layout, solution.scenes[0]);
		await pause();
		if (!(await this.view.playMoves(solution.scenes.slice(1)))) return;
		byId("spoken").textContent = solution.told.join(" ");
		document.body.dataset.answer = "shown";
		this.finish();
	}

	/** The own rating beside the puzzle's, or how it changed: in the same place, so that the board stays where it is. @param {string} rating */
	showRating(rating) {
		if (rating) byId("count").replaceChildren(byId("count").firstElementChild ?? "", make("span", {}, say("puzzle_rating", { rating })));
	}

	/** @param {string[]} path */
	whyAddress(path) {
		const query = new URLSearchParams([...path.map((name) => ["click", name]), ...this.moves.map((move) => ["move", move])]);
		return `/why?${query}`;
	}

	finish() {
		byId("show").disabled = true;
		byId("next").classList.add("main");
		this.focus(byId("next"));
		document.body.classList.toggle("done", document.body.dataset.answer === "solved");
	}
}

new PuzzlePage();
