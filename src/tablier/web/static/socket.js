/** The connection to the table: reconnects by itself, asks questions, sends acts. */

import { needsNetwork, openSocket } from "./host.js";

/** Milliseconds. */
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** Within which something must come of an act. */
const TIMEOUT = 4000;
/** Between two looks at the time; a much longer gap means that the machine slept. */
const PULSE = 5000;

export class Connection {
	/** @param {() => string} address the path of the table's socket @param {ConnectionHandlers} handlers */
	constructor(address, handlers) {
		this.address = address;
		this.handlers = handlers;
		this.wait = FIRST_WAIT;
		this.count = 0;
		/** Questions that wait for their answer, by their `re`. @type {Map<string | number | null, { resolve(answer: any): void, reject(problem: Failure): void }>} */
		this.questions = new Map();
		this.open();
		// After sleep or a change of network a socket may be dead without knowing.
		addEventListener("online", () => needsNetwork() && this.open());
		addEventListener("offline", () => needsNetwork() && this.onClose());
		addEventListener("pageshow", (event) => event.persisted && this.open());
		let seen = Date.now();
		setInterval(() => {
			if (Date.now() - seen > 3 * PULSE) this.renew();
			seen = Date.now();
		}, PULSE);
	}

	/** Connect anew, whatever became of the old socket. */
	open() {
		this.rejectQuestions();
		this.socket?.close();
		const socket = openSocket(this.address());
		this.socket = socket;
		socket.onopen = () => (this.wait = FIRST_WAIT);
		socket.onmessage = (event) => socket === this.socket && this.onMessage(JSON.parse(event.data));
		socket.onclose = (event) => socket === this.socket && this.onClose(event.code);
	}

	/** A question asked over a closed socket gets no answer. */
	rejectQuestions() {
		clearTimeout(this.retry);
		for (const { reject } of this.questions.values()) reject({ says: "" });
		this.questions.clear();
	}

	/** @param {PushedMessage | AnswerMessage} message */
	onMessage(message) {
		clearTimeout(this.doubt);
		const question = "re" in message && this.questions.get(message.re);
		if (question) {
			this.questions.delete(message.re);
			if (message.type === "problem") question.reject(message);
			else question.resolve(message);
		} else if (message.type === "problem") {
			this.refusal = message;
			this.handlers.onProblem(message);
		} else if (message.type === "news") {
			this.handlers.onState("open");
			this.handlers.onNews(message);
		} else if (message.type === "presence") this.handlers.onPresence(message);
		else if (message.type === "thinking") this.handlers.onThinking(message);
		else if (message.type === "announcement") this.handlers.onAnnouncement(message);
	}

	/** @param {number} [code] */
	onClose(code = 0) {
		this.rejectQuestions();
		// 4000 and the status of a refusal: it would be the same again, unless we were too fast.
		if (code >= 4400 && code < 4500 && code !== 4429) return this.handlers.onState("refused", this.refusal);
		this.handlers.onState("lost");
		this.retry = setTimeout(() => this.open(), this.wait * (0.8 + Math.random() * 0.4));
		this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
	}

	/** @param {object} message @returns {boolean} whether the socket is open */
	write(message) {
		if (this.socket?.readyState !== WebSocket.OPEN) return false;
		this.socket.send(JSON.stringify(message));
		return true;
	}

	/** Ask the table; the answer, or a problem, comes back alone. @template {AskMessage} M @param {M} message @returns {Promise<AnswerTo<M>>} */
	ask(message) {
		const re = `q${this.count++}`;
		return new Promise((resolve, reject) => {
			if (this.write({ ...message, re })) this.questions.set(re, { resolve, reject });
			else reject({ says: "" });
		});
	}

	/** Act at the table. What comes of it is told to all. @param {ActMessage | ChangePerspective} message @returns {boolean} whether it was sent */
	send(message) {
		const isSent = this.write(message);
		if (isSent) this.doubt = setTimeout(() => this.renew(), TIMEOUT); // a socket that stays silent is dead
		return isSent;
	}

	/** The socket is dead: what was sent last has not arrived. */
	renew() {
		this.handlers.onState("lost");
		this.open();
	}
}
