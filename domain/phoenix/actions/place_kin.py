"""Placing a kin (PP-P1–PP-P6), and the steps of the turn that follow from it (4.2)."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from domain.kernel.action import Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.kernel.tokens import Tokens
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.agenda import Ability, Daytime, NextStep, Rotation, TurnEnd
from domain.phoenix.allowances import allowances
from domain.phoenix.catalogue import SECTOR_OF, SPOT
from domain.phoenix.commands import PlaceKin
from domain.phoenix.evolve import evolved
from domain.phoenix.fields import Refusal, action
from domain.phoenix.hand import nameable
from domain.phoenix.ids import KinId, Resource, SpotId
from domain.phoenix.kin import placed_ability
from domain.phoenix.pending import asks, happens, then
from domain.phoenix.pools import pay, shortage
from domain.phoenix.state import Phoenix


def price(state: Phoenix, seat: int, spot: SpotId, *, cloaked: bool) -> tuple[Resource, ...]:
    """PP-P3: the cost of the spot, plus 1 coin for cloaking; cards can waive either (PP-RC09, PP-RC14)."""
    facts, allowed = SPOT[state.board.side].get(spot), allowances(state.seats[seat].revelations)
    printed = None if facts is None or allowed.free_spots else facts.price
    veil = (Resource.COIN,) if cloaked and not allowed.free_cloaks else ()
    return veil if printed is None else (printed, *veil)


def _kin_refusal(state: Phoenix, seat: int, form: PlaceKin) -> Refusal:
    """PP-P1, PP-Q75: the kin must be in hand; apprentices are interchangeable."""
    if form.kin_id is UNSET:
        return None
    if form.kin_id not in state.seats[seat].hand:
        return Rejected("kin_not_in_hand", rule="PP-P1", kin=form.kin_id)
    if form.kin_id not in nameable(state, seat):
        return Rejected("invalid_choice", rule="PP-P1", kin=form.kin_id)
    return None


def _unknown_target(state: Phoenix, _seat: int, form: PlaceKin) -> Refusal:
    """1.3: the spot must exist on this side of the board or on this palace."""
    target = form.target
    if target is UNSET or target in SPOT[state.board.side] or target in modes.palace(state).spots:
        return None
    return Rejected("unknown_id", rule="PP-P1", field="target", id=target)


def _targets(state: Phoenix, _seat: int, _form: PlaceKin) -> Iterator[SpotId]:
    guarded = {guard.sector for guard in state.board.guards}
    for spot, facts in SPOT[state.board.side].items():
        if spot not in state.occupants and facts.sector not in guarded:
            yield spot
    yield from modes.palace(state).spots


def _target_refusal(state: Phoenix, seat: int, form: PlaceKin) -> Refusal:
    """PP-P2, PP-P5: the target must be an empty spot of an unguarded sector, or the palace."""
    if form.target is UNSET:
        return None
    target, palace = SpotId(form.target), modes.palace(state)
    if target in palace.spots:
        refused = palace.refusal(state, seat, target)
        # 1.3: an occupied spot is reported before a wrong cloak, and an invisible wall after it.
        if refused is not None and refused.code == "spot_occupied":
            return refused
        return _cloak_refusal(state, seat, form) or refused
    sector = SPOT[state.board.side][target].sector
    if target in state.occupants:
        return Rejected("spot_occupied", rule="PP-P2", spot=target)
    if state.board.is_guarded(sector):
        return Rejected("sector_guarded", rule="PP-K8", sector=sector.value)
    return shortage(state.pool(seat), price(state, seat, target, cloaked=False), "PP-P3")


def _cloak_refusal(state: Phoenix, seat: int, form: PlaceKin) -> Refusal:
    """PP-P4, PP-P5: cloaking costs a coin, and is not possible on the palace."""
    if form.cloaked is not True:
        return None
    if form.target is not UNSET:
        return _cloaked_at(state, seat, SpotId(form.target))
    refusals = [_cloaked_at(state, seat, spot) for spot in _targets(state, seat, form)]
    return None if None in refusals else refusals[0]


def _cloaked_at(state: Phoenix, seat: int, target: SpotId) -> Refusal:
    if target not in SECTOR_OF:
        return Rejected("palace_cannot_cloak", rule="PP-P5", target=target)
    return shortage(state.pool(seat), price(state, seat, target, cloaked=True), "PP-P3")


def _tokens(state: Phoenix, seat: int, form: PlaceKin) -> Iterator[Tokens]:
    """PP-P3, PP-P4: the price of the spot and of the cloak, once the spot is known."""
    if form.target is not UNSET:
        for kind in price(state, seat, SpotId(form.target), cloaked=form.cloaked is True):
            yield Tokens("resource", kind.value, 1)


def _place(state: Phoenix, seat: int, form: PlaceKin, _dice: Dice) -> Iterator[Event]:
    """PP-P3–PP-P5: pay and place; the rest of the turn depends on where the kin stands."""
    assert form.kin_id is not UNSET
    assert form.target is not UNSET
    target, cloaked = SpotId(form.target), form.cloaked is True
    events = [
        e.ActionTaken(seat, form),
        *pay(seat, "PP-P3", *price(state, seat, target, cloaked=cloaked)),
        *modes.palace(state).arrival(state, target),
        e.KinPlaced(seat, KinId(form.kin_id), target, cloaked=cloaked),
    ]
    yield from events
    yield then(*_rest_of_turn(evolved(state, *events), seat, cloaked=cloaked))


def _rest_of_turn(state: Phoenix, seat: int, *, cloaked: bool) -> Iterator[NextStep]:
    """4.2, PP-T6: the ability if it has a use, the daytime effect, what follows it, the end of the turn."""
    if state.turn.daytime is None:
        yield asks(seat, Daytime())
        yield happens(Rotation())
    else:
        if not cloaked and placed_ability(state).has_use(state, seat):
            yield asks(seat, Ability())
        yield asks(seat, Daytime())
        yield from modes.turn_steps(state)
    yield asks(seat, TurnEnd())


def _hand(state: Phoenix, seat: int, _form: PlaceKin) -> list[KinId]:
    return nameable(state, seat)


PLACE_KIN = action(
    PlaceKin,
    Field[Phoenix, Any]("kin_id", _hand, _kin_refusal),
    Field[Phoenix, Any]("target", _targets, _target_refusal),
    Field[Phoenix, Any]("cloaked", lambda *_: (False, True), _cloak_refusal, price=_tokens),
    outcome=_place,
    closed=_unknown_target,
    rule="PP-P1",
)
