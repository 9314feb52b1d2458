"""Writers that repeat an append until it is confirmed, and count what was confirmed."""

import asyncio

from service.store import Appended, RedisUnavailable, SeenCommand, Store, TooFewReplicas
from service.store.ids import new_id
from tests.support.processes import PATIENCE
from tests.unit.service.store.entries import entry, nth


class Writers:
    """Writers of some games, one for each."""

    def __init__(self, store: Store, games: int = 16) -> None:
        self._store = store
        self.confirmed = {new_id("g"): 0 for _ in range(games)}

    async def play(self, entries: int) -> None:
        """Append this many entries to each game."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(self._play(game, entries) for game in self.confirmed))

    async def _play(self, game: str, entries: int) -> None:
        first = self.confirmed[game] + 1
        for seq in range(first, first + entries):
            while self.confirmed[game] < seq:
                try:
                    result = await self._store.append(nth(game, seq, command_id=str(seq)))
                except (RedisUnavailable, TooFewReplicas):
                    await asyncio.sleep(0.05)
                    continue
                assert isinstance(result, Appended | SeenCommand), "a confirmed entry before this one is lost"
                self.confirmed[game] = seq

    async def until(self, least: int) -> None:
        """Wait until each game has this many entries."""
        async with asyncio.timeout(PATIENCE):
            while min(self.confirmed.values()) < least:  # noqa: ASYNC110 - the writers are the event
                await asyncio.sleep(0.01)

    async def assert_complete(self) -> None:
        """Check that each game has exactly the entries that were confirmed."""
        for game, last in self.confirmed.items():
            expected = [entry(game, seq) for seq in range(1, last + 1)]
            assert await self._store.log.entries(game) == expected
