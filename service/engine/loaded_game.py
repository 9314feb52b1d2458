"""A game as this process knows it, and what can be read from its entries without the store."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
from msgspec.structs import replace

from domain.games import version
from domain.kernel.codec import Codec, codec
from domain.kernel.errors import CorruptLog
from domain.kernel.fold import follow
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status
from domain.kernel.work import Work, work
from service.store import Snapshot


def was_called_off(table: AnyTable) -> bool:
    """Whether the game was cancelled before it started."""
    return table.status is Status.CANCELLED and table.state is None


class _Named(msgspec.Struct, frozen=True):
    """The member of an entry that can be read before its ruleset is known."""

    rules: str


_NAMED = msgspec.json.Decoder(_Named)


@dataclass(frozen=True)
class LoadedGame:
    """A game as this process knows it: its rules, its table at some version, its sealed seed."""

    rules: Ruleset
    table: AnyTable
    seed: bytes

    @property
    def codec(self) -> Codec:
        """The decoders of its ruleset."""
        return codec(self.rules)

    @cached_property
    def work(self) -> tuple[Work, ...]:
        """The work that is due at this table, computed once."""
        return work(self.rules, self.table)


def with_fork_identity(newest: AnyTable, table: AnyTable) -> AnyTable:
    """An earlier table of a game. In a fork, the entries taken over get the fork's id and options."""
    if newest.fork is None:
        return table
    return replace(table, game=newest.game, fork=newest.fork, options=newest.options)


def tables_after_each_entry(rules: Ruleset, lines: Sequence[bytes]) -> Iterator[AnyTable]:
    """The table after each entry of a log, starting with the first."""
    entry, table = codec(rules).entry, None
    for line in lines:
        table = follow(rules, table, entry(line))
        yield table


def listed_fields(table: AnyTable) -> tuple[object, ...]:
    """The fields of a table that lists show. A fork counts as a game of its own."""
    return table.game, table.status, table.places, table.seats, table.forked


def snapshot_of(rules: Ruleset, table: AnyTable) -> Snapshot:
    """The snapshot of a table."""
    return Snapshot(table.version, codec(rules).snapshot(table))


def named_rules(line: bytes) -> Ruleset:
    """The rules that an entry names."""
    try:
        named = _NAMED.decode(line).rules
    except msgspec.DecodeError as broken:
        raise CorruptLog(str(broken)) from broken
    return version(named)
