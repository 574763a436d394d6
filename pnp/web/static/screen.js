// The big screen made live: each event brings the parts that changed, which are put in place; pieces fly from where they were.
"use strict";
const wall = document.getElementById("wall");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LONELY = 30000, FLIGHT = 450;
let silent = 0;

function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
}

function seatOf(name) {
  return [...wall.querySelectorAll("[data-seat]")].find((element) => element.dataset.seat === name);
}

function fly(piece, from) {
  const to = centre(piece);
  const dx = from.x - to.x, dy = from.y - to.y, scale = from.width && to.width ? from.width / to.width : 1;
  if (Math.hypot(dx, dy) < 3 && Math.abs(scale - 1) < .02) return;
  const start = { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 8 };
  piece.animate([start, { transform: "none", zIndex: 8 }], { duration: FLIGHT, easing: "cubic-bezier(.2, .8, .3, 1)" });
}

// A change flies to the counter of its own name; where that one has no room on the screen, to nothing else.
function pop({ of, what, change }, from) {
  const own = [...wall.querySelectorAll("[data-counter]")].filter((it) => it.dataset.counter === of);
  const score = own.find((it) => it.dataset.what === what) ?? (what === "score" ? own[0] : null); // score has another name in Finnish
  change = Number(change);
  if (!score || !change) return;
  const sign = document.createElement("div");
  sign.className = "pop";
  sign.textContent = (change > 0 ? "+" : "−") + Math.abs(change);
  sign.setAttribute("aria-hidden", "true");
  wall.append(sign);
  const to = centre(score), here = centre(sign), at = (place) => `translate(${place.x - here.x}px, ${place.y - here.y}px)`;
  const steps = [
    { transform: `${at(from)} scale(.3)`, opacity: 0 }, { transform: `${at(from)} scale(1)`, opacity: 1, offset: .2 },
    { transform: `${at(from)} scale(1)`, opacity: 1, offset: .65 }, { transform: `${at(to)} scale(.6)`, opacity: 0 },
  ];
  sign.animate(steps, { duration: 1250, delay: FLIGHT, easing: "ease-in-out", fill: "both" }).onfinish = () => sign.remove();
}

// The lines of the story since a ply, the oldest first.
function newsSince(ply) {
  return [...wall.querySelectorAll("#story li[data-by]")].filter((line) => line.value > ply).reverse();
}

function show(text) {
  const old = new Map([...wall.querySelectorAll(".piece[id]")].map((e) => [e.id, { element: e, card: e.dataset.card, ring: e.classList.contains("new"), ...centre(e) }]));
  const page = new DOMParser().parseFromString(text, "text/html");
  const lonely = document.querySelector("#join.lonely") !== null, before = Number(wall.querySelector("#stage").dataset.ply);
  for (const part of page.querySelectorAll("[data-part]")) become(document.getElementById(part.id), part);
  dress(wall);
  const last = newsSince(before), mover = last.map((line) => line.dataset.by).filter(seatOf).pop() || "";
  if (lonely) alone();
  const pieces = [...wall.querySelectorAll(".piece[id]")], there = new Set(pieces.map((piece) => piece.id));
  const gone = [...old.values()].filter((piece) => !there.has(piece.element.id));
  const moved = pieces.filter((piece) => !old.has(piece.id));
  const ringed = last.length ? moved.slice(0, 12) : pieces.filter((piece) => (old.get(piece.id) || {}).ring);
  for (const piece of ringed) piece.classList.add("new");
  if (calm.matches || !last.length) return;
  for (const piece of pieces) {
    const known = old.get(piece.id), same = gone.findIndex((other) => other.card === piece.dataset.card);
    const home = seatOf(mover);
    if (known) fly(piece, known);
    else if (same >= 0) fly(piece, gone.splice(same, 1)[0]);
    else if (home && moved.length < 13) fly(piece, centre(home));
  }
  const from = moved.length ? centre(moved[0]) : { x: innerWidth / 2, y: innerHeight / 2 };
  for (const line of last) for (const it of line.querySelectorAll("[data-change]")) pop(it.dataset, from);
}

function alone() {
  const join = document.getElementById("join"), causes = document.getElementById("causes");
  if (join && join.dataset.joined === "0") { join.classList.add("lonely"); if (causes) causes.open = true; }
}

function heard() {
  silent = 0;
  document.body.classList.remove("offline");
}

dress(wall);
const stream = new EventSource(wall.dataset.events);
stream.addEventListener("page", (event) => { heard(); show(event.data); });
stream.addEventListener("ping", heard);
setInterval(() => { silent += 1; if (silent > 5) document.body.classList.add("offline"); }, 1000);
setTimeout(alone, LONELY);
addEventListener("pagehide", () => stream.close());
