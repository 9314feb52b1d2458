"""The value of a position for a seat, computed only from its view: favor so far and expected favor."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from domain.phoenix.card_values import cards_value, events_value
from domain.phoenix.catalogue import DRAGON_THRESHOLD, KIN_TYPE, ROUNDS, SECTOR, SECTOR_OF
from domain.phoenix.ids import SECTOR_INDEX, SECTORS, SHARDS, KinType, RevelationId, Sector, SpotId
from domain.phoenix.scoring import shard_points
from domain.phoenix.state import Pool
from domain.phoenix.view import PhoenixView, SeatView

# In favor points, tuned by letting the bot play against itself.
RESOURCE: Final = 0.9
RANK: Final = 0.6
_PIONEER: Final = (0.3, 0.5, 0.7)
_LOOSE_SHARD: Final = (0.5, 1.1, 1.3)
"""What a shard that is not part of a set may still become, by rounds left."""
_TOKEN: Final = 0.5
_OF_LOWEST: Final = 0.75
"""A side scores the favor of its lowest seat; the others matter a little."""
_REWARD: Final = (4.0, 2.0, RESOURCE, 1.0, RESOURCE, RESOURCE)
_LAST_TURNS: Final = 4
_NO_RIVAL: Final = 100.0
ABILITY: Final = {
    KinType.APPRENTICE: 0.0,
    KinType.ARCHER: 1.0,
    KinType.BARD: 0.8,
    KinType.CLAIRVOYANT: 0.8,
    KinType.COUNCILOR: 2.2,
    KinType.DIPLOMAT: 0.8,
    KinType.FIGHTER: 1.2,
    KinType.GUARD: 0.4,
    KinType.HERMIT: 0.8,
    KinType.MASTERMIND: 0.8,
    KinType.MENTOR: 1.5,
    KinType.MERCHANT: 0.9,
    KinType.NOCTURNAL: 1.9,
    KinType.PATHFINDER: 1.8,
    KinType.PHILOSOPHER: 1.5,
    KinType.TRICKSTER: 1.0,
}
"""What each ability brings on average."""
_SECTOR_AT: Final = {spot: SECTOR_INDEX[sector] for spot, sector in SECTOR_OF.items()}

Counts = Sequence[int]
"""The influence of each seat in a sector."""


def position_value(view: PhoenixView, seat: int) -> float:
    """The value of a seat's side, minus a share of the average value of the others."""
    counts = influences(view)
    own = view.seats[seat].pool
    values = [side_value(view, pool, counts) for pool in range(len(view.pools))]
    others = [value for pool, value in enumerate(values) if pool != own]
    return values[own] - rivalry(view) * (sum(others) / len(others) - _still_to_lose(view, own))


def _still_to_lose(view: PhoenixView, pool: int) -> float:
    """What the other sides are just asked to give up (PP-RV6)."""
    pending = view.pending
    if pending is None or any(view.seats[seat].pool == pool for seat in pending.seats):
        return 0.0
    return _GIVEN_UP.get(pending.step, 0.0)


_GIVEN_UP: Final = {"lose_resource": RESOURCE, "own_kin": 1.0}


def rounds_left(view: PhoenixView) -> int:
    """The rounds after this one; before the first round begins, as many as in it."""
    return ROUNDS - max(view.round, 1)


def rivalry(view: PhoenixView) -> float:
    """How much a loss of all others counts, compared with an own gain."""
    return 0.8 if len(view.pools) == 2 else 0.7


def side_value(view: PhoenixView, pool: int, counts: Sequence[Counts]) -> float:
    """The value of the seats that share a pool, and of the pool."""
    members = [own for own in view.seats if own.pool == pool]
    values = [_seat_value(view, own, counts) for own in members]
    lowest = min(values)
    return (
        _pool_value(view.pools[pool], rounds_left(view), len(members))
        + _OF_LOWEST * lowest
        + (1 - _OF_LOWEST) * sum(values) / len(values)
        + _token_value(view, pool)
    )


def _seat_value(view: PhoenixView, own: SeatView, counts: Sequence[Counts]) -> float:
    """The value of a seat's favor, kin, tracks and cards, and of the rewards that its kin may bring."""
    left = rounds_left(view)
    value = own.fp + own.pioneer * _PIONEER[left]
    value += RANK * (len(view.seats) - view.heralds.index(own.seat))
    for kin in (*own.hand, *own.stack):
        value += ABILITY[KIN_TYPE[kin]] * (left + 1)
    for tile in own.tiles:
        value += ABILITY[KIN_TYPE[tile.kin]] * left
    return value + cards_value(view, own) + events_value(view, own) + _night(view, own, counts)


def _pool_value(pool: Pool, left: int, sharing: int) -> float:
    """Resources and shards; resources that cannot all be spent are worth what they score."""
    count, spare = pool.resources, 10 * sharing
    variety = min(pool.coin, pool.scroll, pool.lantern, 2)
    resources = RESOURCE * min(count, spare) + 0.6 * max(0, count - spare) + 0.3 * variety * (left > 0)
    return resources + _shards_value(pool.shards, left)


@cache
def _shards_value(shards: tuple[int, int, int], left: int) -> float:
    return shard_points(shards) + _LOOSE_SHARD[left] * sum(count % 3 for count in shards)


@cache
def shard_values(shards: tuple[int, int, int], left: int) -> tuple[float, ...]:
    """What one more shard of each colour is worth to a pool with these shards."""
    now = _shards_value(shards, left)
    more = (
        (shards[0] + 1, shards[1], shards[2]),
        (shards[0], shards[1] + 1, shards[2]),
        (shards[0], shards[1], shards[2] + 1),
    )
    return tuple(_shards_value(each, left) - now for each in more)


def influences(view: PhoenixView) -> list[list[int]]:
    """For each sector the influence of each seat (PP-N7)."""
    found = [[0] * len(view.seats) for _ in SECTORS]
    for seat, own in enumerate(view.seats):
        for tile in own.tiles:
            index = _SECTOR_AT.get(tile.at)
            if index is not None:
                found[index][seat] += 1 + tile.cloaked
    return found


def _night(view: PhoenixView, own: SeatView, counts: Sequence[Counts]) -> float:
    """The rewards of the sectors and of the palace in which the seat has kin."""
    seat, scale, value = rival(view, own), _scored(view, counts), 0.0
    for index, sector in enumerate(SECTORS):
        if counts[index][own.seat]:
            value += scale.get(sector, 1.0) * sector_value(view, seat, index, counts[index])
    on_palace = sum(tile.on_palace for tile in own.tiles)
    return value + (max(seat.shards) + on_palace if on_palace else 0)


class Rival(NamedTuple):
    """A seat that competes at night: what shards are worth to it, and how many kin its rivals can place."""

    own: SeatView
    shards: tuple[float, ...]
    threat: int
    ranks: tuple[float, ...]
    """For each seat, what the herald ranks add to the lead over it; a lot for the own side."""


def rival(view: PhoenixView, own: SeatView) -> Rival:
    """A seat as it competes at night."""
    shards = shard_values(view.pools[own.pool].shards, rounds_left(view))
    rank = view.heralds.index
    mine = rank(own.seat)
    ranks = tuple(
        _NO_RIVAL if other.pool == own.pool else 0.25 if mine < rank(other.seat) else -0.25
        for other in view.seats
    )
    return Rival(own, shards, _threat(view, own.pool), ranks)


def _threat(view: PhoenixView, pool: int) -> int:
    """How many kin the other sides can still place in this round."""
    return sum(len(other.hand) + other.stack_size for other in view.seats if other.pool != pool)


def sector_value(view: PhoenixView, seat: Rival, index: int, counts: Counts) -> float:
    """The reward of a sector in which the seat has kin, and its chance of the majority's shard."""
    if not counts[seat.own.seat]:
        return 0.0
    threat = seat.threat if is_open(view, index) else 0
    chance = _chance(seat.own.seat, tuple(counts), seat.ranks, min(threat, _LAST_TURNS))
    return _REWARD[index] + seat.shards[_SHARD_OF[index]] * chance


_SHARD_OF: Final = [SHARDS.index(SECTOR[sector].shard) for sector in SECTORS]


def is_open(view: PhoenixView, index: int) -> bool:
    """Whether further kin can come to a sector before the guard marker on it expires."""
    return not any(guard.sector is SECTORS[index] for guard in view.board.guards)


@lru_cache(maxsize=1 << 14)
def _chance(seat: int, counts: tuple[int, ...], ranks: tuple[float, ...], threat: int) -> float:
    """The chance of the majority; certain if no other side can place a kin any more."""
    mine = counts[seat]
    lead = min([float(mine), *(mine - count + rank for count, rank in zip(counts, ranks))])
    certain = 1.0 if lead > 0 else 0.0
    if not threat:
        return certain
    likely = 0.92 if lead > 2 else 0.85 if lead > 1 else 0.65 if lead > 0 else 0.25 if lead > -1 else 0.1
    doubt = min(1.0, threat / _LAST_TURNS)
    return doubt * likely + (1 - doubt) * certain


def _scored(view: PhoenixView, counts: Sequence[Counts]) -> dict[Sector, float]:
    """PP-DR4–PP-DR6: how much the dragon's sectors count: less without enough kin, more with them."""
    if view.board.dragon is None:
        return {}
    sectors = view.board.dragon_sectors
    total = sum(sum(counts[SECTOR_INDEX[sector]]) for sector in sectors)
    coming = sum(len(own.hand) for own in view.seats)
    certain = 1.6 if total >= DRAGON_THRESHOLD[len(view.seats)] else 0.0
    doubt = min(1.0, coming / _LAST_TURNS)
    return dict.fromkeys(sectors, doubt * 0.85 + (1 - doubt) * certain)


def _token_value(view: PhoenixView, pool: int) -> float:
    """The first-player token: in the last round one more shard, before that little."""
    shards = view.pools[pool].shards
    last = view.round == ROUNDS
    value = shard_points(shards, token=True) - shard_points(shards) if last else _TOKEN
    own = view.seats[next_holder(view)].pool == pool
    doubt = min(1.0, _threat(view, pool) / _LAST_TURNS)
    return value * (doubt * (0.6 if own else 0.2) + (1 - doubt) * own)


def next_holder(view: PhoenixView) -> int:
    """PP-N11: the seat that has the token after this night, if nothing changes on the palace."""
    best, holder = (0, 0), view.token
    for own in view.seats:
        kin = sum(tile.on_palace for tile in own.tiles)
        if kin:
            kin += RevelationId.PALACE_FAVOUR in own.revelations
            best, holder = max((best, holder), ((kin, -view.heralds.index(own.seat)), own.seat))
    return holder


def sector_index(spot: SpotId) -> int | None:
    """The number of the sector of a spot; none for the palace."""
    return _SECTOR_AT.get(spot)
