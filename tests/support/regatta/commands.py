"""What can be asked of the game: types only. A field that is left out is asked for."""

from enum import StrEnum
from typing import Annotated, TypeAlias, Union, get_args

from msgspec import UNSET, Meta, UnsetType

from domain.kernel.messages import Command
from tests.support.regatta.catalogue import Flag


class Payment(StrEnum):
    """What the second space of a move is paid with."""

    GOLD = "gold"
    TILE = "tile"


class BidUse(StrEnum):
    """What the highest bid is for: your own boat sails on, or the boat in the lead is held back."""

    SAIL = "sail"
    ANCHOR = "anchor"


class Loss(StrEnum):
    """What a gale takes."""

    GOLD = "gold"
    SPACE = "space"


class PlaceBid(Command, frozen=True, tag="place_bid", kw_only=True):
    """RG-B1: bid gold in secret, and say what for."""

    use: BidUse | UnsetType = UNSET
    gold: Annotated[int, Meta(ge=0, le=99)] | UnsetType = UNSET


class MoveShip(Command, frozen=True, tag="move_ship", kw_only=True):
    """RG-T2: row one space, or two for a payment."""

    to: Annotated[int, Meta(ge=0, le=99)] | UnsetType = UNSET
    payment: Payment | UnsetType = UNSET


class EndTurn(Command, frozen=True, tag="end_turn"):
    """RG-T4: end the turn."""


class GiveWay(Command, frozen=True, tag="give_way"):
    """RG-C2: let the other boat pass, for 1 gold."""


class Protest(Command, frozen=True, tag="protest"):
    """RG-C3: ask the umpire for a ruling."""


class Judge(Command, frozen=True, tag="judge", kw_only=True):
    """RG-C4: uphold or dismiss a protest."""

    uphold: bool | UnsetType = UNSET


class FaceStorm(Command, frozen=True, tag="face_storm", kw_only=True):
    """RG-O3: lose 1 gold or 1 space to a gale."""

    lose: Loss | UnsetType = UNSET


class HoistFlag(Command, frozen=True, tag="hoist_flag", kw_only=True):
    """RG-F1: show a flag, at any time."""

    flag: Flag | UnsetType = UNSET


Move: TypeAlias = Union[PlaceBid, MoveShip, EndTurn, GiveWay, Protest, Judge, FaceStorm, HoistFlag]  # noqa: UP007
MOVES: tuple[type[Command], ...] = get_args(Move)
