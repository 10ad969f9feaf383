/** The home page: the levels' names, and your own. */

const names = JSON.parse(document.getElementById("levels-names").textContent);

for (const slider of document.querySelectorAll("input[name=level]")) {
  const told = slider.parentElement.querySelector("output");
  const tell = () => {
    told.textContent = `${slider.value} · ${names[slider.value - 1]}`;
    slider.setAttribute("aria-valuetext", told.textContent);
    localStorage.setItem("level", slider.value);
  };
  slider.value = localStorage.getItem("level") ?? slider.value;
  tell();
  slider.addEventListener("input", tell);
}

const me = document.getElementById("me");
const rename = async () => {
  const body = JSON.stringify({ name: me.elements.name.value });
  const answer = await fetch(me.action, { method: "POST", body, headers: { "content-type": "application/json" } });
  if (answer.ok) me.elements.name.value = (await answer.json()).name;
};
me.addEventListener("submit", (event) => {
  event.preventDefault();
  me.elements.name.blur();
});
me.elements.name.addEventListener("change", rename);

// A form left half filled in comes back as it was; one that is begun anew begins anew.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
