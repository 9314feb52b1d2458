"""The ids of everything in Phoenix Palace (1.1): types, and the order of those that have one."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NewType

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
