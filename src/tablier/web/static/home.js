/** The home page: the levels' names, your own, and the lists that keep up by themselves. */

/** Milliseconds between two looks at the lists, and after one that failed. */
const PULSE = 3000;
const PATIENCE = 10_000;

const names = JSON.parse(document.getElementById("levels").textContent);
const sliders = document.querySelectorAll("[name=level]");

/** One level for all games. */
function level(value) {
	for (const slider of sliders) {
		slider.value = value;
		const told = `${slider.value} · ${names[slider.value - 1]}`;
		slider.nextElementSibling.textContent = told;
		slider.setAttribute("aria-valuetext", told);
	}
}

for (const slider of sliders) {
	slider.oninput = () => {
		localStorage.setItem("level", slider.value);
		level(slider.value);
	};
}
level(localStorage.getItem("level") ?? sliders[0].value);

const me = document.getElementById("me");
if (me) {
	me.onsubmit = () => {
		me.elements.name.blur();
		return false;
	};
	me.onchange = async () => {
		const body = JSON.stringify({ name: me.elements.name.value });
		const answer = await fetch(me.action, { method: "POST", body, headers: { "content-type": "application/json" } });
		if (answer.ok) me.elements.name.value = (await answer.json()).name;
	};
}

/** What the lists were like when last asked. */
let told = "";
/** @type {number} */
let timer;

async function keepUp() {
	clearTimeout(timer);
	if (document.hidden) return;
	let wait = PULSE;
	try {
		const answer = await fetch("/lobby");
		if (!answer.ok) throw answer;
		const text = await answer.text();
		if (text !== told) show(text);
		told = text;
		document.body.classList.remove("stale");
	} catch {
		document.body.classList.add("stale");
		wait = PATIENCE;
	}
	timer = setTimeout(keepUp, wait);
}

function show(text) {
	const news = new DOMParser().parseFromString(text, "text/html");
	for (const part of news.querySelectorAll("[data-part]")) {
		const shown = document.querySelector(`[data-part="${part.dataset.part}"]`);
		if (shown.matches(".rows")) list(shown, [...part.children]);
		else refill(shown, part);
	}
	dispatchEvent(new Event("themed"));
}

/**
 * Rows stay where they are while somebody may be about to click: what is gone fades, what is new comes last.
 * @param {Element} shown @param {HTMLElement[]} rows
 */
function list(shown, rows) {
	const old = new Map([...shown.children].map((row) => [row.dataset.row, row]));
	const isFixed = "fixed" in shown.dataset && !wasHidden; // whatever lies below it
	const isSteady = shown.matches(":hover, :focus-within") || (matchMedia("(hover: none)").matches && !wasHidden);
	const kept = rows.map((row) => {
		const known = old.get(row.dataset.row);
		if (!known) return row;
		old.delete(row.dataset.row);
		known.classList.remove("gone");
		refill(known, row);
		return known;
	});
	if (isFixed) return;
	if (isSteady) {
		shown.append(...kept.filter((row) => row.parentElement !== shown));
		for (const row of old.values()) fade(row);
	} else {
		shown.replaceChildren(...kept);
		shown.parentElement.hidden = kept.length === 0;
	}
}

function fade(row) {
	row.classList.add("gone");
	for (const way of row.querySelectorAll("a, button")) way.replaceWith(Object.assign(document.createElement("span"), { className: "button small", textContent: way.textContent }));
}

/** Put something else into an element, unless it is the same. A picture stays until the next one is there. */
function refill(element, news) {
	if (bare(element) === bare(news)) return;
	const picture = element.querySelector("img");
	const hasFocus = element.contains(document.activeElement);
	element.replaceChildren(...news.childNodes);
	const next = element.querySelector("img");
	if (picture && next) {
		picture.dataset.themed = next.dataset.themed;
		next.replaceWith(picture);
	}
	if (hasFocus) element.querySelector("a, button")?.focus();
}

/** What an element holds, but for the pictures that the theme put in. */
const bare = (element) => element.innerHTML.replace(/ src="[^"]*"/g, "").trim();

/** Whoever comes back to the page is not about to click. */
let wasHidden = false;
addEventListener("visibilitychange", () => {
	wasHidden = true;
	keepUp().then(() => (wasHidden = false));
});
// Back from a table the lists are others.
addEventListener("pageshow", (event) => event.persisted && keepUp());
timer = setTimeout(keepUp, PULSE);
