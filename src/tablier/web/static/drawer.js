/** The rules beside the board: a link to them opens the drawer. */

import { byId } from "./page.js";

addEventListener("click", ({ target }) => target instanceof HTMLAnchorElement && target.target === "rules" && byId("rules").showPopover());
