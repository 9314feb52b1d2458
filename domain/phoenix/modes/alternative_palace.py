"""The alternative palace, with nine spots that turn with it (PP-PA1–PP-PA9)."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import OuterWard
from domain.phoenix.catalogue import BATTLEMENTS, OUTER_WARDS, PALACE_SPOTS, PINNACLE, SIDES, WALL_OF
from domain.phoenix.ids import KinId, ModeId, Side, SpotId
from domain.phoenix.modes.mode import Mode
from domain.phoenix.palace import Palace, PalaceEffect
from domain.phoenix.pending import asks, then
from domain.phoenix.state import Phoenix
from domain.phoenix.visits import visit_walls
from domain.phoenix.walls import bump, free_spots, walls_seen

_LEVELS: Final = 3
_EFFECTS: Final = {
    **dict.fromkeys(OUTER_WARDS, PalaceEffect(gains=True, copies=False)),
    **dict.fromkeys(BATTLEMENTS, PalaceEffect(gains=False, copies=True)),
    PINNACLE: PalaceEffect(gains=True, copies=True),
}
"""PP-PA6: what each spot gives by day."""


def free_wards(state: Phoenix, seat: int) -> tuple[SpotId, ...]:
    """PP-PA8: the empty outer wards that a seat sees."""
    return free_spots(state, seat, OUTER_WARDS)


def spot_refusal(state: Phoenix, seat: int, spot: SpotId) -> Rejected | None:
    """PP-PA5: the spot must be empty and on a visible wall; the pinnacle is always legal."""
    if spot == PINNACLE:
        return None
    if spot in state.occupants:
        return Rejected("spot_occupied", rule="PP-PA5", spot=spot)
    if WALL_OF[spot] not in walls_seen(state, seat):
        return Rejected("spot_not_visible", rule="PP-PA5", spot=spot)
    return None


def recover(state: Phoenix, owner: int, kin: KinId) -> Iterator[Event]:
    """PP-PA8, PP-CP6: the kin goes to a ward that its owner sees and picks; without one, it is bumped."""
    wards = free_wards(state, owner)
    if not wards:
        yield e.KinBumped(owner, kin)
    elif len(wards) == 1:
        yield e.KinSentToPalace(owner, kin, wards[0])
    else:
        yield then(asks(owner, OuterWard(owner, kin)))


def seated(printed: tuple[Side | None, ...]) -> tuple[Side | None, ...]:
    """PP-PA3: the sides of the board, in the turn order of round 1."""
    return SIDES[len(printed)]


ALTERNATIVE_PALACE: Final = Palace(
    spots=PALACE_SPOTS,
    refusal=spot_refusal,
    arrival=bump,
    recovery=recover,
    effect=_EFFECTS.__getitem__,
)
PALACE_ALT = Mode(
    ModeId.PALACE_ALT,
    "PP-PA1",
    palace=lambda _printed: ALTERNATIVE_PALACE,
    sides=seated,
    first_level=lambda _one: _LEVELS,
    visit=lambda _printed: visit_walls,
)
