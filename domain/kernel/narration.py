"""How the events of a game become sentences: which events have one, how it is chosen, and what fills it in.

A sentence is found by the event's tag, then by what `chosen_by` names, the most specific one first. It is
filled with the event's fields and with the details that `added` computes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

NameSeats: TypeAlias = Callable[[Any], Any]
"""From the number of a seat, or a tuple of several, to what players call them."""
AddDetails: TypeAlias = Callable[[Any, NameSeats], Mapping[str, object]]
"""From an event to details that are not among its fields."""
Variant: TypeAlias = str | Callable[[Any], str | None]
"""A field whose value is part of a sentence's key, or a function that works out that part; None: no part."""


@dataclass(frozen=True)
class Narration:
    """The narration of one game; its sentences are among the game's texts."""

    silent: frozenset[str] = frozenset()
    """Tags, or tags with the values that `chosen_by` names, of events that have no sentence."""
    chosen_by: Mapping[str, tuple[Variant, ...]] = field(default_factory=dict)
    """By tag, what chooses among several sentences."""
    added: Mapping[str, AddDetails] = field(default_factory=dict)
    """By tag, the function that computes further details."""
    seat_kinds: tuple[str, ...] = ()
    """The kinds of text that contain the names of seats."""
