/** The log of this browser's matches, in IndexedDB: what is acknowledged is on disk. Rows come and go as JSON. */

const NAME = "tablier";
const VERSION = 1;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});

/** The name of the lock of a match: shared by those who have it in memory. @param {string} match */
export const lockOf = (match) => `tablier ${match}`;

/** Whether this browser has a store of games. */
export const isStored = async () => !("databases" in indexedDB) || (await indexedDB.databases()).some(({ name }) => name === NAME);

export class IndexedLog {
	/** @param {IDBDatabase} database */
	constructor(database) {
		this.database = database;
		/** Called when it cannot be used any more: another page deletes it, or has a newer version, or the browser has closed it. */
		this.onLost = () => {};
		database.onversionchange = () => {
			database.close();
			this.onLost();
		};
		database.onclose = () => this.onLost();
	}

	static async open() {
		const request = indexedDB.open(NAME, VERSION);
		request.onupgradeneeded = () => {
			const { result: database } = request;
			const log = database.createObjectStore("log", { keyPath: ["match", "number"] });
			log.createIndex("ply", ["match", "ply"], { unique: true });
			database.createObjectStore("matches", { keyPath: "id" });
			database.createObjectStore("opinions", { keyPath: ["match", "ply", "move"] });
			database.createObjectStore("facts", { keyPath: "name" });
		};
		return new IndexedLog(await result(request));
	}

	/**
	 * Write in one transaction; resolves when it is on disk, or only on its way there if that is enough. False if a row was there already.
	 * @param {string[]} stores @param {(transaction: IDBTransaction) => void} write @param {IDBTransactionDurability} [durability] @returns {Promise<boolean>}
	 */
	write(stores, write, durability = "strict") {
		return new Promise((resolve, reject) => {
			const transaction = this.database.transaction(stores, "readwrite", { durability });
			transaction.oncomplete = () => resolve(true);
			transaction.onabort = () => (transaction.error?.name === "ConstraintError" ? resolve(false) : reject(transaction.error));
			write(transaction);
		});
	}

	/** @param {string} store @param {IDBValidKey | IDBKeyRange} [query] @returns {Promise<any[]>} */
	all(store, query) {
		return result(this.database.transaction(store).objectStore(store).getAll(query));
	}

	/** @param {string} rows @returns {Promise<boolean>} whether none of the lines was there */
	append(rows) {
		const { lines, matches } = JSON.parse(rows);
		return this.write(["log", "matches"], (transaction) => {
			for (const line of lines) transaction.objectStore("log").add(line);
			const stored = transaction.objectStore("matches");
			for (const match of matches) {
				const before = stored.get(match.id);
				before.onsuccess = () => stored.put({ ...before.result, ...match });
			}
		});
	}

	/** Keep others from replacing a match while this page or Worker lives: it is in memory here. @param {string} match */
	hold(match) {
		return new Promise((resolve) => {
			if (!navigator.locks) return resolve(true);
			navigator.locks.request(lockOf(match), { mode: "shared" }, () => {
				resolve(true);
				return new Promise(() => {});
			});
		});
	}

	/**
	 * Put a match in the place of the one of its id, if all of that one was sent; whether it was.
	 * @param {StoredMatch} match @param {object[]} lines
	 */
	async replace(match, lines) {
		let isDone = false;
		await this.write(["log", "matches"], (transaction) => {
			const [log, matches] = [transaction.objectStore("log"), transaction.objectStore("matches")];
			const range = IDBKeyRange.bound([match.id], [match.id, []]);
			const keys = log.getAllKeys(range);
			const before = matches.get(match.id);
			before.onsuccess = () => {
				const last = /** @type {[string, number] | undefined} */ (keys.result.at(-1));
				if (last && last[1] > (before.result?.sent ?? 0)) return;
				isDone = true;
				log.delete(range);
				for (const line of lines) log.add({ match: match.id, ...line });
				matches.put({ ...before.result, ...match, refused: 0, problem: "" });
			};
		});
		return isDone;
	}

	/** Note more about a match. @param {string} id @param {Partial<StoredMatch>} facts */
	note(id, facts) {
		return this.write(["matches"], (transaction) => {
			const stored = transaction.objectStore("matches");
			const before = stored.get(id);
			before.onsuccess = () => before.result && stored.put({ ...before.result, ...facts });
		});
	}

	/** Who plays in this browser; somebody new of this name, the first time. @param {string} name */
	async visitor(name) {
		const known = await this.fact("visitor");
		if (known) return JSON.parse(known).id;
		const bytes = crypto.getRandomValues(new Uint8Array(8));
		const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
		await this.setFact("visitor", JSON.stringify({ id, name }));
		return id;
	}

	/** @param {string} match @param {number} after */
	async lines(match, after) {
		const range = IDBKeyRange.bound([match, after], [match, Infinity], true);
		return JSON.stringify(await this.all("log", range));
	}

	/** The number of the last line of a match; 0 if it has none. @param {string} match @returns {Promise<number>} */
	async lastNumber(match) {
		const lines = this.database.transaction("log").objectStore("log");
		const cursor = await result(lines.openKeyCursor(IDBKeyRange.bound([match], [match, []]), "prev"));
		return cursor ? /** @type {[string, number]} */ (cursor.key)[1] : 0;
	}

	async matches() {
		return JSON.stringify(await this.all("matches"));
	}

	/** @param {string} match */
	async opinions(match) {
		const rows = await this.all("opinions", IDBKeyRange.bound([match], [match, []]));
		return JSON.stringify(rows.map(({ ply, move, opinion }) => [ply, move, opinion]));
	}

	/** @param {string} row */
	addOpinion(row) {
		return this.write(["opinions"], (transaction) => transaction.objectStore("opinions").add(JSON.parse(row)));
	}

	/** @param {string} name @returns {Promise<string>} empty if it is not known */
	async fact(name) {
		const [row] = await this.all("facts", name);
		return row?.value ?? "";
	}

	/** @param {string} name @param {string} value @param {IDBTransactionDurability} [durability] */
	setFact(name, value, durability) {
		return this.write(["facts"], (transaction) => transaction.objectStore("facts").put({ name, value }), durability);
	}

	/** Keep the time since the last beat as an outage, if it was longer than `least` seconds; all outages. @param {number} at @param {number} least */
	async begin(at, least) {
		const outages = JSON.parse((await this.fact("outages")) || "[]");
		const last = Number(await this.fact("alive"));
		if (last && at - last > least) {
			outages.push([last, at]);
			await this.setFact("outages", JSON.stringify(outages));
		}
		await this.beat(at);
		return JSON.stringify(outages);
	}

	/** Each second: a disk need not be woken for it. @param {number} at */
	beat(at) {
		return this.setFact("alive", `${at}`, "relaxed");
	}
}
