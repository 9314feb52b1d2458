"""Live streams: of one game, or of all games of a player."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from domain.kernel.errors import CorruptLog
from domain.kernel.table import OVER
from schema.answers import (
    DroppedPlan,
    EntryAnswer,
    OwnGameAnswer,
    OwnPlanAnswer,
    VersionAnswer,
    seat_answers,
)
from schema.ports import Notice, OwnNews
from service import runtime
from service.engine.game_answers import Reader, own_seats
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.engine.notices import is_due, notices, players_of
from service.engine.seat_names import FindNames, Names, people_at, with_names
from service.engine.stored_plans import dropped_plan_answer, read_dropped_plan
from service.engine.turns import turn_of
from service.errors import NotFound
from service.live.access_watch import AccessWatch
from service.live.change_notifications import ChangeNotifications
from service.live.followed_game import FollowedGame
from service.live.merged import merged
from service.live.server_sent_events import KEEP_ALIVE, event
from service.projections.index import Index
from service.store import RedisUnavailable, Store, keys

_RESET: Final = "reset"
_END: Final = "end"


@dataclass(frozen=True, slots=True)
class _SharedEntry:
    """An entry that all readers of the game share."""

    followed: FollowedGame
    seq: int
    reader: Reader
    patch: bool
    lang: str | None

    def event(self) -> bytes:
        """The entry as an event."""
        return self.followed.encoded(self.seq, self.reader, patch=self.patch, lang=self.lang)

    def answer(self) -> EntryAnswer:
        """The entry as a struct."""
        return self.followed.answer(self.seq, self.reader, patch=self.patch, lang=self.lang)


@dataclass(frozen=True, slots=True)
class _OwnEntry:
    """An entry read from the log for this reader only."""

    entry: EntryAnswer

    @property
    def seq(self) -> int:
        """The version of the entry."""
        return self.entry.seq

    def event(self) -> bytes:
        """The entry as an event."""
        return event(self.entry, cursor=self.seq)

    def answer(self) -> EntryAnswer:
        """The entry as a struct."""
        return self.entry


@dataclass(frozen=True, slots=True)
class _Mark:
    """The version at which the stream starts over or ends."""

    name: str
    version: int

    def event(self) -> bytes:
        """The mark as an event. A reader can resume only from a start."""
        return event(
            VersionAnswer(self.version),
            name=self.name,
            cursor=self.version if self.name == _RESET else None,
        )


class ReadEntries(Protocol):
    """Reads the entries of a game after a version from the log, a page at a time."""

    def __call__(
        self,
        loaded: LoadedGame,
        reader: Reader,
        after: int,
        *,
        patch: bool,
        lang: str | None = None,
    ) -> AsyncIterator[list[EntryAnswer]]:
        """Yield the pages."""


class LiveStreams:
    """Streams of games and of players."""

    def __init__(
        self,
        store: Store,
        game_cache: GameCache,
        index: Index,
        find_names: FindNames,
        read_entries: ReadEntries,
        *,
        keep_alive: float,
    ) -> None:
        self._store = store
        self._game_cache = game_cache
        self._find_names = find_names
        self._read_entries = read_entries
        self._index = index
        self._keep_alive = keep_alive
        self._notifications = ChangeNotifications(store.connection)
        self.access_watch = AccessWatch(store.connection, self._notifications, keep_alive)
        self._followed_games: dict[str, FollowedGame] = {}
        self._players = 0

    async def game(
        self, game: str, player: str | None, *, after: int, patch: bool, lang: str | None = None
    ) -> AsyncGenerator[bytes]:
        """The entries after a version, then new ones as they come. An unknown game raises at once."""
        loaded = await self._game_cache.shown(game, player)
        return _events(self._follow_game(loaded, player, after, patch=patch, lang=lang))

    async def entries(
        self, game: str, player: str | None, *, after: int, lang: str | None = None
    ) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
        """The same as structs. A version alone tells the reader to go back to it."""
        loaded = await self._game_cache.shown(game, player)
        return _structs(self._follow_game(loaded, player, after, patch=False, lang=lang))

    async def player(self, player: str, lang: str) -> AsyncGenerator[bytes]:
        """The state of a player's games, then news about them, as events."""
        return _own_events(self._follow_player(player, lang, await self._unfinished(player)))

    async def player_and_game(
        self, player: str, game: str, *, after: int, patch: bool, lang: str, text: bool
    ) -> AsyncGenerator[bytes]:
        """Both in one stream, for a page that shows one game. It goes on when that game is over."""
        entries = await self.game(game, player, after=after, patch=patch, lang=lang if text else None)
        return merged(await self.player(player, lang), _without_keep_alives(entries))

    async def news(self, player: str, lang: str) -> AsyncGenerator[OwnNews]:
        """The games in which it is the player's turn, then news about any game, as structs."""
        return _own_news(self._follow_player(player, lang, await self._unfinished(player)))

    def end(self) -> None:
        """End all streams. Their readers reconnect, perhaps to another process."""
        self._notifications.end()

    async def close(self) -> None:
        """End all streams and the subscription."""
        await self.access_watch.close()
        await self._notifications.close()

    async def _follow_game(
        self, loaded: LoadedGame, player: str | None, after: int, *, patch: bool, lang: str | None
    ) -> AsyncGenerator[_SharedEntry | _OwnEntry | _Mark | None]:
        """Yield entries and marks, or None when a keep-alive is due."""
        with self._following(loaded) as followed:
            await followed.fetch(loaded.table.version)
            resets = followed.resets
            while not self._notifications.ended:
                if after > followed.version or resets != followed.resets:
                    after, resets = followed.version, followed.resets
                    yield _Mark(_RESET, after)
                reader = Reader.of(followed.loaded.table, player)
                if after < followed.version and not followed.knows(after + 1):
                    async for told in self._read(followed.loaded, reader, after, patch=patch, lang=lang):
                        after = told.seq
                        yield told
                # While a reader is slow, the followed game may advance, drop old entries, or start over.
                while followed.knows(after + 1) and resets == followed.resets:
                    after += 1
                    yield _SharedEntry(followed, after, reader, patch, lang)
                if followed.is_over and after == followed.version:
                    yield _Mark(_END, after)
                    return
                if after == followed.version and not await followed.news():
                    yield None

    async def _read(
        self, loaded: LoadedGame, reader: Reader, after: int, *, patch: bool, lang: str | None
    ) -> AsyncIterator[_OwnEntry]:
        """Read the entries after a version from the log when they are no longer shared."""
        async for told in self._read_entries(loaded, reader, after, patch=patch, lang=lang):
            for entry in told:
                yield _OwnEntry(entry)

    @contextmanager
    def _following(self, loaded: LoadedGame) -> Iterator[FollowedGame]:
        game = loaded.table.game
        followed = self._followed_games.get(game)
        if followed is None:
            followed = self._followed_games[game] = FollowedGame(
                self._store,
                self._game_cache,
                self._notifications,
                loaded,
                self._find_names,
                keep_alive=self._keep_alive,
            )
        followed.readers += 1
        try:
            yield followed
        finally:
            followed.readers -= 1
            if not followed.readers:
                del self._followed_games[game]
                followed.close()

    def open_streams(self) -> int:
        """The number of open streams."""
        return self._players + sum(followed.readers for followed in self._followed_games.values())

    async def _follow_player(
        self, player: str, lang: str, known: dict[str, LoadedGame]
    ) -> AsyncGenerator[list[OwnGameAnswer] | OwnNews | None]:
        """Yield the state of the games, then news, or None when a keep-alive is due."""
        channel = keys.player_channel(player)
        with self._counted(), self._notifications.listening(channel) as listener:
            await self._notifications.subscribe(channel)
            dropped = await self._store.plans.dropped(list(known), player)
            names = await self._find_names(people_at(*(loaded.table for loaded in known.values())))
            yield [_own(loaded, player, names) for loaded in known.values()]
            while not self._notifications.ended:
                told = False
                changed = await listener.wait(self._keep_alive)
                looked = list(known if changed is None else changed)
                async for news in self._news_of(player, known, changed):
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
        self, player: str, known: dict[str, LoadedGame], changed: dict[str, int] | None
    ) -> AsyncIterator[OwnNews]:
        """The news in the changed games, or in any game. Records them as known."""
        with suppress(RedisUnavailable):
            games = list(changed) if changed is not None else await self._changed(player, known)
            for game in games:
                loaded = await self._readable(game)
                if loaded is None or player not in players_of(loaded.table):
                    known.pop(game, None)
                    continue  # left the lobby, declined, or was removed
                before = known[game].table if game in known else None
                known[game] = loaded
                news = tuple(notices(loaded.rules, before, loaded.table, player))
                names = await self._find_names(people_at(loaded.table)) if news else {}
                for notice in news:
                    yield _news_struct(notice, _own(loaded, player, names))
                if loaded.table.status in OVER:
                    del known[game]

    async def _dropped_plans(
        self, player: str, lang: str, games: list[str], known: dict[str, bytes]
    ) -> AsyncIterator[OwnNews]:
        """The dropped plans in these games that were not known yet. Records them as known."""
        with suppress(RedisUnavailable):
            for game, kept in (await self._store.plans.dropped(games, player)).items():
                if known.get(game) != kept:
                    loaded = await self._game_cache.newest(game)
                    known[game] = kept
                    told = dropped_plan_answer(loaded.codec, read_dropped_plan(kept), lang)
                    names = await self._find_names(people_at(loaded.table))
                    yield _news_struct(Notice.PLAN_DROPPED, _own(loaded, player, names), told)

    async def _changed(self, player: str, known: dict[str, LoadedGame]) -> list[str]:
        """The unfinished games of a player that have changed or are not known yet."""
        games = list({**known, **dict.fromkeys(await self._index.unfinished(player))})
        seqs = await self._store.connection.pipeline([("HGET", keys.head(game), "seq") for game in games])
        return [
            game
            for game, seq in zip(games, seqs)
            if seq is not None and (game not in known or int(seq) != known[game].table.version)
        ]

    async def _unfinished(self, player: str) -> dict[str, LoadedGame]:
        found = {game: await self._readable(game) for game in await self._index.unfinished(player)}
        return {game: loaded for game, loaded in found.items() if loaded is not None}

    async def _readable(self, game: str) -> LoadedGame | None:
        """The current state of a game. A broken or lost game does not end the stream of the others."""
        try:
            return await self._game_cache.newest(game)
        except (CorruptLog, NotFound):
            return None


async def _events(items: AsyncGenerator[_SharedEntry | _OwnEntry | _Mark | None]) -> AsyncGenerator[bytes]:
    async with aclosing(items):
        async for item in items:
            yield KEEP_ALIVE if item is None else item.event()


async def _without_keep_alives(events: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    async with aclosing(events):
        async for chunk in events:
            if chunk is not KEEP_ALIVE:
                yield chunk


async def _structs(
    items: AsyncGenerator[_SharedEntry | _OwnEntry | _Mark | None],
) -> AsyncGenerator[EntryAnswer | VersionAnswer]:
    async with aclosing(items):
        async for item in items:
            if isinstance(item, _SharedEntry | _OwnEntry):
                yield item.answer()
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
                yield event(_streamed(item), name=item.notice)


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


def _streamed(news: OwnNews) -> OwnGameAnswer:
    own = {name: getattr(news, name) for name in OwnGameAnswer.__struct_fields__}
    return OwnGameAnswer(**own) if news.dropped is None else OwnPlanAnswer(**own, dropped=news.dropped)


def _own(loaded: LoadedGame, player: str, names: Names) -> OwnGameAnswer:
    rules, table = loaded.rules, loaded.table
    turn = turn_of(rules, table)
    return OwnGameAnswer(
        table.game,
        table.version,
        table.status,
        is_due(rules, table, player),
        ruleset=rules.name,
        seats=with_names(seat_answers(rules, table), names),
        you=own_seats(table, player),
        turn_started_at=turn.started_at,
        deadline=turn.deadline,
        now=runtime.now_moment(),
    )
