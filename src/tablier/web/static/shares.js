/** The evaluation: one share for each seat, as a bot sees it. */

import { icon } from "./icon.js";
import { byId, make } from "./page.js";
import { called } from "./seats.js";

export class Shares {
	/** @param {Board} board @param {(message: Message) => Promise<any>} ask */
	constructor(board, ask) {
		this.board = board;
		this.ask = ask;
		this.bar = byId("shares");
		this.isOn = false;
		/** The position that was asked about. */
		this.key = "";
	}

	toggle() {
		this.isOn = !this.isOn;
		this.key = "";
	}

	/** @param {News} news @param {number} at */
	async show(news, at) {
		const able = news.you.may.includes("shares") && (news.status !== "over" || at < news.moves.length);
		this.bar.hidden = !this.isOn || !able;
		const key = `${news.ply} ${at}`;
		if (this.bar.hidden || key === this.key) return;
		this.key = key;
		this.bar.classList.add("old");
		try {
			const { shares } = await this.ask({ act: "shares", at });
			if (key === this.key) this.draw(news.seats, shares);
		} catch {
			this.key = "";
		}
	}

	draw(seats, shares) {
		const percents = shares.map((share) => `${Math.round(share * 100)} %`);
		const parts = shares.map((share, seat) => {
			const { symbol, colour } = this.board.layout.emblems?.[seat] ?? {};
			const part = make("span", { className: "share", title: called(seats[seat]) }, symbol && icon(this.board, symbol), percents[seat]);
			part.style.setProperty("--share", Math.max(share, 0.02));
			if (colour) part.style.setProperty("--seat", colour);
			return part;
		});
		this.bar.classList.remove("old");
		this.bar.replaceChildren(...parts);
		this.bar.setAttribute("aria-label", seats.map((seat, at) => `${called(seat)} ${percents[at]}`).join(", "));
	}
}
