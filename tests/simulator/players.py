"""The players of a simulation: they open games of every registered kind, and play them until they end."""

import asyncio
import random
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from domain.games import RULESETS
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import OVER, Clock, Options, Status
from schema.answers import GameAnswer, MovesAnswer
from service.api.collaborators import Collaborators
from service.engine.versions import IfMatch
from service.usecases.games import GameCall, WithNonce
from tests.simulator.calls import Client, Refused, is_not_found

if TYPE_CHECKING:
    from tests.simulator.world import World

MOST_REFUSALS: Final = 200
"""A player who is refused this often in a row, at quiet times, will never get on."""
RANDOM_BOT: Final = "random"


@dataclass(frozen=True)
class GamePlan:
    """A game to be played: who plays, by which options, and after how many moves each player gives up."""

    rules: Ruleset
    options: dict[str, Any]
    people: tuple[str, ...]
    bots: int
    moves: int
    rematches: int

    @classmethod
    def drawn(cls, dice: random.Random, number: int) -> "GamePlan":
        """A game of any kind that its rules accept."""
        rules = RULESETS[dice.choice(sorted(RULESETS))]
        options, seats = _playable(dice, rules)
        people = dice.randint(1, seats)
        return cls(
            rules=rules,
            options=options,
            people=tuple(f"p_{number}{chr(97 + n)}" for n in range(people)),
            bots=seats - people,
            moves=dice.choice((0, 0, 3, 3, 10, 30, 1000)),
            rematches=int(dice.random() < 0.2),
        )


def _playable(dice: random.Random, rules: Ruleset) -> tuple[dict[str, Any], int]:
    """Options and a number of seats; solo games, which have automas, as often as all others together."""
    numbers = sorted(rules.catalogue.players)
    numbers += [number for number in numbers if number == 1] * (len(numbers) - 1)
    while True:
        seats = dice.choice(numbers)
        options: dict[str, Any] = {"auto_start": dice.random() < 0.3}
        if dice.random() < 0.2:
            options["clock"] = {"seconds": 10}
            options["on_timeout"] = dice.choice(("pass", "forfeit"))
        try:
            rules.check(_options(rules, options), seats)
        except Rejected:
            numbers = [number for number in numbers if number != seats]
        else:
            return options, seats


def _options(rules: Ruleset, options: dict[str, Any]) -> Options:
    clock = Clock(**options["clock"]) if "clock" in options else None
    return rules.options(**{**options, "clock": clock})


async def _rematch(game: str, call: GameCall, api: Collaborators) -> GameAnswer:
    return await api.game_creation.rematch(game, call)


class Table:
    """The players of one game."""

    def __init__(self, world: "World", plan: GamePlan) -> None:
        self._world = world
        self._plan = plan
        self._dice = random.Random(f"{world.seed}/{plan.people[0]}")
        self._clients = {player: Client(world, player) for player in plan.people}
        self._games: list[str] = []

    async def play(self) -> None:
        """Play the game, and perhaps a rematch, to the end."""
        plan, host = self._plan, self._plan.people[0]
        seats = ["me", *("open" for _ in plan.people[1:]), *(f"bot:{RANDOM_BOT}" for _ in range(plan.bots))]
        try:
            made = await self._clients[host].change(
                f"{host} creates",
                lambda api, call: api.game_creation.create(call, plan.rules.name, plan.options, seats),
            )
            assert isinstance(made, GameAnswer)
            game = made.id
            self._world.tell(host, "created", game=game[-4:], rules=plan.rules.name, seats=len(seats))
            await self._seat_all(game)
            await self._play_all(game)
            again = await self._rematch(game) if plan.rematches else None
            if again is not None:
                await self._play_all(again)
        except Refused as refused:
            self._world.gone(self._plan.people[0], refused)

    async def play_on(self) -> None:
        """Come back to games that were over: a failover may have taken back how they ended."""
        for game in self._games:
            try:
                await self._play_all(game)
            except Refused as refused:
                self._world.gone(self._plan.people[0], refused)

    async def _seat_all(self, game: str) -> None:
        host, *others = self._plan.people
        for player in others:
            await self._tried(
                player, f"{game} join", lambda api, call: api.games.join(game, call, WithNonce())
            )
        if not self._plan.options["auto_start"]:
            await self._tried(
                host, f"{game} start", lambda api, call: api.games.start(game, call, WithNonce())
            )

    async def _play_all(self, game: str) -> None:
        if game not in self._games:
            self._games.append(game)
        over = set[str]()
        await asyncio.gather(*(self._play(game, player, over) for player in self._plan.people))

    async def _rematch(self, game: str) -> str | None:
        """The rematch, with fewer moves, or None if there is none."""
        self._plan = replace(self._plan, moves=self._dice.choice((0, 3)))
        again = None
        for client in self._clients.values():
            try:
                again = (await client.read(partial(_rematch, game, client.call()))).id
            except Refused:
                return None
        return again

    async def _tried(self, player: str, what: str, change: Any) -> bool:
        """Try to change something; returns whether it was accepted."""
        try:
            await self._clients[player].change(what, change)
        except Refused as refused:
            if is_not_found(refused):
                raise
            return False
        return True

    async def _play(self, game: str, player: str, over: set[str]) -> None:
        """Play until all players have seen the end of the game, or give up after some moves.

        Nobody leaves before: a failover may take back an end that only some have seen.
        """
        client, moves, refusals = self._clients[player], 0, 0
        while len(over) < len(self._plan.people):
            seen = await client.read(lambda api: api.games.read(game, player))
            if seen.status in OVER:
                over.add(player)
            elif seen.status is Status.LOBBY:
                await self._repair_lobby(game, player, seen)
            elif moves >= self._plan.moves:
                await self._tried(player, f"{game} resign", lambda api, call: api.games.resign(game, call))
                await asyncio.sleep(1)
            else:
                found = await client.read(lambda api: api.previews.moves(game, player))
                if found.moves:
                    accepted = await self._act(game, player, found)
                    moves += accepted
                    refusals = 0 if accepted or self._world.chances.trouble else refusals + 1
            if refusals > MOST_REFUSALS:
                self._world.found(f"{game}: {player} is refused for ever")
                return
            await asyncio.sleep(self._pause())

    def _pause(self) -> float:
        if "clock" in self._plan.options and self._dice.random() < 0.02:
            return self._dice.uniform(5, 30)
        return self._dice.expovariate(10)

    async def _repair_lobby(self, game: str, player: str, seen: GameAnswer) -> None:
        """A failover may have taken back that players joined, or that the game started."""
        if all(seat.player != player for seat in seen.seats):
            await self._tried(
                player, f"{game} join", lambda api, call: api.games.join(game, call, WithNonce())
            )
        elif player == seen.host:
            await self._tried(
                player, f"{game} start", lambda api, call: api.games.start(game, call, WithNonce())
            )

    async def _act(self, game: str, player: str, found: MovesAnswer) -> bool:
        """Play, take back or queue a move."""
        move: Command = self._dice.choice(found.moves)
        chance = self._dice.random()
        if chance < 0.04 and found.undo is not None:
            return await self._tried(
                player, f"{game} undo", lambda api, call: api.games.undo(game, call, None, None)
            )
        if chance < 0.10:
            await self._plan_moves(game, player, move)
            return True
        wanted = IfMatch(frozenset({found.version})) if self._dice.random() < 0.5 else None
        return await self._tried(
            player, f"{game} {move!r}", lambda api, call: api.games.play(game, call, move, wanted)
        )

    async def _plan_moves(self, game: str, player: str, move: Command) -> None:
        """Queue a move instead of playing it."""
        client = self._clients[player]
        try:
            await client.read(lambda api: api.planning.put(game, client.call(), [move]))
        except Refused as refused:
            if is_not_found(refused):
                raise
