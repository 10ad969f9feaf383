/** On links to first lessons: was it seen to its end in this browser? */

addEventListener("pageshow", () => {
	for (const link of document.querySelectorAll("[data-lesson]")) {
		if (localStorage.getItem(`lesson:${link.dataset.lesson}`) !== "done") continue;
		link.classList.add("learned");
		link.firstElementChild.textContent = link.dataset.done;
	}
});
