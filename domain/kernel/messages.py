"""The bases of everything that is asked of a game and everything that happened in it."""

from msgspec import Struct


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What somebody asks for; its tag is stored and never changes."""


class Event(Struct, frozen=True, tag_field="type", kw_only=True):
    """What happened; `reveals` marks a draw from the dice or the showing of something hidden."""

    reveals: bool = False
