"""The walls of the alternative palace: who sees them, and which of their spots are empty (PP-PA4–PP-PA8)."""

from collections.abc import Iterator

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.geometry import visible_walls
from domain.phoenix.ids import SpotId
from domain.phoenix.state import Phoenix


def walls_seen(state: Phoenix, seat: int) -> tuple[int, ...]:
    """PP-PA4: the walls that a seat sees now."""
    side = state.seats[seat].side
    assert side is not None
    return visible_walls(side, state.board.rotation)


def free_spots(state: Phoenix, seat: int, of_walls: tuple[SpotId, ...]) -> tuple[SpotId, ...]:
    """PP-PA5, PP-PA8: the empty ones of these spots, one for each wall, that a seat sees."""
    spots = (of_walls[wall] for wall in walls_seen(state, seat))
    return tuple(spot for spot in spots if spot not in state.occupants)


def bump(state: Phoenix, spot: SpotId) -> Iterator[Event]:
    """PP-PA7: the kin on the pinnacle is bumped, whoever owns it."""
    there = state.occupants.get(spot)
    if there is not None:
        owner = state.owner(there.kin)
        assert owner is not None
        yield e.KinBumped(owner, there.kin)
