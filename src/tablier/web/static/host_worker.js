/** The Worker that has the tables: it answers what a server would (tablier.browser), and asks another one to think. */

import { IndexedLog } from "./indexed_log.js";
import { loadPython } from "./python.js";

/** Tells the other pages of this browser which table has changed. */
const channel = new BroadcastChannel("tablier");

class Thinker {
	/** @param {string} engine */
	constructor(engine) {
		this.engine = engine;
		/** @type {(answer: string) => void} */
		this.onAnswer = () => {};
		/** @type {(reason: string) => void} */
		this.onFailure = () => {};
	}

	/** Start the Worker, unless it runs. */
	start() {
		if (this.worker) return this.worker;
		const worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
		this.worker = worker;
		worker.onmessage = ({ data }) => (data.failed ? this.onFailure(data.failed) : this.onAnswer(data.answer));
		worker.onerror = ({ message }) => this.onFailure(message);
		worker.postMessage({ engine: this.engine });
		return worker;
	}

	/** @param {string} question */
	post(question) {
		this.start().postMessage({ question });
	}

	/** End the search at once; another Worker gets ready for the next one. */
	restart() {
		this.worker?.terminate();
		this.worker = undefined;
		this.start();
	}
}

/** @param {LocalSettings & { thinks: boolean }} settings */
async function start({ engine, thinks, ...settings }) {
	const thinker = new Thinker(engine);
	if (thinks) thinker.start();
	const [python, log] = await Promise.all([loadPython(engine), IndexedLog.open()]);
	const { make_host: makeHost, respond } = python.pyimport("tablier.browser.worker");
	const [host, pool] = await makeHost.callKwargs(log, JSON.stringify(settings), {
		tell: (/** @type {number} */ socket, /** @type {string} */ told) => postMessage({ socket, told }),
		announce: (/** @type {string} */ table) => channel.postMessage(table),
		post: (/** @type {string} */ question) => thinker.post(question),
		restart: () => thinker.restart(),
	});
	thinker.onAnswer = (answer) => pool.answered(answer);
	thinker.onFailure = (reason) => pool.failed(reason);
	channel.onmessage = ({ data }) => host.registry.changed(data);
	return { host, respond: (/** @type {string} */ request) => respond(host, request) };
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
	const { host, respond } = await starting;
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
