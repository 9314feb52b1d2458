"""Forks: a new game from an entry of a finished game, or of a game that the caller plays alone."""

from collections.abc import Sequence
from typing import Final

from domain.kernel.actors import seat_actor
from domain.kernel.challenge import challenge_of
from domain.kernel.errors import WrongStatus
from domain.kernel.fork import ForkGame, NoteFork
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status
from schema.answers import GameAnswer
from service import runtime
from service.accounts.players import Players
from service.engine.commands import CommandRequest, CommandResult, Commands, ForkOrigin
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame, snapshot_of, tables_after_each_entry
from service.errors import NotPossible, Unprocessable
from service.projections.index import GameFilter, Index
from service.store import StoredEntry, snapshots
from service.store.ids import new_id
from service.usecases.acting_seat import acting_seat
from service.usecases.create_game import SEED_BYTES
from service.usecases.games import GameCall, Games
from service.usecases.quotas import Quotas

MOST_RUNNING: Final = 20
"""The most unfinished forks of one player, because nobody else would end them."""

_LOOKED_AT: Final = 100


class Forks:
    """Creates games that continue from an entry of another."""

    def __init__(
        self,
        game_cache: GameCache,
        commands: Commands,
        players: Players,
        games: Games,
        index: Index,
        *,
        quotas: Quotas,
    ) -> None:
        self._game_cache = game_cache
        self._index = index
        self._quotas = quotas
        self._commands = commands
        self._players = players
        self._games = games

    async def fork(
        self, source: str, call: GameCall, at: int | None, seats: Sequence[str] | None
    ) -> GameAnswer:
        """Create a game that continues from there. A repeat with the same key returns the same game."""
        known = (
            None
            if call.idempotency_key is None
            else await self._players.recall(call.player, call.idempotency_key)
        )
        done = None if known is None else await self._commands.created(known, call.idempotency_key)
        if done is None:
            wish = ForkGame(known or new_id("g"), None if seats is None else tuple(seats))
            done = await self._fork(source, call, at, wish)
        return await self._games.made(done, call.player)

    async def _fork(self, source: str, call: GameCall, at: int | None, wish: ForkGame) -> CommandResult:
        loaded = await self._game_cache.shown(source, call.player)
        _check(loaded.rules, loaded.table, call.player)
        self._quotas.check_people(wish.seats or ())
        await self._quotas.check_games(call.player)
        await self._check_number(call.player)
        origin = await self._origin(loaded, at)
        # Entries that a fork took over come from another game, and so does its seed.
        owner = loaded if origin.table.game == source else await self._game_cache.newest(origin.table.game)
        wish = ForkGame(wish.game, wish.seats, owner.table.seed)
        seed = runtime.random_bytes(SEED_BYTES)
        self._commands.rehearse(loaded.rules, _ask(call, wish), seed, origin)
        await self._note(owner, call, wish.game)
        if call.idempotency_key is not None:
            game = await self._players.remember(call.player, call.idempotency_key, wish.game)
            wish = ForkGame(game, wish.seats, owner.table.seed)
        return await self._commands.create(loaded.rules, wish.game, _ask(call, wish), seed, origin)

    async def _note(self, owner: LoadedGame, call: GameCall, fork: str) -> None:
        """Mark a running game before it is forked: from now on it does not count."""
        if owner.table.status is not Status.ACTIVE or owner.table.forked:
            return
        request = CommandRequest(
            actor=lambda loaded: seat_actor(acting_seat(loaded, call.player)),
            command=NoteFork(fork),
            request=call.request,
        )
        try:
            await self._commands.run(owner.table.game, request)
        except WrongStatus:
            newest = (await self._game_cache.newest(owner.table.game)).table
            if newest.status is Status.ACTIVE and not newest.forked:
                raise

    async def _check_number(self, player: str) -> None:
        running = await self._index.list_games(
            GameFilter(player=player, status=Status.ACTIVE), first=_LOOKED_AT
        )
        if sum(row.fork is not None and row.host == player for row in running.items) >= MOST_RUNNING:
            raise NotPossible("forks_running", most=MOST_RUNNING)

    async def _origin(self, loaded: LoadedGame, at: int | None) -> ForkOrigin:
        """The version to continue from: `at`, or the current one if the game is running."""
        version = loaded.table.version
        if at is None and loaded.table.seed is not None:
            first, last = await self._range(loaded)
            raise Unprocessable("fork_point_missing", first=first, last=last)
        at = version if at is None else at
        if 1 <= at <= version:
            lines = await self._game_cache.lines(loaded.table.game, 1, at)
            origin = await runtime.in_thread(_origin, loaded.rules, lines)
            if origin.table.status is Status.ACTIVE:
                return origin
        first, last = await self._range(loaded)
        raise WrongStatus("no_fork_here", at=at, first=first, last=last)

    async def _range(self, loaded: LoadedGame) -> tuple[int, int]:
        """The first and the last version at which the game was running."""
        lines = await self._game_cache.lines(loaded.table.game, 1, loaded.table.version)
        return await runtime.in_thread(_range, loaded.rules, lines)


def _check(rules: Ruleset, table: AnyTable, player: str) -> None:
    """Anybody may fork a completed game; only its single player may fork a running one."""
    if table.seed is not None and table.state is not None:
        return
    people = {seat.player for seat in table.seats if seat.player is not None}
    if people != {player}:
        raise NotPossible("fork_unfinished", status=table.status.value)
    if challenge_of(rules.challenge, table.options) is not None:
        raise NotPossible("fork_of_challenge")


def _origin(rules: Ruleset, lines: Sequence[bytes]) -> ForkOrigin:
    tables = list(tables_after_each_entry(rules, lines))
    rows = [StoredEntry(line, table.hash) for line, table in zip(lines, tables)]
    kept = [snapshot_of(rules, table) for table in tables if snapshots.kept(table.version)]
    return ForkOrigin(table=tables[-1], rows=rows, kept=kept)


def _range(rules: Ruleset, lines: Sequence[bytes]) -> tuple[int, int]:
    running = [
        table.version for table in tables_after_each_entry(rules, lines) if table.status is Status.ACTIVE
    ]
    return running[0], running[-1]


def _ask(call: GameCall, wish: ForkGame) -> CommandRequest:
    return CommandRequest(
        actor=call.player, command=wish, idempotency_key=call.idempotency_key, request=call.request
    )
