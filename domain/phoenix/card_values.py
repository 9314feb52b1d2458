"""The value of event and revelation cards for a seat, as far as a view shows it."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.phoenix.catalogue import KIN_TYPE, ROUNDS, SECTOR_OF
from domain.phoenix.ids import ForeseenId, KinType, RevelationId, Sector
from domain.phoenix.state import Pool
from domain.phoenix.view import PhoenixView, SeatView

_RESOURCE: Final = 0.9


def events_value(view: PhoenixView, own: SeatView) -> float:
    """What the foreseen events will do to a seat tonight."""
    return sum(event_value(card, view, own) for card in view.board.foreseen if card is not None)


def event_value(card: ForeseenId, view: PhoenixView, own: SeatView) -> float:
    """What an event will do to a seat tonight."""
    return _EVENT[card](view, own, view.pools[own.pool])


def _is_in(own: SeatView, sector: Sector) -> bool:
    return any(SECTOR_OF.get(tile.at) is sector for tile in own.tiles)


def _rank(view: PhoenixView, own: SeatView) -> int:
    return view.heralds.index(own.seat) + 1


def _is_last(view: PhoenixView, own: SeatView) -> bool:
    return view.heralds[-1] == own.seat


def _has_face(own: SeatView, *, cloaked: bool) -> bool:
    return any(tile.cloaked is cloaked and tile.at in SECTOR_OF for tile in own.tiles)


def _hoard(view: PhoenixView, own: SeatView, pool: Pool) -> float:
    sharing = sum(other.pool == own.pool for other in view.seats)
    return -2 * _RESOURCE if pool.resources >= 6 * sharing else 0


def _gaze(view: PhoenixView, own: SeatView, _pool: Pool) -> float:
    return sum(_is_in(own, sector) for sector in view.board.highlighted)


def _festival(_view: PhoenixView, own: SeatView, _pool: Pool) -> float:
    return min(sum(tile.on_palace for tile in own.tiles), 3)


_EVENT: Final[Mapping[ForeseenId, Callable[[PhoenixView, SeatView, Pool], float]]] = {
    ForeseenId.COIN_TITHE: lambda _, __, pool: -_RESOURCE if pool.coin else -1,
    ForeseenId.BURNT_SCROLLS: lambda _, __, pool: -_RESOURCE if pool.scroll else -1,
    ForeseenId.DYING_LAMPS: lambda _, __, pool: -_RESOURCE if pool.lantern else -1,
    ForeseenId.HOARDERS_BANE: _hoard,
    ForeseenId.DRAWN_CURTAINS: lambda _, own, __: -0.8 * _has_face(own, cloaked=True),
    ForeseenId.NIGHT_RAID: lambda _, own, __: -0.8 * _has_face(own, cloaked=False),
    ForeseenId.WASHED_OUT_ROAD: lambda _, own, __: -0.7 if own.pioneer else -1,
    ForeseenId.ENVY_OF_THE_COURT: lambda view, own, _: -2 * (_rank(view, own) == 1),
    ForeseenId.HERESY_TRIAL: lambda _, own, __: -min(len(own.revelations), 3),
    ForeseenId.BREACHED_WALLS: lambda _, own, __: -2 * (not _is_in(own, Sector.GATES)),
    ForeseenId.LEVY: lambda _, __, pool: -_RESOURCE if pool.coin else -1,
    ForeseenId.COLD_SPRINGS: lambda _, own, pool: (
        -_RESOURCE * (pool.scroll > 0 and not _is_in(own, Sector.SPRINGS))
    ),
    ForeseenId.ROADSIDE_BANDITS: lambda view, own, _: 0 if _is_last(view, own) else -_RESOURCE,
    ForeseenId.HARVEST_MOON: lambda *_: _RESOURCE,
    ForeseenId.LANTERN_FESTIVAL: _festival,
    ForeseenId.SHOOTING_STARS: lambda _, __, pool: 0.8 * (pool.resources > 1),
    ForeseenId.PHOENIX_GAZE: _gaze,
    ForeseenId.GENEROUS_ENVOY: lambda view, own, _: 2 * _RESOURCE * _is_last(view, own),
}
"""PP-EC01–PP-EC18: the expected effect of each event on a seat."""


def cards_value(view: PhoenixView, own: SeatView) -> float:
    """What the owned cards will still bring: once, in each turn or night, at the end of the game."""
    if not own.revelations:
        return 0.0
    turns, nights = turns_left(view, own), 1 + ROUNDS - view.round
    live = (card for card in own.revelations if card not in own.spent)
    return sum(
        _ENDGAME[card](view, own) if card in _ENDGAME else card_value(card, turns, nights) for card in live
    )


def turns_left(view: PhoenixView, own: SeatView) -> int:
    """How many turns a seat still has in the game."""
    return len(own.hand) + (ROUNDS - view.round) * (len(own.hand) + len(own.tiles))


def card_value(card: RevelationId, turns: int, nights: int) -> float:
    """What a card brings in this many turns and nights."""
    once, each_turn, each_night = _CARD.get(card, (0, 0, 0))
    return once + each_turn * turns + each_night * nights


_CARD: Final[Mapping[RevelationId, tuple[float, float, float]]] = {
    RevelationId.GATEKEEPERS_DEBT: (1.6, 0, 0),
    RevelationId.BORROWED_MASK: (1.3, 0, 0),
    RevelationId.LAMPLIGHTERS_OATH: (0, 0.15, 0),
    RevelationId.PILGRIMS_BELL: (0, 0.17, 0),
    RevelationId.BUILDERS_TOOLS: (0, 0.14, 0),
    RevelationId.FREE_PASSAGE: (0, 0.15, 0),
    RevelationId.WIND_CHIME: (0, 0.15, 0),
    RevelationId.MONEY_CHANGER: (0, 0.1, 0),
    RevelationId.SILK_CLOAKS: (0, 0.28, 0),
    RevelationId.CLEAR_SKIES: (0, 0, 1.9),
    RevelationId.PALACE_FAVOUR: (1, 0, 0.8),
    RevelationId.VEIL_OF_SMOKE: (0, 0, 1.1),
    RevelationId.GOLDEN_SCALES: (0, 0.6, 0),
    RevelationId.PHOENIX_FEATHER: (0, 0.85, 0),
}
"""What a card brings once, in each remaining turn, and in each remaining night."""


def _journal(view: PhoenixView, own: SeatView) -> float:
    return own.pioneer + 0.8 * (ROUNDS - view.round)


def _gathering(view: PhoenixView, own: SeatView) -> float:
    kin = (*own.hand, *(tile.kin for tile in own.tiles))
    specialists = sum(KIN_TYPE[one] is not KinType.APPRENTICE for one in kin)
    return min(specialists + 0.8 * (ROUNDS - view.round), 6)


def _crown(view: PhoenixView, own: SeatView) -> float:
    return (5, 3, 1, 1)[view.heralds.index(own.seat)]


def _ledger(view: PhoenixView, own: SeatView) -> float:
    return min(sum(view.pools[own.pool].shards) + 2 * (ROUNDS - view.round), 6)


def _shelf(view: PhoenixView, own: SeatView) -> float:
    return min(len(own.revelations) + 1.5 * (ROUNDS - view.round), 6)


_ENDGAME: Final[Mapping[RevelationId, Callable[[PhoenixView, SeatView], float]]] = {
    RevelationId.TRAVEL_JOURNAL: _journal,
    RevelationId.GATHERED_CLAN: _gathering,
    RevelationId.HERALDS_CROWN: _crown,
    RevelationId.MOON_LEDGER: _ledger,
    RevelationId.COLLECTORS_SHELF: _shelf,
}


def kept_value(card: RevelationId, view: PhoenixView, own: SeatView) -> float:
    """What a card brings to a seat that acquires and keeps it now."""
    if card in _ENDGAME:
        return _ENDGAME[card](view, own) + (card is RevelationId.COLLECTORS_SHELF)
    if card in _AT_ONCE:
        return _AT_ONCE[card]
    return card_value(card, turns_left(view, own), 1 + ROUNDS - view.round)


_AT_ONCE: Final[Mapping[RevelationId, float]] = {
    RevelationId.PAPER_CRANE: 0.9,
    RevelationId.COIN_JAR: 1.8,
    RevelationId.WAX_AND_WICK: 1.9,
    RevelationId.TOLL_OF_ASH: 0.8,
    RevelationId.WHISPERED_NAMES: 0.8,
    RevelationId.STORM_OF_ARROWS: 2.5,
    RevelationId.SECOND_WIND: 2.5,
    RevelationId.MOONLIT_OFFERING: 3,
    RevelationId.ILL_OMEN: 2.5,
    RevelationId.TWIN_MOONS: 5,
    RevelationId.ECLIPSE: 1,
}
"""The average effect of cards that work at once."""


def drafted_value(card: RevelationId) -> float:
    """What a card brings that is owned from the start; cards that need a kin find none then."""
    if card in _ENDGAME:
        return 3
    return _DRAFTED.get(card, card_value(card, 15, ROUNDS))


_DRAFTED: Final[Mapping[RevelationId, float]] = {
    card: _AT_ONCE[card]
    for card in (
        RevelationId.PAPER_CRANE,
        RevelationId.COIN_JAR,
        RevelationId.WAX_AND_WICK,
        RevelationId.TOLL_OF_ASH,
    )
}
