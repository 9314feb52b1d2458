"""Cities for tests of pure queries (conditions, scoring), and shortcuts for their contents."""

from typing import Any

from domain.bonfire.catalogue import (
    OFFERINGS,
    BoardId,
    Extension,
    FateTileId,
    GnomeId,
    Guardian,
    IslandId,
    PathTileId,
    PlayerColor,
    TaskId,
)
from domain.bonfire.state import City, GuardianPlace, Offering, PlacedFate, TaskSpace


def a_city(**parts: Any) -> City:
    """A city on board A with its own guardian in the start area, five tiles in each offering pile."""
    parts.setdefault("guardians", guardians())
    parts.setdefault("offerings_left", OFFERINGS[:5])
    parts.setdefault("offerings_right", OFFERINGS[5:])
    return City(PlayerColor.RED, BoardId("A"), Extension.OVAL_BUILDING, **parts)


def guardians(*names: str, **places: str) -> tuple[GuardianPlace, ...]:
    """The own guardian and others: in the start area, or where `grey="bonfire:5"` says."""
    stands = {"own": "start_area", **dict.fromkeys(names, "start_area"), **places}
    return tuple(GuardianPlace(Guardian(name), at) for name, at in stands.items())


def spaces(tasks: str = "", bonfires: str = "") -> tuple[TaskSpace, ...]:
    """Seven task spaces: `spaces("1:red-02", bonfires="2:blue-05 3:yellow-01")`."""
    placed = [TaskSpace()] * 7
    for listed, lit in ((tasks, False), (bonfires, True)):
        for position, _, task in (entry.partition(":") for entry in listed.split()):
            placed[int(position) - 1] = TaskSpace(TaskId(task), lit)
    return tuple(placed)


def offerings(islands: str) -> tuple[Offering, ...]:
    """One offering for each island named: `offerings("t03 t03 t07")`."""
    return tuple(Offering(offering, IslandId(island)) for offering, island in zip(OFFERINGS, islands.split()))


def fate(sequence: str) -> tuple[PlacedFate, ...]:
    """Fate tiles as the rules page writes them, without blanks: `fate("8@3,5/180 7@2,6/90")`."""
    return tuple(_placed(entry) for entry in sequence.split())


def _placed(entry: str) -> PlacedFate:
    tile, _, spot = entry.partition("@")
    anchor, _, rotation = spot.partition("/")
    row, _, column = anchor.partition(",")
    return PlacedFate(FateTileId(f"fate-{tile}"), int(row), int(column), int(rotation))


def paths(listed: str) -> tuple[PathTileId, ...]:
    """Built path tiles by colour and number: `paths("blue-01 red-03")`."""
    return tuple(PathTileId(f"path-{name}") for name in listed.split())


def gnomes(listed: str) -> tuple[GnomeId, ...]:
    """Specialists by number, elders with an L: `gnomes("6 10 L1")`."""
    return tuple(
        GnomeId(f"elder-{name[1:]}" if name.startswith("L") else f"specialist-{int(name):02}")
        for name in listed.split()
    )
