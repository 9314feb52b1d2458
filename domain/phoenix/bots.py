"""Bots. They choose placements by an estimate, and everything else by dry runs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from msgspec import UNSET

from domain.kernel.bots import Bot, Position, random_bot
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.phoenix.catalogue import SECTOR_OF, KinId, SpotId
from domain.phoenix.commands import (
    AsymBuyRevelations,
    AsymChooseFighter,
    Choose,
    EndTurn,
    PlaceKin,
    SkipAbility,
    SkipDaytime,
    UseTurnStartCard,
)
from domain.phoenix.evaluation import draft_value, placement_value, position_value

_DEPTH: Final = 4
_MOST_ANSWERS: Final = 12
_REVEAL: Final = 0.7
"""The value of seeing a hidden tile, because it adds options afterwards."""
_SKIPS: Final = (EndTurn(), SkipDaytime(), SkipAbility(), Choose(value=None))
_ENDS: Final = (PlaceKin, SkipAbility, SkipDaytime, EndTurn)


def greedy(position: Position, _dice: Dice) -> Command:
    """Picks the placement with the best estimate; otherwise the move that leaves the seat with most."""
    placements = [move for move in position.moves if isinstance(move, PlaceKin)]
    if not placements:
        return max(position.moves, key=lambda move: _value(position, move, _DEPTH))
    cards = [move for move in position.moves if isinstance(move, UseTurnStartCard)]
    now = position_value(position.view, position.seat) + 0.1
    best = max(cards, key=lambda move: _value(position, move, _DEPTH), default=None)
    if best is not None and _value(position, best, _DEPTH) > now:
        return best
    return _placement(position, placements)


def _value(position: Position, move: Command, depth: int) -> float:
    """The value of a move if the seat then gives the best answers."""
    if isinstance(move, AsymChooseFighter | AsymBuyRevelations):
        return draft_value(move)
    after = position.after(move)
    if after.stopped:
        return position_value(after.view, after.seat) + _REVEAL
    if depth and after.moves and not any(isinstance(following, _ENDS) for following in after.moves):
        return max(_value(after, following, depth - 1) for following in _few(after.moves))
    return position_value(after.view, after.seat)


def _few(moves: Sequence[Command]) -> Iterator[Command]:
    """A limited number of answers, taken evenly from a long list."""
    return islice(moves, 0, None, 1 + len(moves) // _MOST_ANSWERS)


def _placement(position: Position, moves: Sequence[PlaceKin]) -> PlaceKin:
    """The placement with the best estimate, or the next answer of an unfinished one."""
    form: PlaceKin = position.view.pending.move or PlaceKin()
    if form.kin_id is UNSET:
        return max(moves, key=lambda move: _best_target(position, move))
    kin = KinId(form.kin_id)
    if form.target is UNSET:
        return max(moves, key=lambda move: _face(position, kin, SpotId(move.target or ""))[0])
    return PlaceKin(cloaked=_face(position, kin, SpotId(form.target))[1])


def _best_target(position: Position, begun: PlaceKin) -> float:
    """The value of the best spot for a kin."""
    following = (move for move in position.after(begun).moves if isinstance(move, PlaceKin))
    spots = (SpotId(move.target) for move in following if move.target)
    return max((_face(position, KinId(begun.kin_id or ""), spot)[0] for spot in spots), default=0)


def _face(position: Position, kin: KinId, spot: SpotId) -> tuple[float, bool]:
    """The value of a spot for a kin with the better of its faces; cloaking needs a spare coin."""
    view, seat = position.view, position.seat
    coins = view.pools[view.seats[seat].pool].coin
    faces = (False, True) if spot in SECTOR_OF and coins >= 2 else (False,)
    return max((placement_value(view, seat, kin, spot, cloaked=face), face) for face in faces)


def eager(position: Position, dice: Dice) -> Command:
    """Any move, but it never skips or declines anything."""
    moves = [move for move in position.moves if move not in _SKIPS[1:]] or position.moves
    return moves[dice.below(len(moves))]


def curious(position: Position, dice: Dice) -> Command:
    """Greedy, but sometimes eager, so that it reaches positions that greedy never does."""
    return greedy(position, dice) if dice.below(4) else eager(position, dice)


def idle(position: Position, _dice: Dice) -> Command:
    """Skips whatever it can, buys nothing, and otherwise takes the last answer, which is the palace."""
    least = (*_SKIPS, AsymBuyRevelations(cards=()))
    return next((move for move in least if move in position.moves), position.moves[-1])


BOTS: Final[Mapping[str, Bot]] = {
    "random": random_bot,
    "greedy": greedy,
    "eager": eager,
    "curious": curious,
    "idle": idle,
}
