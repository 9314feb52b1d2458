"""Rematches: one for each game. Its id is reserved beside the old game before the rematch exists.

Two concurrent requests therefore get the same game, and if a process dies in between, the next request
creates it. A rematch that was cancelled in the lobby does not count: players can ask for another.
"""

from collections.abc import Collection
from typing import Final

from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Options
from service.engine.game_cache import GameCache
from service.engine.loaded_game import was_called_off
from service.errors import NotFound
from service.store import Store, keys
from service.store.connection import Script
from service.store.ids import new_id

_CLAIM: Final = Script("claim.lua")
_NOT_CARRIED: Final = frozenset({"seed", "auto_start"})
"""Options that a rematch does not copy. It does not copy a handicap either."""


class Rematches:
    """Maps games to their rematches."""

    def __init__(self, store: Store, game_cache: GameCache) -> None:
        self._store = store
        self._game_cache = game_cache

    async def of(self, game: str) -> str | None:
        """The rematch of a game, if there is one."""
        known = await self._known(game)
        return known if known and await self._store.log.head(known) is not None else None

    async def reserve(self, game: str) -> str:
        """Reserve the id of the only rematch of a game, which need not exist yet."""
        while not (known := await self._known(game)) or await self._was_called_off(known):
            await self._store.connection.run(_CLAIM, [keys.rematch(game)], known, new_id("g"))
        return known

    async def remember(self, game: str, again: str) -> bool:
        """Record the rematch of a game if it is missing, as after data loss. Returns whether it was."""
        if await self._store.log.head(game) is None:
            return False
        return bool(await self._store.connection.run(_CLAIM, [keys.rematch(game)], "", again))

    async def _known(self, game: str) -> str:
        found = await self._store.connection.call("GET", keys.rematch(game))
        return "" if found is None else str(found, "ascii")

    async def _was_called_off(self, game: str) -> bool:
        try:
            table = (await self._game_cache.newest(game)).table
        except NotFound:
            return False
        return was_called_off(table)


def options_again(rules: Ruleset, options: Options) -> Options:
    """The options of a rematch: the same, except that it starts by itself once everybody has joined."""
    left_out = _NOT_CARRIED if rules.challenge is None else _NOT_CARRIED | {rules.challenge.handicap}
    names = [name for name in options.__struct_fields__ if name not in left_out]
    return rules.options(auto_start=True, **{name: getattr(options, name) for name in names})


def places_again(table: AnyTable, player: str, admitted: Collection[str]) -> tuple[str, ...]:
    """The places of a rematch: bots keep theirs, and other players' places are reserved if they can come."""
    seen: set[str] = set()
    places = []
    for place in table.places:
        if place.bot is not None:
            places.append(f"bot:{place.bot}")
        elif place.player is None or place.player in seen or place.player not in admitted:
            places.append("open")
        else:
            seen.add(place.player)
            places.append("me" if place.player == player else f"player:{place.player}")
    return tuple(places)
