"""What a sector gives at night: its reward, and its majority bonus (PP-N8)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from domain.kernel.messages import Event
from domain.phoenix.agenda import GainResource, NextStep
from domain.phoenix.ids import Resource, Sector
from domain.phoenix.pending import asks, in_turn
from domain.phoenix.pools import favor, gain
from domain.phoenix.state import Phoenix

RULE: Final = "PP-N8"


def _no_question(_seat: int) -> Iterable[NextStep]:
    return ()


@dataclass(frozen=True)
class Reward:
    """What each eligible seat gains in a sector, or the choice that it gets instead."""

    sector: Sector
    gives: Callable[[Phoenix, int], Iterator[Event]] = lambda _state, _seat: iter(())
    asks: Callable[[int], Iterable[NextStep]] = _no_question


REWARDS: Final = (
    Reward(Sector.GATES, lambda state, seat: favor(state, seat, 4, RULE)),
    Reward(Sector.CAPITAL, lambda state, seat: favor(state, seat, 2, RULE)),
    Reward(Sector.RIM, lambda _, seat: gain(seat, RULE, Resource.SCROLL)),
    Reward(Sector.SHRINE, asks=lambda seat: (asks(seat, GainResource(seat, RULE)),)),
    Reward(Sector.SPRINGS, lambda _, seat: gain(seat, RULE, Resource.LANTERN)),
    Reward(Sector.CLANHOUSE, lambda _, seat: gain(seat, RULE, Resource.COIN)),
)
REWARD: Final[Mapping[Sector, Reward]] = {reward.sector: reward for reward in REWARDS}


def reward_all(state: Phoenix, sector: Sector, seats: Iterable[int], *after: NextStep) -> Iterator[Event]:
    """Each of these seats, in this order, gains the reward of a sector; then come the steps `after`."""
    reward = REWARD[sector]
    questions: list[NextStep] = []
    for seat in seats:
        yield from reward.gives(state, seat)
        questions += reward.asks(seat)
    yield from in_turn((*questions, *after))
