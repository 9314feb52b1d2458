"""The palace as it is printed: where kin go on it, and what it gives (PP-P5, PP-E12, PP-E21)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.catalogue import PALACE, KinId, SpotId
from domain.phoenix.state import Phoenix


class PalaceEffect(NamedTuple):
    """What a place on the palace gives by day: a resource, the effect of a highlighted sector, or either."""

    gains: bool
    copies: bool
    either: bool = False


@dataclass(frozen=True)
class Palace:
    """How the palace works; `palace_alt` has another one.

    `spots` are the ids a kin can be placed on, `refusal` says why one of them cannot be used by a seat now.
    `arrival` is what a placement there causes to others. `recovery` brings a kin to the palace that an effect
    sends there. `effect` is what a spot gives by day.
    """

    spots: tuple[SpotId, ...]
    refusal: Callable[[Phoenix, int, SpotId], Rejected | None]
    arrival: Callable[[Phoenix, SpotId], Iterator[Event]]
    recovery: Callable[[Phoenix, int, KinId], Iterator[Event]]
    effect: Callable[[SpotId], PalaceEffect]


def _always_legal(_state: Phoenix, _seat: int, _spot: SpotId) -> Rejected | None:
    """PP-P5: any number of kin may be there."""
    return None


def _nobody_leaves(_state: Phoenix, _spot: SpotId) -> Iterator[Event]:
    return iter(())


def _to_the_palace(_state: Phoenix, owner: int, kin: KinId) -> Iterator[Event]:
    """PP-E12: it recovers in the area of its clan."""
    yield e.KinSentToPalace(owner, kin, PALACE)


PRINTED_PALACE = Palace(
    spots=(PALACE,),
    refusal=_always_legal,
    arrival=_nobody_leaves,
    recovery=_to_the_palace,
    effect=lambda _spot: PalaceEffect(gains=True, copies=True, either=True),
)
