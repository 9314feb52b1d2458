"""Creates games: on request, for the handicap challenge, or as a rematch."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from domain.games import RULESETS
from domain.kernel.challenge import challenge_of
from domain.kernel.errors import WrongStatus
from domain.kernel.lobby import KERNEL, CreateGame, JoinGame
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, AnyTable
from schema.answers import GameAnswer
from service import runtime
from service.accounts.players import Players
from service.engine.commands import CommandResult, Commands
from service.engine.game_cache import GameCache
from service.engine.rulesets import rules_of
from service.errors import Forbidden, NotFound, NotPossible, Unprocessable, unreadable
from service.projections.index import Index
from service.store.ids import new_id
from service.usecases.challenges import Challenges, first_command
from service.usecases.games import GameCall, Games, as_command_request, read_choice
from service.usecases.quotas import Quotas
from service.usecases.rematches import Rematches, options_again, places_again

SEED_BYTES: Final = 32
MOST_INVITATIONS: Final = 20
"""In how many lobbies at once a host may reserve a place for the same player."""


class GameCreation:
    """Creates games."""

    def __init__(
        self,
        game_cache: GameCache,
        commands: Commands,
        players: Players,
        games: Games,
        index: Index,
        *,
        challenges: Challenges,
        rematches: Rematches,
        quotas: Quotas,
    ) -> None:
        self._game_cache = game_cache
        self._commands = commands
        self._players = players
        self._games = games
        self._index = index
        self._challenges = challenges
        self._rematches = rematches
        self._quotas = quotas

    async def create(
        self,
        call: GameCall,
        ruleset: str,
        options: Mapping[str, Any],
        seats: int | Sequence[str],
        choice: Any = msgspec.UNSET,
        *,
        nonce_hash: str | msgspec.UnsetType = msgspec.UNSET,
    ) -> GameAnswer:
        """Create a game in the lobby, perhaps with the host's choice and the hash of the host's nonce.

        The same key returns the same game.
        """
        rules = rules_of(ruleset)
        try:
            chosen = msgspec.convert(options, rules.options)
        except msgspec.ValidationError as wrong:
            raise unreadable("body", str(wrong), within="$.options") from None
        if chosen.fixed_seed is not None and "rated" not in options:
            chosen = msgspec.structs.replace(chosen, rated=False)
        places = ("me", *("open",) * (seats - 1)) if isinstance(seats, int) else tuple(seats)
        if rules.challenge is not None and rules.challenge.handicap in options:
            raise Unprocessable("handicap_given")
        own = choice if choice is msgspec.UNSET else read_choice(rules, choice)
        command = CreateGame(
            game=new_id("g"),
            options=chosen,
            places=places,
            choice=own,
            kernel=KERNEL,
            nonce_hash=nonce_hash,
        )
        done = await self._opened_before(call) or await self._open_first(call, rules, command)
        return await self._games.made(done, call.player)

    async def _opened_before(self, call: GameCall) -> CommandResult | None:
        """The game already created under the caller's key, or None, even if it would be refused now."""
        known = (
            None
            if call.idempotency_key is None
            else await self._players.recall(call.player, call.idempotency_key)
        )
        return None if known is None else await self._commands.created(known, call.idempotency_key)

    async def _open_first(self, call: GameCall, rules: Ruleset, command: CreateGame[Any]) -> CommandResult:
        """Create the game under the id that belongs to the key. A refusal leaves the key unused."""
        if challenge_of(rules.challenge, command.options) is None:  # the challenge has a stricter check
            self._quotas.check_people(command.places)
        await self._quotas.check_games(call.player)
        await self._check_invited(call.player, command.places)
        if call.idempotency_key is not None:
            self._commands.rehearse(
                rules, as_command_request(call, command, actor=call.player), _seed(command)
            )
            game = await self._players.remember(call.player, call.idempotency_key, command.game)
            command = msgspec.structs.replace(command, game=game)
        return await self._open(call, rules, command)

    async def rematch(self, game: str, call: GameCall) -> GameAnswer:
        """The rematch of a game that is over. The first player who asks opens it; the others join it."""
        loaded = await self._game_cache.shown(game, call.player)
        _check_played(loaded.table, call.player)
        if not await self._game_cache.is_public(loaded):
            raise NotPossible("not_over", status=loaded.table.status.value)
        again = await self._rematches.reserve(game)
        rules = RULESETS[loaded.rules.name]
        try:
            table = (await self._commands.confirmed(again)).table
        except NotFound:
            options = options_again(rules, loaded.table.options)
            people = [place.player for place in loaded.table.places if place.player is not None]
            places = places_again(loaded.table, call.player, await self._players.admitted(people))
            command = CreateGame(again, options, places, rematch_of=game, kernel=KERNEL)
            await self._quotas.check_games(call.player)
            first = replace(call, idempotency_key=call.idempotency_key or first_command(again))
            table = (await self._open(first, rules, command)).loaded.table
        if table.place_of(call.player) is None:
            await self._join_at_last(again, call)
        return await self._games.read(again, call.player)

    async def _join_at_last(self, game: str, call: GameCall) -> None:
        """Join, or accept that a concurrent request of the same player has already joined."""
        await self._quotas.check_games(call.player)
        try:
            await self._commands.run(game, as_command_request(call, JoinGame(), actor=call.player))
        except WrongStatus:
            if (await self._commands.confirmed(game)).table.place_of(call.player) is None:
                raise

    async def _check_invited(self, host: str, places: Sequence[str]) -> None:
        """Check that the invited players can join, and that this host has not invited them too often."""
        invited = [place.removeprefix("player:") for place in places if place.startswith("player:")]
        admitted = await self._players.admitted(invited)
        for player in invited:
            if player not in admitted:
                raise Unprocessable("unknown_player", player=player)
            open_ = await self._index.invitations(player, host, MOST_INVITATIONS)
            if player != host and open_ >= MOST_INVITATIONS:
                raise NotPossible("invitations_open", player=player, most=MOST_INVITATIONS)
        await self._quotas.count_invitations(host, sum(player != host for player in invited))

    async def _open(self, call: GameCall, rules: Ruleset, command: CreateGame[Any]) -> CommandResult:
        if challenge_of(rules.challenge, command.options) is None:
            return await self._create(call, rules, command)
        return await self._create_challenge(call, rules, command)

    async def _create(self, call: GameCall, rules: Ruleset, command: CreateGame[Any]) -> CommandResult:
        command_request = as_command_request(call, command, actor=call.player)
        return await self._commands.create(rules, command.game, command_request, _seed(command))

    async def _create_challenge(
        self, call: GameCall, rules: Ruleset, command: CreateGame[Any]
    ) -> CommandResult:
        """Create a game of the challenge at the player's current handicap, unless another one still runs."""
        rules.check(command.options, len(command.places))
        if command.places != ("me",):
            raise Unprocessable("challenge_without_you")
        call = replace(call, idempotency_key=call.idempotency_key or first_command(command.game))
        try:
            await self._game_cache.recent(command.game)
        except NotFound:
            command = await self._at_handicap(call, rules, command)
        try:
            return await self._create(call, rules, command)
        except NotFound:
            raise await self._challenges.running(call.player, rules.name) from None

    async def _at_handicap(self, call: GameCall, rules: Ruleset, command: CreateGame[Any]) -> CreateGame[Any]:
        assert call.idempotency_key is not None
        assert rules.challenge is not None
        handicap = await self._challenges.begin(call.player, rules, command.game, call.idempotency_key)
        options = msgspec.structs.replace(command.options, **{rules.challenge.handicap: handicap})
        return msgspec.structs.replace(command, options=options)


def _seed(command: CreateGame[Any]) -> bytes:
    seed: bytes | None = command.options.fixed_seed
    return seed or runtime.random_bytes(SEED_BYTES)


def _check_played(table: AnyTable, player: str) -> None:
    """Check that the game was completed or aborted, and that this player took part."""
    if table.status not in OVER or table.state is None:
        raise NotPossible("not_over", status=table.status.value)
    if not table.seats_of(player):
        raise Forbidden("not_seated")
