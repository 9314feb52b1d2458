"""Folds of a ruleset's results: rows by player, optionally a sorted list of lines, and a position.

A fold is pure; any process may advance it here. The script compares its position when it writes, so that each
result counts once, in the order of the results, however many processes try.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

import msgspec
import structlog

from domain.kernel.errors import UnknownRules
from service.projections.results import GameResult, Results
from service.store import RedisConnection, keys
from service.store.connection import Script

R = TypeVar("R")
logger = structlog.get_logger("emberlog.projections")

_READ = Script("fold_read.lua", writes=False)
_WRITE = Script("fold_write.lua")
_SWAP = Script("fold_swap.lua")
_RESET = Script("fold_reset.lua")
_AT_ONCE: Final = 128
_START: Final = "0-0"


@dataclass(frozen=True)
class Fold(Generic[R]):
    """`step` returns the rows that a result changes, among those that `keys` names.

    A row may have a line in the list. It replaces the row's previous line, unless the fold keeps all lines.
    """

    name: str
    row: type[R]
    step: Callable[[Mapping[str, R], GameResult], Mapping[str, R]]
    line: Callable[[str, R], str] | None = None
    keeps_lines: bool = False
    keys: Callable[[GameResult], Sequence[str]] = lambda result: result.people


class FoldChange(Generic[R]):
    """The changes that a sequence of results makes to a fold; pure."""

    def __init__(self, fold: Fold[R], rows: Mapping[str, R]) -> None:
        self._fold = fold
        self._rows = dict(rows)
        self.changed: dict[str, R] = {}
        self.out: set[str] = set()
        self.into: set[str] = set()

    def follow(self, result: GameResult) -> None:
        """Add one result."""
        for player, row in self._fold.step(self._rows, result).items():
            before = self._rows.get(player)
            self._rows[player] = self.changed[player] = row
            self._list(player, before, row)

    def _list(self, player: str, before: R | None, row: R) -> None:
        line = self._fold.line
        if line is None:
            return
        if before is not None and not self._fold.keeps_lines:
            self.out.add(line(player, before))
            self.into.discard(line(player, before))
        self.out.discard(line(player, row))
        self.into.add(line(player, row))


class Folds:
    """Advances folds, rebuilds them, and reads their rows."""

    def __init__(self, connection: RedisConnection, results: Results, folds: Sequence[Fold[Any]]) -> None:
        self._connection = connection
        self._results = results
        self._folds = folds

    async def follow(self, ruleset: str) -> None:
        """Advance every fold to the last result; rebuild folds that counted a replaced result."""
        for fold in self._folds:
            known = await self._connection.call("HMGET", keys.fold_generations(ruleset), "results", fold.name)
            up_to_date = (known[0] or b"0") == (known[1] or b"0")
            try:
                await (self._follow(ruleset, fold) if up_to_date else self._make_anew(ruleset, fold))
            except UnknownRules as unknown:  # a process of a newer release that has these rules continues
                logger.info("results are left to a newer release", fold=fold.name, rules=unknown.rules)

    async def make_anew(self, ruleset: str) -> None:
        """Rebuild every fold from the first result; the old one is used until the new one is complete."""
        for fold in self._folds:
            await self._make_anew(ruleset, fold)

    async def heal(self, ruleset: str) -> None:
        """Rebuild folds that counted results which are no longer there.

        Removing a result makes the folds be rebuilt, but a failover of their node may lose that, and nothing
        else would remind them. The results up to a position only ever become fewer, so their number tells.
        """
        for fold in self._folds:
            position, count = await self._connection.call(
                "HMGET", keys.fold_position(ruleset), fold.name, f"{fold.name}:count"
            )
            if position is None:
                continue
            if int(count or 0) != await self._results.count(ruleset, position.decode()):
                await self._make_anew(ruleset, fold)

    async def _make_anew(self, ruleset: str, fold: Fold[Any]) -> None:
        anew = replace(fold, name=f"{fold.name}:anew")
        positions, generations = keys.fold_position(ruleset), keys.fold_generations(ruleset)
        reset = (positions, generations, *_names(ruleset, anew))
        swap = (positions, *_names(ruleset, fold), *_names(ruleset, anew), generations)
        swapped = False
        while not swapped:
            await self._connection.run(_RESET, reset, anew.name)
            await self._follow(ruleset, anew)
            swapped = bool(await self._connection.run(_SWAP, swap, fold.name, anew.name))
        await self._follow(ruleset, fold)

    async def row(self, ruleset: str, fold: Fold[R], player: str) -> R | None:
        """A player's row."""
        return (await self.rows(ruleset, fold, [player])).get(player)

    async def rows(self, ruleset: str, fold: Fold[R], players: Sequence[str]) -> dict[str, R]:
        """The rows of those players who have one."""
        if not players:
            return {}
        found = await self._connection.call("HMGET", keys.fold(ruleset, fold.name), *players)
        return _decoded(fold, players, found)

    async def _follow(self, ruleset: str, fold: Fold[Any]) -> None:
        while await self._advance(ruleset, fold):
            pass

    async def _advance(self, ruleset: str, fold: Fold[R]) -> bool:
        """Add a batch of results; returns whether to try again: more may follow, or another was first."""
        position = await self._connection.call("HGET", keys.fold_position(ruleset), fold.name) or b""
        batch = await self._results.batch(ruleset, position.decode() or _START, _AT_ONCE)
        if not batch:
            return False
        rows = sorted({key for _, result in batch for key in fold.keys(result)})
        names = (keys.fold_position(ruleset), *_names(ruleset, fold))
        found_at, found = await self._connection.run(_READ, names[:2], fold.name, *rows)
        if found_at != position:
            return True
        change = FoldChange(fold, _decoded(fold, rows, found))
        for _, result in batch:
            change.follow(result)
        written = await self._connection.run(
            _WRITE,
            names,
            *(fold.name, position, batch[-1][0], len(batch), len(change.out), len(change.into)),
            *sorted(change.out),
            *sorted(change.into),
            *(part for player, row in change.changed.items() for part in (player, msgspec.json.encode(row))),
        )
        return not written or len(batch) == _AT_ONCE


def _names(ruleset: str, fold: Fold[Any]) -> tuple[str, str]:
    return keys.fold(ruleset, fold.name), keys.fold_list(ruleset, fold.name)


def _decoded(fold: Fold[R], players: Sequence[str], found: Sequence[bytes | None]) -> dict[str, R]:
    return {
        player: msgspec.json.decode(row, type=fold.row)
        for player, row in zip(players, found, strict=True)
        if row is not None
    }
