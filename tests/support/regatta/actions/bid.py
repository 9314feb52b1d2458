"""Secret bids, and what the highest one does (RG-B1 to RG-B3)."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET

from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.commands import BidUse, PlaceBid
from tests.support.regatta.state import BidStep, Regatta, SecretBid


def _amount_refusal(state: Regatta, seat: int, form: PlaceBid) -> Rejected | None:
    """RG-B1: at most the gold that the crew has."""
    held = state.crews[seat].gold
    if form.gold is not UNSET and form.gold > held:
        return Rejected("cannot_pay", rule="RG-B1", held=held)
    return None


def _placed(_state: Regatta, seat: int, form: PlaceBid, _dice: Dice) -> Iterator[Event]:
    assert form.gold is not UNSET
    assert form.use is not UNSET
    yield e.BidPlaced(seat, SecretBid(seat, form.gold, form.use))


def reveal(state: Regatta, step: BidStep, _dice: Dice) -> Iterator[Event]:
    """RG-B2, RG-B3: all pay what they have bid; the only highest bid is used."""
    bids = tuple(sorted(step.bids, key=lambda bid: bid.seat))
    highest = _highest(bids)
    yield e.BidsRevealed(bids, None if highest is None else highest.seat, reveals=True)
    yield from (e.ResourcesPaid(bid.seat, bid.gold) for bid in bids if bid.gold)
    if highest is not None:
        yield from _used(state, highest)


def _highest(bids: Sequence[SecretBid]) -> SecretBid | None:
    most = max(bid.gold for bid in bids)
    best = [bid for bid in bids if bid.gold == most]
    return best[0] if most and len(best) == 1 else None


def _used(state: Regatta, bid: SecretBid) -> Iterator[Event]:
    if bid.use is BidUse.SAIL:
        yield e.ShipMoved(bid.seat, state.crews[bid.seat].space + 1)
        return
    held = state.leader(but=bid.seat)
    if held is not None and state.crews[held].space:
        yield e.ShipMoved(held, state.crews[held].space - 1)


# The use comes first and is always asked: an unfinished bid must not tell whether there is gold in it.
PLACE_BID: Final = Action(
    PlaceBid,
    (
        Field("use", lambda _state, _seat, _form: tuple(BidUse)),
        Field("gold", lambda state, seat, _form: range(state.crews[seat].gold + 1), _amount_refusal),
    ),
    _placed,
)
