/** The page of settings: notifications on this device, and what it keeps for use without a network. */

import { clearKept, isAble as canKeep, keepAll, readKept, readList } from "./keep.js";
import { megabytes, offerForget, showStored } from "./storage.js";

const push = /** @type {HTMLElement} */ (document.getElementById("push"));
const pushState = /** @type {HTMLElement} */ (document.getElementById("push-state"));
const pushOn = /** @type {HTMLButtonElement} */ (document.getElementById("push-on"));
const pushOff = /** @type {HTMLButtonElement} */ (document.getElementById("push-off"));

const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @param {"on" | "off" | "denied" | "missing" | "failed"} state */
function showPush(state) {
	pushState.textContent = pushState.dataset[state] ?? "";
	push.dataset.state = state;
	pushOn.hidden = state !== "off" && state !== "failed";
	pushOff.hidden = state !== "on";
	push.hidden = false;
}

const register = () => navigator.serviceWorker.register("/service-worker.js");

/** @param {string} address @param {object} body @returns {Promise<Turns>} */
async function post(address, body) {
	const answer = await fetch(address, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
	if (!answer.ok) throw answer;
	return answer.json();
}

async function findPush() {
	if (!isAble) return showPush("missing");
	if (Notification.permission === "denied") return showPush("denied");
	const registration = await navigator.serviceWorker.getRegistration("/");
	const subscription = await registration?.pushManager.getSubscription();
	showPush(subscription && localStorage.getItem("push") ? "on" : "off");
}

pushOn.onclick = async () => {
	pushOn.disabled = true;
	try {
		if ((await Notification.requestPermission()) !== "granted") return showPush(Notification.permission === "denied" ? "denied" : "off");
		await register();
		const registration = await navigator.serviceWorker.ready;
		const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push.dataset.key });
		const { who } = await post("/api/reminders/subscribe", subscription.toJSON());
		localStorage.setItem("push", who);
		showPush("on");
	} catch {
		showPush("failed");
	} finally {
		pushOn.disabled = false;
	}
};

pushOff.onclick = async () => {
	const registration = await navigator.serviceWorker.getRegistration("/");
	const subscription = await registration?.pushManager.getSubscription();
	localStorage.removeItem("push");
	if (subscription) {
		await post("/api/reminders/unsubscribe", { endpoint: subscription.endpoint }).catch(() => {}); // its service will say that it is gone
		await subscription.unsubscribe();
	}
	showPush("off");
};

findPush();

const keep = document.getElementById("keep");
const keepState = document.getElementById("keep-state");
const keepOn = /** @type {HTMLButtonElement | null} */ (document.getElementById("keep-on"));
const keepOff = /** @type {HTMLButtonElement | null} */ (document.getElementById("keep-off"));
const progress = /** @type {HTMLProgressElement | null} */ (document.getElementById("keep-progress"));

/** @param {"on" | "off" | "busy" | "failed" | "full" | "missing" | "refused"} state @param {number} [bytes] */
async function showKeep(state, bytes = 0) {
	if (!keep || !keepState || !keepOn || !keepOff || !progress) return;
	keepState.textContent = (keepState.dataset[state] ?? "").replace("{size}", megabytes(bytes));
	keep.dataset.state = state;
	keepOn.hidden = !["off", "failed", "full"].includes(state);
	keepOff.hidden = state !== "on";
	progress.hidden = state !== "busy";
	keep.hidden = false;
	return showStored();
}

async function findKept() {
	if (!canKeep) return showKeep(typeof WebAssembly === "object" ? "refused" : "missing");
	const kept = await readKept();
	if (kept) return showKeep("on", kept.bytes);
	const { files } = await readList();
	return showKeep("off", files.reduce((sum, { size }) => sum + size, 0));
}

if (keepOn && keepOff && progress) {
	keepOn.onclick = async () => {
		showKeep("busy");
		try {
			const { bytes } = await keepAll((part) => (progress.value = part));
			showKeep("on", bytes);
			// Or else a browser may clear it when room is short. Some ask the visitor, who need not answer.
			navigator.storage?.persist?.().catch(() => {});
		} catch (problem) {
			const name = problem instanceof DOMException ? problem.name : "";
			showKeep(name === "QuotaExceededError" ? "full" : name === "SecurityError" ? "refused" : "failed");
		}
	};
	keepOff.onclick = async () => {
		await clearKept();
		findKept();
	};
	findKept().catch(() => showKeep("failed"));
}

offerForget(findKept);
