"""The abilities of the Basilisk's kin, one row each: when they can be performed, what they do (PP-CO18)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.acts import act_for
from domain.phoenix.agenda import (
    BasiliskAbility,
    BasiliskAlternative,
    BasiliskCard,
    BasiliskHit,
    BasiliskKin,
    BasiliskReadyKin,
    BasiliskSector,
    BasiliskTarget,
    GainResource,
    LoseResource,
    Moonlight,
    Performed,
    Refill,
)
from domain.phoenix.basilisk_sectors import (
    acquirable_kin,
    collectable,
    may_explore,
    visit_clanhouse,
)
from domain.phoenix.catalogue import KIN_TYPE, SECTOR, SPOTS_OF
from domain.phoenix.clanhouse import ready_kin
from domain.phoenix.commands import AbilityMode
from domain.phoenix.enemy_catalogue import BASILISK_SEAT
from domain.phoenix.geometry import adjacent, opposite
from domain.phoenix.hits import cloak, hit
from domain.phoenix.ids import SECTORS, KinId, KinType, Resource, Sector, SpotId
from domain.phoenix.kin import here
from domain.phoenix.pending import asks, happens, in_turn, then
from domain.phoenix.pools import favor, gain, gain_shard, pay
from domain.phoenix.revelations import affordable
from domain.phoenix.state import Phoenix
from domain.phoenix.villages import returnable_slots

_ME: Final = BASILISK_SEAT


@dataclass(frozen=True)
class BasiliskKinRow:
    """A type of kin of the Basilisk: whether its ability can be performed now, and what it does."""

    type: KinType
    rule: str
    performable: Callable[[Phoenix], bool]
    performs: Callable[[Phoenix], Iterator[Event]]


def _allied(state: Phoenix, *sectors: Sector) -> list[KinId]:
    """PP-CO11, PP-Q47: the allies' kin in these sectors."""
    return [
        tile.kin
        for sector in sectors
        for number, seat in enumerate(state.seats)
        if number != _ME
        for tile in seat.tiles_in(sector)
    ]


def _veiled_sectors(state: Phoenix) -> Iterator[Sector]:
    """PP-K10: the sectors in which the Basilisk has a cloaked kin."""
    own = {tile.sector for tile in state.seats[_ME].in_sectors if tile.cloaked}
    return (sector for sector in SECTORS if sector in own)


TARGETS: Final[Mapping[str, Callable[[Phoenix], list[KinId]]]] = {
    "PP-K2": lambda state: _allied(state, opposite(here(state))),
    "PP-K7": lambda state: _allied(state, here(state)),
    "PP-K10": lambda state: _allied(state, *_veiled_sectors(state)),
}
"""PP-CO11: by ability, the kin that the Basilisk can hit."""


def _own(state: Phoenix, *sectors: Sector, unveiled: bool) -> list[KinId]:
    own = (tile for sector in sectors for tile in state.seats[_ME].tiles_in(sector))
    return [tile.kin for tile in own if not (unveiled and tile.cloaked)]


OWN_KIN: Final[Mapping[str, Callable[[Phoenix], list[KinId]]]] = {
    "PP-K3": lambda state: _own(state, *adjacent(here(state)), unveiled=True),
    "PP-K6": lambda state: _own(state, *adjacent(here(state)), unveiled=False),
    "PP-V2": lambda state: _own(state, *SECTORS, unveiled=True),
}
"""PP-CO11: by ability or village, the kin that the Basilisk can cloak or move."""


def strike(state: Phoenix, target: KinId) -> Iterator[Event]:
    """PP-CO11, PP-CO26: a hit of the Basilisk; what its act gives for it comes after an ally's choice."""
    act, told = act_for(state, _ME), tuple(hit(state, target))
    sent = any(isinstance(event, e.KinSentToPalace | e.StepsOpened) for event in told)
    if act.resources_per_hit or (sent and act.fp_per_kin_sent):
        yield then(happens(BasiliskHit(sent)))
    yield from told


def reward_hit(state: Phoenix, step: BasiliskHit, _dice: Dice) -> Iterator[Event]:
    """12.7, ember_court: favor for a kin that was sent to the palace, and resources for any hit."""
    act = act_for(state, _ME)
    yield e.StepClosed()
    yield from favor(state, _ME, act.fp_per_kin_sent if step.sent else 0, "PP-CO26")
    yield from in_turn((asks(_ME, GainResource(_ME, "PP-CO26")),) * act.resources_per_hit)


def affect_own(state: Phoenix, source: str, kin: KinId) -> Iterator[Event]:
    """PP-K3, PP-V2: the kin is cloaked. PP-K6: it moves to the lowest-numbered empty spot here."""
    if source != "PP-K6":
        return cloak(state, kin)
    return iter((e.KinMoved(_ME, kin, _empty_here(state)[0]),))


def _empty_here(state: Phoenix) -> list[SpotId]:
    spots = SPOTS_OF[state.board.side][here(state)]
    return [spot for spot in spots if spot not in state.occupants]


def event_modes(state: Phoenix) -> tuple[AbilityMode, ...]:
    """PP-K4: what the clairvoyant can do with events."""
    discard = (AbilityMode.DISCARD,) if state.board.occupied_slots else ()
    return (*discard, *((AbilityMode.RETURN,) if returnable_slots(state, _ME, None) else ()))


def path_modes(state: Phoenix) -> tuple[AbilityMode, ...]:
    """PP-K14: what the pathfinder can do with an effect."""
    explore = (AbilityMode.EXPLORE,) if may_explore(state) else ()
    stands_on = state.seats[_ME].pioneer
    return (*explore, *((AbilityMode.COLLECT,) if stands_on in collectable(state) else ()))


def borrowable(state: Phoenix) -> list[KinId]:
    """PP-K16: ready kin of the Basilisk whose ability the trickster can perform."""
    kin = ready_kin(state, _ME)
    return [
        one for one in kin if KIN_TYPE[one] is not KinType.TRICKSTER and is_performable(state, KIN_TYPE[one])
    ]


def _asks_target(rule: str) -> Callable[[Phoenix], Iterator[Event]]:
    return lambda _state: iter((then(asks(_ME, BasiliskTarget(rule))),))


def _asks_kin(rule: str) -> Callable[[Phoenix], Iterator[Event]]:
    return lambda _state: iter((then(asks(_ME, BasiliskKin(rule))),))


def _asks_alternative(rule: str) -> Callable[[Phoenix], Iterator[Event]]:
    return lambda _state: iter((then(asks(_ME, BasiliskAlternative(rule))),))


def _advise(state: Phoenix) -> Iterator[Event]:
    """PP-K5: herald rank 1: gain 3 FP; otherwise gain 2 scrolls."""
    if state.rank(_ME) == 1:
        return favor(state, _ME, 3, "PP-K5")
    return gain(_ME, "PP-K5", Resource.SCROLL, Resource.SCROLL)


def _stand_guard(state: Phoenix) -> Iterator[Event]:
    """PP-K8, PP-CO22: the marker stays until the Basilisk's next run."""
    yield from pay(_ME, "PP-K8", Resource.COIN)
    yield e.GuardSet(_ME, here(state))


def _teach(state: Phoenix) -> Iterator[Event]:
    """PP-K11: the effect of the clanhouse, now."""
    yield then(happens(Performed(_ME, Sector.CLANHOUSE)))
    yield from visit_clanhouse(state)


def _gather_moonlight(_state: Phoenix) -> Iterator[Event]:
    """PP-K13: 1 resource for 1 shard in this sector's colour."""
    yield then(asks(_ME, LoseResource(_ME, "PP-K13")), happens(Moonlight(_ME)))


def moonlight(state: Phoenix, step: Moonlight, _dice: Dice) -> Iterator[Event]:
    """PP-K13: the shard that was paid for."""
    yield e.StepClosed()
    yield from gain_shard(step.seat, "PP-K13", SECTOR[here(state)].shard)


def _think(_state: Phoenix) -> Iterator[Event]:
    """PP-K15, PP-CO20: a revelation, discarded for its favor; then the slots are refilled."""
    yield then(asks(_ME, BasiliskCard("PP-K15")), happens(Refill()))


_ROWS: Final = (
    BasiliskKinRow(KinType.APPRENTICE, "PP-K1", lambda _: False, lambda _: iter(())),
    BasiliskKinRow(KinType.ARCHER, "PP-K2", lambda s: bool(TARGETS["PP-K2"](s)), _asks_target("PP-K2")),
    BasiliskKinRow(KinType.BARD, "PP-K3", lambda s: bool(OWN_KIN["PP-K3"](s)), _asks_kin("PP-K3")),
    BasiliskKinRow(KinType.CLAIRVOYANT, "PP-K4", lambda s: bool(event_modes(s)), _asks_alternative("PP-K4")),
    BasiliskKinRow(KinType.COUNCILOR, "PP-K5", lambda _: True, _advise),
    BasiliskKinRow(
        KinType.DIPLOMAT,
        "PP-K6",
        lambda s: bool(OWN_KIN["PP-K6"](s) and _empty_here(s)),
        _asks_kin("PP-K6"),
    ),
    BasiliskKinRow(KinType.FIGHTER, "PP-K7", lambda s: bool(TARGETS["PP-K7"](s)), _asks_target("PP-K7")),
    BasiliskKinRow(KinType.GUARD, "PP-K8", lambda s: s.pool(_ME).coin > 0, _stand_guard),
    BasiliskKinRow(
        KinType.HERMIT, "PP-K9", lambda _: True, lambda _: iter((then(asks(_ME, BasiliskSector("PP-K9"))),))
    ),
    BasiliskKinRow(
        KinType.MASTERMIND, "PP-K10", lambda s: bool(TARGETS["PP-K10"](s)), _asks_target("PP-K10")
    ),
    BasiliskKinRow(
        KinType.MENTOR,
        "PP-K11",
        lambda s: bool(s.seats[_ME].clan_pile or acquirable_kin(s)),
        _teach,
    ),
    BasiliskKinRow(
        KinType.MERCHANT,
        "PP-K12",
        lambda _: True,
        lambda _: iter((then(asks(_ME, GainResource(_ME, "PP-K12"))),)),
    ),
    BasiliskKinRow(KinType.NOCTURNAL, "PP-K13", lambda s: s.pool(_ME).resources > 0, _gather_moonlight),
    BasiliskKinRow(KinType.PATHFINDER, "PP-K14", lambda s: bool(path_modes(s)), _asks_alternative("PP-K14")),
    BasiliskKinRow(KinType.PHILOSOPHER, "PP-K15", lambda s: bool(affordable(s, _ME)), _think),
    BasiliskKinRow(
        KinType.TRICKSTER,
        "PP-K16",
        lambda s: bool(borrowable(s)),
        lambda _: iter((then(asks(_ME, BasiliskReadyKin("PP-K16"))),)),
    ),
)
BASILISK_KIN: Final[Mapping[KinType, BasiliskKinRow]] = {row.type: row for row in _ROWS}


def is_performable(state: Phoenix, kind: KinType) -> bool:
    """PP-CO18: whether the ability of a kin that stands in its place, unveiled, could do something."""
    return BASILISK_KIN[kind].performable(state)


def perform_ability(state: Phoenix, step: BasiliskAbility, _dice: Dice) -> Iterator[Event]:
    """PP-CO17, PP-CO18: the ability of the placed kin, or one that it borrows."""
    row = BASILISK_KIN[step.type]
    assert state.turn.kin is not None
    yield e.StepClosed()
    yield b.AbilityPerformed(_ME, state.turn.kin, step.type, row.rule)
    yield from row.performs(state)
