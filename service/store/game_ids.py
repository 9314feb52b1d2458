"""The ids of all games, bucket by bucket, without scanning the keys."""

from collections.abc import AsyncIterator

from service.store import keys
from service.store.connection import RedisConnection

_AT_ONCE = 32


class GameIds:
    """The ids of all games."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def in_bucket(self, k: int) -> list[str]:
        """The ids in a bucket, oldest first."""
        return sorted(game.decode() for game in await self._connection.call("SMEMBERS", keys.games(k)))

    async def every(self) -> AsyncIterator[str]:
        """All ids, bucket by bucket; games created during the iteration may be missing."""
        for start in range(0, keys.BUCKETS, _AT_ONCE):
            group = range(start, min(start + _AT_ONCE, keys.BUCKETS))
            for games in await self._connection.pipeline([("SMEMBERS", keys.games(k)) for k in group]):
                for game in sorted(games):
                    yield game.decode()

    async def count(self) -> int:
        """The number of games."""
        return sum(await self._connection.pipeline([("SCARD", keys.games(k)) for k in range(keys.BUCKETS)]))
