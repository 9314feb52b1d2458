"""Using a card at the start of the turn (PP-T4, PP-RV4)."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET

from domain.kernel.action import Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import Placement
from domain.phoenix.catalogue import REVELATION
from domain.phoenix.commands import UseTurnStartCard
from domain.phoenix.fields import Asked, Form, Refusal, action, borrowed
from domain.phoenix.ids import RevelationId, RevelationKind
from domain.phoenix.pending import asks, then
from domain.phoenix.revelations import CARD, CARDS, is_for_turn_start
from domain.phoenix.state import Phoenix


def _cards(state: Phoenix, seat: int, _form: Form) -> list[RevelationId]:
    return [card for card in state.seats[seat].revelations if is_for_turn_start(REVELATION[card])]


def _card_refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
    """PP-RV4: the card must be owned, for the start of a turn, and not spent."""
    if form.card is UNSET:
        return None if _cards(state, seat, form) else Rejected("card_not_available", rule="PP-RV4")
    if form.card not in _cards(state, seat, form):
        return Rejected("card_not_available", rule="PP-RV4", card=form.card.value)
    if form.card in state.seats[seat].spent:
        return Rejected("card_spent", rule="PP-RV4", card=form.card.value)
    return None


def _card_fields(_state: Phoenix, _seat: int, form: Form) -> tuple[Asked, ...]:
    """The fields of the chosen card."""
    return () if form.card is UNSET else CARD[form.card].asks


def _use(state: Phoenix, seat: int, form: UseTurnStartCard, _dice: Dice) -> Iterator[Event]:
    """PP-RV4: the card is resolved; then a kin must be placed."""
    assert form.card is not UNSET
    card = CARD[RevelationId(form.card)]
    assert card.does is not None
    once = REVELATION[card.id].kind is RevelationKind.TURN_START_ONCE
    yield e.ActionTaken(seat, form)
    yield then(asks(seat, Placement()))
    yield e.TurnStartCardUsed(seat, card.id, once)
    yield from card.does(state, seat, form)


USE_TURN_START_CARD: Final = action(
    UseTurnStartCard,
    Field[Phoenix, Any]("card", _cards, _card_refusal, rule="PP-RV4"),
    *borrowed((card.asks for card in CARDS if is_for_turn_start(REVELATION[card.id])), _card_fields),
    outcome=_use,
    rule="PP-RV4",
)
