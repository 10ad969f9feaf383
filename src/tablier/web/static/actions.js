/** What a player can do besides moving: the buttons, the offers that wait for an answer, and the links. */

import { copy } from "./clipboard.js";
import { ask } from "./host.js";
import { buttonIcon } from "./icon.js";
import { describeOffer } from "./offers.js";
import { byId, hasChanged, make, page, say } from "./page.js";
import { countOthers, nameOf } from "./seats.js";

/** Milliseconds within which a dangerous button must be pressed again. */
const CONFIRM_TIME = 3500;
/** The buttons in their order: the name in `you.may`, and what it sends. How to go on after the end stands in the status line. @type {[string, ActMessage?][]} */
const BUTTONS = [
	["resume", { act: "resume" }],
	["hint"],
	["shares"],
	["offer:takeback", { act: "offer", matter: "takeback" }],
	["offer:pause", { act: "offer", matter: "pause" }],
	["offer:end", { act: "offer", matter: "end" }],
	["offer:end:winner"],
	["leave", { act: "leave" }],
	["resign", { act: "resign" }],
];

export class Actions {
	/** @param {ActionHandlers} handlers */
	constructor(handlers) {
		this.handlers = handlers;
		byId("copy-link").onclick = () => this.shareLink();
		byId("copy-record").onclick = () => this.copyRecord();
		byId("turn-board")?.addEventListener("click", handlers.onTurn);
		byId("other-view")?.addEventListener("click", handlers.onView);
	}

	/** @param {News} news @param {boolean} isEvaluating @param {Record<string, any>} look of the picture to download */
	show(news, isEvaluating, look) {
		const { you, offers } = news;
		const names = news.seats.map(nameOf);
		const analyse = byId("analyse");
		// A game on one screen can be looked at while it runs: nobody is told anything there that is a secret.
		if (analyse) analyse.hidden = news.status === "waiting" || (news.status !== "over" && you.seats.length < news.seats.length);
		byId("download").href = `/t/${page.table}/share?${new URLSearchParams(look)}`;
		if (hasChanged(byId("acts"), [you.may, isEvaluating, names])) replace(byId("acts"), this.makeButtons(news, isEvaluating));
		if (hasChanged(byId("offers"), [offers, you.seats, names])) replace(byId("offers"), offers.map((offer) => this.makeOffer(news, offer)));
	}

	/** @param {News} news @param {boolean} isEvaluating */
	makeButtons(news, isEvaluating) {
		const { onHint, onEvaluate, send } = this.handlers;
		return usefulButtons(news).map(([name, message]) => {
			if (name === "hint") return button(name, onHint);
			if (name === "shares") return button(name, onEvaluate, { "aria-pressed": `${isEvaluating}` });
			if (!message) return this.makeWinnerMenu(news);
			const key = message.act === "offer" ? message.matter : message.act;
			const isAsked = key === "leave" || key === "resign" || (key === "end" && !countOthers(news));
			return (isAsked ? confirmedButton : button)(key, () => send(message));
		});
	}

	/** Where a game has no draw, the players agree who won. @param {News} news */
	makeWinnerMenu(news) {
		const { seats } = news;
		/** @param {number} winner */
		const offer = (winner) => () => this.handlers.send({ act: "offer", matter: "end", winner });
		/** @param {SeatNews} seat @param {number} winner */
		const choice = (seat, winner) => {
			const name = nameOf(seat);
			const found = make("button", {}, make("span", {}, name));
			return countOthers(news) ? act(found, offer(winner)) : confirm(found, offer(winner), name, say("sure_winner", { name }));
		};
		return make(
			"details",
			{ className: "menu" },
			make("summary", {}, buttonIcon("end"), make("span", {}, say("agree_winner"))),
			make("div", {}, ...seats.map(choice)),
		);
	}

	/** @param {News} news @param {OfferNews} offer */
	makeOffer(news, offer) {
		const { you } = news;
		const { number, seat, asked } = offer;
		const isMine = you.seats.includes(seat);
		/** @param {string} key @param {boolean} yes */
		const answer = (key, yes) =>
			make("button", { className: yes ? "small main" : "small", onclick: () => this.handlers.send({ act: "answer", offer: number, yes }) }, say(key));
		const isAsked = asked.some((other) => you.seats.includes(other));
		const answers = isAsked ? [answer("accept", true), answer("decline", false)] : isMine ? [answer("withdraw", false)] : [];
		return make("div", { className: "offer" }, make("span", {}, describeOffer(news, offer)), ...answers);
	}

	async shareLink() {
		const url = location.href;
		if ("share" in navigator && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: page.title, url }).catch(() => {});
		else this.handlers.onMessage((await copy(url)) ? say("copied") : url, "yes");
	}

	async copyRecord() {
		const answer = await ask(`/api/tables/${page.table}/record.txt`);
		const isCopied = answer.ok && (await copy(await answer.text()));
		this.handlers.onMessage(say(isCopied ? "record_copied" : "not_copied"), isCopied ? "yes" : "no");
	}
}

/** What the table would accept, but for what is of no use just now. @param {News} news */
export function usefulButtons(news) {
	const { may } = news.you;
	/** @type {Record<string, boolean>} */
	const useless = {
		hint: news.status !== "playing",
		"offer:pause": news.clock.kind === "none",
		leave: !countOthers(news) && news.status !== "waiting",
		"offer:end:winner": may.includes("offer:end"),
	};
	return BUTTONS.filter(([name]) => may.includes(name) && !useless[name]);
}

/** Put other buttons there. Keys on one that goes are led to the same act, or on in the game. @param {HTMLElement} box @param {HTMLElement[]} all */
function replace(box, all) {
	/** @type {HTMLElement | null} */
	const old = box.querySelector(":focus-visible");
	box.replaceChildren(...all);
	/** @type {HTMLElement | null} */
	const next = box.querySelector(`[data-act="${old?.dataset.act}"]`) ?? document.querySelector(".afterwards .main");
	if (old) (next ?? byId("stage")).focus();
}

/** @param {string} key @param {() => void} onclick @param {Record<string, string>} [more] */
function button(key, onclick, more) {
	return make("button", { data: { act: key }, onclick, ...more }, buttonIcon(key), make("span", {}, say(key)));
}

/** @param {HTMLButtonElement} found @param {() => void} onclick */
const act = (found, onclick) => Object.assign(found, { onclick });

/** Let a button ask back once; its last element has the words. @param {HTMLButtonElement} found @param {() => void} then @param {string} text @param {string} question */
function confirm(found, then, text, question) {
	/** @param {boolean} isAsking */
	const ask = (isAsking) => {
		found.classList.toggle("sure", isAsking);
		/** @type {Element} */ (found.lastElementChild).textContent = isAsking ? question : text;
	};
	return act(found, () => {
		if (found.classList.contains("sure")) return then();
		ask(true);
		setTimeout(ask, CONFIRM_TIME, false);
	});
}

/** @param {string} key @param {() => void} then */
const confirmedButton = (key, then) => confirm(button(key, () => {}), then, say(key), say(`sure_${key}`));
