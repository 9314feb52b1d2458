"""Who follows a game: webhooks that were made for it, and those of its players for all their games."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from domain.kernel.table import AnyTable
from service.commands import HEAD_START, WEBHOOK
from service.errors import NotFound
from service.live.notices import players_of
from service.orders import now_ms
from service.store import OutboxItem, RedisConnection, keys
from service.store.link import Argument, Script
from service.store.outbox import member

NO_LONGER: Final = -1

_FOLLOW: Final = Script("follow.lua")
_TOLD: Final = Script("told.lua")


class Followers:
    """The followers of all games, each with the last seq that it was told of."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def of(self, game: str) -> dict[str, int]:
        """The webhooks that follow a game."""
        found = await self._connection.call("HGETALL", keys.followers(game))
        return {webhook.decode(): int(seq) for webhook, seq in found.items()}

    async def told(self, game: str, seqs: Mapping[str, int]) -> None:
        """Notes up to where webhooks were told, and who follows `NO_LONGER`."""
        pairs: list[Argument] = [part for pair in seqs.items() for part in pair]
        await self._connection.run(_TOLD, [keys.followers(game)], *pairs)

    async def add_webhooks_of_players(self, table: AnyTable) -> tuple[OutboxItem, ...]:
        """The webhooks of a game's players follow it from its first own entry on; what that makes due."""
        players = players_of(table)
        asked = [("HGETALL", keys.player_webhooks(player)) for player in players]
        found = await self._connection.pipeline(asked) if asked else []
        webhooks = [webhook.decode() for own in found for webhook, game in own.items() if not game]
        borrowed = 0 if table.fork is None else table.fork.at
        seq = await self.follow(table.game, webhooks, after=borrowed) if webhooks else 0
        return (OutboxItem(WEBHOOK, now_ms(), msgspec.json.encode({"version": seq})),) if seq else ()

    async def follow(self, game: str, webhooks: Sequence[str], after: int | None = None) -> int:
        """They follow it after a seq, or from now on; the head if that is something to tell, else 0."""
        k = keys.bucket(game)
        names = (keys.followers(game), keys.head(game), keys.outbox(k), keys.outbox_items(k))
        due = now_ms() + int(HEAD_START.total_seconds() * 1000)
        since = "" if after is None else after
        seq: int | None = await self._connection.run(
            _FOLLOW, names, member(game, WEBHOOK), due, since, *webhooks
        )
        if seq is None:
            raise NotFound(kind="game")
        return seq
