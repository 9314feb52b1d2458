"""Plans: moves that players have left to be played when it is their turn. Nobody but their player sees them.

They lie with their game. An entry of a player is the next move of their plan, or ends it: the append sees to
that. While anybody has a plan, every entry leaves an item in the outbox, so that it is looked after.
"""

from dataclasses import dataclass
from typing import Any

from service.store import keys, outbox
from service.store.append import SeenCommand
from service.store.connection import RedisConnection, Script
from service.store.errors import Quarantined, TooFewReplicas

_PUT = Script("plan_put.lua")
_END = Script("plan_end.lua")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWrite:
    """A plan that a player leaves, under the id of a command, if it has one, and the digest of its request.

    What the item in the outbox holds has the plan's id, so that it is no other's.
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
    """A plan that ends because it was refused at a place of the log, what is told of it, and to whom."""

    plan: bytes
    seq: int
    hash: str
    told: bytes
    item: outbox.OutboxItem


class Plans:
    """The plans in all games; what they hold are bytes here."""

    def __init__(self, connection: RedisConnection, *, wait_replicas: int = 0, wait_ms: int = 1000) -> None:
        self._connection = connection
        self._wait = (wait_replicas, wait_ms)

    async def of(self, game: str) -> dict[str, bytes]:
        """All plans in a game, by player."""
        found = await self._connection.call("HGETALL", keys.plans(game))
        return {player.decode(): plan for player, plan in found.items()}

    async def of_player(self, game: str, player: str) -> tuple[bytes | None, bytes | None]:
        """A player's plan, and the last one that was dropped."""
        names = (keys.plans(game), keys.plans_dropped(game))
        plan, dropped = await self._connection.pipeline([("HGET", name, player) for name in names])
        return plan, dropped

    async def dropped(self, games: list[str], player: str) -> dict[str, bytes]:
        """What of a player's was dropped in these games."""
        asked = [("HGET", keys.plans_dropped(game), player) for game in games]
        found = await self._connection.pipeline(asked) if asked else []
        return {game: told for game, told in zip(games, found) if told is not None}

    async def all_dropped(self, game: str) -> dict[str, bytes]:
        """What was dropped in a game, by player."""
        found = await self._connection.call("HGETALL", keys.plans_dropped(game))
        return {player.decode(): told for player, told in found.items()}

    async def put(self, game: str, leaving: PlanWrite) -> int | SeenCommand | None:
        """Leaves a plan: the game's version, or what is remembered of the command; none without a game.

        Like an entry it is on so many replicas when this returns, or else NotReplicated.
        """
        k = keys.bucket(game)
        of_game = (keys.plans(game), keys.plans_dropped(game), keys.head(game), keys.seen(game))
        names = (*of_game, keys.outbox(k), keys.outbox_items(k))
        args = (
            *(leaving.player, leaving.plan, leaving.id, leaving.command_id, leaving.digest),
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
        """Ends a plan, in silence or with what is told of it; not if game or plan are others by now."""
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
