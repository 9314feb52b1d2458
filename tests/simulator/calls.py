"""Calls of the API by clients: answers get lost, requests are repeated, and every answer is recorded."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from domain.kernel.errors import Rejected
from schema.answers import GameAnswer, PlayedAnswer
from service.api.collaborators import Collaborators
from service.engine.idempotency import idempotency_key_of
from service.errors import NotFound, ServiceError, Unavailable
from service.store import StoreError
from service.usecases.games import GameCall

if TYPE_CHECKING:
    from tests.simulator.world import Api, World

T = TypeVar("T")
ANSWER_SECONDS: Final = 30.0
Change = Callable[[Collaborators, GameCall], Awaitable[GameAnswer | PlayedAnswer]]


class NoAnswer(Exception):
    """The client does not know what became of its request, or was told to repeat it."""


class Refused(Exception):
    """The request was refused for good."""


@dataclass(frozen=True)
class Acknowledgement:
    """What a caller was told: the entry that its command became, and the events in it."""

    game: str
    seq: int
    events: bytes


class Ledger:
    """All acknowledgements, by command id."""

    def __init__(self, world: "World") -> None:
        self.acknowledged: dict[str, Acknowledgement] = {}
        self._world = world

    def record(self, command_id: str, answer: Acknowledgement) -> None:
        """An API acknowledged a command; a repeated one must get the same answer as before."""
        first = self.acknowledged.setdefault(command_id, answer)
        if answer != first:
            if self.may_be_lost(first):
                self.acknowledged[command_id] = answer
            else:
                self._world.found(f"{answer.game}: the answer {first} was {answer} when repeated")

    def refuse(self, command_id: str, error: Exception) -> None:
        """An API refused a command, which it must not do after it acknowledged it."""
        first = self.acknowledged.get(command_id)
        if first is not None and not self.may_be_lost(first):
            self._world.found(f"{first.game}: entry {first.seq} was acknowledged, then refused", error)

    def may_be_lost(self, answer: Acknowledgement) -> bool:
        """Whether a failover was allowed to lose an entry: only where no replica has to confirm it."""
        is_lost = any((game, seq) == (answer.game, answer.seq) for game, seq, _ in self._world.lost)
        return is_lost and not self._world.plan.wait_replicas


class Client:
    """A player, who sends requests to any API and repeats them until there is an answer."""

    def __init__(self, world: "World", player: str) -> None:
        self.player = player
        self._world = world
        self._calls = 0

    async def read(self, ask: Callable[[Collaborators], Awaitable[T]]) -> T:
        """Ask until there is an answer; raises Refused."""
        while True:
            try:
                return await self._once(ask)
            except NoAnswer:
                await asyncio.sleep(self._world.dice.uniform(0.05, 1.0))

    async def change(self, what: str, change: Change) -> GameAnswer | PlayedAnswer:
        """Change something under an idempotency key; now and then, repeat it after it was accepted."""
        call = self.call(what)
        key, ledger = call.idempotency_key, self._world.ledger
        assert key is not None

        async def ask(collaborators: Collaborators) -> GameAnswer | PlayedAnswer:
            try:
                answer = await change(collaborators, call)
            except (Rejected, ServiceError) as error:
                if not isinstance(error, Unavailable):
                    ledger.refuse(key.command_id, error)
                raise
            ledger.record(key.command_id, _acknowledgement(what, answer))
            return answer

        first = await self.read(ask)
        while self._world.dice.random() < 0.1:
            await asyncio.sleep(self._world.dice.expovariate(1))
            try:
                first = await self.read(ask)
            except Refused as error:
                self._world.tell(self.player, "repeated request refused", what=what, cause=error)
                raise
        return first

    def call(self, what: str = "") -> GameCall:
        """The next call of this player; a change has an idempotency key."""
        self._calls += 1
        number = str(self._calls)
        key = idempotency_key_of(self.player, number, what) if what else None
        return GameCall(player=self.player, request=f"{self.player}-{number}", idempotency_key=key)

    async def _once(self, ask: Callable[[Collaborators], Awaitable[T]]) -> T:
        """Send one request to one API."""
        chances, api = self._world.chances, self._world.api()
        await asyncio.sleep(chances.delay())
        if not api.is_alive or api.collaborators is None:
            raise NoAnswer
        running = api.spawn(_answered(self._world, api, ask))
        either: list[asyncio.Future[Any]] = [running, api.died]
        await asyncio.wait(either, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(chances.delay())
        if not running.done() or chances.answer_is_lost():
            raise NoAnswer
        result = running.result()
        if isinstance(result, Exception):
            raise result
        answer: T = result
        return answer


async def _answered(
    world: "World", api: "Api", ask: Callable[[Collaborators], Awaitable[T]]
) -> T | NoAnswer | Refused:
    """The API's own work for a request; what it raises is the answer too."""
    assert api.collaborators is not None
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await ask(api.collaborators)
    except (StoreError, Unavailable, TimeoutError) as error:
        return NoAnswer(str(error))
    except (Rejected, ServiceError) as error:
        return Refused(f"{type(error).__name__}: {error}", isinstance(error, NotFound))
    except Exception as error:  # noqa: BLE001  the outermost loop of a request
        world.found("the API answered 500", error)
        return NoAnswer(str(error))


def _acknowledgement(what: str, answer: GameAnswer | PlayedAnswer) -> Acknowledgement:
    if isinstance(answer, GameAnswer):
        return Acknowledgement(answer.id, answer.version, b"")
    return Acknowledgement(what.split(maxsplit=1)[0], answer.version, msgspec.json.encode(answer.events))


def is_not_found(error: Refused) -> bool:
    """Whether a refusal says that there is no such game."""
    return bool(error.args[1])
