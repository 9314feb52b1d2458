// What the page shows is fetched from the API, as any other client would.

const link = (address, text) => Object.assign(document.createElement("a"), { href: address, textContent: text });

function item(...parts) {
  const line = document.createElement("li");
  line.append(...parts);
  return line;
}

function quiet(text) {
  return Object.assign(document.createElement("span"), { className: "quiet", textContent: text });
}

async function fill(list, address, nothing, show) {
  const place = document.getElementById(list);
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.detail);
    place.replaceChildren(...(found.items.length ? found.items.map(show) : [item(quiet(nothing))]));
  } catch (error) {
    place.replaceChildren(item(quiet(error.message)));
  }
}

document.getElementById("origin").textContent = location.origin;
fill("rulesets", "/v1/rulesets", "There are none.", (rules) =>
  item(link(`/v1/rulesets/${rules.name}`, rules.title), ` – ${rules.text}`),
);
fill("games", "/v1/games?status=active&first=20", "Nobody is playing at the moment.", (game) =>
  item(
    link(`/v1/games/${game.id}`, game.ruleset),
    quiet(` – ${game.seats.length} seats, since ${new Date(game.created_at).toLocaleString()}`),
  ),
);
