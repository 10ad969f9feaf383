/** What a page talks to: the server it came from, or a Worker of this browser (docs/browser.md). No other module knows which. */

/** The Worker, once the shell has started it. @type {LocalHost | null} */
let local = null;

/** From now on ask a Worker. @param {LocalHost} host */
export const useLocal = (host) => (local = host);

/** Whether what this page does needs a network. */
export const needsNetwork = () => local === null;

/** What the host answers to a path, as `fetch` does. @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
export const ask = (path, init) => (local ? local.ask(path, init) : fetch(path, init));

/** A connection to a table. @param {string} path @returns {Socket} */
export const openSocket = (path) => (local ? local.openSocket(path) : new WebSocket(location.origin.replace(/^http/, "ws") + path));

/** Go to another page. @param {string} path */
export const goTo = (path) => location.assign(local ? local.addressOf(path) : path);
