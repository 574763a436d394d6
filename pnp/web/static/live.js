// What phones and the big screen share.
"use strict";

// An element becomes what a new one is. What did not change stays, so that little is laid out and painted anew.
const name = (it) => it.id || (it.dataset?.zone ? `${it.dataset.zone} ${it.dataset.key}` : "");
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName) return old.replaceWith(fresh);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name); // people open things
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const was = [...old.childNodes], is = [...fresh.childNodes], isAligned = was.length === is.length;
  const stay = is.map((it, at) => (name(it) ? was.find((other) => name(other) === name(it)) : isAligned && !name(was[at]) && was[at]) || null);
  for (const it of was) if (!stay.includes(it)) it.remove();
  let next = old.firstChild;
  is.forEach((it, at) => {
    const own = stay[at];
    if (own && own === next) next = next.nextSibling;
    else old.insertBefore(own ?? it, next);
    if (own) become(own, it);
  });
}

// Printed faces come in sheets: one for all on the page that have not been asked for yet. What is just being painted is asked for again.
const dressed = new Set();
function dress(root, tries = 60) {
  const art = root.querySelector("[data-art]")?.dataset.art, faces = () => [...root.querySelectorAll("[data-face]")];
  const names = [...new Set(faces().map((it) => it.dataset.face).filter((face) => !dressed.has(art + face)))].sort();
  if (!names.length) return;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = art + "sheet.css?" + new URLSearchParams(names.map((face) => ["of", face]));
  sheet.onerror = () => { sheet.remove(); for (const face of names) dressed.delete(art + face); }; // with the next change
  sheet.onload = () => {
    const bare = faces().filter((it) => names.includes(it.dataset.face) && getComputedStyle(it).backgroundImage === "none");
    for (const it of bare) dressed.delete(art + it.dataset.face);
    if (bare.length && tries) setTimeout(dress, 500, root, tries - 1);
  };
  for (const face of names) dressed.add(art + face);
  document.head.append(sheet);
}
