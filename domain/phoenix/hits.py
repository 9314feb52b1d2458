"""Hits and cloaking (PP-E10–PP-E14)."""

from collections.abc import Iterator

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix import modes
from domain.phoenix.allowances import allowances
from domain.phoenix.ids import KinId, Sector
from domain.phoenix.state import Phoenix


def targets_in(state: Phoenix, *sectors: Sector) -> list[KinId]:
    """PP-E10: any tile in these sectors, of any clan and face, except the one whose ability is used."""
    return [tile.kin for sector in sectors for tile in state.tiles_in(sector) if tile.kin != state.turn.kin]


def hit(state: Phoenix, kin: KinId) -> Iterator[Event]:
    """PP-E11, PP-E12: a cloaked kin is turned unveiled, an unveiled one goes to the palace."""
    owner, tile = state.owner(kin), state.tile(kin)
    assert owner is not None
    assert tile is not None
    seat = state.seats[owner]
    if tile.cloaked:
        yield e.KinUnveiled(owner, kin)
    elif allowances(seat.revelations).stays_after_hit and not seat.veiled:
        yield e.HitPrevented(owner, kin)
    else:
        yield from send_to_palace(state, kin)


def send_to_palace(state: Phoenix, kin: KinId) -> Iterator[Event]:
    """PP-E12, PP-PA8: a kin recovers on the palace until dawn."""
    owner = state.owner(kin)
    assert owner is not None
    return modes.palace(state).recovery(state, owner, kin)


def cloak(state: Phoenix, kin: KinId) -> Iterator[Event]:
    """PP-E14: an unveiled kin in a sector is turned cloaked."""
    owner = state.owner(kin)
    assert owner is not None
    yield e.KinCloaked(owner, kin)


def own_unveiled(state: Phoenix, seat: int) -> list[KinId]:
    """Own unveiled kin in sectors."""
    return [tile.kin for tile in state.seats[seat].in_sectors if not tile.cloaked]


def own_cloaked(state: Phoenix, seat: int) -> list[KinId]:
    """Own cloaked kin in sectors."""
    return [tile.kin for tile in state.seats[seat].in_sectors if tile.cloaked]
