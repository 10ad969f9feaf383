/** A game embedded in another site: its links step through it without leaving the page. */

const { table, steps: described = "[]", at: first } = document.body.dataset;
/** Of every position its last move, and what its picture shows. @type {[string, string][]} */
const positions = JSON.parse(described);
const last = positions.length - 1;
const board = /** @type {HTMLImageElement} */ (document.getElementById("board"));
const ply = /** @type {HTMLElement} */ (document.getElementById("ply"));
let at = Number(first);

/** @type {Record<string, () => number>} */
const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last };
/** @type {Record<string, string>} */
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

/** @param {number} number of moves made */
const address = (number) => `/t/${table}/picture.svg?at=${number}`;

/** @param {string} step */
function go(step) {
	at = Math.min(Math.max(steps[step](), 0), last);
	board.src = address(at);
	[ply.textContent, board.alt] = positions[at];
	if (at < last) new Image().src = address(at + 1); // so that the next one is there at once
}

/** @type {NodeListOf<HTMLElement>} */
const links = document.querySelectorAll("[data-step]");
for (const link of links) {
	link.onclick = () => {
		go(link.dataset.step ?? "");
		return false;
	};
}
onkeydown = ({ key }) => key in keys && go(keys[key]);
