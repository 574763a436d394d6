import { element, place, say, send } from "/static/parts.js";
import { openTable, refreshTable, closeTable } from "/static/table.js";

// The page of the studio. In: /state and the events of /events. Out: faces, their faults, and what is asked of the server.
// Invariant: words and names are put in as text, never as HTML; a picture is shown when it is whole.

const $ = (id) => document.getElementById(id);
const TABS = [["faces", "Faces"], ["backs", "Backs"], ["boards", "Boards and rules"], ["sheets", "Sheets"], ["table", "Table"]];
const COMPARED = [["side", "side by side"], ["blink", "alternating"], ["difference", "only the difference"]];
const SIZES = [280, 560, 1120, 2000];
const asked = new URLSearchParams(location.search);
const shown = {
  tab: asked.get("tab") || "faces",
  editions: asked.getAll("edition"),
  order: asked.get("order") || "book",
  part: asked.get("part") || "",
  find: asked.get("find") || "",
  beside: asked.get("beside") || "", // how faces stand beside their last print: as COMPARED has it, "" for not at all
  size: Number(localStorage.getItem("studio-size")) || 200,
};
let game = null; // what /state said
let faces = new Map(); // name -> {edition: face}
let names = []; // in the order of the book
let faultsOf = new Map(); // name -> faults that stand beside it
let past = { printed: {}, numbers: null }; // what /past said
let chosen = null; // names of slots that a choice of cards leaves; null: all
const tiles = new Map(); // name -> its element
const changedAt = new Map();
let stream = null;

// What is shown.

function keep() {
  const query = new URLSearchParams();
  for (const [name, usual] of [["tab", "faces"], ["order", "book"], ["part", ""], ["find", ""], ["beside", ""]])
    if (shown[name] !== usual) query.set(name, shown[name]);
  const usual = game && game.languages[0];
  if (shown.editions.length !== 1 || shown.editions[0] !== usual) for (const it of shown.editions) query.append("edition", it);
  history.replaceState(null, "", query.size ? `?${query}` : "/");
}

const query = () => new URLSearchParams(shown.editions.map((it) => ["edition", it])).toString();

async function load() {
  const answer = await fetch(`/state?${query()}`);
  if (!answer.ok) return status("away", "the studio has stopped");
  game = await answer.json();
  shown.editions = Object.keys(game.faces);
  faces = new Map();
  names = [];
  for (const [edition, list] of Object.entries(game.faces)) {
    for (const face of list) {
      if (!faces.has(face.face)) { faces.set(face.face, {}); names.push(face.face); }
      faces.get(face.face)[edition] = face;
    }
  }
  document.title = `${game.title} · studio`;
  $("title").textContent = game.title;
  $("version").textContent = game.version;
  setFaults(game);
  drawTools();
  await choose();
  draw();
}

function listen() {
  stream?.close();
  stream = new EventSource(`/events?${query()}`);
  stream.addEventListener("open", () => status());
  stream.addEventListener("error", () => status("away", "not connected"));
  stream.addEventListener("face", (event) => changed(JSON.parse(event.data)));
  stream.addEventListener("faults", (event) => { setFaults(JSON.parse(event.data)); drawFaults(); markTiles(); });
  let waits = 0;
  stream.addEventListener("list", () => { clearTimeout(waits); waits = setTimeout(load, 60); });
  stream.addEventListener("done", () => { lookBack(); if (shown.order === "tight") load(); else if (shown.tab === "table") refreshTable(); else if (shown.tab === "sheets") drawSheets(); });
}

function changed(face) {
  const list = faces.get(face.face);
  if (!list) { clearTimeout(changed.waits); changed.waits = setTimeout(load, 80); return; }
  const before = list[face.edition];
  list[face.edition] = { ...before, ...face };
  if (before) changedAt.set(face.face, performance.now());
  const tile = tiles.get(face.face);
  if (!tile) return;
  const shot = [...tile.querySelectorAll(".shot")].find((it) => it.dataset.edition === face.edition);
  if (shot) paint(shot, list[face.edition], Boolean(before));
  if (opened === face.face) drawCloser();
}

// What was printed, what was played.

async function lookBack() {
  const answer = await fetch(`/past?${query()}`);
  if (!answer.ok) return;
  const before = JSON.stringify(past.printed);
  past = await answer.json();
  const isOther = JSON.stringify(past.printed) !== before;
  if (isOther && shown.beside && isFaces()) draw();
  else drawPrinted();
  if (opened && (past.numbers || isOther)) drawCloser();
}

const notPrinted = (name) => Object.values(past.printed).some((it) => it && (it.changed.includes(name) || it.added.includes(name)));
const isFaces = () => shown.tab !== "table" && shown.tab !== "sheets";

// How a face was printed, as a shot of its own: `then` is what /past tells of it.
function thenShot(then, edition, words) {
  const shot = shotOf({ ...then, side: "as printed" }, edition, true);
  shot.dataset.edition = "";
  shot.of = () => then;
  if (words) shot.append(element("em", {}, words));
  return shot;
}

// The shots of a face: those of now, and where it is compared, how they were printed, before or upon them.
function shotsOf(name) {
  const editions = shown.editions.filter((it) => faces.get(name)[it]);
  const isAlone = shown.editions.length === 1;
  return editions.flatMap((edition) => {
    const shot = shotOf(faces.get(name)[edition], edition, isAlone);
    const printed = past.printed[edition];
    if (!shown.beside || !printed || !notPrinted(name)) return [shot];
    const then = printed.then[name];
    const its = isAlone ? "" : `${edition.replace(":", " · ")}, `;
    const words = (it) => { shot.querySelector("em")?.remove(); shot.append(element("em", {}, its + it)); };
    if (!then) {
      words(printed.added.includes(name) ? "new since" : printed.changed.includes(name) ? "its printed version is not stored" : "as printed");
      return [shot];
    }
    if (shown.beside === "side") { words("now"); return [thenShot(then, edition, `${its}printed`), shot]; }
    words(shown.beside === "blink" ? "printed, now, printed …" : "dark: the difference");
    shot.classList.add(shown.beside);
    shot.over = thenShot(then, edition, "");
    shot.over.classList.add("over");
    shot.querySelector(".paper").append(shot.over);
    return [shot];
  });
}

function compareChips() {
  return element("span", { class: "chips", role: "group", "aria-label": "Compare with the last print" }, ...COMPARED.map(([value, words]) => element("button", { type: "button", "aria-pressed": String(shown.beside === value), onclick: () => { shown.beside = shown.beside === value ? "" : value; keep(); if (isFaces()) draw(); else drawPrinted(); if (opened) drawCloser(); } }, words)));
}

function command(words) {
  const button = element("button", { type: "button", class: "copy", title: "copy" }, words);
  button.addEventListener("click", () => navigator.clipboard?.writeText(words).then(() => say("copied"), () => {}));
  return button;
}

function drawPrinted() {
  const bar = $("printed");
  const lines = [];
  for (const [edition, it] of Object.entries(past.printed)) {
    if (!it) continue;
    const parts = [[it.changed, "changed"], [it.added, "new"], [it.gone, "gone"]].filter(([list]) => list.length).map(([list, words]) => `${list.length} ${words}`);
    if (parts.length) lines.push(element("p", {}, `Since the last print${Object.keys(past.printed).length > 1 ? `, ${edition}` : ""}: ${parts.join(", ")}. `, "Print only these: ", command(it.command)));
  }
  if (lines.length) lines[0].append(" Compare: ", compareChips());
  const few = tiles.size && (shown.find || shown.part) ? [...tiles.keys()].filter((name) => !isBoard(first(name)) && first(name).side === "front") : [];
  if (few.length && few.length <= 40) lines.push(element("p", {}, "Print what is shown: ", command(`pnp build ${game.game} --cards ${few.map((it) => it.split("/")[1]).join(",")}`)));
  bar.replaceChildren(...lines);
  for (const [name, tile] of tiles) tile.classList.toggle("unprinted", notPrinted(name));
}

function numbersOf(card) {
  const found = past.numbers?.cards[card];
  if (!found) return [];
  const percent = (it) => (it == null ? "–" : `${Math.round(it * 100)} %`);
  const rows = found.map((it) => element("tr", {}, element("td", {}, it.verb), element("td", {}, it.per_game?.mean == null ? "–" : it.per_game.mean.toFixed(2)), element("td", {}, percent(it.wins.share), element("small", {}, it.wins.low == null ? "" : ` ${percent(it.wins.low)}–${percent(it.wins.high)}`)), element("td", {}, it.against ? `${it.against} the average` : "")));
  return [element("h3", {}, `In ${past.numbers.games} games played by bots`), past.numbers.stale ? element("p", { class: "fault" }, "The cards have changed since these games; ", command(`pnp playtest ${game.game} --json ${past.numbers.file}`)) : null,
    element("table", { class: "numbers" }, element("thead", {}, element("tr", {}, ...["action", "per game", "its users won", ""].map((it) => element("th", { scope: "col" }, it)))), element("tbody", {}, ...rows))].filter(Boolean);
}

// Pictures.

const pixels = (face, width) => {
  const [w, h] = face.size;
  const wanted = Math.max(width, (width * h) / w) * Math.min(devicePixelRatio || 1, 2);
  return SIZES.find((size) => size >= wanted * 0.95) || SIZES.at(-1);
};

function paint(shot, face, isNew) {
  shot.classList.toggle("stale", Boolean(face.stale));
  if (!shot.seen) return;
  const address = `/face/${face.digest}.webp?size=${pixels(face, shot.clientWidth || shown.size)}`;
  const img = shot.querySelector("img");
  if (img.getAttribute("src") === address || shot.coming === address) return;
  shot.coming = address;
  const coming = new Image();
  coming.src = address;
  coming.decode().then(() => {
    if (shot.coming !== address) return; // a newer one is on its way
    img.src = address;
    img.hidden = false;
    shot.dataset.painted = face.digest;
    if (!isNew) return;
    shot.classList.remove("fresh");
    void shot.offsetWidth;
    shot.classList.add("fresh");
  }, () => { if (shot.coming === address) shot.coming = ""; });
}

function shotOf(face, edition, isAlone) {
  const [width, height] = face.size;
  const corner = face.corner ? `${(face.corner / width) * 100}% / ${(face.corner / height) * 100}%` : "2px";
  const paper = element("span", { class: "paper", style: { "aspect-ratio": `${width} / ${height}`, "--corner": corner } },
    element("img", { alt: `${face.title}, ${face.side}${isAlone ? "" : `, ${edition}`}`, hidden: true, decoding: "async" }));
  const shot = element("span", { class: `shot${face.cut ? " cut" : ""}`, style: { "--ratio": width / height } }, paper, isAlone ? null : element("em", {}, edition.replace(":", " · ")));
  shot.dataset.edition = edition;
  shot.dataset.face = face.face;
  shot.of = () => faces.get(face.face)?.[edition];
  return shot;
}

const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    target.seen = true;
    const face = target.of();
    if (face) paint(target, face, false);
    if (target.over) { target.over.seen = true; paint(target.over, target.over.of(), false); }
  }
}, { rootMargin: "400px" });
const inSight = new Set();
const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) inSight[isIntersecting ? "add" : "delete"](target.dataset.slot);
  clearTimeout(inSight.waits);
  inSight.waits = setTimeout(() => send("/visible", { slots: [...inSight].slice(0, 400) }), 60);
});

// The faces.

const first = (name) => { const list = faces.get(name); return list[shown.editions.find((it) => list[it])]; };
const large = () => (shown.tab === "boards" ? 2 : 1); // boards and pages hold more than cards
const isBoard = (face) => face.card === null;

function inTab(name) {
  const face = first(name);
  if (shown.tab === "boards") return isBoard(face);
  if (shown.tab === "table") return !isBoard(face) && face.side === "front";
  return !isBoard(face) && (face.side === "back") === (shown.tab === "backs");
}

function rank(name) {
  if (shown.order === "faults") {
    const found = faultsOf.get(name) || [];
    return found.some((it) => it.severity === "error") ? 0 : found.length ? 1 : 2;
  }
  if (shown.order === "printed") return notPrinted(name) ? 0 : 1;
  if (shown.order === "changed") return -(changedAt.get(name) || 0);
  return Math.min(...Object.values(faces.get(name)).map((face) => face.tight ?? 1));
}

function wanted() {
  const words = shown.find.trim().toLowerCase();
  let list = names.filter(inTab).filter((name) => !shown.part || first(name).component === shown.part);
  if (chosen) list = list.filter((name) => chosen.has(first(name).slot.replace(/\/back$/, "")));
  else if (words) list = list.filter((name) => Object.values(faces.get(name)).some((face) => `${face.title} ${face.face}`.toLowerCase().includes(words)));
  if (shown.beside && lookedBack()) list = list.filter(notPrinted);
  if (shown.order !== "book") list.sort((a, b) => rank(a) - rank(b));
  return list;
}

const lookedBack = () => Object.values(past.printed).some(Boolean);

// Cards that were printed and are no more.
function goneSection() {
  const found = new Map();
  for (const [edition, it] of Object.entries(past.printed)) for (const [name, title] of Object.entries(it?.gone || {})) found.set(name, [...(found.get(name) || [title]), [edition, it.then[name]]]);
  if (!shown.beside || !found.size) return null;
  const list = [...found].map(([name, [title, ...editions]]) => {
    const shots = editions.filter(([, then]) => then).map(([edition, then]) => thenShot(then, edition, "printed"));
    shots.forEach((shot) => near.observe(shot));
    return element("figure", { class: "tile gone" }, element("span", { class: "open" }, ...shots), element("figcaption", {}, element("span", { class: "about" }, element("b", {}, title), element("small", {}, shots.length ? name : `${name}: its printed version is not stored`))));
  });
  return element("section", {}, element("h2", {}, "Removed since the last print", element("small", {}, list.length === 1 ? "1 face" : `${list.length} faces`)), element("div", { class: "grid" }, ...list));
}

function groups(list) {
  if (shown.tab === "backs") { // equal backs stand there once
    const alike = new Map();
    for (const name of list) {
      const key = shown.editions.map((it) => faces.get(name)[it]?.digest).join();
      alike.set(key, [...(alike.get(key) || []), name]);
    }
    list = [...alike.values()].map((same) => { first(same[0]).alike = same.length; return same[0]; });
  }
  if (shown.order !== "book") return [["", list]];
  const found = new Map();
  for (const name of list) {
    const part = first(name).component;
    found.set(part, [...(found.get(part) || []), name]);
  }
  return [...found];
}

function draw() {
  document.body.classList.toggle("in-table", shown.tab === "table");
  document.body.classList.toggle("in-sheets", shown.tab === "sheets");
  if (shown.tab === "table") return drawTable();
  if (shown.tab === "sheets") { tiles.clear(); drawFaults(); return drawSheets(); }
  closeTable();
  near.disconnect();
  sight.disconnect();
  inSight.clear();
  tiles.clear();
  const main = $("faces");
  main.style.setProperty("--size", `${shown.size * large()}px`);
  main.style.setProperty("--wide", shown.editions.length * (shown.beside === "side" ? 2 : 1));
  const parts = groups(wanted()).map(([part, list]) => {
    const title = game.components.find((it) => it.id === part)?.title || "";
    const count = list.length === 1 ? "1 face" : `${list.length} faces`;
    return element("section", {}, element("h2", {}, title || "All", element("small", {}, count)), element("div", { class: "grid" }, ...list.map(tileOf)));
  }).filter((it) => it.querySelector(".tile"));
  const gone = goneSection();
  const elsewhere = shown.beside && lookedBack() ? names.filter((name) => notPrinted(name) && !inTab(name)).length : 0;
  if (gone) parts.push(gone);
  const none = shown.beside && lookedBack() ? "Nothing here differs from the last print." : "No face matches.";
  main.replaceChildren(...(parts.length ? parts : [element("p", { class: "nothing" }, names.length ? none : "The faces are being drawn …")]), ...(elsewhere ? [element("p", { class: "hint" }, `${elsewhere === 1 ? "1 more face" : `${elsewhere} more faces`} in other parts of the game, above.`)] : []));
  drawFaults();
  markTiles();
  drawPrinted();
}

// The sheets, as a build lays them; asked for when one looks at them, and again when something changed.
let paper = "a4";
let asking = 0;
async function drawSheets() {
  const mine = ++asking;
  const main = $("faces");
  if (!main.querySelector(".sheets")) main.replaceChildren(element("p", { class: "nothing" }, "Arranging the faces on sheets …"));
  const [edition] = shown.editions;
  const answer = await fetch(`/sheets?paper=${paper}&edition=${encodeURIComponent(edition)}`);
  const values = await answer.json();
  if (mine !== asking || shown.tab !== "sheets") return;
  if (!answer.ok) {
    const faults = (values.faults || []).slice(0, 8).map((it) => element("div", { class: "fault error" }, it.message, it.hint ? element("span", { class: "hint" }, it.hint) : null, it.line ? place(it) : null));
    return main.replaceChildren(element("div", { class: "nothing" }, element("p", {}, values.error), ...faults));
  }
  const select = element("select", { "aria-label": "paper", onchange: (event) => { paper = event.target.value; drawSheets(); } }, ...values.papers.map((it) => element("option", { value: it, selected: it === values.paper }, it)));
  const words = `${values.all} sides of paper for ${values.pieces} pieces, ${edition.replace(":", " · ")}`;
  const list = values.sheets.map((it, number) => {
    const [width, height] = it.size;
    const name = `sheet ${number + 1} of ${values.all}, ${it.side}`;
    return element("figure", { class: "tile" }, element("span", { class: "shot" }, element("span", { class: "paper", style: { "aspect-ratio": `${width} / ${height}` } },
      element("img", { alt: name, loading: "lazy", src: `${it.picture}?size=${pixels(it, shown.size * 2)}` }))), element("figcaption", { class: "about" }, element("small", {}, name)));
  });
  main.style.setProperty("--size", `${shown.size * 1.6}px`);
  main.style.setProperty("--wide", 1);
  main.replaceChildren(element("div", { class: "tablebar" }, select, words, command(`pnp build ${game.game}${paper === "a4" ? "" : ` --paper ${paper}`}`)), element("div", { class: "grid sheets" }, ...list));
}

function drawTable() {
  tiles.clear();
  const decks = game.components.filter((it) => it.deck);
  const deck = decks.find((it) => it.id === shown.part) || decks[0];
  drawFaults();
  if (deck) openTable($("faces"), deck.deck, { languages: game.languages, look: (card) => { const name = names.find((it) => first(it).card === card && first(it).side === "front"); if (name) openCloser(name); } });
  else $("faces").replaceChildren(element("p", { class: "nothing" }, "The game has no decks."));
}

function tileOf(name) {
  const face = first(name);
  const shots = shotsOf(name);
  const button = element("button", { class: "open", type: "button", "aria-label": `${face.title}: look closer`, onclick: () => openCloser(name) }, ...shots);
  const small = face.alike > 1 ? `${face.alike} cards` : face.copies > 1 ? `× ${face.copies}` : "";
  const tile = element("figure", { class: "tile" }, button, element("figcaption", {}, element("span", { class: "about" }, element("b", {}, face.alike > 1 ? "the same back" : face.title), element("small", {}, small)), element("span", { class: "found" })));
  tile.dataset.slot = face.slot;
  tile.dataset.name = name;
  tiles.set(name, tile);
  shots.forEach((shot) => near.observe(shot));
  sight.observe(tile);
  return tile;
}

// Faults.

function setFaults(values) {
  game.faults = values.faults;
  game.broken = values.broken;
  faultsOf = new Map();
  for (const fault of values.faults) {
    const [name] = fault.faces;
    if (name) faultsOf.set(name, [...(faultsOf.get(name) || []), fault]);
  }
  document.body.classList.toggle("broken", values.broken);
  status();
}

function faultOf(fault, isBeside) {
  const more = fault.count > 1 ? ` and ${fault.count - 1} more ${fault.count === 2 ? "face" : "faces"}` : "";
  const on = !isBeside && fault.faces.length ? element("button", { class: "on", type: "button", onclick: () => goTo(fault.faces[0]) }, first2(fault.faces[0]) + more) : null;
  return element("div", { class: `fault ${fault.severity}` }, fault.message, fault.hint ? element("span", { class: "hint" }, fault.hint) : null, place(fault), isBeside && more ? element("span", { class: "more" }, more) : null, on ? element("span", {}, " · ", on) : null);
}

const first2 = (name) => (faces.has(name) ? first(name).title : name);

function markTiles() {
  for (const [name, tile] of tiles) {
    const found = faultsOf.get(name) || [];
    tile.classList.toggle("faulty", found.some((it) => it.severity !== "note"));
    tile.classList.toggle("bad", found.some((it) => it.severity === "error"));
    tile.querySelector(".found").replaceChildren(...found.slice(0, 4).map((it) => faultOf(it, true)));
  }
}

function drawFaults() {
  const aside = $("faults");
  const list = game.faults.filter((it) => it.severity !== "note");
  document.querySelector(".desk").classList.toggle("has-faults", list.length > 0);
  aside.hidden = !list.length;
  const errors = list.filter((it) => it.severity === "error").length;
  const count = [errors && `${errors} ${errors === 1 ? "error" : "errors"}`, list.length - errors && `${list.length - errors} ${list.length - errors === 1 ? "warning" : "warnings"}`].filter(Boolean).join(", ");
  aside.replaceChildren(element("h2", {}, count), ...list.map((it) => faultOf(it, false)));
}

function goTo(name) {
  if (!faces.has(name)) return;
  const face = first(name);
  shown.tab = isBoard(face) ? "boards" : face.side === "back" ? "backs" : "faces";
  if (!tiles.has(name)) { Object.assign(shown, { part: "", find: "" }); $("search").value = ""; chosen = null; drawTools(); draw(); keep(); }
  const tile = tiles.get(name);
  tile?.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  tile?.querySelector(".open").focus({ preventScroll: true });
}

// One face, closer.

let opened = "";
function openCloser(name) {
  opened = name;
  drawCloser();
  $("closer").showModal();
}

function drawCloser() {
  const face = first(opened);
  const editions = shown.editions.filter((it) => faces.get(opened)[it]);
  const shots = shotsOf(opened);
  const [w, h] = face.size;
  const list = element("ul", { class: "elements" });
  const numbers = element("div", {}, ...numbersOf(face.card));
  const side = element("div", { class: "side" },
    element("button", { class: "x", type: "button", onclick: () => $("closer").close() }, "Close"),
    element("h2", { id: "closer-title" }, face.title),
    element("p", { class: "hint" }, `${face.face} · ${w} × ${h} mm · ${face.copies === 1 ? "1 copy" : `${face.copies} copies`}`),
    ...(notPrinted(opened) ? [element("p", { class: "hint" }, "Differs from the last print. Compare: ", compareChips())] : []),
    ...(faultsOf.get(opened) || []).map((it) => faultOf(it, true)), numbers,
    element("h3", {}, "Where it is defined"), list);
  $("closer").replaceChildren(element("div", { class: "closer" }, element("div", { class: "big" }, ...shots), side));
  requestAnimationFrame(() => shots.flatMap((shot) => (shot.over ? [shot, shot.over] : [shot])).forEach((shot) => { shot.seen = true; paint(shot, shot.of() || face, false); }));
  drawElements(opened, editions[0], shots.find((shot) => shot.dataset.edition) || shots[0], list);
}

async function drawElements(name, edition, shot, list) {
  const answer = await fetch(`/elements?face=${encodeURIComponent(name)}&edition=${encodeURIComponent(edition)}`);
  if (!answer.ok || opened !== name) return;
  const { elements, rules } = await answer.json();
  if (rules.length) list.after(element("h3", {}, "Rules that mention it"), element("ul", { class: "elements rules" }, ...rules.map((it) => element("li", {}, element("b", {}, it.id), element("span", {}, it.words), element("span", {}, place(it.place))))));
  const rows = new Map(); // one row for each line of the layout
  const choose = (row) => {
    for (const it of list.children) it.classList.toggle("on", it === row);
    for (const it of shot.querySelectorAll(".box")) it.classList.toggle("on", it.row === row);
    row.scrollIntoView({ block: "nearest" });
  };
  const boxes = elements.map((it) => {
    const key = `${it.layout.file}:${it.layout.line}:${it.element}`;
    let row = rows.get(key);
    if (!row) {
      row = element("li", {}, element("b", {}, it.element), element("span", {}, place(it.layout)), it.card ? element("span", {}, place(it.card)) : null);
      rows.set(key, row);
    }
    const [x, y, width, height] = it.box.map((part) => `${part * 100}%`);
    const box = element("span", { class: "box", title: it.element, style: { left: x, top: y, width, height }, onclick: () => choose(row) });
    box.row = row;
    row.addEventListener("pointerenter", () => box.classList.add("near"));
    row.addEventListener("pointerleave", () => box.classList.remove("near"));
    return box;
  });
  list.replaceChildren(...rows.values());
  shot.querySelector(".paper").append(...boxes);
}
$("closer").addEventListener("close", () => { opened = ""; });
$("closer").addEventListener("click", (event) => { if (event.target === $("closer")) $("closer").close(); });

// Tools.

function chips(id, list, isOn, toggle) {
  const box = element("div", { class: "chips" }, ...list.map(([value, words]) => element("button", { type: "button", "aria-pressed": String(isOn(value)), onclick: () => toggle(value) }, words)));
  $(id).replaceChildren($(id).querySelector("legend"), box);
  $(id).hidden = list.length < 2;
}

function toggled(list, value) {
  const next = list.includes(value) ? list.filter((it) => it !== value) : [...list, value];
  return next.length ? next : list;
}

function drawTools() {
  $("tabs").replaceChildren(...TABS.filter(([id]) => id !== "boards" || names.some((it) => isBoard(first(it)))).map(([id, words]) => element("button", { type: "button", "aria-pressed": String(shown.tab === id), onclick: () => { shown.tab = id; shown.part = ""; keep(); drawTools(); draw(); } }, words)));
  const parts = [...new Set(names.filter(inTab).map((it) => first(it).component))];
  if (!parts.includes(shown.part)) shown.part = "";
  $("part").replaceChildren(...(shown.tab === "table" ? [] : [element("option", { value: "" }, "everything")]), ...parts.map((id) => element("option", { value: id, selected: id === shown.part }, game.components.find((it) => it.id === id)?.title || id)));
  $("order").value = shown.order;
  $("zoom").value = shown.size;
  $("search").value = shown.find;
  const langs = [...new Set(shown.editions.map((it) => it.split(":")[0]))];
  const themes = [...new Set(shown.editions.map((it) => it.split(":")[1] || game.themes[0] || ""))];
  const set = (newLangs, newThemes) => {
    shown.editions = newLangs.flatMap((lang) => newThemes.map((theme) => (theme && theme !== game.themes[0] ? `${lang}:${theme}` : lang)));
    keep();
    listen();
    load();
  };
  chips("languages", game.languages.map((it) => [it, it]), (it) => langs.includes(it), (it) => set(toggled(langs, it), themes));
  chips("themes", game.themes.map((it) => [it, it]), (it) => themes.includes(it), (it) => set(langs, toggled(themes, it)));
}

async function choose() {
  chosen = null;
  $("search-note").textContent = "";
  $("search").classList.remove("wrong");
  if (!/[=<>,&]|\.\.|^\d+(-\d+)?$|^new$/.test(shown.find)) return;
  const answer = await fetch(`/choose?cards=${encodeURIComponent(shown.find)}`);
  const values = await answer.json();
  if (answer.ok) chosen = new Set(values.slots);
  else { $("search-note").textContent = values.error || "nothing matches this"; $("search").classList.add("wrong"); }
}

$("more").addEventListener("click", () => {
  const isOpen = $("tools").classList.toggle("unfolded");
  $("more").setAttribute("aria-expanded", String(isOpen));
});
let typing = 0;
$("search").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(async () => { shown.find = $("search").value; keep(); await choose(); draw(); }, 150);
});
$("tools").addEventListener("submit", (event) => event.preventDefault());
$("part").addEventListener("change", () => { shown.part = $("part").value; keep(); draw(); });
$("order").addEventListener("change", () => { shown.order = $("order").value; keep(); (shown.order === "tight" ? load() : draw()); });
$("zoom").addEventListener("input", () => {
  shown.size = Number($("zoom").value);
  localStorage.setItem("studio-size", shown.size);
  $("faces").style.setProperty("--size", `${shown.size * large()}px`);
  clearTimeout(typing);
  typing = setTimeout(() => document.querySelectorAll("main .shot").forEach((shot) => { if (shot.seen && shot.of()) paint(shot, shot.of(), false); }), 200);
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && !/INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName)) { event.preventDefault(); $("search").focus(); }
});

function status(kind = "", words = "") {
  const broken = game?.broken;
  $("status").className = `status ${kind || (broken ? "broken" : "")}`;
  $("status").querySelector("span").textContent = words || (broken ? "a file has errors: these are the last good faces" : "live");
}

await load();
listen();
