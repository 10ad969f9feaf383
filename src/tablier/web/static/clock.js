/** Clocks that run smoothly between two news: the server's time, counted on from the moment it came. */

import { decimal, say } from "./page.js";

const DAY = 86400;
const SHORT = 20;

export class Clocks {
	/** @param {ClockNews} news @param {Map<number, HTMLElement>} faces @param {number} heard by this machine's time */
	set(news, faces, heard) {
		Object.assign(this, { news, faces, heard });
		clearTimeout(this.timer);
		this.tick();
	}

	/** Seconds left to a seat now. */
	left(seat) {
		const { left, running } = this.news;
		return seat === running ? Math.max(0, left[seat] - (Date.now() - this.heard) / 1000) : left[seat];
	}

	tick() {
		const { kind, running } = this.news;
		for (const [seat, face] of this.faces) {
			const left = this.left(seat);
			const text = left === null ? "" : written(left, kind);
			if (face.textContent !== text) face.textContent = text;
			face.classList.toggle("running", seat === running);
			face.classList.toggle("short", left !== null && left < SHORT && kind !== "days");
		}
		const left = running === null ? 0 : this.left(running);
		if (left) this.timer = setTimeout(() => this.tick(), left < SHORT ? 50 : left > DAY ? 30_000 : 200);
	}
}

/** Seconds as people read them: 2 d 4 h, 1:05:09, 4:07, 9.3 */
function written(seconds, kind) {
	const hours = Math.floor(seconds / 3600);
	if (kind === "days" && hours >= 24) return say("days_hours", { days: Math.floor(hours / 24), hours: hours % 24 });
	if (kind === "days" && hours) return say("hours_minutes", { hours, minutes: Math.floor(seconds / 60) % 60 });
	if (seconds < 10) return decimal(Math.floor(seconds * 10) / 10, 1);
	const whole = Math.ceil(seconds - 0.05);
	const text = new Date(whole * 1000).toISOString().slice(11, 19);
	return text.replace(/^00:0?/, "").replace(/^0(?=\d:\d\d:)/, "");
}
