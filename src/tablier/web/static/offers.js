/** Offers in words. */

import { say } from "./page.js";
import { nameOf } from "./seats.js";

/** @param {News} news @param {OfferNews} offer */
export function describeOffer({ seats, you }, { matter, seat, winner }) {
	const values = { name: nameOf(seats[seat]), winner: winner === null ? "" : nameOf(seats[winner]) };
	return say(`${you.seats.includes(seat) ? "own_offer" : "offer"}_${winner === null ? matter : "winner"}`, values);
}
