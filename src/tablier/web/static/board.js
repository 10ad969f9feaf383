/** The board: a still picture below, and above it the pieces, the marks and the places to click. */

import { reducedMotion } from "./page.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Layout} Layout */

const SVG = "http://www.w3.org/2000/svg";
const SLIDE = 180;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGGraphicsElement}
 */
export function draw(tag, attributes = {}) {
  const element = (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** @param {{x: number, y: number}} at */
const moved = ({ x, y }) => `translate(${x}px,${y}px)`;

export class Board {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.ground = draw("svg", { class: "ground", "aria-hidden": "true" });
    this.top = draw("svg", { class: "top", role: "group" });
    this.layers = Object.fromEntries(
      ["pieces", "marks", "offers", "ghosts", "spots"].map((name) => {
        const layer = draw("g", { class: name });
        this.top.append(layer);
        return [name, layer];
      }),
    );
    for (const name of ["pieces", "marks", "offers", "ghosts"]) this.layers[name].setAttribute("aria-hidden", "true");
    stage.append(this.ground, this.top);
    this.address = "";
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<string, {node: SVGGraphicsElement, symbol: string, x: number, y: number}>} */
    this.pieces = new Map();
    /** @type {Map<string, SVGGraphicsElement>} */
    this.spots = new Map();
    /** @type {Map<string, import("./scene.js").Spot>} */
    this.known = new Map();
  }

  /**
   * Lay out the empty board of this address, unless it lies there already.
   * @param {string} address
   */
  async dress(address) {
    if (address === this.address) return;
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`no layout at ${address}`);
    const layout = (await answer.json());
    if (address === this.address) return;
    this.address = address;
    this.layout = layout;
    this.scene = null;
    this.pieces.clear();
    const classes = `tablier tablier-${layout.id}`;
    this.ground.setAttribute("class", `ground ${classes}`);
    this.top.setAttribute("class", `top ${classes}`);
    this.ground.innerHTML = `<style>${layout.style ?? ""}</style>${layout.symbols}${layout.board}`;
    this.frame = { x: 0, y: 0, width: layout.width, height: layout.height };
    this.see(this.frame);
    this.stage.style.setProperty("--width", String(layout.width));
    this.stage.style.setProperty("--height", String(layout.height));
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.known = new Map(layout.spots.map((spot) => [spot.name, spot]));
    this.spots = new Map(
      layout.spots.map((spot) => {
        const node = draw("path", { class: "spot", d: this.outline(spot.name), role: "button", tabindex: "-1" });
        node.dataset.name = spot.name;
        return [spot.name, node];
      }),
    );
    this.layers.spots.append(...this.spots.values());
    this.spots.values().next().value?.setAttribute("tabindex", "0");
  }

  /** @param {{x: number, y: number, width: number, height: number}} part the part of the board to be seen */
  see(part) {
    const box = `${part.x} ${part.y} ${part.width} ${part.height}`;
    this.seen = part;
    this.ground.setAttribute("viewBox", box);
    this.top.setAttribute("viewBox", box);
  }

  /** @param {string} name */
  outline(name) {
    return this.known.get(name)?.outline ?? this.layout.outline;
  }

  /** Where a spot lies in this position. @param {string} id of the spot, or of what belongs to it: c3.2 */
  at(id) {
    const [name] = id.split(".");
    const place = this.scene?.places?.[name];
    const spot = this.known.get(name);
    return place ? { x: place[0], y: place[1] } : { x: spot.x, y: spot.y };
  }

  /**
   * Show a position.
   * @param {Scene} scene
   * @param {number} step 1: it comes of one move from what is shown, -1: before one, 0: it is another one
   */
  show(scene, step) {
    const old = this.scene;
    this.scene = scene;
    const slides = step === 1 ? (scene.slides ?? []) : step === -1 ? (old?.slides ?? []).map(([a, b]) => [b, a]) : [];
    const way = step === 1 ? scene.way : step === -1 ? old?.way?.toReversed() : undefined;
    this.place(scene, slides, way ?? [], step !== 0);
    this.mark(scene);
    for (const [name, node] of this.spots) {
      const { x, y } = this.at(name);
      node.style.transform = moved({ x, y });
      node.setAttribute("aria-label", this.heard(name));
    }
  }

  /** What is read out of a spot. @param {string} name */
  heard(name) {
    const spoken = this.scene.spoken?.[name];
    if (spoken) return spoken;
    const own = this.known.get(name).label ?? name;
    const lies = this.layout.labels?.[this.pieces.get(name)?.symbol ?? ""];
    return lies ? `${own}, ${lies}` : own;
  }

  /**
   * @param {Scene} scene @param {string[][]} slides @param {string[]} way @param {boolean} moves
   */
  place(scene, slides, way, moves) {
    const came = new Map(slides.map(([from, to]) => [to, from]));
    const left = new Set(slides.map(([from]) => from));
    const old = this.pieces;
    const now = new Map();
    const animations = [];
    for (const piece of scene.pieces ?? []) {
      const at = piece.x === undefined ? this.at(piece.id) : { x: piece.x, y: piece.y };
      const source = came.get(piece.id) ?? (left.has(piece.id) ? "" : piece.id);
      const known = old.get(source);
      old.delete(source);
      const node = known?.node ?? draw("use");
      if (known?.symbol !== piece.symbol) node.setAttribute("href", `#${piece.symbol}`);
      node.setAttribute("class", `piece ${piece.classes ?? ""}`);
      node.style.transform = moved(at);
      now.set(piece.id, { node, symbol: piece.symbol, ...at });
      if (known && (known.x !== at.x || known.y !== at.y || known.node === this.carried)) {
        animations.push({ node, from: known, to: at, way: slides[0]?.[1] === piece.id ? way : [] });
      } else if (!known && moves) animations.push({ node, from: null, to: at, way: [] });
    }
    for (const { node } of old.values()) this.vanish(node, moves);
    this.pieces = now;
    this.order();
    const lifted = slides.length ? now.get(slides[0][1])?.node : null;
    if (lifted) this.layers.pieces.append(lifted);
    if (moves || this.carried) for (const each of animations) this.slide(each);
    this.carried = null;
  }

  /** Pieces lie in the order of the scene, and those that are going away below. */
  order() {
    const layer = this.layers.pieces;
    const gone = [...layer.children].filter((node) => node.classList.contains("gone"));
    let before = layer.children[gone.length] ?? null;
    if (gone.length) layer.prepend(...gone);
    before = layer.children[gone.length] ?? null;
    for (const { node } of this.pieces.values()) {
      if (node === before) before = (before.nextElementSibling);
      else layer.insertBefore(node, before);
    }
  }

  /**
   * @param {{node: SVGGraphicsElement, from: {x: number, y: number} | null, to: {x: number, y: number}, way: string[]}} slide
   */
  slide({ node, from, to, way }) {
    if (reducedMotion.matches) return;
    if (!from) {
      const small = { opacity: 0, transform: `${moved(to)} scale(.6)` };
      node.animate([small, { opacity: 1, transform: moved(to) }], { duration: SLIDE, easing: EASE });
      return;
    }
    const start = this.carried === node ? this.carriedTo : from;
    const steps = way.length > 2 ? [start, ...way.slice(1, -1).map((name) => this.at(name)), to] : [start, to];
    const duration = SLIDE * Math.min(4, 0.5 + 0.5 * (steps.length - 1));
    const run = node.animate(steps.map((at) => ({ transform: moved(at) })), { duration, easing: EASE });
    run.onfinish = () => this.order();
  }

  /** @param {SVGGraphicsElement} node @param {boolean} slowly */
  vanish(node, slowly) {
    if (!slowly || reducedMotion.matches) return node.remove();
    node.classList.add("gone");
    node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: SLIDE, fill: "forwards" }).onfinish = () => node.remove();
  }

  /** @param {Scene} scene */
  mark(scene) {
    const drawn = [];
    for (const { kind, spots, seat, through } of scene.marks ?? []) {
      const seated = seat === undefined ? "" : ` seat-${seat}`;
      for (const name of spots) drawn.push(this.over(name, `mark ${kind}${seated}`));
      if (through) {
        const d = this.line(spots);
        for (const each of ["under", "through"]) drawn.push(draw("path", { class: `mark ${each}${seated}`, d }));
      }
    }
    this.layers.marks.replaceChildren(...drawn);
  }

  /** @param {string[]} names */
  line(names) {
    return `M${names.map((name) => `${this.at(name).x} ${this.at(name).y}`).join("L")}`;
  }

  /** A spot's outline where it lies. @param {string} name @param {string} classes */
  over(name, classes) {
    const node = draw("path", { class: classes, d: this.outline(name) });
    node.style.transform = moved(this.at(name));
    return node;
  }

  /**
   * Light up what may be clicked.
   * @param {{edges: string[], rings: string[], chosen: string[], free: string[], hint: string[]}} offer
   *   first steps of longer moves, further steps, what was clicked, moves of one click, what a bot would click
   */
  offer({ edges, rings, chosen, free, hint }) {
    const size = this.size / 9;
    const here = (names) => names.filter((name) => this.known.has(name));
    const shown = [
      ...here(edges).map((name) => this.over(name, "edge")),
      ...here(chosen).map((name) => this.over(name, "chosen")),
      ...here(hint).map((name) => this.over(name, "hint")),
      ...here(rings).map((name) => {
        const ring = draw("circle", { class: "ring", r: size });
        ring.style.transform = moved(this.at(name));
        return ring;
      }),
    ];
    this.layers.offers.replaceChildren(...shown);
    const live = new Set([...edges, ...rings, ...free]);
    const pressed = new Set(chosen);
    for (const [name, node] of this.spots) {
      node.classList.toggle("live", live.has(name));
      node.classList.toggle("carry", edges.includes(name) && this.pieces.has(name));
      node.setAttribute("aria-disabled", String(!live.has(name)));
      if (pressed.has(name)) node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    }
  }

  /** How far apart spots are, about: the width of one. */
  get size() {
    if (this.sized?.address !== this.address) {
      const box = (this.spots.values().next().value).getBBox();
      this.sized = { address: this.address, size: Math.min(box.width, box.height) };
    }
    return this.sized.size;
  }

  /** Pixels of the screen to one of the board's units. */
  get scale() {
    const { width, height } = this.top.getBoundingClientRect();
    return Math.min(width / this.seen.width, height / this.seen.height);
  }

  /**
   * What would come of a click: a piece over a spot, and the way it would go.
   * @param {string | undefined} symbol @param {string | null} name @param {string[]} [route]
   */
  ghost(symbol, name, route = []) {
    const shown = [];
    if (route.length > 1) shown.push(draw("path", { class: "route", d: this.line(route) }));
    if (symbol && name !== null && this.known.has(name)) {
      const node = draw("use", { class: "ghost", href: `#${symbol}` });
      node.style.transform = moved(this.at(name));
      shown.push(node);
    }
    this.layers.ghosts.replaceChildren(...shown);
  }

  /** A piece follows the finger. @param {string} name @param {{x: number, y: number}} at in the board's units */
  carry(name, at) {
    const piece = this.pieces.get(name);
    if (!piece) return;
    if (this.carried !== piece.node) this.layers.pieces.append(piece.node);
    this.carried = piece.node;
    this.carriedTo = at;
    piece.node.style.transform = moved(at);
  }

  /** It goes back to where it was. */
  drop() {
    const found = [...this.pieces.values()].find(({ node }) => node === this.carried);
    if (found) {
      found.node.style.transform = moved(found);
      this.slide({ node: found.node, from: this.carriedTo, to: found, way: [] });
    }
    this.carried = null;
  }

  /** A point of the screen in the board's units. @param {number} x @param {number} y */
  point(x, y) {
    const at = new DOMPoint(x, y).matrixTransform((this.top).getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  }

  /** The spot at a point of the screen. @param {number} x @param {number} y @returns {string | null} */
  spotAt(x, y) {
    const found = document.elementFromPoint(x, y)?.closest?.(".spot");
    return found && this.top.contains(found) ? (found).dataset.name : null;
  }

  /** No. @param {string | null} name */
  shake(name) {
    const node = name !== null && this.pieces.get(name)?.node;
    if (reducedMotion.matches) return;
    const d = this.size / 16;
    if (node) {
      const steps = [0, d, -d, d / 2, 0].map((x) => ({ transform: `translate(${x}px) ${node.style.transform}` }));
      node.animate(steps, { duration: 260 });
    } else if (name !== null && this.known.has(name)) {
      const flash = this.over(name, "refused");
      this.layers.offers.append(flash);
      flash.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 500, fill: "forwards" }).onfinish = () => flash.remove();
    }
  }

  /**
   * The nearest spot in a direction, for the arrow keys.
   * @param {string} name @param {number} dx @param {number} dy
   */
  towards(name, dx, dy) {
    const here = this.at(name);
    let best = null;
    let least = Infinity;
    for (const other of this.spots.keys()) {
      const { x, y } = this.at(other);
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy - (y - here.y) * dx);
      if (along < this.size / 4) continue;
      const cost = along + 2.5 * aside;
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  /** @param {string} name */
  focus(name) {
    for (const [other, node] of this.spots) node.setAttribute("tabindex", other === name ? "0" : "-1");
    this.spots.get(name).focus();
  }
}
