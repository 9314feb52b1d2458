"""The rules of Bonfire read a second time: prices, places, gains and points from the printed facts alone.

Nothing here asks the code of the game what a rule means; only its types, its tables of printed facts and the
conditions of tasks (which have tests of their own) are shared. Slow and plain on purpose.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from domain.bonfire import catalogue as c
from domain.bonfire.state import Bonfire, City, PlacedFate
from domain.bonfire.tasks import TASK

Tokens: TypeAlias = Counter[str]
Cell: TypeAlias = tuple[int, int]
Stands: TypeAlias = dict[str, str]

TURNS = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}
STRIDES = ("path", "bonfire")
OPTIONS = {"two_tiles": (2, 1), "two_resources": (1, 2)}
_HARVESTERS = {"pink": 10, "grey": 11, "wood": 12, "blue": 13}
_BASIC = frozenset(resource.value for resource in c.BASIC_RESOURCES)


def owns(city: City, number: int) -> bool:
    """Whether a specialist is in the city."""
    return f"specialist-{number:02}" in city.gnomes


def tiles_of(city: City) -> Tokens:
    """The action tiles that a city holds."""
    return Counter({tile.value: getattr(city.tiles, tile) for tile in c.Tile})


def resources_of(city: City) -> Tokens:
    """The resources that a city holds."""
    return Counter({resource.value: getattr(city.resources, resource) for resource in c.Resource})


def _parts(tokens: Tokens) -> Iterator[Tokens]:
    """Every part of some tokens that is not all of them."""
    kinds = list(+tokens)
    for counts in product(*(range(tokens[kind] + 1) for kind in kinds)):
        if sum(counts) < tokens.total():
            yield Counter(dict(zip(kinds, counts)))


def pays_tiles(city: City, kind: str, units: int, paid: Tokens) -> bool:
    """The reference check of section 5 for tiles."""
    held, worth = tiles_of(city), 2 if owns(city, 5) else 1

    def covers(tokens: Tokens) -> bool:
        exact, wild = tokens[kind], tokens["yellow"]
        others = tokens.total() - exact - wild
        lacking = others == 0 or exact == held[kind]
        return others % 2 == 0 and lacking and exact + worth * wild + others // 2 >= units

    return paid <= held and covers(paid) and not any(covers(part) for part in _parts(paid))


def has_tiles(city: City, kind: str, units: int) -> bool:
    """Whether that many tiles of a kind can be paid: all exact and yellow ones, then pairs."""
    held = tiles_of(city)
    others = held.total() - held[kind] - held["yellow"]
    return held[kind] + (2 if owns(city, 5) else 1) * held["yellow"] + others // 2 >= units


def _ways(held: tuple[int, ...], units: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every payment of section 5 for a list of resources, minimal or not."""
    having = Counter({resource.value: count for resource, count in zip(c.Resource, held)})
    pairs = list(combinations_with_replacement(+having, 2))
    for way in product(*([(unit,), *([] if unit == "gold" else [("gold",)]), *pairs] for unit in units)):
        exact = Counter(unit for unit, cover in zip(units, way) if cover == (unit,))
        lacking = all(exact[unit] == having[unit] for unit, cover in zip(units, way) if len(cover) == 2)
        paid = tuple(sorted(token for cover in way for token in cover))
        if lacking and Counter(paid) <= having:
            yield paid


@cache
def _payments(held: tuple[int, ...], units: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(_ways(held, units))


@cache
def _is_payable(held: tuple[int, ...], units: tuple[str, ...]) -> bool:
    return next(_ways(held, units), None) is not None


def pays_resources(city: City, units: Sequence[str], paid: Tokens, *, any_kind: bool) -> bool:
    """The reference check of section 5 for a list of resources."""
    held = resources_of(city)
    lists = _payments(tuple(held[resource] for resource in c.Resource), tuple(units))

    def covers(tokens: Tokens) -> bool:
        return (any_kind and tokens.total() == len(units)) or tuple(sorted(tokens.elements())) in lists

    return paid <= held and covers(paid) and not any(covers(part) for part in _parts(paid))


def has_resources(city: City, units: Sequence[str], *, any_kind: bool) -> bool:
    """Whether a list of resources can be paid."""
    held = resources_of(city)
    if any_kind:
        return held.total() >= len(units)
    return _is_payable(tuple(held[resource] for resource in c.Resource), tuple(units))


@cache
def routes_between(start: str, end: str) -> int:
    """Fewest ship routes from one island to another."""
    reached, steps = {start}, 0
    while end not in reached:
        reached |= {near for island in reached for near in c.ISLAND[c.IslandId(island)].routes}
        steps += 1
    return steps


def ship_price(city: City, island: str) -> int:
    """BF-T23, BF-G21."""
    if city.ship == "landing_stage":
        return 1
    routes = routes_between(city.ship, island)
    if owns(city, 21):
        return 1 if routes <= 2 else 2 if routes == 3 else 3
    return min(routes, 3)


def bonfire_price(state: Bonfire, city: City, space: int) -> int:
    """BF-T51, BF-T52, BF-G22."""
    distance = (space - state.board.pointer) % 7 or 7
    if not state.board.great_bonfire_used:
        return 1
    if owns(city, 22):
        return 1 if distance <= 2 else 2 if distance == 3 else 3
    return min(distance, 3)


def task_price(city: City) -> int:
    """BF-T29, BF-G26."""
    return 1 if owns(city, 26) else 1 + sum(offering.island == city.ship for offering in city.offerings)


def task_units(city: City, pile: str) -> list[str] | None:
    """BF-T30: what the island and the open offering of a pile ask for; None for an empty pile."""
    offerings = city.offerings_left if pile == "left" else city.offerings_right
    island = c.ISLAND[c.IslandId(city.ship)].resource
    return [island, c.OFFERING_RESOURCE[offerings[0]]] if offerings and island else None


def payable_piles(city: City) -> list[str]:
    """The offering piles whose open tile can be delivered."""
    asked = {pile: task_units(city, pile) for pile in ("left", "right")}
    return [
        pile for pile, units in asked.items() if units and has_resources(city, units, any_kind=owns(city, 3))
    ]


def tasks_here(state: Bonfire, city: City) -> list[str]:
    """BF-T28 to BF-T32: the tasks that can be received now."""
    tasks = state.board.tasks_on(city.ship)
    full = all(space.task is not None for space in city.spaces)
    if not tasks or full or not has_tiles(city, "task", task_price(city)):
        return []
    return list(tasks) if payable_piles(city) else []


def guardian_here(state: Bonfire, city: City) -> bool:
    """BF-T34, BF-T35: whether the ship lies where a guardian can be fetched."""
    island = c.ISLAND.get(c.IslandId(city.ship))
    if island is None or island.guardian is None or city.place_of(island.guardian) is not None:
        return False
    return state.board.guardians_left(island.guardian) > 0 and has_tiles(city, "guardian", 1)


def cells(anchor: Cell, rotation: int) -> list[Cell]:
    """BF-T12: the three cells of a tile."""
    down, right = TURNS[rotation]
    return [(anchor[0] + n * down, anchor[1] + n * right) for n in range(3)]


@cache
def layout(fate: tuple[PlacedFate, ...]) -> dict[Cell, str]:
    """The symbols in a fate area and beside it; treat it as read-only."""
    return {
        cell: symbol.value
        for placed in fate
        for cell, symbol in zip(
            cells((placed.row, placed.column), placed.rotation), c.FATE_TILE[placed.tile].symbols
        )
    }


def _touching(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in TURNS.values()]


def fits(city: City, anchor: Cell, rotation: int) -> bool:
    """BF-T12a to BF-T12c, BF-G27."""
    return rotation in anchors(city).get(anchor, ())


def anchors(city: City) -> dict[Cell, list[int]]:
    """Every anchor at which a tile fits, with its rotations."""
    return _anchors(city.fate, 1 if owns(city, 27) else 3)


@cache
def _anchors(fate: tuple[PlacedFate, ...], inside: int) -> dict[Cell, list[int]]:
    found: dict[Cell, list[int]] = {}
    for row, column, rotation in product(range(-1, 8), range(-1, 10), TURNS):
        covered, lying = cells((row, column), rotation), layout(fate)
        within = sum(1 <= row <= 5 and 1 <= column <= 7 for row, column in covered)
        touches = any(near in lying for cell in covered for near in _touching(cell))
        if within >= inside and touches and not any(cell in lying for cell in covered):
            found.setdefault((row, column), []).append(rotation)
    return found


def fate_gains(city: City, tile: str, anchor: Cell, rotation: int) -> tuple[Tokens, Tokens]:
    """BF-T14, BF-T15, BF-G16: the tiles and resources that a placement gives."""
    covered, symbols = cells(anchor, rotation), c.FATE_TILE[c.FateTileId(tile)].symbols
    lying = layout(city.fate) | {cell: symbol.value for cell, symbol in zip(covered, symbols)}
    tiles, resources, seen = Counter[str](), Counter[str](), set[Cell]()
    for start in covered:
        reached, frontier = {start}, [start]
        while frontier:
            near = [cell for cell in _touching(frontier.pop()) if lying.get(cell) == lying[start]]
            frontier += [cell for cell in near if cell not in reached]
            reached |= set(near)
        if start not in seen:
            tiles[lying[start]] += len(reached)
        seen |= reached
    times = 2 if owns(city, 16) else 1
    resources["gold"] += times * sum(cell in {(1, 2), (1, 6), (5, 2), (5, 6)} for cell in covered)
    tiles["yellow"] += times * sum(cell in {(1, 4), (3, 1), (3, 7), (5, 4)} for cell in covered)
    return tiles, resources


def stands_of(city: City) -> Stands:
    """Where the guardians of a city stand."""
    return {place.guardian.value: place.at for place in city.guardians}


def rank(place: str) -> int:
    """How far along the path somebody stands who is not at a bonfire."""
    return 0 if place == "start_area" else int(place.removeprefix("path:"))


def step(city: City, stands: Stands, place: str, stride: str) -> str | None:
    """BF-T39, BF-T40, BF-G1: where a step leads, if it is possible."""
    if place.startswith("bonfire") or (stride == "bonfire" and place == "start_area"):
        return None
    here = rank(place)
    if stride == "path":
        ahead = f"path:{here + 1}"
        free = owns(city, 1) or ahead not in stands.values()
        return ahead if here + 1 <= len(city.paths) + 1 and free else None
    beside = f"bonfire:{here}"
    lit = city.spaces[here - 1].lit and here in city.portals
    return beside if lit and beside not in stands.values() else None


def walk(city: City, stands: Stands, place: str, strides: Sequence[str]) -> str | None:
    """Where several steps lead, if all of them are possible."""
    at: str | None = place
    for stride in strides:
        at = None if at is None else step(city, stands, at, stride)
    return at


def can_step(city: City, stands: Stands, guardian: str) -> bool:
    """Whether a guardian can take a step."""
    return any(step(city, stands, stands[guardian], stride) for stride in STRIDES)


def anybody_can_step(city: City, stands: Stands | None = None) -> bool:
    """BF-T41."""
    standing = stands_of(city) if stands is None else stands
    return any(can_step(city, standing, guardian) for guardian in standing)


def harvest(city: City, guardian: str, position: int, picked: str | None) -> Tokens:
    """BF-T42, BF-G28, BF-G29: what a guardian gathers who ends on a path tile."""
    shown = "gold" if position == 1 else c.PATH_TILE[city.paths[position - 2]].resource.value
    assert (picked is not None) == owns(city, 6)
    assert picked is None or picked in _BASIC or picked == shown == "gold"
    amount = 2 if guardian in _HARVESTERS and owns(city, _HARVESTERS[guardian]) else 1
    gathered = Counter({picked or shown: amount})
    gathered["gold"] += position == 1 and owns(city, 20)
    return gathered


def shift_places(city: City, guardian: str, lit: int | None = None) -> set[str]:
    """BF-C6a to BF-C6d: where one guardian may be put; `lit` is a bonfire that is about to burn."""
    stands = stands_of(city)
    reach = range(1, len(city.paths) + 2)
    paths = {f"path:{n}" for n in reach if owns(city, 1) or f"path:{n}" not in stands.values()}
    burning = [n for n in reach if n in city.portals and (n == lit or city.spaces[n - 1].lit)]
    return (paths | {f"bonfire:{n}" for n in burning if f"bonfire:{n}" not in stands.values()}) - {
        stands[guardian]
    }


def fitting_portals(state: Bonfire, city: City, space: int) -> set[str]:
    """BF-T55, BF-G25."""
    empty = [position for position in range(7, 0, -1) if position not in city.portals]
    shapes = [c.BOARD[city.board].portals[position - 1] for position in empty]
    wanted = shapes if owns(city, 25) else shapes[:1]
    return {shape.value for shape in wanted if shape in state.board.portals[space]}


def reward_sets(state: Bonfire, city: City, space: int) -> set[frozenset[str]]:
    """BF-T54, BF-G23."""
    sets = [{"tile", "resource"}]
    if fitting_portals(state, city, space):
        sets += [{"tile", "portal"}, {"resource", "portal"}]
        sets += [{"tile", "resource", "portal"}] if owns(city, 23) else []
    return {frozenset(chosen) for chosen in sets}


def gnome_units(gnome: str, option: str) -> list[str]:
    """BF-T58: the resources of an option."""
    return [c.GNOME_CARD[c.GnomeId(gnome)].resource.value] * OPTIONS[option][1]


def recruit_options(city: City, gnome: str) -> list[str]:
    """BF-T57, BF-T58: the options that can be paid."""
    if len(city.gnomes) >= 6:
        return []
    return [
        option
        for option, (tiles, _) in OPTIONS.items()
        if has_tiles(city, "gnome", tiles)
        and has_resources(city, gnome_units(gnome, option), any_kind=owns(city, 9))
    ]


def path_price(city: City) -> int:
    """BF-T45."""
    return 1 if len(city.paths) < 3 else 2


def can_build(city: City) -> bool:
    """BF-T44, BF-T45."""
    return len(city.paths) < 6 and has_tiles(city, "path", path_price(city))


def fulfilled_tasks(city: City) -> list[int]:
    """BF-T61: the positions whose task can be lit."""
    return [
        position
        for position, space in enumerate(city.spaces, start=1)
        if space.task is not None and not space.lit and TASK[space.task].needs.met(city)
    ]


def common_tasks(city: City) -> set[str]:
    """BF-K1 to BF-K5."""
    met = {
        "common_tasks_7": all(space.task is not None for space in city.spaces),
        "common_portals_7": len(city.portals) == 7,
        "common_paths_7": len(city.paths) == 6,
        "common_guardians_5": len(city.guardians) == 5,
        "common_gnomes_6": len(city.gnomes) == 6,
    }
    return {task for task, is_met in met.items() if is_met}


def usable_novices(state: Bonfire, seat: int) -> set[str]:
    """BF-T67: common tasks whose neutral novice this seat may send."""
    return {task.value for task in state.board.neutral_novices} & common_tasks(state.cities[seat])


def has_main_option(state: Bonfire, seat: int) -> bool:
    """BF-T9a: whether one of I, II, III is legal, discards allowed."""
    city = state.cities[seat]
    gnomes = (card for card in (*state.board.specialists, *state.board.elders) if card is not None)
    return bool(
        (city.fate_supply and anchors(city))
        or has_tiles(city, "ship", 1)
        or has_tiles(city, "great_bonfire", 1)
        or tasks_here(state, city)
        or guardian_here(state, city)
        or (has_tiles(city, "guardian", 1) and anybody_can_step(city))
        or can_build(city)
        or any(recruit_options(city, card) for card in gnomes)
        or fulfilled_tasks(city)
    )


def elder_points(city: City, gnome: str) -> int:
    """BF-L1 to BF-L6, BF-G4: what an elder gives who has just joined the city."""
    counts = {
        "elder-1": len(city.paths) + 1,
        "elder-2": len(city.fate),
        "elder-3": len(city.portals),
        "elder-4": sum(space.task is not None for space in city.spaces),
        "elder-5": len(city.guardians),
        "elder-6": len(city.gnomes),
    }
    return counts[gnome] + (2 if owns(city, 4) else 0) if gnome in counts else 0


def total(city: City) -> int:
    """BF-FS1 to BF-FS10."""
    points = city.points + 3 * len(city.fate_supply) + 4 * len(common_tasks(city))
    points += (tiles_of(city).total() + resources_of(city).total()) // 2
    for position, space in enumerate(city.spaces, start=1):
        if space.task is not None and space.lit:
            points += TASK[space.task].points + 2 * (position in city.portals)
            crystals = [None, *(c.PATH_TILE[path].crystal for path in city.paths)]
            points += 2 * (crystals[position - 1 : position] == [TASK[space.task].color])
    at_bonfires = [int(place[8:]) for place in stands_of(city).values() if place.startswith("bonfire:")]
    points += sum(position + 1 for position in at_bonfires)
    points += 2 * len(at_bonfires) * owns(city, 18)
    return points + 3 * all(space.lit for space in city.spaces)
