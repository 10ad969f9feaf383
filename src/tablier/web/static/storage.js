/** What Tablier stores on this device: how much it is, and the games, which can be deleted. */

/** @param {number} bytes */
export const megabytes = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

/** Say how much is stored, where the browser tells. */
export async function showStored() {
	const line = document.getElementById("stored");
	const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
	if (!line || !usage) return;
	line.textContent = (line.dataset.words ?? "").replace("{size}", megabytes(usage));
	line.hidden = false;
}

/** Let the games be deleted. @param {() => void} onDone called when they are gone */
export function offerForget(onDone) {
	const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("forget"));
	if (!button) return;
	const unsent = document.getElementById("forget-unsent");
	const details = button.closest("details");
	if (details && unsent) details.ontoggle = () => (unsent.hidden = !localStorage.getItem("unsent"));
	button.onclick = () => {
		const request = indexedDB.deleteDatabase("tablier");
		request.onsuccess = () => {
			localStorage.removeItem("unsent");
			if (unsent) unsent.hidden = true;
			button.disabled = true;
			button.textContent = button.dataset.done ?? "";
			onDone();
		};
	};
}
