"""The asymmetric draft: all seats decide in secret, then all decisions are revealed (PP-AS1–PP-AS6)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.action import Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.agenda import (
    DealKin,
    DealRevelations,
    DraftKin,
    DraftRevelations,
    NextStep,
    ResolveDraft,
    ResolveKept,
)
from domain.phoenix.catalogue import CARD_NUMBER, DRAFT_CARDS, DRAFT_TILES, KIN, KIN_TYPE, REVELATION
from domain.phoenix.commands import AsymBuyRevelations, AsymChooseFighter
from domain.phoenix.fields import Form, Refusal, action
from domain.phoenix.ids import KinId, KinType, Resource, RevelationId
from domain.phoenix.pending import happens, in_turn, then
from domain.phoenix.pools import pay
from domain.phoenix.revelations import resolve_kept, works_at_once
from domain.phoenix.state import Draft, Phoenix, Seat


def deal_kin(state: Phoenix, _step: DealKin, dice: Dice) -> Iterator[Event]:
    """PP-AS1: each seat draws 3 tiles; one of them is picked at random."""
    yield e.StepClosed()
    for seat in state.order:
        drawn = state.seats[seat].clan_pile[:DRAFT_TILES]
        yield e.KinDrawn(seat, drawn, drawn[dice.below(DRAFT_TILES)], reveals=True)
    yield then(NextStep(DraftKin(), tuple(sorted(state.order))))


def _draft(state: Phoenix, seat: int) -> Draft:
    draft = state.seats[seat].draft
    assert draft is not None
    return draft


def _spare(state: Phoenix, seat: int, _form: Form) -> tuple[KinId | None, ...]:
    """PP-AS2: the two drawn tiles that were not picked, or none of them."""
    draft = _draft(state, seat)
    return (*(kin for kin in draft.drawn if kin != draft.pick), None)


def _fighter_refusal(state: Phoenix, seat: int, form: AsymChooseFighter) -> Refusal:
    """PP-AS2, PP-Q76: refuses a kin that was not drawn or that was picked."""
    if form.kin is UNSET or form.kin in _spare(state, seat, form):
        return None
    if form.kin not in KIN:
        return Rejected("unknown_id", rule="PP-AS2", field="kin", id=form.kin)
    return Rejected("invalid_target", rule="PP-AS2", kin=form.kin)


def _decide(_state: Phoenix, seat: int, form: Any, _dice: Dice) -> Iterator[Event]:
    """PP-AS2, PP-AS4: the decision stays secret, and it is final: a reveal cannot be undone."""
    yield e.DraftDecided(seat, form, reveals=True)


ASYM_CHOOSE_FIGHTER: Final = action(
    AsymChooseFighter,
    Field[Phoenix, Any]("kin", _spare, _fighter_refusal, rule="PP-AS2"),
    outcome=_decide,
    rule="PP-AS2",
)


def reveal_hands(state: Phoenix, _step: DraftKin, _dice: Dice) -> Iterator[Event]:
    """PP-AS3: all hands are shown; unused and replaced tiles go to the box."""
    yield e.StepClosed()
    for number in state.order:
        seat, draft = state.seats[number], _draft(state, number)
        hand = _drafted_hand(seat, draft)
        boxed = tuple(kin for kin in (*seat.hand, *draft.drawn) if kin not in hand)
        yield e.HandRevealed(number, hand, boxed, reveals=True)


def _drafted_hand(seat: Seat, draft: Draft) -> tuple[KinId, ...]:
    """PP-AS1, PP-AS2: the pick replaces the highest-numbered apprentice, the choice replaces the fighter."""
    last = max(kin for kin in seat.hand if KIN_TYPE[kin] is KinType.APPRENTICE)
    fighter = next(kin for kin in seat.hand if KIN_TYPE[kin] is KinType.FIGHTER)
    assert draft.pick is not None
    new = {last: draft.pick, fighter: draft.fighter or fighter}
    return tuple(new.get(kin, kin) for kin in seat.hand)


def deal_revelations(state: Phoenix, _step: DealRevelations, _dice: Dice) -> Iterator[Event]:
    """PP-AS4: each seat gets three cards that only it can see."""
    yield e.StepClosed()
    pile = state.board.revelation_pile
    for index, seat in enumerate(state.order):
        cards = pile[index * DRAFT_CARDS : (index + 1) * DRAFT_CARDS]
        yield e.RevelationsDealt(seat, cards, reveals=True)
    yield then(NextStep(DraftRevelations(), tuple(sorted(state.order))))


def _cost(cards: tuple[RevelationId, ...]) -> int:
    return sum(REVELATION[card].cost for card in cards)


def _purchases(state: Phoenix, seat: int, _form: Form) -> Iterator[tuple[RevelationId, ...]]:
    """PP-AS4: any number of the dealt cards; the answer is one list, so that it reveals nothing."""
    dealt = _in_order(_draft(state, seat).dealt)
    for count in range(len(dealt) + 1):
        yield from combinations(dealt, count)


def _in_order(cards: tuple[RevelationId, ...]) -> tuple[RevelationId, ...]:
    return tuple(sorted(cards, key=CARD_NUMBER.__getitem__))


def _purchase_refusal(state: Phoenix, seat: int, form: AsymBuyRevelations) -> Refusal:
    """PP-AS4: the cards must be dealt to the seat, each named once, and the seat must be able to pay."""
    if form.cards is UNSET:
        return None
    if len(set(form.cards)) < len(form.cards):
        return Rejected("invalid_choice", rule="PP-AS4", cards=tuple(map(str, form.cards)))
    foreign = tuple(str(card) for card in form.cards if card not in _draft(state, seat).dealt)
    if foreign:
        return Rejected("card_not_available", rule="PP-AS4", cards=foreign)
    cost, scrolls = _cost(form.cards), modes.draft_scrolls(state, seat)
    return Rejected("cannot_afford", rule="PP-AS4", cost=cost, scrolls=scrolls) if cost > scrolls else None


def _sorted(_state: Phoenix, _seat: int, form: AsymBuyRevelations) -> AsymBuyRevelations:
    """Sorts the cards, because the order in which they are named does not matter."""
    return form if form.cards is UNSET else replace(form, cards=_in_order(form.cards))


ASYM_BUY_REVELATIONS: Final = action(
    AsymBuyRevelations,
    Field[Phoenix, Any]("cards", _purchases, _purchase_refusal, rule="PP-AS4"),
    outcome=_decide,
    opened=_sorted,
    rule="PP-AS4",
)


def reveal_purchases(state: Phoenix, _step: DraftRevelations, dice: Dice) -> Iterator[Event]:
    """PP-AS5: purchases are shown and paid; the other cards are shuffled back."""
    yield e.StepClosed()
    left = list(state.board.revelation_pile)
    for seat in state.order:
        draft = _draft(state, seat)
        yield e.RevelationsBought(seat, draft.bought, reveals=True)
        yield from pay(seat, "PP-AS5", *(Resource.SCROLL,) * _cost(draft.bought))
        left += (card for card in draft.dealt if card not in draft.bought)
    pile = dice.shuffled(left)
    yield e.RevelationPileShuffled(len(pile), pile, reveals=True)


def resolve_draft(state: Phoenix, _step: ResolveDraft, _dice: Dice) -> Iterator[Event]:
    """PP-AS5: kept instant cards are resolved in turn order, those of each seat by ascending id."""
    yield e.StepClosed()
    yield from in_turn(
        happens(ResolveKept(seat, card))
        for seat in state.order
        for card in state.seats[seat].revelations
        if works_at_once(card)
    )


def resolve_one(state: Phoenix, step: ResolveKept, _dice: Dice) -> Iterator[Event]:
    """PP-AS5: the seat now makes the choices of a card; a card that needs a kin finds none (PP-RV3)."""
    yield e.StepClosed()
    yield from resolve_kept(state, step.seat, step.card, optional=False)
