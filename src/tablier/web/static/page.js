/** What the server wrote into the page, its words, and how elements are made. */

/** @type {Page} */
export const page = JSON.parse(document.getElementById("page").textContent);

const plurals = new Intl.PluralRules(page.language);

/** 9.3 or 9,3. */
export const decimal = (value, digits) => value.toFixed(digits).replace(".", (0.5).toLocaleString(page.language)[1]);

/** Words in the page's language, gaps filled in. @param {string} key @param {Record<string, any>} [values] */
export function say(key, values = {}) {
	const words = [page.words[key]].flat();
	return words.at(plurals.select(values.count) === "one" ? 0 : -1).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** @returns {any} */
export const byId = (id) => document.getElementById(id);

/** An element. What is null or false is left out. @param {...(Node | string | null | false)} children @returns {any} */
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

/** An element of a picture. @returns {any} */
export function draw(tag, attributes = {}) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	return element;
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const narrow = matchMedia("(max-width: 859px) and (orientation: portrait), (max-width: 599px)");

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Does an element show something else? If not, leave it alone: focus stays. */
export function differs(element, data) {
	const text = JSON.stringify(data);
	if (shown.get(element) === text) return false;
	shown.set(element, text);
	return true;
}
