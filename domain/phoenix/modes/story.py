"""A scenario of three acts, one for each round (PP-CO26, 12.7). The acts themselves are rows of numbers."""

from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix.acts import act_for
from domain.phoenix.agenda import GainShard, NextStep, NightEnds
from domain.phoenix.catalogue import APPRENTICES
from domain.phoenix.enemy_catalogue import ACT, BASILISK_SEAT, SCENARIO_CLAN
from domain.phoenix.ids import Clan, ModeId, Resource, Sector
from domain.phoenix.modes.mode import Mode
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.pending import asks
from domain.phoenix.pools import gain
from domain.phoenix.state import Phoenix

_RULE = "PP-CO26"


def scenario_clan(_chosen: Clan | None, options: PhoenixOptions) -> Clan | None:
    """PP-CO2: the clan of the scenario."""
    assert options.scenario
    return SCENARIO_CLAN[options.scenario]


def all_apprentices(printed: int, _players: int, seat: int) -> int:
    """PP-CO6: the Basilisk begins with all five, two of which Act I replaces."""
    return APPRENTICES if seat == BASILISK_SEAT else printed


def next_act(told: tuple[Event, ...], state: Phoenix, number: int) -> tuple[Event, ...]:
    """PP-CO26: the act of the round is revealed, and what it gives at the start is gained."""
    assert state.enemy is not None
    if state.enemy.act == number:
        return told
    act = ACT[state.enemy.scenario, number]
    given = (Resource.COIN,) * act.coins + (Resource.SCROLL,) * act.scrolls
    revealed = b.ActRevealed(act.scenario, number, (), (), reveals=True)
    return (*told, revealed, *gain(BASILISK_SEAT, _RULE, *given))


def some_skip_events(printed: tuple[int, ...], state: Phoenix) -> tuple[int, ...]:
    """12.7, silent_tide: the Basilisk resolves no events in the third act."""
    return tuple(seat for seat in printed if not act_for(state, seat).skips_foreseen)


def stronger(printed: int, state: Phoenix, seat: int, _sector: Sector) -> int:
    """12.7, ember_court: more influence wherever the Basilisk has a kin."""
    return printed + act_for(state, seat).influence if printed else 0


def wins_ties(printed: int, state: Phoenix, seat: int) -> int:
    """12.7, hidden_grove: the Basilisk wins every tie."""
    return 1 if act_for(state, seat).wins_ties else printed


def shards_after_palace(printed: tuple[NextStep, ...], state: Phoenix) -> tuple[NextStep, ...]:
    """12.7, golden_road: shards for the Basilisk after palace scoring."""
    shards = act_for(state, BASILISK_SEAT).shards_after_palace
    at = next(index for index, following in enumerate(printed) if isinstance(following.step, NightEnds))
    gift = asks(BASILISK_SEAT, GainShard(BASILISK_SEAT, _RULE))
    return (*printed[:at], *(gift,) * shards, *printed[at:])


STORY = Mode(
    ModeId.STORY,
    "PP-CO26",
    enemy_clan=scenario_clan,
    apprentices=all_apprentices,
    round_begins=next_act,
    names_deciders=lambda _no: True,
    resolvers=some_skip_events,
    influence=stronger,
    tie_rank=wins_ties,
    night_steps=shards_after_palace,
)
