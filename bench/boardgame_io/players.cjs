// Plays all seats of many games over socket.io, as bench/server.py does over WebSockets: one JSON line a part.
// node players.cjs PORT GAMES SECONDS FASTEST PACE...
const { readFileSync } = require("node:fs");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { game } = require("./game.cjs");

const [port, games, seconds, fastest, ...paces] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
const pid = Number(process.env.SERVER_PID);
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
const work = () => {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
	return (Number(fields[11]) + Number(fields[12])) / 100;
};
const sleep = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, 1000 * time));

/** Waits of the present part, in milliseconds; when each move was sent; seconds a player thinks. */
let waits = [], sent = new Map(), pace = 0, until = 0;

function think() {
	return Math.max(fastest, pace > fastest ? -Math.log(1 - Math.random()) * pace : 0);
}

function seat(matchID, playerID) {
	const client = Client({ game, multiplayer: SocketIO({ server: address }), matchID, playerID, debug: false, numPlayers: 2 });
	let seen = -1;
	const look = (state) => {
		const now = performance.now();
		if (!state || !state.isConnected || state.ctx.turn <= seen) return;
		seen = state.ctx.turn;
		const moved = sent.get(`${matchID}/${seen}`);
		if (moved !== undefined && state.ctx.currentPlayer === playerID) waits.push(now - moved);
		if (state.ctx.currentPlayer === playerID) move(seen);
	};
	const move = (turn) => {
		const end = until;
		setTimeout(() => {
			if (until !== end || performance.now() >= end) return; // the part is over
			sent.set(`${matchID}/${turn + 1}`, performance.now());
			client.moves.place(Math.floor(Math.random() * 25));
		}, 1000 * think());
	};
	client.subscribe(look);
	client.start();
	return { client, again: () => ((seen = -1), look(client.getState())) };
}

/** The seats with this number at all tables, connected: the first to connect makes the table. */
async function connect(playerID) {
	const players = Array.from({ length: games }, (_, number) => seat(`table${number}`, playerID));
	for (let tries = 0; tries < 300 && !players.every(({ client }) => client.getState()?.isConnected); tries++) await sleep(0.1);
	return players;
}

async function main() {
	seat("warm", "0");
	await sleep(1);
	const empty = memory();
	const first = await connect("0");
	const half = memory();
	const players = [...first, ...(await connect("1"))];
	const connection = (memory() - half) / games;
	console.log(JSON.stringify({ empty, table: (half - empty) / games - connection, connection }));
	for (pace of paces) {
		[waits, sent] = [[], new Map()];
		const [start, worked] = [performance.now(), work()];
		until = start + 1000 * seconds;
		for (const player of players) player.again();
		await sleep(seconds + 1);
		waits.sort((a, b) => a - b);
		const at = (part) => waits[Math.floor(waits.length * part)];
		const busy = (work() - worked) / ((performance.now() - start) / 1000);
		console.log(JSON.stringify({ pace, rate: waits.length / seconds, p50: at(0.5), p99: at(0.99), longest: waits.at(-1), busy }));
	}
	process.exit(0);
}

main();
