"""What the Basilisk leaves to the decider: one row for each kind of decision (PP-CO8, PP-CO9, 4.4)."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import (
    AnyStep,
    BasiliskAbility,
    BasiliskAlternative,
    BasiliskCard,
    BasiliskDirection,
    BasiliskEventSlot,
    BasiliskKin,
    BasiliskPalaceSpot,
    BasiliskPerforms,
    BasiliskReadyKin,
    BasiliskReplace,
    BasiliskSector,
    BasiliskTarget,
    BasiliskVillage,
    DifficultyResources,
)
from domain.phoenix.basilisk_kin import (
    OWN_KIN,
    TARGETS,
    affect_own,
    borrowable,
    event_modes,
    path_modes,
    strike,
)
from domain.phoenix.basilisk_sectors import (
    build_at_the_rim,
    buy,
    collect,
    collectable,
    explore_rim,
    replaceable_in_play,
    rim_options,
)
from domain.phoenix.catalogue import KIN_TYPE
from domain.phoenix.clanhouse import acquire
from domain.phoenix.commands import AbilityMode, Direction
from domain.phoenix.decider import decider
from domain.phoenix.enemy_catalogue import BASILISK_SEAT
from domain.phoenix.geometry import adjacent, highlighted, turned
from domain.phoenix.ids import RESOURCES, KinId, Resource, RevelationId, Sector, SpotId
from domain.phoenix.kin import here
from domain.phoenix.pending import asks, happens, then
from domain.phoenix.pools import favor, gain, pay
from domain.phoenix.question import Options, Question
from domain.phoenix.revelations import affordable, discard_event
from domain.phoenix.state import Phoenix
from domain.phoenix.villages import explore, returnable_slots
from domain.phoenix.visits import palace_spots, take_spot

_ME: Final = BASILISK_SEAT


def _pool_kinds(state: Phoenix, step: DifficultyResources) -> Options:
    """PP-CO5: any kind, or any that the allies have."""
    return state.pool(decider(state)).kinds if step.lost else RESOURCES


def _change_pool(state: Phoenix, step: DifficultyResources, value: str) -> Iterator[Event]:
    return (pay if step.lost else gain)(decider(state), step.source, Resource(value))


def _sectors(state: Phoenix, step: BasiliskSector) -> Options:
    """PP-CO19, PP-CO21: beside the hermit, or highlighted; also sectors without an effect."""
    return adjacent(here(state)) if step.source == "PP-K9" else highlighted(state.board.rotation)


def _name_sector(_state: Phoenix, step: BasiliskSector, value: str) -> Iterator[Event]:
    if step.source == "PP-K9":
        yield e.DaytimeChanged(_ME, Sector(value))
    else:
        yield then(happens(BasiliskPerforms(Sector(value))))


_ALTERNATIVES: Final = {"PP-E6": rim_options, "PP-K4": event_modes, "PP-K14": path_modes}
"""PP-CO9: by rule, the alternatives that have an effect."""


def _take_alternative(state: Phoenix, step: BasiliskAlternative, value: str) -> Iterator[Event]:
    match step.source, value:
        case "PP-E6", "explore":
            return explore_rim(state)
        case "PP-E6", "build":
            return build_at_the_rim(state)
        case "PP-K14", AbilityMode.EXPLORE:
            return explore(state, _ME, 1)
        case "PP-K14", AbilityMode.COLLECT:
            return collect(state, state.seats[_ME].pioneer)
    slot = BasiliskEventSlot(step.source, returned=value == AbilityMode.RETURN)
    return iter((then(asks(_ME, slot)),))


def _slots(state: Phoenix, step: BasiliskEventSlot) -> Options:
    slots = returnable_slots(state, _ME, None) if step.returned else state.board.occupied_slots
    return tuple(map(str, slots))


def _use_slot(state: Phoenix, step: BasiliskEventSlot, value: str) -> Iterator[Event]:
    """PP-E4, PP-K4: an event is discarded. PP-K4, PP-V1: the top one of the discard pile returns."""
    if not step.returned:
        yield from discard_event(state, _ME, int(value))
        return
    yield e.EventReturned(_ME, int(value), state.board.foreseen_discard[-1])
    if step.source == "PP-V1":
        yield from favor(state, _ME, 3, "PP-V1")


def _borrow(_state: Phoenix, _step: BasiliskReadyKin, value: str) -> Iterator[Event]:
    """PP-K16: the trickster performs the ability of the ready kin."""
    yield then(happens(BasiliskAbility(KIN_TYPE[KinId(value)])))


def _rotate(state: Phoenix, _step: BasiliskDirection, value: str) -> Iterator[Event]:
    """PP-CO21: the palace turns one step, either way."""
    yield e.PalaceRotated(turned(state.board.rotation, 1 if value == Direction.CLOCKWISE else -1))


DECISIONS: Final[Mapping[type[AnyStep], Question]] = {
    DifficultyResources: Question("difficulty_resources", _pool_kinds, _change_pool),
    BasiliskTarget: Question(
        "basilisk_target",
        lambda state, step: tuple(TARGETS[step.source](state)),
        lambda state, _, value: strike(state, KinId(value)),
    ),
    BasiliskKin: Question(
        "basilisk_kin",
        lambda state, step: tuple(OWN_KIN[step.source](state)),
        lambda state, step, value: affect_own(state, step.source, KinId(value)),
    ),
    BasiliskReadyKin: Question("basilisk_ready_kin", lambda state, _: tuple(borrowable(state)), _borrow),
    BasiliskSector: Question("basilisk_sector", _sectors, _name_sector),
    BasiliskPalaceSpot: Question(
        "basilisk_palace_spot",
        lambda state, step: palace_spots(state, step.source),
        lambda state, step, value: take_spot(state, step, SpotId(value)),
    ),
    BasiliskAlternative: Question(
        "basilisk_alternative",
        lambda state, step: _ALTERNATIVES[step.source](state),
        _take_alternative,
    ),
    BasiliskCard: Question(
        "basilisk_card",
        lambda state, _: tuple(affordable(state, _ME)),
        lambda state, _, value: buy(state, RevelationId(value)),
    ),
    BasiliskVillage: Question(
        "basilisk_village",
        lambda state, _: tuple(map(str, collectable(state))),
        lambda state, _, value: collect(state, int(value)),
    ),
    BasiliskEventSlot: Question("basilisk_event_slot", _slots, _use_slot),
    BasiliskReplace: Question(
        "basilisk_replace",
        lambda state, _: tuple(replaceable_in_play(state)),
        lambda state, step, value: acquire(state, _ME, step.ready_kin, KinId(value)),
    ),
    BasiliskDirection: Question("direction", lambda *_: tuple(Direction), _rotate),
}
"""The decision that each type of step leaves open."""
