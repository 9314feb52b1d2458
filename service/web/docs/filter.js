// Shows only the calls and types that contain every word of the search field.

const field = document.getElementById("filter");
const found = document.getElementById("found");
const items = [...document.querySelectorAll("[data-find]")];
const sections = [...document.querySelectorAll("section")];

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of items) {
    const text = item.dataset.find.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of sections) section.hidden = !section.querySelector("[data-find]:not([hidden])");
  found.textContent = words.length ? `${items.filter((item) => !item.hidden).length} found` : "";
}

field.addEventListener("input", filter);
filter();
