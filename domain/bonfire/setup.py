"""Boards, piles, first fate tiles (BF-S1 to BF-S22). The order of the draws is part of the log format."""

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
    TOM_CARDS,
    Color,
    CommonTask,
    Extension,
    GnomeId,
    IslandId,
    PlayerColor,
    PortalShape,
    Resource,
    TaskId,
)
from domain.bonfire.state import HUMAN_SEAT, TOM_SEAT, BonfireOptions, IslandGuardians, IslandTasks
from domain.bonfire.tasks import REMOVED_FOR_TWO, TASK, TASKS
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.ruleset import Setup

T = TypeVar("T")

_FEW_PLAYERS = 2
_SOLO_PAIRS = (
    ((Color.BLUE, Color.RED), 4),
    ((Color.BLUE, Color.YELLOW), 3),
    ((Color.RED, Color.YELLOW), 3),
)


def setup(options: BonfireOptions, players: int, dice: Dice) -> Setup:
    """The seats and events that start a game for one to four players."""
    return _solo(options, dice) if players == 1 else _multiplayer(options, players, dice)


def _multiplayer(options: BonfireOptions, players: int, dice: Dice) -> Setup:
    clockwise = dice.shuffled(range(players))
    colors = dice.shuffled(tuple(PlayerColor))[:players]
    events: list[Event] = [
        _laid_out(players),
        e.TasksDealt(_tasks(options, players, dice), reveals=True),
        e.PortalsDealt(_portals(players, dice), reveals=True),
        _paths(dice),
        _specialists([card.id for card in SPECIALISTS], dice),
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


def _solo(options: BonfireOptions, dice: Dice) -> Setup:
    """BF-O1, BF-O6, BF-O26: the human is seat 0, Tom seat 1.

    BF-O4: specialists with gold are removed. BF-O5: Tom has a city, but no tokens and no ship.
    """
    human, tom = dice.shuffled(tuple(PlayerColor))[:2]
    events: list[Event] = [
        _laid_out(_FEW_PLAYERS),
        e.TasksDealt(_solo_tasks(dice), reveals=True),
        e.PortalsDealt(_different_portals(dice), reveals=True),
        _paths(dice),
        _specialists([card.id for card in SPECIALISTS if card.resource is not Resource.GOLD], dice),
    ]
    boards = dice.shuffled([board.id for board in BOARDS])
    cities = (
        e.DealtCity(human, boards[0], Extension.OVAL_BUILDING),
        e.DealtCity(tom, boards[1], Extension.TERRACE),
    )
    events.append(e.CitiesDealt(cities, reveals=True))
    events.extend(_supplies(HUMAN_SEAT, dice))
    pile = dice.shuffled([card.id for card in TOM_CARDS])
    events.append(e.TomPileShuffled(1, len(pile), pile, reveals=True))
    if options.handicap:
        ahead = TOM_SEAT if options.handicap > 0 else HUMAN_SEAT
        events.append(e.PointsGained(ahead, abs(options.handicap), rule="BF-O26"))
    events += (e.RoundBegun(1, None), e.TurnBegun(0, 1))
    return Setup((0, "tom"), tuple(events))


def _solo_tasks(dice: Dice) -> tuple[IslandTasks, ...]:
    """BF-O2: two tasks of different colours on each island, the pairs of colours assigned at random."""
    pairs = dice.shuffled([pair for pair, count in _SOLO_PAIRS for _ in range(count)])
    tasks = [task.id for task in TASKS if task.id != REMOVED_FOR_TWO]
    piles = {
        color: iter(dice.shuffled([task for task in tasks if TASK[task].color is color])) for color in Color
    }
    return tuple(
        IslandTasks(island, tuple(next(piles[color]) for color in pair))
        for island, pair in zip(TASK_ISLANDS, pairs)
    )


def _different_portals(dice: Dice) -> tuple[tuple[PortalShape, ...], ...]:
    """BF-O3: deal again until the portals on every space differ."""
    while True:
        portals = _portals(1, dice)
        if all(len(set(space)) == len(space) for space in portals):
            return portals


def _laid_out(players: int) -> Event:
    """BF-S3, BF-S4, BF-S5, BF-S7, BF-S10: the part of the set-up that is the same in every game."""
    guardians = tuple(IslandGuardians(guardian, GUARDIANS_PER_ISLAND) for guardian in ISLAND_GUARDIANS)
    return e.BoardLaidOut(players, guardians, tuple(elder.id for elder in ELDERS), tuple(CommonTask))


def _tasks(options: BonfireOptions, players: int, dice: Dice) -> tuple[IslandTasks, ...]:
    """BF-S2: dealt island by island; with mixed colours, each island's colours are drawn first."""
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
    """BF-S2: two or three tasks; with three players only the corners have two."""
    if players <= _FEW_PLAYERS:
        return 2
    return 2 if players == _FEW_PLAYERS + 1 and ISLAND[island].corner else 3


def _dealt(sizes: dict[IslandId, int], tasks: Iterator[TaskId]) -> tuple[IslandTasks, ...]:
    return tuple(
        IslandTasks(island, tuple(next(tasks) for _ in range(size))) for island, size in sizes.items()
    )


def _portals(players: int, dice: Dice) -> tuple[tuple[PortalShape, ...], ...]:
    """BF-S6: one of each shape is left out for two players."""
    each = PORTALS_PER_SHAPE - (players <= _FEW_PLAYERS)
    shuffled = dice.shuffled([shape for shape in PortalShape for _ in range(each)])
    return tuple(_chunks(shuffled, len(shuffled) // len(GREAT_BONFIRE)))


def _paths(dice: Dice) -> Event:
    """BF-S8: four to the display, the rest to two equal piles."""
    shuffled = dice.shuffled([tile.id for tile in PATH_TILES])
    rest = shuffled[PATH_DISPLAY_SLOTS:]
    piles = tuple(_chunks(rest, len(rest) // PATH_PILES))
    return e.PathsShuffled(shuffled[:PATH_DISPLAY_SLOTS], tuple(map(len, piles)), piles, reveals=True)


def _specialists(cards: Sequence[GnomeId], dice: Dice) -> Event:
    """BF-S9: six to the display, the rest to the pile."""
    shuffled = dice.shuffled(cards)
    pile = shuffled[SPECIALIST_DISPLAY_SLOTS:]
    return e.SpecialistsShuffled(shuffled[:SPECIALIST_DISPLAY_SLOTS], len(pile), pile, reveals=True)


def _supplies(seat: int, dice: Dice) -> Iterator[Event]:
    """BF-S17, BF-S18: two offering piles, then the fate supply and its reserve tile."""
    offerings = dice.shuffled(OFFERINGS)
    half = len(offerings) // 2
    left, right = offerings[:half], offerings[half:]
    yield e.OfferingsShuffled(seat, left[0], right[0], (half, half), left, right, reveals=True)
    fate = dice.shuffled([tile.id for tile in FATE_TILES])
    yield e.FateTilesShuffled(seat, fate[:-1], fate[-1], reveals=True)


def _chunks(items: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    return (tuple(items[start : start + size]) for start in range(0, len(items), size))
