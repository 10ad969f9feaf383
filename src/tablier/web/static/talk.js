/** What people say at the table, and among partners where that was agreed. */

import { byId, differs, make, say } from "./page.js";
import { others } from "./seats.js";

export class Talk {
	/** @param {Act} act */
	constructor(act) {
		this.form = byId("say");
		this.form.onsubmit = (event) => {
			event.preventDefault();
			const { text, to } = this.form.elements;
			if (text.value.trim()) act({ act: "say", text: text.value.trim(), to: to.value });
			text.value = "";
		};
	}

	/** @param {News} news */
	show(news) {
		const { chat, you, game, terms, watchers } = news;
		const { to } = this.form.elements;
		const team = you.may.includes("say:team");
		this.form.hidden = !you.may.includes("say") || others(news) + watchers === 0;
		to.hidden = !team;
		if (!team) to.value = "table";
		const quiet = chat.length === 0 && this.form.hidden;
		byId("talk").classList.toggle("quiet", quiet);
		byId("no-talk").hidden = quiet || terms.team_chat || game.sides.every((side) => side.length === 1);
		const heard = byId("heard");
		if (!differs(heard, chat)) return;
		heard.replaceChildren(
			...chat.map(({ name, text, team: among }) =>
				make("p", { className: among ? "team" : "" }, make("b", {}, among ? say("among", { name }) : name), ` ${text}`),
			),
		);
		heard.scrollTop = heard.scrollHeight;
	}
}
