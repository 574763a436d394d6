// The page made live: every table of the game, one after the other; without this script the page is a log to read.
"use strict";
const [tokens, deltas, numbers] = JSON.parse(document.getElementById("tables").textContent);
const place = document.getElementById("table"), steps = document.getElementById("steps"), now = document.getElementById("now");
const slider = steps.querySelector("input"), calm = matchMedia("(prefers-reduced-motion: reduce)");
const PAUSE = 1300, FLIGHT = 350, SWIPE = 45;
const tables = [];
for (let before = [], at = 0; at < deltas.length; at++) {
  const [head, tail, fresh] = deltas[at];
  before = [...before.slice(0, head), ...fresh, ...before.slice(before.length - tail)];
  tables.push(before);
}
const last = tables.length - 1;
let at = -1, playing = 0;

function centres() {
  return new Map([...place.querySelectorAll(".piece[id]")].map((piece) => [piece.id, piece.getBoundingClientRect()]));
}

function fly(old) {
  const pieces = [...place.querySelectorAll(".piece[id]")], fresh = pieces.filter((piece) => !old.has(piece.id));
  if (fresh.length < 13) for (const piece of fresh) piece.classList.add("new");
  if (calm.matches) return;
  for (const piece of pieces) {
    const from = old.get(piece.id);
    if (!from) { piece.animate([{ opacity: 0 }, { opacity: 1 }], FLIGHT); continue; }
    const to = piece.getBoundingClientRect(), dx = from.left - to.left, dy = from.top - to.top;
    if (Math.hypot(dx, dy) > 2) piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: FLIGHT, easing: "ease-out" });
  }
}

function go(to, scrolls = true) {
  to = Math.max(0, Math.min(last, to));
  if (to === at) return;
  const isStep = Math.abs(to - at) === 1 && at >= 0, old = isStep ? centres() : null;
  at = to;
  place.innerHTML = tables[at].map((number) => tokens[number]).join("");
  if (old) fly(old);
  const line = document.getElementById("p" + numbers[at]);
  for (const other of document.querySelectorAll("#log > .now")) { other.classList.remove("now"); other.removeAttribute("aria-current"); }
  line.classList.add("now");
  line.setAttribute("aria-current", "step");
  now.textContent = `${numbers[at]}  ${line.querySelector("p").textContent}`;
  slider.value = at;
  slider.setAttribute("aria-valuetext", now.textContent);
  const box = document.getElementById("story");
  if (scrolls && getComputedStyle(box).overflowY === "auto") box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
  history.replaceState(null, "", "#" + numbers[at]);
}

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => { if (at < last) go(at + 1); else play(false); }, PAUSE) : 0;
  steps.querySelector("[data-step=play]").setAttribute("aria-pressed", on);
  steps.querySelector("[data-step=play]").textContent = on ? "❚❚" : "▶";
  if (on && at === last) go(0);
}

const does = { first: () => go(0), back: () => go(at - 1), play: () => play(!playing), on: () => go(at + 1), last: () => go(last) };
steps.addEventListener("click", (event) => {
  const step = event.target.dataset.step;
  if (step && step !== "play") play(false);
  if (step) does[step]();
});
slider.addEventListener("input", () => { play(false); go(Number(slider.value)); });
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, summary")) return;
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  if (event.key === " " && event.target.closest("button, a")) return;
  const step = event.key === " " ? "play" : keys[event.key];
  if (!step) return;
  event.preventDefault();
  if (step !== "play") play(false);
  does[step]();
});
let from = null;
place.addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
place.addEventListener("touchend", (event) => {
  if (!from) return;
  const to = event.changedTouches[0], dx = to.clientX - from.clientX, dy = to.clientY - from.clientY;
  if (Math.abs(dx) > SWIPE && Math.abs(dy) < SWIPE) { play(false); go(at + (dx < 0 ? 1 : -1)); }
}, { passive: true });
function goToHash() {
  const found = numbers.indexOf(Number(location.hash.slice(1)));
  return found >= 0 && location.hash.length > 1 ? found : -1;
}
addEventListener("hashchange", () => { const to = goToHash(); if (to >= 0) { play(false); go(to, false); } });
document.body.classList.add("live");
steps.hidden = false;
go(goToHash() >= 0 ? goToHash() : 0);
