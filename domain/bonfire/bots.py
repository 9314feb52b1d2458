"""The bots: `random`, `eager` for progress, `greedy` and `curious` with a look ahead, and `idle`."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import accumulate, chain, islice
from typing import Any, Final, TypeAlias

from msgspec import UNSET

from domain.bonfire.actions import GROWING
from domain.bonfire.catalogue import POSITIONS, Resource, Tile
from domain.bonfire.commands import (
    BuildPath,
    DiscardActionTiles,
    End,
    EndTurn,
    GuardianMove,
    IgniteBonfire,
    MakeProcession,
    MoveShip,
    Pass,
    Payments,
    PlaceFateTile,
    PlaceNeutralNovice,
    ReceiveTask,
    RecruitGnome,
    RecyclePathDisplay,
    ResolveBonus,
    RetrieveGuardian,
    SkipIslandAction,
    Source,
    Stride,
    UseGreatBonfire,
)
from domain.bonfire.evaluation import (
    fate_value,
    gnome_value,
    has_long_task,
    island_value,
    place_value,
    position_value,
    public_city,
    task_value,
    tasks_progress,
    time_left,
    token_prices,
)
from domain.bonfire.state import City, Island, tile_count
from domain.kernel.action import merged
from domain.kernel.bots import Bot, Position, random_bot
from domain.kernel.dice import Dice
from domain.kernel.messages import Command

Line: TypeAlias = tuple[Command, Position]
"""A whole action, and the position after it as far as a dry run shows it."""

_MOST_LINES: Final = 160
_MOST_POSITIONS: Final = 50
_BEST: Final = 5
_EAGER_ONCE_IN: Final = 4
_TASK_BONUS: Final = 25.0
_MOST_STEPS: Final = 3
_FEW_TILES: Final = 4
_BLIND_PATH: Final = 1.6
_BLIND_DISPLAY: Final = -0.5
_A_TURN: Final = 1.2
"""What a turn should gain at least: passing gains a point for each turn that is left."""


def greedy(position: Position, _dice: Dice) -> Command:
    """Take the action that leads to the most valuable position."""
    return _best(position, lambda _: 0.0)


def _best(position: Position, beyond: Callable[[Line], float]) -> Command:
    """The action that leads to the most valuable position; `beyond` adds this bot's own preferences."""
    time = time_left(position.view, position.seat)
    best = max(_lines(position), key=lambda line: _value(position, time, *line) + beyond(line), default=None)
    return position.moves[0] if best is None else best[0]


def _value(before: Position, time: float, command: Command, after: Position) -> float:
    """The value of a position, plus the expected gain where the dry run stops early."""
    if isinstance(command, Pass):
        return position_value(before.view, before.seat, time) + _A_TURN
    if isinstance(after.view.turn.offer, Island):
        after = max(_fetched(after), key=lambda there: position_value(there.view, there.seat, time))
    value = position_value(after.view, after.seat, time)
    if isinstance(command, BuildPath) and command.source in (Source.PILE_1, Source.PILE_2):
        return value + time * _BLIND_PATH
    return value + _BLIND_DISPLAY if isinstance(command, RecyclePathDisplay) else value


def _fetched(position: Position) -> Iterator[Position]:
    """The positions after each promising action on the island just reached, or after skipping it."""
    city = public_city(position.view.cities[position.seat])
    tasks: list[Any] = [move for move in position.moves if isinstance(move, ReceiveTask)]
    rest = [move for move in position.moves if not isinstance(move, ReceiveTask)]
    best = nlargest(1, tasks, key=lambda move: task_value(city, move.task, POSITIONS[-1]))
    return (after for _, after in _whole(position, [*best, *rest]))


def _lines(position: Position) -> Iterator[Line]:
    """The whole actions worth evaluating now."""
    turn = position.view.turn
    moves = [move for move in position.moves if not isinstance(move, DiscardActionTiles)]
    if turn.main_done or turn.offer is not None or turn.move is not None:
        return _whole(position, moves)
    main = [move for move in moves if not isinstance(move, PlaceNeutralNovice)]
    if main == [EndTurn()]:
        main = moves
    return chain(_whole(position, [*_best_of_many(position, main)]), _discard_and_place(position))


def _best_of_many(position: Position, moves: Sequence[Any]) -> Iterator[Command]:
    """All moves, but only the most promising islands and gnomes."""
    view = position.view
    city = public_city(view.cities[position.seat])
    looks: dict[type[Command], Callable[[Any], float]] = {
        MoveShip: lambda move: island_value(view, city, move.to),
        RecruitGnome: lambda move: gnome_value(city, move.gnome),
    }
    yield from (move for move in moves if type(move) not in looks)
    for kind, look in looks.items():
        yield from nlargest(_BEST, (move for move in moves if type(move) is kind), key=look)


def _whole(position: Position, moves: Sequence[Command]) -> Iterator[Line]:
    """Each of the moves, completed to a whole action."""
    form = position.view.turn.move
    for move in moves if form is None else _promising(position, moves):
        lines = _completed(move, position.after(move))
        # The rest of a form that is already begun is asked after this answer.
        yield from islice(lines if form is None else ((move, after) for _, after in lines), _MOST_LINES)


def _completed(command: Command, position: Position) -> Iterator[Line]:
    """Every promising way to fill in what the move still asks for."""
    form = position.view.turn.move
    # A form of another kind belongs to a follow-up step that was begun at once, because it had one answer.
    if type(form) is not type(command):
        yield command, position
        return
    for answer in _promising(position, position.moves):
        yield from _completed(merged(form, answer, GROWING), position.after(answer))


def _promising(position: Position, answers: Sequence[Command]) -> Sequence[Command]:
    """The answers worth evaluating: the cheapest payment, the best places, the longest walks."""
    first = answers[0]
    city = public_city(position.view.cities[position.seat])
    if _tokens(first):
        prices = token_prices(city)
        return [min(answers, key=lambda answer: sum(prices[token] for token in _tokens(answer)))]
    if isinstance(first, ReceiveTask) and first.position is not UNSET:
        return _places(city, position.view.turn.move, answers)
    if isinstance(first, MakeProcession):
        return _ways(position.view.turn.move, answers)
    if isinstance(first, PlaceFateTile | ResolveBonus) and first.anchor is not UNSET:
        return _anchors(city, position.view.turn.move, answers)
    return answers


def _tokens(answer: Command) -> Sequence[Tile | Resource]:
    """The tiles and resources that an answer pays; none if it is not a payment."""
    tokens = getattr(answer, "payments", UNSET)
    if isinstance(tokens, Payments):
        return *tokens.tiles, *tokens.resources
    return getattr(answer, "payment", UNSET) or ()


def _places(city: City, form: ReceiveTask, answers: Sequence[Any]) -> Sequence[Command]:
    """The two best task spaces for the chosen task."""
    task = form.task
    assert task is not UNSET
    return sorted(answers, key=lambda answer: -place_value(city, task, answer.position))[:2]


def _ways(form: MakeProcession | None, answers: Sequence[Any]) -> Sequence[Command]:
    """A few walks of guardians, fewer for each further guardian; those to bonfires and the longest first."""
    first = answers[0]
    if first.moves is UNSET:
        return [answer for answer in answers if answer.steps is UNSET or answer.steps <= _MOST_STEPS]
    walked = 0 if form is None or form.moves is UNSET else len(form.moves)
    return sorted(answers, key=lambda answer: _eagerness(answer.moves[0]), reverse=True)[: max(1, 3 - walked)]


def _anchors(city: City, form: PlaceFateTile | ResolveBonus, answers: Sequence[Any]) -> Sequence[Command]:
    """The anchors at which a fate tile, in its best rotation, touches the most equal symbols."""
    tile = city.fate_supply[0 if form.end is End.TOP else -1]
    return nlargest(_BEST, answers, key=lambda answer: fate_value(city, tile, answer.anchor))


def _eagerness(move: GuardianMove) -> tuple[bool, int]:
    return Stride.BONFIRE in move.steps, len(move.steps)


def _discard_and_place(position: Position) -> Iterator[Line]:
    """Discard the last few tiles to place a fate tile, which may be the best action."""
    city = public_city(position.view.cities[position.seat])
    held = tile_count(city.tiles)
    if not 1 < held <= _FEW_TILES or not city.fate_supply:
        return
    tiles = [tile for tile in Tile for _ in range(getattr(city.tiles, tile))]
    cheap = sorted(tiles, key=token_prices(city).__getitem__)
    for kept in range(held - 1, 0, -1):
        discard = DiscardActionTiles(tiles=tuple(cheap[: held - kept]))
        after = position.after(discard)
        places = [move for move in after.moves if isinstance(move, PlaceFateTile)]
        if places:
            yield from ((discard, placed) for _, placed in _whole(after, places))
            return


_WEIGHT: Final[Mapping[type[Command], int]] = {
    IgniteBonfire: 600,
    PlaceNeutralNovice: 600,
    RecyclePathDisplay: 200,
    RetrieveGuardian: 150,
    ReceiveTask: 120,
    RecruitGnome: 100,
    PlaceFateTile: 100,
    BuildPath: 80,
    UseGreatBonfire: 80,
    MakeProcession: 60,
    MoveShip: 50,
    EndTurn: 40,
    Pass: 2,
    SkipIslandAction: 2,
}
"""The weight of each kind of move for an eager bot; discarding has weight 1."""


def eager(position: Position, dice: Dice) -> Command:
    """A random move, with kinds that make progress more likely than those that give something up."""
    kinds = list(dict.fromkeys(map(type, position.moves)))
    bounds = list(accumulate(_WEIGHT.get(kind, 1) for kind in kinds))
    drawn = dice.below(bounds[-1])
    kind = next(kind for kind, bound in zip(kinds, bounds) if drawn < bound)
    moves = [move for move in position.moves if type(move) is kind]
    return moves[dice.below(len(moves))]


def curious(position: Position, dice: Dice) -> Command:
    """Greedy, sometimes eager, and with a bonus for progress on tasks, so that it reaches other positions."""
    city = public_city(position.view.cities[position.seat])
    if dice.below(_EAGER_ONCE_IN) == 0 and not has_long_task(city):
        return eager(position, dice)
    return _best(position, lambda line: _TASK_BONUS * (_progress_after(line[1]) - tasks_progress(city)))


def _progress_after(position: Position) -> float:
    return tasks_progress(public_city(position.view.cities[position.seat]))


def idle(position: Position, _dice: Dice) -> Command:
    """Pass if possible, else end the turn, else take the shortest sequence of moves to its end."""
    for least in (Pass(), EndTurn()):
        if least in position.moves:
            return least
    return _shortest(position)


def _shortest(position: Position) -> Command:
    """The first move of a shortest sequence to the end of the turn; discards come last."""
    ways: deque[tuple[Command | None, Position]] = deque([(None, position)])
    for _ in range(_MOST_POSITIONS):
        if not ways:
            break
        first, here = ways.popleft()
        for move in sorted(here.moves, key=lambda move: isinstance(move, DiscardActionTiles)):
            there = here.after(move)
            if not there.moves or EndTurn() in there.moves:
                return first or move
            ways.append((first or move, there))
    return position.moves[0]


BOTS: Final[Mapping[str, Bot]] = {
    "random": random_bot,
    "greedy": greedy,
    "eager": eager,
    "curious": curious,
    "idle": idle,
}
