/** The chat of the table, and among partners where that was agreed. */

import { byId, hasChanged, make, page, say } from "./page.js";
import { countOthers } from "./seats.js";

/** Where the browser remembers whom the player does not want to read at this table. */
const MUTED = `muted:${page.table}`;

export class Chat {
	/** @param {Send} send @param {(message: Report) => Promise<Reported>} ask */
	constructor(send, ask) {
		this.ask = ask;
		/** The writers whom the player does not want to read. @type {Set<string>} */
		this.muted = new Set(JSON.parse(localStorage.getItem(MUTED) ?? "[]"));
		this.form = byId("say");
		/** On small screens: the tab that opens the chat. @type {HTMLInputElement | null} */
		this.tab = document.querySelector("[name=tab][value=talk]");
		this.tab?.addEventListener("change", () => this.markUnread(false));
		this.form.onsubmit = (event) => {
			event.preventDefault();
			const { text, to } = this.form.elements;
			if (text.value.trim()) send({ act: "say", text: text.value.trim(), to: to.value });
			text.value = "";
		};
	}

	/** @param {News} news */
	show(news) {
		const { chat, you, game, terms, watchers } = news;
		const { to } = this.form.elements;
		const hasTeam = you.may.includes("say:team");
		this.form.hidden = !you.may.includes("say") || countOthers(news) + watchers === 0;
		to.hidden = !hasTeam;
		if (!hasTeam) to.value = "table";
		const isQuiet = chat.length === 0 && this.form.hidden;
		byId("talk").classList.toggle("quiet", isQuiet);
		byId("no-talk").hidden = isQuiet || terms.team_chat || game.sides.every((side) => side.length === 1);
		this.form.elements.text.placeholder = say(you.seats.length ? "say_something" : "to_spectators");
		const log = byId("heard");
		if (!hasChanged(log, [chat, ...this.muted])) return;
		const lines = chat.filter(({ writer }) => !this.muted.has(writer)).map((heard) => this.makeLine(heard, you.seats.length > 0));
		const unmute = make("button", { className: "plain", onclick: () => this.mute(news, null) }, say("unmute"));
		log.replaceChildren(...lines, ...(this.muted.size ? [unmute] : []));
		log.scrollTop = log.scrollHeight;
		/** @param {Event} event */
		log.onclick = ({ target }) => target instanceof HTMLElement && target.dataset.mute !== undefined && this.mute(news, target.dataset.mute);
	}

	/** Whether the last line is not seen: another tab is open, or it lies below the window or under a bar. */
	get isOutOfSight() {
		const log = byId("heard");
		const { left, top, height } = log.lastElementChild?.getBoundingClientRect() ?? log.getBoundingClientRect();
		return !log.contains(document.elementFromPoint(left + 1, top + height / 2));
	}

	/** @param {boolean} isUnread */
	markUnread(isUnread) {
		this.tab?.labels?.[0].classList.toggle("unread", isUnread);
	}

	/** Hide what somebody says, or show all again. @param {News} news @param {string | null} writer */
	mute(news, writer) {
		if (writer === null) this.muted.clear();
		else this.muted.add(writer);
		localStorage.setItem(MUTED, JSON.stringify([...this.muted]));
		this.show(news);
	}

	/** @param {Heard} heard @param {boolean} isPlayer */
	makeLine({ number, name, writer, text, team, at, own }, isPlayer) {
		const time = new Date(at * 1000);
		const report = make("button", { className: "plain" }, say("report"));
		report.onclick = async () => {
			report.disabled = true;
			report.textContent = say(await this.ask({ act: "report", number }).then(() => "reported", () => "no_answer"));
		};
		return make(
			"p",
			{ className: team && isPlayer ? "team" : "" },
			make("time", { dateTime: time.toISOString() }, time.toLocaleTimeString(page.language, { timeStyle: "short" })),
			" ",
			make("b", {}, team && isPlayer ? say("among", { name }) : name),
			` ${text}`,
			!own && make("span", { className: "against" }, make("button", { className: "plain", data: { mute: writer } }, say("mute")), report),
		);
	}
}
