/** The data that the server wrote into the page, its translated texts, and how elements are made. */

import { ask } from "./host.js";

/** The element of an id; the page's template has it. @type {ById} */
export const byId = (id) => /** @type {any} by its id */ (document.getElementById(id));

/** @type {Page} */
export const page = JSON.parse(byId("page").text);

const plurals = new Intl.PluralRules(page.language);

/** 9.3 or 9,3. @param {number} value @param {number} digits */
export const formatDecimal = (value, digits) => value.toFixed(digits).replace(".", (0.5).toLocaleString(page.language)[1]);

const percents = new Intl.NumberFormat(page.language, { style: "percent" });

/** 81% or 81 %. @param {number} share of 1 */
export const formatPercent = (share) => percents.format(share).replace("\u202f", "\u00a0");

/** A text in the page's language, its gaps filled in. @param {string} key @param {Record<string, any>} [values] */
export function say(key, values = {}) {
	const forms = [page.words[key]].flat();
	const form = plurals.select(values.count) === "one" ? 0 : forms.length - 1;
	return forms[form].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** An HTML element. What is null, undefined or false is left out. @type {Make} */
export function make(tag, properties = {}, ...children) {
	const element = document.createElement(tag);
	if (tag === "button") element.setAttribute("type", "button");
	for (const [name, value] of Object.entries(properties)) {
		if (value === null || value === undefined || value === false) continue;
		if (name === "data") Object.assign(element.dataset, value);
		else if (name in element) Reflect.set(element, name, value);
		else element.setAttribute(name, `${value}`);
	}
	element.append(...children.flatMap((child) => child || []));
	return element;
}

/** An SVG element. @type {MakeSvg} */
export function makeSvg(tag, attributes = {}) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
	return element;
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const narrow = matchMedia("(max-width: 859px) and (orientation: portrait), (max-width: 599px)");

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Whether an element has to be drawn again. One that shows this already is left alone, and keeps the focus. @param {Element} element @param {unknown} data */
export function hasChanged(element, data) {
	const text = JSON.stringify(data);
	if (shown.get(element) === text) return false;
	shown.set(element, text);
	return true;
}

/** Scroll what is beside the board to a part of it; where that does not scroll by itself, nothing moves. @param {HTMLElement} part */
export function reveal(part) {
	const side = byId("side");
	const [own, room] = [part.getBoundingClientRect(), side.getBoundingClientRect()];
	side.scrollTop += Math.min(Math.max(0, own.bottom - room.bottom), own.top - room.top); // one that is higher is shown from its top
}

/** The view of the board for a screen this wide. */
export const usualView = () => page.views[narrow.matches ? page.views.length - 1 : 0];

/** The view that was chosen last, or the usual one. */
export function preferredView() {
	const stored = localStorage.getItem(`view:${page.game}`);
	return stored !== null && page.views.includes(stored) ? stored : usualView();
}

/** A link to a clause of the rules; nothing if there is none. @param {string} clause */
export const ruleLink = (clause) => clause && page.rules && make("a", { href: `${page.rules}#${clause}`, target: "rules" }, `§${clause}`);

/** @param {string} address @param {object} [body] to be posted @returns {Promise<any>} what the server answers; its refusal is thrown */
export async function request(address, body) {
	const headers = { accept: "application/json", "content-type": "application/json", "accept-language": page.language };
	const answer = await ask(address, body ? { method: "POST", body: JSON.stringify(body), headers } : { headers });
	const said = await answer.json();
	if (answer.ok) return said;
	throw said;
}

/** What to tell of a request that failed: the server's words, that its tree is too big, or that there was no answer. @param {any} problem what was thrown */
export const reasonOf = (problem) => /** @type {string} */ (problem.says ?? say(problem instanceof RangeError ? "long_tree" : "no_answer"));
