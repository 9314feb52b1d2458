"""What happened in a game as one reader may know it: entries, and patches of what the reader sees."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeAlias

import msgspec
from anyio import to_thread

from domain.kernel.entry import Entry
from domain.kernel.fold import follow
from domain.kernel.table import AnyTable
from schema.answers import EntryAnswer
from service.games import game_answer, redacted, sentences
from service.live.patches import difference
from service.paging import Page, page
from service.tables import LoadedGame, GameCache, named_as

VisibleSeats: TypeAlias = tuple[int, ...]
"""The seats whose secrets a reader may know."""

_CHUNK = 64


class EntryNarrator:
    """Tells entry after entry, with sentences if there is a language for them.

    For patches it follows the game, from the table before the first entry on.
    """

    def __init__(self, loaded: LoadedGame, table: AnyTable | None, *, patch: bool, lang: str | None) -> None:
        self._loaded = loaded
        self._table = table
        self._patch = patch
        self._lang = lang

    def tell(self, lines: Sequence[bytes], visible_seats: VisibleSeats) -> list[EntryAnswer]:
        """Stored entries as a reader may know them."""
        return [self._told(self._loaded.codec.entry(line), visible_seats) for line in lines]

    def _told(self, entry: Entry[Any, Any], visible_seats: VisibleSeats) -> EntryAnswer:
        if not self._patch:
            return entry_answer(self._loaded, entry, visible_seats, lang=self._lang)
        before, self._table = self._table, follow(self._loaded.rules, self._table, entry)
        return entry_answer(self._loaded, entry, visible_seats, (before, self._table), lang=self._lang)


class History:
    """The entries of games, for readers."""

    def __init__(self, game_cache: GameCache) -> None:
        self._game_cache = game_cache

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
        """The entries after a version, a page of them."""
        loaded = await self._game_cache.shown(game, player)
        narrator = await self._narrator(loaded, after, patch=patch, lang=lang)
        lines = await self._game_cache.lines(game, after + 1, min(after + first + 1, loaded.table.version))
        told = await to_thread.run_sync(narrator.tell, lines, loaded.table.seats_of(player))
        return page(told, first, lambda entry: entry.seq)

    async def all(
        self, game: str, player: str | None, *, after: int, patch: bool, lang: str | None = None
    ) -> AsyncIterator[bytes]:
        """Every entry after a version, as lines of JSON; an unknown game is told at once."""
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
        """The entries after a version, up to that of the table."""
        narrator = await self._narrator(loaded, after, patch=patch, lang=lang)
        last = loaded.table.version
        for first in range(after + 1, last + 1, _CHUNK):
            lines = await self._game_cache.lines(loaded.table.game, first, min(first + _CHUNK - 1, last))
            yield await to_thread.run_sync(narrator.tell, lines, visible_seats)

    async def _narrator(
        self, loaded: LoadedGame, after: int, *, patch: bool, lang: str | None
    ) -> EntryNarrator:
        begins = patch and 0 < after < loaded.table.version
        table = (await self._game_cache.earlier(loaded, after)).table if begins else None
        return EntryNarrator(loaded, table, patch=patch, lang=lang)


def entry_answer(
    loaded: LoadedGame,
    entry: Entry[Any, Any],
    visible_seats: VisibleSeats,
    tables: tuple[AnyTable | None, AnyTable] | None = None,
    lang: str | None = None,
) -> EntryAnswer:
    """An entry as its reader may know it; with the tables before and after it, also as a patch.

    With a language it is told in sentences as well.
    """
    events = redacted(loaded.rules, visible_seats, entry.events)
    patch = msgspec.UNSET if tables is None else _patch(loaded, visible_seats, *tables)
    text = msgspec.UNSET if lang is None else sentences(loaded, lang, events)
    return EntryAnswer(entry.seq, entry.at, entry.actor, events, entry.hash, patch, text)


def _patch(
    loaded: LoadedGame, visible_seats: VisibleSeats, before: AnyTable | None, after: AnyTable
) -> list[dict[str, Any]]:
    """From the reader's game before an entry to the one after it; before the first there is none, null."""
    return list(difference(_seen(loaded, visible_seats, before), _seen(loaded, visible_seats, after)))


def _seen(loaded: LoadedGame, visible_seats: VisibleSeats, table: AnyTable | None) -> Any:
    """What `GET /v1/games/{id}` answers, as plain JSON values."""
    if table is None:
        return None
    seen = LoadedGame(loaded.rules, named_as(loaded.table, table), loaded.seed)
    return msgspec.json.decode(msgspec.json.encode(game_answer(seen, visible_seats)))
