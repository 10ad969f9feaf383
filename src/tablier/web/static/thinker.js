/** The Worker that thinks: one search after the other. Whoever does not need the answer any more ends the Worker. */

import { loadPython } from "./python.js";

/** @type {Promise<(question: string) => string>} */
let answering;

addEventListener("message", async ({ data }) => {
	if (data.engine) answering = load(data.engine);
	else
		try {
			postMessage({ answer: (await answering)(data.question) });
		} catch (error) {
			postMessage({ failed: `${error}` });
		}
});

/** @param {string} engine */
async function load(engine) {
	const python = await loadPython(engine);
	return python.pyimport("tablier.browser.thinker").answer;
}
