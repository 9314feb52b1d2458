"""The webhooks that follow a game: those created for it, and those of its players for all their games."""

from collections.abc import Mapping, Sequence
from typing import Final

from service.errors import NotFound
from service.runtime import now_ms
from service.store import OutboxItem, RedisConnection, keys
from service.store.connection import Argument, Script
from service.store.outbox import WEBHOOK, OutboxTask, member, sweeper_due_ms

NO_LONGER: Final = -1

_FOLLOW: Final = Script("follow.lua")
_RECORD_SENT: Final = Script("followers_sent.lua")


class Followers:
    """The followers of all games, each with the last seq sent to it."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def of(self, game: str) -> dict[str, int]:
        """The webhooks that follow a game, each with the last seq sent to it."""
        found = await self._connection.call("HGETALL", keys.followers(game))
        return {webhook.decode(): int(seq) for webhook, seq in found.items()}

    async def record_sent(self, game: str, seqs: Mapping[str, int]) -> None:
        """Records the last entry sent to each webhook; `NO_LONGER` removes a follower."""
        pairs: list[Argument] = [part for pair in seqs.items() for part in pair]
        await self._connection.run(_RECORD_SENT, [keys.followers(game)], *pairs)

    async def add_webhooks_of_players(
        self, game: str, players: Sequence[str], *, after: int
    ) -> tuple[OutboxItem, ...]:
        """Let these players' webhooks follow a game after an entry; returns the items that become due."""
        asked = [("HGETALL", keys.player_webhooks(player)) for player in players]
        found = await self._connection.pipeline(asked) if asked else []
        webhooks = [webhook.decode() for own in found for webhook, only_game in own.items() if not only_game]
        seq = await self.follow(game, webhooks, after=after) if webhooks else 0
        return (OutboxItem(WEBHOOK, now_ms(), OutboxTask(seq).payload()),) if seq else ()

    async def follow(self, game: str, webhooks: Sequence[str], after: int | None = None) -> int:
        """Let webhooks follow a game after a seq, or from now on; returns the head if it is news, else 0."""
        k = keys.bucket(game)
        names = (keys.followers(game), keys.head(game), keys.outbox(k), keys.outbox_items(k))
        since = "" if after is None else after
        seq: int | None = await self._connection.run(
            _FOLLOW, names, member(game, WEBHOOK), sweeper_due_ms(), since, *webhooks
        )
        if seq is None:
            raise NotFound(kind="game")
        return seq
