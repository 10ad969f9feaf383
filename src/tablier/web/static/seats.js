/** The seats: who sits there, who is here, whose turn it is. Yours are the nearest, as at a real table. */

import { icon } from "./icon.js";
import { byId, differs, make, page, say } from "./page.js";

/** @typedef {{title: string, name: string, kind: "open" | "person" | "bot", bot: string, why: string, here: boolean}} SeatNews */

/** What to call a seat's player. @param {SeatNews} seat */
export function called(seat) {
  if (seat.name && seat.name !== seat.title) return seat.name;
  if (seat.kind === "bot") return page.bots[seat.bot] ?? seat.bot;
  return seat.kind === "open" ? say("open_seat") : seat.title;
}

export class Seats {
  /**
   * @param {import("./board.js").Board} board
   * @param {{onAct: (message: Record<string, any>) => void}} wishes
   */
  constructor(board, wishes) {
    this.board = board;
    this.wishes = wishes;
    /** @type {Map<number, HTMLElement>} where the clocks are */
    this.faces = new Map();
  }

  /** @param {any} news */
  show(news) {
    const { seats, you, status, turn, outcome, clock } = news;
    const facts = [this.board.address, seats, you, status, turn, outcome, clock.kind];
    if (!differs(byId("far-seats"), facts)) return;
    this.faces.clear();
    const order = seats.map((_, seat) => seat);
    const near = you.seats.length ? you.seats : you.away;
    const bottom = near.length === 1 ? near[0] : (near[0] ?? 0);
    // From the bottom clockwise, as they sit: the next to play comes first at the top.
    const turned = order.map((at) => (bottom + 1 + at) % seats.length);
    byId("far-seats").replaceChildren(...turned.slice(0, -1).map((seat) => this.seat(news, seat)));
    byId("near-seats").replaceChildren(this.seat(news, bottom));
  }

  /** @param {any} news @param {number} number */
  seat(news, number) {
    const { seats, you, status, turn, outcome, game } = news;
    const seat = (seats[number]);
    const mine = you.seats.includes(number);
    const emblem = this.board.layout.emblems?.[number];
    const face = make("span", { className: "clock" });
    this.faces.set(number, face);
    const classes = ["seat", mine && "mine", turn === number && status === "playing" && "turn"];
    if (outcome?.winners.includes(number)) classes.push("winner");
    const points = outcome && game.sides.length > 2 ? make("span", { className: "points" }, score(outcome.scores[number])) : null;
    return make(
      "li",
      { className: classes.filter(Boolean).join(" "), data: { seat: number } },
      emblem ? icon(this.board, emblem.symbol, "emblem") : make("span", { className: "emblem" }),
      make(
        "div",
        { className: "who" },
        make("strong", {}, called(seat), mine && you.seats.length < seats.length ? make("em", {}, ` ${say("you")}`) : null),
        make("small", {}, presence(seat), this.about(seat)),
      ),
      outcome?.winners.includes(number) ? make("span", { className: "crown", title: say("won") }, "★") : null,
      points,
      this.button(news, number),
      face,
    );
  }

  /** @param {SeatNews} seat */
  about(seat) {
    const parts = called(seat) === seat.title ? [] : [seat.title];
    if (seat.why) parts.push(say(`bot_${seat.why}`));
    else if (seat.kind === "bot") parts.push(say("computer"));
    else if (seat.kind === "person" && !seat.here) parts.push(say("away"));
    return parts.join(" · ");
  }

  /** What can be done with a seat just now. @param {any} news @param {number} number */
  button({ seats, you, status }, number) {
    const seat = (seats[number]);
    const act = (words, message, classes = "small") =>
      make("button", { type: "button", className: classes, onclick: () => this.wishes.onAct(message) }, say(words));
    if (seat.kind === "open") {
      return you.may.includes("sit") && !you.seats.length ? act("sit", { act: "sit", seat: number }, "small main") : null;
    }
    if (you.away.includes(number) && status !== "over") return act("come_back", { act: "return", seat: number }, "small main");
    const gone = seat.kind === "person" && !seat.here && you.seats.length && status === "playing";
    return gone ? act("stand_in", { act: "stand_in", seat: number }) : null;
  }
}

/** @param {SeatNews} seat */
function presence(seat) {
  if (seat.kind !== "person") return null;
  return make("i", { className: `dot ${seat.here ? "here" : ""}`, title: say(seat.here ? "here" : "away") });
}

/** Points as they are written: 2, 1½. @param {number} points */
export function score(points) {
  const whole = Math.floor(points);
  const rest = points - whole;
  const parts = ([[0, ""], [0.25, "¼"], [1 / 3, "⅓"], [0.5, "½"], [2 / 3, "⅔"], [0.75, "¾"]]);
  const [, mark] = parts.find(([part]) => Math.abs(part - rest) < 0.01) ?? [0, null];
  if (mark === null) return points.toFixed(2);
  return mark && !whole ? mark : `${whole}${mark}`;
}
