/** Marks the links to lessons that were completed in this browser. */

addEventListener("pageshow", () => {
	/** @type {NodeListOf<HTMLElement>} */
	const links = document.querySelectorAll("[data-lesson]");
	for (const link of links) {
		const { lesson, done = "" } = link.dataset;
		if (localStorage.getItem(`lesson:${lesson}`) !== "done") continue;
		link.classList.add("learned");
		link.children[0].textContent = done;
	}
});
