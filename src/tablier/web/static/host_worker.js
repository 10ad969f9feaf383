/** The Worker that has the tables: it answers what a server would (tablier.browser), and asks another one to think. */

import { isThought } from "./host.js";
import { IndexedLog } from "./indexed_log.js";
import { loadPython } from "./python.js";

/** To a request that the thinker cannot answer. */
const UNANSWERED = JSON.stringify({ status: 500, media: "application/json", body: "{}", location: "" });
/** The close code of a socket whose other end has broken down. */
const BROKEN = 1011;
/** How often one question is asked before the page is told that nobody thinks. */
const ATTEMPTS = 3;

/** Tells the other pages of this browser which table has changed. */
const channel = new BroadcastChannel("tablier");

class Thinker {
	/** @param {string} engine */
	constructor(engine) {
		this.engine = engine;
		/** @type {(answer: string) => void} */
		this.onAnswer = () => {};
		/** Called after a failure: what is asked has to be asked again. */
		this.onRestart = () => {};
		/** @type {(reason: string) => void} */
		this.onFailure = () => {};
		/** Failures since the last answer. */
		this.failures = 0;
		/** The sockets and the requests of a page that it answers by itself. @type {Set<number>} */
		this.sockets = new Set();
		/** @type {Set<number>} */
		this.requests = new Set();
	}

	/** Start the Worker, unless it runs. */
	start() {
		if (this.worker) return this.worker;
		const worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
		this.worker = worker;
		worker.onmessage = ({ data }) => this.receive(data);
		worker.onerror = ({ message = "thinker.js cannot be loaded" }) => this.fail(message);
		worker.postMessage({ start: { engine: this.engine } });
		return worker;
	}

	/** @param {any} data */
	receive(data) {
		if (data.failed) return this.fail(data.failed);
		if (data.ready) return;
		this.failures = 0;
		if (data.answer) this.onAnswer(data.answer);
		else postMessage(data);
	}

	/** End the Worker: what the page has asked is not answered any more. */
	end() {
		this.worker?.terminate();
		this.worker = undefined;
		for (const number of this.requests) postMessage({ number, response: UNANSWERED });
		for (const socket of this.sockets) postMessage({ socket, closed: BROKEN });
		this.requests.clear();
		this.sockets.clear();
	}

	/** A Worker that has broken down may do better when it is started again: a download was interrupted, or memory was short. @param {string} reason */
	fail(reason) {
		this.end();
		if (++this.failures < ATTEMPTS) this.onRestart();
		else this.onFailure(reason);
	}

	/** Pass a page's message on, if it is for the thinker. @param {any} message @returns {boolean} whether it is */
	takes({ number, request, socket, open }) {
		if (request && isThought(JSON.parse(request).address)) this.requests.add(number);
		else if (open && isThought(open)) this.sockets.add(socket);
		else if (!this.sockets.has(socket)) return false;
		return true;
	}

	/** @param {string} question */
	post(question) {
		this.start().postMessage({ question });
	}

	/** End the search at once; another Worker gets ready for the next one. */
	restart() {
		this.end();
		this.start();
	}
}

/** @param {LocalSettings & { thinks: boolean }} settings */
async function start({ engine, thinks, ...settings }) {
	const thinker = new Thinker(engine);
	if (thinks) thinker.start();
	const [python, log] = await Promise.all([loadPython(engine), IndexedLog.open()]);
	log.onLost = () => postMessage({ lost: true });
	const { make_host: makeHost, respond } = python.pyimport("tablier.browser.worker");
	const [host, pool] = await makeHost.callKwargs(log, JSON.stringify(settings), {
		tell: (/** @type {number} */ socket, /** @type {string} */ told) => postMessage({ socket, told }),
		announce: (/** @type {string} */ table) => channel.postMessage(table),
		post: (/** @type {string} */ question) => thinker.post(question),
		restart: () => thinker.restart(),
	});
	thinker.onAnswer = (answer) => pool.answered(answer);
	thinker.onRestart = () => pool.ask_again();
	thinker.onFailure = (reason) => {
		pool.failed(reason);
		postMessage({ failed: reason });
	};
	channel.onmessage = ({ data }) => host.registry.changed(data);
	return { host, thinker, respond: (/** @type {string} */ request) => respond(host, request) };
}

/** @type {ReturnType<typeof start>} */
let starting;

addEventListener("message", async ({ data }) => {
	if (data.start) {
		starting = start(data.start);
		starting.then(
			() => postMessage({ ready: true }),
			(error) => postMessage({ failed: `${error}` }),
		);
		return;
	}
	const { host, respond, thinker } = await starting;
	if (thinker.takes(data)) return thinker.start().postMessage(data);
	if (data.request)
		respond(data.request).then(
			(/** @type {string} */ response) => postMessage({ number: data.number, response }),
			(/** @type {unknown} */ error) => postMessage({ failed: `${error}` }),
		);
	else if (data.open) {
		const code = await host.open(data.socket, data.open, data.language);
		postMessage(code ? { socket: data.socket, closed: code } : { socket: data.socket, opened: true });
	} else if (data.text) await host.receive(data.socket, data.text);
	else if (data.close) host.close(data.socket);
});
