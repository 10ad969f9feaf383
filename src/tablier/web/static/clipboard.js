/** Copying to the clipboard. */

import { make } from "./page.js";

/** @param {string} text @returns {Promise<boolean>} whether the browser allowed it */
export async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		// Without TLS there is only the old way.
		const area = make("textarea", { value: text, className: "unseen" });
		document.body.append(area);
		area.select();
		const isCopied = document.execCommand("copy");
		area.remove();
		return isCopied;
	}
}
