"""Influence and majorities (PP-N2, PP-N7, PP-N9)."""

from collections.abc import Iterable

from domain.phoenix import modes
from domain.phoenix.allowances import allowances
from domain.phoenix.ids import SECTORS, Sector
from domain.phoenix.state import Phoenix


def influence(state: Phoenix, seat: int, sector: Sector) -> int:
    """PP-N7: 1 for each unveiled and 2 for each cloaked own kin in a sector."""
    printed = sum(2 if tile.cloaked else 1 for tile in state.seats[seat].tiles_in(sector))
    return modes.influence(state, seat, sector, printed)


def palace_influence(state: Phoenix, seat: int) -> int:
    """PP-N7, PP-RC21: 1 for each own kin on the palace; a card can add to it."""
    own = state.seats[seat]
    return len(own.on_palace) + allowances(own.revelations).palace_influence if own.on_palace else 0


def eligible(state: Phoenix) -> tuple[tuple[int, ...], ...]:
    """PP-N2: for each sector the seats with a kin in it, in turn order."""
    return tuple(tuple(seat for seat in state.order if state.seats[seat].is_in(sector)) for sector in SECTORS)


def majority(state: Phoenix, seats: Iterable[int], weights: tuple[int, ...]) -> int | None:
    """PP-N9: the seat with the most influence; ties go to the best herald rank; without influence, None."""
    competing = [seat for seat in seats if weights[seat]]
    return max(competing, key=lambda seat: (weights[seat], modes.tie_rank(state, seat)), default=None)
