"""The capital track: the order of the heralds (PP-S6, PP-E5)."""

from collections.abc import Iterator

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.ids import Resource
from domain.phoenix.pools import gain
from domain.phoenix.state import Phoenix


def visit_capital(state: Phoenix, seat: int) -> Iterator[Event]:
    """PP-E5: gain 2 scrolls; the own herald moves to rank 1, those above it move down one."""
    yield from gain(seat, "PP-E5", Resource.SCROLL, Resource.SCROLL)
    if state.rank(seat) != 1:
        yield e.HeraldMoved(seat)


def is_last(state: Phoenix, seat: int) -> bool:
    """Whether a seat's herald has the lowest rank."""
    return state.heralds[-1] == seat
