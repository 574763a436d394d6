// Printed faces come in sheets: one for all on the page that have not been asked for yet.
"use strict";
const dressed = new Set();
function dress(root) {
  const art = root.querySelector("[data-art]")?.dataset.art;
  const bare = new Set([...root.querySelectorAll("[data-face]")].map((it) => it.dataset.face).filter((name) => !dressed.has(art + name)));
  if (!bare.size) return;
  const sheet = document.createElement("link"), names = [...bare].sort();
  sheet.rel = "stylesheet";
  sheet.href = art + "sheet.css?" + new URLSearchParams(names.map((name) => ["of", name]));
  sheet.onerror = () => { sheet.remove(); for (const name of names) dressed.delete(art + name); }; // asked for again with the next change
  for (const name of names) dressed.add(art + name);
  document.head.append(sheet);
}
