/** A board with its input and its panels: shows positions and moves, and says which move was made. */

import { Board } from "./board.js";
import { Input } from "./input.js";
import { byId } from "./page.js";
import { Panels } from "./panels.js";

/** Milliseconds between two moves that are shown one after the other. */
const PAUSE = 800;

export const pause = (time = PAUSE) => new Promise((done) => setTimeout(done, time));

export class BoardView {
	/** The page has stage.html, and the elements #tray and #panels. @param {InputHandlers} handlers */
	constructor(handlers) {
		this.board = new Board(byId("stage"));
		this.input = new Input(this.board, {
			...handlers,
			onSelect: (path) => {
				this.panels.highlight();
				handlers.onSelect?.(path);
			},
		});
		this.panels = new Panels(this.board, this.input);
		/** Counts what was asked for: what is overtaken is not shown any more. */
		this.request = 0;
	}

	/** Show a position; the moves of its tree may be played. @param {string} layout its address @param {Scene} scene */
	async show(layout, scene) {
		const request = ++this.request;
		await this.board.load(layout);
		if (request === this.request) this.showScene(scene, 0);
	}

	/**
	 * Show the positions after moves made from here, one after the other.
	 * @param {Scene[]} scenes @returns {Promise<boolean>} whether all were shown
	 */
	async playMoves(scenes) {
		const request = ++this.request;
		for (const [at, scene] of scenes.entries()) {
			if (at) await pause();
			if (request !== this.request) return false;
			this.showScene(scene, 1);
		}
		return true;
	}

	/** Take the last move back. @param {Scene} scene as it was before */
	takeBack(scene) {
		this.request++;
		this.showScene(scene, -1);
	}

	/** @param {Scene} scene @param {Step} step */
	showScene(scene, step) {
		this.board.show(scene, step);
		this.input.offer(scene, true);
		this.panels.show(scene.panels ?? []);
	}
}
