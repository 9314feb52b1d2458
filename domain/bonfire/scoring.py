"""The breakdown of the points (7.2), one function for each line, computed only from public information."""

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import astuple

from domain.bonfire.catalogue import BOARD, GUARDIAN_POINTS, MAX_TASKS, PATH_TILE, CommonTask
from domain.bonfire.common import fulfilled
from domain.bonfire.conditions import color_of, guardians_at_bonfires
from domain.bonfire.gnomes import GNOME
from domain.bonfire.state import Bonfire, City, Resources, Tiles
from domain.bonfire.tasks import TASK
from domain.kernel.score import LOSS, Score, ScoreItem, SeatScore

Line: TypeAlias = Callable[[City], ScoreItem]


def score(state: Bonfire) -> Score:
    """The score of every seat if the game ended now; Tom scores by the same lines (BF-O23, BF-O24)."""
    solo = state.tom is not None
    seats = tuple(_seat_score(seat, city, solo=solo) for seat, city in enumerate(state.cities))
    return Score(seats, result=_solo_result(*seats) if solo else None)


def _seat_score(seat: int, city: City, *, solo: bool) -> SeatScore:
    """All lines of a seat; more bonfires break a tie (BF-FS11), except against Tom."""
    items = tuple(line(city) for line in LINES)
    total = sum(item.points for item in items)
    return SeatScore(seat, total, items, tie_break=() if solo else (len(city.bonfires),))


def _solo_result(human: SeatScore, tom: SeatScore) -> str:
    """BF-O25, BF-Q57: a tie is not a win."""
    if human.total == tom.total:
        return "tie"
    return "win" if human.total > tom.total else LOSS


def _gained(city: City) -> ScoreItem:
    """BF-FS10: points of elders, council, countdown and Great Bonfire were gained during the game."""
    return ScoreItem("gained", "BF-FS10", city.points)


def _bonfires(city: City) -> ScoreItem:
    """BF-FS1: the printed points of each lit bonfire."""
    return ScoreItem("bonfires", "BF-FS1", sum(TASK[task].points for task in city.bonfires), city.bonfires)


def _guardians(city: City) -> ScoreItem:
    """BF-FS2: points for each guardian at a bonfire, by its position."""
    standing = guardians_at_bonfires(city)
    points = sum(GUARDIAN_POINTS[position] for _, position in standing)
    return ScoreItem("guardians", "BF-FS2", points, tuple(guardian.value for guardian, _ in standing))


def _gnomes(city: City) -> ScoreItem:
    """BF-FS2a: the points of gnomes that score at the end."""
    powers = {card: GNOME[card].scores for card in city.gnomes if card in GNOME}
    points = {card: scores(city) for card, scores in powers.items() if scores is not None}
    return ScoreItem("gnomes", "BF-FS2a", sum(points.values()), tuple(points))


def _portals(city: City) -> ScoreItem:
    """BF-FS3, BF-Q50: two points for each portal with a lit bonfire; no path tile is needed."""
    shapes = BOARD[city.board].portals
    lit = tuple(shapes[position - 1].value for position in city.portals if city.is_lit(position))
    return ScoreItem("portals", "BF-FS3", 2 * len(lit), lit)


def _paths(city: City) -> ScoreItem:
    """BF-FS4, BF-FS9: two points for each built path tile with the colour of the lit bonfire beside it."""
    matching = tuple(
        path
        for path, space in zip(city.paths, city.spaces[1:])
        if space.lit and space.task is not None and PATH_TILE[path].crystal is color_of(space.task)
    )
    return ScoreItem("paths", "BF-FS4", 2 * len(matching), matching)


def _all_lit(city: City) -> bool:
    return len(city.bonfires) == MAX_TASKS


def _common_tasks(city: City) -> ScoreItem:
    """BF-FS5: four points for each fulfilled common task, with or without its novice (but see BF-FS6)."""
    counted = tuple(
        task.value for task in fulfilled(city) if not (task is CommonTask.TASKS and _all_lit(city))
    )
    return ScoreItem("common_tasks", "BF-FS5", 4 * len(counted), counted)


def _seven_bonfires(city: City) -> ScoreItem:
    """BF-FS6: seven points instead of four for the common task of seven tasks, if all of them are lit."""
    lit = _all_lit(city)
    return ScoreItem("seven_bonfires", "BF-FS6", 7 * lit, (CommonTask.TASKS.value,) * lit)


def _fate_tiles(city: City) -> ScoreItem:
    """BF-FS7: three points for each fate tile in the supply."""
    return ScoreItem("fate_tiles", "BF-FS7", 3 * len(city.fate_supply), city.fate_supply)


def _left_over(city: City) -> ScoreItem:
    """BF-FS8: one point for every two action tiles and resources, in any mix."""
    tiles = zip(Tiles.__struct_fields__, astuple(city.tiles))
    resources = zip(Resources.__struct_fields__, astuple(city.resources))
    counted = tuple(kind for kind, count in (*tiles, *resources) for _ in range(count))
    return ScoreItem("left_over", "BF-FS8", len(counted) // 2, counted)


LINES: Final[tuple[Line, ...]] = (
    _gained,
    _bonfires,
    _guardians,
    _gnomes,
    _portals,
    _paths,
    _common_tasks,
    _seven_bonfires,
    _fate_tiles,
    _left_over,
)
