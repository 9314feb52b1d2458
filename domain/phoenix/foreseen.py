"""The 18 event cards, one row each: what a seat resolves for itself at night (PP-EV2, PP-EC01–PP-EC18)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import EitherOr, GainResource, LoseResource, OwnKin
from domain.phoenix.capital import is_last
from domain.phoenix.geometry import highlighted
from domain.phoenix.ids import ForeseenId, Resource, Sector
from domain.phoenix.pending import asks, then
from domain.phoenix.pools import favor, gain, pay
from domain.phoenix.state import Phoenix

Effect = Callable[[Phoenix, int], Iterator[Event]]


@dataclass(frozen=True)
class Foreseen:
    """An event card and what it does to each seat."""

    id: ForeseenId
    rule: str
    does: Effect


def _lose_one(resource: Resource, rule: str) -> Effect:
    """Lose 1 resource of a kind, or 1 FP without one."""

    def does(state: Phoenix, seat: int) -> Iterator[Event]:
        if state.pool(seat).count(resource):
            return pay(seat, rule, resource)
        return favor(state, seat, -1, rule)

    return does


def _hoarders_bane(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC04: with at least 6 resources for each seat that shares the pool, lose 2 of your choice."""
    sharing = sum(other.pool == state.seats[seat].pool for other in state.seats)
    if state.pool(seat).resources >= 6 * sharing:
        lose = asks(seat, LoseResource(seat, "PP-EC04"))
        yield then(lose, lose)


def _pick_kin(rule: str) -> Effect:
    """The seat picks one of its kin, if it has a suitable one."""

    def does(_state: Phoenix, seat: int) -> Iterator[Event]:
        yield then(asks(seat, OwnKin(seat, rule)))

    return does


def _washed_out_road(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC07: your pioneer moves back 1 position; on position 0 lose 1 FP instead."""
    position = state.seats[seat].pioneer
    if position:
        yield e.PioneerMoved(seat, position - 1)
    else:
        yield from favor(state, seat, -1, "PP-EC07")


def _envy_of_the_court(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC08: if your herald is rank 1, lose 2 FP."""
    return favor(state, seat, -2 if state.rank(seat) == 1 else 0, "PP-EC08")


def _heresy_trial(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC09: lose 1 FP for each owned revelation card, at most 3."""
    return favor(state, seat, -min(len(state.seats[seat].revelations), 3), "PP-EC09")


def _breached_walls(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC10: if you have no kin in the gates, lose 2 FP."""
    return favor(state, seat, 0 if state.seats[seat].is_in(Sector.GATES) else -2, "PP-EC10")


def _levy(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC11: pay 1 coin or send an own unveiled kin to the palace; if neither is possible, lose 1 FP."""
    has_unveiled = any(not tile.cloaked for tile in state.seats[seat].in_sectors)
    if state.pool(seat).coin or has_unveiled:
        yield then(asks(seat, EitherOr(seat, "PP-EC11")))
    else:
        yield from favor(state, seat, -1, "PP-EC11")


def _cold_springs(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC12: if you have no kin in the springs, lose 1 scroll, if you have one."""
    if not state.seats[seat].is_in(Sector.SPRINGS) and state.pool(seat).scroll:
        yield from pay(seat, "PP-EC12", Resource.SCROLL)


def _roadside_bandits(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC13: unless your herald is last on the capital track, lose 1 any, if you have one."""
    if not is_last(state, seat):
        yield then(asks(seat, LoseResource(seat, "PP-EC13")))


def _harvest_moon(_state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC14: gain 1 any."""
    yield then(asks(seat, GainResource(seat, "PP-EC14")))


def _lantern_festival(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC15: gain 1 FP for each own kin on the palace, at most 3."""
    return favor(state, seat, min(len(state.seats[seat].on_palace), 3), "PP-EC15")


def _shooting_stars(_state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC16: you may pay 2 resources of your choice to gain 1 shard of your choice."""
    yield then(asks(seat, EitherOr(seat, "PP-EC16")))


def _phoenix_gaze(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC17: gain 1 FP for each highlighted sector with an own kin."""
    count = sum(state.seats[seat].is_in(sector) for sector in highlighted(state.board.rotation))
    return favor(state, seat, count, "PP-EC17")


def _generous_envoy(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-EC18: if your herald is last on the capital track, gain 2 coins."""
    if is_last(state, seat):
        yield from gain(seat, "PP-EC18", Resource.COIN, Resource.COIN)


FORESEEN_CARDS: Final = (
    Foreseen(ForeseenId.COIN_TITHE, "PP-EC01", _lose_one(Resource.COIN, "PP-EC01")),
    Foreseen(ForeseenId.BURNT_SCROLLS, "PP-EC02", _lose_one(Resource.SCROLL, "PP-EC02")),
    Foreseen(ForeseenId.DYING_LAMPS, "PP-EC03", _lose_one(Resource.LANTERN, "PP-EC03")),
    Foreseen(ForeseenId.HOARDERS_BANE, "PP-EC04", _hoarders_bane),
    Foreseen(ForeseenId.DRAWN_CURTAINS, "PP-EC05", _pick_kin("PP-EC05")),
    Foreseen(ForeseenId.NIGHT_RAID, "PP-EC06", _pick_kin("PP-EC06")),
    Foreseen(ForeseenId.WASHED_OUT_ROAD, "PP-EC07", _washed_out_road),
    Foreseen(ForeseenId.ENVY_OF_THE_COURT, "PP-EC08", _envy_of_the_court),
    Foreseen(ForeseenId.HERESY_TRIAL, "PP-EC09", _heresy_trial),
    Foreseen(ForeseenId.BREACHED_WALLS, "PP-EC10", _breached_walls),
    Foreseen(ForeseenId.LEVY, "PP-EC11", _levy),
    Foreseen(ForeseenId.COLD_SPRINGS, "PP-EC12", _cold_springs),
    Foreseen(ForeseenId.ROADSIDE_BANDITS, "PP-EC13", _roadside_bandits),
    Foreseen(ForeseenId.HARVEST_MOON, "PP-EC14", _harvest_moon),
    Foreseen(ForeseenId.LANTERN_FESTIVAL, "PP-EC15", _lantern_festival),
    Foreseen(ForeseenId.SHOOTING_STARS, "PP-EC16", _shooting_stars),
    Foreseen(ForeseenId.PHOENIX_GAZE, "PP-EC17", _phoenix_gaze),
    Foreseen(ForeseenId.GENEROUS_ENVOY, "PP-EC18", _generous_envoy),
)
FORESEEN: Final[Mapping[ForeseenId, Foreseen]] = {card.id: card for card in FORESEEN_CARDS}
