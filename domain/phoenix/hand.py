"""The hand of a seat: which of its kin a player can name (4.4, PP-Q75)."""

from domain.phoenix.catalogue import KIN_TYPE
from domain.phoenix.ids import KinId, KinType
from domain.phoenix.state import Phoenix


def nameable(state: Phoenix, seat: int) -> list[KinId]:
    """PP-Q75: the kin in hand; of several apprentices only the lowest-numbered."""
    hand = state.seats[seat].hand
    lowest = min((kin for kin in hand if KIN_TYPE[kin] is KinType.APPRENTICE), default=None)
    return [kin for kin in hand if kin == lowest or KIN_TYPE[kin] is not KinType.APPRENTICE]
