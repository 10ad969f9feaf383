/** The share page: buttons that copy what stands beside them. */

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("[data-copy]");
for (const button of buttons) {
	const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (document.getElementById(button.dataset.copy ?? ""));
	button.hidden = false;
	button.onclick = async () => {
		field.select();
		await navigator.clipboard.writeText(field.value);
		button.textContent = button.dataset.done ?? "";
	};
}
