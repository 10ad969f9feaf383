// Browsers refuse workers to pages that are opened as files. There a hidden frame does the work of one, so that
// the search of the documentation works without a server.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.onmessage = null;
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      this.inside = inside;
      window.addEventListener("message", (event) => {
        if (event.source !== inside) return;
        const told = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(told);
        if (this.onmessage) this.onmessage(told);
      });
      const page = document.implementation.createHTMLDocument("");
      const script = page.createElement("script");
      script.src = new URL(address, location).href;
      inside.document.open();
      this.ready = new Promise((resolve) => inside.addEventListener("load", resolve)); // opening removes listeners
      inside.document.write(
        "<!doctype html><script>" +
          "window.postMessage = (data) => parent.postMessage(data, '*');" +
          "window.importScripts = (...all) => all.reduce((done, each) => done.then(() => new Promise((resolve) => {" +
          "const one = document.createElement('script'); one.src = each; one.onload = resolve;" +
          "document.body.append(one); })), Promise.resolve());" +
          "<\/script><body>" + script.outerHTML,
      );
      inside.document.close();
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.inside.frameElement.remove();
    }
  };
}
