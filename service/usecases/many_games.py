"""Several games in one response, each as its reader may see it."""

import asyncio
from collections.abc import Sequence

from domain.kernel.errors import CorruptLog
from schema.answers import GameAnswer
from service.errors import NotFound, ServiceError
from service.store import StoreError
from service.store.ids import is_id
from service.usecases.games import Games


class ManyGames:
    """Reads several games concurrently."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def read(self, games: Sequence[str], player: str | None) -> dict[str, GameAnswer | Exception]:
        """Each game by its id, or the reason why it cannot be shown. A failure does not affect the others."""
        ids = list(dict.fromkeys(games))
        found = await asyncio.gather(*(self._read(game, player) for game in ids))
        return dict(zip(ids, found))

    async def _read(self, game: str, player: str | None) -> GameAnswer | Exception:
        try:
            if not is_id(game, "g"):
                return NotFound(kind="game")
            return await self._games.read(game, player)
        except (ServiceError, StoreError, CorruptLog) as error:
            return error
