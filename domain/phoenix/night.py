"""Night and dawn: foreseen events, the dragon, rewards, majorities (PP-N1–PP-N12, PP-T14, PP-T15, PP-DR4)."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.acts import act_for
from domain.phoenix.agenda import (
    DragonWakes,
    ForeseenDone,
    ForeseenEvents,
    ForeseenFor,
    GainShard,
    Majority,
    NightBegins,
    NightEnds,
    PalaceReward,
    ScorePalace,
    ScoreSector,
    Scoring,
    StartRound,
)
from domain.phoenix.catalogue import DRAGON_THRESHOLD, ROUNDS, SECTOR
from domain.phoenix.foreseen import FORESEEN
from domain.phoenix.geometry import dragon_sectors
from domain.phoenix.ids import SECTOR_INDEX
from domain.phoenix.influence import eligible, influence, majority, palace_influence
from domain.phoenix.pending import asks, happens, in_turn, then
from domain.phoenix.pools import favor, gain_shard
from domain.phoenix.revelations import CARD
from domain.phoenix.rewards import RULE, reward_all
from domain.phoenix.state import Phoenix

_LEVELS: Final = 3


def fall_of_night(state: Phoenix) -> Iterator[Event]:
    """PP-N1, PP-N2: guard markers are removed; the seats eligible for rewards are fixed now."""
    for guard in state.board.guards:
        yield e.GuardExpired(guard.seat, guard.sector)
    yield e.NighttimeStarted(eligible(state))
    yield then(*modes.night_steps(state))


def begin(state: Phoenix, _step: NightBegins, _dice: Dice) -> Iterator[Event]:
    """PP-N3: cards for the beginning of the night are resolved in turn order."""
    yield e.StepClosed()
    for seat in state.order:
        for card in map(CARD.__getitem__, state.seats[seat].revelations):
            if card.at_night is not None:
                yield from favor(state, seat, card.at_night(state), card.rule)
        favored = act_for(state, seat).fp_per_foreseen * len(state.board.occupied_slots)
        yield from favor(state, seat, favored, "PP-CO26")


def next_event(state: Phoenix, _step: ForeseenEvents, _dice: Dice) -> Iterator[Event]:
    """PP-N4: the leftmost foreseen event is resolved for every seat in turn order; then the next one."""
    if not state.board.occupied_slots:
        yield e.StepClosed()
        return
    slot = state.board.occupied_slots[0]
    card = state.board.foreseen[slot - 1]
    assert card is not None
    yield then(
        *(happens(ForeseenFor(seat, card)) for seat in modes.resolvers(state)), happens(ForeseenDone(slot))
    )


def resolve_event(state: Phoenix, step: ForeseenFor, _dice: Dice) -> Iterator[Event]:
    """PP-EV2, PP-CO23: a seat resolves the event for itself, the Basilisk too."""
    yield e.StepClosed()
    yield from FORESEEN[step.foreseen].does(state, step.seat)


def finish_event(state: Phoenix, step: ForeseenDone, _dice: Dice) -> Iterator[Event]:
    """PP-N4: the card goes to the top of the discard pile."""
    card = state.board.foreseen[step.slot - 1]
    assert card is not None
    yield e.StepClosed()
    yield e.EventResolved(step.slot, card)


def wake_the_dragon(state: Phoenix, _step: DragonWakes, _dice: Dice) -> Iterator[Event]:
    """PP-DR4–PP-DR6: with enough influence its sectors give shards; with too little they are not scored."""
    assert state.board.dragon is not None
    sectors, threshold = dragon_sectors(state.board.dragon), DRAGON_THRESHOLD[state.players]
    total = sum(influence(state, seat, sector) for seat in state.order for sector in sectors)
    yield e.StepClosed()
    yield e.DragonFed(total, threshold, () if total >= threshold else sectors)
    if total >= threshold:
        for seat in state.order:
            own = (sector for sector in sectors if state.seats[seat].is_in(sector))
            yield from gain_shard(seat, "PP-DR5", *(SECTOR[sector].shard for sector in own))


def score_sectors(state: Phoenix, _step: Scoring, _dice: Dice) -> Iterator[Event]:
    """PP-N6: the sectors are scored one after the other."""
    yield e.StepClosed()
    yield from in_turn(happens(ScoreSector(sector)) for sector in modes.scored(state))


def score_sector(state: Phoenix, step: ScoreSector, _dice: Dice) -> Iterator[Event]:
    """PP-N8–PP-N10: all eligible seats get the reward, then the majority gets the bonus."""
    sector, seats = step.sector, state.eligible[SECTOR_INDEX[step.sector]]
    weights = tuple(influence(state, seat, sector) for seat in range(state.players))
    winner = majority(state, seats, weights)
    yield e.StepClosed()
    if seats:
        yield e.SectorScored(sector, seats, weights, winner)
        bonus = () if winner is None else (happens(Majority(winner, sector)),)
        yield from reward_all(state, sector, seats, *bonus)


def score_palace(state: Phoenix, _step: ScorePalace, _dice: Dice) -> Iterator[Event]:
    """PP-N11: every seat with kin on the palace is rewarded, one after the other; then the token."""
    seats = tuple(seat for seat in state.order if state.seats[seat].on_palace)
    weights = tuple(palace_influence(state, seat) for seat in range(state.players))
    winner = majority(state, seats, weights)
    yield e.StepClosed()
    if winner is not None:
        yield e.PalaceScored(seats, weights, winner)
        yield then(*(happens(PalaceReward(seat)) for seat in seats), happens(Majority(winner)))


def reward_palace(state: Phoenix, step: PalaceReward, _dice: Dice) -> Iterator[Event]:
    """PP-N8: 1 FP for each own kin on the palace, and a shard of the seat's choice."""
    yield e.StepClosed()
    yield from favor(state, step.seat, len(state.seats[step.seat].on_palace), RULE)
    yield then(asks(step.seat, GainShard(step.seat, RULE)))


def give_bonus(state: Phoenix, step: Majority, _dice: Dice) -> Iterator[Event]:
    """PP-N8, PP-N12: a shard of the sector's colour; on the palace, the first-player token."""
    yield e.StepClosed()
    if step.sector is not None:
        yield from gain_shard(step.seat, "PP-N9", SECTOR[step.sector].shard)
    elif step.seat != state.token:
        yield e.FirstPlayerChanged(step.seat)


def end(state: Phoenix, _step: NightEnds, dice: Dice) -> Iterator[Event]:
    """PP-T14, PP-T15: dawn and the next round, or the end of the game."""
    yield e.StepClosed()
    if state.round == ROUNDS:
        yield e.PlayEnded()
        return
    yield e.RoundEnded(min(state.board.palace_level + 1, _LEVELS))
    yield from modes.dawn(state, dice)
    yield then(happens(StartRound(state.round + 1)))
