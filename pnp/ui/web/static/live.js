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

// Printed faces come in sheets: one for all on the page that have not been asked for yet.
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
