/** The sound of a move: wood on wood, struck from a few short tones. */

import { isSet } from "./settings.js";

/** Hertz, loudness, seconds. */
const TONES = [
	[185, 0.3, 0.12],
	[430, 0.14, 0.06],
	[1250, 0.05, 0.02],
];

/** @type {AudioContext} */
let room;

// Nothing sounds before the page was touched: browsers would not let it.
for (const touch of ["pointerup", "keydown"]) addEventListener(touch, () => (room ??= new AudioContext()));

export function knock() {
	if (!room || !isSet("sound")) return;
	for (const [frequency, gain, seconds] of TONES) {
		const end = room.currentTime + seconds;
		const tone = new OscillatorNode(room, { frequency });
		const fade = new GainNode(room, { gain });
		fade.gain.exponentialRampToValueAtTime(0.001, end);
		tone.connect(fade).connect(room.destination);
		tone.start();
		tone.stop(end);
	}
}
