/** Small pictures: symbols of a layout beside the board, and icons on buttons. */

import { makeSvg } from "./page.js";

/** The view boxes of symbols, once they are measured. @type {Map<string, string>} */
const boxes = new Map();

/**
 * A symbol as a picture of its own; it is measured on the board unless `box` says what of it is seen.
 * @param {Board} board @param {string} symbol @param {string} [classes] @param {string} [box]
 */
export function symbolIcon(board, symbol, classes = "", box = "") {
	const key = `${board.address}#${symbol}`;
	if (!box && !boxes.has(key)) {
		const probe = makeSvg("use", { href: `#${symbol}`, visibility: "hidden" });
		board.foreground.append(probe);
		const { x, y, width, height } = probe.getBBox();
		probe.remove();
		const side = Math.max(width, height);
		boxes.set(key, `${x - (side - width) / 2} ${y - (side - height) / 2} ${side} ${side}`);
	}
	const named = `icon tablier tablier-${board.layout.id} ${classes}`;
	const picture = makeSvg("svg", { class: named, viewBox: box || boxes.get(key), "aria-hidden": true });
	picture.append(makeSvg("use", { href: `#${symbol}` }));
	return picture;
}

/** @param {string} name in signs.svg */
export function buttonIcon(name) {
	const picture = makeSvg("svg", { class: "sign", "aria-hidden": true });
	picture.append(makeSvg("use", { href: `#i-${name}` }));
	return picture;
}
