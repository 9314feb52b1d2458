"""Printed facts of the games against the Basilisk: difficulties, enemy cards, acts (12.6, 12.7)."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from domain.phoenix.ids import (
    Clan,
    Difficulty,
    EnemyCardId,
    KinType,
    ReadyPick,
    ScenarioId,
    Sector,
    Side,
    VillageId,
)

BASILISK_SIDES: Final[Mapping[int, tuple[Side, ...]]] = {
    2: (Side.NORTH, Side.SOUTH),
    3: (Side.NORTH, Side.EAST, Side.WEST),
    4: tuple(Side),
}
"""PP-CP1: the same with the Basilisk, which sits in the north."""
BASILISK: Final = "basilisk"
"""The automa."""
BASILISK_SEAT: Final = 0
ALLY_APPRENTICES: Final[Mapping[int, int]] = {2: 5, 3: 4, 4: 3}
"""PP-CO3, PP-SO3: the apprentices in an ally's hand, by the number of seats."""
SOLO_ALLIES: Final = (1, 2)
MORE_AGAINST_ONE: Final = 2
"""PP-SO3: how many more of each resource the Basilisk has against a single ally."""
STACK_APPRENTICES: Final = 3
STACK_SIZE: Final[Mapping[int, int]] = {2: 6, 3: 8, 4: 9}
"""PP-CO6, PP-SO3: the tiles of the Basilisk, by the number of seats."""
NOT_AGAINST_THE_BASILISK: Final = (
    VillageId.MOON_HEAVEN,
    VillageId.NOMAD_ENCAMPMENT,
    VillageId.TWIN_RIVER_TOWN,
)
"""PP-CO7: villages that are left out."""


class DifficultyFacts(Struct, frozen=True):
    """What a difficulty changes: the allies' starting resources, and the favor of a twist."""

    id: Difficulty
    resources: int
    twist_fp: int


DIFFICULTIES: Final = (
    DifficultyFacts(Difficulty.EASY, resources=2, twist_fp=0),
    DifficultyFacts(Difficulty.MEDIUM, resources=0, twist_fp=4),
    DifficultyFacts(Difficulty.HARD, resources=-2, twist_fp=8),
    DifficultyFacts(Difficulty.HEROIC, resources=-4, twist_fp=12),
)
"""PP-CO5, PP-CO15."""
DIFFICULTY: Final[Mapping[Difficulty, DifficultyFacts]] = {facts.id: facts for facts in DIFFICULTIES}


class EnemyCard(Struct, frozen=True):
    """A card of the enemy deck; a twist has no sector."""

    id: EnemyCardId
    sector: Sector | None = None
    secondary: Sector | None = None
    ready_pick: ReadyPick | None = None

    @property
    def sectors(self) -> tuple[Sector, ...]:
        """The sectors that the Basilisk tries, the main one first."""
        return tuple(sector for sector in (self.sector, self.secondary) if sector is not None)


_LEFT, _RIGHT = ReadyPick
ENEMY_CARDS: Final = (
    EnemyCard(EnemyCardId.SC01, Sector.GATES, None, _LEFT),
    EnemyCard(EnemyCardId.SC02, Sector.GATES, None, _RIGHT),
    EnemyCard(EnemyCardId.SC03, Sector.CAPITAL, None, _LEFT),
    EnemyCard(EnemyCardId.SC04, Sector.CAPITAL, None, _RIGHT),
    EnemyCard(EnemyCardId.SC05, Sector.RIM, Sector.SHRINE, _LEFT),
    EnemyCard(EnemyCardId.SC06, Sector.CAPITAL, None, _RIGHT),
    EnemyCard(EnemyCardId.SC07, Sector.SHRINE, Sector.RIM, _LEFT),
    EnemyCard(EnemyCardId.SC08, Sector.SHRINE, Sector.RIM, _RIGHT),
    EnemyCard(EnemyCardId.SC09, Sector.SPRINGS, None, _LEFT),
    EnemyCard(EnemyCardId.SC10, Sector.SPRINGS, None, _RIGHT),
    EnemyCard(EnemyCardId.SC11, Sector.CLANHOUSE, None, _LEFT),
    EnemyCard(EnemyCardId.SC12, Sector.CLANHOUSE, None, _RIGHT),
    EnemyCard(EnemyCardId.TW01),
    EnemyCard(EnemyCardId.TW02),
    EnemyCard(EnemyCardId.TW03),
)
"""12.6."""
ENEMY_CARD: Final[Mapping[EnemyCardId, EnemyCard]] = {card.id: card for card in ENEMY_CARDS}


class Act(Struct, frozen=True, kw_only=True):
    """An act of a scenario: what it changes in its round (12.7). Each field is named after what it gives.

    `kin` replace two apprentices of the Basilisk in the first act; `coins` and `scrolls` come at the start of
    the round.
    """

    scenario: ScenarioId | None = None
    number: int = 0
    kin: tuple[KinType, ...] = ()
    coins: int = 0
    scrolls: int = 0
    fp_per_kin_sent: int = 0
    resources_per_hit: int = 0
    influence: int = 0
    fp_per_discard: int = 0
    fp_per_foreseen: int = 0
    skips_foreseen: bool = False
    free_cloaks: bool = False
    fp_per_cloaked: int = 0
    wins_ties: bool = False
    fp_per_build: int = 0
    free_builds: bool = False
    shards_after_palace: int = 0

    @property
    def id(self) -> str:
        """Such as `ember_court.1`."""
        return f"{self.scenario}.{self.number}"


_EMBER, _TIDE, _GROVE, _ROAD = ScenarioId
ACTS: Final = (
    Act(scenario=_EMBER, number=1, kin=(KinType.ARCHER, KinType.MASTERMIND), fp_per_kin_sent=1),
    Act(scenario=_EMBER, number=2, coins=2, resources_per_hit=1),
    Act(scenario=_EMBER, number=3, influence=1),
    Act(scenario=_TIDE, number=1, kin=(KinType.PHILOSOPHER, KinType.CLAIRVOYANT), fp_per_discard=1),
    Act(scenario=_TIDE, number=2, scrolls=3),
    Act(scenario=_TIDE, number=3, fp_per_foreseen=2, skips_foreseen=True),
    Act(scenario=_GROVE, number=1, kin=(KinType.BARD, KinType.DIPLOMAT), free_cloaks=True),
    Act(scenario=_GROVE, number=2, coins=2, fp_per_cloaked=1),
    Act(scenario=_GROVE, number=3, wins_ties=True),
    Act(scenario=_ROAD, number=1, kin=(KinType.MERCHANT, KinType.PATHFINDER), fp_per_build=1),
    Act(scenario=_ROAD, number=2, free_builds=True),
    Act(scenario=_ROAD, number=3, shards_after_palace=1),
)
"""PP-CO26, 12.7."""
NO_ACT: Final = Act()
ACT: Final[Mapping[tuple[ScenarioId | None, int], Act]] = {(act.scenario, act.number): act for act in ACTS}
SCENARIO_CLAN: Final[Mapping[ScenarioId, Clan]] = {
    _EMBER: Clan.RED,
    _TIDE: Clan.BLUE,
    _GROVE: Clan.GREEN,
    _ROAD: Clan.YELLOW,
}
"""PP-CO2: the clan that the Basilisk has in a scenario."""
