"""The daytime effects of the sectors for the Basilisk, one row each, and its villages (PP-CO19, PP-CO20)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.acts import act_for
from domain.phoenix.agenda import (
    BasiliskAcquires,
    BasiliskAlternative,
    BasiliskCard,
    BasiliskEventSlot,
    BasiliskKin,
    BasiliskPerforms,
    BasiliskReplace,
    BasiliskShuffles,
    BasiliskVillage,
    GainResource,
    GainShard,
    Performed,
    Refill,
)
from domain.phoenix.basilisk_events import Part, PartSkipped
from domain.phoenix.capital import visit_capital
from domain.phoenix.catalogue import BUMPED, CLANHOUSE, KIN_TYPE, LAST_POSITION
from domain.phoenix.clanhouse import acquire, ready_kin, reveal, slot_of
from domain.phoenix.commands import Answers, CardUse
from domain.phoenix.enemy_catalogue import BASILISK_SEAT, ENEMY_CARD
from domain.phoenix.evolve import evolved
from domain.phoenix.geometry import highlighted
from domain.phoenix.hits import own_unveiled
from domain.phoenix.ids import KinId, KinType, ReadyPick, Resource, RevelationId, Sector, VillageId
from domain.phoenix.pending import asks, happens, then
from domain.phoenix.pools import affords, favor, gain, pay
from domain.phoenix.revelations import acquire as acquire_card
from domain.phoenix.revelations import affordable
from domain.phoenix.stack import reshuffle
from domain.phoenix.state import Phoenix
from domain.phoenix.villages import VILLAGE, build, explore, returnable_slots, site_cost

_ME: Final = BASILISK_SEAT
_RIM_STEPS: Final = 2


def may_explore(state: Phoenix) -> bool:
    """PP-E15: whether the next village is built."""
    return state.seats[_ME].pioneer < state.board.frontier


def may_build(state: Phoenix) -> bool:
    """PP-CO19: whether the Basilisk can build after at most one step that it has to take if it can."""
    board, ahead = state.board, state.board.frontier - state.seats[_ME].pioneer
    if board.frontier >= LAST_POSITION or ahead > 1:
        return False
    return act_for(state, _ME).free_builds or affords(state.pool(_ME), site_cost(state, None))


def rim_options(state: Phoenix) -> tuple[str, ...]:
    """PP-CO19: explore up to 2, or explore up to 1 and build, as far as they have an effect."""
    return (*(("explore",) if may_explore(state) else ()), *(("build",) if may_build(state) else ()))


def explore_rim(state: Phoenix) -> Iterator[Event]:
    """PP-E6, PP-CO9: up to 2, as many as possible."""
    ahead = state.board.frontier - state.seats[_ME].pioneer
    return explore(state, _ME, min(ahead, _RIM_STEPS))


def build_at_the_rim(state: Phoenix) -> Iterator[Event]:
    """PP-E6, PP-CO9, PP-CO26: explore up to 1, then build."""
    act = act_for(state, _ME)
    moved = tuple(explore(state, _ME, state.board.frontier - state.seats[_ME].pioneer))
    yield from moved
    yield from build(evolved(state, *moved), _ME, None, free=act.free_builds)
    yield from favor(state, _ME, act.fp_per_build, "PP-CO26")


def _gates(state: Phoenix) -> Iterator[Event]:
    """PP-E4: a lantern, and an event is discarded if there is one."""
    yield from gain(_ME, "PP-E4", Resource.LANTERN)
    if state.board.occupied_slots:
        yield then(asks(_ME, BasiliskEventSlot("PP-E4")))
    else:
        yield PartSkipped(_ME, Part.DISCARD_EVENT, "PP-CO9")


def _rim(state: Phoenix) -> Iterator[Event]:
    """PP-E6, PP-CO19: the decider picks among what has an effect."""
    if rim_options(state):
        yield then(asks(_ME, BasiliskAlternative("PP-E6")))
    else:
        yield PartSkipped(_ME, Part.EXPLORE_OR_BUILD, "PP-CO9")


def _shrine(state: Phoenix) -> Iterator[Event]:
    """PP-E7, PP-CO19: explore if possible, then collect."""
    if may_explore(state):
        yield from explore(state, _ME, 1)
    else:
        yield PartSkipped(_ME, Part.EXPLORE, "PP-CO9")
    yield then(asks(_ME, BasiliskVillage("PP-E7")))


def _springs(state: Phoenix) -> Iterator[Event]:
    """PP-E8, PP-CO19: up to 2 cards, one by one; then the slots are refilled."""
    card = asks(_ME, BasiliskCard("PP-E8"))
    if affordable(state, _ME):
        yield then(card, card, happens(Refill()))
    else:
        yield PartSkipped(_ME, Part.BUY_CARD, "PP-CO9")
        yield then(happens(Refill()))


def visit_clanhouse(state: Phoenix) -> Iterator[Event]:
    """PP-E9, PP-CO20: reveal, acquire, shuffle the stack."""
    if state.seats[_ME].clan_pile:
        yield from reveal(state, _ME)
    else:
        yield PartSkipped(_ME, Part.REVEAL_KIN, "PP-CO9")
    yield then(happens(BasiliskAcquires()), happens(BasiliskShuffles()))


_DAYTIMES: Final[Mapping[Sector, Callable[[Phoenix], Iterator[Event]]]] = {
    Sector.GATES: _gates,
    Sector.CAPITAL: lambda state: visit_capital(state, _ME),
    Sector.RIM: _rim,
    Sector.SHRINE: _shrine,
    Sector.SPRINGS: _springs,
    Sector.CLANHOUSE: visit_clanhouse,
}


def perform_effect(state: Phoenix, step: BasiliskPerforms, _dice: Dice) -> Iterator[Event]:
    """PP-CO19, PP-CO21: the effect of the sector where the kin was placed, or of one that it copies."""
    sector, rule = (state.turn.daytime, "PP-CO19") if step.sector is None else (step.sector, "PP-CO21")
    assert sector is not None
    paid = tuple(pay(_ME, "PP-CO21", Resource.LANTERN)) if step.lantern else ()
    yield e.StepClosed()
    yield from paid
    yield b.EffectBegun(_ME, sector, rule)
    told = tuple(_DAYTIMES[sector](evolved(state, *paid)))
    if any(isinstance(event, e.StepsOpened) for event in told):
        yield then(happens(Performed(_ME, sector)))
        yield from told
    else:
        yield from told
        yield e.DaytimePerformed(_ME, sector)


def _wanted(state: Phoenix) -> list[KinId]:
    """PP-CO20: the ready kin that the card names, then those to the left of it."""
    assert state.enemy is not None
    assert state.enemy.card is not None
    ready = ready_kin(state, _ME)
    leftmost = ENEMY_CARD[state.enemy.card].ready_pick is ReadyPick.LEFTMOST
    return ready[:1] if leftmost else ready[::-1]


def _in_play(state: Phoenix) -> list[KinId]:
    return [tile.kin for tile in state.seats[_ME].tiles if tile.at != BUMPED]


def _affordable(state: Phoenix, kin: KinId) -> bool:
    return CLANHOUSE[slot_of(state, kin) - 1].coins <= state.pool(_ME).coin


def acquirable_kin(state: Phoenix) -> KinId | None:
    """PP-CO20, PP-Q48: the first of the wanted kin that the Basilisk can pay, if it has a kin to replace."""
    if not state.seats[_ME].stack and not _in_play(state):
        return None
    return next((kin for kin in _wanted(state) if _affordable(state, kin)), None)


def replaceable_in_play(state: Phoenix) -> list[KinId]:
    """PP-CO20: the apprentices in spots and on the palace; without a stack and apprentices, any kin."""
    there = _in_play(state)
    return [kin for kin in there if KIN_TYPE[kin] is KinType.APPRENTICE] or there


def acquire_ready(state: Phoenix, _step: BasiliskAcquires, _dice: Dice) -> Iterator[Event]:
    """PP-CO20: the new kin replaces an apprentice of the stack, one in play, the top tile, or any in play."""
    kin, stack = acquirable_kin(state), state.seats[_ME].stack
    yield e.StepClosed()
    if kin is None:
        yield PartSkipped(_ME, Part.ACQUIRE_KIN, "PP-CO20")
        return
    is_novice = {one: KIN_TYPE[one] is KinType.APPRENTICE for one in (*stack, *_in_play(state))}
    waiting = min((one for one in stack if is_novice[one]), default=None)
    if waiting is not None:
        yield from acquire(state, _ME, kin, waiting)
    elif stack and not any(is_novice.values()):
        yield from acquire(state, _ME, kin, stack[0])
    else:
        yield then(asks(_ME, BasiliskReplace("PP-CO20", kin)))


def shuffle_stack(state: Phoenix, _step: BasiliskShuffles, dice: Dice) -> Iterator[Event]:
    """PP-CO20: also if nothing was acquired."""
    yield e.StepClosed()
    if state.seats[_ME].stack:
        yield reshuffle(sorted(state.seats[_ME].stack), dice)


def buy(state: Phoenix, card: RevelationId) -> Iterator[Event]:
    """PP-CO20: a revelation that the Basilisk acquires is always discarded for its favor."""
    yield from acquire_card(state, _ME, card, CardUse.DISCARD)
    yield from favor(state, _ME, act_for(state, _ME).fp_per_discard, "PP-CO26")


def _has_feathers(state: Phoenix) -> bool:
    lit = highlighted(state.board.rotation)
    return any(tile.sector in lit for tile in state.seats[_ME].in_sectors)


_EFFECTIVE: Final[Mapping[VillageId, Callable[[Phoenix], bool]]] = {
    VillageId.BANDITS_LAIR: lambda state: bool(returnable_slots(state, _ME, None)),
    VillageId.COVE_OF_THE_OWL: lambda state: bool(own_unveiled(state, _ME)),
    VillageId.FEATHERGLOW: _has_feathers,
    VillageId.THE_OUTPOST: lambda state: bool(state.board.empty_slots),
}
"""PP-CO19: when the benefit of a village has an effect; all others always have one."""


def collectable(state: Phoenix) -> tuple[int, ...]:
    """PP-CO19: the positions up to the pioneer's whose benefit has an effect."""
    reached = state.board.villages[: state.seats[_ME].pioneer + 1]
    return tuple(
        position
        for position, village in enumerate(reached)
        if village not in _EFFECTIVE or _EFFECTIVE[village](state)
    )


def collect(state: Phoenix, position: int) -> Iterator[Event]:
    """PP-E17: the benefit of a village; what it leaves open is decided by the decider (PP-CO8)."""
    village = state.board.villages[position]
    yield e.VillageCollected(_ME, position, village)
    match village:
        case VillageId.BANDITS_LAIR:
            yield then(asks(_ME, BasiliskEventSlot("PP-V1", returned=True)))
        case VillageId.COVE_OF_THE_OWL:
            yield then(asks(_ME, BasiliskKin("PP-V2")))
        case VillageId.MOONFORGE:
            yield e.PioneerMoved(_ME, state.seats[_ME].pioneer - 1)
            yield then(asks(_ME, GainShard(_ME, "PP-V7")))
        case VillageId.SHRINE_TILE:
            yield then(asks(_ME, GainShard(_ME, "PP-V13")))
        case VillageId.THE_OUTPOST:
            yield then(*(asks(_ME, GainResource(_ME, "PP-V10")),) * len(state.board.empty_slots))
        case _:
            yield from VILLAGE[village].gives(state, _ME, Answers())
