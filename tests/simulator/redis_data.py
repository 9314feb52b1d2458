"""What a Redis holds, in memory: strings, hashes, sets, sorted sets and streams, with their expiry."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from copy import copy
from typing import Final, NamedTuple, TypeVar

Argv = tuple[bytes, ...]


class Hash(dict[bytes, bytes]):
    """A hash."""


class Members(dict[bytes, None]):
    """A set, in the order of insertion."""


class Scores(dict[bytes, float]):
    """A sorted set: member -> score."""

    def ordered(self) -> list[tuple[float, bytes]]:
        """All members by score, then by name."""
        return sorted((score, member) for member, score in self.items())


class EntryId(NamedTuple):
    """The id of a stream's entry."""

    ms: int
    number: int

    def __bytes__(self) -> bytes:
        return b"%d-%d" % self


LAST_NUMBER: Final = 2**64 - 1


class Stream:
    """A stream: its entries in order, and the highest id it ever had."""

    def __init__(self) -> None:
        self.ids: list[EntryId] = []
        self.fields: list[list[bytes]] = []
        self.last = EntryId(0, 0)

    def copy(self) -> "Stream":
        """A copy that changes apart."""
        other = Stream()
        other.ids, other.fields, other.last = [*self.ids], [*self.fields], self.last
        return other

    def add(self, entry_id: EntryId, fields: list[bytes]) -> None:
        """Append an entry, whose id must be higher than all before."""
        self.ids.append(entry_id)
        self.fields.append(fields)
        self.last = entry_id

    def remove(self, entry_id: EntryId) -> bool:
        """Remove an entry; the id stays used."""
        place = bisect_left(self.ids, entry_id)
        if place == len(self.ids) or self.ids[place] != entry_id:
            return False
        del self.ids[place], self.fields[place]
        return True

    def between(self, first: EntryId, last: EntryId) -> Iterator[tuple[EntryId, list[bytes]]]:
        """The entries from one id to another."""
        start, end = bisect_left(self.ids, first), bisect_right(self.ids, last)
        return zip(self.ids[start:end], self.fields[start:end])


Value = bytes | Hash | Members | Scores | Stream
V = TypeVar("V", Hash, Members, Scores, Stream)
_EMPTY_DIES: Final = (Hash, Members, Scores)


class WrongType(Exception):
    """A command for another type of value."""


class Database:
    """All keys. `changes` collects the commands that repeat the changes exactly on a replica."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.now_ms = now_ms
        self.values: dict[bytes, Value] = {}
        self.expiry: dict[bytes, int] = {}
        self.changes: list[Argv] = []

    def copy(self) -> "Database":
        """A copy that changes apart, without pending changes."""
        other = Database(self.now_ms)
        other.values = {name: _copied(value) for name, value in self.values.items()}
        other.expiry = {**self.expiry}
        return other

    def value(self, name: bytes) -> Value | None:
        """The value of a key; an expired one is deleted first."""
        if name in self.expiry and self.expiry[name] <= self.now_ms():
            self.delete(name)
            self.changes.append((b"DEL", name))
        return self.values.get(name)

    def get(self, name: bytes, kind: type[V]) -> V:
        """The value of a key for reading: an empty one if there is none; raises WrongType."""
        value = self.value(name)
        if value is None:
            return kind()
        if not isinstance(value, kind):
            raise WrongType
        return value

    def text(self, name: bytes) -> bytes | None:
        """The value of a string; raises WrongType."""
        value = self.value(name)
        if value is not None and not isinstance(value, bytes):
            raise WrongType
        return value

    def made(self, name: bytes, kind: type[V]) -> V:
        """The value of a key for writing."""
        value = self.get(name, kind)
        self.values.setdefault(name, value)
        return value

    def tidy(self, name: bytes) -> None:
        """Remove a key whose last member is gone."""
        value = self.values.get(name)
        if isinstance(value, _EMPTY_DIES) and not value:
            self.delete(name)

    def delete(self, name: bytes) -> bool:
        """Remove a key."""
        self.expiry.pop(name, None)
        return self.values.pop(name, None) is not None


def _copied(value: Value) -> Value:
    if isinstance(value, bytes):
        return value
    return value.copy() if isinstance(value, Stream) else copy(value)
