"""The village track (PP-E15–PP-E17), and the benefits of the 14 villages, one row each (PP-V0–PP-V14)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from msgspec import UNSET

from domain.kernel.action import Action
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.allowances import allowances
from domain.phoenix.capital import visit_capital
from domain.phoenix.catalogue import LAST_POSITION, SITE
from domain.phoenix.commands import Answers
from domain.phoenix.fields import Asked, any_of, form_of, given, kin, one_of, slot, spot, too_many, units
from domain.phoenix.geometry import highlighted
from domain.phoenix.hits import cloak, own_unveiled
from domain.phoenix.ids import RESOURCES, SECTORS, SHARDS, KinId, Resource, Sector, Shard, VillageId
from domain.phoenix.pools import favor, gain, gain_shard, pay, shortage
from domain.phoenix.rewards import reward_all
from domain.phoenix.state import Phoenix

Benefit = Callable[[Phoenix, int, Answers], Iterator[Event]]


@dataclass(frozen=True)
class Village:
    """A village: what its benefit asks for, and what it gives."""

    id: VillageId
    rule: str
    gives: Benefit
    asks: tuple[Asked, ...] = ()

    @cached_property
    def form(self) -> Action[Phoenix, Any]:
        """The answers that the benefit needs."""
        return form_of(*self.asks, rule=self.rule)


def _resources(rule: str, *resources: Resource) -> Benefit:
    return lambda _state, seat, _answers: gain(seat, rule, *resources)


def _return_event(state: Phoenix, seat: int, answers: Answers) -> Iterator[Event]:
    """PP-V1: an event returns from the discard pile; gain 3 FP for it."""
    assert isinstance(answers.slot, int)
    yield e.EventReturned(seat, answers.slot, state.board.foreseen_discard[-1])
    yield from favor(state, seat, 3, "PP-V1")


def returnable_slots(state: Phoenix, _seat: int, _form: Any) -> tuple[int, ...]:
    """PP-K4, PP-V1: the empty slots, as long as there is an event to return."""
    return state.board.empty_slots if state.board.foreseen_discard else ()


def _hide(state: Phoenix, _seat: int, answers: Answers) -> Iterator[Event]:
    """PP-V2: cloak one own unveiled kin in any sector."""
    assert answers.kin is not UNSET
    return cloak(state, KinId(answers.kin))


def _feathers(state: Phoenix, seat: int, _answers: Answers) -> Iterator[Event]:
    """PP-V3: 1 FP for each own kin, in either face, in highlighted sectors."""
    lit = highlighted(state.board.rotation)
    count = sum(tile.sector in lit for tile in state.seats[seat].in_sectors)
    return favor(state, seat, count, "PP-V3")


def _forge(state: Phoenix, seat: int, answers: Answers) -> Iterator[Event]:
    """PP-V7: the own pioneer moves back 1 position, then gain 1 shard."""
    yield e.PioneerMoved(seat, state.seats[seat].pioneer - 1)
    yield from _chosen_shard("PP-V7")(state, seat, answers)


def _chosen_shard(rule: str) -> Benefit:
    def shard(_state: Phoenix, seat: int, answers: Answers) -> Iterator[Event]:
        assert isinstance(answers.color, Shard)
        return gain_shard(seat, rule, answers.color)

    return shard


def _moonlight(state: Phoenix, _seat: int, answers: Answers) -> Iterator[Event]:
    """PP-V8: every seat with a kin in a highlighted sector gains its night reward, without majority bonus."""
    sector = answers.sector
    assert isinstance(sector, Sector)
    return reward_all(state, sector, [one for one in state.order if state.seats[one].is_in(sector)])


def _relocate(_state: Phoenix, seat: int, answers: Answers) -> Iterator[Event]:
    """PP-V9: an own unveiled kin moves to another sector; nothing is paid, nothing is triggered."""
    assert answers.kin is not UNSET
    assert answers.spot is not UNSET
    yield e.KinMoved(seat, answers.kin, answers.spot)


def _other_sectors(state: Phoenix, _seat: int, form: Answers) -> tuple[Sector, ...]:
    """PP-V9: all sectors but the one in which the kin stands."""
    tile = None if form.kin is UNSET else state.tile(KinId(form.kin))
    return tuple(sector for sector in SECTORS if tile is None or sector is not tile.sector)


def _empty_slots(state: Phoenix, _seat: int, _form: Any) -> int:
    """PP-V10: the number of foreseen slots that are empty now."""
    return len(state.board.empty_slots)


def _supplies(_state: Phoenix, seat: int, answers: Answers) -> Iterator[Event]:
    """PP-V10: 1 any for each empty foreseen slot."""
    return gain(seat, "PP-V10", *given(answers, "resources"))


def _hold_court(state: Phoenix, seat: int, _answers: Answers) -> Iterator[Event]:
    """PP-V11: resolve PP-E5, which counts as performing the capital's effect (PP-RV5)."""
    yield from visit_capital(state, seat)
    yield e.DaytimePerformed(seat, Sector.CAPITAL)


def _twins(state: Phoenix, seat: int, _answers: Answers) -> Iterator[Event]:
    """PP-V12: 1 FP for every 2 owned revelation cards; spent cards count."""
    return favor(state, seat, len(state.seats[seat].revelations) // 2, "PP-V12")


def _highlighted(state: Phoenix, _seat: int, _form: Any) -> tuple[Sector, ...]:
    return highlighted(state.board.rotation)


_COIN, _SCROLL, _LANTERN = RESOURCES
VILLAGES: Final = (
    Village(VillageId.STARTING_VILLAGE, "PP-V0", _resources("PP-V0", _COIN, _COIN)),
    Village(VillageId.BANDITS_LAIR, "PP-V1", _return_event, asks=(slot("slot", returnable_slots, "PP-V1"),)),
    Village(
        VillageId.COVE_OF_THE_OWL,
        "PP-V2",
        _hide,
        asks=(kin("kin", lambda state, seat, _: own_unveiled(state, seat), "PP-V2"),),
    ),
    Village(VillageId.FEATHERGLOW, "PP-V3", _feathers),
    Village(VillageId.FORTUNE_CITY, "PP-V4", _resources("PP-V4", *RESOURCES)),
    Village(VillageId.LANTERNQUILL, "PP-V5", _resources("PP-V5", _LANTERN, _LANTERN, _LANTERN)),
    Village(VillageId.LOREVILLE, "PP-V6", _resources("PP-V6", _SCROLL, _SCROLL, _SCROLL)),
    Village(VillageId.MOONFORGE, "PP-V7", _forge, asks=(any_of("color", SHARDS, "PP-V7"),)),
    Village(
        VillageId.MOON_HEAVEN,
        "PP-V8",
        _moonlight,
        asks=(one_of("sector", _highlighted, "PP-V8", code="sector_not_highlighted"),),
    ),
    Village(
        VillageId.NOMAD_ENCAMPMENT,
        "PP-V9",
        _relocate,
        asks=(
            kin("kin", lambda state, seat, _: own_unveiled(state, seat), "PP-V9"),
            spot("spot", _other_sectors, "PP-V9"),
        ),
    ),
    Village(
        VillageId.THE_OUTPOST,
        "PP-V10",
        _supplies,
        asks=(
            units(
                "resources",
                lambda *_: ((kind,) for kind in RESOURCES),
                too_many("resources", _empty_slots, "PP-V10"),
                _empty_slots,
                "PP-V10",
            ),
        ),
    ),
    Village(VillageId.TOWN_HALL, "PP-V11", _hold_court),
    Village(VillageId.TWIN_RIVER_TOWN, "PP-V12", _twins),
    Village(
        VillageId.SHRINE_TILE, "PP-V13", _chosen_shard("PP-V13"), asks=(any_of("color", SHARDS, "PP-V13"),)
    ),
)
VILLAGE: Final[Mapping[VillageId, Village]] = {village.id: village for village in VILLAGES}


def village_at(state: Phoenix, position: int) -> Village:
    """The village on a built position."""
    return VILLAGE[state.board.villages[position]]


def collect(state: Phoenix, seat: int, position: int, answers: Answers) -> Iterator[Event]:
    """PP-E17: the benefit of a position; the pioneer stays where it is."""
    village = village_at(state, position)
    yield e.VillageCollected(seat, position, village.id)
    yield from village.gives(state, seat, answers)


def explore_refusal(state: Phoenix, seat: int, steps: int) -> Rejected | None:
    """PP-E15: each next village must be built."""
    reach = state.seats[seat].pioneer + steps
    if reach <= state.board.frontier:
        return None
    return Rejected("next_village_not_built", rule="PP-E15", position=reach, frontier=state.board.frontier)


def explore(state: Phoenix, seat: int, steps: int) -> Iterator[Event]:
    """PP-E15: the pioneer moves forward."""
    if steps:
        yield e.PioneerMoved(seat, state.seats[seat].pioneer + steps)


def site_cost(state: Phoenix, omit: Resource | None) -> tuple[Resource, ...]:
    """PP-E16, PP-RC08: the cost of the next site, without the unit that is left out."""
    cost = SITE[state.board.frontier + 1].cost
    return tuple(kind for kind in cost if kind is not omit)


def omits(state: Phoenix, seat: int) -> bool:
    """PP-RC08: whether a seat leaves out one unit of a building's cost."""
    return allowances(state.seats[seat].revelations).omitted_cost > 0


def build_refusal(state: Phoenix, seat: int, steps: int) -> Rejected | None:
    """PP-E16: the pioneer must stand on the frontier, and a site must be left."""
    board, pioneer = state.board, state.seats[seat].pioneer + steps
    if board.frontier >= LAST_POSITION:
        return Rejected("invalid_target", rule="PP-E16", position=LAST_POSITION + 1)
    if pioneer != board.frontier:
        return Rejected("not_on_frontier", rule="PP-E16", position=pioneer, frontier=board.frontier)
    if omits(state, seat):
        ways = (site_cost(state, kind) for kind in SITE[board.frontier + 1].cost)
        refusals = [shortage(state.pool(seat), way, "PP-E16") for way in ways]
        return None if None in refusals else refusals[0]
    return shortage(state.pool(seat), site_cost(state, None), "PP-E16")


def build(state: Phoenix, seat: int, omit: Resource | None, *, free: bool = False) -> Iterator[Event]:
    """PP-E16: pay unless `free`, gain the favor, place the top tile or turn the shrine, move the pioneer."""
    board = state.board
    site = SITE[board.frontier + 1]
    is_shrine = site.position == LAST_POSITION
    village = VillageId.SHRINE_TILE if is_shrine else board.village_top
    assert village is not None
    yield from pay(seat, "PP-E16", *(() if free else site_cost(state, omit)))
    yield from favor(state, seat, site.fp, "PP-E16")
    yield e.VillageBuilt(seat, site.position, village)
    yield e.PioneerMoved(seat, site.position)
    if not is_shrine and board.village_pile:
        yield e.VillageTurned(board.village_pile[0], reveals=True)
