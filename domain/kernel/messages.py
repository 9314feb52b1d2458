"""The base classes of commands and events."""

from msgspec import Struct


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A request to change a game; its tag is stored and never changes."""


class Event(Struct, frozen=True, tag_field="type", kw_only=True):
    """A change of a game; `reveals` marks a draw from the dice or the disclosure of something hidden."""

    reveals: bool = False
