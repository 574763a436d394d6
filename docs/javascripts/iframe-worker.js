// Browsers refuse workers in pages opened from a folder, so the search script runs in a hidden frame there.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      frame.srcdoc =
        '<script>self.postMessage = data => parent.postMessage(data, "*")</' + 'script>' +
        `<script src="${new URL(address, location.href).href}"></` + 'script>'
      this.started = new Promise(resolve => frame.addEventListener("load", () => resolve(frame.contentWindow)))
      window.addEventListener("message", event => {
        if (event.source !== frame.contentWindow) return
        const answer = new MessageEvent("message", { data: event.data })
        this.dispatchEvent(answer)
        if (this.onmessage) this.onmessage(answer)
      })
      this.terminate = () => frame.remove()
      document.body.append(frame)
    }
    postMessage(data) {
      this.started.then(worker => worker.dispatchEvent(new worker.MessageEvent("message", { data })))
    }
  }
}
