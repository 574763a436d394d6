// Makes the page of a seat live; without it the page works by forms.
"use strict";
const page = document.getElementById("page"), here = page.dataset.here;
const DEAD = 300, SILENT = 5000, LOOK = 8000; // milliseconds
const WISHES = ["lang", "scheme", "size"];
const known = new Map(), told = new Map(); // the parts that are shown, as HTML; those that the stream told last
const timers = [];
let stream = null, heard = performance.now(), changed = -DEAD, busy = false, waiting = null, asked = 0, missed = false;

const parts = (root) => [...root.querySelectorAll("[data-part]")];
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const search = () => (location.pathname === here ? location.search : "");
const address = () => here + (search() ? search() + "&" : "?") + "part=1";
const read = (html) => parts(new DOMParser().parseFromString(html, "text/html"));
// A form of the first page says its ply and an id, which the script says where there is one.
const steady = (html) => html.replace(/<input type="hidden" name="(id|ply)"[^>]*>/g, "");
for (const part of parts(page)) known.set(part.id, steady(part.innerHTML));
dress(page);

// What is new takes the place of what was; focus, typing and what was opened stay.
function show(fresh) {
  if (!fresh.length) return;
  const focus = mark(document.activeElement), places = lying(), wasMine = "mine" in page.querySelector("#top").dataset;
  let isNew = false;
  for (const part of fresh) {
    const old = document.getElementById(part.id);
    part.html ??= part.innerHTML;
    const isSame = known.get(part.id) === part.html;
    if ((isSame && old.cloneNode().isEqualNode(part.cloneNode())) || ("keep" in part.dataset && old.contains(document.activeElement))) continue;
    known.set(part.id, part.html);
    become(old, part.cloneNode(true));
    isNew ||= !isSame;
  }
  const top = page.querySelector("#top");
  document.title = top.dataset.title;
  if (!isNew) return;
  dress(page);
  changed = performance.now();
  if (focus && document.activeElement === document.body) page.querySelector(focus)?.focus({ preventScroll: true });
  fly(places);
  if ("mine" in top.dataset && !wasMine && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
}
// The stream tells the page without a way into the options. What was answered stays to be read until the table tells
// something else in its place, or has moved on.
function hear(html) {
  const before = told.get("said")?.innerHTML;
  for (const part of read(html)) told.set(part.id, part);
  missed = busy;
  if (busy) return;
  const isAll = told.get("said").innerHTML !== before || told.get("top").dataset.ply !== document.getElementById("top").dataset.ply;
  if (search().includes("at=")) return get(address(), isAll);
  asked++;
  show(unanswered([...told.values()], isAll));
}
// What the page itself says, and where a tap was; the next tap removes it.
function say(text, place) {
  const box = document.createElement("section"), line = document.createElement("p");
  box.className = "box why";
  line.textContent = text;
  box.append(line);
  document.getElementById("said").replaceChildren(box);
  known.delete("said");
  atTap(place);
}
// The key of this page leads nowhere any more: what was secret goes with the seat.
function gone() {
  stream?.close();
  page.replaceChildren(document.getElementById("gone").content.cloneNode(true));
  for (const timer of timers) clearInterval(timer);
}
const unanswered = (fresh, isAll) => fresh.filter((it) => isAll || it.id !== "said");
function mark(it) {
  if (!it || it === document.body) return "";
  if (it.id) return "#" + CSS.escape(it.id);
  const data = ["key", "line"].filter((name) => it.dataset[name]).map((name) => `[data-${name}="${CSS.escape(it.dataset[name])}"]`);
  if (data.length) return "." + (it.classList.contains("choice") ? "choice" : it.className.split(" ")[0]) + data.join("");
  return "";
}

// What was moved at the table flies from where it was; what only lies elsewhere on the page is there.
const pieces = () => (calm() ? [] : [...page.querySelectorAll(".piece[id]")]);
const zone = (it) => it.dataset.zone + (it.closest(".spots") ? ` ${it.offsetLeft} ${it.offsetTop}` : "");
const lying = () => new Map(pieces().map((it) => [it.id, { card: it.dataset.card, zone: zone(it), box: it.getBoundingClientRect() }]));
function fly(before) {
  const now = pieces(), there = new Set(now.map((it) => it.id)), gone = [...before].filter(([id]) => !there.has(id)).map(([, was]) => was);
  for (const it of now) {
    const left = before.has(it.id) ? -1 : gone.findIndex((was) => was.card === it.dataset.card);
    const was = left < 0 ? before.get(it.id) : gone.splice(left, 1)[0];
    if (!was?.box.width || was.zone === zone(it)) continue;
    const is = it.getBoundingClientRect();
    if (is.width) it.animate([{ transform: `translate(${was.box.x - is.x}px, ${was.box.y - is.y}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: 450, easing: "ease-out" });
  }
}

// The newest answer wins.
async function get(to = address(), isAll = true, place = null) {
  const mine = ++asked;
  try {
    const answer = await fetch(to, { signal: AbortSignal.timeout(8000) });
    if (answer.status === 404) return gone();
    if (!answer.ok) return;
    const html = await answer.text();
    if (mine === asked) show(unanswered(read(html), isAll));
    if (waiting) post(...waiting);
  } catch { if (place) say(page.dataset.opens, place); }
}
async function post(body, button) {
  if (busy) return;
  busy = true;
  waiting = null;
  const mine = ++asked;
  try {
    const answer = await fetch(address(), { method: "POST", body, headers: { Accept: "text/html" }, signal: AbortSignal.timeout(8000) });
    const html = await answer.text(), fresh = read(html), isDone = answer.status === 200 && !body.has("why") && !body.has("hint");
    if (!fresh.length) return isDone || answer.status === 404 ? gone() : say(new DOMParser().parseFromString(html, "text/html").querySelector("main").innerText);
    if (isDone) leave();
    if (mine === asked || answer.status !== 200) show(fresh);
    catchUp(isDone);
  } catch {
    catchUp(true);
    waiting = [body, button]; // with the same id
    button?.classList.add("later");
    say(page.dataset.later);
  } finally { busy = false; }
}
// What the stream told while an answer was awaited; what was answered stays to be read.
function catchUp(isAll) {
  const ply = Number(document.getElementById("top").dataset.ply);
  if (missed && !search().includes("at=") && Number(told.get("top").dataset.ply) >= ply) show(unanswered([...told.values()], isAll));
  missed = false;
}
function leave() {
  if (!location.search.includes("at=")) return;
  const query = new URLSearchParams(location.search);
  query.delete("at");
  history.replaceState(null, "", here + (query.size ? "?" + query : ""));
}

function listen() {
  stream?.close();
  if (document.hidden) return;
  stream = new EventSource(address().replace(here, here + "/events"));
  const alive = () => { heard = performance.now(); online(true); };
  stream.addEventListener("ping", alive);
  stream.addEventListener("page", (event) => { alive(); hear(event.data); });
  stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && get());
}
function online(isOn) {
  page.classList.toggle("away", !isOn);
  const word = page.querySelector(".offline > span");
  if (word.hidden !== isOn) word.hidden = isOn;
  if (isOn && waiting) post(...waiting);
}
timers.push(setInterval(() => {
  if (document.hidden || performance.now() - heard < SILENT) return;
  online(false);
  if (!stream || stream.readyState === EventSource.CLOSED || performance.now() - heard > 2 * SILENT) { heard = performance.now() - SILENT; listen(); }
}, 500));
function wake() {
  if (document.hidden) return stream?.close();
  get();
  listen();
}
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("online", wake);
addEventListener("offline", () => { stream?.close(); online(false); });
addEventListener("pagehide", () => stream?.close());
addEventListener("popstate", () => location.pathname === here && get());

page.addEventListener("click", (event) => {
  const old = document.querySelector("#said .at-tap");
  if (old && !old.contains(event.target)) { old.remove(); known.delete("said"); }
  if (event.detail && performance.now() - changed < DEAD) { event.preventDefault(); event.stopPropagation(); return; }
  const link = event.target.closest("a[href]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const to = new URL(link.href);
  if (to.pathname !== here || to.hash || [...to.searchParams.keys()].some((name) => name !== "at" && !WISHES.includes(name))) return; // another page
  event.preventDefault();
  history.pushState(null, "", to);
  get(address(), true, link.getBoundingClientRect());
}, true);
page.addEventListener("submit", (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  body.set("part", "1");
  body.set("ply", document.getElementById("top").dataset.ply);
  body.set("id", Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2));
  if (event.target.closest("#type") && !body.has("why")) event.target.reset();
  const place = event.submitter?.matches(".choice") && event.submitter.getBoundingClientRect();
  post(body, event.submitter).then(() => place && atTap(place));
});

// What was refused, and why not: the answer stands where the tap was.
function atTap(place) {
  const box = document.querySelector("#said .why");
  if (!box || !place) return;
  box.classList.add("at-tap");
  const room = innerHeight - place.bottom - document.getElementById("dock").offsetHeight - box.offsetHeight - 16;
  box.style.top = (room > 0 ? place.bottom + 8 : Math.max(60, place.top - box.offsetHeight - 8)) + "px";
}
page.addEventListener("click", (event) => {
  const it = event.target.closest(".drawn .place, .drawn .piece"), data = it?.closest("[data-first]")?.dataset;
  if (!data || it.matches(".choice, .instead, .taken")) return;
  const key = it.dataset[data.by], place = it.getBoundingClientRect();
  if (!data.why || !key || it.matches(".hidden")) return data.first && say(data.first, place);
  post(new URLSearchParams({ why: "1", tap: "1", line: data.why.replace("{}", key), ply: document.getElementById("top").dataset.ply, part: "1" }), null).then(() => atTap(place));
});

// What is secret is covered again, a while after it was opened, or after the keyboard was last under it.
let looking = 0;
const cover = () => { const it = document.getElementById("cover"); if (it?.open) it.open = false; };
const look = (it) => {
  clearTimeout(looking);
  if (it.open) looking = setTimeout(cover, LOOK);
};
page.addEventListener("toggle", (event) => event.target.id === "cover" && look(event.target), true);
page.addEventListener("focusin", (event) => {
  const it = event.target.closest("#cover");
  if (it) look(it);
});
addEventListener("blur", cover);
addEventListener("keydown", (event) => event.key === "Escape" && cover());
document.addEventListener("visibilitychange", () => document.hidden && cover());

// This phone's wishes.
try {
  const now = new URLSearchParams(location.search), kept = JSON.parse(localStorage.getItem("pnp") || "{}");
  const missing = WISHES.filter((name) => kept[name] && !now.has(name));
  for (const name of WISHES) if (now.has(name)) kept[name] = now.get(name);
  localStorage.setItem("pnp", JSON.stringify(kept));
  for (const name of missing) now.set(name, kept[name]);
  if (missing.length) location.replace(here + "?" + now + location.hash);
} catch { }
addEventListener("hashchange", () => location.hash === "#type" && document.getElementById("line").focus());
listen();
