"""The automa: the storm takes two turns in a row, and a gale asks the boat in the lead (RG-O1 to RG-O4)."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import GALE, HARBOUR, STORM_SEAT
from tests.support.regatta.commands import FaceStorm, Loss
from tests.support.regatta.state import Gale, Regatta, StormStep


def take_turn(state: Regatta, step: StormStep, _dice: Dice) -> Iterator[Event]:
    """RG-O2: the storm draws; after the answer to its question, if it has one, it moves."""
    if step.wind is not None:
        yield from _moved(state, step.wind)
        return
    wind, hit = state.wind[0], state.leader()
    yield e.StormTurnBegun(state.turn + 1, wind, reveals=True)
    if wind == GALE and hit is not None and _losses(state, hit):
        yield e.OfferMade(hit, Gale())


def _moved(state: Regatta, wind: int) -> Iterator[Event]:
    """RG-O4: as far as the wind blows; the game ends when the storm reaches the harbour."""
    space = min(HARBOUR, state.crews[STORM_SEAT].space + wind)
    if wind:
        yield e.ShipMoved(STORM_SEAT, space)
    yield e.StormTurnEnded()
    if space == HARBOUR:
        yield e.PlayEnded()


def _losses(state: Regatta, seat: int) -> tuple[Loss, ...]:
    crew = state.crews[seat]
    return (Loss.GOLD,) * (crew.gold > 0) + (Loss.SPACE,) * (crew.space > 0)


def _loss_refusal(state: Regatta, seat: int, form: FaceStorm) -> Rejected | None:
    """RG-O3: only what the crew has."""
    if form.lose is not UNSET and form.lose not in _losses(state, seat):
        return Rejected("nothing_to_lose", rule="RG-O3")
    return None


def _faced(state: Regatta, seat: int, form: FaceStorm, _dice: Dice) -> Iterator[Event]:
    if form.lose is Loss.GOLD:
        yield e.ResourcesPaid(seat, 1)
    else:
        yield e.ShipMoved(seat, state.crews[seat].space - 1)
    yield e.OfferClosed()


FACE_STORM: Final = Action(
    FaceStorm, (Field("lose", lambda state, seat, _form: _losses(state, seat), _loss_refusal),), _faced
)
