"""The event store on Redis. It knows no game: entries, snapshots and outbox payloads are bytes to it."""

from service.store.append import GENESIS, Append, Appended, Appender, Conflict, PlanStep, SeenCommand
from service.store.client import Client, connect
from service.store.errors import TooFewReplicas, Quarantined, PlanChanged, StoreError, RedisUnavailable
from service.store.games import GameIds
from service.store.head import Head
from service.store.link import RedisConnection
from service.store.log import Diverged, LoadedLog, Log, LogTail
from service.store.outbox import DueItem, OutboxItem, Outbox
from service.store.plans import PlanDrop, PlanWrite, Plans
from service.store.shelf import StoredEntry, ArchivedLogs, LogArchiving
from service.store.snapshots import Snapshot, Snapshots

__all__ = [
    "GENESIS",
    "Append",
    "Appended",
    "Client",
    "Conflict",
    "Diverged",
    "PlanDrop",
    "DueItem",
    "Head",
    "OutboxItem",
    "PlanWrite",
    "RedisConnection",
    "LoadedLog",
    "TooFewReplicas",
    "PlanStep",
    "Plans",
    "Quarantined",
    "PlanChanged",
    "StoredEntry",
    "SeenCommand",
    "ArchivedLogs",
    "Snapshot",
    "Store",
    "StoreError",
    "LogTail",
    "RedisUnavailable",
    "connect",
]


class Store:
    """All parts of the store over one link."""

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
        self.append = Appender(connection, wait_replicas=wait_replicas, wait_ms=wait_ms).append

    @classmethod
    def open(
        cls,
        url: str,
        *,
        wait_replicas: int = 0,
        wait_ms: int = 1000,
        archived_logs: ArchivedLogs | None = None,
    ) -> "Store":
        """A store by URL; it connects with its first call."""
        return cls(
            RedisConnection(connect(url)),
            wait_replicas=wait_replicas,
            wait_ms=wait_ms,
            archived_logs=archived_logs,
        )

    async def close(self) -> None:
        """Gives all connections back."""
        await self.connection.close()
