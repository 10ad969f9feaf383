/** What the server wrote into the page, and its words. */

/** @typedef {{table: string, title: string, views: string[], bots: Record<string, string>, words: Record<string, string>}} Page */

/** @type {Page} */
export const page = JSON.parse(document.getElementById("page").textContent);

/**
 * Words of the page in its language, gaps filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  const template = page.words[key];
  if (template === undefined) throw new Error(`the page has no words for ${key}`);
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * An element with its properties and children. `data` and `on` are taken apart, null children left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "data") Object.assign(element.dataset, value);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list" && name !== "role") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child || child === 0));
  return element;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const narrow = matchMedia("(max-width: 859px)");

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Is this another thing than the element shows? Then show it; otherwise leave it alone, focus stays where it is.
 * @param {Element} element @param {any} data
 */
export function differs(element, data) {
  const text = JSON.stringify(data);
  if (shown.get(element) === text) return false;
  shown.set(element, text);
  return true;
}
