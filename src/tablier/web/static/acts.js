/** What can be done besides moving: the buttons, the offers that wait for an answer, and the links. */

import { draw } from "./board.js";
import { byId, differs, make, page, say } from "./page.js";
import { called } from "./seats.js";

/** How long a dangerous button waits to be pressed again. */
const SURE = 3500;

/** @typedef {{onAct: (message: Record<string, any>) => void, onHint: () => void, onShares: () => void, onView: () => void, onTurn: () => void, onRemark: (text: string, kind?: string) => void}} ActWishes */

export class Acts {
  /** @param {ActWishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    byId("copy-link").addEventListener("click", () => this.share());
    byId("copy-record").addEventListener("click", () => this.copyRecord());
    byId("turn-board")?.addEventListener("click", () => wishes.onTurn());
    byId("other-view")?.addEventListener("click", () => wishes.onView());
  }

  /** @param {any} news @param {boolean} evaluates is the evaluation shown? @param {{at: number, viewpoint: number | null, view: string}} look */
  show(news, evaluates, look) {
    const { may } = news.you;
    const query = new URLSearchParams({ at: String(look.at), view: look.view });
    if (look.viewpoint !== null) query.set("viewpoint", String(look.viewpoint));
    byId("download").href = `/api/tables/${page.table}/picture.svg?${query}`;
    if (differs(byId("acts"), [may, evaluates, news.series, news.seats.map(called)])) {
      byId("acts").replaceChildren(...this.buttons(news, evaluates));
    }
    if (differs(byId("offers"), [news.offers, news.you.seats, news.seats.map(called)])) {
      byId("offers").replaceChildren(...news.offers.map((offer) => this.offer(news, offer)));
    }
  }

  /** @param {any} news @param {boolean} evaluates */
  buttons(news, evaluates) {
    const { may } = news.you;
    const act = this.wishes.onAct;
    const offered = (matter) => () => act({ act: "offer", matter });
    const people = news.seats.filter(({ kind }, seat) => kind === "person" && !news.you.seats.includes(seat)).length;
    const is = {
      hint: news.status === "playing",
      pause: news.clock.kind !== "none",
      leave: people > 0 || news.status === "waiting",
      winner: !may.includes("offer:end"),
    };
    /** @type {[string, string, () => any][]} */
    const all = [
      ["resume", "resume", () => button("resume", { onclick: () => act({ act: "resume" }) })],
      ["next_round", "next", () => button("next_round", { onclick: () => act({ act: "next_round" }) })],
      ["offer:rematch", "rematch", () => button("rematch", { onclick: offered("rematch") })],
      ["hint", "hint", () => button("hint", { onclick: this.wishes.onHint })],
      ["shares", "shares", () => button("shares", { onclick: this.wishes.onShares, "aria-pressed": String(evaluates) })],
      ["offer:takeback", "takeback", () => button("takeback", { onclick: offered("takeback") })],
      ["offer:pause", "pause", () => button("pause", { onclick: offered("pause") })],
      ["offer:end", "end", () => button("offer_end", { onclick: offered("end") })],
      ["offer:end:winner", "winner", () => this.winner(news)],
      ["leave", "leave", () => sure("leave", () => act({ act: "leave" }))],
      ["resign", "resign", () => sure("resign", () => act({ act: "resign" }))],
    ];
    return all.filter(([need, what]) => may.includes(need) && (is[what] ?? true)).map(([, , show]) => show());
  }

  /** Where a game has no draw, the players say who won. @param {any} news */
  winner(news) {
    const menu = make("details", { className: "menu" }, make("summary", {}, sign("offer_end"), make("span", {}, say("agree_winner"))));
    menu.append(
      ...news.seats.map((seat, winner) =>
        make("button", { type: "button", onclick: () => this.wishes.onAct({ act: "offer", matter: "end", winner }) }, called(seat)),
      ),
    );
    return menu;
  }

  /** @param {any} news @param {any} offer */
  offer({ seats, you }, { number, matter, seat, winner, asked }) {
    const key = winner !== null ? "winner" : matter === "end" ? "offer_end" : matter;
    const values = { name: called(seats[seat]), winner: winner === null ? "" : called(seats[winner]) };
    const answer = (yes) => () => this.wishes.onAct({ act: "answer", offer: number, yes });
    const mine = you.seats.includes(seat);
    const waits = asked.some((other) => you.seats.includes(other));
    return make(
      "div",
      { className: "offer", role: "status" },
      make("span", {}, say(mine ? `own_offer_${key}` : `offer_${key}`, values)),
      waits && make("button", { type: "button", className: "small main", onclick: answer(true) }, say("accept")),
      waits && make("button", { type: "button", className: "small", onclick: answer(false) }, say("decline")),
      mine && make("button", { type: "button", className: "small", onclick: answer(false) }, say("withdraw")),
    );
  }

  async share() {
    const url = location.href.split("#")[0];
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: page.title, url }).catch(() => {});
    } else if (await copy(url)) this.wishes.onRemark(say("link_copied"), "yes");
    else this.wishes.onRemark(url, "yes");
  }

  async copyRecord() {
    const answer = await fetch(`/api/tables/${page.table}/record.txt`);
    if (answer.ok && (await copy(await answer.text()))) this.wishes.onRemark(say("record_copied"), "yes");
    else this.wishes.onRemark(say("not_copied"));
  }
}

/** @param {string} name */
function sign(name) {
  const picture = draw("svg", { class: "sign", "aria-hidden": "true" });
  picture.append(draw("use", { href: `#i-${name}` }));
  return picture;
}

/** @param {string} words @param {Record<string, any>} properties */
function button(words, properties) {
  return make("button", { type: "button", data: { act: words }, ...properties }, sign(words), make("span", {}, say(words)));
}

/** A button that asks back once. @param {string} words @param {() => void} go */
function sure(words, go) {
  const onclick = () => {
    if (found.classList.contains("sure")) return go();
    const ask = (/** @type {boolean} */ asks) => {
      found.classList.toggle("sure", asks);
      found.lastElementChild.textContent = say(asks ? `sure_${words}` : words);
    };
    ask(true);
    setTimeout(() => ask(false), SURE);
  };
  const found = button(words, { onclick });
  return found;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without TLS there is no clipboard but the old one.
    const area = make("textarea", { value: text, className: "unseen" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
