"""What there is in Phoenix Palace to be used, and which events show that it was: for statistics."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.catalogue import (
    KIN_TYPE,
    REVELATIONS,
    SECTOR_OF,
    VILLAGE_TILES,
    Clan,
    ForeseenId,
    KinId,
    KinType,
    RevelationId,
    RevelationKind,
    Sector,
    VillageId,
)
from domain.phoenix.commands import CardUse, UseAbility
from domain.phoenix.state import Phoenix

Use: TypeAlias = tuple[str, str]


def usable(players: int) -> Mapping[str, tuple[str, ...]]:
    """By subject, everything that a game of so many players has."""
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
        "seats": (str(players),),
    }


_TURN_START: Final = (RevelationKind.TURN_START, RevelationKind.TURN_START_ONCE)
_NEVER_READY: Final = (KinType.APPRENTICE, KinType.FIGHTER)


def uses(state: Phoenix | None, events: Sequence[Event]) -> Iterator[Use]:
    """Subject and id of everything that an entry used."""
    for event in events:
        yield from _uses(state, event)


def _uses(state: Phoenix | None, event: Event) -> Iterator[Use]:
    match event:
        case e.BoardLaidOut():
            yield from (("clan", seat.clan.value) for seat in event.seats)
            yield "seats", str(len(event.seats))
        case e.KinPlaced():
            yield "kin placed", KIN_TYPE[event.kin].value
            yield "sector", SECTOR_OF.get(event.spot, "palace")
        case e.ActionTaken(move=UseAbility()) if state is not None and state.turn.kin is not None:
            yield "ability", KIN_TYPE[KinId(state.turn.kin)].value
        case e.DaytimePerformed():
            yield "daytime", event.sector.value
        case e.KinAcquired():
            yield "kin acquired", KIN_TYPE[event.kin].value
        case e.VillageBuilt():
            yield "village built", event.village.value
        case e.VillageCollected():
            yield "village collected", event.village.value
        case e.EventResolved():
            yield "event resolved", event.card.value
        case e.EventDiscarded():
            yield "event discarded", event.card.value
        case e.RevelationAcquired():
            yield f"revelation {'kept' if event.use is CardUse.KEEP else 'discarded'}", event.card.value
        case e.RevelationsBought():
            yield from (("revelation kept", card.value) for card in event.cards)
        case e.TurnStartCardUsed():
            yield "turn-start card", event.card.value
