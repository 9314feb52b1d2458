"""Estimates, from a view alone, how good a position or a placement is for a bot, in favor points."""

from collections.abc import Callable, Mapping
from heapq import nlargest
from typing import Final

from domain.phoenix.catalogue import (
    CLANHOUSE,
    KIN_TYPE,
    LAST_POSITION,
    PALACE,
    REVELATION,
    ROUNDS,
    SECTOR_OF,
    SECTORS,
    SITE,
    SPOT,
    KinId,
    KinType,
    RevelationId,
    Sector,
    SpotId,
    VillageId,
)
from domain.phoenix.commands import AsymBuyRevelations, AsymChooseFighter
from domain.phoenix.pools import affords
from domain.phoenix.scoring import shard_points
from domain.phoenix.state import Pool
from domain.phoenix.view import PhoenixView, SeatView

_RESOURCE: Final = 0.9
_SHARD: Final = 1.6
_KIN: Final = 0.9
_TOKEN: Final = 1.5
_RANK: Final = 0.6
_REWARD: Final[Mapping[Sector, float]] = {
    Sector.GATES: 4,
    Sector.CAPITAL: 2,
    Sector.RIM: 0.9,
    Sector.SHRINE: 1,
    Sector.SPRINGS: 0.9,
    Sector.CLANHOUSE: 0.9,
}
_VILLAGE: Final[Mapping[VillageId, float]] = {
    VillageId.STARTING_VILLAGE: 1.8,
    VillageId.BANDITS_LAIR: 2,
    VillageId.COVE_OF_THE_OWL: 1,
    VillageId.FEATHERGLOW: 2,
    VillageId.FORTUNE_CITY: 2.7,
    VillageId.LANTERNQUILL: 2.7,
    VillageId.LOREVILLE: 2.7,
    VillageId.MOONFORGE: 2.5,
    VillageId.MOON_HEAVEN: 2,
    VillageId.NOMAD_ENCAMPMENT: 0.5,
    VillageId.THE_OUTPOST: 1,
    VillageId.TOWN_HALL: 2.5,
    VillageId.TWIN_RIVER_TOWN: 1,
    VillageId.SHRINE_TILE: 3.5,
}
_ABILITY: Final[Mapping[KinType, float]] = {
    KinType.COUNCILOR: 2.2,
    KinType.NOCTURNAL: 1.8,
    KinType.PATHFINDER: 1.8,
    KinType.MERCHANT: 0.9,
    KinType.MENTOR: 1.2,
    KinType.PHILOSOPHER: 1,
    KinType.TRICKSTER: 0.8,
    KinType.DIPLOMAT: 0.5,
    KinType.FIGHTER: 0.5,
    KinType.ARCHER: 0.5,
    KinType.MASTERMIND: 0.5,
    KinType.BARD: 0.4,
}


def position_value(view: PhoenixView, seat: int) -> float:
    """What a seat has and may gain tonight, minus a share of what its strongest enemy has."""
    own = view.seats[seat]
    foes = [standing(view, other.seat) for other in view.seats if other.pool != own.pool]
    return standing(view, seat) - 0.35 * max(foes, default=0)


def standing(view: PhoenixView, seat: int) -> float:
    """The value of a seat's favor, tokens, kin and cards, and of the rewards that its kin may bring."""
    own = view.seats[seat]
    pool = view.pools[own.pool]
    left = ROUNDS - view.round
    value = own.fp + _pool_value(pool) + _KIN * (0.4 + left) * _specialists(own)
    value += own.pioneer * (0.3 + 0.2 * left) + _RANK * (len(view.seats) - view.heralds.index(seat))
    value += _cards(view, own)
    value += _TOKEN * (view.token == seat)
    return value + _night(view, seat)


def _cards(view: PhoenixView, own: SeatView) -> float:
    """What the owned cards will still bring, either per remaining turn or at the end of the game."""
    turns = len(own.hand) + (ROUNDS - view.round) * (len(own.hand) + len(own.tiles))
    live = (card for card in own.revelations if card not in own.spent)
    return sum(_ENDGAME[card](view, own) if card in _ENDGAME else _card(card, turns) for card in live)


def _card(card: RevelationId, turns: int) -> float:
    flat, each_turn = _CARD.get(card, (0, 0))
    return flat + each_turn * turns


_CARD: Final[Mapping[RevelationId, tuple[float, float]]] = {
    RevelationId.GATEKEEPERS_DEBT: (0.7, 0),
    RevelationId.BORROWED_MASK: (0.5, 0),
    RevelationId.LAMPLIGHTERS_OATH: (0, 0.15),
    RevelationId.PILGRIMS_BELL: (0, 0.15),
    RevelationId.BUILDERS_TOOLS: (0, 0.12),
    RevelationId.FREE_PASSAGE: (0, 0.12),
    RevelationId.WIND_CHIME: (0, 0.1),
    RevelationId.MONEY_CHANGER: (0, 0.12),
    RevelationId.SILK_CLOAKS: (0, 0.25),
    RevelationId.CLEAR_SKIES: (0, 0.15),
    RevelationId.PALACE_FAVOUR: (0, 0.15),
    RevelationId.VEIL_OF_SMOKE: (0, 0.15),
    RevelationId.GOLDEN_SCALES: (0, 0.6),
    RevelationId.PHOENIX_FEATHER: (0, 0.85),
}
"""What a card brings once, and in each remaining turn."""


def _journal(view: PhoenixView, own: SeatView) -> float:
    return own.pioneer + 0.8 * (ROUNDS - view.round)


def _gathering(view: PhoenixView, own: SeatView) -> float:
    return min(_specialists(own) + 0.7 * (ROUNDS - view.round), 6)


def _crown(view: PhoenixView, own: SeatView) -> float:
    return (5, 3, 1, 1)[view.heralds.index(own.seat)]


def _ledger(view: PhoenixView, own: SeatView) -> float:
    return min(sum(view.pools[own.pool].shards) + 1.5 * (ROUNDS - view.round), 6)


def _shelf(view: PhoenixView, own: SeatView) -> float:
    return min(len(own.revelations) + 1.5 * (ROUNDS - view.round), 6)


_ENDGAME: Final[Mapping[RevelationId, Callable[[PhoenixView, SeatView], float]]] = {
    RevelationId.TRAVEL_JOURNAL: _journal,
    RevelationId.GATHERED_CLAN: _gathering,
    RevelationId.HERALDS_CROWN: _crown,
    RevelationId.MOON_LEDGER: _ledger,
    RevelationId.COLLECTORS_SHELF: _shelf,
}


def draft_value(move: AsymChooseFighter | AsymBuyRevelations) -> float:
    """An estimate of a decision in the draft, whose outcome no dry run can show."""
    if isinstance(move, AsymChooseFighter):
        return _ABILITY[KinType.FIGHTER] if not move.kin else _ABILITY.get(KIN_TYPE[KinId(move.kin)], 0)
    return sum(_drafted(card) - _RESOURCE * REVELATION[card].cost for card in move.cards or ())


def _drafted(card: RevelationId) -> float:
    """An estimate of a card that is owned from the start."""
    return _AT_ONCE.get(card, 3 if card in _ENDGAME else _card(card, _TURNS))


_TURNS: Final = 15
_AT_ONCE: Final[Mapping[RevelationId, float]] = {
    RevelationId.PAPER_CRANE: 0.9,
    RevelationId.COIN_JAR: 1.8,
    RevelationId.WAX_AND_WICK: 1.9,
    RevelationId.TOLL_OF_ASH: 1,
}


def _pool_value(pool: Pool) -> float:
    count = pool.resources
    variety = min(pool.coin, pool.scroll, pool.lantern, 2)
    shards = shard_points(pool.shards) + _SHARD * sum(pool.shards)
    return _RESOURCE * min(count, 12) + 0.5 * max(0, count - 12) + 0.3 * variety + shards


def _specialists(own: SeatView) -> int:
    kin = (*own.hand, *(tile.kin for tile in own.tiles))
    return sum(KIN_TYPE[one] is not KinType.APPRENTICE for one in kin)


def _night(view: PhoenixView, seat: int) -> float:
    """The rewards of the sectors and of the palace in which the seat has kin."""
    value = 0.0
    for sector in SECTORS:
        mine, most = _influences(view, seat, sector)
        if mine:
            value += _REWARD[sector] + _majority(mine, most)
    on_palace = sum(tile.on_palace for tile in view.seats[seat].tiles)
    return value + (3.5 + on_palace if on_palace else 0)


def _majority(mine: int, most: int) -> float:
    """The expected value of a majority's shard: high when ahead, low when level."""
    return 2.6 if mine > most else 1 if mine == most else 0


def _influences(view: PhoenixView, seat: int, sector: Sector) -> tuple[int, int]:
    """The influence of the seat in a sector, and the highest influence of any other seat."""
    counts = [
        sum(1 + tile.cloaked for tile in other.tiles if SECTOR_OF.get(tile.at) is sector)
        for other in view.seats
    ]
    return counts[seat], max((count for n, count in enumerate(counts) if n != seat), default=0)


def placement_value(view: PhoenixView, seat: int, kin: KinId, spot: SpotId, *, cloaked: bool) -> float:
    """An estimate of a placement: the effect of the place, tonight's reward, the kin's ability."""
    sector = SECTOR_OF.get(spot)
    if sector is None:
        return _palace_value(view, seat, spot) - 0.3 * (KIN_TYPE[kin] is not KinType.APPRENTICE)
    facts = SPOT[view.board.side][spot]
    mine, most = _influences(view, seat, sector)
    tonight = _majority(mine + 1 + cloaked, most) - (_majority(mine, most) if mine else -_REWARD[sector])
    ability = 0 if cloaked else _ABILITY.get(KIN_TYPE[kin], 0)
    price = _RESOURCE * ((facts.price is not None) + cloaked)
    return daytime_value(view, seat, sector) + tonight + ability - price


def _palace_value(view: PhoenixView, seat: int, spot: SpotId) -> float:
    own = view.seats[seat]
    tonight = 1 if any(tile.on_palace for tile in own.tiles) else 4
    lanterns = view.pools[own.pool].lantern
    copied = max(daytime_value(view, seat, sector) for sector in view.board.highlighted) - _RESOURCE
    by_day = max(_RESOURCE, copied) if lanterns and not spot.startswith("outer") else _RESOURCE
    return tonight + by_day - 0.2 * (spot != PALACE)


def daytime_value(view: PhoenixView, seat: int, sector: Sector) -> float:
    """An estimate of the daytime effect of a sector."""
    return _DAYTIME[sector](view, view.seats[seat], view.pools[view.seats[seat].pool])


def _gates(view: PhoenixView, _own: SeatView, _pool: Pool) -> float:
    return _RESOURCE + 0.5 * any(view.board.foreseen)


def _capital(view: PhoenixView, own: SeatView, _pool: Pool) -> float:
    return 2 * _RESOURCE + _RANK * view.heralds.index(own.seat)


def _rim(view: PhoenixView, own: SeatView, pool: Pool) -> float:
    frontier = len(view.board.villages) - 1
    steps = min(2, frontier - own.pioneer)
    if frontier < LAST_POSITION and frontier - own.pioneer <= 1:
        site = SITE[frontier + 1]
        if affords(pool, site.cost):
            return site.fp - _RESOURCE * len(site.cost) + 0.5 * (1 + frontier - own.pioneer)
    return 0.5 * steps


def _shrine(view: PhoenixView, own: SeatView, _pool: Pool) -> float:
    reach = min(own.pioneer + 1, len(view.board.villages) - 1)
    return max(_VILLAGE[village] for village in view.board.villages[: reach + 1])


def _springs(view: PhoenixView, _own: SeatView, pool: Pool) -> float:
    cards = [REVELATION[card] for card in view.board.revelations if card is not None]
    gains = [card.fp - _RESOURCE * card.cost for card in cards if card.cost <= pool.scroll]
    return sum(nlargest(2, gains)) + 0.5 * bool(gains)


def _clanhouse(view: PhoenixView, own: SeatView, pool: Pool) -> float:
    clan = f"{own.clan}."
    own_slots = (slot for slot, kin in zip(CLANHOUSE, view.board.clanhouse) if kin.startswith(clan))
    gains = (slot.fp - _RESOURCE * slot.coins for slot in own_slots if slot.coins <= pool.coin)
    return max(gains, default=-0.5) + _KIN * (ROUNDS - view.round) + 0.3


_DAYTIME: Final[Mapping[Sector, Callable[[PhoenixView, SeatView, Pool], float]]] = {
    Sector.GATES: _gates,
    Sector.CAPITAL: _capital,
    Sector.RIM: _rim,
    Sector.SHRINE: _shrine,
    Sector.SPRINGS: _springs,
    Sector.CLANHOUSE: _clanhouse,
}
