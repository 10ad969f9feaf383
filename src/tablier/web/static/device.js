/** The page of settings: notifications on this device. */

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
