"""Tokens that a seat holds, pays or gains, counted by kind and id of the component."""

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct


class Tokens(Struct, frozen=True):
    """A number of tokens of one kind."""

    kind: str
    id: str
    count: int


Holdings: TypeAlias = tuple[Tokens, ...]


def counted(tokens: Iterable[Tokens]) -> Holdings:
    """The tokens with each kind once, in order of appearance; those that cancel out are left out."""
    found: Counter[tuple[str, str]] = Counter()
    for each in tokens:
        found[each.kind, each.id] += each.count
    return tuple(Tokens(*key, count) for key, count in found.items() if count)


def changed(before: Holdings, after: Holdings) -> tuple[Holdings, Holdings]:
    """What was paid and what was gained between two states of the same holdings."""
    taken = (Tokens(each.kind, each.id, -each.count) for each in before)
    difference = counted((*after, *taken))
    paid = tuple(Tokens(each.kind, each.id, -each.count) for each in difference if each.count < 0)
    return paid, tuple(each for each in difference if each.count > 0)
