/** Light or dark: the system's wish, unless the switch says otherwise. Loaded early, so that nothing flashes. */
{
	const { dataset } = document.documentElement;
	const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
	const wear = (theme) => {
		if (theme) dataset.theme = theme;
		else delete dataset.theme;
		for (const picture of document.querySelectorAll("[data-themed]")) {
			const { themed } = picture.dataset;
			const src = themed + (theme ? `${themed.includes("?") ? "&" : "?"}theme=${theme}` : "");
			if (picture.getAttribute("src") !== src) picture.src = src;
		}
	};
	wear(localStorage.getItem("theme"));
	addEventListener("themed", () => wear(dataset.theme)); // pictures came in later
	addEventListener("DOMContentLoaded", () => {
		wear(dataset.theme);
		document.getElementById("theme").onclick = () => {
			const theme = (dataset.theme ?? system()) === "dark" ? "light" : "dark";
			localStorage.setItem("theme", theme === system() ? "" : theme);
			wear(localStorage.getItem("theme"));
		};
	});
}
