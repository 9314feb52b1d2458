"""Append: one script, one round trip; the only way in which a game changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.store import keys, outbox, snapshots
from service.store.archived_logs import StoredEntry
from service.store.connection import Argument, RedisConnection, Script
from service.store.errors import PlanChanged, Quarantined, TooFewReplicas

GENESIS = "0" * 64
"""The hash before the first entry."""

_APPEND = Script("append.lua")


@dataclass(frozen=True, slots=True)
class PlanStep:
    """What an entry does to its player's plan: ends it, or, as the next move of this one, leaves the rest."""

    player: str
    plan: bytes = b""
    rest: bytes = b""


_NO_STEP = PlanStep("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """An entry to be written after `(after_seq, after_hash)`, with all that it brings about.

    `followed` is put into the outbox only if the game has followers, `planned` only if anybody still has a
    plan in it, which the script alone can know. A new game may begin with `borrowed`
    entries, of which some snapshots are `kept`.
    """

    game: str
    after_seq: int
    after_hash: str
    entry: bytes
    hash: str
    status: str
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
    borrowed: Sequence[StoredEntry] = ()
    kept: Sequence[snapshots.Snapshot] = ()

    @property
    def seq(self) -> int:
        """The entry's own seq."""
        return self.after_seq + len(self.borrowed) + 1


@dataclass(frozen=True, slots=True)
class Appended:
    """The entry is stored; whether the game has followers, and plans: then there are items in the outbox."""

    seq: int
    followed: bool = False
    planned: bool = False


@dataclass(frozen=True, slots=True)
class SeenCommand:
    """The command was stored before, as `seq`, by a request with this digest."""

    seq: int
    digest: str

    @classmethod
    def read(cls, value: bytes) -> "SeenCommand":
        """From its form in Redis."""
        seq, digest = value.decode().split(":", 1)
        return cls(int(seq), digest)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was stored: the head is this one, not the expected one."""

    seq: int
    hash: str


class Appender:
    """Writes entries, and waits for replicas if asked to."""

    def __init__(self, connection: RedisConnection, *, wait_replicas: int = 0, wait_ms: int = 1000) -> None:
        self._connection = connection
        self._wait = (wait_replicas, wait_ms)

    async def append(self, new: Append) -> Appended | SeenCommand | Conflict:
        """Stores the entry if the game is where it is expected to be and the command is new.

        It may be repeated, and is when a connection breaks; it is never stored twice. A known command is
        `SeenCommand`, an entry that is the head already `Appended`, one deeper down, without a command id, a
        `Conflict`.
        """
        if not self._wait[0]:
            return _result(new, await self._connection.run(_APPEND, _keys(new), *_args(new, confirm=0)))
        names, args = _keys(new), _args(new, confirm=1)
        answer, replicas = await self._connection.run_and_wait(self._wait, _APPEND, names, *args)
        result = _result(new, answer)
        if replicas < self._wait[0] and not isinstance(result, Conflict):
            raise TooFewReplicas(result.seq)
        return result


def _keys(new: Append) -> tuple[str, ...]:
    k = keys.bucket(new.game)
    of_game = (keys.log, keys.head, keys.snap, keys.snaps, keys.seen)
    of_bucket = (keys.outbox, keys.outbox_items, keys.games)
    names = (*(key(new.game) for key in of_game), *(key(k) for key in of_bucket))
    return (*names, keys.followers(new.game), keys.plans(new.game))


def _args(new: Append, *, confirm: int) -> list[Argument]:
    args: list[Argument] = [
        *(new.game, new.after_seq, new.after_hash, new.seq, new.hash, new.entry, new.status),
        *(new.snapshot, int(snapshots.kept(new.seq)), new.command_id, new.digest, new.seed, confirm),
        *(len(new.drop), len(new.put)),
    ]
    step = new.step or _NO_STEP
    args += (*_item(new.game, new.followed), step.player, step.plan, step.rest, *_item(new.game, new.planned))
    args += (len(new.borrowed), len(new.kept))
    for row in new.borrowed:
        args += row
    for snapshot in new.kept:
        args += (snapshot.seq, snapshot.state)
    args += (outbox.member(new.game, item_id) for item_id in new.drop)
    for item in new.put:
        args += _item(new.game, item)
    args.append(keys.game_channel(new.game))
    args += (keys.player_channel(player) for player in new.due_players)
    return args


def _item(game: str, item: outbox.OutboxItem | None) -> tuple[Argument, ...]:
    return ("", "", "") if item is None else (outbox.member(game, item.id), item.due_ms, item.payload)


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
