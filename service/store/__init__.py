"""The event store on Redis. It knows nothing about games: entries, snapshots and payloads are bytes."""

from service.store.append import GENESIS, Append, Appended, Appender, Conflict, PlanStep, SeenCommand
from service.store.archived_logs import ArchivedLogs, LogArchiving, StoredEntry
from service.store.client import Client, connect
from service.store.confirm import Confirmation
from service.store.connection import RedisConnection
from service.store.errors import (
    ArchiveUnavailable,
    PlanChanged,
    Quarantined,
    RedisUnavailable,
    StoreError,
    TooFewReplicas,
)
from service.store.game_ids import GameIds
from service.store.head import Head
from service.store.log import Diverged, LoadedLog, Log, LogTail
from service.store.outbox import DueItem, Outbox, OutboxItem
from service.store.plans import PlanDrop, Plans, PlanWrite
from service.store.snapshots import Snapshot, Snapshots

__all__ = [
    "GENESIS",
    "Append",
    "Appended",
    "ArchiveUnavailable",
    "ArchivedLogs",
    "Client",
    "Conflict",
    "Diverged",
    "DueItem",
    "Head",
    "LoadedLog",
    "Log",
    "LogTail",
    "OutboxItem",
    "PlanChanged",
    "PlanDrop",
    "PlanStep",
    "PlanWrite",
    "Plans",
    "Quarantined",
    "RedisConnection",
    "RedisUnavailable",
    "SeenCommand",
    "Snapshot",
    "Store",
    "StoreError",
    "StoredEntry",
    "TooFewReplicas",
    "connect",
]


class Store:
    """All parts of the store over one connection."""

    def __init__(
        self,
        connection: RedisConnection,
        *,
        wait_replicas: int = 0,
        wait_ms: int = 1000,
        archived_logs: ArchivedLogs | None = None,
    ) -> None:
        self.connection = connection
        self.log = Log(connection, archived_logs)
        self.archiving = LogArchiving(connection)
        self.snapshots = Snapshots(connection)
        self.outbox = Outbox(connection)
        self.games = GameIds(connection)
        self.plans = Plans(connection, wait_replicas=wait_replicas, wait_ms=wait_ms)
        appender = Appender(connection, wait_replicas=wait_replicas, wait_ms=wait_ms)
        self.append, self.append_counts = appender.append, appender.counts
        confirmation = Confirmation(connection, wait_replicas=wait_replicas, wait_ms=wait_ms)
        self.confirm, self.confirming = confirmation.confirm, confirmation.confirming

    @classmethod
    def open(
        cls,
        url: str,
        *,
        wait_replicas: int = 0,
        wait_ms: int = 1000,
        archived_logs: ArchivedLogs | None = None,
        seconds: float = 5.0,
    ) -> "Store":
        """Create a store for a URL; it connects on its first call. Redis must answer within `seconds`."""
        waiting = wait_ms / 1000 if wait_replicas else 0.0
        return cls(
            RedisConnection(connect(url, timeout=seconds + waiting)),
            wait_replicas=wait_replicas,
            wait_ms=wait_ms,
            archived_logs=archived_logs,
        )

    async def close(self) -> None:
        """Close all connections."""
        await self.connection.close()
