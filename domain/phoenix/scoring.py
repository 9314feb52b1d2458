"""The score breakdown (PP-F1–PP-F6, PP-TT4), one function for each line, from public information only."""

from functools import cache
from typing import Final

from msgspec import UNSET

from domain.kernel.score import Score, ScoreItem, SeatScore, SideScore
from domain.phoenix import modes
from domain.phoenix.ids import RESOURCES, SHARDS
from domain.phoenix.revelations import CARD
from domain.phoenix.state import Phoenix

_SET: Final = 3
_SET_OF_ONE_COLOR: Final = 9
_SET_OF_ALL_COLORS: Final = 6
_RESOURCES_PER_GROUP: Final = 3


def score(state: Phoenix) -> Score:
    """The score of every seat and every side if the game ended now."""
    names = modes.side_names(state.modes)
    sides = tuple(_side(state, side, names) for side in sides_of(state))
    if names is not None:
        seats = tuple(_seat(state, seat) for seat in range(state.players))
        best = max(sides, key=lambda side: (side.total, side.tie_break))
        return Score(seats, modes.result(state.modes, won=best is sides[-1]), sides)
    return Score(
        tuple(SeatScore(side.seats[0], side.total, side.items, side.tie_break) for side in sides),
        sides=UNSET,
    )


def sides_of(state: Phoenix) -> tuple[tuple[int, ...], ...]:
    """PP-TT1: the seats that share a pool are one side."""
    return tuple(
        tuple(number for number, seat in enumerate(state.seats) if seat.pool == pool)
        for pool in range(len(state.pools))
    )


def _side(state: Phoenix, side: tuple[int, ...], names: tuple[str, ...] | None) -> SideScore:
    """PP-TT4, PP-CO25, PP-F6: the lowest favor of its members, cards included, plus the value of the pool."""
    lowest = min(side, key=lambda seat: (_favor(state, seat), seat))
    items = (
        _gained(state, lowest),
        _endgame(state, lowest),
        _shards(state, side),
        _resources(state, side[0]),
    )
    total = sum(item.points for item in items)
    name = str(lowest) if names is None else names[state.seats[lowest].pool]
    return SideScore(name, side, total, items, (modes.tie_break(state, side),))


def _seat(state: Phoenix, seat: int) -> SeatScore:
    """In a team: the part of the score that belongs to one seat."""
    items = (_gained(state, seat), _endgame(state, seat))
    return SeatScore(seat, sum(item.points for item in items), items, (-state.rank(seat),))


def _favor(state: Phoenix, seat: int) -> int:
    return _gained(state, seat).points + _endgame(state, seat).points


def _gained(state: Phoenix, seat: int) -> ScoreItem:
    """The favor points gained during the game."""
    return ScoreItem("favor", "PP-F6", state.seats[seat].fp)


def _endgame(state: Phoenix, seat: int) -> ScoreItem:
    """PP-F1, PP-RV7: the favor of endgame revelations."""
    points = {
        card: scores(state, seat)
        for card in state.seats[seat].revelations
        if (scores := CARD[card].scores) is not None
    }
    return ScoreItem("revelations", "PP-F1", sum(points.values()), tuple(card.value for card in points))


def _shards(state: Phoenix, side: tuple[int, ...]) -> ScoreItem:
    """PP-F2, PP-F3: the best partition of the shards; the token counts as one more shard of any colour."""
    shards, token = state.pool(side[0]).shards, state.token in side
    counted = tuple(str(shard) for shard, count in zip(SHARDS, shards) for _ in range(count))
    points = shard_points(shards, token=token)
    return ScoreItem("shards", "PP-F2", points, (*counted, "first_player_token") if token else counted)


def _resources(state: Phoenix, seat: int) -> ScoreItem:
    """PP-F5: 3 FP for every 3 resources."""
    pool = state.pool(seat)
    counted = tuple(str(kind) for kind in RESOURCES for _ in range(pool.count(kind)))
    return ScoreItem("resources", "PP-F5", 3 * (pool.resources // _RESOURCES_PER_GROUP), counted)


@cache
def shard_points(shards: tuple[int, int, int], *, token: bool = False) -> int:
    """PP-F4: 9 for three of one colour, 6 for one of each colour, 1 for each remaining shard."""
    if token:
        coral, jade, agate = shards
        more = (coral + 1, jade, agate), (coral, jade + 1, agate), (coral, jade, agate + 1)
        return max(map(shard_points, more))
    return max(
        _SET_OF_ALL_COLORS * mixed + sum(_of_one_color(count - mixed) for count in shards)
        for mixed in range(min(shards) + 1)
    )


def _of_one_color(count: int) -> int:
    return _SET_OF_ONE_COLOR * (count // _SET) + count % _SET
