/** The line to the table: keeps itself up, asks questions, sends acts. */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const PATIENCE = 4000;
/** Milliseconds between two looks at the time; a longer gap means that the machine slept. */
const PULSE = 5000;

export class Line {
	/** @param {() => string} address @param {Hears} hears */
	constructor(address, hears) {
		this.address = address;
		this.hears = hears;
		this.wait = FIRST_WAIT;
		this.count = 0;
		/** Questions that wait for their answer, by the name they were given. */
		this.asked = new Map();
		this.open();
		// After sleep or a change of network a line may be dead without knowing.
		addEventListener("online", () => this.open());
		addEventListener("offline", () => this.lost());
		addEventListener("pageshow", (event) => event.persisted && this.open());
		let seen = Date.now();
		setInterval(() => {
			if (Date.now() - seen > 3 * PULSE) this.open();
			seen = Date.now();
		}, PULSE);
	}

	/** Dial, whatever became of the line there was. */
	open() {
		this.drop();
		this.socket?.close();
		const socket = new WebSocket(this.address());
		this.socket = socket;
		socket.onopen = () => (this.wait = FIRST_WAIT);
		socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data));
		socket.onclose = (event) => socket === this.socket && this.lost(event.code);
	}

	/** What was asked on a line that is gone gets no answer. */
	drop() {
		clearTimeout(this.retry);
		for (const { reject } of this.asked.values()) reject({ says: "" });
		this.asked.clear();
	}

	hear(message) {
		clearTimeout(this.doubt);
		const question = this.asked.get(message.re);
		if (question) {
			this.asked.delete(message.re);
			question[message.type === "problem" ? "reject" : "resolve"](message);
		} else if (message.type === "problem") {
			this.refused = message;
			this.hears.onProblem(message);
		} else {
			if (message.type === "news") this.hears.onState("open");
			this.hears.onMessage(message);
		}
	}

	lost(code) {
		this.drop();
		// 4000 and the status of a refusal: it would be the same again, unless we were too fast.
		if (code >= 4400 && code < 4500 && code !== 4429) return this.hears.onState("refused", this.refused);
		this.hears.onState("lost");
		this.retry = setTimeout(() => this.open(), this.wait * (0.8 + Math.random() * 0.4));
		this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
	}

	get isOpen() {
		return this.socket.readyState === WebSocket.OPEN;
	}

	/** Ask the table; the answer, or a problem, comes to you alone. @param {Message} message */
	ask(message) {
		if (!this.isOpen) return Promise.reject({ says: "" });
		const re = `q${this.count++}`;
		return new Promise((resolve, reject) => {
			this.asked.set(re, { resolve, reject });
			this.socket.send(JSON.stringify({ ...message, re }));
		});
	}

	/** Act at the table. What comes of it is told to all. */
	act(message) {
		if (!this.isOpen) return;
		this.socket.send(JSON.stringify(message));
		this.doubt = setTimeout(() => this.open(), PATIENCE); // a line that says nothing to that is dead
	}
}
