"""Two worlds that differ only in what their readers may not know, and calls whose answers must be the same.

Both are real servers on a Redis of their own. Accounts, ids, times and chance are equal by construction. In
each the hidden piles of every game lie in another order, and somebody has secrets in the second world alone.
"""

import random
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any, TypeAlias, TypeVar

import httpx
import msgspec
import pytest
import redis
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.games import RULESETS
from domain.kernel.actors import seat_actor
from domain.kernel.codec import codec
from domain.kernel.entry import ZERO_HASH, Entry, canonical, seal
from domain.kernel.fold import follow
from domain.kernel.game import TakeTurn
from domain.kernel.lobby import JoinGame, StartGame
from domain.kernel.messages import Command, Event
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status
from domain.phoenix import events as p
from domain.phoenix.commands import AsymBuyRevelations, AsymChooseFighter
from service.projections import Projections
from service.projections.index import game_row
from service.store import GENESIS, Append, Store, snapshots
from service.store.compression import decompressed
from service.store.ids import spelled
from tests.support import phoenix_play
from tests.support.mail import PRIVATE
from tests.support.processes import PATIENCE
from tests.support.random_play import WAYS, chosen
from tests.support.record import FIRST_MOMENT, Record
from tests.support.service import FREELY, served, service, sign_up

T = TypeVar("T")
READERS = ("ada", "ben", "cyd", "nobody")
"""Ada and Ben have seats; Cyd is a stranger with a token; nobody has none."""
SECRETIVE = "dan"
"""Has a seat too, and secrets in the second world; is never asked what he sees."""

_ROOMY: dict[str, Any] = {"graphql_tokens": 1_000_000, "graphql_cost": 10_000_000, "graphql_depth": 20}
_PLAINLY = {"Accept-Encoding": "identity", "Content-Type": "application/json"}
_BADLY_ASKED = (405, 406, 415, 500, 503)
"""An answer to nothing: the test did not say what it meant, or the service failed."""
_MANY = 12
_NEVER_EQUAL = ("date", "x-request-id")
_HASH = re.compile(rb"\b[0-9a-f]{64}\b")


Swaps: TypeAlias = dict[object, dict[Any, Any]]
"""By pile, what takes the place of each of its items."""


@dataclass(frozen=True)
class Disguise:
    """What a state hides from all but the secretive seat, and how a swap of it changes an entry."""

    hidden: Callable[[Any, int | None], Mapping[object, Sequence[Any]]]
    swapped: Callable[[Any, Swaps, int | None], Event]
    command: Callable[[Any, Swaps], Command]
    chosen: Callable[[random.Random, str, Sequence[Command]], Command]


def otherwise(
    rules: Ruleset, entries: Sequence[Entry[Any, Any]], rng: random.Random, secretive: int | None
) -> list[Entry[Any, Any]]:
    """Another log that no reader can tell from this one: what is still hidden at its end is in another order.

    Each pile is changed where its order was last decided, so that everything shown since stays as it is.
    """
    disguise = DISGUISES[rules.name]
    hidden = disguise.hidden(_folded(rules, entries).state, secretive)
    swaps = {pile: dict(zip(items, rng.sample(items, len(items)))) for pile, items in hidden.items()}
    changed: list[Entry[Any, Any]] = []
    for entry in reversed(entries):
        own = secretive is not None and entry.actor == seat_actor(secretive)
        command = disguise.command(entry.command, swaps) if own else entry.command
        events = [disguise.swapped(event, swaps, secretive) for event in reversed(entry.events)]
        changed.insert(0, replace(entry, command=command, events=tuple(reversed(events))))
    return _sealed(changed)


def _hidden_in_bonfire(state: Any, _secretive: int | None) -> Mapping[object, Sequence[Any]]:
    board = state.board
    return {
        "path": [tile for pile in board.path_piles for tile in pile],
        "gnome": list(board.gnome_pile),
        "tom": list(state.tom.pile) if state.tom else [],
        **{n: [*city.offerings_left[1:], *city.offerings_right[1:]] for n, city in enumerate(state.cities)},
    }


def _swapped_in_bonfire(event: Event, swaps: Swaps, _secretive: int | None) -> Event:
    """The event with the pile's items swapped; a swap is used up where it was made, seen from the end."""
    match event:
        case e.PathsShuffled() | e.PathDisplayRecycled() | e.PathPilesShuffled():
            swap = swaps.pop("path", {})
            return replace(event, piles=tuple(_through(swap, pile) for pile in event.piles or ()))
        case e.SpecialistsShuffled() | e.GnomePileShuffled():
            return replace(event, gnome_pile=_through(swaps.pop("gnome", {}), event.gnome_pile or ()))
        case e.TomPileShuffled():
            return replace(event, tom_pile=_through(swaps.pop("tom", {}), event.tom_pile or ()))
        case e.OfferingsShuffled():
            swap = swaps.pop(event.seat, {})
            left, right = event.offerings_left or (), event.offerings_right or ()
            return replace(event, offerings_left=_through(swap, left), offerings_right=_through(swap, right))
    return event


def _hidden_in_phoenix(state: Any, secretive: int | None) -> Mapping[object, Sequence[Any]]:
    """Piles, and in a draft what the secretive seat has drawn and been dealt (PP-H8)."""
    board = state.board
    draft = None if secretive is None else state.seats[secretive].draft
    return {
        "village": list(board.village_pile),
        "foreseen": list(board.foreseen_pile),
        "revelation": [*board.revelation_pile, *(draft.dealt if draft else ())],
        **{
            n: [*seat.clan_pile, *(draft.drawn if draft and n == secretive else ())]
            for n, seat in enumerate(state.seats)
        },
    }


def _swapped_in_phoenix(event: Event, swaps: Swaps, secretive: int | None) -> Event:
    match event:
        case p.ClanPileShuffled():
            return replace(event, clan_pile=_through(swaps.pop(event.seat, {}), event.clan_pile or ()))
        case p.VillagesShuffled():
            pile = _through(swaps.pop("village", {}), event.village_pile or ())
            return replace(event, village_pile=pile)
        case p.ForeseenPileShuffled():
            pile = _through(swaps.pop("foreseen", {}), event.foreseen_pile or ())
            return replace(event, foreseen_pile=pile)
        case p.RevelationPileShuffled():
            pile = _through(swaps.pop("revelation", {}), event.revelation_pile or ())
            return replace(event, revelation_pile=pile)
        case p.KinDrawn() if event.seat == secretive:
            swap = swaps.get(event.seat, {})
            return replace(
                event, drawn=_through(swap, event.drawn or ()), pick=swap.get(event.pick, event.pick)
            )
        case p.RevelationsDealt() if event.seat == secretive:
            return replace(event, cards=_through(swaps.get("revelation", {}), event.cards or ()))
        case p.DraftDecided() if event.seat == secretive:
            return replace(event, move=_swapped_draft(event.move, swaps))
    return event


def _swapped_draft(move: Any, swaps: Swaps) -> Any:
    """A decision of the draft about other tiles or cards."""
    if isinstance(move, AsymChooseFighter):
        kin = {key: to for swap in swaps.values() for key, to in swap.items()}
        return replace(move, kin=kin.get(move.kin, move.kin))
    if isinstance(move, AsymBuyRevelations):
        return replace(move, cards=_through(swaps.get("revelation", {}), move.cards or ()))
    return move


DISGUISES: Mapping[str, Disguise] = {
    "bonfire": Disguise(
        _hidden_in_bonfire,
        _swapped_in_bonfire,
        lambda command, _swaps: command,
        lambda rng, way, moves: chosen(rng, WAYS[way], moves),
    ),
    "phoenix": Disguise(
        _hidden_in_phoenix,
        _swapped_in_phoenix,
        _swapped_draft,
        lambda rng, way, moves: phoenix_play.chosen(rng, phoenix_play.WAYS[way], moves),
    ),
}


def _through(swap: Mapping[T, T], items: Sequence[T]) -> tuple[T, ...]:
    return tuple(swap.get(item, item) for item in items)


def _folded(rules: Ruleset, entries: Sequence[Entry[Any, Any]]) -> AnyTable:
    table: AnyTable | None = None
    for entry in entries:
        table = follow(rules, table, entry)
    assert table is not None
    return table


def _sealed(entries: Sequence[Entry[Any, Any]]) -> list[Entry[Any, Any]]:
    prev, sealed = ZERO_HASH, []
    for entry in entries:
        whole, _ = seal(replace(entry, prev=prev))
        prev = whole.hash
        sealed.append(whole)
    return sealed


@dataclass
class World:
    """A server, its Redis, and the hashes of its entries, which alone may differ."""

    url: str
    client: httpx.AsyncClient
    hashes: dict[bytes, bytes] = field(default_factory=dict)

    def learn(self) -> None:
        """The hashes of all entries, each with a name that is the same in every world.

        What a fork has borrowed keeps the name that it had.
        """
        with redis.Redis.from_url(self.url) as direct:
            for log in sorted(direct.scan_iter("{b*}:log:*")):
                for seq, fields in direct.xrange(log):
                    found = msgspec.json.decode(decompressed(fields[b"entry"]))["hash"].encode()
                    self.hashes.setdefault(found, b"<hash %s %s>" % (log, seq))

    def without_hashes(self, body: bytes) -> bytes:
        """What was answered, with the names of hashes in place of them; nothing else is left out."""
        if any(found not in self.hashes for found in _HASH.findall(body)):
            self.learn()
            for found in _HASH.findall(body):
                self.hashes.setdefault(found, found)
        return _HASH.sub(lambda found: self.hashes[found[0]], body)


@dataclass(frozen=True)
class Answer:
    """An answer as far as it may be compared."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def json(self) -> Any:
        """What it says."""
        return msgspec.json.decode(self.body)


class Moments:
    """Time and chance, which stand still during a call and are the same for it in each world."""

    def __init__(self) -> None:
        self.step = 0
        self.rng = random.Random(0)

    def begin(self) -> None:
        """The same moment, and the same chance, once more."""
        self.rng = random.Random(self.step)

    def ns(self) -> int:
        """Nanoseconds since 1970; long after the games began."""
        return int((FIRST_MOMENT.timestamp() + 1_000_000 + self.step) * 1_000_000_000)

    @contextmanager
    def loaded(self) -> Iterator[None]:
        """For all of the service, while the block lasts."""
        moments = self

        class Stopped(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> "Stopped":
                return cls.fromtimestamp(moments.ns() / 1e9, tz)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time_ns", self.ns)
            patch.setattr("service.engine.commands.datetime", Stopped)
            patch.setattr(secrets, "randbits", lambda bits: int(self.rng.getrandbits(bits)))
            patch.setattr(secrets, "token_bytes", lambda size: bytes(self.rng.randbytes(size)))
            patch.setattr(secrets, "token_hex", lambda size: self.rng.randbytes(size).hex())
            yield


class Worlds:
    """Both worlds: whatever is asked is asked in each, and the answers are the same."""

    def __init__(self, pair: Sequence[World], moments: Moments, people: Mapping[str, Any]) -> None:
        self.pair = pair
        self.moments = moments
        self.players: dict[str, str] = {name: player for name, (player, _) in people.items()}
        self.headers: dict[str, dict[str, str]] = {name: header for name, (_, header) in people.items()}
        self.headers["nobody"] = {}
        self.seats: dict[str, list[str | None]] = {}

    async def same(self, method: str, path: str, reader: str, **request: Any) -> Answer:
        """The answer, which is the same in both worlds but for hashes, the date and the request's id."""
        self.moments.step += 1
        first, second = [await self._asked(world, method, path, reader, request) for world in self.pair]
        assert first == second, f"{reader} can tell the worlds apart by {method} {path} {request}"
        return first

    async def _asked(
        self, world: World, method: str, path: str, reader: str, request: Mapping[str, Any]
    ) -> Answer:
        self.moments.begin()
        headers = {**self.headers[reader], **_PLAINLY, **request.get("headers", {})}
        rest = {name: value for name, value in request.items() if name != "headers"}
        response = await world.client.request(method, path, headers=headers, **rest)
        assert response.status_code not in _BADLY_ASKED, response.text
        told = sorted(item for item in response.headers.multi_items() if item[0] not in _NEVER_EQUAL)
        return Answer(response.status_code, tuple(told), world.without_hashes(response.content))

    async def same_events(
        self, method: str, path: str, reader: str, events: int, **request: Any
    ) -> list[bytes]:
        """So many events of a stream, comments left out."""
        self.moments.step += 1
        told = []
        for world in self.pair:
            self.moments.begin()
            async with self.reading(world, method, path, reader, **request) as stream:
                told.append([world.without_hashes(await anext(stream)) for _ in range(events)])
        assert told[0] == told[1], f"{reader} can tell the worlds apart by {method} {path} {request}"
        return told[0]

    @asynccontextmanager
    async def reading(
        self, world: World, method: str, path: str, reader: str, **request: Any
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """The events of a stream, byte by byte, without comments."""
        headers = {**self.headers[reader], "Accept": "text/event-stream", "Accept-Encoding": "identity"}
        async with world.client.stream(method, path, headers=headers, **request) as response:
            assert response.status_code == 200, await response.aread()
            yield _events(response)

    async def write(self, record: Record, rng: random.Random) -> str:
        """A game into each world, with its hidden things in another order; its id."""
        states, rules = [], record.rules
        people = [seat.player for seat in record.table.seats]
        dan = self.players[SECRETIVE]
        secretive = people.index(dan) if dan in people else None
        for world in self.pair:
            entries = otherwise(rules, record.entries, rng, secretive)
            await _write(rules, world.url, entries, record.seed)
            states.append(_folded(rules, entries).state)
        assert states[0] != states[1], "nothing is hidden here"
        self.seats[record.game] = people
        return record.game


async def _events(response: httpx.Response) -> AsyncIterator[bytes]:
    rest = b""
    async for chunk in response.aiter_bytes():
        *events, rest = (rest + chunk).split(b"\n\n")
        for event in events:
            if not event.startswith((b":", b"retry")):
                yield event


async def _write(rules: Ruleset, url: str, entries: Sequence[Entry[Any, Any]], seed: bytes) -> None:
    """A log with its snapshots, and the game's row in the lists."""
    store = Store.open(url)
    table: AnyTable | None = None
    for entry in entries:
        after = (0, GENESIS) if table is None else (table.version, table.hash)
        table = follow(rules, table, entry)
        done = await store.append(
            Append(
                game=table.game,
                after_seq=after[0],
                after_hash=after[1],
                entry=canonical(entry),
                hash=entry.hash,
                status=table.status.value,
                snapshot=codec(rules).snapshot(table) if snapshots.due(table.version) else b"",
                seed=seed if entry.seq == 1 else b"",
            )
        )
        assert done.seq == entry.seq
    assert table is not None
    await Projections(store.connection).index.write(game_row(rules, table))
    await store.close()


@asynccontextmanager
async def worlds(first_url: str, second_url: str) -> AsyncIterator[Worlds]:
    """Two worlds with the same people and no games yet."""
    moments = Moments()
    with moments.loaded():
        async with service(first_url, **FREELY) as client:
            people = {}
            for name in (*READERS[:3], SECRETIVE):
                moments.step += 1
                people[name] = await sign_up(client, name.capitalize())
        _copy(first_url, second_url)
        async with AsyncExitStack() as stack:
            pair = []
            for url in (first_url, second_url):
                host, port = stack.enter_context(served(url, **FREELY, **_ROOMY, **PRIVATE))
                client = httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE)
                pair.append(World(url, await stack.enter_async_context(client)))
            yield Worlds(pair, moments, people)


def _copy(source: str, target: str) -> None:
    with redis.Redis.from_url(source) as here, redis.Redis.from_url(target) as there:
        for key in here.scan_iter():
            there.restore(key, 0, here.dump(key))


def a_record(
    players: Sequence[str],
    entries: int,
    seed: int,
    *,
    way: str = "eager",
    ruleset: str = "bonfire",
    many: int = _MANY,
    **options: Any,
) -> Record:
    """A game of these people after some entries, where one of the first two has many moves."""
    rng, rules = random.Random(seed), RULESETS[ruleset]
    record = Record(rules, rng.randbytes(32), spelled("g", rng.getrandbits(127)))
    record.opened(("me", *("open",) * (len(players) - 1)), host=players[0], **options)
    for player in players[1:]:
        record.does(player, JoinGame(nonce=f"nonce-{player}"))
    record.does(players[0], StartGame())
    while record.table.version < entries or not _has_moves(record, players[:2], many):
        assert record.table.status is Status.ACTIVE
        record.does(*_next(record, rng, way, players[2:]))
    return record


def _has_moves(record: Record, readers: Sequence[str], many: int) -> bool:
    due = record.rules.actor(record.state).seats
    mine = bool(due) and record.table.seats[due[0]].player in readers
    return mine and len(record.rules.legal(record.state, due[0])) >= many


def _next(record: Record, rng: random.Random, way: str, others: Sequence[str]) -> tuple[str | int, Command]:
    """The next move; of several who decide at once, those that are no readers come first."""
    due = record.rules.actor(record.state)
    if due.automa is not None:
        return due.automa, TakeTurn()
    seat = min(due.seats, key=lambda seat: record.table.seats[seat].player not in others)
    return seat, DISGUISES[record.rules.name].chosen(rng, way, record.rules.legal(record.state, seat))
