/** Clocks that run smoothly between two news: the server's time, counted on from the moment it was told. */

/** @typedef {{kind: string, time: number, increment: number, left: (number | null)[], running: number | null, at: number}} ClockNews */

const DAY = 86400;
const SHORT = 20;

export class Clocks {
  constructor() {
    /** @type {ClockNews | null} */
    this.news = null;
    this.heard = 0;
    /** @type {Map<number, HTMLElement>} */
    this.faces = new Map();
    this.tick = this.tick.bind(this);
  }

  /**
   * @param {ClockNews} news
   * @param {Map<number, HTMLElement>} faces where each seat's time is shown
   * @param {number} heard when the news came, by this machine's time
   */
  set(news, faces, heard) {
    this.news = news;
    this.heard = heard;
    this.faces = faces;
    clearTimeout(this.timer);
    this.tick();
  }

  /** Seconds left to a seat now. @param {number} seat */
  left(seat) {
    const rest = this.news.left[seat];
    if (rest === null) return null;
    return seat === this.news.running ? Math.max(0, rest - (Date.now() - this.heard) / 1000) : rest;
  }

  tick() {
    for (const [seat, face] of this.faces) {
      const left = this.left(seat);
      const text = left === null ? "" : written(left, this.news.kind);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", seat === this.news.running);
      face.classList.toggle("short", left !== null && left < SHORT && this.news.kind !== "days");
    }
    const running = this.news.running;
    if (running === null) return;
    const left = this.left(running) ?? 0;
    this.timer = setTimeout(this.tick, left < SHORT ? 50 : left > DAY ? 30_000 : 200);
  }
}

/**
 * Seconds as people read them: 2 d 4 h, 1:05:09, 4:07, 9.3
 * @param {number} seconds @param {string} kind
 */
export function written(seconds, kind = "game") {
  if (kind === "days" && seconds >= 3600) {
    const days = Math.floor(seconds / DAY);
    const hours = Math.floor((seconds % DAY) / 3600);
    return days ? `${days} d ${hours} h` : `${hours} h ${Math.floor((seconds % 3600) / 60)} min`;
  }
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.ceil(seconds - 0.05);
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
