// What the parts of the page share: elements made of words, what is sent, a place in a file that opens the editor.

export function element(kind, values = {}, ...inner) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, it] of Object.entries(value)) made.style.setProperty(key, it);
    else if (value !== false && value != null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inner.filter((it) => it != null && it !== ""));
  return made;
}

export async function send(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const values = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
  return { ok: answer.ok, status: answer.status, values };
}

// A place in a file: a press opens it in the editor; where none is known it says so, and copies the place.
export function place(span) {
  const text = `${span.file}${span.line ? `:${span.line}${span.column ? `:${span.column}` : ""}` : ""}`;
  if (!span.line) return element("code", { class: "place still" }, text);
  const button = element("button", { class: "place", type: "button", title: "open in the editor" }, text);
  button.addEventListener("click", async (event) => {
    event.stopPropagation();
    const { ok, values } = await send("/open", { file: span.file, line: span.line, column: span.column || 0 });
    if (ok) return;
    navigator.clipboard?.writeText(text).catch(() => {});
    say(`${values.error || "the file cannot be opened"}; its place was copied`);
  });
  return button;
}

let quiet = 0;
export function say(words) {
  const note = document.getElementById("note");
  note.textContent = words;
  note.onclick = () => { note.textContent = ""; };
  clearTimeout(quiet);
  quiet = setTimeout(() => { note.textContent = ""; }, 9000);
}
