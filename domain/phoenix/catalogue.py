"""Printed facts of Phoenix Palace, no rules: tiles, cards, prices, limits, and where things are drawn.

The tables are those of the rules page, sections 1, 2, 6 and 12.
"""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Final

from msgspec import Struct

from domain.kernel.catalogue import Spot as Drawn
from domain.phoenix.ids import (
    CLANS,
    RESOURCES,
    SECTOR_INDEX,
    SECTORS,
    BoardSide,
    Clan,
    KinId,
    KinType,
    Resource,
    RevelationId,
    RevelationKind,
    Sector,
    Shard,
    Side,
    SpotId,
    VillageId,
)

EDITION: Final = "phoenix-1"
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
DRAGON_THRESHOLD: Final[Mapping[int, int]] = {2: 7, 3: 7, 4: 8}


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
