/** People at a table: the invitation with its link, one's own name, what is heard when something happens. */

import { copy } from "./clipboard.js";
import { ask } from "./host.js";
import { byId, hasChanged, make, page, say } from "./page.js";
import { playSound } from "./sound.js";

/** Milliseconds for which a button says that it has done its work. */
const DONE_TIME = 2000;

/** The box that invites others, or that asks a visitor to join. */
export class Together {
	/** @param {Send} send @param {OnMessage} onMessage */
	constructor(send, onMessage) {
		this.send = send;
		this.onMessage = onMessage;
		/** The reader's, as the box shows it. */
		this.name = "";
		/** The offers that the player answered or withdrew. @type {Set<number>} */
		this.answered = new Set();
	}

	/** @param {News} news */
	show(news) {
		const { status, you, terms } = news;
		const box = byId("invitation");
		const isVisitor = !you.seats.length && you.may.includes("sit");
		const isNamed = you.may.includes("rename") || (isVisitor && page.guest && !terms.rated);
		box.hidden = status !== "waiting" || !(you.seats.length || isNamed);
		if (box.hidden || !hasChanged(box, [isVisitor, you.seats, isNamed])) return;
		box.replaceChildren(...(isVisitor ? [] : this.makeLink()), ...(isNamed ? [this.makeName(news, isVisitor)] : []));
	}

	/** The link itself, and the ways to pass it on. */
	makeLink() {
		const url = location.origin + location.pathname;
		const field = make("input", { value: url, readOnly: true, "aria-label": say("link"), onfocus: () => field.select() });
		const copied = make("button", { className: "small main" }, say("copy"));
		copied.onclick = async () => {
			copied.textContent = say((await copy(url)) ? "copied" : "not_copied");
			setTimeout(() => (copied.textContent = say("copy")), DONE_TIME);
		};
		const share = "share" in navigator && make("button", { className: "small", onclick: () => navigator.share({ title: page.title, url }).catch(() => {}) }, say("share"));
		const code = make("img", { alt: say("qr"), loading: "lazy", src: `/t/${page.table}/qr.svg`, width: 160, height: 160 });
		return [
			make("p", {}, say("invite_by_link")),
			make("div", { className: "link" }, field, copied, share),
			make("details", {}, make("summary", {}, say("qr")), code),
		];
	}

	/** A field for one's name; who joins, by whichever button, is seated under it. @param {News} news @param {boolean} isVisitor */
	makeName({ you, seats }, isVisitor) {
		this.name = you.name;
		const input = make("input", { name: "name", value: you.name, maxLength: 24, required: true, autocomplete: "nickname", spellcheck: false });
		const form = make("form", { className: "link" }, make("label", {}, say("your_name"), input), !isVisitor && make("button", { type: "submit", className: "small" }, say("rename")));
		form.onsubmit = (event) => {
			event.preventDefault();
			if (isVisitor) return this.join(seats);
			const name = input.value.trim();
			remember(name);
			this.send({ act: "rename", name });
		};
		return form;
	}

	/** Take the first seat that is open. @param {SeatNews[]} seats */
	join(seats) {
		this.send({ act: "sit", seat: seats.findIndex(({ kind }) => kind === "open") });
	}

	/** Sit down under the name in the field, if it was changed. @param {Sit} message @returns {Sit} */
	sign(message) {
		/** @type {HTMLInputElement | null} */
		const field = byId("invitation").querySelector("[name=name]");
		const name = field?.value.trim();
		if (!name || name === this.name) return message;
		remember(name);
		return { ...message, name };
	}

	/** Let hear and say what has happened since the news before. @param {News} before @param {News} news @param {Set<string>} muted writers */
	notice(before, news, muted) {
		const kind = soundBetween(before, news, muted);
		if (kind) playSound(kind);
		const { ply, status, next, you, offers } = news;
		const isSame = before.ply === ply && before.status === status && before.next === next;
		const declined = before.offers.find(({ number, seat }) => you.seats.includes(seat) && !offers.some((offer) => offer.number === number));
		if (isSame && declined && !this.answered.has(declined.number)) this.onMessage(say(`declined_${declined.winner === null ? declined.matter : "end"}`), "quiet");
	}
}

/** The cookie remembers a name for other tables. @param {string} name */
const remember = (name) => ask("/api/guest", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name }) });

/** What sounds, the most important first. @param {News} before @param {News} news @param {Set<string>} muted writers who are not heard @returns {SoundKind | null} */
export function soundBetween(before, news, muted) {
	const { status, you, turn, offers, seats, movers } = news;
	/** @param {News} told */
	const lastLine = ({ chat }) => chat.findLast(({ own, writer }) => !own && !muted.has(writer))?.number ?? 0;
	if (status === "over" && before.status !== "over") return "end";
	if (before.ply !== news.ply) return turn !== null && you.seats.length < seats.length && you.seats.includes(turn) && !you.seats.includes(movers.at(-1) ?? turn) ? "turn" : "sound";
	if (offers.some(({ number, seat }) => !you.seats.includes(seat) && !before.offers.some((offer) => offer.number === number))) return "offer";
	if (lastLine(news) > lastLine(before)) return "chat";
	if (seats.some(({ kind }, seat) => kind === "person" && before.seats[seat].kind === "open" && !you.seats.includes(seat))) return "join";
	return null;
}
