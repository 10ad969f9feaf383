/**
 * The engine that thinks about a position, by a socket: of the server, or of this browser's own Worker, which takes over
 * when it is loaded. `ask` and `stop` are all that the page knows of it.
 */

import { openSocket, thinksHere } from "./host.js";
import { page, say } from "./page.js";

/** Milliseconds from one question to the next, which a server takes in the long run, and until a refused one is asked again. */
const [PACE, LATER] = [120, 1000];

/** Whether the engine of this browser is loading, or loaded. */
let isLoading = false;
/** The engines of this page. @type {Set<Engine>} */
const engines = new Set();

/** Load the engine of this browser, where the server hands it out, unless the visitor saves data. */
export async function loadOwn() {
	/** @type {any} not all browsers have it */
	const { connection } = navigator;
	if (isLoading || !page.engine || typeof WebAssembly !== "object" || connection?.saveData) return;
	isLoading = true;
	try {
		const { loadEngine } = await import("./own_engine.js");
		loadEngine(page.engine, page.language, () => engines.forEach((engine) => engine.move()));
	} catch {
		// The server thinks.
	}
}

export class Engine {
	/** @param {(isHere: boolean) => void} onPlace told where it thinks */
	constructor(onPlace) {
		this.onPlace = onPlace;
		/** @type {Socket | null} */
		this.socket = null;
		/** Counts the questions: what is told of an older one is dropped. */
		this.number = 0;
		/** Whether the question was asked again. */
		this.isRepeated = false;
		/** The question that is being answered. @type {object | null} */
		this.question = null;
		/** @type {EngineHandlers | null} */
		this.handlers = null;
		/** When the last question was sent. */
		this.askedAt = -PACE;
		/** Of a question that waits. @type {ReturnType<typeof setTimeout> | undefined} */
		this.timer = undefined;
		engines.add(this);
	}

	/** Think about a position in place of the one before, and tell better and better thoughts until the limit, or until it is stopped. @param {AskedLine} position @param {EngineOptions} options @param {EngineHandlers} handlers */
	ask(position, options, handlers) {
		loadOwn();
		this.handlers = handlers;
		this.question = { act: "ask", re: ++this.number, ...position, ...options };
		this.isRepeated = false;
		this.askIn(Math.max(0, this.askedAt + PACE - performance.now()));
	}

	/** Ask what is to be asked by then: of positions that one steps through, the last. @param {number} wait in milliseconds */
	askIn(wait) {
		clearTimeout(this.timer);
		const ask = () => {
			this.askedAt = performance.now();
			if (this.question) this.send(this.question);
		};
		if (wait) this.timer = setTimeout(ask, wait);
		else ask();
	}

	stop() {
		clearTimeout(this.timer);
		this.number++;
		this.question = this.handlers = null;
		if (this.socket?.readyState === WebSocket.OPEN) this.send({ act: "stop" });
	}

	/** @param {object} message */
	send(message) {
		if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
		else if (!this.socket) this.connect();
	}

	/** Somebody else thinks from now on: go on there with what is being asked. */
	move() {
		const { socket } = this;
		if (!socket) return;
		this.socket = socket.onclose = socket.onmessage = null;
		socket.close();
		if (this.question) this.connect();
	}

	/** Connect, and ask what is to be asked by then. */
	connect() {
		const socket = (this.socket = openSocket(`/api/analysis/live?language=${page.language}`));
		this.onPlace(thinksHere());
		socket.onopen = () => this.question && this.send(this.question);
		socket.onmessage = ({ data }) => this.onMessage(JSON.parse(data));
		socket.onclose = () => {
			this.socket = null;
			if (this.question) this.handlers?.onProblem(this.said ?? say("no_answer"));
			this.question = null;
		};
	}

	/** @param {ThoughtNews | QueuedNews | Problem} message */
	onMessage(message) {
		if (message.type === "problem") this.said = message.says;
		if (message.re !== null && message.re !== this.number) return;
		if (message.type === "problem" && message.code === "too_fast" && !this.isRepeated) {
			this.isRepeated = true;
			this.askIn(LATER);
		} else if (message.type === "problem") this.handlers?.onProblem(message.says);
		else if (message.type === "queued") this.handlers?.onQueued(message.ahead);
		else this.handlers?.onThought(message);
	}
}
