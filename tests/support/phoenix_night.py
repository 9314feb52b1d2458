"""All events of a night of Phoenix Palace, part by part, for tests that compare them in order."""

from collections.abc import Mapping, Sequence

from domain.kernel.messages import Event
from domain.phoenix import events as e
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
    TurnStart,
)
from domain.phoenix.commands import EndTurn
from domain.phoenix.ids import ForeseenId, Sector, Shard
from tests.support.phoenix import asks, opened, took

CLOSED = e.StepClosed()
FIRST_CARDS = tuple(ForeseenId)[:4]
COLOR = dict(
    zip(Sector, (Shard.CORAL, Shard.CORAL, Shard.JADE, Shard.JADE, Shard.AGATE, Shard.AGATE), strict=True)
)
"""12.1: the colour of each sector's shard."""


def nightfall(
    eligible: Mapping[Sector, tuple[int, ...]],
    *before: Event,
    cards: Sequence[Event] = (),
    dragon: bool = False,
) -> list[Event]:
    """PP-N1 to PP-N3: seat 0 ends the last turn; markers expire `before`, `cards` give something."""
    wakes = [DragonWakes()] if dragon else []
    return [
        took(0, EndTurn()),
        *before,
        e.NighttimeStarted(tuple(eligible.get(sector, ()) for sector in Sector)),
        opened(NightBegins(), ForeseenEvents(), *wakes, Scoring(), ScorePalace(), NightEnds()),
        CLOSED,
        *cards,
    ]


def foreseen(slot: int, card: ForeseenId, *seats: Sequence[Event]) -> list[Event]:
    """PP-N4: a card, and what it does to each seat; the turn order is that of the seats."""
    steps = [ForeseenFor(seat, card) for seat in range(len(seats))]
    done: list[Event] = [CLOSED, e.EventResolved(slot, card)]
    return [opened(*steps, ForeseenDone(slot)), *(each for part in seats for each in (CLOSED, *part)), *done]


def scoring(
    scored: Mapping[Sector, Sequence[Event]],
    *,
    upto: Sector = Sector.CLANHOUSE,
    sectors: Sequence[Sector] = tuple(Sector),
    dragon: Sequence[Event] = (),
) -> list[Event]:
    """PP-N5, PP-N6: what each sector gives, in their order, up to one in which somebody has to decide."""
    woken = [CLOSED, *dragon] if dragon else []
    done = [sector for sector in sectors if sector in list(Sector)[: list(Sector).index(upto) + 1]]
    parts = [each for sector in done for each in (CLOSED, *scored.get(sector, ()))]
    return [CLOSED, *woken, CLOSED, opened(*map(ScoreSector, sectors)), *parts]


def sector_scored(
    sector: Sector,
    eligible: tuple[int, ...],
    influence: tuple[int, ...],
    majority: int,
    *rewards: Event,
) -> list[Event]:
    """PP-N8, PP-N9: rewards that need no decision, and the bonus."""
    return [
        e.SectorScored(sector, eligible, influence, majority),
        *rewards,
        opened(Majority(majority, sector)),
        *bonus(sector, majority),
    ]


def bonus(sector: Sector, seat: int) -> list[Event]:
    """PP-N8: what the majority brings."""
    return [CLOSED, e.ShardChanged(seat, COLOR[sector], 1, "PP-N9")]


def palace_scored(
    eligible: tuple[int, ...], influence: tuple[int, ...], majority: int, favor: int
) -> list[Event]:
    """PP-N8, PP-N11: the first seat gains favor and is asked for its shard."""
    first = eligible[0]
    return [
        CLOSED,
        e.PalaceScored(eligible, influence, majority),
        opened(*map(PalaceReward, eligible), Majority(majority, None)),
        CLOSED,
        *palace_reward(first, favor),
    ]


def palace_reward(seat: int, favor: int) -> list[Event]:
    """PP-N8: favor at once, then a shard of choice."""
    return [e.FpChanged(seat, favor, "PP-N8"), opened(asks(seat, GainShard(seat, "PP-N8")))]


def drawn(*cards: ForeseenId) -> list[Event]:
    """PP-T2: these cards fill the slots from the left."""
    return [e.EventRevealed(slot, card, reveals=True) for slot, card in enumerate(cards, 1)]


def dawn(
    order: tuple[int, ...] = (0, 1),
    *,
    palace_level: int = 2,
    revealed: Sequence[Event] | None = None,
    turn: int = 11,
) -> list[Event]:
    """PP-T14, PP-T2: round 2 starts, by default with the first cards of an unshuffled pile."""
    return [
        CLOSED,
        e.RoundEnded(palace_level),
        opened(StartRound(2)),
        CLOSED,
        e.RoundStarted(2, order),
        *(drawn(*FIRST_CARDS) if revealed is None else revealed),
        e.TurnStarted(order[0], turn),
        opened(asks(order[0], TurnStart())),
    ]


NO_PALACE: list[Event] = [CLOSED]
"""PP-N11: nobody has a kin on the palace."""
