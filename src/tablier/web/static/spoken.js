/** What has happened at the table, as sentences for screen readers. */

import { describeOffer } from "./offers.js";
import { say } from "./page.js";

/** @param {string} text */
const asSentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** What has happened between two news, in sentences to be read out. @param {News} before @param {News} news @returns {string[]} */
export function sentencesBetween(before, news) {
	const { moves, movers, seats, headline, status, offers } = news;
	const kept = moves.findIndex((text, at) => text !== before.moves[at]);
	const same = kept < 0 ? Math.min(moves.length, before.moves.length) : kept;
	const sentences = before.moves.length > same ? [say("moves_undone", { count: before.moves.length - same })] : [];
	for (let at = same; at < moves.length; at++) sentences.push(say("played", { name: seats[movers[at]].title, move: moves[at] }));
	for (const offer of offers) {
		if (!before.offers.some(({ number }) => number === offer.number)) sentences.push(describeOffer(news, offer));
	}
	const [who, why, ...more] = headline;
	const told = status === "over" && why ? [say("ended", { who, why }), ...more] : headline;
	if (before.ply !== news.ply || before.status !== status) sentences.push(...told);
	return sentences.map(asSentence);
}
