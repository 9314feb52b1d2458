"""The one way a game changes: load, decide, append; again after a conflict; once for each idempotency key."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version as package_version

import msgspec
from msgspec import UNSET

from domain.kernel.actors import seat_number
from domain.kernel.codec import codec
from domain.kernel.entry import Entry, Meta
from domain.kernel.errors import Rejected
from domain.kernel.fold import is_aside
from domain.kernel.game import Input, Step, step
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, AnyTable, Status
from domain.kernel.work import WorkKind, work
from service.engine.game_cache import GameCache
from service.engine.idempotency import IdempotencyKey
from service.engine.loaded_game import LoadedGame, listed
from service.engine.notices import concerned
from service.errors import IdempotencyKeyReused, NotPossible, ServiceError, Unavailable
from service.store import (
    GENESIS,
    Append,
    Appended,
    OutboxItem,
    PlanStep,
    SeenCommand,
    Snapshot,
    Store,
    StoredEntry,
    snapshots,
)
from service.store.outbox import HEAD_START, INDEX, PLAN, WEBHOOK

ENGINE = f"emberlog/{package_version('emberlog')}"


_TRIES = 64


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A move that is played from a plan: the plan's id, and what becomes of it."""

    id: str
    step: PlanStep


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRequest:
    """What somebody asks of a game; whose seat it is may depend on the table it is decided on."""

    actor: str | Callable[[LoadedGame], str]
    command: Command
    check: Callable[[LoadedGame], None] | None = None
    idempotency_key: IdempotencyKey | None = None
    request: str | None = None
    job: str | None = None
    bot: str | None = None
    planned: PlannedMove | None = None


@dataclass(frozen=True, slots=True)
class CommandResult:
    """An entry that stands in the log, and the game after it (or later, on a retry)."""

    loaded: LoadedGame
    entry: Entry[object, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkOrigin:
    """What a fork goes on from: the table there, all entries up to it, and those snapshots that are kept."""

    table: AnyTable
    rows: Sequence[StoredEntry]
    kept: Sequence[Snapshot]


AfterAppendHook = Callable[[str, LoadedGame, tuple[OutboxItem, ...]], Awaitable[None]]


def now() -> str:
    """The present moment as entries have it: RFC 3339, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Commands:
    """Decides on the cached table and appends; nothing is acknowledged before that."""

    def __init__(
        self,
        store: Store,
        game_cache: GameCache,
        after_append: AfterAppendHook,
        archive_after: timedelta | None = None,
    ) -> None:
        self._store = store
        self._game_cache = game_cache
        self._after_append = after_append
        self._archive_after = archive_after

    async def create(
        self,
        rules: Ruleset,
        game: str,
        request: CommandRequest,
        seed: bytes,
        origin: ForkOrigin | None = None,
    ) -> CommandResult:
        """The first entry of a game, or after its origin; on a retry the one that was written first."""
        assert isinstance(request.actor, str)
        made = step(rules, None if origin is None else origin.table, _input(request, request.actor), seed)
        items = self._items(rules, None, made)
        append = _append(rules, None, made, request, items, seed=seed, origin=origin)
        result = await self._store.append(append)
        if isinstance(result, Appended):
            return await self._accepted(game, LoadedGame(rules, made.table, seed), made, items)
        seq = result.seq if isinstance(result, SeenCommand) else made.entry.seq
        digest = request.idempotency_key.request_digest if request.idempotency_key else ""
        return await self._first_answer(game, SeenCommand(seq, digest), request.idempotency_key)

    def rehearse(
        self, rules: Ruleset, request: CommandRequest, seed: bytes, origin: ForkOrigin | None = None
    ) -> None:
        """Raises what `create` would, before anything is remembered of it."""
        assert isinstance(request.actor, str)
        step(rules, None if origin is None else origin.table, _input(request, request.actor), seed)

    async def created(self, game: str, idempotency_key: IdempotencyKey | None) -> CommandResult | None:
        """What `create` has made by the same key, if it has, and was not kept from it since."""
        if idempotency_key is None or await self._store.log.head(game) is None:
            return None
        seen = await self._store.log.seen(game, idempotency_key.command_id)
        return None if seen is None else await self._first_answer(game, seen, idempotency_key)

    async def run(self, game: str, request: CommandRequest) -> CommandResult:
        """Decide and append; a refusal counts only on the present head and for a key that is not known."""
        loaded = await self._game_cache.recent(game)
        for _ in range(_TRIES):
            try:
                made = _decided(loaded, request)
            except (Rejected, ServiceError):
                newest, seen = await self._game_cache.refreshed(
                    game, loaded, request.idempotency_key.command_id if request.idempotency_key else ""
                )
                if seen is not None:
                    return await self._first_answer(game, seen, request.idempotency_key)
                if newest.table.hash == loaded.table.hash:
                    raise
                loaded = newest
                continue
            items = self._items(loaded.rules, loaded.table, made)
            result = await self._store.append(_append(loaded.rules, loaded.table, made, request, items))
            if isinstance(result, Appended):
                items = (*items, *_if(result.followed, WEBHOOK, made), *_if(result.planned, PLAN, made))
                return await self._accepted(
                    game, LoadedGame(loaded.rules, made.table, loaded.seed), made, items
                )
            if isinstance(result, SeenCommand):
                return await self._first_answer(game, result, request.idempotency_key)
            loaded, _seen = await self._game_cache.refreshed(game, loaded)
        raise Unavailable("too_much_contention")

    async def _accepted(
        self, game: str, loaded: LoadedGame, made: Step, items: tuple[OutboxItem, ...]
    ) -> CommandResult:
        self._game_cache.keep(game, loaded)
        await self._after_append(game, loaded, items)
        return CommandResult(loaded, made.entry)

    def _items(self, rules: Ruleset, before: AnyTable | None, made: Step) -> tuple[OutboxItem, ...]:
        """The outbox items this entry makes due: work for the queues, and the index when it is touched."""
        table, soon = made.table, _soon()
        due = [(piece.kind.value, piece.due or soon) for piece in work(rules, table)]
        if before is None or listed(before) != listed(table):
            due.append((INDEX, soon))
        if table.status in OVER and self._archive_after is not None:
            due.append((WorkKind.ARCHIVE.value, datetime.fromisoformat(made.entry.at) + self._archive_after))
        payload = msgspec.json.encode({"version": table.version})
        return tuple(OutboxItem(kind, int(when.timestamp() * 1000), payload) for kind, when in due)

    async def _first_answer(
        self, game: str, seen: SeenCommand, idempotency_key: IdempotencyKey | None
    ) -> CommandResult:
        """What was answered when the key was first used, made anew from the entry."""
        if idempotency_key is None:
            raise NotPossible("already_made")
        if seen.digest != idempotency_key.request_digest:
            raise IdempotencyKeyReused
        loaded = await self._game_cache.newest(game)
        (line,) = await self._game_cache.lines(game, seen.seq, seen.seq)
        return CommandResult(loaded, loaded.codec.entry(line))


def _decided(loaded: LoadedGame, request: CommandRequest) -> Step:
    if request.check is not None:
        request.check(loaded)
    actor = request.actor if isinstance(request.actor, str) else request.actor(loaded)
    return step(loaded.rules, loaded.table, _input(request, actor), loaded.seed)


def _input(request: CommandRequest, actor: str) -> Input:
    return Input(
        at=now(),
        actor=actor,
        command=request.command,
        meta=Meta(
            engine=ENGINE,
            request=request.request,
            job=request.job,
            bot=request.bot,
            plan=request.planned.id if request.planned else UNSET,
        ),
        command_id=request.idempotency_key.command_id if request.idempotency_key else None,
    )


def _append(
    rules: Ruleset,
    before: AnyTable | None,
    made: Step,
    request: CommandRequest,
    items: tuple[OutboxItem, ...],
    *,
    seed: bytes = b"",
    origin: ForkOrigin | None = None,
) -> Append:
    table = made.table
    due = snapshots.due(table.version) or table.status is Status.FINISHED or origin is not None
    return Append(
        game=table.game,
        after_seq=0 if before is None else before.version,
        after_hash=GENESIS if before is None else before.hash,
        entry=made.line,
        hash=table.hash,
        status=table.status.value,
        snapshot=codec(rules).snapshot(table) if due else b"",
        command_id=request.idempotency_key.command_id if request.idempotency_key else "",
        digest=request.idempotency_key.request_digest if request.idempotency_key else "",
        seed=seed,
        put=items,
        followed=_task_item(WEBHOOK, made),
        planned=_task_item(PLAN, made),
        step=_plan_step(rules, before, made, request),
        drop=_outdated(rules, before, table),
        due_players=concerned(rules, before, table),
        borrowed=() if origin is None else origin.rows,
        kept=() if origin is None else origin.kept,
    )


def _soon() -> datetime:
    """When what is due at once is overdue: by the clock, not by `at`, which is ahead when the clock was."""
    return datetime.fromisoformat(now()) + HEAD_START


def _task_item(kind: str, made: Step) -> OutboxItem:
    """Work for those who follow the game from outside, or have a plan in it, if there are any."""
    payload = msgspec.json.encode({"version": made.table.version})
    return OutboxItem(kind, int(_soon().timestamp() * 1000), payload)


def _if(wanted: bool, kind: str, made: Step) -> tuple[OutboxItem, ...]:
    return (_task_item(kind, made),) if wanted else ()


def _plan_step(
    rules: Ruleset, before: AnyTable | None, made: Step, request: CommandRequest
) -> PlanStep | None:
    """A player's own move ends their plan, unless it is part of it; that of a bot for them does not."""
    if request.planned is not None:
        return request.planned.step
    seat = seat_number(made.entry.actor)
    if before is None or seat is None or request.bot is not None or is_aside(rules, request.command):
        return None
    player = before.seats[seat].player
    return None if player is None else PlanStep(player)


def _outdated(rules: Ruleset, before: AnyTable | None, table: AnyTable) -> tuple[str, ...]:
    """Items of the state before that are no longer due."""
    if before is None:
        return ()
    still = {piece.kind for piece in work(rules, table)}
    return tuple(piece.kind.value for piece in work(rules, before) if piece.kind not in still)
