"""Bots. They choose placements by an estimate, and everything else by dry runs."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET

from domain.kernel.action import merged
from domain.kernel.bots import Bot, Position, random_bot
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.phoenix.catalogue import REVELATION, SECTOR_OF, SPOT
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
from domain.phoenix.estimates import Estimates, best_card, draft_value
from domain.phoenix.evaluation import position_value
from domain.phoenix.ids import KinId, SpotId
from domain.phoenix.shortlists import shortlist
from domain.phoenix.view import PendingView

_DEPTH: Final = 1
"""How many further questions of a move are answered in advance."""
_MOST_ANSWERS: Final = 12
_REVEAL: Final = 0.7
"""The value of seeing a hidden tile, because it adds options afterwards."""
_LEAST_GAIN: Final = 0.1
_GROWING: Final = ("pay", "village", "effect")
"""The fields of moves that are answered in several parts."""
_SKIPS: Final = (EndTurn(), SkipDaytime(), SkipAbility(), Choose(value=None))
_STEPS_OF_A_TURN: Final = ("turn_start", "placement", "ability", "daytime_effect", "turn_end")


class Line(NamedTuple):
    """A move, the form that it completes with the best answers, and the value of the position after it."""

    value: float
    move: Command
    form: Command


def greedy(position: Position, _dice: Dice) -> Command:
    """Picks the placement with the best estimate; otherwise the move that leaves the seat with most."""
    placements = [move for move in position.moves if isinstance(move, PlaceKin)]
    if not placements:
        few = _few(position, position.moves)
        clear = len(few) == 1 and isinstance(few[0], Choose | EndTurn)
        return few[0] if clear else _best_whole(position, few)[1]
    cards = [move for move in position.moves if isinstance(move, UseTurnStartCard)]
    if cards:
        value, best = _best_whole(position, cards)
        if value > position_value(position.view, position.seat) + _LEAST_GAIN:
            return best
    return _placement(position, placements)


def _best_whole(position: Position, moves: Sequence[Command]) -> tuple[float, Command]:
    """The best of these moves with its value; whole, unless it was begun before."""
    best = _best(position, moves, _DEPTH)
    return best.value, best.form if position.view.pending.move is None else best.move


def _best(position: Position, moves: Sequence[Command], depth: int) -> Line:
    """The best of these moves."""
    few = _few(position, moves)
    return max((_line(position, move, depth) for move in few), key=lambda line: line.value)


def _line(position: Position, move: Command, depth: int) -> Line:
    """A move, completed and evaluated as if the seat also gives the best answers to what follows."""
    if isinstance(move, AsymChooseFighter | AsymBuyRevelations):
        return Line(draft_value(move), move, move)
    if isinstance(move, SkipAbility | SkipDaytime):
        return Line(position_value(position.view, position.seat), move, move)
    after, begun = position.after(move), position.view.pending.move
    form = move if begun is None else merged(begun, move, _GROWING)
    if after.stopped:
        return Line(position_value(after.view, after.seat) + _REVEAL, move, form)
    pending = after.view.pending
    if pending is None or after.seat not in pending.seats or _is_over(pending):
        return Line(position_value(after.view, after.seat), move, form)
    if type(pending.move) is type(move):  # the form asks for more
        best = _best(after, after.moves, depth)
        return Line(best.value, move, best.form)
    if not depth:
        return Line(position_value(after.view, after.seat), move, form)
    if _offers_cards(after.moves):
        more = best_card(Estimates(after.view, after.seat))
        return Line(position_value(after.view, after.seat) + more, move, form)
    return Line(_best(after, after.moves, depth - 1).value, move, form)


def _is_over(pending: PendingView) -> bool:
    """Whether the consequences of a move are over, because the next step of a turn begins."""
    return pending.move is None and pending.step in _STEPS_OF_A_TURN


def _offers_cards(moves: Sequence[Command]) -> bool:
    """Whether the seat may acquire a second card (PP-RV2)."""
    return any(isinstance(move, Choose) and move.value in REVELATION for move in moves)


def _few(position: Position, moves: Sequence[Command]) -> Sequence[Command]:
    """The moves that are worth a dry run; of a long list, a limited number, taken evenly."""
    if len(moves) > 1:
        moves = shortlist(Estimates(position.view, position.seat), moves)
    return moves[:: 1 + len(moves) // _MOST_ANSWERS]


def _placement(position: Position, moves: Sequence[PlaceKin]) -> PlaceKin:
    """The placement with the best estimate, or the rest of an unfinished one."""
    form: PlaceKin = position.view.pending.move or PlaceKin()
    at = Estimates(position.view, position.seat)
    if form.target is not UNSET:
        return PlaceKin(cloaked=_face(at, KinId(form.kin_id or ""), SpotId(form.target))[1])
    if form.kin_id is not UNSET:
        _, spot, cloaked = _best_place(at, KinId(form.kin_id), _distinct(at, _targets(moves)))
        return PlaceKin(target=spot, cloaked=cloaked)
    spots = _distinct(at, _targets(position.after(moves[0]).moves))
    if not spots:  # only the palace is left, and the kin was placed there at once
        return moves[0]
    hand = [KinId(move.kin_id) for move in moves if move.kin_id]
    places = ((_best_place(at, kin, spots), kin) for kin in hand)
    (_, spot, cloaked), kin = max(places, key=lambda found: found[0][0])
    return PlaceKin(kin_id=kin, target=spot, cloaked=cloaked)


def _targets(moves: Sequence[Command]) -> list[SpotId]:
    return [SpotId(move.target) for move in moves if isinstance(move, PlaceKin) and move.target]


def _distinct(at: Estimates, spots: Sequence[SpotId]) -> Sequence[SpotId]:
    """One spot of each sector and price, because the others are equal to it; all spots of the palace."""
    facts = SPOT[at.view.board.side]
    kinds = {(facts[spot].sector, facts[spot].price) if spot in facts else spot: spot for spot in spots}
    return tuple(kinds.values())


def _best_place(at: Estimates, kin: KinId, spots: Sequence[SpotId]) -> tuple[float, SpotId, bool]:
    """The best spot and face of a kin, and its value."""
    faces = ((_face(at, kin, spot), spot) for spot in spots)
    (value, cloaked), spot = max(faces, key=lambda found: found[0][0])
    return value, spot, cloaked


def _face(at: Estimates, kin: KinId, spot: SpotId) -> tuple[float, bool]:
    """The value of a spot for a kin with the better of its faces; cloaking needs a spare coin."""
    faces = (False, True) if spot in SECTOR_OF and at.pool.coin >= 2 else (False,)
    return max((at.placement(kin, spot, cloaked=face), face) for face in faces)


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
