/** What the server wrote into the page, its words, and how elements are made. */

/** @type {Page} */
export const page = JSON.parse(document.getElementById("page").textContent);

/** Words in the page's language, gaps filled in. @param {string} key @param {Record<string, any>} [values] */
export function say(key, values = {}) {
	return page.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/**
 * An element. Properties that are null or false, and children that are nothing, are left out.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...(Node | string | null | false)} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
	const element = document.createElement(tag);
	if (tag === "button") element.type = "button";
	for (const [name, value] of Object.entries(properties)) {
		if (value === null || value === undefined || value === false) continue;
		if (name === "data") Object.assign(element.dataset, value);
		else if (name in element) element[name] = value;
		else element.setAttribute(name, value);
	}
	element.append(...children.filter(Boolean));
	return element;
}

/** An element of a picture. @param {string} tag @param {Record<string, any>} [attributes] @returns {any} */
export function draw(tag, attributes = {}) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	return element;
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const narrow = matchMedia("(max-width: 859px) and (orientation: portrait), (max-width: 599px)");

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Does an element show something else than this? If not, leave it alone: focus stays where it is. */
export function differs(element, data) {
	const text = JSON.stringify(data);
	if (shown.get(element) === text) return false;
	shown.set(element, text);
	return true;
}
