// The gallery's page: filters, languages, light, large pictures. Everything it reads is in the page.
(() => {
  "use strict";
  const root = document.documentElement;
  const form = document.querySelector("form");
  const pieces = [...document.querySelectorAll("main li")];
  const sections = [...document.querySelectorAll("main section")];
  const count = document.getElementById("count");
  const none = document.getElementById("none");
  const dialog = document.querySelector("dialog");
  const large = dialog.querySelector("img");
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const said = (words) => words[root.lang] ?? Object.values(words)[0] ?? "";
  let shown = pieces;
  let at = 0;

  const filter = () => {
    const wanted = fold(form.elements.search.value).split(/\s+/).filter(Boolean);
    const deck = form.elements.deck.value;
    const fields = [...form.querySelectorAll("select[data-field]")].filter((one) => one.value !== "");
    shown = pieces.filter((piece) => {
      const data = JSON.parse(piece.dataset.fields || "{}");
      const isSeen =
        (!piece.dataset.langs || piece.dataset.langs.split(" ").includes(root.lang)) &&
        (!deck || piece.dataset.deck === deck) &&
        (piece.dataset.find !== undefined || !(wanted.length || fields.length)) &&
        wanted.every((word) => piece.dataset.find.includes(word)) &&
        fields.every((one) => one.value === data[one.dataset.field]);
      piece.hidden = !isSeen;
      return isSeen;
    });
    for (const section of sections) section.hidden = !section.querySelector("li:not([hidden])");
    none.hidden = shown.length > 0;
    const cards = (list) => list.filter((piece) => piece.dataset.find !== undefined).length;
    const words = said(JSON.parse(count.dataset.say));
    count.textContent = words.replace("{shown}", cards(shown)).replace("{all}", cards(pieces));
  };

  const speak = (lang) => {
    root.lang = lang;
    for (const one of document.querySelectorAll("[data-words]")) one.textContent = said(JSON.parse(one.dataset.words));
    for (const one of document.querySelectorAll("[data-label]"))
      one.setAttribute("aria-label", said(JSON.parse(one.dataset.label)));
    for (const one of document.querySelectorAll("img[data-alt]")) one.alt = said(JSON.parse(one.dataset.alt));
    for (const one of document.querySelectorAll("img[lang]")) one.hidden = one.lang !== lang;
    filter();
  };

  const picture = (piece) => piece.querySelector("img:not([hidden])");
  const open = (number) => {
    at = (number + shown.length) % shown.length;
    const image = picture(shown[at]);
    large.src = image.src;
    large.alt = image.alt;
    large.className = image.className;
    dialog.querySelector("h2").textContent = shown[at].querySelector("h3").textContent;
    if (!dialog.open) dialog.showModal();
  };
  const close = () => {
    dialog.close();
    shown[at].querySelector("button").focus();
  };

  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { look(); speak(form.elements.lang?.value ?? root.lang); }));
  form.elements.lang?.addEventListener("change", (event) => speak(event.target.value));
  const look = () => { root.dataset.look = form.elements.look.value; };
  form.elements.look.addEventListener("change", look);
  for (const piece of pieces)
    piece.querySelector("button").addEventListener("click", () => open(shown.indexOf(piece)));
  dialog.addEventListener("click", (event) => {
    const step = { previous: -1, next: 1 }[event.target.dataset.step];
    if (step) open(at + step);
    else if (event.target === dialog || event.target.dataset.step === "close") close();
  });
  dialog.addEventListener("cancel", (event) => { event.preventDefault(); close(); });
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) open(at + step);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !dialog.open && !/input|select/i.test(event.target.tagName)) {
      event.preventDefault();
      form.elements.search.focus();
    }
  });
  filter();
})();
