/** The line to the table: keeps itself up, asks questions, sends acts. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const PATIENCE = 4000;
/** Milliseconds between two looks at the time; a longer gap means that the machine slept. */
const PULSE = 5000;

/**
 * @typedef {object} Hears
 * @property {(message: any) => void} onMessage news and presence
 * @property {(problem: any) => void} onProblem an act was refused, and nothing has changed
 * @property {(state: "open" | "lost" | "refused", problem?: any) => void} onState
 */

export class Line {
  /** @param {() => string} address @param {Hears} hears */
  constructor(address, hears) {
    this.address = address;
    this.hears = hears;
    this.wait = FIRST_WAIT;
    this.count = 0;
    /** @type {Map<string, {resolve: (answer: any) => void, reject: (problem: any) => void}>} */
    this.waiting = new Map();
    this.open();
    addEventListener("online", () => this.check());
    addEventListener("pageshow", (event) => event.persisted && this.check());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
    let seen = Date.now();
    setInterval(() => {
      if (Date.now() - seen > 3 * PULSE) this.check();
      seen = Date.now();
    }, PULSE);
  }

  open() {
    clearTimeout(this.retry);
    const socket = new WebSocket(this.address());
    this.socket = socket;
    this.refused = null;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
    };
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  /** @param {any} message */
  hear(message) {
    if (message.re !== undefined && message.re !== null && this.waiting.has(message.re)) {
      const { resolve, reject } = this.waiting.get(message.re);
      this.waiting.delete(message.re);
      return message.type === "problem" ? reject(message) : resolve(message);
    }
    if (message.type === "problem") {
      this.refused = message;
      return this.hears.onProblem(message);
    }
    if (message.type === "news") this.hears.onState("open");
    this.hears.onMessage(message);
  }

  /** @param {number} code */
  lost(code) {
    for (const { reject } of this.waiting.values()) reject({ code: "lost", says: "" });
    this.waiting.clear();
    if (code >= 4400 && code < 4500 && code !== 4429) {
      this.hears.onState("refused", this.refused);
      return;
    }
    this.hears.onState("lost");
    this.retry = setTimeout(() => this.open(), this.wait * (0.8 + Math.random() * 0.4));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  /** After sleep or a change of network a line may be dead without knowing: ask something, and hang up. */
  async check() {
    const socket = this.socket;
    if (socket.readyState === WebSocket.CONNECTING) return;
    if (socket.readyState === WebSocket.OPEN) {
      const answered = this.ask({ act: "scene", at: 0 }).then(() => true, (problem) => problem.code !== "lost");
      const late = new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE));
      if ((await Promise.race([answered, late])) || socket !== this.socket) return;
      socket.onclose = null;
      socket.close();
      this.lost(0);
    }
    this.wait = FIRST_WAIT;
    this.open();
  }

  /** Begin anew at the present address, as when the board is to be seen otherwise. */
  renew() {
    const socket = this.socket;
    socket.onclose = null;
    socket.close();
    this.open();
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /**
   * Ask the table; the answer comes to you alone.
   * @param {Record<string, any>} message
   * @returns {Promise<any>} rejected with the problem
   */
  ask(message) {
    if (!this.isOpen) return Promise.reject({ code: "lost", says: "" });
    const re = `q${this.count++}`;
    return new Promise((resolve, reject) => {
      this.waiting.set(re, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, re }));
    });
  }

  /**
   * Act at the table. What comes of it is told to all; a refusal comes as a problem.
   * @param {Record<string, any>} message
   */
  act(message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
    else this.hears.onState("lost");
  }
}
