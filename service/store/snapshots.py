"""Snapshots: with every 8th entry, so that a cold game loads fast; every 64th is kept, for a look back."""

from dataclasses import dataclass

from service.store import keys
from service.store.connection import RedisConnection

EVERY = 8
KEPT = 64


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The encoded state of a game after entry `seq`."""

    seq: int
    state: bytes


def due(seq: int) -> bool:
    """Whether the entry is to be written with a snapshot."""
    return seq % EVERY == 0


def kept(seq: int) -> bool:
    """Whether the snapshot of this entry is kept when the next one comes."""
    return seq % KEPT == 0


class Snapshots:
    """The snapshots that were kept."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def at_or_before(self, game: str, seq: int) -> Snapshot | None:
        """The newest kept snapshot that is not after `seq`."""
        rows = await self._connection.call("XREVRANGE", keys.snaps(game), f"{seq}-0", "-", "COUNT", 1)
        for row_id, fields in rows:
            return Snapshot(int(row_id.split(b"-")[0]), fields[b"state"])
        return None
