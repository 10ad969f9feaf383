/** Symbols of a layout, small, beside the board. */

import { draw } from "./board.js";

/** @type {Map<string, string>} */
const boxes = new Map();

/**
 * A symbol as a picture of its own. The board must be on the page: it is measured there.
 * @param {import("./board.js").Board} board
 * @param {string} symbol
 * @param {string} [classes]
 * @param {string} [box] what is seen; unless told, all of it
 */
export function icon(board, symbol, classes = "", box = undefined) {
  const key = `${board.address}#${symbol}`;
  if (!box && !boxes.has(key)) {
    const probe = draw("use", { href: `#${symbol}`, visibility: "hidden" });
    board.top.append(probe);
    const { x, y, width, height } = probe.getBBox();
    probe.remove();
    const side = Math.max(width, height);
    const wide = width > 1.3 * height ? [width, height] : [side, side];
    boxes.set(key, `${x - (wide[0] - width) / 2} ${y - (wide[1] - height) / 2} ${wide[0]} ${wide[1]}`);
  }
  const picture = draw("svg", {
    class: `icon tablier tablier-${board.layout.id} ${classes}`,
    viewBox: box ?? boxes.get(key),
    "aria-hidden": "true",
  });
  picture.append(draw("use", { href: `#${symbol}` }));
  return picture;
}
