"""The steps that may be pending: what is still to happen or to be decided (4.2, 4.4). Types only."""

from typing import TypeAlias, Union

from msgspec import Struct, field

from domain.kernel.agenda import Pending
from domain.phoenix.commands import Answers, Move
from domain.phoenix.ids import ForeseenId, KinId, KinType, RevelationId, Sector


class Step(Struct, frozen=True, tag_field="kind"):
    """Something that is still to happen."""


class TurnStart(Step, frozen=True, tag="turn_start"):
    """A turn-start card may be used before a kin is placed (PP-T4)."""


class Placement(Step, frozen=True, tag="placement"):
    """A kin must be placed (PP-T5)."""


class Ability(Step, frozen=True, tag="ability"):
    """The ability of the placed kin may be used (PP-T6)."""


class Daytime(Step, frozen=True, tag="daytime_effect"):
    """The daytime effect is performed or skipped (PP-T8)."""


class Performed(Step, frozen=True, tag="performed"):
    """A daytime effect is finished after everything inside it is resolved (PP-RV5)."""

    seat: int
    sector: Sector


class Rotation(Step, frozen=True, tag="rotation"):
    """The palace turns after a placement on it (PP-T11)."""


class DragonMove(Step, frozen=True, tag="dragon_move"):
    """The seat moves the dragon to a neighbouring moon (PP-DR3)."""

    seat: int


class TurnEnd(Step, frozen=True, tag="turn_end"):
    """Nothing is left but to end the turn."""


class Refill(Step, frozen=True, tag="refill"):
    """Empty revelation slots are filled (PP-E18)."""


class GainResource(Step, frozen=True, tag="gain_resource"):
    """A seat gains one resource of its choice."""

    seat: int
    source: str


class LoseResource(Step, frozen=True, tag="lose_resource"):
    """A seat loses or pays one resource of its choice."""

    seat: int
    source: str


class GainShard(Step, frozen=True, tag="gain_shard"):
    """A seat gains one shard of its choice."""

    seat: int
    source: str


class OwnKin(Step, frozen=True, tag="own_kin"):
    """A seat picks one of its kin for a card."""

    seat: int
    source: str


class EitherOr(Step, frozen=True, tag="either_or"):
    """A seat picks one of the alternatives of a card."""

    seat: int
    source: str


class AcquireCard(Step, frozen=True, tag="acquire_card"):
    """A seat may acquire a second revelation card (PP-RV2)."""

    seat: int


class UseOfCard(Step, frozen=True, tag="use_of_card"):
    """A seat keeps the card that it acquires, or discards it for favor points (PP-RV2)."""

    seat: int
    card: RevelationId


class CardTarget(Step, frozen=True, tag="card_target"):
    """A seat names the targets of a kept instant card, one parameter after the other (PP-RV2)."""

    seat: int
    card: RevelationId
    answers: Answers = field(default_factory=Answers)
    optional: bool = True


class ClanhouseAcquire(Step, frozen=True, tag="clanhouse_acquire"):
    """A seat may acquire one of its ready kin (PP-E20)."""

    seat: int


class ClanhouseReplace(Step, frozen=True, tag="clanhouse_replace"):
    """A seat names the kin that the acquired one replaces (PP-E20)."""

    seat: int
    ready_kin: KinId


class OuterWard(Step, frozen=True, tag="outer_ward"):
    """The owner of a kin that is sent to the palace picks its outer ward (PP-PA8)."""

    seat: int
    kin: KinId


class DealKin(Step, frozen=True, tag="deal_kin"):
    """Each seat draws three tiles of its clan pile (PP-AS1)."""


class DraftKin(Step, frozen=True, tag="draft_kin"):
    """All seats decide in secret which tile replaces their fighter, if any (PP-AS2)."""


class DraftRevelations(Step, frozen=True, tag="draft_revelations"):
    """All seats decide in secret which of their dealt cards they buy (PP-AS4)."""


class DealRevelations(Step, frozen=True, tag="deal_revelations"):
    """Three revelation cards are dealt to each seat (PP-AS4)."""


class ResolveDraft(Step, frozen=True, tag="resolve_draft"):
    """The cards bought in the draft take effect (PP-AS5)."""


class ResolveKept(Step, frozen=True, tag="resolve_kept"):
    """A card that a seat bought in the draft takes effect (PP-AS5)."""

    seat: int
    card: RevelationId


class OpenClanhouse(Step, frozen=True, tag="open_clanhouse"):
    """Each seat reveals its first ready kin (PP-S8)."""


class OpenRevelations(Step, frozen=True, tag="open_revelations"):
    """The first revelation cards are shown (PP-S13)."""


class StartRound(Step, frozen=True, tag="start_round"):
    """Events are foreseen, and the first turn starts (PP-T2)."""

    round: int


class NightBegins(Step, frozen=True, tag="night_begins"):
    """Cards that work at the beginning of the night (PP-N3)."""


class ForeseenEvents(Step, frozen=True, tag="foreseen_events"):
    """The foreseen events are resolved from left to right (PP-N4)."""


class ForeseenFor(Step, frozen=True, tag="foreseen_for"):
    """A seat resolves a foreseen event for itself (PP-EV2)."""

    seat: int
    foreseen: ForeseenId


class ForeseenDone(Step, frozen=True, tag="foreseen_done"):
    """A resolved event goes to the discard pile (PP-N4)."""

    slot: int


class DragonWakes(Step, frozen=True, tag="dragon_wakes"):
    """The dragon looks at its sectors (PP-DR4)."""


class Scoring(Step, frozen=True, tag="scoring"):
    """The locations are scored one after the other (PP-N6)."""


class ScoreSector(Step, frozen=True, tag="score_sector"):
    """A sector gives its rewards and its majority bonus (PP-N8)."""

    sector: Sector


class ScorePalace(Step, frozen=True, tag="score_palace"):
    """The palace gives its rewards and the first-player token (PP-N8, PP-N11)."""


class PalaceReward(Step, frozen=True, tag="palace_reward"):
    """A seat gains the reward of the palace (PP-N8)."""

    seat: int


class Majority(Step, frozen=True, tag="majority"):
    """The winner of a location gets its bonus after everybody's reward; without a sector, of the palace."""

    seat: int
    sector: Sector | None = None


class NightEnds(Step, frozen=True, tag="night_ends"):
    """Dawn of the next round, or the end of the game (PP-T14, PP-T15)."""


class DifficultySet(Step, frozen=True, tag="difficulty_set"):
    """The difficulty changes the resources of the allies (PP-CO5)."""


class DifficultyResources(Step, frozen=True, tag="difficulty_resources"):
    """The decider picks a resource that the allies gain, or lose if it is `lost` (PP-CO5)."""

    source: str
    lost: bool


class BasiliskTurn(Step, frozen=True, tag="basilisk_turn"):
    """The Basilisk takes a turn; `number` counts the turns of its run (PP-CO12)."""

    number: int


class BasiliskPlaces(Step, frozen=True, tag="basilisk_places"):
    """The Basilisk places the top tile of its stack by its current card (PP-CO16)."""


class BasiliskAbility(Step, frozen=True, tag="basilisk_ability"):
    """The Basilisk uses the ability of a type of kin, perhaps a borrowed one (PP-CO18)."""

    type: KinType


class BasiliskPerforms(Step, frozen=True, tag="basilisk_performs"):
    """The Basilisk performs the effect of a sector, perhaps for a lantern; if none is named, of its own."""

    sector: Sector | None = None
    lantern: bool = False


class BasiliskHit(Step, frozen=True, tag="basilisk_hit"):
    """The Basilisk gains what its act gives for a hit, after the hit; `sent` tells whether to the palace."""

    sent: bool


class Moonlight(Step, frozen=True, tag="moonlight"):
    """A seat that has paid for it gains a shard of the sector where its kin stands (PP-K13)."""

    seat: int


class BasiliskAcquires(Step, frozen=True, tag="basilisk_acquires"):
    """The Basilisk acquires the ready kin that its card names (PP-CO20)."""


class BasiliskShuffles(Step, frozen=True, tag="basilisk_shuffles"):
    """The Basilisk's stack is shuffled (PP-CO20)."""


class BasiliskTurnEnds(Step, frozen=True, tag="basilisk_turn_ends"):
    """The Basilisk's turn is over; another one of its run, the next seat or the night follows (PP-CO12)."""

    number: int


class BasiliskTarget(Step, frozen=True, tag="basilisk_target"):
    """The decider picks the ally's kin that the Basilisk hits (PP-CO11)."""

    source: str


class BasiliskKin(Step, frozen=True, tag="basilisk_kin"):
    """The decider picks a kin of the Basilisk (PP-CO11)."""

    source: str


class BasiliskReadyKin(Step, frozen=True, tag="basilisk_ready_kin"):
    """The decider picks the ready kin whose ability the Basilisk's trickster borrows (PP-CO18)."""

    source: str


class BasiliskSector(Step, frozen=True, tag="basilisk_sector"):
    """The decider picks the sector whose effect the Basilisk performs (PP-CO19, PP-CO21)."""

    source: str


class BasiliskPalaceSpot(Step, frozen=True, tag="basilisk_palace_spot"):
    """The decider picks a spot of the palace; `sector` is then performed from it, if set (PP-CP3, PP-CP5)."""

    source: str
    sector: Sector | None = None


class BasiliskAlternative(Step, frozen=True, tag="basilisk_alternative"):
    """The decider picks one of two effects (PP-CO9)."""

    source: str


class BasiliskCard(Step, frozen=True, tag="basilisk_card"):
    """The decider picks the revelation that the Basilisk buys and discards (PP-CO19, PP-CO20)."""

    source: str


class BasiliskVillage(Step, frozen=True, tag="basilisk_village"):
    """The decider picks the village that the Basilisk collects (PP-CO19)."""

    source: str


class BasiliskEventSlot(Step, frozen=True, tag="basilisk_event_slot"):
    """The decider picks the slot whose event the Basilisk discards, or that it fills again (PP-CO19)."""

    source: str
    returned: bool = False


class BasiliskReplace(Step, frozen=True, tag="basilisk_replace"):
    """The decider picks the kin of the Basilisk that the acquired one replaces (PP-CO20)."""

    source: str
    ready_kin: KinId


class BasiliskDirection(Step, frozen=True, tag="basilisk_direction"):
    """The decider picks the way the palace turns (PP-CO21)."""

    source: str


AnyStep: TypeAlias = Union[  # noqa: UP007  one name for the tagged union
    TurnStart,
    Placement,
    Ability,
    Daytime,
    Performed,
    Rotation,
    DragonMove,
    TurnEnd,
    Refill,
    GainResource,
    LoseResource,
    GainShard,
    OwnKin,
    EitherOr,
    AcquireCard,
    UseOfCard,
    CardTarget,
    ClanhouseAcquire,
    ClanhouseReplace,
    OuterWard,
    DealKin,
    DraftKin,
    DraftRevelations,
    DealRevelations,
    ResolveDraft,
    ResolveKept,
    OpenClanhouse,
    OpenRevelations,
    StartRound,
    NightBegins,
    ForeseenEvents,
    ForeseenFor,
    ForeseenDone,
    DragonWakes,
    Scoring,
    ScoreSector,
    ScorePalace,
    PalaceReward,
    Majority,
    NightEnds,
    DifficultySet,
    DifficultyResources,
    BasiliskTurn,
    BasiliskPlaces,
    BasiliskAbility,
    BasiliskPerforms,
    BasiliskHit,
    Moonlight,
    BasiliskAcquires,
    BasiliskShuffles,
    BasiliskTurnEnds,
    BasiliskTarget,
    BasiliskKin,
    BasiliskReadyKin,
    BasiliskSector,
    BasiliskPalaceSpot,
    BasiliskAlternative,
    BasiliskCard,
    BasiliskVillage,
    BasiliskEventSlot,
    BasiliskReplace,
    BasiliskDirection,
]
PendingStep: TypeAlias = Pending[AnyStep, Move]


class NextStep(Struct, frozen=True, omit_defaults=True):
    """A step that comes next, and the seats or the automa that it waits for; else it happens by itself."""

    step: AnyStep
    seats: tuple[int, ...] = ()
    automa: str | None = None
