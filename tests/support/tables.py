"""Games on a real Redis without HTTP, through the service's own command handling."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from domain.games import RULESETS
from domain.kernel.actors import seat_actor
from domain.kernel.fold import due
from domain.kernel.game import Resign
from domain.kernel.lobby import CreateGame, JoinGame, LeaveGame, StartGame
from domain.kernel.messages import Command
from domain.kernel.table import Status
from service.accounts.players import Players
from service.accounts.rate_limits import RateLimits
from service.engine.commands import CommandRequest, CommandResult, Commands
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.jobs.after_append import AfterAppend
from service.jobs.outbox_retries import OutboxRetries
from service.jobs.queues import Job, Queues, try_enqueue
from service.projections import Projections
from service.settings import Settings
from service.store import OutboxItem, Store
from service.store.ids import new_id
from service.usecases.audit import Auditor
from service.usecases.games import GameCall
from service.usecases.plans import Planning
from service.usecases.quotas import Quotas
from service.usecases.rematches import Rematches
from tests.support.processes import PATIENCE

SEED = bytes(range(32))


class House:
    """A process that plays and handles its appends at once, unless it is `dead` after each append."""

    def __init__(self, url: str, *, dead: bool = False) -> None:
        self.store = Store.open(url)
        self.queues = Queues(url)
        self.projections = Projections(self.store.connection)
        self.game_cache = GameCache(self.store, 64, self.projections.heal)
        self.retries = OutboxRetries(self.store.outbox)
        self.rematches = Rematches(self.store, self.game_cache)
        limits = RateLimits(self.store.connection, Settings())
        self.quotas = Quotas(Settings(), self.projections.index, limits)
        self.players = Players(self.store.connection, limits)
        self.auditor = Auditor(self.store, self.game_cache)
        after_append = AfterAppend(self.store.outbox, self.projections, self._send)
        self.commands = Commands(self.store, self.game_cache, _forget if dead else after_append)
        self.planning = Planning(self.store, self.game_cache, _lost if dead else self._send)

    async def open(self, host: str, places: Sequence[str], *, game: str = "", **options: Any) -> str:
        """A new game in the lobby."""
        rules = RULESETS["bonfire"]
        game = game or new_id("g")
        ask = CommandRequest(actor=host, command=CreateGame(game, rules.options(**options), tuple(places)))
        await self.commands.create(rules, game, ask, SEED)
        return game

    async def started(self, *players: str, bots: Sequence[str] = (), **options: Any) -> str:
        """A running game of these players and bots."""
        host, *others = players
        places = ("me", *("open" for _ in others), *(f"bot:{bot}" for bot in bots))
        game = await self.open(host, places, **options)
        for player in others:
            await self.join(game, player)
        await self.start(game, host)
        return game

    async def ask(self, game: str, actor: str, command: Command) -> CommandResult:
        """Any command."""
        return await self.commands.run(game, CommandRequest(actor=actor, command=command))

    async def join(self, game: str, player: str) -> None:
        """A player sits down."""
        await self.ask(game, player, JoinGame())

    async def leave(self, game: str, player: str) -> None:
        """A player leaves the lobby."""
        await self.ask(game, player, LeaveGame())

    async def start(self, game: str, host: str) -> None:
        """The host starts."""
        await self.ask(game, host, StartGame())

    async def resign(self, game: str, *seats: int) -> None:
        """Seats are given up, one after the other."""
        for seat in seats:
            await self.ask(game, seat_actor(seat), Resign())

    async def play(self, game: str, moves: int) -> None:
        """The first legal move, so many times, by whoever is due."""
        for _ in range(moves):
            loaded = await self.newest(game)
            (seat,) = due(loaded.rules, loaded.table).seats
            await self.ask(game, seat_actor(seat), loaded.rules.legal(loaded.table.state, seat)[0])

    async def plan(self, game: str, player: str, moves: Sequence[Command]) -> None:
        """A player leaves moves to be played."""
        await self.planning.put(game, GameCall(player=player, request="r"), moves)

    async def newest(self, game: str) -> LoadedGame:
        """The game as it stands."""
        return await self.game_cache.newest(game)

    async def lines(self, game: str) -> list[bytes]:
        """Its log."""
        return await self.game_cache.lines(game, 1, (await self.newest(game)).table.version)

    async def close(self) -> None:
        """Gives all connections back."""
        self.queues.close()
        await self.store.close()

    def _send(self, jobs: Sequence[Job]) -> None:
        try_enqueue(self.queues, jobs)


def _lost(_jobs: Sequence[Job]) -> None:
    """The process was killed before it got to the queue."""


async def _forget(_game: str, _loaded: LoadedGame, _items: tuple[OutboxItem, ...]) -> None:
    """The process was killed between append and queue."""


@asynccontextmanager
async def house(url: str, *, dead: bool = False) -> AsyncIterator[House]:
    """A house while the block lasts."""
    opened = House(url, dead=dead)
    try:
        yield opened
    finally:
        await opened.close()


async def reaches(home: House, game: str, status: Status, seconds: float = PATIENCE) -> None:
    """Wait until a game has this status, and fail if it does not in time."""
    await becomes(home, game, lambda loaded: loaded.table.status is status, seconds)


async def becomes(
    home: House, game: str, condition: Callable[[LoadedGame], bool], seconds: float = PATIENCE
) -> LoadedGame:
    """Wait until others have brought a game to this, and fail if they do not in time."""
    async with asyncio.timeout(seconds):
        while not condition(loaded := await home.newest(game)):  # noqa: ASYNC110  others are processes
            await asyncio.sleep(0.01)
        return loaded
