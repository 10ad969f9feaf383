/** What can be done besides moving: the buttons, the offers that wait for an answer, and the links. */

import { sign } from "./icon.js";
import { byId, differs, make, page, say } from "./page.js";
import { called, others } from "./seats.js";

/** Milliseconds that a dangerous button waits to be pressed again. */
const SURE = 3500;
/** In the order in which they stand. */
const ALL = ["resume", "next_round", "offer:rematch", "hint", "shares", "offer:takeback", "offer:pause", "offer:end", "offer:end:winner", "leave", "resign"];

export class Acts {
	/** @param {ActWishes} wishes */
	constructor(wishes) {
		this.wishes = wishes;
		byId("copy-link").onclick = () => this.share();
		byId("copy-record").onclick = () => this.copyRecord();
		for (const [id, wish] of [["turn-board", wishes.onTurn], ["other-view", wishes.onView]]) {
			if (byId(id)) byId(id).onclick = wish;
		}
	}

	/** @param {News} news */
	show(news, evaluates, look) {
		const names = news.seats.map(called);
		byId("download").href = `/api/tables/${page.table}/picture.svg?${new URLSearchParams(look)}`;
		if (differs(byId("acts"), [news.you.may, evaluates, names])) byId("acts").replaceChildren(...this.buttons(news, evaluates));
		if (differs(byId("offers"), [news.offers, news.you.seats, names])) {
			byId("offers").replaceChildren(...news.offers.map((offer) => this.offer(news, offer)));
		}
	}

	/** @param {News} news @param {boolean} evaluates */
	buttons(news, evaluates) {
		const { may } = news.you;
		const senseless = {
			hint: news.status !== "playing",
			"offer:pause": news.clock.kind === "none",
			leave: !others(news) && news.status !== "waiting",
			"offer:end:winner": may.includes("offer:end"),
		};
		return ALL.filter((name) => may.includes(name) && !senseless[name]).map((name) => {
			const [act, matter, winner] = name.split(":");
			if (winner) return this.winner(news);
			const own = { hint: this.wishes.onHint, shares: this.wishes.onShares }[act];
			const go = own ?? (() => this.wishes.onAct({ act, matter }));
			if (act === "leave" || act === "resign") return sure(act, go);
			return button(matter ?? act, go, act === "shares" && { "aria-pressed": `${evaluates}` });
		});
	}

	/** Where a game has no draw, the players say who won. @param {News} news */
	winner({ seats }) {
		const offer = (winner) => () => this.wishes.onAct({ act: "offer", matter: "end", winner });
		return make(
			"details",
			{ className: "menu" },
			make("summary", {}, sign("end"), make("span", {}, say("agree_winner"))),
			make("div", {}, ...seats.map((seat, winner) => make("button", { onclick: offer(winner) }, called(seat)))),
		);
	}

	/** @param {News} news @param {Offer} offer */
	offer({ seats, you }, { number, matter, seat, winner, asked }) {
		const mine = you.seats.includes(seat);
		const values = { name: called(seats[seat]), winner: winner === null ? "" : called(seats[winner]) };
		const words = `${mine ? "own_offer" : "offer"}_${winner === null ? matter : "winner"}`;
		const answer = (key, yes) =>
			make("button", { className: yes ? "small main" : "small", onclick: () => this.wishes.onAct({ act: "answer", offer: number, yes }) }, say(key));
		const waits = asked.some((other) => you.seats.includes(other));
		const answers = waits ? [answer("accept", true), answer("decline", false)] : mine ? [answer("withdraw", false)] : [];
		return make("div", { className: "offer", role: "status" }, make("span", {}, say(words, values)), ...answers);
	}

	async share() {
		const url = location.href;
		if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: page.title, url }).catch(() => {});
		else this.wishes.onRemark((await copy(url)) ? say("link_copied") : url, "yes");
	}

	async copyRecord() {
		const answer = await fetch(`/api/tables/${page.table}/record.txt`);
		const done = answer.ok && (await copy(await answer.text()));
		this.wishes.onRemark(say(done ? "record_copied" : "not_copied"), done ? "yes" : "no");
	}
}

function button(words, onclick, more) {
	return make("button", { data: { act: words }, onclick, ...more }, sign(words), make("span", {}, say(words)));
}

/** A button that asks back once. */
function sure(words, go) {
	const found = button(words, () => {
		if (found.classList.contains("sure")) return go();
		const ask = (asks) => {
			found.classList.toggle("sure", asks);
			found.lastChild.textContent = say(asks ? `sure_${words}` : words);
		};
		ask(true);
		setTimeout(ask, SURE, false);
	});
	return found;
}

/** @returns {Promise<boolean>} did the browser let us? */
async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		// Without TLS there is only the old way.
		const area = make("textarea", { value: text, className: "unseen" });
		document.body.append(area);
		area.select();
		const done = document.execCommand("copy");
		area.remove();
		return done;
	}
}
