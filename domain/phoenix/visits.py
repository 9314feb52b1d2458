"""How the Basilisk uses the palace when no sector of its card works (PP-CO21, PP-CP2–PP-CP7)."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.agenda import (
    BasiliskDirection,
    BasiliskPalaceSpot,
    BasiliskPerforms,
    BasiliskSector,
    GainResource,
    Rotation,
)
from domain.phoenix.basilisk_events import SpotReason
from domain.phoenix.catalogue import BATTLEMENTS, OUTER_WARDS, PALACE, PINNACLE
from domain.phoenix.enemy_catalogue import BASILISK_SEAT, EnemyCard
from domain.phoenix.geometry import highlighted
from domain.phoenix.ids import KinId, Resource, Sector, SpotId
from domain.phoenix.pending import asks, happens, then
from domain.phoenix.pools import pay
from domain.phoenix.state import Phoenix
from domain.phoenix.walls import bump, free_spots

_ROTATES: Final = happens(Rotation())
_SPOTS: Final = {"PP-CP3": BATTLEMENTS, "PP-CP5": OUTER_WARDS}
_REASONS: Final = {"PP-CP3": SpotReason.BATTLEMENT, "PP-CP5": SpotReason.OUTER_WARD}


def highlighted_sector(state: Phoenix, card: EnemyCard) -> Sector | None:
    """PP-CO21, PP-CP2, PP-Q51: the card's main sector if it is highlighted, else its secondary one, if so."""
    lit = highlighted(state.board.rotation)
    return next((sector for sector in card.sectors if sector in lit), None)


def _has_lantern(state: Phoenix) -> bool:
    return state.pool(BASILISK_SEAT).lantern > 0


def _without_lantern(rule: str) -> Event:
    return b.PartSkipped(BASILISK_SEAT, b.Part.PAY_LANTERN, rule)


def visit_palace(state: Phoenix, card: EnemyCard, kin: KinId) -> Iterator[Event]:
    """PP-CO21: a highlighted sector for a lantern, and the palace turns either way; else a resource."""
    yield b.SpotFound(BASILISK_SEAT, kin, PALACE, SpotReason.PALACE, "PP-CO21")
    yield e.KinPlaced(BASILISK_SEAT, kin, PALACE)
    if not _has_lantern(state):
        yield _without_lantern("PP-CO21")
        yield then(asks(BASILISK_SEAT, GainResource(BASILISK_SEAT, "PP-CO21")), _ROTATES)
        return
    sector = highlighted_sector(state, card)
    yield from pay(BASILISK_SEAT, "PP-CO21", Resource.LANTERN)
    yield then(
        asks(BASILISK_SEAT, BasiliskSector("PP-CO21"))
        if sector is None
        else happens(BasiliskPerforms(sector)),
        asks(BASILISK_SEAT, BasiliskDirection("PP-CO21")),
    )


def visit_walls(state: Phoenix, card: EnemyCard, kin: KinId) -> Iterator[Event]:
    """PP-CP3–PP-CP5: a battlement for a highlighted sector, an outer ward without one, else the pinnacle."""
    sector = highlighted_sector(state, card)
    rule = "PP-CP5" if sector is None else "PP-CP3"
    is_open = sector is None or _has_lantern(state)
    if is_open and palace_spots(state, rule):
        yield then(asks(BASILISK_SEAT, BasiliskPalaceSpot(rule, sector)))
    else:
        yield from _climb(state, kin, sector)


def palace_spots(state: Phoenix, rule: str) -> tuple[SpotId, ...]:
    """PP-CP3, PP-CP5: the empty battlements or outer wards that the Basilisk sees."""
    return free_spots(state, BASILISK_SEAT, _SPOTS[rule])


def take_spot(state: Phoenix, step: BasiliskPalaceSpot, spot: SpotId) -> Iterator[Event]:
    """PP-CP3, PP-CP5, PP-CP7: the tile leaves the stack for the spot that was picked."""
    kin = state.seats[BASILISK_SEAT].stack[0]
    yield b.SpotFound(BASILISK_SEAT, kin, spot, _REASONS[step.source], step.source)
    yield e.KinPlaced(BASILISK_SEAT, kin, spot)
    if step.sector is None:
        yield then(asks(BASILISK_SEAT, GainResource(BASILISK_SEAT, "PP-CP5")), _ROTATES)
    else:
        yield then(happens(BasiliskPerforms(step.sector, lantern=True)), _ROTATES)


def _climb(state: Phoenix, kin: KinId, sector: Sector | None) -> Iterator[Event]:
    """PP-CP4, PP-CP5, PP-Q52: the pinnacle, from which any kin is bumped."""
    rule = "PP-CP5" if sector is None else "PP-CP4"
    gain = asks(BASILISK_SEAT, GainResource(BASILISK_SEAT, rule))
    yield b.SpotFound(BASILISK_SEAT, kin, PINNACLE, SpotReason.PINNACLE, rule)
    yield from bump(state, PINNACLE)
    yield e.KinPlaced(BASILISK_SEAT, kin, PINNACLE)
    if sector is None:
        yield then(gain, _ROTATES)
    elif _has_lantern(state):
        yield then(gain, happens(BasiliskPerforms(sector, lantern=True)), _ROTATES)
    else:
        yield _without_lantern(rule)
        yield then(happens(BasiliskPerforms(sector)), _ROTATES)
