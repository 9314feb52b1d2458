"""The palace as it is printed: where kin go on it, and what it gives (PP-P5, PP-E12, PP-E21)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.catalogue import PALACE
from domain.phoenix.ids import KinId, SpotId
from domain.phoenix.state import Phoenix


class PalaceEffect(NamedTuple):
    """What a spot on the palace gives by day: a resource, the effect of a highlighted sector, or either."""

    gains: bool
    copies: bool
    either: bool = False


@dataclass(frozen=True)
class Palace:
    """How the palace works; `palace_alt` has another one.

    `spots` are the ids of the spots for placement. `refusal` says why a seat cannot use one of them now.
    `arrival` is what a placement there does to other kin. `recovery` moves a kin to the palace when an effect
    sends it there. `effect` is what a spot gives by day.
    """

    spots: tuple[SpotId, ...]
    refusal: Callable[[Phoenix, int, SpotId], Rejected | None]
    arrival: Callable[[Phoenix, SpotId], Iterator[Event]]
    recovery: Callable[[Phoenix, int, KinId], Iterator[Event]]
    effect: Callable[[SpotId], PalaceEffect]


def _always_legal(_state: Phoenix, _seat: int, _spot: SpotId) -> Rejected | None:
    """PP-P5: any number of kin may be on the palace."""
    return None


def _nobody_leaves(_state: Phoenix, _spot: SpotId) -> Iterator[Event]:
    return iter(())


def _to_the_palace(_state: Phoenix, owner: int, kin: KinId) -> Iterator[Event]:
    """PP-E12: the kin recovers in the area of its clan."""
    yield e.KinSentToPalace(owner, kin, PALACE)


PRINTED_PALACE = Palace(
    spots=(PALACE,),
    refusal=_always_legal,
    arrival=_nobody_leaves,
    recovery=_to_the_palace,
    effect=lambda _spot: PalaceEffect(gains=True, copies=True, either=True),
)
