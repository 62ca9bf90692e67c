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
  const at = Math.max(place.text.toLowerCase().indexOf(words[0]), 0);
  about.textContent = (at > AROUND ? "… " : "") + place.text.slice(Math.max(at - AROUND, 0), at + 2 * AROUND);
  item.append(link, about);
  return item;
}

field.addEventListener("focus", () => {
  // A script and not a request: it is also there for pages that are opened as files.
  const index = document.createElement("script");
  index.src = form.dataset.index;
  document.head.append(index);
}, { once: true });
field.addEventListener("input", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
form.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  field.value = "";
  show();
  field.focus();
});
form.hidden = false;
