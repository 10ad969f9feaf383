/** The home page: the names of the levels, your own name, and lists that are kept up to date. */

/** Milliseconds between two requests for the lists, and after one that failed. */
const PULSE = 3000;
const LATER = 10_000;

/** @type {string[]} */
const names = JSON.parse(/** @type {HTMLScriptElement} */ (document.getElementById("levels")).text);
/** @type {NodeListOf<HTMLInputElement>} */
const sliders = document.querySelectorAll("[type=range][name=level]");
/** Those of the Play buttons. @type {NodeListOf<HTMLInputElement>} */
const hidden = document.querySelectorAll("[type=hidden][name=level]");

/** Set one level for all games. @param {string} value */
function setLevel(value) {
	for (const slider of sliders) {
		slider.value = value;
		const text = `${slider.value} · ${names[Number(slider.value) - 1]}`;
		if (slider.nextElementSibling) slider.nextElementSibling.textContent = text;
		slider.setAttribute("aria-valuetext", text);
	}
	const { value: chosen } = sliders[0]; // within the bounds of the slider
	for (const input of hidden) input.value = chosen;
	for (const text of document.querySelectorAll(".level-now")) text.textContent = chosen;
}

for (const slider of sliders) {
	slider.oninput = () => {
		localStorage.setItem("level", slider.value);
		setLevel(slider.value);
	};
}
/** The fields of a custom clock, which appear under the list. @type {NodeListOf<HTMLSelectElement>} */
const clocks = document.querySelectorAll("select[name=clock]");
for (const clock of clocks) clock.addEventListener("change", () => clock.value.startsWith("own:") && clock.scrollIntoView({ block: "start" }));
/** A level that is suggested. @type {HTMLButtonElement | null} */
const suggested = document.querySelector("[data-level]");
if (suggested) {
	suggested.onclick = () => {
		localStorage.setItem("level", suggested.dataset.level ?? "");
		setLevel(suggested.dataset.level ?? "");
		suggested.parentElement?.remove();
	};
}
setLevel(localStorage.getItem("level") ?? sliders[0].value);

const me = /** @type {HTMLFormElement | null} */ (document.getElementById("me"));
const nameInput = me?.querySelector("input");
if (me && nameInput) {
	me.onsubmit = () => {
		nameInput.blur();
		return false;
	};
	me.onchange = async () => {
		const body = JSON.stringify({ name: nameInput.value });
		// Kept alive: a game may be begun at once.
		const answer = await fetch(me.action, { method: "POST", body, headers: { "content-type": "application/json" }, keepalive: true }).catch(() => null);
		if (answer?.ok) nameInput.value = /** @type {Identity} */ (await answer.json()).name;
	};
}

// A game is discarded by the second click.
addEventListener("click", (event) => {
	const button = /** @type {Element} */ (event.target).closest(".discard");
	if (!(button instanceof HTMLElement) || button.matches(".sure")) return;
	event.preventDefault();
	button.classList.add("sure");
	button.textContent = button.dataset.sure ?? "";
	button.onblur = () => {
		button.classList.remove("sure");
		button.textContent = "×";
	};
});

/** The lists as they last came. */
let lastText = "";
/** @type {number} */
let timer;

async function poll() {
	clearTimeout(timer);
	if (document.hidden) return;
	let wait = PULSE;
	try {
		const answer = await fetch("/lobby");
		if (!answer.ok) throw answer;
		const text = await answer.text();
		if (text !== lastText) show(text);
		lastText = text;
		document.body.classList.remove("stale");
	} catch {
		document.body.classList.add("stale");
		wait = LATER;
	}
	timer = setTimeout(poll, wait);
}

/** @param {string} text the lists as HTML */
function show(text) {
	const lists = new DOMParser().parseFromString(text, "text/html");
	/** @type {NodeListOf<HTMLElement>} */
	const parts = lists.querySelectorAll("[data-part]");
	for (const part of parts) {
		/** @type {HTMLElement | null} */
		const shown = document.querySelector(`[data-part="${part.dataset.part}"]`);
		if (shown?.matches(".rows")) updateRows(shown, part);
		else if (shown) updateContent(shown, part);
	}
	dispatchEvent(new Event("themed"));
}

/**
 * Rows stay where they are while somebody may be about to click: what is gone fades, what is new comes last.
 * @param {HTMLElement} shown @param {HTMLElement} news
 */
function updateRows(shown, news) {
	const rows = /** @type {HTMLElement[]} */ ([...news.children]);
	const old = new Map(/** @type {HTMLElement[]} */ ([...shown.children]).map((row) => [row.dataset.row, row]));
	const isFixed = "fixed" in shown.dataset && !wasHidden; // whatever lies below it
	const isSteady = shown.matches(":hover, :focus-within") || (matchMedia("(hover: none)").matches && !wasHidden);
	const kept = rows.map((row) => {
		const known = old.get(row.dataset.row);
		if (!known) return row;
		old.delete(row.dataset.row);
		known.classList.remove("gone");
		updateContent(known, row);
		return known;
	});
	if (isFixed) return;
	if (isSteady) {
		shown.append(...kept.filter((row) => row.parentElement !== shown));
		for (const row of old.values()) fade(row);
	} else {
		shown.replaceChildren(...kept);
		if (shown.parentElement) shown.parentElement.hidden = kept.length === 0;
	}
}

/** Show that a table is gone: nothing in its row can be clicked. @param {HTMLElement} row */
function fade(row) {
	row.classList.add("gone");
	for (const link of row.querySelectorAll("a, button")) {
		link.replaceWith(Object.assign(document.createElement("span"), { className: "button small", textContent: link.textContent }));
	}
}

/** Put other content into an element, unless it is the same. A picture stays until the next one is there. @param {HTMLElement} element @param {HTMLElement} news */
function updateContent(element, news) {
	if (withoutSources(element) === withoutSources(news)) return;
	const picture = element.querySelector("img");
	const hasFocus = element.contains(document.activeElement);
	element.replaceChildren(...news.childNodes);
	const next = element.querySelector("img");
	if (picture && next) {
		picture.dataset.themed = next.dataset.themed;
		next.replaceWith(picture);
	}
	/** @type {HTMLElement | null} */
	const focusable = element.querySelector("a, button");
	if (hasFocus) focusable?.focus();
}

/** The HTML of an element, but for the pictures that the theme put in. @param {HTMLElement} element */
const withoutSources = (element) => element.innerHTML.replace(/ src="[^"]*"/g, "").trim();

/** Without a network what needs other people cannot be used, and a sentence says so. */
function showNetwork() {
	const isAway = !navigator.onLine;
	document.body.classList.toggle("no-network", isAway);
	/** @type {NodeListOf<HTMLElement>} */
	const parts = document.querySelectorAll("[data-people]");
	for (const part of parts) part.inert = isAway;
	const words = document.getElementById("away");
	if (words) words.hidden = !isAway;
	if (!isAway) poll();
}

/** Whether the page was hidden: whoever comes back is not about to click. */
let wasHidden = false;
addEventListener("visibilitychange", () => {
	wasHidden = true;
	poll().then(() => (wasHidden = false));
});
// Back from a table the lists are others.
addEventListener("pageshow", (event) => event.persisted && poll());
addEventListener("offline", showNetwork);
addEventListener("online", showNetwork);
timer = setTimeout(poll, PULSE);
