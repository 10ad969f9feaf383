/** What somebody set at the table; the browser keeps it. */

import { byId } from "./page.js";

const { elements } = byId("settings");

/** @param {string} name */
export const isSet = (name) => elements[name].checked;

for (const box of elements) {
	const kept = localStorage.getItem(box.name);
	if (kept) box.checked = kept === "yes";
	box.onchange = () => localStorage.setItem(box.name, box.checked ? "yes" : "no");
}
