"""The modes in order, and the rules of a game: the printed ones, as changed by its modes."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from domain.phoenix.catalogue import SECTORS, ModeId, Sector, Side
from domain.phoenix.modes.alternative_palace import PALACE_ALT
from domain.phoenix.modes.asymmetric import ASYMMETRIC
from domain.phoenix.modes.dragon import DRAGON
from domain.phoenix.modes.mode import Groups, Mode
from domain.phoenix.modes.team import TEAM
from domain.phoenix.palace import PRINTED_PALACE, Palace
from domain.phoenix.state import (
    AnyStep,
    ForeseenEvents,
    NextStep,
    NightBegins,
    NightEnds,
    OpenClanhouse,
    OpenRevelations,
    Phoenix,
    ScorePalace,
    Scoring,
    StartRound,
)

MODES: Final[Mapping[ModeId, Mode]] = {mode.id: mode for mode in (TEAM, PALACE_ALT, ASYMMETRIC, DRAGON)}
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


def sharing(modes: Ids, players: int, first: int) -> Groups:
    """PP-S5, PP-TT2: which seats share a pool; in the printed rules, each seat has its own."""
    answer: Groups = tuple((seat,) for seat in range(players))
    for mode in _of(modes):
        answer = mode.sharing(answer, first)
    return answer


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


def night_steps(modes: Ids) -> tuple[AnyStep, ...]:
    """PP-N3–PP-N6: what happens at night, in this order."""
    answer: tuple[AnyStep, ...] = (NightBegins(), ForeseenEvents(), Scoring(), ScorePalace(), NightEnds())
    for mode in _of(modes):
        answer = mode.night_steps(answer)
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
