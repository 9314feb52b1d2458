"""The modes in order, and the rules of a game: the printed ones, as changed by its modes."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix.agenda import (
    AnyStep,
    ForeseenEvents,
    NextStep,
    NightBegins,
    NightEnds,
    OpenClanhouse,
    OpenRevelations,
    ScorePalace,
    Scoring,
    StartRound,
    TurnStart,
)
from domain.phoenix.catalogue import APPRENTICES, FEW_PLAYERS, VILLAGE_TILES
from domain.phoenix.ids import RESOURCES, SECTORS, SHARDS, Clan, ModeId, Sector, Side, VillageId
from domain.phoenix.modes.alternative_palace import PALACE_ALT
from domain.phoenix.modes.asymmetric import ASYMMETRIC
from domain.phoenix.modes.coop import COOP
from domain.phoenix.modes.dragon import DRAGON
from domain.phoenix.modes.mode import Groups, Mode, Places, Token, Visit
from domain.phoenix.modes.solo import SOLO
from domain.phoenix.modes.story import STORY
from domain.phoenix.modes.team import TEAM
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.palace import PRINTED_PALACE, Palace
from domain.phoenix.pending import asks, happens
from domain.phoenix.state import Phoenix, Pool
from domain.phoenix.visits import visit_palace

MODES: Final[Mapping[ModeId, Mode]] = {
    mode.id: mode for mode in (TEAM, PALACE_ALT, ASYMMETRIC, DRAGON, COOP, STORY, SOLO)
}
Ids = tuple[ModeId, ...]


def _of(modes: Ids) -> Iterator[Mode]:
    return (MODES[mode] for mode in modes)


@cache
def palace_of(modes: Ids) -> Palace:
    """How the palace works."""
    answer = PRINTED_PALACE
    for mode in _of(modes):
        answer = mode.palace(answer)
    return answer


def palace(state: Phoenix) -> Palace:
    """How the palace of a game works."""
    return palace_of(state.modes)


@cache
def visit(modes: Ids) -> Visit:
    """PP-CO21: how the Basilisk uses the palace."""
    answer: Visit = visit_palace
    for mode in _of(modes):
        answer = mode.visit(answer)
    return answer


def places(modes: Ids, options: PhoenixOptions, dealt: tuple[int, ...]) -> Places:
    """PP-S2: the place of each seat; in the printed rules, everybody has one."""
    answer: Places = dealt
    for mode in _of(modes):
        answer = mode.places(answer, options)
    return answer


def enemy_clan(modes: Ids, options: PhoenixOptions) -> Clan | None:
    """PP-CO2: the clan of the Basilisk if the options name it."""
    answer = None
    for mode in _of(modes):
        answer = mode.enemy_clan(answer, options)
    return answer


def first_seat(modes: Ids) -> int | None:
    """PP-S3: the seat that starts; in the printed rules, a random one."""
    answer = None
    for mode in _of(modes):
        answer = mode.first_seat(answer)
    return answer


def apprentices(modes: Ids, players: int, seat: int) -> int:
    """PP-S4: how many apprentices a seat has in hand."""
    answer = APPRENTICES if players == FEW_PLAYERS else APPRENTICES - 1
    for mode in _of(modes):
        answer = mode.apprentices(answer, players, seat)
    return answer


def villages(modes: Ids) -> tuple[VillageId, ...]:
    """PP-S9: the village tiles in the game."""
    answer: tuple[VillageId, ...] = VILLAGE_TILES
    for mode in _of(modes):
        answer = mode.villages(answer)
    return answer


def piles(modes: Ids, options: PhoenixOptions, clans: tuple[Clan, ...], dice: Dice) -> tuple[Event, ...]:
    """PP-CO6: what the automa has is shuffled; there is none in the printed rules."""
    answer: tuple[Event, ...] = ()
    for mode in _of(modes):
        answer = mode.piles(answer, options, clans, dice)
    return answer


def sharing(modes: Ids, players: int, first: int) -> Groups:
    """PP-S5, PP-TT2: which seats share a pool; in the printed rules, each seat has its own."""
    answer: Groups = tuple((seat,) for seat in range(players))
    for mode in _of(modes):
        answer = mode.sharing(answer, first)
    return answer


def pools(modes: Ids, players: int, printed: tuple[Pool, ...]) -> tuple[Pool, ...]:
    """PP-S5, PP-SO3: the resources at the start."""
    for mode in _of(modes):
        printed = mode.pools(printed, players)
    return printed


def sides(modes: Ids, players: int) -> tuple[Side | None, ...]:
    """PP-PA3: the side of the board where each seat sits, in turn order; irrelevant in the printed rules."""
    answer: tuple[Side | None, ...] = (None,) * players
    for mode in _of(modes):
        answer = mode.sides(answer)
    return answer


def first_level(modes: Ids) -> int:
    """PP-S1, PP-PA1: the level of the palace in round 1."""
    answer = 1
    for mode in _of(modes):
        answer = mode.first_level(answer)
    return answer


def dragon(modes: Ids) -> int | None:
    """PP-DR1: the moon on which the dragon starts, or None without a dragon."""
    answer = None
    for mode in _of(modes):
        answer = mode.dragon(answer)
    return answer


def setup_steps(modes: Ids) -> tuple[AnyStep, ...]:
    """PP-S8, PP-S13, PP-S14: what happens after the board is laid out."""
    answer: tuple[AnyStep, ...] = (OpenClanhouse(), OpenRevelations(), StartRound(1))
    for mode in _of(modes):
        answer = mode.setup_steps(answer)
    return answer


def turn_steps(state: Phoenix) -> tuple[NextStep, ...]:
    """4.2: what follows the daytime effect of a kin that was just placed in a sector."""
    answer: tuple[NextStep, ...] = ()
    for mode in _of(state.modes):
        answer = mode.turn_steps(answer, state)
    return answer


def round_begins(state: Phoenix, number: int) -> tuple[Event, ...]:
    """PP-T2, PP-CO26: what happens at the start of a round before events are foreseen."""
    answer: tuple[Event, ...] = ()
    for mode in _of(state.modes):
        answer = mode.round_begins(answer, state, number)
    return answer


def turn_opens(state: Phoenix, seat: int) -> NextStep:
    """PP-T4: the first step of a turn."""
    answer = asks(seat, TurnStart())
    for mode in _of(state.modes):
        answer = mode.turn_opens(answer, seat)
    return answer


def gains(state: Phoenix, seat: int, kinds: tuple[Token, ...]) -> tuple[Token, ...]:
    """1.2: the kinds among which a seat picks what it gains."""
    answer = kinds
    for mode in _of(state.modes):
        answer = mode.gains(answer, state, seat)
    return answer


def resource_gains(state: Phoenix, seat: int) -> tuple[Token, ...]:
    """The same for a resource."""
    return gains(state, seat, RESOURCES)


def shard_gains(state: Phoenix, seat: int) -> tuple[Token, ...]:
    """The same for a shard."""
    return gains(state, seat, SHARDS)


def losses(state: Phoenix, seat: int) -> tuple[Token, ...]:
    """1.2: the kinds of resource among which a seat picks what it loses or pays."""
    answer: tuple[Token, ...] = state.pool(seat).kinds
    for mode in _of(state.modes):
        answer = mode.losses(answer, state, seat)
    return answer


def may_decline(state: Phoenix, seat: int) -> bool:
    """PP-T9: whether a seat may decline an optional part of an effect."""
    answer = True
    for mode in _of(state.modes):
        answer = mode.may_decline(answer, seat)
    return answer


@cache
def names_deciders(modes: Ids) -> bool:
    """PP-CO8: whether the allies may name the one who decides for the Basilisk."""
    answer = False
    for mode in _of(modes):
        answer = mode.names_deciders(answer)
    return answer


def night_steps(state: Phoenix) -> tuple[NextStep, ...]:
    """PP-N3–PP-N6: what happens at night, in this order."""
    steps: tuple[AnyStep, ...] = NightBegins(), ForeseenEvents(), Scoring(), ScorePalace(), NightEnds()
    answer = tuple(map(happens, steps))
    for mode in _of(state.modes):
        answer = mode.night_steps(answer, state)
    return answer


def resolvers(state: Phoenix) -> tuple[int, ...]:
    """PP-N4: the seats that resolve a foreseen event, in this order."""
    answer = state.order
    for mode in _of(state.modes):
        answer = mode.resolvers(answer, state)
    return answer


def influence(state: Phoenix, seat: int, sector: Sector, printed: int) -> int:
    """PP-N7: the influence of a seat in a sector."""
    answer = printed
    for mode in _of(state.modes):
        answer = mode.influence(answer, state, seat, sector)
    return answer


def tie_rank(state: Phoenix, seat: int) -> int:
    """PP-N9: between equal influence, the best herald rank wins; larger is better."""
    answer = -state.rank(seat)
    for mode in _of(state.modes):
        answer = mode.tie_rank(answer, state, seat)
    return answer


def dawn(state: Phoenix, dice: Dice) -> tuple[Event, ...]:
    """PP-T14: what happens after all kin have returned."""
    answer: tuple[Event, ...] = ()
    for mode in _of(state.modes):
        answer = mode.dawn(answer, state, dice)
    return answer


def scored(state: Phoenix) -> tuple[Sector, ...]:
    """PP-N6: the sectors that are scored this night, in this order."""
    answer = SECTORS
    for mode in _of(state.modes):
        answer = mode.scored(answer, state)
    return answer


def draft_scrolls(state: Phoenix, seat: int) -> int:
    """PP-AS4: how many scrolls a seat may spend in the draft."""
    pool = state.pool(seat)
    answer = pool.scroll
    for mode in _of(state.modes):
        answer = mode.draft_scrolls(answer, pool)
    return answer


def tie_break(state: Phoenix, side: tuple[int, ...]) -> int:
    """PP-F6: between equal totals, the best herald rank wins; larger is better."""
    answer = -min(state.rank(seat) for seat in side)
    for mode in _of(state.modes):
        answer = mode.tie_break(answer, state, side)
    return answer


def side_names(modes: Ids) -> tuple[str, ...] | None:
    """PP-TT4, PP-CO25: the names of the sides, in the order of their pools; None where each seat is alone."""
    answer = None
    for mode in _of(modes):
        answer = mode.side_names(answer)
    return answer


def result(modes: Ids, *, won: bool) -> str | None:
    """PP-CO25: the word for the outcome, if it is one for all people; `won` says whether they have won."""
    answer = None
    for mode in _of(modes):
        answer = mode.result(answer, won)
    return answer
