"""Boards, piles, first fate tiles (S1–S22). The order of the draws is part of the log format."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    BOARDS,
    ELDERS,
    FATE_TILES,
    GREAT_BONFIRE,
    GUARDIANS_PER_ISLAND,
    ISLAND,
    ISLAND_GUARDIANS,
    OFFERINGS,
    PATH_DISPLAY_SLOTS,
    PATH_PILES,
    PATH_TILES,
    PORTALS_PER_SHAPE,
    SPECIALIST_DISPLAY_SLOTS,
    SPECIALISTS,
    TASK_ISLANDS,
    Color,
    CommonTask,
    Extension,
    IslandId,
    PlayerColor,
    PortalShape,
    TaskId,
)
from domain.bonfire.state import BonfireOptions, IslandGuardians, IslandTasks
from domain.bonfire.tasks import REMOVED_FOR_TWO, TASK, TASKS
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.ruleset import Setup

T = TypeVar("T")

_FEW_PLAYERS = 2


def setup(options: BonfireOptions, players: int, dice: Dice) -> Setup:
    """Seats and events that start a game for two to four players."""
    clockwise = dice.shuffled(range(players))
    colors = dice.shuffled(tuple(PlayerColor))[:players]
    events: list[Event] = [
        _laid_out(players),
        e.TasksDealt(_tasks(options, players, dice), reveals=True),
        _portals(players, dice),
        _paths(dice),
        _specialists(dice),
    ]
    boards = dice.shuffled([board.id for board in BOARDS])[:players]
    first = dice.below(players)
    order = [(first + n) % players for n in range(players)]
    cities = (
        e.DealtCity(colors[n], boards[n], Extension.OVAL_BUILDING if n == first else Extension.TERRACE)
        for n in order
    )
    events.append(e.CitiesDealt(tuple(cities), reveals=True))
    for seat in range(players):
        events.extend(_supplies(seat, dice))
    events += (e.RoundBegun(1, None), e.TurnBegun(0, 1))
    return Setup(tuple(clockwise[n] for n in order), tuple(events))


def _laid_out(players: int) -> Event:
    """S3–S5, S7, S10: what needs no chance."""
    guardians = tuple(IslandGuardians(guardian, GUARDIANS_PER_ISLAND) for guardian in ISLAND_GUARDIANS)
    return e.BoardLaidOut(players, guardians, tuple(elder.id for elder in ELDERS), tuple(CommonTask))


def _tasks(options: BonfireOptions, players: int, dice: Dice) -> tuple[IslandTasks, ...]:
    """S2: shuffled and dealt island by island; with mixed colours each island's colours are drawn first."""
    tasks = [task.id for task in TASKS if players > _FEW_PLAYERS or task.id != REMOVED_FOR_TWO]
    sizes = {island: _tasks_on(island, players) for island in TASK_ISLANDS}
    if not options.mixed_task_colors:
        return _dealt(sizes, iter(dice.shuffled(tasks)))
    colors = {island: dice.shuffled(tuple(Color))[:size] for island, size in sizes.items()}
    piles = {
        color: iter(dice.shuffled([task for task in tasks if TASK[task].color is color])) for color in Color
    }
    return tuple(
        IslandTasks(island, tuple(next(piles[color]) for color in chosen))
        for island, chosen in colors.items()
    )


def _tasks_on(island: IslandId, players: int) -> int:
    """S2: two or three tasks; with three players only the corners have two."""
    if players <= _FEW_PLAYERS:
        return 2
    return 2 if players == _FEW_PLAYERS + 1 and ISLAND[island].corner else 3


def _dealt(sizes: dict[IslandId, int], tasks: Iterator[TaskId]) -> tuple[IslandTasks, ...]:
    return tuple(
        IslandTasks(island, tuple(next(tasks) for _ in range(size))) for island, size in sizes.items()
    )


def _portals(players: int, dice: Dice) -> Event:
    """S6: one of each shape is left out for two players."""
    each = PORTALS_PER_SHAPE - (players <= _FEW_PLAYERS)
    shuffled = dice.shuffled([shape for shape in PortalShape for _ in range(each)])
    return e.PortalsDealt(tuple(_chunks(shuffled, len(shuffled) // len(GREAT_BONFIRE))), reveals=True)


def _paths(dice: Dice) -> Event:
    """S8: four to the display, the rest to two equal piles."""
    shuffled = dice.shuffled([tile.id for tile in PATH_TILES])
    rest = shuffled[PATH_DISPLAY_SLOTS:]
    piles = tuple(_chunks(rest, len(rest) // PATH_PILES))
    return e.PathsShuffled(shuffled[:PATH_DISPLAY_SLOTS], tuple(map(len, piles)), piles, reveals=True)


def _specialists(dice: Dice) -> Event:
    """S9: six to the display, the rest to the pile."""
    shuffled = dice.shuffled([card.id for card in SPECIALISTS])
    pile = shuffled[SPECIALIST_DISPLAY_SLOTS:]
    return e.SpecialistsShuffled(shuffled[:SPECIALIST_DISPLAY_SLOTS], len(pile), pile, reveals=True)


def _supplies(seat: int, dice: Dice) -> Iterator[Event]:
    """S17, S18: two offering piles, then the fate supply and its reserve tile."""
    offerings = dice.shuffled(OFFERINGS)
    half = len(offerings) // 2
    left, right = offerings[:half], offerings[half:]
    yield e.OfferingsShuffled(seat, left[0], right[0], (half, half), left, right, reveals=True)
    fate = dice.shuffled([tile.id for tile in FATE_TILES])
    yield e.FateTilesShuffled(seat, fate[:-1], fate[-1], reveals=True)


def _chunks(items: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    return (tuple(items[start : start + size]) for start in range(0, len(items), size))
