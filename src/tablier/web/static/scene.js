/** The data that Python draws boards with: see tablier/scene.py, which says what each part means. */

/** @typedef {{name: string, x: number, y: number, outline?: string, label?: string}} Spot */
/**
 * @typedef {object} Layout
 * @property {string} id
 * @property {number} width
 * @property {number} height
 * @property {string} symbols
 * @property {string} board
 * @property {Spot[]} spots
 * @property {string} outline
 * @property {Record<string, string>} [labels]
 * @property {{symbol: string, colour: string}[]} [emblems]
 * @property {string} [style]
 */
/** @typedef {{id: string, symbol: string, x?: number, y?: number, classes?: string}} Piece */
/** @typedef {{kind: string, spots: string[], seat?: number, label?: string, through?: boolean}} Mark */
/** @typedef {{text?: string | number, symbol?: string, seat?: number, name?: string, classes?: string, label?: string}} Item */
/** @typedef {{kind: string, title: string, rows: Item[][]}} Panel */
/**
 * @typedef {object} Scene
 * @property {Piece[]} [pieces]
 * @property {Mark[]} [marks]
 * @property {Panel[]} [panels]
 * @property {import("./choice.js").Tree} [tree]
 * @property {[string, string][]} [slides]
 * @property {string[]} [way]
 * @property {Record<string, [number, number]>} [places]
 * @property {Record<string, string>} [ghosts]
 * @property {Record<string, string[]>} [routes]
 * @property {Record<string, string>} [spoken]
 */
export {};
