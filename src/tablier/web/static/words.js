/** What is said under the board: whose turn it is, how the game ended, why a click leads nowhere. */

import { byId, make, say } from "./page.js";
import { called, score } from "./seats.js";

/** How long a remark stays, in milliseconds. */
const REMARK = 4500;

export class Teller {
  constructor() {
    this.line = byId("line");
    this.spoken = byId("spoken");
    this.before = "";
  }

  /** What stands there when there is nothing else to say. @param {any} news @param {boolean} live @param {(Node | null)[]} extra */
  show(news, live, extra) {
    const key = JSON.stringify([news.status, news.turn, news.outcome, news.you.seats, live, news.seats.map(called), news.next]);
    if (key === this.key) return;
    this.key = key;
    byId("state").replaceChildren(...headline(news).filter(Boolean), ...extra.filter(Boolean));
    byId("status").classList.toggle("over", news.status === "over");
    byId("status").classList.toggle("yours", news.status === "playing" && news.you.seats.includes(news.turn));
    if (live) this.speak(byId("state").textContent);
  }

  /** A remark, gone after a while. @param {string} text @param {string} [kind] */
  remark(text, kind = "no") {
    clearTimeout(this.timer);
    this.line.textContent = text;
    this.line.className = kind;
    this.line.hidden = false;
    byId("state").hidden = true;
    this.timer = setTimeout(() => this.hush(), REMARK + 30 * text.length);
  }

  hush() {
    clearTimeout(this.timer);
    this.line.hidden = true;
    byId("state").hidden = false;
  }

  /** For those who listen. @param {string} text */
  speak(text) {
    if (text) this.spoken.textContent = text;
  }
}

/** @param {any} news */
function headline(news) {
  const { status, turn, seats, you } = news;
  if (status === "over") return ending(news);
  if (status === "waiting") return [make("strong", {}, say("waiting"))];
  if (status === "paused") return [make("strong", {}, say("paused"))];
  const alone = you.seats.length === 1;
  if (alone && you.seats.includes(turn)) return [make("strong", {}, say("your_turn"))];
  const name = you.seats.includes(turn) ? seats[turn].title : called(seats[turn]);
  const key = seats[turn].kind === "bot" ? "thinks" : "to_play";
  return [make("strong", {}, say(key, { name }))];
}

/** Who won and why. @param {any} news */
function ending({ outcome, seats, game, you }) {
  const { winners, reason, by } = outcome;
  const names = winners.map((seat) => called(seats[seat]));
  const together = names.length > 1 ? say("and", { some: names.slice(0, -1).join(", "), last: names.at(-1) }) : names[0];
  const mine = you.seats.length > 0 && you.seats.length < seats.length;
  let who;
  if (!winners.length) who = say("draw");
  else if (mine && you.seats.some((seat) => winners.includes(seat))) {
    who = say(winners.length > 1 ? "your_side_wins" : "you_win");
  } else who = say(winners.length > 1 ? "win" : "wins", { name: together });
  const name = by === null ? "" : called(seats[by]);
  const why = outcome.says || say(`because_${reason}`, { name });
  const points = game.sides.length > 2 ? say("points", { list: outcome.scores.map(score).join(" – ") }) : "";
  return [make("strong", {}, who), make("span", { className: "why" }, why), points && make("span", { className: "why" }, points)];
}
