/** The operator's notice, calmly above everything: before a planned stop, for example. */

/** @param {Announcement} announcement */
export function showAnnouncement({ says }) {
	let shown = document.getElementById("announcement");
	if (!shown) {
		shown = document.createElement("p");
		shown.id = "announcement";
		shown.setAttribute("role", "status");
		document.body.prepend(shown);
	}
	shown.textContent = says;
	shown.hidden = !says;
}
