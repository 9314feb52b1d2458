"""The value of a position for a seat, computed only from its view: points so far and expected points."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from domain.bonfire import conditions as c
from domain.bonfire.catalogue import (
    BASIC_RESOURCES,
    FATE_TILE,
    GNOME_CARD,
    GOLD_CELLS,
    GUARDIAN_POINTS,
    ISLAND,
    MAX_GNOMES,
    MAX_GUARDIANS,
    MAX_PATHS,
    MAX_PORTALS,
    MAX_TASKS,
    PATH_TILE,
    POSITIONS,
    YELLOW_CELLS,
    ActionType,
    Cell,
    Color,
    CouncilSpace,
    FateTileId,
    GnomeId,
    GnomeRole,
    Guardian,
    IslandId,
    Resource,
    TaskId,
    Tile,
    islands_of,
)
from domain.bonfire.commands import FateCell
from domain.bonfire.common import COMMON_TASKS, fulfilled
from domain.bonfire.conditions import AnyCondition, Condition, color_of, guardians_at_bonfires, held
from domain.bonfire.elders import ELDER
from domain.bonfire.fate_area import DIRECTION, area_sizes, cells, symbols
from domain.bonfire.scoring import LINES
from domain.bonfire.state import Arrival, Bonus, City, Phase, Resources, SeatStatus, Tiles
from domain.bonfire.tasks import TASK
from domain.bonfire.view import BonfireView, CityView
from domain.bonfire.walking import on_path

# In points, tuned by letting the bot play against itself.
_FULFILLED: Final = 0.7
_UNSTARTED: Final = 0.1
_PER_PROGRESS: Final = 0.6
_NOVICE: Final = 2.0
_MATCH: Final = 2
_PORTAL: Final = 2.2
_PATH: Final = 2.0
_GUARDIAN: Final = 3.0
_SPECIALIST: Final = 2.4
_ELDER: Final = 1.0
_FATE: Final = 3.0
_TILE: Final = 0.55
_RESOURCE: Final = 0.9
_DIMINISHING: Final = (1.0, 1.0, 0.8, 0.6, 0.4, 0.2)
"""The value of the first, second, third … token of a kind, relative to the first."""
_BONUS: Final[Mapping[CouncilSpace, float]] = {
    CouncilSpace.GOLD: 0.0,
    CouncilSpace.PATH: 2.5,
    CouncilSpace.GUARDIAN: 3.5,
    CouncilSpace.GREAT_BONFIRE: 4.0,
    CouncilSpace.SPECIALIST: 4.0,
    CouncilSpace.GUARDIAN_MOVE: 3.0,
    CouncilSpace.SHIP: 2.0,
    CouncilSpace.FATE: 2.5,
}
"""The value of the special bonus of a space before its questions are answered."""


def position_value(view: BonfireView, seat: int, time: float) -> float:
    """The points if the game ended now, plus the potential for more, weighted by the time left."""
    city = public_city(view.cities[seat])
    points = sum(line(city).points for line in LINES)
    return points + time * (_potential(view, city) + _offer(view, city)) if time else points


def time_left(view: BonfireView, seat: int) -> float:
    """The time left: 1 until the countdown begins, 0 in the last turn of a seat."""
    if view.phase is Phase.FINAL_SCORING or view.cities[seat].status is not SeatStatus.ACTIVE:
        return 0.0
    if view.countdown is None:
        return 1.0
    return 0.7 if view.countdown.value is None else (view.countdown.value - 1) * 0.15


def public_city(seen: CityView) -> City:
    """The city behind a view; of the offering piles only their sizes are known."""
    left, right = seen.left_pile, seen.right_pile
    return City(
        color=seen.color,
        board=seen.board,
        extension=seen.extension,
        points=seen.points,
        tiles=seen.tiles,
        resources=seen.resources,
        status=seen.status,
        ship=seen.ship,
        guardians=seen.guardians,
        paths=seen.paths,
        portals=seen.portals,
        spaces=seen.spaces,
        gnomes=seen.gnomes,
        offerings_left=() if left.top is None else (left.top,) * left.size,
        offerings_right=() if right.top is None else (right.top,) * right.size,
        offerings=seen.offerings,
        fate_supply=seen.fate_supply,
        fate_reserve=seen.fate_reserve,
        fate=seen.fate,
        fulfilled=seen.fulfilled,
    )


def _potential(view: BonfireView, city: City) -> float:
    """The value of everything that does not give points yet."""
    return (
        _tasks(city)
        + _buildings(city)
        + _guardians(city)
        + _common_tasks(view, city)
        + _tiles(city.tiles, _wanted(city))
        + _resources(city.resources)
        + _FATE * len(city.fate_supply)
    )


def _tasks(city: City) -> float:
    unlit = ((p, space.task) for p, space in enumerate(city.spaces, start=1) if not space.lit)
    return sum(task_value(city, task, position) for position, task in unlit if task is not None)


def task_value(city: City, task: TaskId, position: int) -> float:
    """The expected value of a task at a position: its points, a novice, a fitting portal and path."""
    gain = TASK[task].points + _NOVICE + place_value(city, task, position)
    done = progress(TASK[task].needs, city)
    return gain * (_FULFILLED if done >= 1 else _UNSTARTED + _PER_PROGRESS * done)


def place_value(city: City, task: TaskId, position: int) -> float:
    """The value of a position for a task: portal, path of its colour, a guardian's points there."""
    portal = 2.0 if position in city.portals else 0.8
    guardian = 0.3 * GUARDIAN_POINTS[position] if position in city.portals else 0.12 * position
    if position == 1:
        return portal + guardian
    if position - 2 < len(city.paths):
        fits = PATH_TILE[city.paths[position - 2]].crystal is color_of(task)
        return portal + guardian + (_MATCH if fits else 0.0)
    return portal + guardian + 0.6


def _buildings(city: City) -> float:
    """The future use of portals, path tiles and gnomes."""
    gnomes = sum(_ELDER if card in ELDER else _SPECIALIST for card in city.gnomes)
    return _PORTAL * len(city.portals) + _PATH * len(city.paths) + gnomes


def gnome_value(city: City, card: GnomeId) -> float:
    """The value of a gnome: an elder's points or a specialist's power; less if its resource is missing."""
    brings = _ELDER + ELDER[card].points(city) if card in ELDER else _SPECIALIST
    return brings + (0.5 if held(city, GNOME_CARD[card].resource) else 0.0)


def fate_value(city: City, tile: FateTileId, anchor: FateCell) -> float:
    """The value of a fate tile at a cell in its best rotation: equal symbols beside it, printed symbols."""
    layout, needed = symbols(city.fate), _needed_cells(city)
    ways = (cells(anchor.row, anchor.column, rotation) for rotation in DIRECTION)
    free = (way for way in ways if not layout.keys() & way)
    return max((_placement_value(layout, needed, tile, way) for way in free), default=0.0)


def has_long_task(city: City) -> bool:
    """Whether the city has a task that takes several turns: covering cells, or holding many tiles at once."""
    return any(
        isinstance(TASK[space.task].needs, c.FateCellsCovered | c.ActionTiles)
        for space in city.spaces
        if space.task is not None and not space.lit
    )


def tasks_progress(city: City) -> float:
    """The sum of the progress on all tasks of a city, from 0 to 1 each."""
    return sum(
        1.0 if space.lit else progress(TASK[space.task].needs, city)
        for space in city.spaces
        if space.task is not None
    )


def _needed_cells(city: City) -> Counter[Cell]:
    """The cells that tasks of the city need covered."""
    needs = (TASK[space.task].needs for space in city.spaces if space.task is not None and not space.lit)
    return Counter(
        cell for need in needs if isinstance(need, c.FateCellsCovered) for cell in c.CELLS[need.cells]
    )


def _placement_value(
    layout: Mapping[Cell, ActionType], needed: Counter[Cell], tile: FateTileId, covered: Sequence[Cell]
) -> float:
    printed = sum(2 * needed[cell] + 1.5 * (cell in GOLD_CELLS or cell in YELLOW_CELLS) for cell in covered)
    return printed + sum(
        layout.get((row + down, column + right)) is symbol
        for (row, column), symbol in zip(covered, FATE_TILE[tile].symbols)
        for down, right in DIRECTION.values()
    )


def island_value(view: BonfireView, city: City, island: IslandId) -> float:
    """The value of what an island offers, minus its price."""
    return _island(view, replace(city, ship=island))


def _guardians(city: City) -> float:
    """The value of the guardians: from the front, each with the best remaining bonfire."""
    goals = _goals(city)
    walking = sorted((on_path(place.at) or 0 for place in city.guardians if place.at[0] != "b"), reverse=True)
    total = _GUARDIAN * len(city.guardians)
    for position in walking:
        ahead = {goal: value for goal, value in goals.items() if goal >= position}
        if ahead:
            goal = max(ahead, key=lambda goal: ahead[goal] / (1 + 0.15 * (goal - position)))
            total += goals.pop(goal) / (1 + 0.15 * (goal - position))
    return total + 0.15 * sum(walking)


def _goals(city: City) -> dict[int, float]:
    """The expected points of a guardian at each free bonfire, lit or likely to be lit, by position."""
    goals: dict[int, float] = {}
    for position in POSITIONS[: len(city.paths) + 1]:
        space = city.spaces[position - 1]
        if f"bonfire:{position}" in city.occupied or space.task is None:
            continue
        ready = space.lit and position in city.portals
        likely = 0.75 if ready else 0.35 if space.lit or position in city.portals else 0.15
        goals[position] = likely * GUARDIAN_POINTS[position]
    return goals


def _common_tasks(view: BonfireView, city: City) -> float:
    """The progress on common tasks; worth more while their neutral novices are there."""
    total = 0.0
    for common in COMMON_TASKS:
        share = common.count(city) / common.needed
        waiting = _NOVICE if common.id in view.board.neutral_novices else 0.0
        total += waiting if share >= 1 else share * share * (2.0 + waiting)
    return total


def _wanted(city: City) -> tuple[float, ...]:
    """The usefulness of each kind of action tile, in the order of the kinds."""
    room = MAX_TASKS - len(city.tasks)
    away = MAX_GUARDIANS - len(city.guardians)
    walking = sum(place.at[0] != "b" for place in city.guardians)
    return (
        min(1.1, 0.3 + 0.2 * room + 0.1 * away),
        min(1.2, 0.4 * room),
        min(1.2, 0.4 * away + 0.3 * walking),
        min(1.1, 0.3 * (MAX_PATHS - len(city.paths))),
        min(1.2, 0.3 + 0.3 * (MAX_PORTALS - len(city.portals))),
        min(1.2, 0.3 * (MAX_GNOMES - len(city.gnomes))),
        1.7,
    )


@lru_cache(maxsize=16384)
def _tiles(tiles: Tiles, wanted: tuple[float, ...]) -> float:
    counts = (getattr(tiles, kind) for kind in Tile)
    return _TILE * sum(use * _diminishing(count) for use, count in zip(wanted, counts))


@lru_cache(maxsize=16384)
def _resources(resources: Resources) -> float:
    basics = sum(_diminishing(getattr(resources, kind)) for kind in BASIC_RESOURCES)
    return _RESOURCE * (basics + 1.4 * _diminishing(resources.gold))


def _diminishing(count: int) -> float:
    return sum(_DIMINISHING[:count]) + 0.1 * max(0, count - len(_DIMINISHING))


def token_prices(city: City) -> Mapping[Tile | Resource, float]:
    """The cost of spending a token; lower if many of its kind are left."""
    prices: dict[Tile | Resource, float] = {}
    for tile, use in zip(Tile, _wanted(city)):
        prices[tile] = 0.6 + _TILE * use / (1 + getattr(city.tiles, tile))
    for resource in Resource:
        use = 1.4 if resource is Resource.GOLD else 1.0
        prices[resource] = 0.6 + _RESOURCE * use / (1 + held(city, resource))
    return prices


def _offer(view: BonfireView, city: City) -> float:
    """The value of a pending decision: a bonus, a free procession, the island's action."""
    offer = view.turn.offer
    if isinstance(offer, Bonus):
        return _BONUS[offer.space]
    return 0.5 if isinstance(offer, Arrival) else 0.15 * max(0.0, _island(view, city))


def _island(view: BonfireView, city: City) -> float:
    """The value of what the ship's island offers, minus its price."""
    island = ISLAND.get(IslandId(city.ship))
    if island is None:
        return 0.0
    if island.guardian is not None:
        return 2.0 if city.place_of(island.guardian) is None else 0.0
    free = next((p for p in reversed(POSITIONS) if city.spaces[p - 1].task is None), None)
    tasks = next((entry.tasks for entry in view.board.tasks if entry.island == city.ship), ())
    if free is None or not tasks:
        return 0.0
    return max(task_value(city, task, free) for task in tasks) - 3.2


def progress(condition: AnyCondition, city: City) -> float:
    """How far a condition is met, from 0 to 1."""
    return min(1.0, _PROGRESS[type(condition)](condition, city))


def _group(city: City, symbol: Any, count: int) -> float:
    sizes = area_sizes(city.fate)[symbol]
    return min(1.0, sizes[0] / count) if sizes else 0.0


def _pairs(need: c.ResourcePairsOfKinds, city: City) -> float:
    best = sorted((held(city, resource) for resource in BASIC_RESOURCES), reverse=True)[: need.kinds]
    return sum(min(count, need.count) for count in best) / (need.kinds * need.count)


def _offerings(city: City) -> list[int]:
    return sorted(Counter(offering.island for offering in city.offerings).values(), reverse=True)


def _both_islands(need: c.OfferingOnBothResourceIslands, city: City) -> float:
    return sum(city.offerings_on(island) > 0 for island in islands_of(need.resource)) / 2


def _present(city: City, *guardians: Guardian) -> float:
    return sum(city.place_of(guardian) is not None for guardian in guardians) / len(guardians)


def _lit_colors(city: City, *colors: Color) -> float:
    lit = {color_of(task) for task in city.bonfires}
    return sum(color in lit for color in colors) / len(colors)


def _two_groups(need: c.FateTwoGroups, city: City) -> float:
    sizes = sorted((size for of in area_sizes(city.fate).values() for size in of), reverse=True)[:2]
    return sum(min(size, need.count) for size in sizes) / (2 * need.count)


def _covered(need: c.FateCellsCovered, city: City) -> float:
    cells, layout = c.CELLS[need.cells], symbols(city.fate)
    return sum(cell in layout for cell in cells) / len(cells)


_PROGRESS: Final[Mapping[type[Condition], Callable[[Any, City], float]]] = {
    c.HasGuardian: lambda need, city: 1.0 if need.met(city) else 0.6,
    c.PathWithResource: lambda need, city: 1.0 if need.met(city) else 0.7 * (len(city.paths) < MAX_PATHS),
    c.OfferingOnResourceIsland: lambda need, city: 1.0 if need.met(city) else 0.6,
    c.GnomeWithResource: lambda need, city: 1.0 if need.met(city) else 0.7 * (len(city.gnomes) < MAX_GNOMES),
    c.ResourcePairsOfKinds: _pairs,
    c.OfferingsOnDistinctIslands: lambda need, city: len(_offerings(city)) / need.count,
    c.OfferingsOnOneIsland: lambda need, city: max(_offerings(city), default=0) / need.count,
    c.FateGroup: lambda need, city: _group(city, need.symbol, need.count),
    c.CommonTasksFulfilled: lambda _, city: max(
        0.8 * max(common.count(city) / common.needed for common in COMMON_TASKS), len(fulfilled(city))
    ),
    c.Portals: lambda need, city: len(city.portals) / need.count,
    c.HasGuardians: lambda need, city: _present(city, need.first_guardian, need.second_guardian),
    c.Gnomes: lambda need, city: len(city.gnomes) / need.count,
    c.ResourceCount: lambda need, city: held(city, need.resource) / need.count,
    c.AdjacentPathsSameResource: lambda need, city: 1.0 if need.met(city) else 0.4,
    c.OfferingOnBothResourceIslands: _both_islands,
    c.BonfiresAllColors: lambda _, city: _lit_colors(city, *Color),
    c.BonfiresOfColors: lambda need, city: _lit_colors(city, need.first_color, need.second_color),
    c.Guardians: lambda need, city: len(city.guardians) / need.count,
    c.FateGroups: lambda need, city: (
        (_group(city, need.first_symbol, need.count) + _group(city, need.second_symbol, need.count)) / 2
    ),
    c.TasksOrBonfiresOfColor: lambda need, city: (
        sum(color_of(task) is need.color for task in city.tasks) / need.count
    ),
    c.Elders: lambda need, city: (
        sum(GNOME_CARD[card].role is GnomeRole.ELDER for card in city.gnomes) / need.count
    ),
    c.OfferingPileDepleted: lambda _, city: 1 - min(len(city.offerings_left), len(city.offerings_right)) / 5,
    c.PathsOfCrystal: lambda need, city: (
        sum(PATH_TILE[path].crystal is need.color for path in city.paths) / need.count
    ),
    c.Bonfires: lambda need, city: len(city.bonfires) / need.count,
    c.IslandsWithTwoOfferings: lambda need, city: (
        sum(min(lying, 2) for lying in _offerings(city)[: need.count]) / (2 * need.count)
    ),
    c.IdenticalResources: lambda need, city: (
        max(held(city, resource) for resource in BASIC_RESOURCES) / need.count
    ),
    c.FateCellsCovered: _covered,
    c.GuardiansAtBonfires: lambda need, city: len(guardians_at_bonfires(city)) / need.count,
    c.ActionTiles: lambda need, city: getattr(city.tiles, need.tile.value) / need.count,
    c.FateTwoGroups: _two_groups,
}
