"""A game that is being followed: one task reads new entries for all of its readers.

It fetches by version: on a hint, when hints may have been lost, and whenever it is time for a keep-alive. An
entry is encoded once for all readers who may see the same.
"""

import asyncio
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from domain.kernel.entry import Entry
from domain.kernel.fold import follow
from domain.kernel.table import OVER, AnyTable
from schema.answers import EntryAnswer
from service.engine.game_answers import VisibleSeats, entry_answer
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.live.change_notifications import ChangeNotifications
from service.live.server_sent_events import event
from service.store import Diverged, RedisUnavailable, Store, keys

_KEPT: Final = 64
"""How many entries are kept for all readers; a reader further behind reads the log."""


_Key: TypeAlias = tuple[int, VisibleSeats, bool, str | None]
"""An entry by its seq, for readers who may see the same, with a patch or not, in a language or in none."""


@dataclass(frozen=True, slots=True)
class _FollowedEntry:
    """An entry with the tables before and after it."""

    entry: Entry[Any, Any]
    before: AnyTable
    after: AnyTable


class FollowedGame:
    """What the readers of one game share, for as long as there is one."""

    def __init__(
        self,
        store: Store,
        game_cache: GameCache,
        notifications: ChangeNotifications,
        loaded: LoadedGame,
        keep_alive: float,
    ) -> None:
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
        # In a context of its own, for it outlives the request of the reader who came first.
        self._task = asyncio.create_task(self._follow(), context=Context())

    @property
    def version(self) -> int:
        """The last entry it knows of."""
        return self.loaded.table.version

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow."""
        return self.loaded.table.status in OVER

    async def news(self) -> bool:
        """Waits until something is new, or it is time for a sign of life; whether something is new."""
        position = self._position
        if not self._task.done():
            await self._waking.wait()
        if self._task.done() and not self._task.cancelled():
            self._task.result()  # what went wrong there is every reader's
        return self._position != position

    def close(self) -> None:
        """The last reader has left."""
        self._task.cancel()

    async def fetch(self, hinted: int | None = None) -> None:
        """The entries since, unless the one that was hinted at is here already."""
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
                self._take(self.loaded.codec.entry(line))

    def knows(self, seq: int) -> bool:
        """Whether the entry is kept here."""
        return seq in self._steps

    def encoded(self, seq: int, visible_seats: VisibleSeats, *, patch: bool, lang: str | None) -> bytes:
        """An entry as an event for all readers who may see the same, in the same language."""
        key = (seq, visible_seats, patch, lang)
        if key not in self._encoded:
            self._encoded[key] = event(self.answer(seq, visible_seats, patch=patch, lang=lang), cursor=seq)
        return self._encoded[key]

    def answer(self, seq: int, visible_seats: VisibleSeats, *, patch: bool, lang: str | None) -> EntryAnswer:
        """An entry as all readers who may see the same, in the same language."""
        key = (seq, visible_seats, patch, lang)
        if key not in self._answers:
            step = self._steps[seq]
            tables = (step.before, step.after) if patch else None
            self._answers[key] = entry_answer(self.loaded, step.entry, visible_seats, tables, lang=lang)
        return self._answers[key]

    @property
    def _position(self) -> tuple[int, int]:
        return self.version, self.resets

    async def _follow(self) -> None:
        """Fetches new entries and wakes the readers."""
        channel = keys.game_channel(self.loaded.table.game)
        try:
            with self._notifications.listening(channel) as listener:
                await self._notifications.subscribe(channel)
                while not self._notifications.ended:
                    changed = await listener.wait(self._keep_alive)
                    with suppress(RedisUnavailable):
                        await self.fetch(None if changed is None else max(changed.values()))
                    if changed is None or self._position != self._woken_at:
                        self._wake_readers()
        finally:
            self._wake_readers()

    def _wake_readers(self) -> None:
        """Wakes all who wait, in one go."""
        self._woken_at = self._position
        woken, self._waking = self._waking, asyncio.Event()
        woken.set()

    def _take(self, entry: Entry[Any, Any]) -> None:
        before = self.loaded.table
        after = follow(self.loaded.rules, before, entry)
        self.loaded = LoadedGame(self.loaded.rules, after, self.loaded.seed)
        self._steps[entry.seq] = _FollowedEntry(entry, before, after)
        if self._steps.pop(entry.seq - _KEPT, None):
            self._answers = {key: answer for key, answer in self._answers.items() if key[0] in self._steps}
            self._encoded = {key: chunk for key, chunk in self._encoded.items() if key[0] in self._steps}
