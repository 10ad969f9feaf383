/** The player's settings at the table: checkboxes and choices that the browser remembers. */

import { byId } from "./page.js";

/** @type {any} boxes and lists: their common names are all that is used */
const fields = byId("settings").querySelectorAll("input, select");

/** @param {string} name */
export const isSet = (name) => [...fields].some((/** @type {any} */ field) => field.name === name && field.checked);

/** The value chosen for a setting; nothing if there is none of the name. @param {string} name */
export const valueOf = (name) => [...fields].find((/** @type {any} */ field) => field.name === name)?.value ?? "";

for (const field of fields) {
	const isBox = field.type === "checkbox";
	const stored = localStorage.getItem(field.name);
	if (stored && isBox) field.checked = stored === "yes";
	else if (stored && [...field.options].some((/** @type {HTMLOptionElement} */ { value }) => value === stored)) field.value = stored;
	field.onchange = () => localStorage.setItem(field.name, !isBox ? field.value : field.checked ? "yes" : "no");
}
