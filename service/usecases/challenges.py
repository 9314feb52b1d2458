"""The handicap challenge of a ruleset: each player plays one game at a time, at their current handicap.

A lock names the game that it is for. A lock is void if its game is over or was never created. Before another
game takes the lock from a game that does not exist, the creation of that game is made impossible.
"""

import hashlib
from typing import Final

from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Status
from service.engine.game_cache import GameCache
from service.engine.idempotency import IdempotencyKey
from service.errors import NotPossible
from service.projections import Projections
from service.projections.ladder import LADDER
from service.store import Store, keys
from service.store.append import seen_field
from service.store.connection import Script

_CLAIM = Script("claim.lua")
_VOID = Script("void.lua")
_VOID_SECONDS: Final = 24 * 60 * 60


class Challenges:
    """Which players play the challenge, and at which handicap."""

    def __init__(self, store: Store, game_cache: GameCache, projections: Projections) -> None:
        self._store = store
        self._game_cache = game_cache
        self._projections = projections

    async def begin(self, player: str, rules: Ruleset, game: str, idempotency_key: IdempotencyKey) -> int:
        """The player's current handicap, for this game only. Refused while another challenge game runs.

        A request takes the lock only once. If it lost the lock before its game existed, taking it again would
        be useless, and would void the game of the current holder: then neither request would get a game.
        """
        assert rules.challenge is not None
        lock, mine = keys.player_challenge(player, rules.name), f"{game} {idempotency_key.command_id}"
        while (held := await self._held(lock)) != mine:
            if await self._is_void(game, idempotency_key.command_id):
                raise _in_the_way(held.partition(" ")[0])
            if held:
                await self._must_be_over(*held.split(" "))
            if await self._store.connection.run(_CLAIM, [lock], held, mine):
                break
        ladder = await self._projections.folds.row(rules.name, LADDER, player)
        return rules.challenge.first if ladder is None else ladder.handicap

    async def running(self, player: str, ruleset: str) -> NotPossible:
        """The refusal that names the game which has the lock."""
        held = await self._held(keys.player_challenge(player, ruleset))
        return _in_the_way(held.partition(" ")[0])

    async def _held(self, lock: str) -> str:
        held = await self._store.connection.call("GET", lock)
        return "" if held is None else str(held, "ascii")

    async def _is_void(self, game: str, command_id: str) -> bool:
        seen = await self._store.log.seen(game, command_id)
        return seen is not None and seen.seq == 0

    async def _must_be_over(self, game: str, command_id: str) -> None:
        """Check that the game has ended and its result counts, or that it does not and never will exist."""
        names = (keys.head(game), keys.seen(game))
        if await self._store.connection.run(_VOID, names, seen_field(command_id), _VOID_SECONDS):
            return
        head = await self._store.log.head(game)
        if head is None or head.status not in (Status.FINISHED, Status.CANCELLED):
            raise _in_the_way(game)
        await self._projections.write(await self._game_cache.newest(game))


def first_command(game: str) -> IdempotencyKey:
    """The command id of a game's creation if the caller sent no key."""
    return IdempotencyKey(hashlib.sha256(game.encode()).hexdigest(), "")


def _in_the_way(game: str) -> NotPossible:
    return NotPossible("challenge_running", game=game)
