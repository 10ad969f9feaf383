/**
 * The engine that thinks about a position: on the server, by a socket. An engine in the visitor's own browser
 * would take the place of this module: `ask` and `stop` are all that the page knows of it.
 */

import { page, say } from "./page.js";

export class Engine {
	constructor() {
		/** @type {WebSocket | null} */
		this.socket = null;
		/** Counts the questions: what is told of an older one is dropped. */
		this.number = 0;
		/** The question that is being answered. @type {object | null} */
		this.question = null;
		/** @type {EngineHandlers | null} */
		this.handlers = null;
	}

	/** Think about a position, and tell better and better thoughts until the limit, or until it is stopped. @param {AskedLine} position @param {EngineOptions} options @param {EngineHandlers} handlers */
	ask(position, options, handlers) {
		this.handlers = handlers;
		this.question = { act: "ask", re: ++this.number, ...position, ...options };
		this.send(this.question);
	}

	stop() {
		this.number++;
		this.question = this.handlers = null;
		if (this.socket?.readyState === WebSocket.OPEN) this.send({ act: "stop" });
	}

	/** @param {object} message */
	send(message) {
		if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
		else if (!this.socket) this.connect();
	}

	/** Connect, and ask what is to be asked by then. */
	connect() {
		const socket = (this.socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/analysis/live?language=${page.language}`));
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
		if (message.type === "problem") this.handlers?.onProblem(message.says);
		else if (message.type === "queued") this.handlers?.onQueued(message.ahead);
		else this.handlers?.onThought(message);
	}
}
