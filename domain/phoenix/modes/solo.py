"""Solo: one player holds all seats of the allies (PP-SO1–PP-SO3). What differs follows from their number."""

from msgspec.structs import replace

from domain.phoenix.catalogue import FEW_PLAYERS
from domain.phoenix.enemy_catalogue import MORE_AGAINST_ONE
from domain.phoenix.ids import RESOURCES, ModeId
from domain.phoenix.modes.mode import Mode, Places
from domain.phoenix.options import PhoenixOptions
from domain.phoenix.state import Pool


def all_allies(printed: Places, options: PhoenixOptions) -> Places:
    """PP-SO1, PP-SO2: the only place holds one or two seats."""
    automa, place = printed
    assert isinstance(options.solo_allies, int)
    return (automa, *(place,) * options.solo_allies)


def richer_alone(printed: tuple[Pool, ...], players: int) -> tuple[Pool, ...]:
    """PP-SO3: the Basilisk has more against a single ally."""
    if players > FEW_PLAYERS:
        return printed
    basilisk, ally = printed
    more = {kind.value: basilisk.count(kind) + MORE_AGAINST_ONE for kind in RESOURCES}
    return replace(basilisk, **more), ally


SOLO = Mode(
    ModeId.SOLO,
    "PP-SO1",
    places=all_allies,
    pools=richer_alone,
    names_deciders=lambda _story: False,
)
