/** Buttons that copy what stands beside them, a field or a text. */

import { copy } from "./clipboard.js";

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("[data-copy]");
for (const button of buttons) {
	const field = /** @type {any} one of both */ (document.getElementById(button.dataset.copy ?? ""));
	button.hidden = false;
	button.onclick = async () => {
		const isCopied = await copy(field.value ?? field.textContent);
		field.select?.();
		button.textContent = (isCopied ? button.dataset.done : button.dataset.refused) ?? "";
	};
}
