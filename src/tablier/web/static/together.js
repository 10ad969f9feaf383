/** People at a table: the invitation with its link, one's own name, what is heard when something happens. */

import { ask } from "./host.js";
import { byId, hasChanged, page, say } from "./page.js";
import { playSound } from "./sound.js";

/** The box that invites others, or that asks a visitor to join. */
export class Together {
	/** @param {Send} send @param {OnMessage} onMessage */
	constructor(send, onMessage) {
		this.send = send;
		this.onMessage = onMessage;
		/** The reader's, as the box shows it. */
		this.name = "";
		/** As they are now. @type {SeatNews[]} */
		this.seats = [];
		/** The offers that the player answered or withdrew. @type {Set<number>} */
		this.answered = new Set();
	}

	/** @param {News} news */
	show(news) {
		const { status, you, terms } = news;
		this.seats = news.seats;
		const box = byId("invitation");
		const isVisitor = !you.seats.length && you.may.includes("sit");
		const isNamed = you.may.includes("rename") || (isVisitor && page.guest && !terms.rated);
		box.hidden = status !== "waiting" || !(you.seats.length || isNamed);
		if (box.hidden || !hasChanged(box, [isVisitor, you.seats, isNamed])) return;
		this.name = you.name;
		const onName = isVisitor ? () => this.join() : (/** @type {string} */ name) => this.rename(name);
		// Most tables never need it.
		import("./invitation.js").then(({ makeLink, makeName }) => box.replaceChildren(...(isVisitor ? [] : makeLink()), ...(isNamed ? [makeName(you.name, isVisitor, onName)] : [])));
	}

	/** @param {string} name */
	rename(name) {
		remember(name);
		this.send({ act: "rename", name });
	}

	/** Take the first seat that is open. */
	join() {
		this.send({ act: "sit", seat: this.seats.findIndex(({ kind }) => kind === "open") });
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

/** What somebody else has said since the news before. @param {News} before @param {News} news @param {Set<string>} muted writers who are not heard @returns {Heard | undefined} */
export function saidBetween(before, news, muted) {
	/** @param {News} told */
	const lastOf = ({ chat }) => chat.findLast(({ own, writer }) => !own && !muted.has(writer));
	const last = lastOf(news);
	return last && last.number > (lastOf(before)?.number ?? 0) ? last : undefined;
}

/** What sounds, the most important first. @param {News} before @param {News} news @param {Set<string>} muted writers who are not heard @returns {SoundKind | null} */
export function soundBetween(before, news, muted) {
	const { status, you, turn, offers, seats, movers } = news;
	if (status === "over" && before.status !== "over") return "end";
	if (before.ply !== news.ply) return turn !== null && you.seats.length < seats.length && you.seats.includes(turn) && !you.seats.includes(movers.at(-1) ?? turn) ? "turn" : "sound";
	if (offers.some(({ number, seat }) => !you.seats.includes(seat) && !before.offers.some((offer) => offer.number === number))) return "offer";
	if (saidBetween(before, news, muted)) return "chat";
	if (seats.some(({ kind }, seat) => kind === "person" && before.seats[seat].kind === "open" && !you.seats.includes(seat))) return "join";
	return null;
}
