"""Several games in one answer, each as its reader may know it."""

import asyncio
from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.errors import CorruptLog
from schema.answers import GameAnswer
from service.errors import NotFound, ServiceError
from service.games import Games
from service.problems import Problem, known, problem_of
from service.store import StoreError, ids


class View(Struct, frozen=True):
    """A game that was asked for, or why it cannot be shown."""

    id: str
    game: GameAnswer | UnsetType = UNSET
    problem: Problem | UnsetType = UNSET


class Views(Struct, frozen=True):
    """The games in the order in which they were asked for."""

    items: Sequence[View]


class ManyGames:
    """Reads games side by side."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def views(self, asked: Sequence[str], player: str | None, lang: str) -> Views:
        """Each game once, however often it is asked for; one that is not there spoils no other."""
        games = list(dict.fromkeys(asked))
        found = await asyncio.gather(*(self._view(game, player, lang) for game in games))
        by_id = dict(zip(games, found))
        return Views([by_id[game] for game in asked])

    async def _view(self, game: str, player: str | None, lang: str) -> View:
        try:
            if not ids.is_id(game, "g"):
                raise NotFound(kind="game")
            return View(game, game=await self._games.read(game, player))
        except (ServiceError, StoreError, CorruptLog) as error:
            return View(game, problem=problem_of(known(error), lang))
