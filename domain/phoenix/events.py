"""What happened: types only. What was drawn, paid and gained stands in the event; None where redacted."""

from typing import TypeAlias, Union, get_args

from msgspec import Struct

from domain.kernel.messages import Event
from domain.phoenix.agenda import NextStep
from domain.phoenix.basilisk_events import (
    AbilityMissed,
    AbilityPerformed,
    ActRevealed,
    BasiliskAwoken,
    DeciderNominated,
    EffectBegun,
    EnemyCardRevealed,
    EnemyDeckShuffled,
    PartSkipped,
    SectorPassedOver,
    SpecialistsDrawn,
    SpotFound,
    StackShuffled,
    TwistResolved,
)
from domain.phoenix.commands import CardUse, Move
from domain.phoenix.ids import (
    BoardSide,
    Clan,
    ForeseenId,
    KinId,
    ModeId,
    Resource,
    RevelationId,
    Sector,
    Shard,
    Side,
    SpotId,
    VillageId,
)
from domain.phoenix.state import Pool


class DealtSeat(Struct, frozen=True):
    """What a seat begins with: its clan, its pool, its hand, tiles in the box, and its side of the board."""

    clan: Clan
    pool: int
    hand: tuple[KinId, ...]
    box: tuple[KinId, ...]
    side: Side | None = None


class BoardLaidOut(Event, frozen=True, tag="board_laid_out"):
    """Board, pools, hands and the first player (PP-S1–PP-S6, PP-S10)."""

    modes: tuple[ModeId, ...]
    side: BoardSide
    palace_level: int
    seats: tuple[DealtSeat, ...]
    pools: tuple[Pool, ...]
    token: int
    dragon: int | None


class ClanPileShuffled(Event, frozen=True, tag="clan_pile_shuffled"):
    """A seat's other tiles were shuffled into its clan pile (PP-S7)."""

    seat: int
    size: int
    clan_pile: tuple[KinId, ...] | None


class VillagesShuffled(Event, frozen=True, tag="villages_shuffled"):
    """The village tiles were shuffled, the top one face up; `built` lies on position 1 (PP-S9, PP-S11)."""

    built: VillageId | None
    top: VillageId
    size: int
    village_pile: tuple[VillageId, ...] | None


class ForeseenPileShuffled(Event, frozen=True, tag="foreseen_pile_shuffled"):
    """The event cards, or their discard pile, were shuffled into a new pile (PP-S12, PP-T2)."""

    size: int
    foreseen_pile: tuple[ForeseenId, ...] | None


class RevelationPileShuffled(Event, frozen=True, tag="revelation_pile_shuffled"):
    """The revelation cards, or their discard pile, were shuffled into a new pile (PP-S13, PP-E18)."""

    size: int
    revelation_pile: tuple[RevelationId, ...] | None


class KinDrawn(Event, frozen=True, tag="kin_drawn"):
    """A seat drew three tiles; one of them, picked at random, will replace an apprentice (PP-AS1)."""

    seat: int
    drawn: tuple[KinId, ...] | None
    pick: KinId | None


class DraftDecided(Event, frozen=True, tag="draft_decided"):
    """A seat has decided its part of the draft in secret (PP-AS2, PP-AS4)."""

    seat: int
    move: Move | None


class HandRevealed(Event, frozen=True, tag="hand_revealed"):
    """A seat showed the hand of its draft; unused and replaced tiles went to the box (PP-AS3)."""

    seat: int
    hand: tuple[KinId, ...]
    boxed: tuple[KinId, ...]


class RevelationsDealt(Event, frozen=True, tag="revelations_dealt"):
    """Three revelation cards were dealt to a seat, for its eyes only (PP-AS4)."""

    seat: int
    cards: tuple[RevelationId, ...] | None


class RevelationsBought(Event, frozen=True, tag="revelations_bought"):
    """A seat showed the cards that it bought in the draft; the others go back (PP-AS5)."""

    seat: int
    cards: tuple[RevelationId, ...]


class MoveBegun(Event, frozen=True, tag="move_begun"):
    """A move was begun or continued; more is asked."""

    seat: int
    move: Move


class ActionTaken(Event, frozen=True, tag="action_taken"):
    """A move was completed; what it causes follows."""

    seat: int
    move: Move


class StepsOpened(Event, frozen=True, tag="steps_opened"):
    """These steps come next, the first one first, before what was still to come."""

    steps: tuple[NextStep, ...]


class StepClosed(Event, frozen=True, tag="step_closed"):
    """The current step is over."""


class RoundStarted(Event, frozen=True, tag="round_started"):
    """A round started with this turn order (PP-T2)."""

    round: int
    order: tuple[int, ...]


class EventRevealed(Event, frozen=True, tag="event_revealed"):
    """An event card was revealed into a foreseen slot (PP-T2)."""

    slot: int
    foreseen: ForeseenId


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """A seat's turn started (PP-T4)."""

    seat: int
    turn: int


class GuardExpired(Event, frozen=True, tag="guard_expired"):
    """A guard marker was removed (PP-K8)."""

    seat: int
    sector: Sector


class TurnStartCardUsed(Event, frozen=True, tag="turn_start_card_used"):
    """A seat used a card at the start of its turn; `spent` cards work only once (PP-RV4)."""

    seat: int
    card: RevelationId
    spent: bool


class KinPlaced(Event, frozen=True, tag="kin_placed"):
    """A kin was placed from the hand (PP-P1)."""

    seat: int
    kin: KinId
    spot: SpotId
    cloaked: bool = False


class ResourceChanged(Event, frozen=True, tag="resource_changed"):
    """A seat gained, paid or lost resources of one kind."""

    seat: int
    resource: Resource
    by: int
    rule: str


class ShardChanged(Event, frozen=True, tag="shard_changed"):
    """A seat gained moon shards of one colour."""

    seat: int
    shard: Shard
    by: int
    rule: str


class FpChanged(Event, frozen=True, tag="fp_changed"):
    """A seat gained or lost favor points."""

    seat: int
    by: int
    rule: str


class KinUnveiled(Event, frozen=True, tag="kin_unveiled"):
    """A cloaked kin was turned unveiled; `seat` owns it (PP-E11)."""

    seat: int
    kin: KinId


class KinCloaked(Event, frozen=True, tag="kin_cloaked"):
    """An unveiled kin was turned cloaked; `seat` owns it (PP-E14)."""

    seat: int
    kin: KinId


class KinMoved(Event, frozen=True, tag="kin_moved"):
    """A kin moved to another spot; `seat` owns it."""

    seat: int
    kin: KinId
    spot: SpotId


class KinSentToPalace(Event, frozen=True, tag="kin_sent_to_palace"):
    """A kin went to the palace, unveiled; `seat` owns it (PP-E12)."""

    seat: int
    kin: KinId
    spot: SpotId


class KinBumped(Event, frozen=True, tag="kin_bumped"):
    """A kin was bumped from the palace; `seat` owns it (PP-PA7)."""

    seat: int
    kin: KinId


class HitPrevented(Event, frozen=True, tag="hit_prevented"):
    """A hit kin stayed where it was; `seat` owns it (PP-RC25)."""

    seat: int
    kin: KinId


class GuardSet(Event, frozen=True, tag="guard_set"):
    """A seat put a guard marker on a sector (PP-K8)."""

    seat: int
    sector: Sector


class DaytimeChanged(Event, frozen=True, tag="daytime_changed"):
    """The daytime effect of this turn will be that of another sector (PP-K9)."""

    seat: int
    sector: Sector


class DaytimePerformed(Event, frozen=True, tag="daytime_performed"):
    """A seat has performed the daytime effect of a sector (PP-RV5)."""

    seat: int
    sector: Sector


class EventDiscarded(Event, frozen=True, tag="event_discarded"):
    """A seat discarded a foreseen event (PP-EV1)."""

    seat: int
    slot: int
    foreseen: ForeseenId


class EventReturned(Event, frozen=True, tag="event_returned"):
    """A seat put the top card of the event discard pile into a slot (PP-K4, PP-V1)."""

    seat: int
    slot: int
    foreseen: ForeseenId


class HeraldMoved(Event, frozen=True, tag="herald_moved"):
    """A seat's herald moved to rank 1 (PP-E5)."""

    seat: int


class PioneerMoved(Event, frozen=True, tag="pioneer_moved"):
    """A seat's pioneer moved on the village track (PP-E15)."""

    seat: int
    position: int


class VillageBuilt(Event, frozen=True, tag="village_built"):
    """A seat built a village or the shrine (PP-E16)."""

    seat: int
    position: int
    village: VillageId


class VillageTurned(Event, frozen=True, tag="village_turned"):
    """The next village tile is on top of the pile (PP-S9)."""

    village: VillageId


class VillageCollected(Event, frozen=True, tag="village_collected"):
    """A seat collected the benefit of a village; what it gives follows (PP-E17)."""

    seat: int
    position: int
    village: VillageId


class RevelationAcquired(Event, frozen=True, tag="revelation_acquired"):
    """A seat took a revelation card from its slot, to keep it or to discard it for favor points (PP-RV2)."""

    seat: int
    slot: int
    card: RevelationId
    use: CardUse


class RevelationSlotRefilled(Event, frozen=True, tag="revelation_slot_refilled"):
    """The top revelation card went to an empty slot (PP-E18)."""

    slot: int
    card: RevelationId


class ReadyKinRemoved(Event, frozen=True, tag="ready_kin_removed"):
    """The kin in slot 1 of a full clanhouse row went to the box; `seat` owns it (PP-E19)."""

    seat: int
    kin: KinId


class KinRevealed(Event, frozen=True, tag="kin_revealed"):
    """A seat revealed the top tile of its clan pile into the clanhouse row (PP-E19)."""

    seat: int
    kin: KinId
    slot: int


class KinAcquired(Event, frozen=True, tag="kin_acquired"):
    """A ready kin took the place of another one, which went to the box (PP-E20)."""

    seat: int
    kin: KinId
    slot: int
    replaced: KinId


class PalaceRotated(Event, frozen=True, tag="palace_rotated"):
    """The palace was turned (PP-T11)."""

    rotation: int


class DragonMoved(Event, frozen=True, tag="dragon_moved"):
    """The dragon flew to a neighbouring moon (PP-DR3)."""

    seat: int
    moon: int


class NighttimeStarted(Event, frozen=True, tag="nighttime_started"):
    """The night began; `eligible_by_sector` are the seats that may be rewarded (PP-N1, PP-N2)."""

    eligible_by_sector: tuple[tuple[int, ...], ...]


class EventResolved(Event, frozen=True, tag="event_resolved"):
    """Every seat has resolved a foreseen event; it went to the discard pile (PP-N4)."""

    slot: int
    foreseen: ForeseenId


class DragonFed(Event, frozen=True, tag="dragon_fed"):
    """The influence in the dragon sectors was counted; those `unscored` give nothing this night (PP-DR4)."""

    total: int
    threshold: int
    unscored: tuple[Sector, ...]


class SectorScored(Event, frozen=True, tag="sector_scored"):
    """A sector is scored: who is rewarded, everybody's influence, and who has the majority (PP-N8, PP-N9)."""

    sector: Sector
    eligible: tuple[int, ...]
    influence: tuple[int, ...]
    majority: int | None


class PalaceScored(Event, frozen=True, tag="palace_scored"):
    """The palace is scored, likewise (PP-N11)."""

    eligible: tuple[int, ...]
    influence: tuple[int, ...]
    majority: int | None


class FirstPlayerChanged(Event, frozen=True, tag="first_player_changed"):
    """A seat took the first-player token (PP-N12)."""

    seat: int


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """Dawn: all kin returned to the hands (PP-T14)."""

    palace_level: int


class PlayEnded(Event, frozen=True, tag="play_ended"):
    """The last night is over; final scoring follows (PP-T15)."""


AnyEvent: TypeAlias = Union[  # noqa: UP007  one name for the tagged union
    BoardLaidOut,
    ClanPileShuffled,
    VillagesShuffled,
    ForeseenPileShuffled,
    RevelationPileShuffled,
    KinDrawn,
    DraftDecided,
    HandRevealed,
    RevelationsDealt,
    RevelationsBought,
    MoveBegun,
    ActionTaken,
    StepsOpened,
    StepClosed,
    RoundStarted,
    EventRevealed,
    TurnStarted,
    GuardExpired,
    TurnStartCardUsed,
    KinPlaced,
    ResourceChanged,
    ShardChanged,
    FpChanged,
    KinUnveiled,
    KinCloaked,
    KinMoved,
    KinSentToPalace,
    KinBumped,
    HitPrevented,
    GuardSet,
    DaytimeChanged,
    DaytimePerformed,
    EventDiscarded,
    EventReturned,
    HeraldMoved,
    PioneerMoved,
    VillageBuilt,
    VillageTurned,
    VillageCollected,
    RevelationAcquired,
    RevelationSlotRefilled,
    ReadyKinRemoved,
    KinRevealed,
    KinAcquired,
    PalaceRotated,
    DragonMoved,
    NighttimeStarted,
    EventResolved,
    DragonFed,
    SectorScored,
    PalaceScored,
    FirstPlayerChanged,
    RoundEnded,
    PlayEnded,
    BasiliskAwoken,
    ActRevealed,
    SpecialistsDrawn,
    StackShuffled,
    EnemyDeckShuffled,
    EnemyCardRevealed,
    TwistResolved,
    SectorPassedOver,
    SpotFound,
    AbilityMissed,
    AbilityPerformed,
    EffectBegun,
    PartSkipped,
    DeciderNominated,
]
EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
