/** Copying to the clipboard, on any page. */

/** @param {string} text @returns {Promise<boolean>} whether the browser allowed it */
export async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		// Without TLS there is only the old way.
		const area = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
		document.body.append(area);
		area.select();
		const isCopied = document.execCommand("copy");
		area.remove();
		return isCopied;
	}
}
