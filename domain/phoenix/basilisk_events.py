"""What happened to or by the Basilisk: its set-up, its cards, and why it did what it did. Types only."""

from enum import StrEnum

from domain.kernel.messages import Event
from domain.phoenix.ids import (
    Difficulty,
    EnemyCardId,
    KinId,
    KinType,
    ScenarioId,
    Sector,
    SpotId,
)


class BasiliskAwoken(Event, frozen=True, tag="basilisk_awoken"):
    """The Basilisk plays at seat 0, with this difficulty and perhaps a scenario (PP-CO1)."""

    difficulty: Difficulty
    scenario: ScenarioId | None


class ActRevealed(Event, frozen=True, tag="act_revealed"):
    """An act of the scenario was revealed; in the first one, kin `joined` for those `boxed` (PP-CO26)."""

    scenario: ScenarioId | None
    act: int
    joined: tuple[KinId, ...]
    boxed: tuple[KinId, ...]


class SpecialistsDrawn(Event, frozen=True, tag="specialists_drawn"):
    """Random specialists joined the Basilisk's kin (PP-CO6)."""

    seat: int
    joined: tuple[KinId, ...]


class StackShuffled(Event, frozen=True, tag="stack_shuffled"):
    """The Basilisk's kin were shuffled into its stack, of which only the top tile is visible (PP-CO6)."""

    seat: int
    size: int
    stack_top: KinId
    stack: tuple[KinId, ...] | None


class EnemyDeckShuffled(Event, frozen=True, tag="enemy_deck_shuffled"):
    """The enemy deck, or its discard pile, was shuffled into a new deck (PP-CO7, PP-CO14)."""

    size: int
    deck: tuple[EnemyCardId, ...] | None


class EnemyCardRevealed(Event, frozen=True, tag="enemy_card_revealed"):
    """The Basilisk turned over an enemy card; a twist names no sectors (PP-CO14)."""

    enemy_card: EnemyCardId
    sectors: tuple[Sector, ...]
    rule: str


class TwistResolved(Event, frozen=True, tag="twist_resolved"):
    """A twist left the game; a packet of the discards and the bottom card lies on the deck now (PP-CO15)."""

    enemy_card: EnemyCardId
    packet: int
    size: int
    deck: tuple[EnemyCardId, ...] | None
    rule: str


class Obstacle(StrEnum):
    """Why the Basilisk cannot place a kin in a sector."""

    GUARDED = "guarded"
    FULL = "full"
    TOO_DEAR = "too_dear"


class SectorPassedOver(Event, frozen=True, tag="sector_passed_over"):
    """The Basilisk cannot place its kin in a sector of its card (PP-CO16)."""

    sector: Sector
    obstacle: Obstacle
    rule: str


class SpotReason(StrEnum):
    """Why the Basilisk takes a spot."""

    FREE_SPOT = "free_spot"
    PAID_SPOT = "paid_spot"
    PALACE = "palace"
    BATTLEMENT = "battlement"
    OUTER_WARD = "outer_ward"
    PINNACLE = "pinnacle"


class SpotFound(Event, frozen=True, tag="spot_found"):
    """The Basilisk's top tile goes to this spot, for this reason (PP-CO16, PP-CO21)."""

    seat: int
    kin: KinId
    spot: SpotId
    reason: SpotReason
    rule: str


class AbilityMissed(Event, frozen=True, tag="ability_missed"):
    """The Basilisk's kin cannot perform its ability; with a coin it is placed cloaked (PP-CO17)."""

    seat: int
    kin: KinId
    cloaked: bool
    rule: str


class AbilityPerformed(Event, frozen=True, tag="ability_performed"):
    """The Basilisk's kin uses an ability, its own or that of a ready kin; what it does follows (PP-CO18)."""

    seat: int
    kin: KinId
    ability: KinType
    rule: str


class EffectBegun(Event, frozen=True, tag="effect_begun"):
    """The Basilisk performs the daytime effect of a sector; what it does follows (PP-CO19, PP-CO21)."""

    seat: int
    sector: Sector
    rule: str


class Part(StrEnum):
    """A part of an effect that the Basilisk can find impossible."""

    DISCARD_EVENT = "discard_event"
    EXPLORE_OR_BUILD = "explore_or_build"
    EXPLORE = "explore"
    BUY_CARD = "buy_card"
    REVEAL_KIN = "reveal_kin"
    ACQUIRE_KIN = "acquire_kin"
    PAY_LANTERN = "pay_lantern"


class PartSkipped(Event, frozen=True, tag="part_skipped"):
    """The Basilisk cannot do a part of an effect (PP-CO9)."""

    seat: int
    part: Part
    rule: str


class DeciderNominated(Event, frozen=True, tag="decider_nominated"):
    """An ally named the ally who shall decide for the Basilisk (PP-CO8)."""

    seat: int
    nominee: int
