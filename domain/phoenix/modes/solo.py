"""Solo: one player holds all seats of the allies (PP-SO1–PP-SO3). What differs follows from their number."""

from domain.phoenix.ids import ModeId
from domain.phoenix.modes.mode import Mode, Places
from domain.phoenix.options import PhoenixOptions


def all_allies(printed: Places, options: PhoenixOptions) -> Places:
    """PP-SO1, PP-SO2: the only place holds one or two seats."""
    automa, place = printed
    assert isinstance(options.solo_allies, int)
    return (automa, *(place,) * options.solo_allies)


SOLO = Mode(ModeId.SOLO, "PP-SO1", places=all_allies, names_deciders=lambda _story: False)
