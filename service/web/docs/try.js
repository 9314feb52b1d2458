// Sends the call that the page describes, with what was typed into the form, and shows the answer.

const form = document.getElementById("call");
const output = document.getElementById("answer");
const STORED = "emberlog.docs.token";
const LONGEST = 20_000;
const PATIENCE = 5_000;

form.elements.token.value = sessionStorage.getItem(STORED) ?? "";

function address(values) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const [name, value] of values) {
    const [place, parameter] = name.split(":");
    if (place === "path") path = path.replace(`{${parameter}}`, encodeURIComponent(value));
    if (place === "query" && value) query.set(parameter, value);
  }
  return query.size ? `${path}?${query}` : path;
}

function show(...lines) {
  const block = document.createElement("pre");
  block.tabIndex = 0;
  block.textContent = lines.filter(Boolean).join("\n\n").slice(0, LONGEST);
  output.replaceChildren(block);
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

// A stream never ends by itself: show what has arrived after some seconds.
async function bodyOf(answer) {
  if (!answer.body) return "";
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const deadline = setTimeout(() => reader.cancel(), PATIENCE);
  let text = "";
  while (text.length < LONGEST) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  clearTimeout(deadline);
  return text;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = new FormData(form);
  const token = values.get("token").trim();
  sessionStorage.setItem(STORED, token);
  const request = { method: form.dataset.method, headers: {} };
  if (token) request.headers.Authorization = `Bearer ${token}`;
  if (values.get("body")) {
    request.headers["Content-Type"] = "application/json";
    request.body = values.get("body");
  }
  show("…");
  try {
    const answer = await fetch(address(values), request);
    show(`${answer.status} ${answer.statusText}`, readable(await bodyOf(answer)));
  } catch (error) {
    show(`No answer: ${error.message}`);
  }
});
