/** A board on its own: it shows positions, lets somebody make a move, and says which. */

import { Board } from "./board.js";
import { Hand } from "./hand.js";
import { byId } from "./page.js";
import { Panels } from "./panels.js";

/** Milliseconds between moves that follow each other, so that each of them is seen. */
const PAUSE = 800;

export const pause = (time = PAUSE) => new Promise((done) => setTimeout(done, time));

export class Stage {
	/** The page has stage.html, and the elements #tray and #panels. @param {HandWishes} wishes */
	constructor(wishes) {
		this.board = new Board(byId("stage"));
		this.hand = new Hand(this.board, {
			...wishes,
			onChange: (path) => {
				this.panels?.light();
				wishes.onChange?.(path);
			},
		});
		this.panels = new Panels(this.board, this.hand);
		/** The latest wish; of older ones nothing more is shown. */
		this.wish = 0;
	}

	/** Show a position; what its tree offers may be played. @param {string} layout its address @param {Scene} scene */
	async show(layout, scene) {
		const wish = ++this.wish;
		await this.board.dress(layout);
		if (wish === this.wish) this.put(scene, 0);
	}

	/**
	 * Show moves made from here, one after the other; then what the last scene's tree offers may be played.
	 * @param {Scene[]} scenes @returns {Promise<boolean>} was all of it shown?
	 */
	async play(scenes) {
		const wish = ++this.wish;
		for (const [at, scene] of scenes.entries()) {
			if (at) await pause();
			if (wish !== this.wish) return false;
			this.put(scene, 1);
		}
		return true;
	}

	/** Take the last move back. @param {Scene} scene as it was before */
	back(scene) {
		this.wish++;
		this.put(scene, -1);
	}

	/** @param {Scene} scene @param {-1 | 0 | 1} step */
	put(scene, step) {
		this.board.show(scene, step);
		this.hand.offer(scene, true);
		this.panels.show(scene.panels ?? []);
	}

	/** The move was not taken: choose again. */
	again() {
		this.hand.again();
	}

	/** Show what could be clicked. @param {string[]} path */
	hint(path) {
		this.hand.show(path);
	}

	/** A click that leads nowhere. @param {string[]} path */
	refuse(path) {
		this.board.shake(path.at(-1));
	}
}
