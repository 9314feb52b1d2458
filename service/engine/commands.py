"""Changes games: load, decide, append; retry after a conflict; run once for each idempotency key."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from importlib.metadata import version as package_version

from msgspec import UNSET

from domain.kernel.actors import seat_number
from domain.kernel.entry import Entry, Meta
from domain.kernel.errors import Rejected
from domain.kernel.fold import is_aside
from domain.kernel.game import Input, Step, step
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, AnyTable, Status
from domain.kernel.work import WorkKind
from service import runtime, tracing
from service.engine import turns
from service.engine.game_cache import GameCache
from service.engine.idempotency import IdempotencyKey
from service.engine.loaded_game import LoadedGame, listed_fields
from service.engine.notices import concerned
from service.errors import IdempotencyKeyReused, NotPossible, ServiceError, Unavailable
from service.store import (
    GENESIS,
    Append,
    Appended,
    Conflict,
    OutboxItem,
    PlanStep,
    SeenCommand,
    Snapshot,
    Store,
    StoredEntry,
    snapshots,
)
from service.store.append import seen_field
from service.store.outbox import INDEX, PLAN, WEBHOOK, OutboxTask, sweeper_due_ms

ENGINE = f"emberlog/{package_version('emberlog')}"


_TRIES = 64


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A move played from a plan: the plan's id, and the plan's state afterwards."""

    id: str
    step: PlanStep


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRequest:
    """A command from a caller; its seat may depend on the table on which it is decided."""

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
    """An entry of the log, and the game after it (on a retry, maybe a later version).

    `before` is the table before the entry, if it is at hand.
    """

    loaded: LoadedGame
    entry: Entry[object, object]
    before: AnyTable | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkOrigin:
    """The origin of a fork: the table there, all entries up to it, and their kept snapshots."""

    table: AnyTable
    rows: Sequence[StoredEntry]
    kept: Sequence[Snapshot]


AfterAppendHook = Callable[[str, LoadedGame, tuple[OutboxItem, ...]], Awaitable[None]]


def now() -> str:
    """The current time in the format of entries: RFC 3339, UTC, milliseconds."""
    return runtime.now_moment()


class Commands:
    """Decides commands on the cached table and appends them; nothing is acknowledged before that."""

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
        """Write the first entry of a game, or of a fork; a retry returns the entry written first."""
        assert isinstance(request.actor, str)
        made = step(rules, None if origin is None else origin.table, _input(request, request.actor), seed)
        after = LoadedGame(rules, made.table, seed)
        with tracing.span("append", game=game, seq=made.entry.seq):
            new = self._append(None, after, made, request, origin)
            result = await self._store.append(new)
        if isinstance(result, Appended):
            return await self._accepted(new, result, after, made)
        if isinstance(result, Conflict):  # another request was first: two players want the same rematch
            await self.confirmed(game)
        seq = result.seq if isinstance(result, SeenCommand) else made.entry.seq
        digest = request.idempotency_key.request_digest if request.idempotency_key else ""
        return await self._first_answer(game, SeenCommand(seq, digest), request.idempotency_key)

    def rehearse(
        self, rules: Ruleset, request: CommandRequest, seed: bytes, origin: ForkOrigin | None = None
    ) -> None:
        """Raise the errors that `create` would raise, before anything is stored."""
        assert isinstance(request.actor, str)
        step(rules, None if origin is None else origin.table, _input(request, request.actor), seed)

    async def created(self, game: str, idempotency_key: IdempotencyKey | None) -> CommandResult | None:
        """The answer to a repeated `create`, or None if nothing was created under this key."""
        if idempotency_key is None:
            return None
        head, seen = await self._store.confirm(game, idempotency_key.command_id)
        if head is None or seen is None:
            return None
        return await self._first_answer(game, seen, idempotency_key)

    async def confirmed(self, game: str) -> LoadedGame:
        """The current game, once enough replicas have all of it; raises TooFewReplicas."""
        for _ in range(_TRIES):
            loaded = await self._game_cache.newest(game)
            head, _seen = await self._store.confirm(game)
            if head is not None and head.hash == loaded.table.hash:
                return loaded
        raise Unavailable("too_much_contention")

    async def run(self, game: str, request: CommandRequest) -> CommandResult:
        """Decide and append. A refusal is final only at the current head and for an unknown key."""
        command_id = request.idempotency_key.command_id if request.idempotency_key else ""
        loaded = await self._game_cache.recent(game)
        for _ in range(_TRIES):
            try:
                made = _decided(loaded, request)
            except (Rejected, ServiceError):
                newest, seen = await self._game_cache.refreshed(game, loaded, command_id)
                if seen is not None:
                    _head, seen = await self._store.confirm(game, command_id)
                if seen is not None:
                    return await self._first_answer(game, seen, request.idempotency_key)
                if newest.table.hash == loaded.table.hash:
                    raise
                loaded = newest
                continue
            after = LoadedGame(loaded.rules, made.table, loaded.seed)
            with tracing.span("append", game=game, seq=made.entry.seq):
                new = self._append(loaded, after, made, request)
                result = await self._store.append(new)
            if isinstance(result, Appended):
                return replace(await self._accepted(new, result, after, made), before=loaded.table)
            if isinstance(result, SeenCommand):
                return await self._first_answer(game, result, request.idempotency_key)
            loaded, _seen = await self._game_cache.refreshed(game, loaded)
        raise Unavailable("too_much_contention")

    async def _accepted(self, new: Append, result: Appended, after: LoadedGame, made: Step) -> CommandResult:
        self._game_cache.keep(new.game, after)
        due = (*new.put, new.followed if result.followed else None, new.planned if result.planned else None)
        await self._after_append(new.game, after, tuple(item for item in due if item is not None))
        return CommandResult(after, made.entry)

    def _append(
        self,
        before: LoadedGame | None,
        after: LoadedGame,
        made: Step,
        request: CommandRequest,
        origin: ForkOrigin | None = None,
    ) -> Append:
        table, key = after.table, request.idempotency_key
        was = None if before is None else before.table
        trace = tracing.current()
        payload, soon = OutboxTask(table.version, trace=trace).payload(), sweeper_due_ms()
        snapshot_due = snapshots.due(table.version) or table.status is Status.FINISHED or origin is not None
        return Append(
            game=table.game,
            after_seq=0 if was is None else was.version,
            after_hash=GENESIS if was is None else was.hash,
            entry=made.line,
            hash=table.hash,
            status=table.status.value,
            turn=turns.written(turns.turn_of(after.rules, table)),
            snapshot=after.codec.snapshot(table) if snapshot_due else b"",
            command_id="" if key is None else key.command_id,
            digest="" if key is None else key.request_digest,
            seed=after.seed if was is None else b"",
            put=tuple(OutboxItem(kind, due, payload) for kind, due in self._due(was, after, soon)),
            followed=OutboxItem(WEBHOOK, soon, payload),
            planned=OutboxItem(PLAN, soon, payload),
            step=_plan_step(after.rules, was, made, request),
            drop=() if before is None else _outdated(before, after),
            due_players=concerned(after.rules, was, table),
            trace=trace,
            borrowed=() if origin is None else origin.rows,
            kept=() if origin is None else origin.kept,
        )

    def _due(self, was: AnyTable | None, after: LoadedGame, soon: int) -> Iterator[tuple[str, int]]:
        """The work that this entry makes due, by kind: jobs, the lists if it changes them, the archive."""
        table = after.table
        for piece in after.work:
            yield piece.kind.value, soon if piece.due is None else _ms(piece.due)
        if was is None or listed_fields(was) != listed_fields(table):
            yield INDEX, soon
        if table.status in OVER and self._archive_after is not None:
            yield WorkKind.ARCHIVE.value, _ms(datetime.fromisoformat(table.at) + self._archive_after)

    async def _first_answer(
        self, game: str, seen: SeenCommand, idempotency_key: IdempotencyKey | None
    ) -> CommandResult:
        """Reconstruct the first answer to this key from the stored entry."""
        if idempotency_key is None:
            raise NotPossible("already_made")
        if not seen.is_of(idempotency_key.request_digest):
            raise IdempotencyKeyReused
        loaded = await self._game_cache.newest(game)
        lines = await self._game_cache.lines(game, seen.seq, seen.seq)
        if not lines:  # a failover has just lost the entry
            raise Unavailable
        return CommandResult(loaded, loaded.codec.entry(lines[0]))


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
        command_id=seen_field(request.idempotency_key.command_id) if request.idempotency_key else None,
    )


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _plan_step(
    rules: Ruleset, before: AnyTable | None, made: Step, request: CommandRequest
) -> PlanStep | None:
    """A player's own move ends their plan unless it comes from the plan; a stand-in's move does not."""
    if request.planned is not None:
        return request.planned.step
    seat = seat_number(made.entry.actor)
    if before is None or seat is None or request.bot is not None or is_aside(rules, request.command):
        return None
    player = before.seats[seat].player
    return None if player is None else PlanStep(player)


def _outdated(before: LoadedGame, after: LoadedGame) -> tuple[str, ...]:
    """The outbox items of the earlier state that are no longer due."""
    still = {piece.kind for piece in after.work}
    return tuple(piece.kind.value for piece in before.work if piece.kind not in still)
