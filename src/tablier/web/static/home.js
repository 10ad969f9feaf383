/** The home page: the levels' names, and your own. */

const names = JSON.parse(document.getElementById("levels").textContent);

for (const slider of document.querySelectorAll("[name=level]")) {
	const told = slider.nextElementSibling;
	slider.oninput = () => {
		told.textContent = `${slider.value} · ${names[slider.value - 1]}`;
		slider.setAttribute("aria-valuetext", told.textContent);
		localStorage.setItem("level", slider.value);
	};
	slider.value = localStorage.getItem("level") ?? slider.value;
	slider.oninput();
}

const me = document.getElementById("me");
me.onsubmit = () => {
	me.elements.name.blur();
	return false;
};
me.onchange = async () => {
	const body = JSON.stringify({ name: me.elements.name.value });
	const answer = await fetch(me.action, { method: "POST", body, headers: { "content-type": "application/json" } });
	if (answer.ok) me.elements.name.value = (await answer.json()).name;
};

// Back from a table the list of tables is another one.
addEventListener("pageshow", (event) => event.persisted && location.reload());
