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
from service.tables import Held, Tables, named_as

Sight: TypeAlias = tuple[int, ...]
"""The seats whose secrets a reader may know."""

_CHUNK = 64


class Narrator:
    """Tells entry after entry, with sentences if there is a language for them.

    For patches it follows the game, from the table before the first entry on.
    """

    def __init__(self, held: Held, table: AnyTable | None, *, patch: bool, lang: str | None) -> None:
        self._held = held
        self._table = table
        self._patch = patch
        self._lang = lang

    def tell(self, lines: Sequence[bytes], sight: Sight) -> list[EntryAnswer]:
        """Stored entries as a reader may know them."""
        return [self._told(self._held.codec.entry(line), sight) for line in lines]

    def _told(self, entry: Entry[Any, Any], sight: Sight) -> EntryAnswer:
        if not self._patch:
            return entry_answer(self._held, entry, sight, lang=self._lang)
        before, self._table = self._table, follow(self._held.rules, self._table, entry)
        return entry_answer(self._held, entry, sight, (before, self._table), lang=self._lang)


class History:
    """The entries of games, for readers."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

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
        held = await self._tables.shown(game, player)
        narrator = await self._narrator(held, after, patch=patch, lang=lang)
        lines = await self._tables.lines(game, after + 1, min(after + first + 1, held.table.version))
        told = await to_thread.run_sync(narrator.tell, lines, held.table.seats_of(player))
        return page(told, first, lambda entry: entry.seq)

    async def all(
        self, game: str, player: str | None, *, after: int, patch: bool, lang: str | None = None
    ) -> AsyncIterator[bytes]:
        """Every entry after a version, as lines of JSON; an unknown game is told at once."""
        held = await self._tables.shown(game, player)
        pages = self.pages(held, held.table.seats_of(player), after, patch=patch, lang=lang)
        encoder = msgspec.json.Encoder()
        return (encoder.encode_lines(told) async for told in pages)

    async def pages(
        self, held: Held, sight: Sight, after: int, *, patch: bool, lang: str | None = None
    ) -> AsyncIterator[list[EntryAnswer]]:
        """The entries after a version, up to that of the table."""
        narrator = await self._narrator(held, after, patch=patch, lang=lang)
        last = held.table.version
        for first in range(after + 1, last + 1, _CHUNK):
            lines = await self._tables.lines(held.table.game, first, min(first + _CHUNK - 1, last))
            yield await to_thread.run_sync(narrator.tell, lines, sight)

    async def _narrator(self, held: Held, after: int, *, patch: bool, lang: str | None) -> Narrator:
        begins = patch and 0 < after < held.table.version
        table = (await self._tables.earlier(held, after)).table if begins else None
        return Narrator(held, table, patch=patch, lang=lang)


def entry_answer(
    held: Held,
    entry: Entry[Any, Any],
    sight: Sight,
    tables: tuple[AnyTable | None, AnyTable] | None = None,
    lang: str | None = None,
) -> EntryAnswer:
    """An entry as its reader may know it; with the tables before and after it, also as a patch.

    With a language it is told in sentences as well.
    """
    events = redacted(held.rules, sight, entry.events)
    patch = msgspec.UNSET if tables is None else _patch(held, sight, *tables)
    text = msgspec.UNSET if lang is None else sentences(held, lang, events)
    return EntryAnswer(entry.seq, entry.at, entry.actor, events, entry.hash, patch, text)


def _patch(held: Held, sight: Sight, before: AnyTable | None, after: AnyTable) -> list[dict[str, Any]]:
    """From the reader's game before an entry to the one after it; before the first there is none, null."""
    return list(difference(_seen(held, sight, before), _seen(held, sight, after)))


def _seen(held: Held, sight: Sight, table: AnyTable | None) -> Any:
    """What `GET /v1/games/{id}` answers, as plain JSON values."""
    if table is None:
        return None
    seen = Held(held.rules, named_as(held.table, table), held.seed)
    return msgspec.json.decode(msgspec.json.encode(game_answer(seen, sight)))
