/** The evaluation bar: the share that a bot expects for each seat. */

import { symbolIcon } from "./icon.js";
import { byId, formatPercent, make, say } from "./page.js";
import { nameOf } from "./seats.js";

/** What a certain share means in a word; none for a part of the points. @param {number} share @param {number[]} shares */
const certainResult = (share, shares) => {
	if (share === 1) return say("wins");
	if (share === 0) return say("loses");
	return shares.every((other) => other === share) ? say("draws") : "";
};

export class EvaluationBar {
	/** @param {Board} board @param {(message: AskShares) => Promise<Shares>} ask */
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
		const isAllowed = news.you.may.includes("shares") && (news.status !== "over" || at < news.moves.length);
		this.bar.hidden = !this.isOn || !isAllowed;
		const key = `${news.ply} ${at}`;
		if (this.bar.hidden || key === this.key) return;
		this.key = key;
		this.bar.classList.add("old");
		try {
			const { shares, proven } = await this.ask({ act: "shares", at });
			if (key === this.key) this.draw(news.seats, shares, proven);
		} catch {
			this.key = "";
		}
	}

	/** @param {SeatNews[]} seats @param {number[]} shares @param {boolean} proven */
	draw(seats, shares, proven) {
		const labels = shares.map((share) => (proven && certainResult(share, shares)) || formatPercent(share));
		const { emblems } = this.board.layout;
		const figures = labels.map((label, seat) => {
			const symbol = emblems?.[seat]?.symbol;
			return make("span", { className: "share", title: nameOf(seats[seat]) }, symbol && symbolIcon(this.board, symbol), label);
		});
		const parts = shares.map((share, seat) => {
			const part = make("i");
			part.style.setProperty("--share", `${Math.max(share, 0.02)}`);
			part.style.setProperty("--seat", emblems?.[seat]?.colour ?? "var(--accent)");
			return part;
		});
		this.bar.classList.remove("old");
		this.bar.replaceChildren(make("div", { className: "labels" }, ...figures), make("div", { className: "parts" }, ...parts));
		this.bar.setAttribute("aria-label", seats.map((seat, at) => `${nameOf(seat)} ${labels[at]}`).join(", "));
	}
}
