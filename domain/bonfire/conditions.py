"""The kinds of condition on tasks (BF-N1 to BF-N30): data that texts and API can name, and what each counts.

"Have" means at least (BF-N0). Tokens are neither spent nor replaced by wild ones (BF-P12). The task that is
checked still counts as a task, not as a bonfire.
"""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from itertools import chain, groupby
from typing import ClassVar, Final, TypeAlias, Union, get_args

from msgspec import Struct, field

from domain.bonfire.catalogue import (
    BASIC_RESOURCES,
    GNOME_CARD,
    GOLD_CELLS,
    HIGHLIGHTED_CELLS,
    OUTER_COLUMN_CELLS,
    PATH_TILE,
    ActionType,
    Cell,
    Color,
    GnomeRole,
    Guardian,
    IslandId,
    Resource,
    TaskId,
    Tile,
    islands_of,
)
from domain.bonfire.common import fulfilled
from domain.bonfire.fate_area import area_sizes, symbols
from domain.bonfire.state import City


class CellSet(StrEnum):
    """Sets of printed cells of the fate area."""

    HIGHLIGHTED = "highlighted"
    GOLD = "gold"
    OUTER_COLUMNS = "outer_columns"


CELLS: Final[Mapping[CellSet, frozenset[Cell]]] = {
    CellSet.HIGHLIGHTED: HIGHLIGHTED_CELLS,
    CellSet.GOLD: GOLD_CELLS,
    CellSet.OUTER_COLUMNS: OUTER_COLUMN_CELLS,
}


def color_of(task: TaskId) -> Color:
    """The colour of a task or bonfire, which its id begins with."""
    return Color(task.partition("-")[0])


def held(city: City, resource: Resource) -> int:
    """How many of a resource are in the supply."""
    count: int = getattr(city.resources, resource.value)
    return count


def guardians_at_bonfires(city: City) -> tuple[tuple[Guardian, int], ...]:
    """The guardians who stand at bonfires, with the position."""
    return tuple(
        (place.guardian, int(place.at.removeprefix("bonfire:")))
        for place in city.guardians
        if place.at.startswith("bonfire:")
    )


def _offerings(city: City) -> Counter[IslandId]:
    return Counter(offering.island for offering in city.offerings)


def _bonfire_colors(city: City) -> frozenset[Color]:
    return frozenset(color_of(task) for task in city.bonfires)


class Condition(Struct, frozen=True, tag_field="kind"):
    """The condition of a task; `rule` is its row on the rules page."""

    rule: ClassVar[str]
    type_suffix: ClassVar[str] = "Condition"

    def measured(self, city: City) -> tuple[int, int]:
        """How much a city has of what the condition counts, and how much it needs."""
        raise NotImplementedError

    def met(self, city: City) -> bool:
        """Whether a city meets the condition now."""
        have, need = self.measured(city)
        return have >= need


class HasGuardian(Condition, frozen=True, tag="has_guardian"):
    """A given island guardian is in the city."""

    rule: ClassVar[str] = "BF-N1"
    guardian: Guardian

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N1: wherever she stands."""
        return int(city.place_of(self.guardian) is not None), 1


class PathWithResource(Condition, frozen=True, tag="path_with_resource"):
    """A built path tile shows a given resource."""

    rule: ClassVar[str] = "BF-N2"
    resource: Resource

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N2: the starting tile shows only gold, which no task requires."""
        return sum(PATH_TILE[path].resource is self.resource for path in city.paths), 1


class OfferingOnResourceIsland(Condition, frozen=True, tag="offering_on_resource_island"):
    """An offering lies on an island of a resource."""

    rule: ClassVar[str] = "BF-N3"
    resource: Resource

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N3: on either of its two islands."""
        return sum(city.offerings_on(island) for island in islands_of(self.resource)), 1


class GnomeWithResource(Condition, frozen=True, tag="gnome_with_resource"):
    """A gnome in the city is recruited with a given resource."""

    rule: ClassVar[str] = "BF-N4"
    resource: Resource

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N4: specialists and elders count."""
        return sum(GNOME_CARD[card].resource is self.resource for card in city.gnomes), 1


class ResourcePairsOfKinds(Condition, frozen=True, tag="resource_pairs_of_kinds"):
    """A number of each of several different basic resources."""

    rule: ClassVar[str] = "BF-N5"
    kinds: int
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N5, BF-Q42: of different kinds, and never gold."""
        most = sorted((held(city, resource) for resource in BASIC_RESOURCES), reverse=True)[: self.kinds]
        return sum(min(count, self.count) for count in most), self.kinds * self.count


class OfferingsOnDistinctIslands(Condition, frozen=True, tag="offerings_on_distinct_islands"):
    """Offerings lie on a number of different islands."""

    rule: ClassVar[str] = "BF-N6"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N6."""
        return len(_offerings(city)), self.count


class OfferingsOnOneIsland(Condition, frozen=True, tag="offerings_on_one_island"):
    """A number of offerings lie on one island."""

    rule: ClassVar[str] = "BF-N7"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N7."""
        return max(_offerings(city).values(), default=0), self.count


class FateGroup(Condition, frozen=True, tag="fate_group"):
    """A connected area of a number of equal symbols."""

    rule: ClassVar[str] = "BF-N8"
    symbol: ActionType
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N8: cells outside the fate area count as well (BF-Q23)."""
        return max(area_sizes(city.fate)[self.symbol], default=0), self.count


class CommonTasksFulfilled(Condition, frozen=True, tag="common_tasks_fulfilled"):
    """A number of common tasks are fulfilled."""

    rule: ClassVar[str] = "BF-N9"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N9, BF-Q45: with or without their novices."""
        return len(fulfilled(city)), self.count


class Portals(Condition, frozen=True, tag="portals"):
    """A number of portals."""

    rule: ClassVar[str] = "BF-N10"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N10."""
        return len(city.portals), self.count


class HasGuardians(Condition, frozen=True, tag="has_guardians"):
    """Two given island guardians are in the city."""

    rule: ClassVar[str] = "BF-N11"
    first_guardian: Guardian = field(name="first")
    second_guardian: Guardian = field(name="second")

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N11."""
        both = (self.first_guardian, self.second_guardian)
        return sum(city.place_of(guardian) is not None for guardian in both), len(both)


class Gnomes(Condition, frozen=True, tag="gnomes"):
    """A number of gnomes."""

    rule: ClassVar[str] = "BF-N12"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N12."""
        return len(city.gnomes), self.count


class ResourceCount(Condition, frozen=True, tag="resource_count"):
    """A number of one resource."""

    rule: ClassVar[str] = "BF-N13"
    resource: Resource
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N13: gold replaces nothing here (BF-P12)."""
        return held(city, self.resource), self.count


class AdjacentPathsSameResource(Condition, frozen=True, tag="adjacent_paths_same_resource"):
    """Two neighbouring path tiles show the same resource."""

    rule: ClassVar[str] = "BF-N14"

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N14: no tile next to the starting tile shows gold, so the starting tile never counts."""
        shown = [PATH_TILE[path].resource for path in city.paths]
        return max((len(list(run)) for _, run in groupby(shown)), default=0), 2


class OfferingOnBothResourceIslands(Condition, frozen=True, tag="offering_on_both_resource_islands"):
    """An offering lies on each of the two islands of a resource."""

    rule: ClassVar[str] = "BF-N15"
    resource: Resource

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N15."""
        both = islands_of(self.resource)
        return sum(city.offerings_on(island) > 0 for island in both), len(both)


class BonfiresAllColors(Condition, frozen=True, tag="bonfires_all_colors"):
    """A lit bonfire of each colour."""

    rule: ClassVar[str] = "BF-N16"

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N16, BF-Q44: a task that is not lit is not a bonfire."""
        return len(_bonfire_colors(city)), len(Color)


class BonfiresOfColors(Condition, frozen=True, tag="bonfires_of_colors"):
    """A lit bonfire of each of two colours."""

    rule: ClassVar[str] = "BF-N17"
    first_color: Color = field(name="first")
    second_color: Color = field(name="second")

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N17, BF-Q44: a task that is not lit is not a bonfire."""
        both = {self.first_color, self.second_color}
        return len(both & _bonfire_colors(city)), len(both)


class Guardians(Condition, frozen=True, tag="guardians"):
    """A number of guardians."""

    rule: ClassVar[str] = "BF-N18"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N18: including your own."""
        return len(city.guardians), self.count


class FateGroups(Condition, frozen=True, tag="fate_groups"):
    """A connected area of a number of symbols for each of two kinds."""

    rule: ClassVar[str] = "BF-N19"
    first_symbol: ActionType = field(name="first")
    second_symbol: ActionType = field(name="second")
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N19: BF-N8 for both symbols."""
        both = [
            FateGroup(symbol, self.count).measured(city)[0]
            for symbol in (self.first_symbol, self.second_symbol)
        ]
        return sum(min(size, self.count) for size in both), 2 * self.count


class TasksOrBonfiresOfColor(Condition, frozen=True, tag="tasks_or_bonfires_of_color"):
    """A number of tasks and bonfires of a colour."""

    rule: ClassVar[str] = "BF-N20"
    color: Color
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N20, BF-Q44: a task of that colour counts itself."""
        return sum(color_of(task) is self.color for task in city.tasks), self.count


class Elders(Condition, frozen=True, tag="elders"):
    """A number of elders."""

    rule: ClassVar[str] = "BF-N21"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N21."""
        return sum(GNOME_CARD[card].role is GnomeRole.ELDER for card in city.gnomes), self.count


class OfferingPileDepleted(Condition, frozen=True, tag="offering_pile_depleted"):
    """An offering pile is used up."""

    rule: ClassVar[str] = "BF-N22"

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N22, BF-Q41: no tile is left, not even the face-up one."""
        return (not city.offerings_left) + (not city.offerings_right), 1


class PathsOfCrystal(Condition, frozen=True, tag="paths_of_crystal"):
    """A number of path tiles with crystals of a colour."""

    rule: ClassVar[str] = "BF-N23"
    color: Color
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N23, BF-Q31: the starting tile has no crystal."""
        return sum(PATH_TILE[path].crystal is self.color for path in city.paths), self.count


class Bonfires(Condition, frozen=True, tag="bonfires"):
    """A number of lit bonfires."""

    rule: ClassVar[str] = "BF-N24"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N24, BF-Q44: the task itself is not a bonfire yet."""
        return len(city.bonfires), self.count


class IslandsWithTwoOfferings(Condition, frozen=True, tag="islands_with_two_offerings"):
    """Two offerings lie on each of a number of islands."""

    rule: ClassVar[str] = "BF-N25"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N25: two or more."""
        return sum(lying >= 2 for lying in _offerings(city).values()), self.count


class IdenticalResources(Condition, frozen=True, tag="identical_resources"):
    """A number of any one basic resource."""

    rule: ClassVar[str] = "BF-N26"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N26: gold is not a basic resource."""
        return max(held(city, resource) for resource in BASIC_RESOURCES), self.count


class FateCellsCovered(Condition, frozen=True, tag="fate_cells_covered"):
    """Every cell of a set is covered by fate tiles."""

    rule: ClassVar[str] = "BF-N27"
    cells: CellSet

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N27."""
        cells = CELLS[self.cells]
        return len(cells & symbols(city.fate).keys()), len(cells)


class GuardiansAtBonfires(Condition, frozen=True, tag="guardians_at_bonfires"):
    """A number of guardians stand at bonfires."""

    rule: ClassVar[str] = "BF-N28"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N28, BF-Q43: each at a different bonfire."""
        return len(guardians_at_bonfires(city)), self.count


class ActionTiles(Condition, frozen=True, tag="action_tiles"):
    """A number of action tiles of one type."""

    rule: ClassVar[str] = "BF-N29"
    tile: Tile
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N29, BF-Q24: yellow tiles do not count (BF-P12)."""
        count: int = getattr(city.tiles, self.tile.value)
        return count, self.count


class FateTwoGroups(Condition, frozen=True, tag="fate_two_groups"):
    """Two separate areas of a number of equal symbols each."""

    rule: ClassVar[str] = "BF-N30"
    count: int

    def measured(self, city: City) -> tuple[int, int]:
        """BF-N30: only four copies of a symbol exist, so the areas show two symbols."""
        sizes = sorted(chain.from_iterable(area_sizes(city.fate).values()), reverse=True)[:2]
        return sum(min(size, self.count) for size in sizes), 2 * self.count


AnyCondition: TypeAlias = Union[  # noqa: UP007  one name for the tagged union
    HasGuardian,
    PathWithResource,
    OfferingOnResourceIsland,
    GnomeWithResource,
    ResourcePairsOfKinds,
    OfferingsOnDistinctIslands,
    OfferingsOnOneIsland,
    FateGroup,
    CommonTasksFulfilled,
    Portals,
    HasGuardians,
    Gnomes,
    ResourceCount,
    AdjacentPathsSameResource,
    OfferingOnBothResourceIslands,
    BonfiresAllColors,
    BonfiresOfColors,
    Guardians,
    FateGroups,
    TasksOrBonfiresOfColor,
    Elders,
    OfferingPileDepleted,
    PathsOfCrystal,
    Bonfires,
    IslandsWithTwoOfferings,
    IdenticalResources,
    FateCellsCovered,
    GuardiansAtBonfires,
    ActionTiles,
    FateTwoGroups,
]
CONDITIONS: Final[tuple[type[Condition], ...]] = get_args(AnyCondition)
