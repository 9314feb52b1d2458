"""Printed facts of Bonfire, without rules: ids, tiles, boards, cards, limits, and spots on the board.

The tables are those of the rules page, sections 1, 2 and 11.
"""

from collections.abc import Mapping
from enum import StrEnum
from math import cos, radians, sin
from typing import Final, NewType, TypeAlias

from msgspec import Struct

from domain.kernel.catalogue import Spot

EDITION: Final = "base_authored_1"

IslandId = NewType("IslandId", str)
TaskId = NewType("TaskId", str)
PathTileId = NewType("PathTileId", str)
GnomeId = NewType("GnomeId", str)
FateTileId = NewType("FateTileId", str)
OfferingId = NewType("OfferingId", str)
BonfireSpaceId = NewType("BonfireSpaceId", str)
TomCardId = NewType("TomCardId", str)
BoardId = NewType("BoardId", str)

Cell: TypeAlias = tuple[int, int]
"""Row and column of the fate area, row 1 on top."""


class Resource(StrEnum):
    """A resource, which pays for tasks and gnomes; gold replaces any other."""

    BLOSSOM = "blossom"
    FRUIT = "fruit"
    HERB = "herb"
    SHELL = "shell"
    ROOT = "root"
    GOLD = "gold"


class ActionType(StrEnum):
    """The six kinds of action that option II offers."""

    SHIP = "ship"
    TASK = "task"
    GUARDIAN = "guardian"
    PATH = "path"
    GREAT_BONFIRE = "great_bonfire"
    GNOME = "gnome"


class Tile(StrEnum):
    """An action tile: one of the six action types, or yellow, which replaces any other."""

    SHIP = "ship"
    TASK = "task"
    GUARDIAN = "guardian"
    PATH = "path"
    GREAT_BONFIRE = "great_bonfire"
    GNOME = "gnome"
    YELLOW = "yellow"


class Color(StrEnum):
    """The colour of a task, its bonfire or a crystal."""

    BLUE = "blue"
    RED = "red"
    YELLOW = "yellow"


class Guardian(StrEnum):
    """The guardian of the player's own colour and the four that live on islands."""

    OWN = "own"
    PINK = "pink"
    GREY = "grey"
    WOOD = "wood"
    BLUE = "blue"


class PlayerColor(StrEnum):
    """The colour of a seat's pieces."""

    RED = "red"
    GREEN = "green"
    VIOLET = "violet"
    ORANGE = "orange"


class PortalShape(StrEnum):
    """The shape of a portal and of the notch that it fits."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    SQUARE = "square"
    DIAMOND = "diamond"
    STAR = "star"
    CRESCENT = "crescent"
    HEXAGON = "hexagon"


class CouncilSpace(StrEnum):
    """The eight spaces of the High Council, clockwise."""

    GOLD = "council_gold"
    PATH = "council_path"
    GUARDIAN = "council_guardian"
    GREAT_BONFIRE = "council_great_bonfire"
    SPECIALIST = "council_specialist"
    GUARDIAN_MOVE = "council_guardian_move"
    SHIP = "council_ship"
    FATE = "council_fate"


class CommonTask(StrEnum):
    """The five common tasks, in the order of BF-K1 to BF-K5; each has a neutral novice (BF-M13)."""

    TASKS = "common_tasks_7"
    PORTALS = "common_portals_7"
    PATHS = "common_paths_7"
    GUARDIANS = "common_guardians_5"
    GNOMES = "common_gnomes_6"


class TomAction(StrEnum):
    """The action on a Tom card."""

    GNOME = "gnome"
    PATH = "path"
    TASK_HIGH = "task_high"
    TASK_LOW = "task_low"
    GUARDIAN = "guardian"
    GREAT_BONFIRE = "great_bonfire"


class IslandPurpose(StrEnum):
    """What an island is for: tasks or a guardian."""

    TASK = "task"
    GUARDIAN = "guardian"


class GnomeRole(StrEnum):
    """The role of a gnome: specialists have a lasting power, elders give points once."""

    SPECIALIST = "specialist"
    ELDER = "elder"


class Extension(StrEnum):
    """The piece at the right edge of a city; the oval building marks the starting player (BF-M4)."""

    OVAL_BUILDING = "oval_building"
    TERRACE = "terrace"


BASIC_RESOURCES: Final = (
    Resource.BLOSSOM,
    Resource.FRUIT,
    Resource.HERB,
    Resource.SHELL,
    Resource.ROOT,
)
ISLAND_GUARDIANS: Final = (Guardian.PINK, Guardian.GREY, Guardian.WOOD, Guardian.BLUE)

# BF-M8, BF-M9, BF-S12: printed numbers; the supply never runs out.
TILE_COPIES: Final[Mapping[Tile, int]] = {**dict.fromkeys(Tile, 10), Tile.YELLOW: 12}
RESOURCE_COPIES: Final[Mapping[Resource, int]] = {**dict.fromkeys(BASIC_RESOURCES, 9), Resource.GOLD: 12}
TILE_DISPLAY_COLOR: Final[Mapping[Tile, str]] = {
    Tile.SHIP: "blue",
    Tile.TASK: "purple",
    Tile.GUARDIAN: "white",
    Tile.PATH: "green",
    Tile.GREAT_BONFIRE: "red",
    Tile.GNOME: "brown",
    Tile.YELLOW: "yellow",
}

# BF-M19: the limits of a city.
MAX_TASKS: Final = 7
MAX_PATHS: Final = 6
MAX_GUARDIANS: Final = 5
MAX_GNOMES: Final = 6
MAX_PORTALS: Final = 7
NOVICES: Final = 7  # BF-M17, BF-S15
TOM_NOVICES: Final = 4  # BF-O5
PORTALS_PER_SHAPE: Final = 4  # BF-M7
GUARDIANS_PER_ISLAND: Final = 4  # BF-M12
PATH_DISPLAY_SLOTS: Final = 4
PATH_PILES: Final = 2
SPECIALIST_DISPLAY_SLOTS: Final = 6
POSITIONS: Final = (1, 2, 3, 4, 5, 6, 7)
COUNTDOWN_TILES: Final = (5, 4, 3, 2, 1)  # BF-M10, BF-S4
COUNTDOWN_THRESHOLD: Final[Mapping[int, int]] = {1: 7, 2: 7, 3: 10, 4: 13}
"""Novices in the High Council that start the countdown, by number of players."""
GUARDIAN_POINTS: Final[Mapping[int, int]] = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8}
"""Points of a guardian at the bonfire of a position."""
PATH_COST: Final[Mapping[int, int]] = {0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 2}
"""Action tiles for the next path tile, by the number already built."""
STARTING_PATH_RESOURCE: Final = Resource.GOLD  # BF-M2


class Island(Struct, frozen=True):
    """An island with its routes; task islands show a resource, guardian islands a guardian."""

    id: IslandId
    kind: IslandPurpose
    resource: Resource | None
    guardian: Guardian | None
    corner: bool
    x: int
    y: int
    routes: tuple[IslandId, ...]


def _task(key: str, resource: Resource, x: int, y: int, routes: str, *, corner: bool = False) -> Island:
    return Island(IslandId(key), IslandPurpose.TASK, resource, None, corner, x, y, _routes(routes))


def _home(guardian: Guardian, x: int, y: int, routes: str) -> Island:
    key = IslandId(f"g_{guardian}")
    return Island(key, IslandPurpose.GUARDIAN, None, guardian, corner=False, x=x, y=y, routes=_routes(routes))


def _routes(listed: str) -> tuple[IslandId, ...]:
    return tuple(IslandId(key) for key in listed.split())


# BF-M1, BF-M18
ISLANDS: Final = (
    _task("t01", Resource.BLOSSOM, 10, 10, "t02 g_pink", corner=True),
    _task("t02", Resource.SHELL, 37, 10, "t01 t03 g_pink t05"),
    _task("t03", Resource.HERB, 63, 10, "t02 t04 t05 g_grey"),
    _task("t04", Resource.FRUIT, 90, 10, "t03 g_grey", corner=True),
    _home(Guardian.PINK, 22, 37, "t01 t02 t05 g_wood"),
    _task("t05", Resource.ROOT, 50, 37, "t02 t03 g_pink g_grey"),
    _home(Guardian.GREY, 78, 37, "t03 t04 t05 g_blue"),
    _home(Guardian.WOOD, 22, 63, "g_pink t06 t07 t08"),
    _task("t06", Resource.ROOT, 50, 63, "g_wood g_blue t08 t09"),
    _home(Guardian.BLUE, 78, 63, "g_grey t06 t09 t10"),
    _task("t07", Resource.HERB, 10, 90, "g_wood t08", corner=True),
    _task("t08", Resource.FRUIT, 37, 90, "g_wood t06 t07 t09"),
    _task("t09", Resource.BLOSSOM, 63, 90, "t06 g_blue t08 t10"),
    _task("t10", Resource.SHELL, 90, 90, "g_blue t09", corner=True),
)
ISLAND: Final[Mapping[IslandId, Island]] = {island.id: island for island in ISLANDS}
TASK_ISLANDS: Final = tuple(island.id for island in ISLANDS if island.kind is IslandPurpose.TASK)
GUARDIAN_ISLANDS: Final = tuple(island.id for island in ISLANDS if island.kind is IslandPurpose.GUARDIAN)
GUARDIAN_ISLAND: Final[Mapping[Guardian, IslandId]] = {
    island.guardian: island.id for island in ISLANDS if island.guardian is not None
}
LANDING_STAGE: Final = "landing_stage"


def islands_of(resource: Resource) -> tuple[IslandId, ...]:
    """The two task islands that show a resource; none for gold."""
    return tuple(island.id for island in ISLANDS if island.resource is resource)


def _distances_from(start: IslandId) -> dict[IslandId, int]:
    distances = {start: 0}
    waiting = [start]
    for here in waiting:
        for neighbour in ISLAND[here].routes:
            if neighbour not in distances:
                distances[neighbour] = distances[here] + 1
                waiting.append(neighbour)
    return distances


DISTANCE: Final[Mapping[IslandId, Mapping[IslandId, int]]] = {
    island.id: _distances_from(island.id) for island in ISLANDS
}
"""Fewest ship routes between two islands."""


class PathTile(Struct, frozen=True):
    """A path tile with its crystal's colour and the resource for a guardian who ends on it."""

    id: PathTileId
    crystal: Color
    resource: Resource


def _paths(crystal: Color, *resources: Resource) -> tuple[PathTile, ...]:
    return tuple(
        PathTile(PathTileId(f"path-{crystal}-{number:02}"), crystal, resource)
        for number, resource in enumerate(resources, start=1)
    )


_EACH_TWICE = tuple(resource for resource in BASIC_RESOURCES for _ in range(2))
# BF-M5
PATH_TILES: Final = (
    *_paths(Color.BLUE, *_EACH_TWICE),
    *_paths(Color.RED, *_EACH_TWICE),
    *_paths(Color.YELLOW, *_EACH_TWICE[:6], Resource.SHELL, Resource.ROOT),
)
PATH_TILE: Final[Mapping[PathTileId, PathTile]] = {tile.id: tile for tile in PATH_TILES}


class FateTile(Struct, frozen=True):
    """A strip of three symbols; the first one lies on the anchor cell."""

    id: FateTileId
    symbols: tuple[ActionType, ActionType, ActionType]


def _fate(number: int, first: ActionType, second: ActionType, third: ActionType) -> FateTile:
    return FateTile(FateTileId(f"fate-{number}"), (first, second, third))


# BF-M17
FATE_TILES: Final = (
    _fate(1, ActionType.SHIP, ActionType.TASK, ActionType.GUARDIAN),
    _fate(2, ActionType.GUARDIAN, ActionType.SHIP, ActionType.PATH),
    _fate(3, ActionType.SHIP, ActionType.PATH, ActionType.GREAT_BONFIRE),
    _fate(4, ActionType.SHIP, ActionType.GREAT_BONFIRE, ActionType.GNOME),
    _fate(5, ActionType.TASK, ActionType.GUARDIAN, ActionType.GREAT_BONFIRE),
    _fate(6, ActionType.TASK, ActionType.GNOME, ActionType.PATH),
    _fate(7, ActionType.GREAT_BONFIRE, ActionType.TASK, ActionType.GNOME),
    _fate(8, ActionType.GUARDIAN, ActionType.PATH, ActionType.GNOME),
)
FATE_TILE: Final[Mapping[FateTileId, FateTile]] = {tile.id: tile for tile in FATE_TILES}
FATE_ROWS: Final = 5
FATE_COLUMNS: Final = 7
START_ANCHOR: Final[Mapping[int, Cell]] = {0: (3, 3), 180: (3, 5)}
"""Where the first symbol of the start tile lies, by rotation."""
START_CELLS: Final[frozenset[Cell]] = frozenset({(3, 3), (3, 4), (3, 5)})
GOLD_CELLS: Final[frozenset[Cell]] = frozenset({(1, 2), (1, 6), (5, 2), (5, 6)})
YELLOW_CELLS: Final[frozenset[Cell]] = frozenset({(1, 4), (3, 1), (3, 7), (5, 4)})
HIGHLIGHTED_CELLS: Final[frozenset[Cell]] = frozenset(
    {(row, column) for row in (2, 4) for column in range(2, 7)} | {(3, 2), (3, 6)}
)
OUTER_COLUMN_CELLS: Final[frozenset[Cell]] = frozenset(
    {(row, column) for row in range(1, FATE_ROWS + 1) for column in (1, FATE_COLUMNS)}
)


class Board(Struct, frozen=True):
    """A city board; `portals[p - 1]` is the shape of the notch at position p."""

    id: BoardId
    portals: tuple[PortalShape, ...]


def _board(key: str, filled_in_order: str) -> Board:
    shapes = [PortalShape(shape) for shape in filled_in_order.split()]
    return Board(BoardId(key), tuple(reversed(shapes)))


# BF-M3
BOARDS: Final = (
    _board("A", "circle triangle square diamond star crescent hexagon"),
    _board("B", "crescent diamond hexagon triangle circle square star"),
    _board("C", "diamond square crescent circle hexagon star triangle"),
    _board("D", "hexagon crescent star square triangle diamond circle"),
)
BOARD: Final[Mapping[BoardId, Board]] = {board.id: board for board in BOARDS}


class BonfireSpace(Struct, frozen=True):
    """A space of the Great Bonfire: an action tile, and a resource or points."""

    id: BonfireSpaceId
    tile: Tile
    resource: Resource | None
    points: int


def _space(number: int, tile: Tile, resource: Resource | None, points: int = 0) -> BonfireSpace:
    return BonfireSpace(BonfireSpaceId(f"gb{number}"), tile, resource, points)


# BF-M1, BF-M11
GREAT_BONFIRE: Final = (
    _space(0, Tile.SHIP, Resource.BLOSSOM),
    _space(1, Tile.GREAT_BONFIRE, Resource.ROOT),
    _space(2, Tile.YELLOW, None, points=2),
    _space(3, Tile.PATH, Resource.FRUIT),
    _space(4, Tile.TASK, Resource.SHELL),
    _space(5, Tile.GUARDIAN, Resource.HERB),
    _space(6, Tile.GNOME, Resource.GOLD),
)
"""Clockwise; the pointer starts at the first, which is south."""
BONFIRE_SPACE: Final[Mapping[BonfireSpaceId, BonfireSpace]] = {space.id: space for space in GREAT_BONFIRE}

OFFERING_RESOURCE: Final[Mapping[OfferingId, Resource]] = {
    OfferingId(f"offering-{resource}-{number}"): resource for resource in BASIC_RESOURCES for number in (1, 2)
}
OFFERINGS: Final = tuple(OFFERING_RESOURCE)


class GnomeCard(Struct, frozen=True):
    """A gnome with the resource that recruits it; the slug is its name in the code."""

    id: GnomeId
    role: GnomeRole
    number: int
    slug: str
    resource: Resource


def _specialist(number: int, slug: str, resource: Resource) -> GnomeCard:
    return GnomeCard(GnomeId(f"specialist-{number:02}"), GnomeRole.SPECIALIST, number, slug, resource)


def _elder(number: int, slug: str, resource: Resource) -> GnomeCard:
    return GnomeCard(GnomeId(f"elder-{number}"), GnomeRole.ELDER, number, slug, resource)


# BF-M14
SPECIALISTS: Final = (
    _specialist(1, "crowded_paths", Resource.BLOSSOM),
    _specialist(2, "long_procession", Resource.FRUIT),
    _specialist(3, "free_offering", Resource.HERB),
    _specialist(4, "elder_honour", Resource.SHELL),
    _specialist(5, "double_yellow", Resource.GOLD),
    _specialist(6, "choose_resource", Resource.ROOT),
    _specialist(7, "novice_gold", Resource.BLOSSOM),
    _specialist(8, "path_harvest", Resource.FRUIT),
    _specialist(9, "free_recruit_resource", Resource.HERB),
    _specialist(10, "pink_harvest", Resource.SHELL),
    _specialist(11, "grey_harvest", Resource.ROOT),
    _specialist(12, "wood_harvest", Resource.BLOSSOM),
    _specialist(13, "blue_harvest", Resource.FRUIT),
    _specialist(14, "keep_three", Resource.GOLD),
    _specialist(15, "recruit_yellow", Resource.HERB),
    _specialist(16, "double_symbol", Resource.SHELL),
    _specialist(17, "arrival_procession", Resource.ROOT),
    _specialist(18, "guardian_points", Resource.BLOSSOM),
    _specialist(19, "common_reward", Resource.FRUIT),
    _specialist(20, "first_path_gold", Resource.HERB),
    _specialist(21, "far_ship", Resource.SHELL),
    _specialist(22, "far_rotation", Resource.ROOT),
    _specialist(23, "three_rewards", Resource.GOLD),
    _specialist(24, "council_crowd", Resource.BLOSSOM),
    _specialist(25, "free_portals", Resource.FRUIT),
    _specialist(26, "cheap_task", Resource.HERB),
    _specialist(27, "overhang", Resource.SHELL),
)
ELDERS: Final = (
    _elder(1, "elder_paths", Resource.BLOSSOM),
    _elder(2, "elder_fate", Resource.FRUIT),
    _elder(3, "elder_portals", Resource.HERB),
    _elder(4, "elder_tasks", Resource.SHELL),
    _elder(5, "elder_guardians", Resource.ROOT),
    _elder(6, "elder_gnomes", Resource.ROOT),
)
GNOME_CARD: Final[Mapping[GnomeId, GnomeCard]] = {card.id: card for card in (*SPECIALISTS, *ELDERS)}


class TomCard(Struct, frozen=True):
    """A card of the automa; with the icon a gnome is turned up first."""

    id: TomCardId
    action: TomAction
    gnome_icon: bool


def _tom(number: int, action: TomAction, gnome_icon: bool) -> TomCard:
    return TomCard(TomCardId(f"tom-{number}"), action, gnome_icon)


# BF-M16
TOM_CARDS: Final = (
    _tom(1, TomAction.GNOME, gnome_icon=True),
    _tom(2, TomAction.PATH, gnome_icon=True),
    _tom(3, TomAction.PATH, gnome_icon=True),
    _tom(4, TomAction.TASK_HIGH, gnome_icon=True),
    _tom(5, TomAction.TASK_LOW, gnome_icon=True),
    _tom(6, TomAction.GUARDIAN, gnome_icon=False),
    _tom(7, TomAction.GREAT_BONFIRE, gnome_icon=False),
    _tom(8, TomAction.GREAT_BONFIRE, gnome_icon=False),
)
TOM_CARD: Final[Mapping[TomCardId, TomCard]] = {card.id: card for card in TOM_CARDS}


def _around(angle: float, radius: float) -> Spot:
    """A spot around the Great Bonfire in the middle of the board; 0 degrees is north, clockwise."""
    turn = radians(angle)
    return Spot(round(50 + radius * sin(turn), 1), round(50 - radius * cos(turn), 1))


BONFIRE_ANGLE: Final[Mapping[BonfireSpaceId, float]] = {
    space.id: round((180 + number * 360 / 7) % 360, 1) for number, space in enumerate(GREAT_BONFIRE)
}
"""The direction of the Great Bonfire's pointer, in degrees clockwise from north."""
_TWO_BY_THREE = tuple((column, y) for y in (36, 50, 64) for column in (0, 1))

SPOTS: Final[Mapping[str, Spot]] = {
    LANDING_STAGE: Spot(50, 100),
    "great_bonfire": Spot(50, 50),
    "countdown": Spot(50, 20),
    "gnome_pile": Spot(7, 76),
    **{island.id: Spot(island.x, island.y) for island in ISLANDS},
    **{space: _around(angle, 6) for space, angle in BONFIRE_ANGLE.items()},
    **{council.value: _around(22.5 + 45 * number, 10.5) for number, council in enumerate(CouncilSpace)},
    **{
        task.value: Spot(64 + 2.5 * number, 46 if number % 2 else 54)
        for number, task in enumerate(CommonTask)
    },
    **{f"path_display:{slot}": spot for slot, spot in enumerate((Spot(26, 46), Spot(31, 46)), start=1)},
    **{f"path_display:{slot}": spot for slot, spot in enumerate((Spot(26, 54), Spot(31, 54)), start=3)},
    **{f"path_pile:{pile}": Spot(36, y) for pile, y in ((1, 46), (2, 54))},
    **{f"specialist_display:{n}": Spot(5 + 8 * c, y) for n, (c, y) in enumerate(_TWO_BY_THREE, start=1)},
    **{card.id: Spot(87 + 8 * c, y) for card, (c, y) in zip(ELDERS, _TWO_BY_THREE, strict=True)},
}
"""Where islands, spaces, displays and piles of the game board are drawn."""
