// A clock goes on between two states: what is left was true when the element came.
"use strict";
setInterval(() => {
  for (const seat of document.querySelectorAll("#clocks [data-left]")) {
    seat.since ??= performance.now();
    const left = Number(seat.dataset.left) - (seat.dataset.runs ? (performance.now() - seat.since) / 1000 : 0), whole = Math.floor(Math.abs(left));
    const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, two = (number) => String(number).padStart(2, "0");
    seat.textContent = (left < 0 && whole ? "-" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + ":" + two(whole % 60);
    seat.parentElement.classList.toggle("out", left <= 0);
  }
}, 500);
