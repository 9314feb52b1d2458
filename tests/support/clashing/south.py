"""A game with the names of the other one, whose fields are numbers, single values and other enums."""

from enum import StrEnum
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.catalogue import Catalogue
from domain.kernel.messages import Command, Event
from domain.kernel.table import Choice, Options
from tests.support.toy import Toy


class Color(StrEnum):
    """The colours of this game."""

    BLUE = "blue"


class City(Struct, frozen=True):
    """A city of somebody; its colour is of another enum, and its name a number."""

    color: Color
    name: int


class Sail(Command, frozen=True, tag="sail", kw_only=True):
    """Sail so far."""

    to: int | UnsetType = UNSET
    cargo: Color | UnsetType = UNSET


class EndTurn(Command, frozen=True, tag="end_turn"):
    """End the turn."""


class Sailed(Event, frozen=True, tag="sailed"):
    """A ship went on; nobody may know whose it is."""

    seat: int | None
    to: int
    cargo: Color
    note: str = ""


class Asked(Event, frozen=True, tag="asked"):
    """Somebody asked a question about a move."""

    seat: int | None
    move: Sail | EndTurn


class SouthChoice(Struct, Choice, frozen=True):
    """What is chosen in the lobby."""

    harbour: int


class SouthOptions(Options, frozen=True, kw_only=True):
    """The options of this game."""

    map: int = 1
    size: int = 3
    crews: tuple[str, ...] = ()


class SouthView(Struct, frozen=True):
    """What is seen of this game."""

    phase: int
    round: tuple[int, ...]
    cities: tuple[City, ...]
    last: Sailed | Asked | None = None
    winner: str = ""
    flags: tuple[str, ...] = ()


class South(Toy):
    """The ruleset."""

    name = "south"
    rules = "south/1"
    prefix = "SO"
    texts = "south"
    options: type[Options] = SouthOptions
    choice_type: type[Choice] | None = SouthChoice
    catalogue = Catalogue((2,))
    move_types: tuple[type[Command], ...] = (Sail, EndTurn)
    asides: tuple[type[Command], ...] = ()
    event_types: tuple[type[Event], ...] = (Sailed, Asked)
    view_type = SouthView

    def mode(self, _options: Any, _places: int) -> str:
        return "standard"


SOUTH = South()
