// A deck as a table (an ARIA grid). In: a deck. Out: what is typed, sent as an edit of those cells and nothing else.
// Invariant: what the server refuses is not shown as if it were there; a cell that somebody else changed shows both values.

import { element, place, say, send } from "/static/parts.js";

let home = null;
let table = null;
let options = {};
let at = { row: 0, column: 0 };
let from = null; // the other corner of what is chosen
let editing = null;
let waiting = false;

const $$ = (query) => [...home.querySelectorAll(query)];
const cellAt = (row, column) => home.querySelector(`tbody tr:nth-child(${row + 1})`)?.children[column];

export async function openTable(where, deck, given) {
  const isOther = !table || table.deck !== deck || home !== where || !where.querySelector(".sheetbox");
  home = where;
  options = given;
  if (!isOther) return refreshTable();
  const answer = await fetch(`/table?deck=${encodeURIComponent(deck)}`);
  if (!answer.ok) return home.replaceChildren(element("p", { class: "nothing" }, "This deck cannot be read at the moment."));
  table = await answer.json();
  at = { row: 0, column: Math.min(1, table.columns.length - 1) };
  from = null;
  draw();
}

export function closeTable() {
  table = null;
  editing = null;
}

export async function refreshTable() {
  if (!table || editing || waiting) return;
  const answer = await fetch(`/table?deck=${encodeURIComponent(table.deck)}`);
  const now = answer.ok && (await answer.json());
  if (!now || editing || !table) return; // whoever is typing gets it afterwards
  const same = (it) => JSON.stringify([it.columns, it.rows.map((row) => row.card), it.source]);
  const before = table;
  table = now;
  if (same(before) !== same(now)) return draw();
  now.rows.forEach((row, r) => row.cells.forEach((value, c) => {
    if (value === before.rows[r].cells[c]) return;
    const cell = cellAt(r, c);
    cell.textContent = value;
    cell.classList.remove("fresh", "wrong");
    void cell.offsetWidth;
    cell.classList.add("fresh");
  }));
  bar();
}

function draw() {
  const head = element("tr", { role: "row" }, ...table.columns.map((column) => {
    const [name, ...rest] = column.field.replace(/^text\./, "").split(".");
    const small = [...rest, !["text", "any"].includes(column.kind) && column.kind].filter(Boolean).join(" · ");
    return element("th", { role: "columnheader", scope: "col" }, name, small ? element("small", {}, ` ${small}`) : null);
  }));
  const body = table.rows.map((row, r) => element("tr", { role: "row", "aria-rowindex": r + 2 }, ...row.cells.map((value, c) => {
    const column = table.columns[c];
    const fixed = column.is_fixed || table.source;
    return element("td", { role: "gridcell", tabindex: -1, "aria-colindex": c + 1, "aria-readonly": fixed ? "true" : null, lang: column.lang || null, class: [fixed && "fixed", ["int", "number"].includes(column.kind) && "number"].filter(Boolean).join(" ") || null }, value);
  })));
  const grid = element("table", { role: "grid", "aria-label": `Cards of ${table.deck}`, "aria-rowcount": table.rows.length + 1, "aria-colcount": table.columns.length, "aria-multiselectable": "true" }, element("thead", { role: "rowgroup" }, head), element("tbody", { role: "rowgroup" }, ...body));
  grid.addEventListener("keydown", key);
  grid.addEventListener("mousedown", press);
  grid.addEventListener("dblclick", () => edit());
  grid.addEventListener("copy", copy);
  grid.addEventListener("paste", paste);
  home.replaceChildren(element("div", { class: "tablebar" }), element("div", { class: "found", "aria-live": "polite" }), element("div", { class: "sheetbox" }, grid));
  bar();
  mark(false);
}

function bar() {
  const row = table.rows[at.row];
  const undo = element("button", { type: "button", disabled: !table.undo, onclick: () => back(false) }, "Undo");
  const redo = element("button", { type: "button", disabled: !table.redo, onclick: () => back(true) }, "Redo");
  const words = table.source ? element("span", { class: "sheet" }, `These cards are in ${table.source}: edit them there; this table is read-only.`) : element("span", {}, "Type to change a cell, Enter to save it, Escape to cancel. Paste a block from a spreadsheet.");
  home.querySelector(".tablebar").replaceChildren(undo, redo, words, row ? place({ file: table.file, line: row.line, column: 1 }) : "");
}

// Where one is.

function box() {
  const other = from || at;
  return { top: Math.min(at.row, other.row), bottom: Math.max(at.row, other.row), left: Math.min(at.column, other.column), right: Math.max(at.column, other.column) };
}

function mark(takesFocus = true) {
  for (const cell of $$("td[tabindex='0'], td.in")) { cell.tabIndex = -1; cell.classList.remove("in"); cell.removeAttribute("aria-selected"); }
  const { top, bottom, left, right } = box();
  if (from) for (let r = top; r <= bottom; r++) for (let c = left; c <= right; c++) { cellAt(r, c).classList.add("in"); cellAt(r, c).setAttribute("aria-selected", "true"); }
  const cell = cellAt(at.row, at.column);
  if (!cell) return;
  cell.tabIndex = 0;
  if (takesFocus) { cell.focus(); cell.scrollIntoView({ block: "nearest", inline: "nearest" }); }
  const link = home.querySelector(".tablebar .place");
  if (link) link.replaceWith(place({ file: table.file, line: table.rows[at.row].line, column: 1 }));
}

function go(row, column, chooses) {
  if (chooses) from ||= { ...at };
  else from = null;
  at = { row: Math.max(0, Math.min(table.rows.length - 1, row)), column: Math.max(0, Math.min(table.columns.length - 1, column)) };
  mark();
}

function press(event) {
  const cell = event.target.closest("td");
  if (!cell || (editing && editing.cell === cell)) return;
  if (editing) keep();
  const row = [...cell.parentNode.parentNode.children].indexOf(cell.parentNode);
  go(row, [...cell.parentNode.children].indexOf(cell), event.shiftKey);
  event.preventDefault();
}

const PAGE = 12;
const moves = {
  ArrowUp: () => [at.row - 1, at.column], ArrowDown: () => [at.row + 1, at.column],
  ArrowLeft: () => [at.row, at.column - 1], ArrowRight: () => [at.row, at.column + 1],
  Home: (ctrl) => [ctrl ? 0 : at.row, 0], End: (ctrl) => [ctrl ? table.rows.length - 1 : at.row, table.columns.length - 1],
  PageUp: () => [at.row - PAGE, at.column], PageDown: () => [at.row + PAGE, at.column],
};

function key(event) {
  const ctrl = event.ctrlKey || event.metaKey;
  if (editing) {
    if (event.key === "Escape") { leave(); event.preventDefault(); event.stopPropagation(); }
    else if (event.key === "Enter" && !event.shiftKey) { keep(); go(at.row + 1, at.column); event.preventDefault(); }
    else if (event.key === "Tab") { keep(); go(at.row, at.column + (event.shiftKey ? -1 : 1)); event.preventDefault(); }
    return;
  }
  if (moves[event.key]) { go(...moves[event.key](ctrl), event.shiftKey); event.preventDefault(); }
  else if (ctrl && event.key.toLowerCase() === "z") { back(event.shiftKey); event.preventDefault(); }
  else if (ctrl && event.key.toLowerCase() === "y") { back(true); event.preventDefault(); }
  else if (ctrl && event.key.toLowerCase() === "a") { at = { row: 0, column: 0 }; from = { row: table.rows.length - 1, column: table.columns.length - 1 }; mark(); event.preventDefault(); }
  else if (event.key === "Enter" && table.columns[at.column].is_fixed) { options.look?.(table.rows[at.row].card); event.preventDefault(); }
  else if (event.key === "Enter" || event.key === "F2") { edit(); event.preventDefault(); }
  else if (event.key.length === 1 && !ctrl && !event.altKey) { edit(event.key); event.preventDefault(); }
}

// Changing cells.

function edit(typed) {
  const column = table.columns[at.column];
  if (column.is_fixed || table.source || waiting) return say(table.source ? `change it in ${table.source}` : waiting ? "saving, please wait" : "other files may use this value: change it in an editor");
  const cell = cellAt(at.row, at.column);
  const before = table.rows[at.row].cells[at.column];
  const input = element("textarea", { "aria-label": `${column.field} of ${table.rows[at.row].card}`, rows: 1, spellcheck: column.lang ? "true" : "false", lang: column.lang || null });
  input.value = typed ?? before;
  cell.replaceChildren(input);
  editing = { cell, input, row: at.row, column: at.column, before };
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
  input.addEventListener("blur", () => { if (editing?.input === input) keep(); });
}

function leave() {
  const { cell, before } = editing;
  editing = null;
  cell.textContent = before;
  mark();
  refreshTable();
}

function keep() {
  const { cell, input, row, column, before } = editing;
  const typed = input.value;
  editing = null;
  cell.textContent = before;
  if (typed !== before) change([{ row, column, typed }]);
  else refreshTable();
}

async function change(cells) {
  const edits = cells.map(({ row, column, typed }) => ({ card: table.rows[row].card, field: table.columns[column].field, typed, was: table.rows[row].cells[column] }));
  waiting = true;
  const { ok, status, values } = await send("/edit", { edits });
  waiting = false;
  for (const cell of $$("td.wrong")) cell.classList.remove("wrong");
  const found = home.querySelector(".found");
  if (ok) {
    found.replaceChildren(...values.faults.slice(0, 5).map((it) => element("div", { class: `fault ${it.severity}` }, it.message, " ", place(it))));
    for (const { row, column, typed } of cells) { table.rows[row].cells[column] = typed; cellAt(row, column).textContent = typed; }
    Object.assign(table, { undo: values.undo, redo: values.redo });
    return bar(); // when the file has been read, the table is asked for again
  }
  for (const { row, column } of cells) cellAt(row, column)?.classList.add("wrong");
  if (status === 409 && values.conflicts) {
    const typedOf = (it) => edits.find((one) => one.card === it.card && one.field === it.field).typed;
    found.replaceChildren(element("div", { class: "meanwhile" },
      ...values.conflicts.slice(0, 5).map((it) => element("p", {}, `${it.card}, ${it.field}: the file says `, element("q", {}, it.now || "nothing"), " by now; you typed ", element("q", {}, typedOf(it)), ".")),
      values.conflicts.length > 5 ? element("p", {}, `and ${values.conflicts.length - 5} more`) : null,
      element("button", { type: "button", onclick: async () => { found.replaceChildren(); await refreshTable(); change(cells); } }, "Overwrite with mine"),
      element("button", { type: "button", onclick: () => { found.replaceChildren(); refreshTable(); mark(); } }, "Keep the file's")));
    return;
  }
  const faults = values.faults || [{ message: values.error || "this cannot be written", severity: "error", file: table.file }];
  found.replaceChildren(...faults.slice(0, 5).map((it) => element("div", { class: "fault error" }, it.message, it.hint ? ` (${it.hint}) ` : " ", it.line ? place(it) : null)));
}

async function back(isRedo) {
  const { ok, values } = await send("/undo", { redo: isRedo });
  if (!ok) return say(values.error);
  home.querySelector(".found").replaceChildren();
  await refreshTable(); // so that what is typed next is held against what the file says now
  Object.assign(table, { undo: values.undo, redo: values.redo });
  bar();
}

// Blocks, as spreadsheet programs copy them.

const quoted = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function copy(event) {
  if (editing) return;
  const { top, bottom, left, right } = box();
  const rows = table.rows.slice(top, bottom + 1).map((row) => row.cells.slice(left, right + 1).map(quoted).join("\t"));
  event.clipboardData.setData("text/plain", rows.join("\n"));
  event.preventDefault();
}

export function parseBlock(text) {
  const rows = [[]];
  let cell = "";
  let inside = false;
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let i = 0; i < source.length; i++) {
    const letter = source[i];
    if (inside) {
      if (letter !== '"') cell += letter;
      else if (source[i + 1] === '"') { cell += '"'; i++; }
      else inside = false;
    } else if (letter === '"' && cell === "") inside = true;
    else if (letter === "\t") { rows.at(-1).push(cell); cell = ""; }
    else if (letter === "\n") { rows.at(-1).push(cell); rows.push([]); cell = ""; }
    else cell += letter;
  }
  rows.at(-1).push(cell);
  return rows;
}

function paste(event) {
  if (editing) return;
  event.preventDefault();
  if (table.source) return say(`change it in ${table.source}`);
  const block = parseBlock(event.clipboardData.getData("text/plain"));
  const { top, left, bottom, right } = box();
  const fills = block.length === 1 && block[0].length === 1; // one value goes into all that is chosen
  const height = fills ? bottom - top + 1 : block.length;
  const width = fills ? right - left + 1 : Math.max(...block.map((row) => row.length));
  if (top + height > table.rows.length || left + width > table.columns.length) return say(`this block has ${height} rows and ${width} columns; there is no room for it here`);
  const cells = [];
  for (let r = 0; r < height; r++) for (let c = 0; c < width; c++) {
    const typed = fills ? block[0][0] : block[r][c];
    if (typed !== undefined && typed !== table.rows[top + r].cells[left + c]) cells.push({ row: top + r, column: left + c, typed });
  }
  from = { row: top + height - 1, column: left + width - 1 };
  at = { row: top, column: left };
  mark();
  if (cells.length) change(cells);
}
