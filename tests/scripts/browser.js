/** As much of a browser as the scripts need to be loaded without one; imported before them. */

export class FakeElement {
	constructor(properties = {}) {
		this.children = [];
		this.dataset = {};
		this.attributes = {};
		this.onclick = null;
		this.classes = new Set();
		this.style = { setProperty: (name, value) => (this.style[name] = value) };
		this.classList = {
			add: (name) => this.classes.add(name),
			remove: (name) => this.classes.delete(name),
			contains: (name) => this.classes.has(name),
			toggle: (name, isOn) => (isOn ? this.classes.add(name) : this.classes.delete(name)),
		};
		Object.assign(this, properties);
	}

	append(...children) {
		this.children.push(...children);
	}

	replaceChildren(...children) {
		this.children = children;
	}

	setAttribute(name, value) {
		this.attributes[name] = value;
	}

	contains() {
		return false;
	}

	querySelector() {
		return null;
	}

	get textContent() {
		return this.children.map((child) => child.textContent ?? child).join("");
	}

	set textContent(text) {
		this.children = [text];
	}
}

const PAGE = { language: "en", words: {}, bots: { "level:3": "Fox" }, views: [""], game: "quixo", rules: "/rules/quixo" };

/** The elements that `document.getElementById` finds, by id. */
export const elements = { page: { text: JSON.stringify(PAGE) } };

/** What the page would hold; to be said before page.js is imported. */
export function openPage(more) {
	elements.page.text = JSON.stringify({ ...PAGE, ...more });
}

/** What the browser keeps between visits. */
export const stored = new Map();

/** Listeners on the window, by the type of event. */
export const listeners = new Map();

Object.assign(globalThis, {
	document: {
		body: new FakeElement(),
		getElementById: (id) => (elements[id] ??= new FakeElement()),
		createElement: (tag) => new FakeElement({ tag }),
		createElementNS: (_, tag) => new FakeElement({ tag }),
		querySelectorAll: () => [],
	},
	localStorage: { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value) },
	matchMedia: () => ({ matches: false }),
	addEventListener: (type, listener) => listeners.set(type, listener),
	ResizeObserver: class {
		observe() {}
	},
});

const SEAT = { title: "Cross", name: "", kind: "open", bot: "", why: "", here: false, rating: null };

/** News of a game between these seats; what is not named is as at the start of a game that a stranger watches. */
export const news = ({ seats = [{}, {}], you = {}, ...more }) => ({
	ply: 0,
	status: "playing",
	turn: 0,
	headline: ["Your turn"],
	move: null,
	moves: [],
	movers: [],
	outcome: null,
	offers: [],
	clock: { kind: "none" },
	next: "",
	...more,
	seats: seats.map((seat) => ({ ...SEAT, ...seat })),
	you: { name: "", seats: [], away: [], may: [], ...you },
});
