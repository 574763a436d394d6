// Shows the page anew when the table has moved on; without this script the page asks again by itself.
"use strict";
const head = document.querySelector("[data-events]");
if (head) {
  const stream = new EventSource(head.dataset.events);
  let first = true;
  stream.addEventListener("state", (event) => {
    const field = document.activeElement;
    const isTyping = field && field.matches("input") && field.value;
    const isNews = first ? event.lastEventId !== head.dataset.ply : true;
    first = false;
    if (isNews && !isTyping) location.replace(location.pathname + location.search);
  });
  addEventListener("pagehide", () => stream.close());
}
