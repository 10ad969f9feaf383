/**
 * The Worker that thinks. Searches of tables come one after the other: whoever does not need the answer any more ends
 * the Worker. Positions of the analysis board are thought about in short steps, and the latest one counts.
 */

import { loadPython } from "./python.js";

/** @type {Promise<any>} */
let loading;
/** @type {any} tablier.browser.analyst.Analyst, once it is asked for */
let analyst = null;

/** @param {{ engine: string, thinks?: boolean }} settings */
async function start({ engine, thinks }) {
	loading = loadPython(engine);
	await loading;
	if (thinks) await loadAnalyst();
	postMessage({ ready: true });
}

async function loadAnalyst() {
	const python = await loading;
	analyst ??= python.pyimport("tablier.browser.analyst").Analyst((/** @type {number} */ socket, /** @type {string} */ told) => postMessage({ socket, told }));
	return analyst;
}

/** @param {any} message */
async function answer({ question, number, request, socket, open, text, close, language }) {
	if (question) return postMessage({ answer: (await loading).pyimport("tablier.browser.thinker").answer(question) });
	const mind = await loadAnalyst();
	if (request) postMessage({ number, response: await mind.respond(request) });
	else if (open) {
		mind.open(socket, language);
		postMessage({ socket, opened: true });
	} else if (text) mind.receive(socket, text);
	else if (close) mind.close(socket);
}

addEventListener("message", ({ data }) => {
	const done = data.start ? start(data.start) : answer(data);
	done.catch((error) => postMessage({ failed: `${error}` }));
});
