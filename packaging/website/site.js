// The search: all words of a place of the guide. Without this script the pages are read as they are.
"use strict";
const form = document.querySelector("form[role=search]");
const field = form.querySelector("input");
const found = form.querySelector(".found");
const MOST = 20, AROUND = 60;
let places = null;

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function take(index) {
  places = index.map(([href, title, heading, text]) => ({ href, title, heading, text, all: plain(`${title} ${heading} ${text}`), head: plain(heading) }));
  show();
}

function show() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  found.hidden = !words.length || places === null;
  if (found.hidden) return;
  const all = places.filter((place) => words.every((word) => place.all.includes(word)));
  const isHead = (place) => words.every((word) => place.head.includes(word));
  all.sort((a, b) => isHead(b) - isHead(a));
  found.querySelector("[role=status]").textContent = all.length ? form.dataset.found.replace("{n}", all.length) : form.dataset.none;
  found.querySelector("ol").replaceChildren(...all.slice(0, MOST).map((place) => line(place, words)));
}

function line(place, words) {
  const item = document.createElement("li"), link = document.createElement("a"), about = document.createElement("small");
  link.href = form.dataset.root + place.href;
  link.textContent = place.heading === place.title ? place.title : `${place.title}: ${place.heading}`;
  about.append(...around(place.text, words[0]));
  item.append(link, about);
  return item;
}

// What stands around a word, cut between words where the language has spaces, with the word marked.
function around(text, word) {
  const at = Math.max(plain(text).indexOf(word), 0), end = at + word.length; // as long as its plain form but for rare signs
  const before = text.slice(Math.max(at - AROUND, 0), at), after = text.slice(end, end + 2 * AROUND);
  const mark = document.createElement("mark");
  mark.textContent = text.slice(at, end);
  const first = at > AROUND ? "… " + before.replace(/^\S{1,20}\s/, "") : before;
  const last = end + 2 * AROUND < text.length ? after.replace(/\s\S{1,20}$/, "") + " …" : after;
  return plain(mark.textContent) === word ? [first, mark, last] : [first + mark.textContent + last];
}

field.addEventListener("focus", () => {
  // A script and not a request: it is also there for pages that are opened as files.
  const index = document.createElement("script");
  index.src = form.dataset.index;
  document.head.append(index);
}, { once: true });
field.addEventListener("input", show);
field.addEventListener("focus", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
// A place on this page is shown without another page being loaded.
found.addEventListener("click", (event) => { found.hidden = event.target.closest("a") !== null; });
form.addEventListener("focusout", (event) => { found.hidden ||= event.relatedTarget !== null && !form.contains(event.relatedTarget); });
document.addEventListener("pointerdown", (event) => { found.hidden ||= !form.contains(event.target); });
form.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  field.value = "";
  show();
  field.focus();
});
form.hidden = false;
