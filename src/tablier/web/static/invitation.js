/** What the invitation to a table consists of; loaded while a table waits for players. */

import { copy } from "./clipboard.js";
import { make, page, say } from "./page.js";

/** Milliseconds for which a button says that it has done its work. */
const DONE_TIME = 2000;

/** The link itself, and the ways to pass it on. */
export function makeLink() {
	const url = location.origin + location.pathname;
	const field = make("input", { value: url, readOnly: true, "aria-label": say("link"), onfocus: () => field.select() });
	const copied = make("button", { className: "small main" }, say("copy"));
	copied.onclick = async () => {
		copied.textContent = say((await copy(url)) ? "copied" : "not_copied");
		setTimeout(() => (copied.textContent = say("copy")), DONE_TIME);
	};
	const share = "share" in navigator && make("button", { className: "small", onclick: () => navigator.share({ title: page.title, url }).catch(() => {}) }, say("share"));
	const code = make("img", { alt: say("qr"), loading: "lazy", src: `/t/${page.table}/qr.svg`, width: 160, height: 160 });
	return [
		make("p", {}, say("invite_by_link")),
		make("div", { className: "link" }, field, copied, share),
		make("details", {}, make("summary", {}, say("qr")), code),
	];
}

/** A field for one's name; who joins, by whichever button, is seated under it. @param {string} name @param {boolean} isVisitor @param {(name: string) => void} onName */
export function makeName(name, isVisitor, onName) {
	const input = make("input", { name: "name", value: name, maxLength: 24, required: true, autocomplete: "nickname", spellcheck: false });
	const form = make("form", { className: "link" }, make("label", {}, say("your_name"), input), !isVisitor && make("button", { type: "submit", className: "small" }, say("rename")));
	form.onsubmit = (event) => {
		event.preventDefault();
		onName(input.value.trim());
	};
	return form;
}
