/** The table: news comes in and is shown; what the player does goes out. */

import { Acts } from "./acts.js";
import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import { Hand } from "./hand.js";
import { Moves } from "./moves.js";
import { byId, narrow, page, say } from "./page.js";
import { Panels } from "./panels.js";
import { showRounds } from "./rounds.js";
import { Seats } from "./seats.js";
import { Shares } from "./shares.js";
import { Line } from "./socket.js";
import { Talk } from "./talk.js";
import { Teller } from "./words.js";

const kept = `view:${page.game}`;

class Table {
  constructor() {
    /** @type {any} */
    this.news = null;
    /** How many moves are shown; null for the game as it stands. @type {number | null} */
    this.at = null;
    /** What the board shows: after how many moves of which game. */
    this.shown = { at: -1, moves: ([]) };
    /** Positions looked at. @type {Map<number, any>} */
    this.scenes = new Map();
    const view = localStorage.getItem(kept);
    this.view = page.views.includes(view) ? view : narrow.matches ? page.views.at(-1) : page.views[0];
    /** @type {number | null} */
    this.viewpoint = null;

    this.board = new Board(byId("stage"));
    this.teller = new Teller();
    this.hand = new Hand(this.board, {
      onMove: (text) => this.play(text),
      onIllegal: (path) => this.explain(path),
      onChange: (path) => this.chose(path),
    });
    this.panels = new Panels(this.board, this.hand);
    this.moves = new Moves((at) => this.look(at));
    this.clocks = new Clocks();
    const onAct = (message) => this.act(message);
    this.seats = new Seats(this.board, { onAct });
    this.talk = new Talk(onAct);
    this.shares = new Shares(this.board, (message) => this.line.ask(message));
    this.acts = new Acts({
      onAct,
      onHint: () => this.hint(),
      onShares: () => {
        this.shares.toggle();
        this.refresh();
      },
      onView: () => this.turn(this.viewpoint, page.views[(page.views.indexOf(this.view) + 1) % page.views.length]),
      onTurn: () => this.turn(((this.viewpoint ?? this.news.you.seats[0] ?? 0) + 1) % this.news.seats.length, this.view),
      onRemark: (text, kind) => this.teller.remark(text, kind),
    });
    this.line = new Line(() => this.address(), {
      onMessage: (message) => this.hear(message),
      onProblem: (problem) => this.refused(problem),
      onState: (state, problem) => this.connection(state, problem),
    });
    byId("live").addEventListener("click", () => this.look(this.news.moves.length));
  }

  address() {
    const query = new URLSearchParams({ view: this.view });
    if (this.viewpoint !== null) query.set("viewpoint", String(this.viewpoint));
    return `${location.origin.replace(/^http/, "ws")}/api/tables/${page.table}/live?${query}`;
  }

  connection(state, problem) {
    byId("connection").hidden = state === "open";
    byId("connection").textContent = state === "refused" ? (problem?.says ?? say("lost")) : say("lost");
    document.body.classList.toggle("offline", state !== "open");
  }

  async hear(message) {
    if (message.type === "presence") {
      this.news.seats.forEach((seat, number) => (seat.here = message.here[number]));
      this.news.watchers = message.watchers;
      return this.refresh();
    }
    const before = this.news;
    message.heard = Date.now();
    this.news = message;
    await this.board.dress(message.layout);
    if (this.news !== message) return; // newer news came while the board was fetched
    this.take(before, message);
  }

  /** Take in the news. */
  take(before, news) {
    const grown = before && news.layout === before.layout && before.moves.every((text, at) => news.moves[at] === text);
    if (!grown) this.scenes.clear();
    this.scenes.set(news.moves.length, news.scene);
    if (this.at !== null && (!grown || this.at >= news.moves.length)) this.at = null;
    if (before && !before.next && news.next && news.you.seats.length) location.assign(`/t/${news.next}`);
    const same = before && before.ply === news.ply && before.layout === news.layout;
    const mayPlay = news.you.may.includes("play");
    if (!same || mayPlay !== this.mayPlay) this.display();
    this.mayPlay = mayPlay;
    this.refresh();
    if (news.ply !== before?.ply && before) this.announce(news);
    document.body.dataset.ready = String(news.ply);
    document.body.dataset.status = news.status;
  }

  /** Put the position that is looked at on the board. */
  display() {
    const { news } = this;
    const at = this.at ?? news.moves.length;
    const scene = this.scenes.get(at);
    if (!scene) return this.fetch(at);
    const { at: from, moves } = this.shown;
    const common = moves.slice(0, Math.min(at, from)).every((text, ply) => text === news.moves[ply]);
    const step = from >= 0 && common && this.board.scene && Math.abs(at - from) === 1 ? at - from : 0;
    this.board.show(scene, step);
    this.shown = { at, moves: news.moves };
    this.hand.offer(scene, this.at === null && news.you.may.includes("play"));
    this.panels.show(scene.panels ?? []);
    document.body.dataset.at = String(at);
  }

  /** Ask for a position; while one is on its way, only the latest wish counts. */
  async fetch(at) {
    if (this.fetching) return;
    this.fetching = true;
    const { ply, layout } = this.news;
    try {
      const { scene } = await this.line.ask({ act: "scene", at });
      if (this.news.layout === layout && (this.news.ply === ply || at < this.news.moves.length)) this.scenes.set(at, scene);
    } catch {
      this.at = null;
    } finally {
      this.fetching = false;
    }
    this.display();
    this.refresh();
  }

  /** All that stands around the board. */
  refresh() {
    const { news } = this;
    if (!news || !this.board.layout) return;
    const at = this.at ?? news.moves.length;
    this.seats.show(news);
    this.clocks.set(news.clock, this.seats.faces, news.heard);
    this.moves.show(news.moves, news.seats.length, at);
    this.acts.show(news, this.shares.isOn, { at, viewpoint: this.viewpoint ?? news.you.seats[0] ?? 0, view: this.view });
    this.teller.show(news, this.at === null, this.invitation(news));
    this.talk.show(news);
    this.shares.show(news, at);
    showRounds(news.series);
    this.offerTabs();
    byId("watchers").textContent = news.watchers ? say("watchers", { count: news.watchers }) : "";
    document.title = this.yours ? say("your_turn_title", { title: page.title }) : page.title;
  }

  /** Tabs with nothing behind them are not shown. */
  offerTabs() {
    const [game, , talk] = document.querySelectorAll("[role=tab]");
    const empty = byId("panels").hidden && byId("rounds").hidden && byId("shares").hidden;
    talk.hidden = byId("talk").classList.contains("quiet");
    if (game.hidden === empty) return;
    game.hidden = empty;
    choose(empty ? "moves" : "game");
  }

  get yours() {
    return this.news.status === "playing" && this.news.you.seats.includes(this.news.turn);
  }

  /** What to do while seats are open, and after the game. */
  invitation(news) {
    if (news.status === "waiting" && news.you.seats.length) return [link("invite", byId("copy-link"))];
    if (news.status === "over") {
      if (news.next) return [go("next_game", `/t/${news.next}`)];
      return [go("new_game", "/")];
    }
    return [];
  }

  /** Look at the position after so many moves. */
  look(at) {
    this.at = at === this.news.moves.length ? null : at;
    this.display();
    this.refresh();
  }

  turn(viewpoint, view) {
    this.viewpoint = viewpoint;
    this.view = view;
    localStorage.setItem(kept, view);
    this.act({ act: "look", viewpoint, view });
  }

  act(message) {
    this.line.act(message);
  }

  play(text) {
    this.act({ act: "play", move: text, ply: this.news.ply });
  }

  /** Something was refused: say why, and let the player choose again. */
  refused(problem) {
    this.hand.again();
    this.teller.remark(problem.says);
  }

  /** A click that leads nowhere: which rule says so? */
  async explain(path) {
    const { news } = this;
    if (this.at !== null) return this.look(news.moves.length);
    if (news.status !== "playing" || !news.you.seats.length) return;
    if (!this.yours) return this.teller.remark(say("not_yet", { name: byId("state").textContent }), "quiet");
    this.board.shake(path.at(-1));
    try {
      const { says, clause } = await this.line.ask({ act: "why", path });
      this.teller.remark(clause ? `${says} (§${clause})` : says);
    } catch (problem) {
      if (problem.code !== "lost") this.teller.remark(say(path.length > 1 ? "not_there" : "nothing_there"));
    }
  }

  async hint() {
    this.look(this.news.moves.length);
    this.teller.remark(say("thinking"), "quiet");
    try {
      const { path, move, ply } = await this.line.ask({ act: "hint" });
      if (ply !== this.news.ply) return;
      this.hand.show(path);
      this.panels.light();
      this.teller.remark(say("hint_is", { move }), "yes");
    } catch (problem) {
      this.teller.remark(problem.says);
    }
  }

  /** Something was clicked, or let go. */
  chose(path) {
    this.panels?.light();
    if (path.length && !this.hand.pending) this.teller.remark(say("choose_next"), "quiet");
    else if (this.teller.line.className === "quiet") this.teller.hush();
  }

  /** For those who listen: what was played. */
  announce(news) {
    this.teller.hush();
    if (!news.move) return;
    const seat = news.seats[(news.moves.length - 1) % news.seats.length];
    this.teller.speak(`${say("played", { name: seat.title, move: news.move })} ${byId("state").textContent}`);
  }
}

function go(words, href) {
  const found = document.createElement("a");
  Object.assign(found, { href, className: "button main", textContent: say(words) });
  return found;
}

function link(words, copies) {
  const found = document.createElement("button");
  Object.assign(found, { type: "button", className: "main", textContent: say(words) });
  found.addEventListener("click", () => copies.click());
  return found;
}

/** On a phone the panel shows one part at a time. @param {string} [name] */
function choose(name) {
  for (const tab of document.querySelectorAll("[role=tab]")) tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
  byId("side").dataset.tab = name;
}

for (const tab of document.querySelectorAll("[role=tab]")) tab.addEventListener("click", () => choose(tab.dataset.tab));
new Table();
