"""A game with open streams: one task reads new entries for all of its readers.

The task reads entries by version: on a notification, when notifications may have been lost, and whenever
a keep-alive is due. An entry is encoded once for all readers who may see the same.
"""

import asyncio
from contextlib import nullcontext, suppress
from contextvars import Context
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from domain.kernel.entry import Entry
from domain.kernel.fold import follow
from domain.kernel.table import OVER, AnyTable
from schema.answers import EntryAnswer
from service import tracing
from service.engine.game_answers import Reader, TableChange, entry_answer
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.engine.seat_names import FindNames, Names, people_at
from service.live.change_notifications import ChangeNotifications
from service.live.server_sent_events import event
from service.store import Diverged, RedisUnavailable, Store, keys

_KEPT: Final = 64
"""How many entries are kept for all readers. A reader further behind reads from the log."""


_Key: TypeAlias = tuple[int, Reader, bool, str | None]
"""The key of an encoded entry: seq, reader, whether it has a patch, and the language if any."""


@dataclass(frozen=True, slots=True)
class _FollowedEntry:
    """An entry with the tables before and after it."""

    entry: Entry[Any, Any]
    before: AnyTable
    after: AnyTable
    names: Names

    def reader(self, reader: Reader) -> Reader:
        """The reader as far as the entry depends on who reads: all spectators are alike."""
        is_at_table = reader.player in people_at(self.before, self.after)
        return reader if is_at_table else replace(reader, player=None)


class FollowedGame:
    """What the readers of one game share while it has at least one reader."""

    def __init__(
        self,
        store: Store,
        game_cache: GameCache,
        notifications: ChangeNotifications,
        loaded: LoadedGame,
        find_names: FindNames,
        *,
        keep_alive: float,
    ) -> None:
        self._find_names = find_names
        self._names: Names | None = None
        self._store = store
        self._game_cache = game_cache
        self._notifications = notifications
        self._keep_alive = keep_alive
        self._fetching = asyncio.Lock()
        self._steps: dict[int, _FollowedEntry] = {}
        self._answers: dict[_Key, EntryAnswer] = {}
        self._encoded: dict[_Key, bytes] = {}
        self.loaded = loaded
        self.resets = 0
        self.readers = 0
        self._waking = asyncio.Event()
        self._woken_at = self._position
        # The task gets its own context because it outlives the request of the first reader.
        self._task = asyncio.create_task(self._follow(), context=Context())

    @property
    def version(self) -> int:
        """The version of the last entry read."""
        return self.loaded.table.version

    @property
    def is_over(self) -> bool:
        """Whether no more entries can follow."""
        return self.loaded.table.status in OVER

    async def news(self) -> bool:
        """Wait for a new entry or the next keep-alive. Returns whether there is a new entry."""
        position = self._position
        if not self._task.done():
            await self._waking.wait()
        if self._task.done() and not self._task.cancelled():
            self._task.result()  # an error of the task is raised for every reader
        return self._position != position

    def close(self) -> None:
        """Stop the task after the last reader has left."""
        self._task.cancel()

    async def fetch(self, hinted: int | None = None) -> None:
        """Read the new entries, unless the entry of the notification has been read already."""
        async with self._fetching:
            if hinted is not None and hinted <= self.version:
                return
            table = self.loaded.table
            tail = await self._store.log.tail(table.game, table.version, table.hash)
            if isinstance(tail, Diverged):
                self.loaded = await self._game_cache.newest(table.game)
                self._steps, self._answers, self._encoded = {}, {}, {}
                self.resets += 1
                return
            for line in tail.entries:
                await self._take(self.loaded.codec.entry(line))

    def knows(self, seq: int) -> bool:
        """Whether the entry is still kept."""
        return seq in self._steps

    def encoded(self, seq: int, reader: Reader, *, patch: bool, lang: str | None) -> bytes:
        """An entry as an event, shared by all readers who see the same, in one language."""
        key = (seq, self._steps[seq].reader(reader), patch, lang)
        if key not in self._encoded:
            self._encoded[key] = event(self.answer(seq, reader, patch=patch, lang=lang), cursor=seq)
        return self._encoded[key]

    def answer(self, seq: int, reader: Reader, *, patch: bool, lang: str | None) -> EntryAnswer:
        """An entry as a struct, shared by all readers who see the same, in one language."""
        step = self._steps[seq]
        key = (seq, step.reader(reader), patch, lang)
        if key not in self._answers:
            change = TableChange(step.before, step.after, step.names) if patch else None
            self._answers[key] = entry_answer(self.loaded, step.entry, key[1], change, lang=lang)
        return self._answers[key]

    @property
    def _position(self) -> tuple[int, int]:
        return self.version, self.resets

    async def _follow(self) -> None:
        """Read new entries and wake the readers."""
        channel = keys.game_channel(self.loaded.table.game)
        try:
            with self._notifications.listening(channel) as listener:
                await self._notifications.subscribe(channel)
                while not self._notifications.ended:
                    changed = await listener.wait(self._keep_alive)
                    with tracing.span("stream", listener.trace) if listener.trace else nullcontext():
                        with suppress(RedisUnavailable):
                            await self.fetch(None if changed is None else max(changed.values()))
                        if changed is None or self._position != self._woken_at:
                            self._wake_readers()
        finally:
            self._wake_readers()

    def _wake_readers(self) -> None:
        """Wake all waiting readers at once."""
        self._woken_at = self._position
        woken, self._waking = self._waking, asyncio.Event()
        woken.set()

    async def _take(self, entry: Entry[Any, Any]) -> None:
        before = self.loaded.table
        after = follow(self.loaded.rules, before, entry)
        # A patch has names only where seats change.
        if self._names is None or (before.places, before.seats) != (after.places, after.seats):
            self._names = await self._find_names(people_at(before, after))
        self.loaded = LoadedGame(self.loaded.rules, after, self.loaded.seed)
        self._steps[entry.seq] = _FollowedEntry(entry, before, after, self._names)
        if self._steps.pop(entry.seq - _KEPT, None):
            self._answers = {key: answer for key, answer in self._answers.items() if key[0] in self._steps}
            self._encoded = {key: chunk for key, chunk in self._encoded.items() if key[0] in self._steps}
