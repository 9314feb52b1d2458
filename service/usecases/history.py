"""The entries of a game as one reader may see them, with patches of the reader's view."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec

from domain.kernel.entry import Entry
from domain.kernel.fold import follow
from domain.kernel.table import AnyTable
from schema.answers import EntryAnswer
from service import runtime
from service.engine.game_answers import VisibleSeats, entry_answer
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.store.paging import Page, page

_CHUNK = 64


class EntryNarrator:
    """Turns stored entries into responses, with sentences if there is a language.

    For patches it folds the game, starting from the table before the first entry.
    """

    def __init__(self, loaded: LoadedGame, table: AnyTable | None, *, patch: bool, lang: str | None) -> None:
        self._loaded = loaded
        self._table = table
        self._patch = patch
        self._lang = lang

    def answers(self, lines: Sequence[bytes], visible_seats: VisibleSeats) -> list[EntryAnswer]:
        """Stored entries as a reader may see them."""
        return [self._answer(self._loaded.codec.entry(line), visible_seats) for line in lines]

    def _answer(self, entry: Entry[Any, Any], visible_seats: VisibleSeats) -> EntryAnswer:
        if not self._patch:
            return entry_answer(self._loaded, entry, visible_seats, lang=self._lang)
        before, self._table = self._table, follow(self._loaded.rules, self._table, entry)
        return entry_answer(self._loaded, entry, visible_seats, (before, self._table), lang=self._lang)


class History:
    """The entries of games, for readers."""

    def __init__(self, game_cache: GameCache) -> None:
        self._game_cache = game_cache

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
        told = await runtime.in_thread(narrator.answers, lines, loaded.table.seats_of(player))
        return page(told, first, lambda entry: entry.seq)

    async def all(
        self, game: str, player: str | None, *, after: int, patch: bool, lang: str | None = None
    ) -> AsyncIterator[bytes]:
        """All entries after a version, as lines of JSON. An unknown game raises at once."""
        loaded = await self._game_cache.shown(game, player)
        pages = self.pages(loaded, loaded.table.seats_of(player), after, patch=patch, lang=lang)
        encoder = msgspec.json.Encoder()
        return (encoder.encode_lines(told) async for told in pages)

    async def pages(
        self,
        loaded: LoadedGame,
        visible_seats: VisibleSeats,
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
            yield await runtime.in_thread(narrator.answers, lines, visible_seats)

    async def _narrator(
        self, loaded: LoadedGame, after: int, *, patch: bool, lang: str | None
    ) -> EntryNarrator:
        begins = patch and 0 < after < loaded.table.version
        table = (await self._game_cache.earlier(loaded, after)).table if begins else None
        return EntryNarrator(loaded, table, patch=patch, lang=lang)
