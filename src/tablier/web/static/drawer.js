/** The rules beside the board: a link to them opens the drawer. Where there is room, the board stays in use beside it. */

import { byId } from "./page.js";

/** The same width stands in the styles. */
const roomy = matchMedia("(min-width: 1200px)");

/** The link that opened the drawer. @type {HTMLElement | undefined} */
let opener;

addEventListener("click", ({ target }) => {
	if (!(target instanceof HTMLAnchorElement && target.target === "rules")) return;
	if (!byId("rules").contains(target)) opener = target;
	byId("rules").popover = roomy.matches ? "manual" : "auto"; // one that is automatic goes with the next click elsewhere
	byId("rules").togglePopover(true);
});
addEventListener("keydown", ({ key }) => key === "Escape" && byId("rules").togglePopover(false));
// Browsers lead the focus back for popovers that go by themselves, not for those that stay.
byId("rules").addEventListener("beforetoggle", (event) => {
	if (/** @type {ToggleEvent} */ (event).newState === "closed" && byId("rules").contains(document.activeElement)) opener?.focus();
});
