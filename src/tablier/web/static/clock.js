/** Clocks that run on between two news: the time the server sent, less what has passed since. */

import { formatDecimal, say } from "./page.js";

const DAY = 86400;
/** Seconds below which a clock warns. */
const SHORT = 20;

export class Clocks {
	/** @param {ClockNews} news @param {Map<number, HTMLElement>} faces by seat @param {number} receivedAt by this machine's time */
	run(news, faces, receivedAt) {
		clearTimeout(this.timer);
		const { kind, running } = news;
		const passed = (Date.now() - receivedAt) / 1000;
		for (const [seat, face] of faces) {
			const left = timeLeft(news, seat, passed);
			const text = left === null ? "" : formatTime(left, kind);
			if (face.textContent !== text) face.textContent = text;
			face.classList.toggle("running", seat === running);
			face.classList.toggle("short", left !== null && left < SHORT && kind !== "days");
		}
		const left = running === null ? 0 : timeLeft(news, running, passed);
		if (left) this.timer = setTimeout(() => this.run(news, faces, receivedAt), left < SHORT ? 50 : left > DAY ? 30_000 : 200);
	}
}

/** Seconds left to a seat, so many seconds after the news. @param {ClockNews} news @param {number} seat @param {number} passed */
export function timeLeft({ left, running }, seat, passed) {
	const time = left[seat];
	return time === null || seat !== running ? time : Math.max(0, time - passed);
}

/** Seconds as people read them: 2 d 4 h, 1:05:09, 4:07, 9.3. @param {number} seconds @param {ClockNews["kind"]} kind */
export function formatTime(seconds, kind) {
	const hours = Math.floor(seconds / 3600);
	if (kind === "days" && hours >= 24) return say("days_hours", { days: Math.floor(hours / 24), hours: hours % 24 });
	if (kind === "days" && hours) return say("hours_minutes", { hours, minutes: Math.floor(seconds / 60) % 60 });
	if (seconds < 10) return formatDecimal(Math.floor(seconds * 10) / 10, 1);
	const whole = Math.ceil(seconds - 0.05);
	const text = new Date(whole * 1000).toISOString().slice(11, 19);
	return text.replace(/^00:0?/, "").replace(/^0(?=\d:\d\d:)/, "");
}
