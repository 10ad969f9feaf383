/** The engine of this browser for a page of a server: one Worker that thinks. A page loads this module when somebody has to think. */

import { useThinker } from "./host.js";
import { WorkerHost } from "./localhost.js";

/**
 * Load the engine; from then on this browser thinks.
 * @param {string} engine its address @param {string} language @param {() => void} onChange called when it is there, and if it breaks down later
 */
export function loadEngine(engine, language, onChange) {
	const fail = (/** @type {string} */ reason) => {
		console.warn(reason); // the server thinks instead
		host.worker.terminate();
		useThinker(null);
		host.abandon();
		onChange();
	};
	const settings = { engine: new URL(engine, location.href).href, static: new URL(".", import.meta.url).href.slice(0, -1), root: "", nonce: "", language };
	const host = new WorkerHost(settings, true, fail, "thinker.js");
	host.onReady = () => {
		useThinker(host);
		onChange();
	};
}
