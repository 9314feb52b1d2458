"""A game whose fields are strings, lists and enums."""

from enum import StrEnum
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.catalogue import Catalogue
from domain.kernel.messages import Command, Event
from domain.kernel.table import Choice, Options
from tests.support.toy import Toy


class Color(StrEnum):
    """The colours of this game."""

    RED = "red"
    GOLD = "gold"


class City(Struct, frozen=True):
    """A city of somebody."""

    color: Color
    name: str


class Sail(Command, frozen=True, tag="sail", kw_only=True):
    """Sail to a harbour."""

    to: str | UnsetType = UNSET
    cargo: tuple[Color, ...] | UnsetType = UNSET


class EndTurn(Command, frozen=True, tag="end_turn"):
    """End the turn."""


class Sailed(Event, frozen=True, tag="sailed"):
    """A ship came to a harbour."""

    seat: int
    to: str
    cargo: tuple[Color, ...]
    note: str | None = None


class Asked(Event, frozen=True, tag="asked"):
    """Somebody asked a question about a move."""

    seat: int
    move: Sail | EndTurn


class NorthChoice(Struct, Choice, frozen=True):
    """What is chosen in the lobby."""

    harbour: str


class NorthOptions(Options, frozen=True, kw_only=True):
    """The options of this game."""

    map: str = "small"
    size: int | None = None
    crews: tuple[str, ...] = ()


class NorthView(Struct, frozen=True):
    """What is seen of this game."""

    phase: str
    round: int
    cities: tuple[City, ...]
    last: Sailed | Asked | None = None
    winner: str | None = None
    flags: tuple[str, ...] = ()


class North(Toy):
    """The ruleset."""

    name = "north"
    rules = "north/1"
    prefix = "NO"
    texts = "north"
    options: type[Options] = NorthOptions
    choice_type: type[Choice] | None = NorthChoice
    catalogue = Catalogue((2,))
    move_types: tuple[type[Command], ...] = (Sail, EndTurn)
    asides: tuple[type[Command], ...] = ()
    event_types: tuple[type[Event], ...] = (Sailed, Asked)
    view_type = NorthView

    def mode(self, _options: Any, _places: int) -> str:
        return "standard"


NORTH = North()
