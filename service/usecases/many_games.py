"""Several games in one response, each as its reader may see it."""

import asyncio
from collections.abc import Sequence

from domain.kernel.errors import CorruptLog
from schema.answers import GameAnswer
from service.accounts.players import Players
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.engine.seat_names import Names, people_at
from service.errors import NotFound, ServiceError
from service.store import StoreError
from service.store.ids import is_id
from service.usecases.games import Games


class ManyGames:
    """Reads several games concurrently, and the names of all their players at once."""

    def __init__(self, game_cache: GameCache, players: Players, games: Games) -> None:
        self._game_cache = game_cache
        self._players = players
        self._games = games

    async def read(self, games: Sequence[str], player: str | None) -> dict[str, GameAnswer | Exception]:
        """Each game by its id, or the reason why it cannot be shown. A failure does not affect the others."""
        ids = list(dict.fromkeys(games))
        found = await asyncio.gather(*(self._load(game, player) for game in ids))
        names = await self._players.names(
            people_at(*(each.table for each in found if isinstance(each, LoadedGame)))
        )
        shown = await asyncio.gather(*(self._show(each, player, names) for each in found))
        return dict(zip(ids, shown))

    async def _load(self, game: str, player: str | None) -> LoadedGame | Exception:
        try:
            if not is_id(game, "g"):
                return NotFound(kind="game")
            return await self._game_cache.shown(game, player)
        except (ServiceError, StoreError, CorruptLog) as error:
            return error

    async def _show(
        self, found: LoadedGame | Exception, player: str | None, names: Names
    ) -> GameAnswer | Exception:
        if isinstance(found, Exception):
            return found
        try:
            return (await self._games.read_as_it_is(found, player, names)).answer
        except (ServiceError, StoreError) as error:
            return error
