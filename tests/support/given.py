"""Shortcuts for the events before a test begins; each returns events for `game.given`."""

from collections.abc import Iterator

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    BOARD,
    GREAT_BONFIRE,
    PATH_TILE,
    BoardId,
    CommonTask,
    FateTileId,
    Guardian,
    IslandId,
    PortalShape,
    TaskId,
)
from domain.bonfire.state import PlacedFate
from domain.kernel.messages import Event
from tests.support.cities import gnomes, paths
from tests.support.scenario import Scenario


def path_tiles(display: str, pile_1: str = "", pile_2: str = "") -> Event:
    """The display and the piles, top tile first: `path_tiles("blue-01 red-03", "yellow-01", "red-10")`."""
    piles = (paths(pile_1), paths(pile_2))
    return e.PathsShuffled(paths(display), tuple(map(len, piles)), piles)


def specialists(display: str, pile: str = "") -> Event:
    """The specialists in the display and in the pile, by number."""
    return e.SpecialistsShuffled(gnomes(display), len(gnomes(pile)), gnomes(pile))


def portals_on(**spaces: str) -> Event:
    """The only portals around the Great Bonfire: `portals_on(gb1="circle star")`."""
    lying = (spaces.get(space.id, "").split() for space in GREAT_BONFIRE)
    return e.PortalsDealt(tuple(tuple(PortalShape(shape) for shape in shapes) for shapes in lying))


def built(seat: int, listed: str, first: int = 2) -> Iterator[Event]:
    """Path tiles from position 2 on: `built(0, "blue-01 red-03")`."""
    for position, path in enumerate(paths(listed), start=first):
        yield e.PathBuilt(seat, path, position, "choice", PATH_TILE[path].resource)


def recruited(seat: int, listed: str) -> Iterator[Event]:
    """Gnomes in a city, as they came: `recruited(0, "6 10 L1")`."""
    yield from (e.GnomeRecruited(seat, gnome) for gnome in gnomes(listed))


def received(seat: int, listed: str) -> Iterator[Event]:
    """Tasks in a city: `received(0, "4:red-02")`."""
    for position, _, task in (entry.partition(":") for entry in listed.split()):
        yield e.TaskReceived(seat, TaskId(task), IslandId("t01"), int(position))


def lit(seat: int, listed: str) -> Iterator[Event]:
    """Bonfires in a city: `lit(0, "3:yellow-01 4:red-02")`."""
    yield from received(seat, listed)
    for position, _, task in (entry.partition(":") for entry in listed.split()):
        yield e.BonfireLit(seat, TaskId(task), int(position))


def standing(seat: int, **places: str) -> Iterator[Event]:
    """Guardians in a city with their places: `standing(0, own="path:2", grey="bonfire:5")`."""
    for name, place in places.items():
        guardian = Guardian(name)
        if guardian is not Guardian.OWN:
            yield e.GuardianArrived(seat, guardian)
        if place != "start_area":
            yield e.GuardianMoved(seat, guardian, "start_area", place)


def fulfilled(seat: int, *tasks: str) -> Iterator[Event]:
    """Common tasks that a city fulfils: `fulfilled(0, "common_gnomes_6")`."""
    yield from (e.CommonTaskFulfilled(seat, CommonTask(task)) for task in tasks)


def notches(game: Scenario, seat: int, *positions: int) -> Iterator[Event]:
    """Portals in these notches of a city; afterwards `portals_on` can lay out the rest."""
    board = game.state.cities[seat].board
    shapes = [BOARD[board].portals[position - 1] for position in positions]
    yield portals_on(gb0=" ".join(shapes))
    for position, shape in zip(positions, shapes):
        yield e.PortalPlaced(seat, shape, GREAT_BONFIRE[0].id, position)


def on_board(game: Scenario, seat: int, board: str) -> Iterator[Event]:
    """The seat has that city board instead of its own; its city is as at the beginning."""
    dealt = [
        e.DealtCity(city.color, BoardId(board) if n == seat else city.board, city.extension)
        for n, city in enumerate(game.state.cities)
    ]
    yield e.CitiesDealt(tuple(dealt))
    for n, city in enumerate(game.state.cities):
        yield e.StartFateTileChosen(n, PlacedFate(FateTileId("fate-1"), 3, 3, 0), city.fate_supply)
