"""The printed facts of Phoenix Palace, copied once more from the rules page (sections 1, 6.2 and 12)."""

SECTORS = ("gates", "capital", "rim", "shrine", "springs", "clanhouse")

RESOURCES = ("coin", "scroll", "lantern")

COLORS = ("coral", "jade", "agate")

CLANS = ("red", "blue", "green", "yellow")

COLOR_OF = dict(zip(SECTORS, ("coral", "coral", "jade", "jade", "agate", "agate")))

PRICE_OF = dict(zip(SECTORS, ("scroll", "coin", "lantern", "coin", "lantern", "scroll")))

PILE_TYPES = frozenset(
    [
        "archer",
        "bard",
        "clairvoyant",
        "councilor",
        "diplomat",
        "guard",
        "hermit",
        "mastermind",
        "mentor",
        "merchant",
        "nocturnal",
        "pathfinder",
        "philosopher",
        "trickster",
    ]
)

TILES = {
    clan: (
        *(f"{clan}.apprentice.{number}" for number in range(1, 6)),
        *(f"{clan}.{kind}" for kind in sorted({*PILE_TYPES, "fighter"})),
    )
    for clan in CLANS
}
"""12.3: the 20 tiles of each clan."""

VILLAGES = frozenset(
    [
        "bandits_lair",
        "cove_of_the_owl",
        "featherglow",
        "fortune_city",
        "lanternquill",
        "loreville",
        "moonforge",
        "moon_heaven",
        "nomad_encampment",
        "the_outpost",
        "town_hall",
        "twin_river_town",
    ]
)

FORESEEN = (
    "coin_tithe",
    "burnt_scrolls",
    "dying_lamps",
    "hoarders_bane",
    "drawn_curtains",
    "night_raid",
    "washed_out_road",
    "envy_of_the_court",
    "heresy_trial",
    "breached_walls",
    "levy",
    "cold_springs",
    "roadside_bandits",
    "harvest_moon",
    "lantern_festival",
    "shooting_stars",
    "phoenix_gaze",
    "generous_envoy",
)

SITE_COST = (
    (),
    ("coin",),
    ("scroll",),
    ("lantern",),
    ("coin", "scroll"),
    ("scroll", "lantern"),
    ("coin", "lantern"),
    ("coin", "scroll", "lantern"),
)

SITE_FP = (0, 3, 3, 4, 4, 5, 6, 7)

ROW_COST = (1, 2, 2, 3, 3, 4)

ROW_FP = (1, 2, 2, 3, 4, 5)

LAST_SITE = 7

SIDES = {2: (0, 180), 3: (0, 90, 180), 4: (0, 90, 180, 270)}
"""PP-PA3: the direction of each seat, in the turn order of round 1."""

SECTOR_AT = {f"{sector}.{number}": sector for sector in SECTORS for number in range(1, 5)}

WARDS = tuple(f"outer_ward.{wall}" for wall in range(4))

BATTLEMENTS = tuple(f"battlement.{wall}" for wall in range(4))

PALACE_SPOTS = (*WARDS, *BATTLEMENTS, "pinnacle")

SPOTS = {
    most: tuple(f"{sector}.{number}" for sector in SECTORS for number in range(1, most + 1))
    for most in (3, 4)
}
"""12.1: the spots of the small and the large side of the board, by spots for each sector."""

CARDS: dict[str, tuple[int, int, str]] = {
    "paper_crane": (0, 1, "instant"),
    "coin_jar": (0, 1, "instant"),
    "wax_and_wick": (0, 1, "instant"),
    "gatekeepers_debt": (0, 1, "turn_start_once"),
    "borrowed_mask": (0, 1, "turn_start_once"),
    "lamplighters_oath": (1, 2, "ongoing"),
    "pilgrims_bell": (1, 2, "ongoing"),
    "builders_tools": (0, 1, "ongoing"),
    "free_passage": (1, 1, "ongoing"),
    "toll_of_ash": (0, 0, "all_enemies"),
    "whispered_names": (1, 2, "all_enemies"),
    "wind_chime": (0, 1, "turn_start"),
    "money_changer": (0, 1, "turn_start"),
    "silk_cloaks": (2, 3, "ongoing"),
    "clear_skies": (2, 3, "ongoing"),
    "storm_of_arrows": (2, 3, "instant"),
    "second_wind": (2, 3, "instant"),
    "travel_journal": (2, 3, "endgame"),
    "gathered_clan": (2, 3, "endgame"),
    "heralds_crown": (2, 3, "endgame"),
    "palace_favour": (2, 3, "ongoing"),
    "golden_scales": (2, 3, "turn_start"),
    "moon_ledger": (3, 5, "endgame"),
    "collectors_shelf": (3, 5, "endgame"),
    "veil_of_smoke": (2, 3, "ongoing"),
    "moonlit_offering": (3, 5, "instant"),
    "ill_omen": (1, 2, "all_enemies"),
    "phoenix_feather": (4, 6, "turn_start"),
    "twin_moons": (4, 6, "instant"),
    "eclipse": (0, 1, "all_enemies"),
}
"""6.2: cost, favor points and kind, from RC01 to RC30."""

CARD_ORDER = tuple(CARDS)

ERROR_ORDER = [
    "game_finished",
    "not_your_turn",
    "wrong_step",
    "unknown_id",
    "invalid_choice",
    "kin_not_in_hand",
    "card_not_available",
    "card_spent",
    "spot_occupied",
    "sector_guarded",
    "palace_cannot_cloak",
    "spot_not_visible",
    "sector_not_highlighted",
    "invalid_target",
    "not_on_frontier",
    "next_village_not_built",
    "invalid_payment",
    "cannot_afford",
]
"""1.3: the first of these that applies is reported."""


def sector_of(at: str) -> str | None:
    """The sector of a spot; nothing for other places."""
    return SECTOR_AT.get(at)


def on_palace(at: str) -> bool:
    """PP-PA9."""
    return at == "palace" or at in PALACE_SPOTS


def kind_of(kin: str) -> str:
    """What is printed on a tile."""
    return kin.split(".")[1]


def is_kin(kin: object) -> bool:
    """Whether there is such a tile."""
    return any(kin in tiles for tiles in TILES.values())


def near(sector: str) -> tuple[str, str]:
    """PP-E1."""
    index = SECTORS.index(sector)
    return SECTORS[(index - 1) % 6], SECTORS[(index + 1) % 6]


def across(sector: str) -> str:
    """PP-E2."""
    return SECTORS[(SECTORS.index(sector) + 3) % 6]
