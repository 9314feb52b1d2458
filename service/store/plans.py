"""Plans: moves that players have queued for their turn. Only their player can see them.

Plans are stored with their game. An entry of a player is the next move of their plan, or ends it; the append
ensures this. While a player has a plan, every entry puts an item into the outbox, so that the plan is played.
"""

from dataclasses import dataclass
from typing import Any

from service.store import keys, outbox
from service.store.append import SeenCommand, seen_digest, seen_field
from service.store.connection import RedisConnection, Script
from service.store.errors import Quarantined, TooFewReplicas

_PUT = Script("plan_put.lua")
_END = Script("plan_end.lua")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWrite:
    """A plan that a player stores, with the command id, if there is one, and the digest of the request.

    The payload of the outbox item contains the plan's id, so that it differs from that of other plans.
    """

    player: str
    id: str
    plan: bytes
    command_id: str
    digest: str
    item_id: str
    due_ms: int


@dataclass(frozen=True, slots=True)
class PlanDrop:
    """A plan that ends because its move was refused at this entry; `told` is what its player reads."""

    plan: bytes
    seq: int
    hash: str
    told: bytes
    item: outbox.OutboxItem


class Plans:
    """The plans in all games, stored as bytes."""

    def __init__(self, connection: RedisConnection, *, wait_replicas: int = 0, wait_ms: int = 1000) -> None:
        self._connection = connection
        self._wait = (wait_replicas, wait_ms)

    async def of(self, game: str) -> dict[str, bytes]:
        """All plans in a game, by player."""
        found = await self._connection.call("HGETALL", keys.plans(game))
        return {player.decode(): plan for player, plan in found.items()}

    async def of_player(self, game: str, player: str) -> tuple[bytes | None, bytes | None]:
        """A player's plan, and their last dropped plan."""
        names = (keys.plans(game), keys.plans_dropped(game))
        plan, dropped = await self._connection.pipeline([("HGET", name, player) for name in names])
        return plan, dropped

    async def dropped(self, games: list[str], player: str) -> dict[str, bytes]:
        """A player's dropped plans in these games, by game."""
        asked = [("HGET", keys.plans_dropped(game), player) for game in games]
        found = await self._connection.pipeline(asked) if asked else []
        return {game: told for game, told in zip(games, found) if told is not None}

    async def all_dropped(self, game: str) -> dict[str, bytes]:
        """The dropped plans in a game, by player."""
        found = await self._connection.call("HGETALL", keys.plans_dropped(game))
        return {player.decode(): told for player, told in found.items()}

    async def put(self, game: str, leaving: PlanWrite) -> int | SeenCommand | None:
        """Store a plan. Returns the game's version, or the stored result of the command; None without a game.

        As with an entry, enough replicas have the plan when this returns; otherwise it raises TooFewReplicas.
        """
        k = keys.bucket(game)
        of_game = (keys.plans(game), keys.plans_dropped(game), keys.head(game), keys.seen(game))
        names = (*of_game, keys.outbox(k), keys.outbox_items(k))
        args = (
            *(leaving.player, leaving.plan, leaving.id, seen_field(leaving.command_id)),
            seen_digest(leaving.digest),
            *(outbox.member(game, leaving.item_id), leaving.due_ms, int(self._wait[0] > 0)),
        )
        if not self._wait[0]:
            return _put(game, await self._connection.run(_PUT, names, *args))
        answer, replicas = await self._connection.run_and_wait(self._wait, _PUT, names, *args)
        made = _put(game, answer)
        if made is not None and replicas < self._wait[0]:
            raise TooFewReplicas(made if isinstance(made, int) else made.seq)
        return made

    async def end(self, game: str, player: str, item_id: str, dropping: PlanDrop | None = None) -> bool:
        """End a plan, silently or with a notice. Does nothing if the game or the plan has changed."""
        k = keys.bucket(game)
        names = (keys.plans(game), keys.plans_dropped(game), keys.head(game), keys.followers(game))
        args: list[str | bytes | int] = [player, outbox.member(game, item_id)]
        if dropping is not None:
            item = dropping.item
            args += (dropping.plan, dropping.seq, dropping.hash, dropping.told)
            args += (outbox.member(game, item.id), item.due_ms, item.payload)
            args += (keys.player_channel(player), f"{game} {dropping.seq}")
        return bool(await self._connection.run(_END, (*names, keys.outbox(k), keys.outbox_items(k)), *args))


def _put(game: str, answer: list[Any]) -> int | SeenCommand | None:
    match answer:
        case [b"put", seq]:
            return int(seq)
        case [b"seen", first]:
            return SeenCommand.read(first)
        case [b"quarantined"]:
            raise Quarantined(game)
    return None
