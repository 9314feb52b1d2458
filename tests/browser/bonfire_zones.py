"""What each area of the Bonfire table must show for a view: kind, id, seat and value of every piece."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

STEPS = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}
"""Down and right from one symbol of a fate tile to the next, by rotation."""


class Piece(NamedTuple):
    """A drawn piece, as its attributes name it."""

    kind: str
    id: str
    value: str
    seat: str | None = None


Catalogue: TypeAlias = Mapping[str, Any]


def board(view: Any, catalogue: Catalogue) -> set[Piece]:
    """The wide board: sea, fire and path tiles."""
    return sea(view, catalogue) | fire(view, catalogue) | paths(view)


def sea(view: Any, _catalogue: Catalogue) -> set[Piece]:
    """Islands with tasks, guardians, offerings and ships."""
    tasks = {row["island"]: row["tasks"] for row in view["board"]["tasks"]}
    found = {Piece("island", island, ",".join(here)) for island, here in tasks.items()}
    found |= {Piece("task", task, island) for island, here in tasks.items() for task in here}
    for row in view["board"]["guardians"]:
        found.add(Piece("island", f"g_{row['guardian']}", str(row["left"])))
    for city in view["cities"]:
        seat = str(city["seat"])
        found.add(Piece("ship", f"ship:{seat}", city["ship"], seat))
        islands = [each["island"] for each in city["offerings"]]
        for island in set(islands):
            count = str(islands.count(island))
            found.add(Piece("offering", f"{island}/offering:{seat}", count, seat))
    return found


def fire(view: Any, catalogue: Catalogue) -> set[Piece]:
    """The Great Bonfire, the High Council, the common tasks and the countdown."""
    return set(chain(_spaces(view), _council(view), _common(view), [_countdown(view, catalogue)]))


def _spaces(view: Any) -> Iterator[Piece]:
    yield Piece("great_bonfire", "great_bonfire", view["board"]["great_bonfire"])
    for number, portals in enumerate(view["board"]["portals"]):
        yield Piece("bonfire_space", f"gb{number}", ",".join(portals))


def _council(view: Any) -> Iterator[Piece]:
    for row in view["board"]["council"]:
        novices = [
            f"{'~' if each['flat'] else ''}{'-' if each['seat'] is None else each['seat']}"
            for each in row["novices"]
        ]
        yield Piece("council_space", row["space"], ",".join(novices))


def _common(view: Any) -> Iterator[Piece]:
    cities = view["cities"]
    counts = {
        "common_tasks_7": [sum(space["task"] is not None for space in city["spaces"]) for city in cities],
        "common_portals_7": [len(city["portals"]) for city in cities],
        "common_paths_7": [len(city["paths"]) + 1 for city in cities],
        "common_guardians_5": [len(city["guardians"]) for city in cities],
        "common_gnomes_6": [len(city["gnomes"]) for city in cities],
    }
    for task, numbers in counts.items():
        novice = "novice" if task in view["board"]["neutral_novices"] else "none"
        yield Piece("common_task", task, f"{novice} {','.join(map(str, numbers))}")


def _countdown(view: Any, catalogue: Catalogue) -> Piece:
    if view["countdown"] and view["countdown"]["value"] is not None:
        return Piece("countdown", "countdown", str(view["countdown"]["value"]))
    seated = sum(len(row["novices"]) for row in view["board"]["council"])
    threshold = catalogue["printed"]["countdown_thresholds"][view["players"] - 1]
    return Piece("countdown", "countdown", f"{seated}/{threshold}")


def paths(view: Any) -> set[Piece]:
    """The path tiles of the display and the piles."""
    shown = enumerate(view["board"]["path_display"], start=1)
    piles = enumerate(view["board"]["path_pile_sizes"], start=1)
    return {Piece("source", f"display:{slot}", path or "") for slot, path in shown} | {
        Piece("source", f"pile:{pile}", str(size)) for pile, size in piles
    }


def gnomes(view: Any, _catalogue: Catalogue) -> set[Piece]:
    """The gnomes that can be recruited, and how many are left in the pile."""
    slots = enumerate(view["board"]["specialists"], start=1)
    found = {Piece("gnome", gnome, f"specialist_display:{slot}") for slot, gnome in slots if gnome}
    found |= {Piece("gnome", gnome, "elder") for gnome in view["board"]["elders"]}
    return found | {Piece("gnome_pile", "gnome_pile", str(view["board"]["gnome_pile_size"]))}


def market(view: Any, catalogue: Catalogue) -> set[Piece]:
    """The market of a phone."""
    return paths(view) | gnomes(view, catalogue)


def city(view: Any, seat: int, *, mine: bool) -> set[Piece]:
    """A city; in your own one, places have the names under which they are chosen."""
    of, row = str(seat), view["cities"][seat]
    space, place, pile, guardian = (
        ("position", "destination", "pile", "guardian")
        if mine
        else ("space", "place", "offerings", "guardian_of")
    )
    found = {Piece("city", f"city:{seat}", row["board"], of)}
    for side in ("left", "right"):
        top = row[f"{side}_pile"]
        found.add(Piece(pile, side, f"{top['top'] or ''} {top['size']}", of))
    found |= {Piece(guardian, each["guardian"], each["at"], of) for each in row["guardians"]}
    for position in range(1, 8):
        here = row["spaces"][position - 1]
        standing = [each["guardian"] for each in row["guardians"] if each["at"] == f"bonfire:{position}"]
        shape = row["notches"][position - 1]
        filled = " portal" if position in row["portals"] else ""
        built = ["start", *row["paths"]]
        lit = " lit" if here["lit"] else ""
        found |= {
            Piece(space, str(position), f"{here['task'] or ''}{lit}", of),
            Piece(place, f"bonfire:{position}", ",".join(standing), of),
            Piece("notch", f"notch:{position}", f"{shape}{filled}", of),
            Piece(place, f"path:{position}", built[position - 1] if position <= len(built) else "", of),
        }
    return found | {Piece("gnome_of", gnome, str(n), of) for n, gnome in enumerate(row["gnomes"], start=1)}


def fate(view: Any, catalogue: Catalogue, seat: int, *, mine: bool) -> set[Piece]:
    """The fate area of a city, without the rim, and its supply."""
    of, row, printed = str(seat), view["cities"][seat], catalogue["printed"]
    symbols = {
        each["id"]: each["facts"]["symbols"]
        for each in catalogue["components"]
        if each["kind"] == "fate_tile"
    }
    cells = dict.fromkeys(map(tuple, printed["gold_cells"]), "gold")
    cells |= dict.fromkeys(map(tuple, printed["yellow_cells"]), "yellow")
    found = {Piece("fate", f"fate:{seat}", str(len(row["fate"])), of)}
    for placed in row["fate"]:
        where = f"{placed['row']},{placed['column']} {placed['rotation']}"
        found.add(Piece("fate_tile", placed["tile"], where))
        down, right = STEPS[placed["rotation"]]
        for step, symbol in enumerate(symbols[placed["tile"]]):
            cells[placed["row"] + step * down, placed["column"] + step * right] = symbol
    for r in range(1, printed["fate_rows"] + 1):
        for c in range(1, printed["fate_columns"] + 1):
            found.add(Piece("anchor" if mine else "cell", f"{r},{c}", cells.get((r, c), ""), of))
    return found | set(_supply(row, of, mine=mine))


def _supply(row: Any, of: str, *, mine: bool) -> Iterator[Piece]:
    supply = row["fate_supply"]
    for number, tile in enumerate(supply, start=1):
        end = "top" if number == 1 else "bottom" if number == len(supply) else ""
        kind, key = ("end", end) if mine and end else ("fate_supply", end or tile)
        yield Piece(kind, key, f"{tile} {number}", of)
    if row["fate_reserve"]:
        yield Piece("fate_reserve", row["fate_reserve"], f"{row['fate_reserve']} reserve", of)


def tom(view: Any) -> set[Piece]:
    """Tom's cards; the one that asks, or else the last one."""
    cards = view["tom"]
    offer = view["turn"]["offer"]
    found = {
        Piece("tom", "tom", f"{cards['pile_size']} {len(cards['discard'])} {cards['playthrough']}"),
    }
    if offer and offer["kind"] == "tom":
        return found | {Piece("tom_card", offer["card"], "asks")}
    return found | {Piece("tom_card", card, "played") for card in cards["discard"][-1:]}
