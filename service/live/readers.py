"""Live readers: of a game, by the room in which it is followed, and of all games of a player."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from domain.kernel.errors import CorruptLog
from domain.kernel.table import OVER
from schema.answers import DroppedPlan, EntryAnswer, OwnGameAnswer, PlanNews, VersionAnswer
from schema.ports import Notice, OwnNews
from service.accounts.leases import Leases
from service.auth import Caller
from service.errors import NotFound
from service.history import History, Sight
from service.http.event_stream import KEEP_ALIVE, EventStream, event
from service.live.hints import Hints
from service.live.notices import is_due, notices, players_of
from service.live.rooms import Room
from service.operations.metrics import Metrics
from service.plans import dropped_of
from service.plans import told as told_plan
from service.projections.index import Index
from service.store import Store, Unavailable, keys
from service.tables import Held, Tables

_RESET: Final = "reset"
_END: Final = "end"


@dataclass(frozen=True, slots=True)
class _Kept:
    """An entry that the room has."""

    room: Room
    seq: int
    sight: Sight
    patch: bool
    lang: str | None

    def event(self) -> bytes:
        """As an event."""
        return self.room.encoded(self.seq, self.sight, patch=self.patch, lang=self.lang)

    def told(self) -> EntryAnswer:
        """As a struct."""
        return self.room.told(self.seq, self.sight, patch=self.patch, lang=self.lang)


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry that was read from the log for this reader."""

    entry: EntryAnswer

    @property
    def seq(self) -> int:
        """Its version."""
        return self.entry.seq

    def event(self) -> bytes:
        """As an event."""
        return event(self.entry, cursor=self.seq)

    def told(self) -> EntryAnswer:
        """As a struct."""
        return self.entry


@dataclass(frozen=True, slots=True)
class _Mark:
    """Where the stream is when it starts over or ends."""

    name: str
    version: int

    def event(self) -> bytes:
        """As an event; only a start is something to resume from."""
        return event(
            VersionAnswer(self.version),
            name=self.name,
            cursor=self.version if self.name == _RESET else None,
        )


class Live:
    """Streams of games and of players."""

    def __init__(
        self, store: Store, tables: Tables, index: Index, metrics: Metrics, *, keep_alive: float
    ) -> None:
        self._store = store
        self._tables = tables
        self._history = History(tables)
        self._index = index
        self._keep_alive = keep_alive
        self._hints = Hints(store.link)
        self.leases = Leases(store.link, self._hints, keep_alive)
        self._rooms: dict[str, Room] = {}
        self._dropped = metrics.counter("streams_dropped", "Streams whose reader was too slow.")
        self._players = 0
        metrics.gauge("streams", "Streams that are being read.", self._reading)

    async def game(
        self, game: str, player: str | None, *, after: int, patch: bool, lang: str | None = None
    ) -> AsyncGenerator[bytes]:
        """A game's entries after a version and all that follow; an unknown game is told at once."""
        held = await self._tables.shown(game, player)
        return _events(self._follow_game(held, player, after, patch=patch, lang=lang))

    async def entries(
        self, game: str, player: str | None, *, after: int, lang: str | None = None
    ) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
        """The same as structs; a version alone sets the reader back to it."""
        held = await self._tables.shown(game, player)
        return _structs(self._follow_game(held, player, after, patch=False, lang=lang))

    async def player(self, player: str, lang: str) -> AsyncGenerator[bytes]:
        """Where a player's games stand, then what is news in them, as events."""
        return _own_events(self._follow_player(player, lang, await self._unfinished(player)))

    async def news(self, player: str, lang: str) -> AsyncGenerator[OwnNews]:
        """In which games it is a player's turn, then what is news in any, as structs."""
        return _own_news(self._follow_player(player, lang, await self._unfinished(player)))

    def answer(self, events: AsyncGenerator[bytes], caller: Caller) -> EventStream:
        """The events as an answer, for as long as the caller's token is good.

        A reader has until the keep-alive after the next to take an event.
        """
        return EventStream(
            events,
            patience=2 * self._keep_alive,
            dropped=self._dropped.inc,
            held=partial(self.leases.held, caller.lease),
        )

    def end(self) -> None:
        """Ends all streams; their readers come back, perhaps to another process."""
        self._hints.end()

    async def close(self) -> None:
        """Ends all streams and the subscription."""
        await self.leases.close()
        await self._hints.close()

    async def _follow_game(
        self, held: Held, player: str | None, after: int, *, patch: bool, lang: str | None
    ) -> AsyncGenerator[_Kept | _Read | _Mark | None]:
        """Entries and marks; None when all is quiet."""
        with self._entered(held) as room:
            await room.fetch(held.table.version)
            resets = room.resets
            while not self._hints.ended:
                if after > room.version or resets != room.resets:
                    after, resets = room.version, room.resets
                    yield _Mark(_RESET, after)
                sight = room.held.table.seats_of(player)
                if after < room.version and not room.knows(after + 1):
                    async for told in self._read(room.held, sight, after, patch=patch, lang=lang):
                        after = told.seq
                        yield told
                # While a reader takes its time, the room may go on, forget what was, or start over.
                while room.knows(after + 1) and resets == room.resets:
                    after += 1
                    yield _Kept(room, after, sight, patch, lang)
                if room.is_over and after == room.version:
                    yield _Mark(_END, after)
                    return
                if after == room.version and not await room.news():
                    yield None

    async def _read(
        self, held: Held, sight: Sight, after: int, *, patch: bool, lang: str | None
    ) -> AsyncIterator[_Read]:
        """The entries after a version that the room no longer has, or never had: from the log."""
        async for told in self._history.pages(held, sight, after, patch=patch, lang=lang):
            for entry in told:
                yield _Read(entry)

    @contextmanager
    def _entered(self, held: Held) -> Iterator[Room]:
        game = held.table.game
        room = self._rooms.get(game)
        if room is None:
            room = self._rooms[game] = Room(self._store, self._tables, self._hints, held, self._keep_alive)
        room.readers += 1
        try:
            yield room
        finally:
            room.readers -= 1
            if not room.readers:
                del self._rooms[game]
                room.close()

    def _reading(self) -> int:
        return self._players + sum(room.readers for room in self._rooms.values())

    async def _follow_player(
        self, player: str, lang: str, known: dict[str, Held]
    ) -> AsyncGenerator[list[OwnGameAnswer] | OwnNews | None]:
        """Where the games stand, then news; None when all is quiet."""
        channel = keys.player_channel(player)
        with self._counted(), self._hints.listening(channel) as bell:
            await self._hints.subscribe(channel)
            dropped = await self._store.plans.dropped(list(known), player)
            yield [_own(held, player) for held in known.values()]
            while not self._hints.ended:
                told = False
                heard = await bell.wait(self._keep_alive)
                looked = list(known if heard is None else heard)
                async for news in self._news_of(player, known, heard):
                    told = True
                    yield news
                async for news in self._dropped_plans(player, lang, looked, dropped):
                    told = True
                    yield news
                if not told:
                    yield None

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self._players += 1
        try:
            yield
        finally:
            self._players -= 1

    async def _news_of(
        self, player: str, known: dict[str, Held], heard: dict[str, int] | None
    ) -> AsyncIterator[OwnNews]:
        """What is new in the games that were named, or in any, and from now on is known."""
        with suppress(Unavailable):
            games = list(heard) if heard is not None else await self._changed(player, known)
            for game in games:
                held = await self._readable(game)
                if held is None or player not in players_of(held.table):
                    known.pop(game, None)
                    continue  # left the lobby, declined, or was removed
                before = known[game].table if game in known else None
                known[game] = held
                for notice in notices(held.rules, before, held.table, player):
                    yield _news_struct(notice, _own(held, player))
                if held.table.status in OVER:
                    del known[game]

    async def _dropped_plans(
        self, player: str, lang: str, games: list[str], known: dict[str, bytes]
    ) -> AsyncIterator[OwnNews]:
        """The plans in these games that were dropped, and from now on are known to be."""
        with suppress(Unavailable):
            for game, kept in (await self._store.plans.dropped(games, player)).items():
                if known.get(game) != kept:
                    held = await self._tables.newest(game)
                    known[game] = kept
                    told = told_plan(held.codec, dropped_of(kept), lang)
                    yield _news_struct(Notice.PLAN_DROPPED, _own(held, player), told)

    async def _changed(self, player: str, known: dict[str, Held]) -> list[str]:
        """The unfinished games of a player that have gone on, or are not known yet."""
        games = list({**known, **dict.fromkeys(await self._index.unfinished(player))})
        seqs = await self._store.link.pipeline([("HGET", keys.head(game), "seq") for game in games])
        return [
            game
            for game, seq in zip(games, seqs)
            if seq is not None and (game not in known or int(seq) != known[game].table.version)
        ]

    async def _unfinished(self, player: str) -> dict[str, Held]:
        found = {game: await self._readable(game) for game in await self._index.unfinished(player)}
        return {game: held for game, held in found.items() if held is not None}

    async def _readable(self, game: str) -> Held | None:
        """A game as it stands; one that is broken or lost spoils no stream of the others."""
        try:
            return await self._tables.newest(game)
        except (CorruptLog, NotFound):
            return None


async def _events(items: AsyncGenerator[_Kept | _Read | _Mark | None]) -> AsyncGenerator[bytes]:
    async with aclosing(items):
        async for item in items:
            yield KEEP_ALIVE if item is None else item.event()


async def _structs(
    items: AsyncGenerator[_Kept | _Read | _Mark | None],
) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
    async with aclosing(items):
        async for item in items:
            if isinstance(item, _Kept | _Read):
                yield item.told()
            elif item is not None and item.name == _RESET:
                yield VersionAnswer(item.version)


async def _own_events(
    items: AsyncGenerator[list[OwnGameAnswer] | OwnNews | None],
) -> AsyncGenerator[bytes]:
    async with aclosing(items):
        async for item in items:
            if item is None:
                yield KEEP_ALIVE
            elif isinstance(item, list):
                yield event(item, name="games")
            else:
                own = (item.game, item.version, item.status, item.due)
                news = OwnGameAnswer(*own) if item.dropped is None else PlanNews(*own, item.dropped)
                yield event(news, name=item.notice)


async def _own_news(
    items: AsyncGenerator[list[OwnGameAnswer] | OwnNews | None],
) -> AsyncGenerator[OwnNews]:
    async with aclosing(items):
        async for item in items:
            if isinstance(item, list):
                for own in item:
                    if own.due:
                        yield _news_struct(Notice.TURN_DUE, own)
            elif item is not None:
                yield item


def _news_struct(notice: Notice, own: OwnGameAnswer, dropped: DroppedPlan | None = None) -> OwnNews:
    return OwnNews(notice=notice, dropped=dropped, **msgspec.structs.asdict(own))


def _own(held: Held, player: str) -> OwnGameAnswer:
    table = held.table
    return OwnGameAnswer(table.game, table.version, table.status, is_due(held.rules, table, player))
