"""How games come to be: opened by a wish, for the handicap challenge, or as the rematch of another."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from domain.games import RULESETS
from domain.kernel.errors import WrongStatus
from domain.kernel.lobby import CreateGame, JoinGame
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, AnyTable
from schema.answers import GameAnswer
from service.challenges import Challenges, first_command
from service.commands import Commands, Done
from service.errors import Forbidden, NotFound, NotPossible, Unprocessable, unreadable
from service.games import Call, Games, ask_of
from service.players import Players
from service.rematches import Rematches, options_again, places_again
from service.rules import rules_of
from service.store.ids import is_id, new_id
from service.tables import Tables

SEED_BYTES: Final = 32


class Openings:
    """Opens games."""

    def __init__(
        self,
        tables: Tables,
        commands: Commands,
        players: Players,
        games: Games,
        *,
        challenges: Challenges,
        rematches: Rematches,
    ) -> None:
        self._tables = tables
        self._commands = commands
        self._players = players
        self._games = games
        self._challenges = challenges
        self._rematches = rematches

    async def create(
        self, call: Call, ruleset: str, options: Mapping[str, Any], seats: int | Sequence[str]
    ) -> GameAnswer:
        """A game in the lobby; repeated with its key, the same one."""
        rules = rules_of(ruleset)
        try:
            chosen = msgspec.convert(options, rules.options)
        except msgspec.ValidationError as wrong:
            raise unreadable("body", str(wrong), within="$.options") from None
        if chosen.fixed_seed is not None and "rated" not in options:
            chosen = msgspec.structs.replace(chosen, rated=False)
        places = ("me", *("open",) * (seats - 1)) if isinstance(seats, int) else tuple(seats)
        if "handicap" in options:
            raise Unprocessable("handicap_given")
        await self._check_invited(places)
        game = new_id("g")
        if call.once is not None:
            game = await self._players.remember(call.player, call.once, game)
        done = await self._open(call, rules, CreateGame(game=game, options=chosen, places=places))
        return await self._games.made(done, call.player)

    async def rematch(self, game: str, call: Call) -> GameAnswer:
        """The rematch of a game that is over: the first who asks opens it, the others take their places."""
        held = await self._tables.shown(game, call.player)
        _check_played(held.table, call.player)
        again = await self._rematches.reserve(game)
        rules = RULESETS[held.rules.name]
        try:
            table = (await self._tables.newest(again)).table
        except NotFound:
            options = options_again(rules, held.table.options)
            places = places_again(held.table, call.player)
            command = CreateGame(again, options, places, rematch_of=game)
            first = replace(call, once=call.once or first_command(again))
            table = (await self._open(first, rules, command)).held.table
        if table.place_of(call.player) is None:
            await self._join_at_last(again, call)
        return await self._games.read(again, call.player)

    async def _join_at_last(self, game: str, call: Call) -> None:
        """Whoever asked twice at once has a place by now."""
        try:
            await self._commands.run(game, ask_of(call, JoinGame(), actor=call.player))
        except WrongStatus:
            if (await self._tables.newest(game)).table.place_of(call.player) is None:
                raise

    async def _check_invited(self, places: Sequence[str]) -> None:
        """Those for whom places are kept are players of ours."""
        invited = [place.removeprefix("player:") for place in places if place.startswith("player:")]
        possible = [player for player in invited if is_id(player, "p")]
        names = dict(zip(possible, await self._players.names(possible)))
        for player in invited:
            if names.get(player) is None:
                raise Unprocessable("unknown_player", player=player)

    async def _open(self, call: Call, rules: Ruleset, command: CreateGame[Any]) -> Done:
        if getattr(command.options, "challenge", None) is None:
            return await self._create(call, rules, command)
        return await self._create_challenge(call, rules, command)

    async def _create(self, call: Call, rules: Ruleset, command: CreateGame[Any]) -> Done:
        ask = ask_of(call, command, actor=call.player)
        seed = command.options.fixed_seed or secrets.token_bytes(SEED_BYTES)
        return await self._commands.create(rules, command.game, ask, seed)

    async def _create_challenge(self, call: Call, rules: Ruleset, command: CreateGame[Any]) -> Done:
        """BF-O26: at the player's present handicap, and only if no other game of the challenge runs."""
        rules.check(command.options, len(command.places))
        if command.places != ("me",):
            raise Unprocessable("challenge_without_you")
        call = replace(call, once=call.once or first_command(command.game))
        try:
            await self._tables.recent(command.game)
        except NotFound:
            command = await self._at_handicap(call, rules, command)
        try:
            return await self._create(call, rules, command)
        except NotFound:
            raise await self._challenges.running(call.player, rules.name) from None

    async def _at_handicap(self, call: Call, rules: Ruleset, command: CreateGame[Any]) -> CreateGame[Any]:
        assert call.once is not None
        handicap = await self._challenges.begin(call.player, rules.name, command.game, call.once)
        options = msgspec.structs.replace(command.options, handicap=handicap)
        return msgspec.structs.replace(command, options=options)


def _check_played(table: AnyTable, player: str) -> None:
    """The game was played to its end, or aborted, and this player was in it."""
    if table.status not in OVER or table.state is None:
        raise NotPossible("not_over", status=table.status.value)
    if not table.seats_of(player):
        raise Forbidden("not_seated")
