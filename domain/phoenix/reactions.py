"""The immediate effects of an event: gains of kept `ongoing` cards (PP-RV5)."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.kernel.messages import Event
from domain.phoenix.events import DaytimePerformed
from domain.phoenix.pools import gain
from domain.phoenix.revelations import CARD
from domain.phoenix.state import Phoenix


def reactions(state: Phoenix, event: Any) -> Iterable[Event]:
    """What an event causes, given the state after it."""
    return _after_daytime(state, event) if isinstance(event, DaytimePerformed) else ()


def _after_daytime(state: Phoenix, event: DaytimePerformed) -> Iterator[Event]:
    """PP-RC06, PP-RC07: a gain after the daytime effect of a sector, in whatever way it was performed."""
    for card in state.seats[event.seat].revelations:
        resource = CARD[card].reacts.get(event.sector)
        if resource is not None:
            yield from gain(event.seat, CARD[card].rule, resource)
