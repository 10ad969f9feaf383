/** Light or dark: the system's choice, unless the switch says otherwise. Loaded early, so that nothing flashes. */
{
	const { dataset } = document.documentElement;
	const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
	/** @param {string | null} [theme] the system's if there is none */
	const applyTheme = (theme) => {
		if (theme) dataset.theme = theme;
		else delete dataset.theme;
		/** @type {NodeListOf<HTMLImageElement>} */
		const pictures = document.querySelectorAll("[data-themed]");
		for (const picture of pictures) {
			const { themed = "" } = picture.dataset;
			const src = themed + (theme ? `${themed.includes("?") ? "&" : "?"}theme=${theme}` : "");
			if (picture.getAttribute("src") !== src) picture.src = src;
		}
	};
	if (self !== top) dataset.framed = ""; // rules beside a board
	applyTheme(localStorage.getItem("theme"));
	addEventListener("themed", () => applyTheme(dataset.theme)); // pictures came in later
	addEventListener("DOMContentLoaded", () => {
		applyTheme(dataset.theme);
		document.getElementById("theme")?.addEventListener("click", () => {
			const theme = (dataset.theme ?? system()) === "dark" ? "light" : "dark";
			localStorage.setItem("theme", theme === system() ? "" : theme);
			applyTheme(localStorage.getItem("theme"));
		});
	});
}
