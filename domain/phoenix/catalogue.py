"""Printed facts of Phoenix Palace, no rules: ids, tiles, cards, prices, limits, and where things are drawn.

The tables are those of the rules page, sections 1, 2, 6 and 12.
"""

from collections.abc import Mapping
from enum import StrEnum
from math import cos, radians, sin
from typing import Final, NewType

from msgspec import Struct

from domain.kernel.catalogue import Spot as Drawn

EDITION: Final = "phoenix-1"

KinId = NewType("KinId", str)
SpotId = NewType("SpotId", str)
"""A spot of a sector, the palace, a spot of the palace, or `bumped`."""


class Sector(StrEnum):
    """The six sectors around the palace, clockwise."""

    GATES = "gates"
    CAPITAL = "capital"
    RIM = "rim"
    SHRINE = "shrine"
    SPRINGS = "springs"
    CLANHOUSE = "clanhouse"


class Resource(StrEnum):
    """What pays for nearly everything."""

    COIN = "coin"
    SCROLL = "scroll"
    LANTERN = "lantern"


class Shard(StrEnum):
    """The colour of a moon shard."""

    CORAL = "coral"
    JADE = "jade"
    AGATE = "agate"


class Clan(StrEnum):
    """The colour of a player's tiles."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


class KinType(StrEnum):
    """What is printed on a kin tile."""

    APPRENTICE = "apprentice"
    ARCHER = "archer"
    BARD = "bard"
    CLAIRVOYANT = "clairvoyant"
    COUNCILOR = "councilor"
    DIPLOMAT = "diplomat"
    FIGHTER = "fighter"
    GUARD = "guard"
    HERMIT = "hermit"
    MASTERMIND = "mastermind"
    MENTOR = "mentor"
    MERCHANT = "merchant"
    NOCTURNAL = "nocturnal"
    PATHFINDER = "pathfinder"
    PHILOSOPHER = "philosopher"
    TRICKSTER = "trickster"


class VillageId(StrEnum):
    """The starting village, the twelve village tiles and the shrine tile."""

    STARTING_VILLAGE = "starting_village"
    BANDITS_LAIR = "bandits_lair"
    COVE_OF_THE_OWL = "cove_of_the_owl"
    FEATHERGLOW = "featherglow"
    FORTUNE_CITY = "fortune_city"
    LANTERNQUILL = "lanternquill"
    LOREVILLE = "loreville"
    MOONFORGE = "moonforge"
    MOON_HEAVEN = "moon_heaven"
    NOMAD_ENCAMPMENT = "nomad_encampment"
    THE_OUTPOST = "the_outpost"
    TOWN_HALL = "town_hall"
    TWIN_RIVER_TOWN = "twin_river_town"
    SHRINE_TILE = "shrine_tile"


class ForeseenId(StrEnum):
    """The 18 event cards, in the order PP-EC01 to PP-EC18."""

    COIN_TITHE = "coin_tithe"
    BURNT_SCROLLS = "burnt_scrolls"
    DYING_LAMPS = "dying_lamps"
    HOARDERS_BANE = "hoarders_bane"
    DRAWN_CURTAINS = "drawn_curtains"
    NIGHT_RAID = "night_raid"
    WASHED_OUT_ROAD = "washed_out_road"
    ENVY_OF_THE_COURT = "envy_of_the_court"
    HERESY_TRIAL = "heresy_trial"
    BREACHED_WALLS = "breached_walls"
    LEVY = "levy"
    COLD_SPRINGS = "cold_springs"
    ROADSIDE_BANDITS = "roadside_bandits"
    HARVEST_MOON = "harvest_moon"
    LANTERN_FESTIVAL = "lantern_festival"
    SHOOTING_STARS = "shooting_stars"
    PHOENIX_GAZE = "phoenix_gaze"
    GENEROUS_ENVOY = "generous_envoy"


class RevelationId(StrEnum):
    """The 30 revelation cards, in the order PP-RC01 to PP-RC30."""

    PAPER_CRANE = "paper_crane"
    COIN_JAR = "coin_jar"
    WAX_AND_WICK = "wax_and_wick"
    GATEKEEPERS_DEBT = "gatekeepers_debt"
    BORROWED_MASK = "borrowed_mask"
    LAMPLIGHTERS_OATH = "lamplighters_oath"
    PILGRIMS_BELL = "pilgrims_bell"
    BUILDERS_TOOLS = "builders_tools"
    FREE_PASSAGE = "free_passage"
    TOLL_OF_ASH = "toll_of_ash"
    WHISPERED_NAMES = "whispered_names"
    WIND_CHIME = "wind_chime"
    MONEY_CHANGER = "money_changer"
    SILK_CLOAKS = "silk_cloaks"
    CLEAR_SKIES = "clear_skies"
    STORM_OF_ARROWS = "storm_of_arrows"
    SECOND_WIND = "second_wind"
    TRAVEL_JOURNAL = "travel_journal"
    GATHERED_CLAN = "gathered_clan"
    HERALDS_CROWN = "heralds_crown"
    PALACE_FAVOUR = "palace_favour"
    GOLDEN_SCALES = "golden_scales"
    MOON_LEDGER = "moon_ledger"
    COLLECTORS_SHELF = "collectors_shelf"
    VEIL_OF_SMOKE = "veil_of_smoke"
    MOONLIT_OFFERING = "moonlit_offering"
    ILL_OMEN = "ill_omen"
    PHOENIX_FEATHER = "phoenix_feather"
    TWIN_MOONS = "twin_moons"
    ECLIPSE = "eclipse"


class RevelationKind(StrEnum):
    """When a kept revelation card works."""

    INSTANT = "instant"
    ALL_ENEMIES = "all_enemies"
    TURN_START = "turn_start"
    TURN_START_ONCE = "turn_start_once"
    ONGOING = "ongoing"
    ENDGAME = "endgame"


class BoardSide(StrEnum):
    """The side of the game board: two players use the small one."""

    SMALL = "small"
    LARGE = "large"


class Side(StrEnum):
    """The edge of the board at which a seat sits."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class ModeId(StrEnum):
    """What changes the printed rules: a mode of play or a variant. Modes stack in this order."""

    TEAM = "team"
    PALACE_ALT = "palace_alt"
    ASYMMETRIC = "asymmetric"
    DRAGON = "dragon"
    COOP = "coop"
    STORY = "story"
    SOLO = "solo"


class Difficulty(StrEnum):
    """How strong the Basilisk is; from the easiest: `easy`, `medium`, `hard`, `heroic`."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    HEROIC = "heroic"


class Style(StrEnum):
    """A plain game against the Basilisk, or one of its stories."""

    VANILLA = "vanilla"
    STORY = "story"


class ScenarioId(StrEnum):
    """The four stories of three acts."""

    EMBER_COURT = "ember_court"
    SILENT_TIDE = "silent_tide"
    HIDDEN_GROVE = "hidden_grove"
    GOLDEN_ROAD = "golden_road"


class EnemyCardId(StrEnum):
    """The 12 sector cards and 3 twists of the enemy deck (12.6)."""

    SC01 = "sc01"
    SC02 = "sc02"
    SC03 = "sc03"
    SC04 = "sc04"
    SC05 = "sc05"
    SC06 = "sc06"
    SC07 = "sc07"
    SC08 = "sc08"
    SC09 = "sc09"
    SC10 = "sc10"
    SC11 = "sc11"
    SC12 = "sc12"
    TW01 = "tw01"
    TW02 = "tw02"
    TW03 = "tw03"


class ReadyPick(StrEnum):
    """Which of its ready kin the Basilisk wants."""

    LEFTMOST = "leftmost"
    RIGHTMOST = "rightmost"


SECTORS: Final = tuple(Sector)
SECTOR_INDEX: Final[Mapping[Sector, int]] = {sector: index for index, sector in enumerate(SECTORS)}
RESOURCES: Final = tuple(Resource)
SHARDS: Final = tuple(Shard)
CLANS: Final = tuple(Clan)

ROUNDS: Final = 3
FORESEEN_SLOTS: Final = 4
REVELATION_SLOTS: Final = 3
CLANHOUSE_SLOTS: Final = 6
LAST_POSITION: Final = 7
"""The shrine site, the last position of the village track."""
FEW_PLAYERS: Final = 2
START_COINS: Final = 4
START_SCROLLS: Final = 3
START_LANTERNS: Final = 2
DRAFT_TILES: Final = 3
DRAFT_CARDS: Final = 3
TEAM_DRAFT_SCROLLS: Final = 3


class SectorFacts(Struct, frozen=True):
    """The shard colour of a sector, and the price of its last spot, which is not free."""

    id: Sector
    shard: Shard
    price: Resource


SECTOR: Final[Mapping[Sector, SectorFacts]] = {
    facts.id: facts
    for facts in (
        SectorFacts(Sector.GATES, Shard.CORAL, Resource.SCROLL),
        SectorFacts(Sector.CAPITAL, Shard.CORAL, Resource.COIN),
        SectorFacts(Sector.RIM, Shard.JADE, Resource.LANTERN),
        SectorFacts(Sector.SHRINE, Shard.JADE, Resource.COIN),
        SectorFacts(Sector.SPRINGS, Shard.AGATE, Resource.LANTERN),
        SectorFacts(Sector.CLANHOUSE, Shard.AGATE, Resource.SCROLL),
    )
}


class SpotFacts(Struct, frozen=True):
    """A spot of a sector, and its price if it has one."""

    id: SpotId
    sector: Sector
    number: int
    price: Resource | None


def _spots(spots: int) -> dict[SpotId, SpotFacts]:
    """The spots of a side of the board; the last one of each sector has a price (12.1)."""
    return {
        SpotId(f"{sector}.{number}"): SpotFacts(
            SpotId(f"{sector}.{number}"), sector, number, SECTOR[sector].price if number == spots else None
        )
        for sector in SECTORS
        for number in range(1, spots + 1)
    }


SPOT: Final[Mapping[BoardSide, Mapping[SpotId, SpotFacts]]] = {
    BoardSide.SMALL: _spots(3),
    BoardSide.LARGE: _spots(4),
}
SPOTS_OF: Final[Mapping[BoardSide, Mapping[Sector, tuple[SpotId, ...]]]] = {
    side: {
        sector: tuple(spot for spot, facts in spots.items() if facts.sector is sector) for sector in SECTORS
    }
    for side, spots in SPOT.items()
}
SECTOR_OF: Final[Mapping[SpotId, Sector]] = {
    spot: facts.sector for spot, facts in SPOT[BoardSide.LARGE].items()
}
"""The sector of a spot; nothing for the palace and for bumped kin."""

PALACE: Final = SpotId("palace")
BUMPED: Final = SpotId("bumped")
WALLS: Final = 4
OUTER_WARDS: Final = tuple(SpotId(f"outer_ward.{wall}") for wall in range(WALLS))
BATTLEMENTS: Final = tuple(SpotId(f"battlement.{wall}") for wall in range(WALLS))
PINNACLE: Final = SpotId("pinnacle")
PALACE_SPOTS: Final = (*OUTER_WARDS, *BATTLEMENTS, PINNACLE)
WALL_OF: Final[Mapping[SpotId, int]] = {
    spot: wall for spots in (OUTER_WARDS, BATTLEMENTS) for wall, spot in enumerate(spots)
}
ON_PALACE: Final = frozenset({PALACE, *PALACE_SPOTS})
"""Where a kin is on the palace, in either form of it."""

APPRENTICES: Final = 5
SPECIALISTS: Final = tuple(kind for kind in KinType if kind not in {KinType.APPRENTICE, KinType.FIGHTER})
"""The 14 types of the clan pile."""


class Kin(Struct, frozen=True):
    """A kin tile: its clan and what is printed on it."""

    id: KinId
    clan: Clan
    type: KinType


def apprentice(clan: Clan, number: int) -> KinId:
    """An apprentice of a clan, numbered from 1."""
    return KinId(f"{clan}.apprentice.{number}")


def specialist(clan: Clan, kind: KinType) -> KinId:
    """The only tile of a clan of that type."""
    return KinId(f"{clan}.{kind}")


def _tiles(clan: Clan) -> tuple[Kin, ...]:
    apprentices = (apprentice(clan, number) for number in range(1, APPRENTICES + 1))
    others = (kind for kind in KinType if kind is not KinType.APPRENTICE)
    return (
        *(Kin(kin, clan, KinType.APPRENTICE) for kin in apprentices),
        *(Kin(specialist(clan, kind), clan, kind) for kind in others),
    )


KIN: Final[Mapping[KinId, Kin]] = {kin.id: kin for clan in CLANS for kin in _tiles(clan)}
KIN_TYPE: Final[Mapping[KinId, KinType]] = {kin.id: kin.type for kin in KIN.values()}

VILLAGE_TILES: Final = tuple(
    village for village in VillageId if village not in {VillageId.STARTING_VILLAGE, VillageId.SHRINE_TILE}
)


class Site(Struct, frozen=True):
    """A position of the village track: what it costs to build there, and the favor points for it."""

    position: int
    cost: tuple[Resource, ...]
    fp: int


_COIN, _SCROLL, _LANTERN = RESOURCES
SITES: Final = (
    Site(1, (_COIN,), 3),
    Site(2, (_SCROLL,), 3),
    Site(3, (_LANTERN,), 4),
    Site(4, (_COIN, _SCROLL), 4),
    Site(5, (_SCROLL, _LANTERN), 5),
    Site(6, (_COIN, _LANTERN), 6),
    Site(7, (_COIN, _SCROLL, _LANTERN), 7),
)
SITE: Final[Mapping[int, Site]] = {site.position: site for site in SITES}


class ClanhouseSlot(Struct, frozen=True):
    """A slot of the clanhouse row: the coins for its kin, and the favor points for taking it."""

    slot: int
    coins: int
    fp: int


CLANHOUSE: Final = tuple(
    ClanhouseSlot(slot, coins, fp)
    for slot, (coins, fp) in enumerate(((1, 1), (2, 2), (2, 2), (3, 3), (3, 4), (4, 5)), start=1)
)


class RevelationCard(Struct, frozen=True):
    """What is printed on a revelation card."""

    id: RevelationId
    cost: int
    fp: int
    kind: RevelationKind


_INSTANT, _ENEMIES, _START, _ONCE, _ONGOING, _ENDGAME = RevelationKind
REVELATIONS: Final = (
    RevelationCard(RevelationId.PAPER_CRANE, 0, 1, _INSTANT),
    RevelationCard(RevelationId.COIN_JAR, 0, 1, _INSTANT),
    RevelationCard(RevelationId.WAX_AND_WICK, 0, 1, _INSTANT),
    RevelationCard(RevelationId.GATEKEEPERS_DEBT, 0, 1, _ONCE),
    RevelationCard(RevelationId.BORROWED_MASK, 0, 1, _ONCE),
    RevelationCard(RevelationId.LAMPLIGHTERS_OATH, 1, 2, _ONGOING),
    RevelationCard(RevelationId.PILGRIMS_BELL, 1, 2, _ONGOING),
    RevelationCard(RevelationId.BUILDERS_TOOLS, 0, 1, _ONGOING),
    RevelationCard(RevelationId.FREE_PASSAGE, 1, 1, _ONGOING),
    RevelationCard(RevelationId.TOLL_OF_ASH, 0, 0, _ENEMIES),
    RevelationCard(RevelationId.WHISPERED_NAMES, 1, 2, _ENEMIES),
    RevelationCard(RevelationId.WIND_CHIME, 0, 1, _START),
    RevelationCard(RevelationId.MONEY_CHANGER, 0, 1, _START),
    RevelationCard(RevelationId.SILK_CLOAKS, 2, 3, _ONGOING),
    RevelationCard(RevelationId.CLEAR_SKIES, 2, 3, _ONGOING),
    RevelationCard(RevelationId.STORM_OF_ARROWS, 2, 3, _INSTANT),
    RevelationCard(RevelationId.SECOND_WIND, 2, 3, _INSTANT),
    RevelationCard(RevelationId.TRAVEL_JOURNAL, 2, 3, _ENDGAME),
    RevelationCard(RevelationId.GATHERED_CLAN, 2, 3, _ENDGAME),
    RevelationCard(RevelationId.HERALDS_CROWN, 2, 3, _ENDGAME),
    RevelationCard(RevelationId.PALACE_FAVOUR, 2, 3, _ONGOING),
    RevelationCard(RevelationId.GOLDEN_SCALES, 2, 3, _START),
    RevelationCard(RevelationId.MOON_LEDGER, 3, 5, _ENDGAME),
    RevelationCard(RevelationId.COLLECTORS_SHELF, 3, 5, _ENDGAME),
    RevelationCard(RevelationId.VEIL_OF_SMOKE, 2, 3, _ONGOING),
    RevelationCard(RevelationId.MOONLIT_OFFERING, 3, 5, _INSTANT),
    RevelationCard(RevelationId.ILL_OMEN, 1, 2, _ENEMIES),
    RevelationCard(RevelationId.PHOENIX_FEATHER, 4, 6, _START),
    RevelationCard(RevelationId.TWIN_MOONS, 4, 6, _INSTANT),
    RevelationCard(RevelationId.ECLIPSE, 0, 1, _ENEMIES),
)
REVELATION: Final[Mapping[RevelationId, RevelationCard]] = {card.id: card for card in REVELATIONS}
CARD_NUMBER: Final[Mapping[RevelationId, int]] = {card: number for number, card in enumerate(RevelationId, 1)}

SIDE_ANGLE: Final[Mapping[Side, int]] = {side: 90 * quarter for quarter, side in enumerate(Side)}
SIDES: Final[Mapping[int, tuple[Side, ...]]] = {
    2: (Side.NORTH, Side.SOUTH),
    3: (Side.NORTH, Side.EAST, Side.SOUTH),
    4: tuple(Side),
}
"""PP-PA3: where the seats sit, in the turn order of round 1."""
BASILISK_SIDES: Final[Mapping[int, tuple[Side, ...]]] = {
    2: (Side.NORTH, Side.SOUTH),
    3: (Side.NORTH, Side.EAST, Side.WEST),
    4: tuple(Side),
}
"""PP-CP1: the same with the Basilisk, which sits in the north."""
DRAGON_THRESHOLD: Final[Mapping[int, int]] = {2: 7, 3: 7, 4: 8}


BASILISK: Final = "basilisk"
"""The automa."""
BASILISK_SEAT: Final = 0
ALLY_APPRENTICES: Final[Mapping[int, int]] = {2: 5, 3: 4, 4: 3}
"""PP-CO3, PP-SO3: the apprentices in an ally's hand, by the number of seats."""
SOLO_ALLIES: Final = (1, 2)
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


def _around(angle: float, radius: float) -> Drawn:
    """A spot around the palace in the middle of the board; 0 degrees is north, clockwise."""
    turn = radians(angle)
    return Drawn(round(50 + radius * sin(turn), 1), round(50 - radius * cos(turn), 1))


def _drawn_spots() -> dict[str, Drawn]:
    return {
        spot: _around(60 * SECTOR_INDEX[facts.sector] + 12 * (facts.number - 2.5), 34)
        for spot, facts in SPOT[BoardSide.LARGE].items()
    }


SPOTS: Final[Mapping[str, Drawn]] = {
    PALACE: Drawn(50, 50),
    PINNACLE: Drawn(50, 50),
    **{sector.value: _around(60 * index, 27) for index, sector in enumerate(SECTORS)},
    **_drawn_spots(),
    **{spot: _around(90 * wall, 12) for wall, spot in enumerate(OUTER_WARDS)},
    **{spot: _around(90 * wall, 7) for wall, spot in enumerate(BATTLEMENTS)},
    **{f"moon:{moon}": _around(60 * moon + 30, 20) for moon in range(len(SECTORS))},
    **{f"foreseen:{slot}": Drawn(8 + 9 * slot, 4) for slot in range(1, FORESEEN_SLOTS + 1)},
    **{f"revelation:{slot}": Drawn(60 + 9 * slot, 96) for slot in range(1, REVELATION_SLOTS + 1)},
    **{f"clanhouse:{slot}": Drawn(4, 16 + 9 * slot) for slot in range(1, CLANHOUSE_SLOTS + 1)},
    **{f"village:{position}": Drawn(96, 14 + 9 * position) for position in range(LAST_POSITION + 1)},
    **{f"herald:{rank}": Drawn(60 + 9 * rank, 4) for rank in range(1, len(CLANS) + 1)},
}
"""Where sectors, spots, displays and tracks of the game board are drawn; walls as at rotation 0."""
