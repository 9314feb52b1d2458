"""Shortlists for bots: of many answers to a question, the few that an estimate leaves for dry runs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest
from typing import Any, Final, TypeVar

from msgspec import UNSET, Struct

from domain.kernel.messages import Command
from domain.phoenix.catalogue import KIN_TYPE, SECTOR_OF
from domain.phoenix.commands import Answers, Choose
from domain.phoenix.estimates import Estimates, village_value
from domain.phoenix.evaluation import ABILITY
from domain.phoenix.ids import SHARDS, KinId, Resource, Shard, SpotId

V = TypeVar("V")

_VILLAGES: Final = 2
"""How many villages of a shrine are compared by dry runs."""


def shortlist(at: Estimates, moves: Sequence[Command]) -> list[Command]:
    """The moves that are worth a dry run."""
    questions: dict[tuple[type[Command], str], dict[Any, Command]] = {}
    for move in moves:
        field, value = _answer(at, move)
        questions.setdefault((type(move), field), {})[value] = move
    return [
        answers[value]
        for (_, field), answers in questions.items()
        for value in _worth_trying(at, field, list(answers))
    ]


def _worth_trying(at: Estimates, field: str, values: list[Any]) -> list[Any]:
    """The values to compare; None, which declines, is always one of them."""
    given = [value for value in values if value is not None]
    if len(given) < 2 or field not in _SHORTER:
        return values
    shorter = _SHORTER[field](at, given)
    return shorter if len(given) == len(values) else [*shorter, None]


def _answer(at: Estimates, move: Command) -> tuple[str, Any]:
    """What a plain move answers, and how."""
    field, value = _only_field(move)
    if isinstance(move, Choose):
        pending = at.view.pending
        return "" if pending is None else pending.step, value
    if isinstance(value, Answers):
        field, value = _only_field(value)
    return field, value[0] if isinstance(value, tuple) and len(value) == 1 else value


def _only_field(form: Struct) -> tuple[str, Any]:
    """The field that is filled in, with its value; with several fields, the last one."""
    for field in reversed(form.__struct_fields__):
        value = getattr(form, field)
        if value is not UNSET:
            return field, value
    return "", None


def _most(values: Iterable[V], key: Callable[[V], float]) -> list[V]:
    return [max(values, key=key)]


def _held(at: Estimates, kind: Resource) -> int:
    """How many of a resource the seat will have after the unfinished move."""
    begun = None if at.view.pending is None else at.view.pending.move
    village, paid = getattr(begun, "village", UNSET), getattr(begun, "pay", UNSET)
    gained = village.resources if isinstance(village, Answers) else UNSET
    return at.pool.count(kind) + (gained or ()).count(kind) - (paid or ()).count(kind)


def _gained(at: Estimates, values: list[str]) -> list[str]:
    """The kind of resource of which the seat has least."""
    return _most(values, lambda kind: -_held(at, Resource(kind)))


def _paid(at: Estimates, values: list[str]) -> list[str]:
    """The kind of resource of which the seat has most."""
    return _most(values, lambda kind: _held(at, Resource(kind)))


def _color(at: Estimates, values: list[str]) -> list[str]:
    return _most(values, lambda color: at.shards[SHARDS.index(Shard(color))])


def _farthest(_at: Estimates, values: list[int]) -> list[int]:
    return [max(values)]


def _best_villages(at: Estimates, values: list[int]) -> list[int]:
    """The positions whose villages have the best benefits."""
    villages = at.view.board.villages
    return nlargest(_VILLAGES, values, lambda position: village_value(at, villages[position]))


def _event_slot(at: Estimates, values: list[int]) -> list[int]:
    """The slot of the worst event; an event that returns can go to any slot."""
    return _most(values, at.discarding)


def _replaced(at: Estimates, values: list[KinId]) -> list[KinId]:
    """Of kin that are to be replaced, the one with the weakest ability in the hand and on the board."""
    hand = [kin for kin in values if kin in at.own.hand]
    placed = [tile.kin for tile in at.own.tiles if tile.kin in values]
    if len(hand) + len(placed) < len(values):  # these are ready kin
        return values
    return [min(zone, key=lambda kin: ABILITY[KIN_TYPE[kin]]) for zone in (hand, placed) if zone]


def _one_of_each_sector(_at: Estimates, values: list[SpotId]) -> list[SpotId]:
    return list({SECTOR_OF.get(spot, spot): spot for spot in values}.values())


_SHORTER: Final[Mapping[str, Callable[[Estimates, list[Any]], list[Any]]]] = {
    "resource": _gained,
    "resources": _gained,
    "gain": _gained,
    "gain_resource": _gained,
    "pay": _paid,
    "lose_resource": _paid,
    "color": _color,
    "colors": _color,
    "gain_shard": _color,
    "explore": _farthest,
    "collect": _best_villages,
    "slot": _event_slot,
    "discard_slot": _event_slot,
    "clanhouse_acquire": _replaced,
    "spot": _one_of_each_sector,
}
"""By the field or the kind of choice that is asked: the values to compare."""
