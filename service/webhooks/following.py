"""Makes a webhook follow its game, or all unfinished games of its player."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from domain.kernel.table import OVER, Status
from service.errors import NotFound
from service.projections.index import GameFilter, Index
from service.store import RedisConnection
from service.store.followers import Followers
from service.webhooks.delivery_queue import StoredWebhook

_AT_ONCE: Final = 100


class WebhookFollowing:
    """Makes webhooks follow games when they are created and when they are switched on again."""

    def __init__(self, connection: RedisConnection) -> None:
        self._index = Index(connection)
        self._followers = Followers(connection)

    async def follow_games(self, hook: StoredWebhook) -> None:
        """Follow the games; this can be repeated. Games lost with a Redis instance are skipped."""
        games = _only(hook.game) if hook.game else self._unfinished(hook.owner)
        async for game in games:
            with suppress(NotFound):
                await self._followers.follow(game, [hook.id])

    async def _unfinished(self, player: str) -> AsyncIterator[str]:
        for status in Status:
            after: str | None = None
            while status not in OVER:
                wanted = GameFilter(player=player, status=status)
                found = await self._index.list_games(wanted, first=_AT_ONCE, after=after)
                for row in found.items:
                    yield row.id
                if found.next is None:
                    break
                after = str(found.next)


async def _only(game: str) -> AsyncIterator[str]:
    yield game
