/** The log of this browser's matches, in IndexedDB: what is acknowledged is on disk. Rows come and go as JSON. */

const NAME = "tablier";
const VERSION = 1;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});

export class IndexedLog {
	/** @param {IDBDatabase} database */
	constructor(database) {
		this.database = database;
		// Another page may want a newer version of it.
		database.onversionchange = () => database.close();
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
	 * Write in one transaction; resolves when it is on disk. False if a row was there already.
	 * @param {string[]} stores @param {(transaction: IDBTransaction) => void} write @returns {Promise<boolean>}
	 */
	write(stores, write) {
		return new Promise((resolve, reject) => {
			const transaction = this.database.transaction(stores, "readwrite", { durability: "strict" });
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

	/** @param {string} match @param {number} after */
	async lines(match, after) {
		const range = IDBKeyRange.bound([match, after], [match, Infinity], true);
		return JSON.stringify(await this.all("log", range));
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

	/** @param {string} name @param {string} value */
	setFact(name, value) {
		return this.write(["facts"], (transaction) => transaction.objectStore("facts").put({ name, value }));
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

	/** @param {number} at */
	beat(at) {
		return this.setFact("alive", `${at}`);
	}
}
