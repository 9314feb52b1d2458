"""What administrators can do: ban players, cancel or quarantine games, list stuck work. All of it is logged.

The log line is written before the action, so that every action leaves a trace. If the action is then refused,
a second line says so.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

import msgspec

from domain.kernel.actors import ADMIN
from domain.kernel.clock import span
from domain.kernel.errors import Rejected
from domain.kernel.lobby import CancelGame
from domain.kernel.table import Status
from domain.kernel.work import WorkKind
from schema.admin import AdminAct, AdminAnswer, StuckWork
from service.accounts.admin_log import AdminLog, AdminRequest
from service.accounts.players import Players
from service.engine.commands import CommandRequest, Commands
from service.engine.game_cache import GameCache
from service.errors import NotFound, ServiceError
from service.jobs.outbox_retries import PARKED, OutboxRetries, overdue_since
from service.projections.index import GameFilter, Index, game_row
from service.runtime import now_ms
from service.store import DueItem, Quarantined, Store, StoreError, keys
from service.store.connection import Script
from service.store.outbox import Outbox, OutboxTask, read_task
from service.store.paging import Page, Paged, page
from service.usecases.games import GameCall, Games

_QUARANTINE: Final = Script("quarantine.lua")


_OVERDUE_MS: Final = 60_000


_MILLISECOND: Final = timedelta(milliseconds=1)


_MOST: Final = 10_000


_Because = Annotated[
    str, msgspec.Meta(min_length=1, max_length=500, description="Why, for the administrators' log.")
]


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why an action is taken; recorded in the administrators' log."""

    why: _Because


class Ban(Reason, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why a player is banned, and whether their games continue without them."""

    forfeit: Annotated[
        bool,
        msgspec.Meta(
            description="The player leaves every lobby and resigns every running game; a bot plays on."
        ),
    ] = True


class Admin:
    """The use cases of administrators."""

    def __init__(
        self,
        store: Store,
        game_cache: GameCache,
        *,
        commands: Commands,
        games: Games,
        players: Players,
        index: Index,
    ) -> None:
        self._store = store
        self._game_cache = game_cache
        self._commands = commands
        self._games = games
        self._players = players
        self._index = index
        self.log = AdminLog(store.connection)

    async def ban(self, admin_request: AdminRequest, player_id: str, *, forfeit: bool) -> AdminAnswer:
        """End a player's access at once and, by default, forfeit their games."""
        await self._players.player(player_id)

        async def ban() -> Sequence[str]:
            await self._players.ban(player_id)
            return await self._forfeit(player_id, admin_request) if forfeit else ()

        return await self._done(admin_request, AdminAct.BAN_PLAYER, player_id, ban)

    async def unban(self, admin_request: AdminRequest, player_id: str) -> AdminAnswer:
        """Lift a ban; forfeited games stay forfeited."""
        await self._players.player(player_id)

        async def unban() -> Sequence[str]:
            await self._players.unban(player_id)
            return ()

        return await self._done(admin_request, AdminAct.UNBAN_PLAYER, player_id, unban)

    async def cancel(self, admin_request: AdminRequest, game: str) -> AdminAnswer:
        """Cancel a game that is still in the lobby."""
        await self._game_cache.newest(game)

        async def cancel() -> Sequence[str]:
            await self._commands.run(
                game, CommandRequest(actor=ADMIN, command=CancelGame(), request=admin_request.request)
            )
            return (game,)

        return await self._done(admin_request, AdminAct.CANCEL_GAME, game, cancel)

    async def quarantine(self, admin_request: AdminRequest, game: str) -> AdminAnswer:
        """Quarantine a game: it can be read, but not changed, and does not appear in lists."""
        await self._known(game)

        async def quarantine() -> Sequence[str]:
            await self._set_aside(game, "1")
            await self._index.hide(game)
            return (game,)

        return await self._done(admin_request, AdminAct.QUARANTINE_GAME, game, quarantine)

    async def release(self, admin_request: AdminRequest, game: str) -> AdminAnswer:
        """Release a game from quarantine; the clock restarts."""
        loaded = await self._game_cache.newest(game)

        async def release() -> Sequence[str]:
            await _wake(self._store.outbox, game, span(loaded.table))
            await self._set_aside(game, "")
            await self._index.show(game_row(loaded.rules, loaded.table), loaded.table.hash)
            return (game,)

        return await self._done(admin_request, AdminAct.RELEASE_GAME, game, release)

    async def stuck(self, asked: Paged) -> Page[StuckWork]:
        """Stuck work by game."""
        outbox, latest = self._store.outbox, now_ms() - _OVERDUE_MS
        overdue = [due for due in await OutboxRetries(outbox).overdue(_MOST) if overdue_since(due) <= latest]
        found = overdue + await outbox.due(PARKED, _MOST, since_ms=PARKED)
        works = sorted((_stuck(due) for due in found), key=_cursor)
        after = [work for work in works if _cursor(work) > (asked.after or "")]
        return page(after, asked.first, _cursor)

    async def _known(self, game: str) -> None:
        """Check that the game exists. Only the head is read, because the log may be unreadable."""
        if await self._store.log.head(game) is None:
            raise NotFound(kind="game")

    async def _set_aside(self, game: str, flag: str) -> None:
        await self._store.connection.run(_QUARANTINE, [keys.head(game)], flag)

    async def _forfeit(self, player_id: str, admin_request: AdminRequest) -> list[str]:
        call = GameCall(player=player_id, request=admin_request.request or "")

        async def leave(game: str) -> None:
            await self._games.leave(game, call)
            table = (await self._game_cache.newest(game)).table
            if table.status is Status.LOBBY and table.host == player_id:  # only declined an invitation
                await self._games.leave(game, call)

        left = await self._each(player_id, Status.LOBBY, leave)
        return left + await self._each(player_id, Status.ACTIVE, lambda game: self._games.resign(game, call))

    async def _each(
        self, player_id: str, status: Status, give_up: Callable[[str], Awaitable[object]]
    ) -> list[str]:
        """Give up all games with a status, except those that have ended or been given up meanwhile."""
        left, after = [], None
        while True:
            wanted = GameFilter(player=player_id, status=status, hosted=True)
            rows = await self._index.list_games(wanted, first=100, after=after)
            for row in rows.items:
                with suppress(Rejected, ServiceError, Quarantined):
                    await give_up(row.id)
                    left.append(row.id)
            if rows.next is None:
                return left
            after = str(rows.next)

    async def _done(
        self,
        admin_request: AdminRequest,
        what: AdminAct,
        target: str,
        do: Callable[[], Awaitable[Sequence[str]]],
    ) -> AdminAnswer:
        """Perform an action and log it. A repeat with the same key only returns the first result."""
        known = (
            None
            if admin_request.idempotency_key is None
            else await self._players.recall(admin_request.who, admin_request.idempotency_key)
        )
        if known is not None:
            return msgspec.json.decode(known, type=AdminAnswer)
        entry = await self.log.write(admin_request, what, target)
        try:
            done = AdminAnswer(entry, tuple(await do()))
        except (Rejected, ServiceError, StoreError) as refused:
            code = getattr(refused, "code", "unavailable")
            await self.log.write(
                AdminRequest(admin_request.who, code, admin_request.request), AdminAct.REFUSED, entry.id
            )
            raise
        if admin_request.idempotency_key is not None:
            await self._players.remember(
                admin_request.who, admin_request.idempotency_key, msgspec.json.encode(done).decode()
            )
        return done


async def _wake(outbox: Outbox, game: str, clock: timedelta) -> None:
    """Make all work of a game due now and reset its failures. The clock restarts with its full time."""
    for kind in WorkKind:
        payload = await outbox.payload(game, kind)
        if payload is None:
            continue
        due = now_ms() + (round(clock / _MILLISECOND) if kind is WorkKind.CLOCK else 0)
        task = read_task(payload)
        afresh = OutboxTask(task.version, plan=task.plan).payload()
        await outbox.postpone(game, kind, payload, due, afresh)


def _stuck(due: DueItem) -> StuckWork:
    try:
        task = read_task(due.item.payload)
    except msgspec.MsgspecError:
        task = OutboxTask(0)
    parked = due.item.due_ms >= PARKED
    at = None if parked else datetime.fromtimestamp(overdue_since(due) / 1000, UTC)
    return StuckWork(due.game, due.item.id, task.version, task.attempt, task.failures, parked, at)


def _cursor(work: StuckWork) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", f"{work.game}-{work.kind}")[:128]
