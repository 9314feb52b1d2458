"""The components of Bonfire for the API: each with its printed facts and its place on the board."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from domain.bonfire import catalogue as c
from domain.bonfire.common import COMMON_TASKS
from domain.bonfire.council import SPACE
from domain.bonfire.elders import ELDERS
from domain.bonfire.gnomes import GNOMES
from domain.bonfire.layouts import LAYOUTS
from domain.bonfire.tasks import TASK
from domain.kernel.catalogue import Catalogue, Component, Mode, Spot


class TileFacts(Struct, frozen=True):
    """How many action tiles of a kind there are, and in which colour they are drawn."""

    copies: int
    color: str


class ResourceFacts(Struct, frozen=True):
    """How many tokens of a resource there are, and on which islands it is found."""

    copies: int
    islands: tuple[c.IslandId, ...]


class GuardianFacts(Struct, frozen=True):
    """Where a guardian lives; your own has no island."""

    island: c.IslandId | None


class PortalFacts(Struct, frozen=True):
    """How many portals of a shape there are, one fewer for one or two players."""

    copies: int


class OfferingFacts(Struct, frozen=True):
    """The resource that an offering tile shows."""

    resource: c.Resource


class GnomeFacts(Struct, frozen=True):
    """A gnome card with the rule that says what it does."""

    role: c.GnomeRole
    number: int
    slug: str
    resource: c.Resource
    rule: str


class CommonTaskFacts(Struct, frozen=True):
    """How many elements a common task requires, and its rule."""

    needed: int
    rule: str


class CountdownFacts(Struct, frozen=True):
    """The points for passing in the round of a countdown tile."""

    value: int


class Printed(Struct, frozen=True):
    """The printed facts of boards and overviews: fate area, prices, points; `spots` is deprecated."""

    edition: str
    fate_rows: int
    fate_columns: int
    start_cells: tuple[c.Cell, ...]
    gold_cells: tuple[c.Cell, ...]
    yellow_cells: tuple[c.Cell, ...]
    highlighted_cells: tuple[c.Cell, ...]
    path_costs: tuple[int, ...]
    guardian_points: tuple[int, ...]
    countdown_thresholds: tuple[int, ...]
    spots: dict[str, Spot]


_RULES: Final = {row.id: row.rule for row in (*GNOMES, *ELDERS)}

FACTS: Final[Mapping[str, Mapping[Any, Any]]] = {
    "resource": {kind: ResourceFacts(c.RESOURCE_COPIES[kind], c.islands_of(kind)) for kind in c.Resource},
    "tile": {kind: TileFacts(c.TILE_COPIES[kind], c.TILE_DISPLAY_COLOR[kind]) for kind in c.Tile},
    "guardian": {one: GuardianFacts(c.GUARDIAN_ISLAND.get(one)) for one in c.Guardian},
    "portal_shape": {shape: PortalFacts(c.PORTALS_PER_SHAPE) for shape in c.PortalShape},
    "player_color": dict.fromkeys(c.PlayerColor),
    "extension": dict.fromkeys(c.Extension),
    "island": c.ISLAND,
    "task": TASK,
    "path_tile": c.PATH_TILE,
    "fate_tile": c.FATE_TILE,
    "board": c.BOARD,
    "bonfire_space": c.BONFIRE_SPACE,
    "council_space": SPACE,
    "common_task": {row.id: CommonTaskFacts(row.needed, row.rule) for row in COMMON_TASKS},
    "offering": {one: OfferingFacts(resource) for one, resource in c.OFFERING_RESOURCE.items()},
    "gnome": {
        card.id: GnomeFacts(card.role, card.number, card.slug, card.resource, _RULES[card.id])
        for card in c.GNOME_CARD.values()
    },
    "countdown_tile": {f"countdown-{value}": CountdownFacts(value) for value in c.COUNTDOWN_TILES},
    "tom_card": c.TOM_CARD,
}


def _components() -> Iterator[Component]:
    for kind, rows in FACTS.items():
        for key, facts in rows.items():
            yield Component(kind, key, facts, c.SPOTS.get(key))


CATALOGUE: Final = Catalogue(
    players=(1, 2, 3, 4),
    players_rule="BF-S1",
    modes=(
        Mode(id="standard", players=(1, 2, 3, 4)),
        Mode(id="solo", rule="BF-O26", players=(1,), admits=("challenge",)),
        Mode(id="challenge", rule="BF-O26", option="challenge", admits=("handicap",), forbids=("seed",)),
    ),
    components=tuple(_components()),
    printed=Printed(
        edition=c.EDITION,
        fate_rows=c.FATE_ROWS,
        fate_columns=c.FATE_COLUMNS,
        start_cells=tuple(sorted(c.START_CELLS)),
        gold_cells=tuple(sorted(c.GOLD_CELLS)),
        yellow_cells=tuple(sorted(c.YELLOW_CELLS)),
        highlighted_cells=tuple(sorted(c.HIGHLIGHTED_CELLS)),
        path_costs=tuple(c.PATH_COST.values()),
        guardian_points=tuple(c.GUARDIAN_POINTS.values()),
        countdown_thresholds=tuple(c.COUNTDOWN_THRESHOLD.values()),
        spots=dict(c.SPOTS),
    ),
    layouts=LAYOUTS,
)
