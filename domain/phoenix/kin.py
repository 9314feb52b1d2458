"""The abilities of the 16 kin, one row each (PP-K1–PP-K16)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from msgspec import UNSET

from domain.kernel.action import Action, Field, allowed
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import Performed, Refill
from domain.phoenix.catalogue import KIN_TYPE, SECTOR, SECTOR_OF
from domain.phoenix.clanhouse import MENTOR_REVEAL, ready_kin, visit_clanhouse
from domain.phoenix.commands import AbilityMode, Answers, UseAbility
from domain.phoenix.fields import (
    Asked,
    Form,
    Refusal,
    action,
    any_resource,
    borrowed,
    given,
    kin,
    nested,
    one_of,
    payment,
    slot,
    spot,
)
from domain.phoenix.geometry import adjacent, opposite
from domain.phoenix.hits import cloak, hit, targets_in
from domain.phoenix.ids import SECTORS, KinId, KinType, Resource, Sector
from domain.phoenix.pending import happens, then
from domain.phoenix.pools import favor, gain, gain_shard, pay, shortage
from domain.phoenix.revelations import ACQUIRE, acquire_by_form, discard_event
from domain.phoenix.state import Phoenix
from domain.phoenix.villages import collect, explore, explore_refusal, returnable_slots, village_at

_COIN: Final = Resource.COIN


@dataclass(frozen=True)
class KinAbility:
    """What a kin can do right after it was placed unveiled in a sector. `closed` says why it cannot."""

    type: KinType
    rule: str
    uses: Callable[[Phoenix, int, UseAbility], Iterator[Event]]
    asks: tuple[Asked, ...] = ()
    closed: Callable[[Phoenix, int, UseAbility], Refusal] = allowed

    @cached_property
    def action(self) -> Action[Phoenix, Any]:
        """The action that uses the ability."""
        return action(UseAbility, *self.asks, outcome=self._outcome, closed=self.closed, rule=self.rule)

    def _outcome(self, state: Phoenix, seat: int, form: UseAbility, _dice: Dice) -> Iterator[Event]:
        yield e.ActionTaken(seat, form)
        yield from self.uses(state, seat, form)

    def has_use(self, state: Phoenix, seat: int) -> bool:
        """PP-T6: whether at least one legal use exists."""
        return self.action.has_answer(state, seat, self.action.blank)


def here(state: Phoenix) -> Sector:
    """5.5: "this sector", where the kin was placed."""
    assert state.turn.spot is not None
    return SECTOR_OF[state.turn.spot]


def _hit_target(state: Phoenix, _seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K2, PP-K7, PP-K10: one hit."""
    assert form.target is not UNSET
    return hit(state, KinId(form.target))


def _across(state: Phoenix, _seat: int, _form: Form) -> list[KinId]:
    """PP-K2: tiles in the sector across the palace."""
    return targets_in(state, opposite(here(state)))


def _unveiled_nearby(state: Phoenix, _seat: int, _form: Form) -> list[KinId]:
    """PP-K3: unveiled tiles of any clan in adjacent sectors."""
    return [
        tile.kin for sector in adjacent(here(state)) for tile in state.tiles_in(sector) if not tile.cloaked
    ]


def _cloak_target(state: Phoenix, _seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K3: the target is turned cloaked, free of charge."""
    assert form.target is not UNSET
    return cloak(state, KinId(form.target))


def _slots_for_mode(state: Phoenix, seat: int, form: Form) -> tuple[int, ...]:
    """PP-K4: the slots that can be cleared, or filled from the discard pile."""
    cleared = () if form.mode is AbilityMode.RETURN else state.board.occupied_slots
    filled = () if form.mode is AbilityMode.DISCARD else returnable_slots(state, seat, form)
    return (*cleared, *filled)


def _foresee(state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K4: discard 1 foreseen event, or return the top card of the discard pile to an empty slot."""
    assert isinstance(form.slot, int)
    if form.mode is AbilityMode.DISCARD:
        yield from discard_event(state, seat, form.slot)
    else:
        yield e.EventReturned(seat, form.slot, state.board.foreseen_discard[-1])


def _advise(state: Phoenix, seat: int, _form: UseAbility) -> Iterator[Event]:
    """PP-K5: herald rank 1: gain 3 FP; otherwise gain 2 scrolls."""
    if state.rank(seat) == 1:
        return favor(state, seat, 3, "PP-K5")
    return gain(seat, "PP-K5", Resource.SCROLL, Resource.SCROLL)


def _own_nearby(state: Phoenix, seat: int, _form: Form) -> list[KinId]:
    """PP-K6: own kin of either face in adjacent sectors."""
    return [tile.kin for sector in adjacent(here(state)) for tile in state.seats[seat].tiles_in(sector)]


def _invite(_state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K6: the kin moves here, face kept, at no cost."""
    assert form.kin is not UNSET
    assert form.spot is not UNSET
    yield e.KinMoved(seat, form.kin, form.spot)


def _no_coin(state: Phoenix, seat: int, _form: UseAbility) -> Refusal:
    """PP-K8: the guard costs 1 coin."""
    return shortage(state.pool(seat), (_COIN,), "PP-K8")


def _stand_guard(state: Phoenix, seat: int, _form: UseAbility) -> Iterator[Event]:
    """PP-K8: pay 1 coin and put a guard marker on this sector."""
    yield from pay(seat, "PP-K8", _COIN)
    yield e.GuardSet(seat, here(state))


def _withdraw(_state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K9: the daytime effect of this turn is that of an adjacent sector."""
    assert isinstance(form.sector, Sector)
    yield e.DaytimeChanged(seat, form.sector)


def _where_cloaked(state: Phoenix, seat: int, _form: Form) -> list[KinId]:
    """PP-K10: other tiles in sectors in which the seat has a cloaked kin."""
    own = {tile.sector for tile in state.seats[seat].in_sectors if tile.cloaked}
    return targets_in(state, *(sector for sector in SECTORS if sector in own))


def _teach(state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K11: resolve PP-E9 now, which counts as performing the clanhouse's effect (PP-RV5)."""
    yield then(happens(Performed(seat, Sector.CLANHOUSE)))
    yield from visit_clanhouse(state, seat, reveals=form.reveal is True)


def _trade(_state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K12: gain 1 any."""
    assert isinstance(form.resource, Resource)
    return gain(seat, "PP-K12", form.resource)


def _gather_moonlight(state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K13: pay 1 any; gain 1 shard in this sector's colour."""
    yield from pay(seat, "PP-K13", *given(form, "pay"))
    yield from gain_shard(seat, "PP-K13", SECTOR[here(state)].shard)


def _mode(rule: str, *modes: AbilityMode, refusal: Callable[..., Refusal] = allowed) -> Asked:
    """One of two ways to use an ability."""

    def refused(state: Phoenix, seat: int, form: Form) -> Refusal:
        if form.mode is not UNSET and form.mode not in modes:
            return Rejected("invalid_choice", rule=rule, mode=form.mode.value)
        return refusal(state, seat, form)

    return Field("mode", lambda *_: modes, refused, rule=rule)


def _path_refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
    """PP-K14: the next village must be built before the pioneer can explore."""
    return explore_refusal(state, seat, 1) if form.mode is AbilityMode.EXPLORE else None


def _benefit_here(state: Phoenix, seat: int, form: Form) -> Action[Phoenix, Any] | None:
    """PP-K14: the fields of the village under the pioneer."""
    if form.mode is not AbilityMode.COLLECT:
        return None
    return village_at(state, state.seats[seat].pioneer).form


def _find_a_path(state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K14: explore 1, or collect the benefit of the position on which your pioneer stands."""
    if form.mode is AbilityMode.EXPLORE:
        return explore(state, seat, 1)
    return collect(state, seat, state.seats[seat].pioneer, form.village or Answers())


def _think(state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K15: acquire 1 revelation, then refill."""
    yield then(happens(Refill()))
    yield from acquire_by_form(state, seat, form)


_ABILITIES: Final = (
    KinAbility(KinType.ARCHER, "PP-K2", _hit_target, (kin("target", _across, "PP-K2"),)),
    KinAbility(KinType.BARD, "PP-K3", _cloak_target, (kin("target", _unveiled_nearby, "PP-K3"),)),
    KinAbility(
        KinType.CLAIRVOYANT,
        "PP-K4",
        _foresee,
        (_mode("PP-K4", AbilityMode.DISCARD, AbilityMode.RETURN), slot("slot", _slots_for_mode, "PP-K4")),
    ),
    KinAbility(KinType.COUNCILOR, "PP-K5", _advise),
    KinAbility(
        KinType.DIPLOMAT,
        "PP-K6",
        _invite,
        (
            kin("kin", _own_nearby, "PP-K6"),
            spot("spot", lambda state, _seat, _form: (here(state),), "PP-K6"),
        ),
    ),
    KinAbility(
        KinType.FIGHTER,
        "PP-K7",
        _hit_target,
        (kin("target", lambda state, _seat, _form: targets_in(state, here(state)), "PP-K7"),),
    ),
    KinAbility(KinType.GUARD, "PP-K8", _stand_guard, closed=_no_coin),
    KinAbility(
        KinType.HERMIT,
        "PP-K9",
        _withdraw,
        (one_of("sector", lambda state, _seat, _form: adjacent(here(state)), "PP-K9"),),
    ),
    KinAbility(KinType.MASTERMIND, "PP-K10", _hit_target, (kin("target", _where_cloaked, "PP-K10"),)),
    KinAbility(KinType.MENTOR, "PP-K11", _teach, (MENTOR_REVEAL,)),
    KinAbility(KinType.MERCHANT, "PP-K12", _trade, (any_resource("resource", "PP-K12"),)),
    KinAbility(KinType.NOCTURNAL, "PP-K13", _gather_moonlight, (payment("pay", 1, "PP-K13"),)),
    KinAbility(
        KinType.PATHFINDER,
        "PP-K14",
        _find_a_path,
        (
            _mode("PP-K14", AbilityMode.EXPLORE, AbilityMode.COLLECT, refusal=_path_refusal),
            nested("village", _benefit_here, "PP-V14"),
        ),
    ),
    KinAbility(KinType.PHILOSOPHER, "PP-K15", _think, ACQUIRE),
)
_BORROWABLE: Final[Mapping[KinType, KinAbility]] = {ability.type: ability for ability in _ABILITIES}


def _ready_refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
    """PP-K16: the kin must be an own tile in the clanhouse row whose ability can be used."""
    ready = [kin for kin in ready_kin(state, seat) if KIN_TYPE[kin] in _BORROWABLE]
    if form.ready_kin is UNSET:
        can_borrow = any(_BORROWABLE[KIN_TYPE[kin]].has_use(state, seat) for kin in ready)
        return None if can_borrow else Rejected("invalid_target", rule="PP-K16")
    if form.ready_kin not in ready:
        return Rejected("invalid_target", rule="PP-K16", id=form.ready_kin)
    ability = _BORROWABLE[KIN_TYPE[form.ready_kin]]
    if ability.has_use(state, seat):
        return None
    refusal = ability.action.refusal(state, seat, ability.action.blank)
    return refusal or Rejected("invalid_target", rule="PP-K16", id=form.ready_kin)


def _borrowed_fields(_state: Phoenix, _seat: int, form: Form) -> tuple[Asked, ...]:
    """PP-K16: the fields of the borrowed ability."""
    kind = None if form.ready_kin is UNSET else KIN_TYPE.get(form.ready_kin)
    return () if kind is None or kind not in _BORROWABLE else _BORROWABLE[kind].asks


def _imitate(state: Phoenix, seat: int, form: UseAbility) -> Iterator[Event]:
    """PP-K16: the ability of a ready kin, with the trickster in its role."""
    assert form.ready_kin is not UNSET
    return _BORROWABLE[KIN_TYPE[KinId(form.ready_kin)]].uses(state, seat, form)


def _no_ability(_state: Phoenix, _seat: int, _form: UseAbility) -> Refusal:
    """PP-K1: an apprentice has no ability."""
    return Rejected("invalid_target", rule="PP-K1")


ABILITIES: Final = (
    KinAbility(KinType.APPRENTICE, "PP-K1", lambda *_: iter(()), closed=_no_ability),
    *_ABILITIES,
    KinAbility(
        KinType.TRICKSTER,
        "PP-K16",
        _imitate,
        (
            Field("ready_kin", lambda state, seat, _: ready_kin(state, seat), _ready_refusal, rule="PP-K16"),
            *borrowed((ability.asks for ability in _ABILITIES), _borrowed_fields),
        ),
    ),
)
ABILITY: Final[Mapping[KinType, KinAbility]] = {ability.type: ability for ability in ABILITIES}


def placed_ability(state: Phoenix) -> KinAbility:
    """The ability of the kin that was placed in this turn."""
    assert state.turn.kin is not None
    return ABILITY[KIN_TYPE[state.turn.kin]]
