"""For statistics: everything in Phoenix Palace whose use is counted, and the events that show its use."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.catalogue import KIN_TYPE, PALACE, REVELATIONS, SECTOR_OF, VILLAGE_TILES
from domain.phoenix.commands import CardUse, UseAbility
from domain.phoenix.ids import Clan, ForeseenId, KinType, RevelationId, RevelationKind, Sector, VillageId
from domain.phoenix.state import Phoenix

Use: TypeAlias = tuple[str, str]


def usable(_players: int) -> Mapping[str, tuple[str, ...]]:
    """Everything that a game offers, by subject, for any number of players."""
    villages = tuple(village.value for village in VILLAGE_TILES)
    cards = tuple(card.value for card in RevelationId)
    at_start = (card.id.value for card in REVELATIONS if card.kind in _TURN_START)
    return {
        "clan": tuple(clan.value for clan in Clan),
        "kin placed": tuple(kind.value for kind in KinType),
        "kin acquired": tuple(kind.value for kind in KinType if kind not in _NEVER_READY),
        "ability": tuple(kind.value for kind in KinType if kind is not KinType.APPRENTICE),
        "sector": (*(sector.value for sector in Sector), "palace"),
        "daytime": tuple(sector.value for sector in Sector),
        "village built": (*villages, VillageId.SHRINE_TILE.value),
        "village collected": (VillageId.STARTING_VILLAGE.value, *villages, VillageId.SHRINE_TILE.value),
        "event resolved": tuple(card.value for card in ForeseenId),
        "event discarded": tuple(card.value for card in ForeseenId),
        "revelation kept": cards,
        "revelation discarded": cards,
        "turn-start card": tuple(at_start),
    }


_TURN_START: Final = (RevelationKind.TURN_START, RevelationKind.TURN_START_ONCE)
_NEVER_READY: Final = (KinType.APPRENTICE, KinType.FIGHTER)


def uses(state: Phoenix | None, events: Sequence[Event]) -> Iterator[Use]:
    """Subject and id of everything that an entry used."""
    for event in events:
        shown = _SHOWN_BY.get(type(event))
        if shown is not None:
            yield from shown(event)
        if isinstance(event, e.ActionTaken) and isinstance(event.move, UseAbility):
            assert state is not None
            assert state.turn.kin is not None
            yield "ability", KIN_TYPE[state.turn.kin]


def _one(subject: str, used: Callable[[Any], str]) -> Callable[[Any], Iterable[Use]]:
    return lambda event: ((subject, used(event)),)


def _placed(event: e.KinPlaced) -> Iterable[Use]:
    return ("kin placed", KIN_TYPE[event.kin]), ("sector", SECTOR_OF.get(event.spot, PALACE))


def _acquired(event: e.RevelationAcquired) -> Iterable[Use]:
    return ((f"revelation {'kept' if event.use is CardUse.KEEP else 'discarded'}", event.card),)


_SHOWN_BY: Final[Mapping[type[Event], Callable[[Any], Iterable[Use]]]] = {
    e.BoardLaidOut: lambda event: [("clan", seat.clan) for seat in event.seats],
    e.KinPlaced: _placed,
    e.DaytimePerformed: _one("daytime", lambda event: event.sector),
    e.KinAcquired: _one("kin acquired", lambda event: KIN_TYPE[event.kin]),
    e.VillageBuilt: _one("village built", lambda event: event.village),
    e.VillageCollected: _one("village collected", lambda event: event.village),
    e.EventResolved: _one("event resolved", lambda event: event.foreseen),
    e.EventDiscarded: _one("event discarded", lambda event: event.foreseen),
    e.RevelationAcquired: _acquired,
    e.RevelationsBought: lambda event: [("revelation kept", card) for card in event.cards],
    e.TurnStartCardUsed: _one("turn-start card", lambda event: event.card),
}
"""What each type of event shows to have been used."""
