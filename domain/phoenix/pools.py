"""Gaining, paying and losing resources, shards and favor points."""

from collections.abc import Iterable, Iterator

from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.ids import RESOURCES, Resource, Shard
from domain.phoenix.state import Phoenix, Pool


def gain(seat: int, rule: str, *resources: Resource) -> Iterator[Event]:
    """A seat gains these resources."""
    return _changed(seat, rule, resources, 1)


def pay(seat: int, rule: str, *resources: Resource) -> Iterator[Event]:
    """A seat pays these resources, which it must have."""
    return _changed(seat, rule, resources, -1)


def _changed(seat: int, rule: str, resources: tuple[Resource, ...], sign: int) -> Iterator[Event]:
    for kind in RESOURCES:
        count = resources.count(kind)
        if count:
            yield e.ResourceChanged(seat, kind, sign * count, rule)


def gain_shard(seat: int, rule: str, *shards: Shard) -> Iterator[Event]:
    """A seat gains these shards."""
    return (e.ShardChanged(seat, shard, 1, rule) for shard in shards)


def favor(state: Phoenix, seat: int, by: int, rule: str) -> Iterator[Event]:
    """A seat gains or loses favor points; a loss stops at 0 (1.2)."""
    change = max(by, -state.seats[seat].fp)
    if change:
        yield e.FpChanged(seat, change, rule)


def affords(pool: Pool, price: Iterable[Resource]) -> bool:
    """Whether a pool holds all of these resources."""
    due = tuple(price)
    return all(pool.count(kind) >= due.count(kind) for kind in set(due))


def shortage(pool: Pool, price: Iterable[Resource], rule: str) -> Rejected | None:
    """The refusal if a price cannot be paid, with the kinds that are missing."""
    due = tuple(price)
    missing = tuple(kind.value for kind in RESOURCES if pool.count(kind) < due.count(kind))
    if not missing:
        return None
    return Rejected("cannot_afford", rule=rule, missing=missing, price=tuple(map(str, due)))
