"""The event store on Redis. It knows no game: entries, snapshots and outbox payloads are bytes to it."""

from service.store.append import GENESIS, Append, Appended, Appender, Conflict, PlanStep, Seen
from service.store.client import Client, connect
from service.store.errors import NotReplicated, Quarantined, Replanned, StoreError, Unavailable
from service.store.games import Games
from service.store.head import Head
from service.store.link import Link
from service.store.log import Diverged, Loaded, Log, Tail
from service.store.outbox import Due, Item, Outbox
from service.store.plans import Dropping, Leaving, Plans
from service.store.shelf import Row, Shelf, Shelving
from service.store.snapshots import Snapshot, Snapshots

__all__ = [
    "GENESIS",
    "Append",
    "Appended",
    "Client",
    "Conflict",
    "Diverged",
    "Dropping",
    "Due",
    "Head",
    "Item",
    "Leaving",
    "Link",
    "Loaded",
    "NotReplicated",
    "PlanStep",
    "Plans",
    "Quarantined",
    "Replanned",
    "Row",
    "Seen",
    "Shelf",
    "Snapshot",
    "Store",
    "StoreError",
    "Tail",
    "Unavailable",
    "connect",
]


class Store:
    """All parts of the store over one link."""

    def __init__(
        self, link: Link, *, wait_replicas: int = 0, wait_ms: int = 1000, shelf: Shelf | None = None
    ) -> None:
        self.link = link
        self.log = Log(link, shelf)
        self.shelving = Shelving(link)
        self.snapshots = Snapshots(link)
        self.outbox = Outbox(link)
        self.games = Games(link)
        self.plans = Plans(link, wait_replicas=wait_replicas, wait_ms=wait_ms)
        self.append = Appender(link, wait_replicas=wait_replicas, wait_ms=wait_ms).append

    @classmethod
    def open(
        cls, url: str, *, wait_replicas: int = 0, wait_ms: int = 1000, shelf: Shelf | None = None
    ) -> "Store":
        """A store by URL; it connects with its first call."""
        return cls(Link(connect(url)), wait_replicas=wait_replicas, wait_ms=wait_ms, shelf=shelf)

    async def close(self) -> None:
        """Gives all connections back."""
        await self.link.close()
