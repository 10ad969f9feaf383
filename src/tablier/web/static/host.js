/** What a page talks to: the server it came from, or a Worker of this browser (docs/browser.md). No other module knows which. */

/** The Worker, once the shell has started it. @type {LocalHost | null} */
let local = null;

/** From now on ask a Worker. @param {LocalHost} host */
export const useLocal = (host) => (local = host);

/** A Worker that only thinks, for a page of a server. @type {Thinker | null} */
let thinker = null;

/** From now on have positions thought about by a Worker; null for the server. @param {Thinker | null} worker */
export const useThinker = (worker) => (thinker = worker);

/** Whether a path asks for thoughts: whoever thinks answers it. @param {string} path */
export const isThought = (path) => /^\/api\/analysis\/(live|moves|insight|reason)\b/.test(path);

/** Whether positions are thought about in this browser. */
export const thinksHere = () => Boolean(thinker ?? local);

/** Who answers a path; null for the server. @param {string} path */
const hostOf = (path) => (thinker && isThought(path) ? thinker : local);

/** Whether what this page does needs a network. */
export const needsNetwork = () => local === null;

/** What the host answers to a path, as `fetch` does. @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
export const ask = (path, init) => hostOf(path)?.ask(path, init) ?? fetch(path, init);

/** A connection to a table, or to who thinks. @param {string} path @returns {Socket} */
export const openSocket = (path) => hostOf(path)?.openSocket(path) ?? new WebSocket(location.origin.replace(/^http/, "ws") + path);

/** The address of the page of a path. @param {string} path */
export const addressOf = (path) => local?.addressOf(path) ?? path;

/** Go to another page. @param {string} path */
export const goTo = (path) => location.assign(addressOf(path));

/** The query of this page's path. */
export const ownQuery = () => new URLSearchParams(local ? location.search.split("?")[2] : location.search);
