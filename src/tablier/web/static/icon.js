/** Symbols of a layout, small, beside the board; and the signs on buttons. */

import { draw } from "./page.js";

/** @type {Map<string, string>} */
const boxes = new Map();

/**
 * A symbol as a picture of its own; measured on the board unless `box` says what of it is seen.
 * @param {Board} board @param {string} symbol @param {string} [classes] @param {string} [box]
 */
export function icon(board, symbol, classes = "", box = "") {
	const key = `${board.address}#${symbol}`;
	if (!box && !boxes.has(key)) {
		const probe = draw("use", { href: `#${symbol}`, visibility: "hidden" });
		board.top.append(probe);
		const { x, y, width, height } = probe.getBBox();
		probe.remove();
		const side = Math.max(width, height);
		boxes.set(key, `${x - (side - width) / 2} ${y - (side - height) / 2} ${side} ${side}`);
	}
	const named = `icon tablier tablier-${board.layout.id} ${classes}`;
	const picture = draw("svg", { class: named, viewBox: box || boxes.get(key), "aria-hidden": true });
	picture.append(draw("use", { href: `#${symbol}` }));
	return picture;
}

/** @param {string} name */
export function sign(name) {
	const picture = draw("svg", { class: "sign", "aria-hidden": true });
	picture.append(draw("use", { href: `#i-${name}` }));
	return picture;
}
