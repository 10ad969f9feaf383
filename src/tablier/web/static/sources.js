/** Where the records that the analysis board opens come from: a field, the disk, or another window. */

import { byId } from "./page.js";

/** Whether the browser itself takes what is dragged: text into a field. @param {DragEvent} event */
const isForField = ({ target, dataTransfer }) => target instanceof Element && target.closest("input, textarea") && !dataTransfer?.types.includes("Files");

/** @param {(source: string | File) => void} onSource told what was pasted, chosen as a file, or dropped anywhere on the page */
export function listenForSources(onSource) {
	byId("opening").onsubmit = (event) => {
		event.preventDefault();
		onSource(byId("pasted").value);
	};
	byId("file").onchange = () => {
		const file = byId("file").files?.[0];
		if (file) onSource(file);
		byId("file").value = "";
	};
	addEventListener("dragover", (event) => isForField(event) || event.preventDefault());
	addEventListener("drop", (event) => {
		const { dataTransfer: dropped } = event;
		if (isForField(event) || !dropped) return;
		event.preventDefault();
		const source = dropped.files[0] ?? dropped.getData("text");
		if (source) onSource(source);
	});
}
