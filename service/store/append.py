"""Append entries with one script in one round trip. Nothing else changes a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from service.store import keys, outbox, snapshots
from service.store.archived_logs import StoredEntry
from service.store.compression import compressed_entry, compressed_snapshot
from service.store.connection import Argument, RedisConnection, Script
from service.store.errors import PlanChanged, Quarantined, TooFewReplicas

GENESIS = "0" * 64
"""The hash before the first entry."""

_OF_ID = 32
_OF_DIGEST = 16
"""Characters of a command's id and of its request's digest that are stored: enough to tell them apart."""
_APPEND = Script("append.lua")


@dataclass(frozen=True, slots=True)
class PlanStep:
    """The effect of an entry on its player's plan: end it, or store the rest after playing its next move."""

    player: str
    plan: bytes = b""
    rest: bytes = b""


_NO_STEP = PlanStep("")


class _Item(Struct, frozen=True):
    """An outbox item as the script reads it."""

    member: str
    due: str
    payload: str


class _Header(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The arguments of `append.lua`, under the names that the script uses; numbers are sent as text.

    The MessagePack of Redis cannot read binary strings, so they follow the header; `bulk` lists their names.
    """

    game: str
    after_seq: str
    after_hash: str
    seq: str
    hash: str
    status: str
    turn: str = ""
    bulk: tuple[str, ...]
    channels: list[str]
    keep: bool = False
    command: str = ""
    digest: str = ""
    confirm: bool = False
    planner: str = ""
    trace: str = ""
    followed: _Item | None = None
    planned: _Item | None = None
    borrowed: list[str] = []
    kept: list[str] = []
    drop: list[str] = []
    put: list[_Item] = []


_HEADER = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """An entry to be written after `(after_seq, after_hash)`, together with all its effects.

    The script puts `followed` into the outbox only if the game has followers, and `planned` only if a player
    still has a plan; only the script can know this. A fork starts with the `borrowed` entries of another game
    and with those of its snapshots that are `kept`. Lists of games read the `turn`.
    """

    game: str
    after_seq: int
    after_hash: str
    entry: bytes
    hash: str
    status: str
    turn: str = ""
    snapshot: bytes = b""
    command_id: str = ""
    digest: str = ""
    seed: bytes = b""
    put: tuple[outbox.OutboxItem, ...] = ()
    drop: tuple[str, ...] = ()
    followed: outbox.OutboxItem | None = None
    planned: outbox.OutboxItem | None = None
    step: PlanStep | None = None
    due_players: tuple[str, ...] = ()
    trace: str = ""
    borrowed: Sequence[StoredEntry] = ()
    kept: Sequence[snapshots.Snapshot] = ()

    @property
    def seq(self) -> int:
        """The entry's own seq."""
        return self.after_seq + len(self.borrowed) + 1


@dataclass(frozen=True, slots=True)
class Appended:
    """The entry is stored. The flags tell whether the game has followers and plans, and thus outbox items."""

    seq: int
    followed: bool = False
    planned: bool = False


@dataclass(frozen=True, slots=True)
class SeenCommand:
    """The command was already stored as entry `seq`, by a request with this digest."""

    seq: int
    digest: str

    def is_of(self, digest: str) -> bool:
        """Whether a request with this digest was stored; of a digest, a quarter is compared."""
        return seen_digest(self.digest) == seen_digest(digest)

    @classmethod
    def read(cls, value: bytes) -> "SeenCommand":
        """Decode the value stored in Redis."""
        seq, digest = value.decode().split(":", 1)
        return cls(int(seq), digest)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was stored: the game's head is this one, not the expected one."""

    seq: int
    hash: str


@dataclass(slots=True)
class AppendCounts:
    """How the appends of this process have ended."""

    appended: int = 0
    repeated: int = 0
    conflict: int = 0

    def count(self, result: Appended | SeenCommand | Conflict) -> None:
        """Count one result."""
        if isinstance(result, Appended):
            self.appended += 1
        elif isinstance(result, Conflict):
            self.conflict += 1
        else:
            self.repeated += 1


def seen_field(command_id: str) -> str:
    """The name of a command among those seen in its game: a half of its id tells it from all others."""
    return command_id[:_OF_ID]


def seen_digest(digest: str) -> str:
    """The stored part of a request's digest: Redis keeps a hash compact only while its values are short."""
    return digest[:_OF_DIGEST]


class Appender:
    """Writes entries and, if configured, waits for replicas."""

    def __init__(self, connection: RedisConnection, *, wait_replicas: int = 0, wait_ms: int = 1000) -> None:
        self._connection = connection
        self._wait = (wait_replicas, wait_ms)
        self.counts = AppendCounts()

    async def append(self, new: Append) -> Appended | SeenCommand | Conflict:
        """Store the entry if the head is the expected one and the command is new.

        The call is safe to repeat, and is repeated when a connection breaks; no entry is stored twice.
        A known command returns `SeenCommand`. An entry that already is the head returns `Appended`. An older
        entry without a command id returns `Conflict`.
        """
        names, args = _keys(new.game), _args(new, confirm=self._wait[0] > 0)
        if not self._wait[0]:
            result = _result(new, await self._connection.run(_APPEND, names, *args))
            self.counts.count(result)
            return result
        answer, replicas = await self._connection.run_and_wait(self._wait, _APPEND, names, *args)
        result = _result(new, answer)
        self.counts.count(result)
        if replicas < self._wait[0] and not isinstance(result, Conflict):
            raise TooFewReplicas(result.seq)
        return result


@lru_cache(maxsize=4096)
def _keys(game: str) -> tuple[str, ...]:
    k = keys.bucket(game)
    of_game = (keys.log, keys.head, keys.snap, keys.snaps, keys.seen)
    of_bucket = (keys.outbox, keys.outbox_items, keys.games)
    names = (*(key(game) for key in of_game), *(key(k) for key in of_bucket))
    return (*names, keys.followers(game), keys.plans(game))


def _args(new: Append, *, confirm: bool) -> list[Argument]:
    step = new.step or _NO_STEP
    given = (
        ("entry", compressed_entry(new.entry)),
        ("snapshot", compressed_snapshot(new.snapshot)),
        ("seed", new.seed),
        ("plan", step.plan),
        ("rest", step.rest),
    )
    bulk = {name: value for name, value in given if value}
    header = _Header(
        game=new.game,
        after_seq=str(new.after_seq),
        after_hash=new.after_hash,
        seq=str(new.seq),
        hash=new.hash,
        status=new.status,
        turn=new.turn,
        bulk=tuple(bulk),
        channels=[keys.game_channel(new.game), *map(keys.player_channel, new.due_players)],
        keep=snapshots.kept(new.seq),
        command=seen_field(new.command_id),
        digest=seen_digest(new.digest),
        confirm=confirm,
        planner=step.player,
        trace=new.trace,
        followed=None if new.followed is None else _item(new.game, new.followed),
        planned=None if new.planned is None else _item(new.game, new.planned),
        borrowed=[row.hash for row in new.borrowed],
        kept=[str(snapshot.seq) for snapshot in new.kept],
        drop=[outbox.member(new.game, item_id) for item_id in new.drop],
        put=[_item(new.game, item) for item in new.put],
    )
    args: list[Argument] = [_HEADER.encode(header), *bulk.values()]
    args += (compressed_entry(row.entry) for row in new.borrowed)
    args += (compressed_snapshot(snapshot.state) for snapshot in new.kept)
    return args


def _item(game: str, item: outbox.OutboxItem) -> _Item:
    return _Item(outbox.member(game, item.id), str(item.due_ms), item.payload.decode())


def _result(new: Append, answer: list[Any]) -> Appended | SeenCommand | Conflict:
    match answer:
        case [b"appended", followed, planned]:
            return Appended(
                new.seq,
                followed=bool(followed) and new.followed is not None,
                planned=bool(planned) and new.planned is not None,
            )
        case [b"replanned"]:
            raise PlanChanged(new.game)
        case [b"seen", first]:
            return SeenCommand.read(first)
        case [b"conflict", seq, head_hash]:
            return Conflict(int(seq), head_hash.decode())
        case [b"quarantined"]:
            raise Quarantined(new.game)
    raise AssertionError(f"the script answered {answer!r}")
