"""The entries of a game as one reader may see them, with patches of the reader's view."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.entry import Entry
from domain.kernel.fold import follow
from domain.kernel.table import AnyTable
from schema.answers import EntryAnswer
from service import runtime
from service.engine.game_answers import Reader, TableChange, entry_answer
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.engine.seat_names import FindNames, Names, people_at
from service.store.paging import Page, page

_CHUNK = 64


class _ReadEntry(NamedTuple):
    """An entry and, for patches, the tables before and after it."""

    entry: Entry[Any, Any]
    before: AnyTable | None = None
    after: AnyTable | None = None


class EntryNarrator:
    """Turns stored entries into responses, with sentences if there is a language.

    For patches it folds the game, starting from the table before the first entry, and joins names.
    """

    def __init__(
        self,
        loaded: LoadedGame,
        table: AnyTable | None,
        find_names: FindNames,
        *,
        patch: bool,
        lang: str | None,
    ) -> None:
        self._loaded = loaded
        self._table = table
        self._find_names = find_names
        self._patch = patch
        self._lang = lang

    async def answers(self, lines: Sequence[bytes], reader: Reader) -> list[EntryAnswer]:
        """Stored entries as a reader may see them."""
        entries = await runtime.in_thread(self._read, lines)
        people = people_at(*(table for each in entries for table in (each.before, each.after)))
        names = await self._find_names(people) if people else {}
        return await runtime.in_thread(self._told, entries, reader, names)

    def _read(self, lines: Sequence[bytes]) -> list[_ReadEntry]:
        return [self._followed(self._loaded.codec.entry(line)) for line in lines]

    def _followed(self, entry: Entry[Any, Any]) -> _ReadEntry:
        if not self._patch:
            return _ReadEntry(entry)
        before, self._table = self._table, follow(self._loaded.rules, self._table, entry)
        return _ReadEntry(entry, before, self._table)

    def _told(self, entries: Sequence[_ReadEntry], reader: Reader, names: Names) -> list[EntryAnswer]:
        return [
            entry_answer(
                self._loaded,
                each.entry,
                reader,
                None if each.after is None else TableChange(each.before, each.after, names),
                lang=self._lang,
            )
            for each in entries
        ]


class History:
    """The entries of games, for readers."""

    def __init__(self, game_cache: GameCache, find_names: FindNames) -> None:
        self._game_cache = game_cache
        self._find_names = find_names

    async def count(self, game: str, player: str | None, after: int) -> int:
        """How many entries there are after a version, for a player who may see the game."""
        return (await self._game_cache.shown(game, player)).table.version - after

    async def page(
        self,
        game: str,
        player: str | None,
        *,
        first: int,
        after: int,
        patch: bool,
        lang: str | None = None,
    ) -> Page[EntryAnswer]:
        """One page of the entries after a version."""
        loaded = await self._game_cache.shown(game, player)
        narrator = await self._narrator(loaded, after, patch=patch, lang=lang)
        lines = await self._game_cache.lines(game, after + 1, min(after + first + 1, loaded.table.version))
        told = await narrator.answers(lines, Reader.of(loaded.table, player))
        return page(told, first, lambda entry: entry.seq)

    async def all(
        self, game: str, player: str | None, *, after: int, patch: bool, lang: str | None = None
    ) -> AsyncIterator[bytes]:
        """All entries after a version, as lines of JSON. An unknown game raises at once."""
        loaded = await self._game_cache.shown(game, player)
        pages = self.pages(loaded, Reader.of(loaded.table, player), after, patch=patch, lang=lang)
        encoder = msgspec.json.Encoder()
        return (encoder.encode_lines(told) async for told in pages)

    async def pages(
        self,
        loaded: LoadedGame,
        reader: Reader,
        after: int,
        *,
        patch: bool,
        lang: str | None = None,
    ) -> AsyncIterator[list[EntryAnswer]]:
        """The entries after a version, up to the version of the loaded table."""
        narrator = await self._narrator(loaded, after, patch=patch, lang=lang)
        last = loaded.table.version
        for first in range(after + 1, last + 1, _CHUNK):
            lines = await self._game_cache.lines(loaded.table.game, first, min(first + _CHUNK - 1, last))
            yield await narrator.answers(lines, reader)

    async def _narrator(
        self, loaded: LoadedGame, after: int, *, patch: bool, lang: str | None
    ) -> EntryNarrator:
        begins = patch and 0 < after < loaded.table.version
        table = (await self._game_cache.earlier(loaded, after)).table if begins else None
        return EntryNarrator(loaded, table, self._find_names, patch=patch, lang=lang)
