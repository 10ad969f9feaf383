/** The page's end of the Worker that has the tables: requests and sockets as messages. */

/** A connection to a table in the Worker, used as a WebSocket is. @implements {Socket} */
class LocalSocket {
	/** @param {(message: object) => void} post */
	constructor(post) {
		this.post = post;
		/** @type {Socket["readyState"]} */
		this.readyState = WebSocket.CONNECTING;
		/** @type {Socket["onopen"]} */
		this.onopen = null;
		/** @type {Socket["onmessage"]} */
		this.onmessage = null;
		/** @type {Socket["onclose"]} */
		this.onclose = null;
	}

	/** @param {string} text */
	send(text) {
		this.post({ text });
	}

	close() {
		if (this.readyState === WebSocket.CLOSED) return;
		this.readyState = WebSocket.CLOSED;
		this.post({ close: true });
	}

	/** @param {{ opened?: boolean, told?: string, closed?: number }} message of the Worker */
	receive({ opened, told, closed }) {
		if (this.readyState === WebSocket.CLOSED) return;
		if (opened) {
			this.readyState = WebSocket.OPEN;
			this.onopen?.(new Event("open"));
		} else if (told) this.onmessage?.(new MessageEvent("message", { data: told }));
		else if (closed) {
			this.readyState = WebSocket.CLOSED;
			this.onclose?.(new CloseEvent("close", { code: closed }));
		}
	}
}

/** @implements {LocalHost} */
export class WorkerHost {
	/** @param {LocalSettings} settings @param {boolean} thinks whether somebody will have to think soon @param {(reason: string) => void} onFailure @param {string} [script] of the Worker */
	constructor(settings, thinks, onFailure, script = "host_worker.js") {
		this.settings = settings;
		this.count = 0;
		/** @type {Map<number, (response: string) => void>} */
		this.requests = new Map();
		/** @type {Map<number, LocalSocket>} */
		this.sockets = new Map();
		this.worker = new Worker(`${settings.static}/${script}`, { type: "module" });
		/** Called when it can answer. */
		this.onReady = () => {};
		this.worker.onmessage = ({ data }) => {
			if (data.failed) onFailure(data.failed);
			else if (data.ready) this.onReady();
			else if (data.lost) location.reload(); // what is there now is shown
			else this.receive(data);
		};
		this.worker.onerror = ({ message }) => onFailure(message);
		this.worker.postMessage({ start: { ...settings, thinks } });
	}

	/** @param {any} message */
	receive({ number, response, socket, ...message }) {
		if (number) {
			this.requests.get(number)?.(response);
			this.requests.delete(number);
		} else if (socket) this.sockets.get(socket)?.receive(message);
	}

	/** Nobody will answer any more. */
	abandon() {
		for (const answer of this.requests.values()) answer(JSON.stringify({ status: 503, media: "application/json", body: "{}" }));
		this.requests.clear();
	}

	/** @param {string} address @param {RequestInit} [init] @returns {Promise<{ status: number, media: string, body: string, location: string }>} */
	async request(address, { method = "GET", body = "" } = {}) {
		const number = ++this.count;
		const request = JSON.stringify({ method, address, body: body ?? "", language: this.settings.language });
		/** @type {Promise<string>} */
		const answered = new Promise((resolve) => this.requests.set(number, resolve));
		this.worker.postMessage({ number, request });
		return JSON.parse(await answered);
	}

	/** @param {string} path @param {RequestInit} [init] */
	async ask(path, init) {
		const { status, media, body } = await this.request(path, init);
		return new Response(body, { status, headers: { "content-type": media } });
	}

	/** @param {string} path */
	openSocket(path) {
		const number = ++this.count;
		const socket = new LocalSocket((message) => this.worker.postMessage({ socket: number, ...message }));
		this.sockets.set(number, socket);
		this.worker.postMessage({ socket: number, open: path, language: this.settings.language });
		return socket;
	}

	/** @param {string} path */
	addressOf(path) {
		return isAnswered(path) ? `?${path}` : this.settings.root + path;
	}
}

/** Whether the Worker has the page of a path. @param {string} path */
export const isAnswered = (path) => /^\/(t\/|learn\/|analysis\/|new\b)/.test(path) && !/^\/t\/\w+\/share/.test(path);
