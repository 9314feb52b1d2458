"""Snapshots: one with every 8th entry, for fast loading; every 64th is kept, for reading earlier versions."""

from dataclasses import dataclass

from service.store import keys
from service.store.compression import decompressed_snapshot
from service.store.connection import RedisConnection

EVERY = 8
KEPT = 64


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The encoded state of a game after entry `seq`."""

    seq: int
    state: bytes


def due(seq: int) -> bool:
    """Whether to write a snapshot with this entry."""
    return seq % EVERY == 0


def kept(seq: int) -> bool:
    """Whether to keep this entry's snapshot when the next one is written."""
    return seq % KEPT == 0


class Snapshots:
    """The kept snapshots."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def at_or_before(self, game: str, seq: int) -> Snapshot | None:
        """The newest kept snapshot at or before `seq`."""
        rows = await self._connection.call("XREVRANGE", keys.snaps(game), f"{seq}-0", "-", "COUNT", 1)
        for row_id, fields in rows:
            return Snapshot(int(row_id.split(b"-")[0]), decompressed_snapshot(fields[b"state"]))
        return None
