/** The sound of a move, wood on wood: a few short tones. */

import { isSet } from "./settings.js";

/** Hertz, loudness, seconds. */
const TONES = [
	[185, 0.3, 0.12],
	[430, 0.14, 0.06],
	[1250, 0.05, 0.02],
];

/** @type {AudioContext | undefined} */
let audio;

// Browsers let no page sound before it was touched.
for (const touch of ["pointerup", "keydown"]) addEventListener(touch, () => (audio ??= new AudioContext()));

/** Two notes each, unlike wood on wood. @type {Partial<Record<SoundKind, number[][]>>} */
const NOTES = {
	turn: [
		[523, 0.12, 0.25],
		[784, 0.08, 0.35],
	],
	join: [
		[440, 0.1, 0.2],
		[660, 0.08, 0.3],
	],
	chat: [[880, 0.06, 0.12]],
	offer: [
		[587, 0.1, 0.3],
		[587, 0.06, 0.5],
	],
	end: [
		[392, 0.14, 0.5],
		[523, 0.1, 0.8],
		[659, 0.08, 1],
	],
};

/** Let something be heard, unless its switch in the settings is off. @param {SoundKind} kind */
export function playSound(kind) {
	if (!audio || !isSet(kind === "sound" ? kind : `sound_${kind}`)) return;
	for (const [frequency, gain, seconds] of NOTES[kind] ?? TONES) {
		const end = audio.currentTime + seconds;
		const tone = new OscillatorNode(audio, { frequency });
		const fade = new GainNode(audio, { gain });
		fade.gain.exponentialRampToValueAtTime(0.001, end);
		tone.connect(fade).connect(audio.destination);
		tone.start();
		tone.stop(end);
	}
}
