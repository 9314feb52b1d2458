"""What the store promises when servers die, stall, come back or forget."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

import pytest

from service.store import (
    Append,
    Appended,
    Conflict,
    Head,
    OutboxItem,
    PlanWrite,
    RedisConnection,
    RedisUnavailable,
    SeenCommand,
    Store,
    TooFewReplicas,
    connect,
)
from service.store.append import seen_digest
from service.store.ids import new_id
from tests.support.processes import PATIENCE, eventually, free_port
from tests.support.redis import IN_MEMORY
from tests.unit.service.store.entries import entry, hash_of, nth, write
from tests.unit.service.store.servers import Cluster, Server, is_master


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "primary", repl_diskless_sync_delay="0") as server:
        yield server


@pytest.fixture
def replica(server: Server, tmp_path: Path) -> Iterator[Server]:
    # In memory: Redis 7.0 does not end on a signal while it writes the first append-only file after a sync.
    with Server(tmp_path / "replica", replicaof=f"127.0.0.1 {server.port}", **IN_MEMORY) as replica:
        # Not when the replica calls its link up: the primary counts it only after its first acknowledgement.
        eventually(lambda: server.command("WAIT", 1, 1000) == 1)
        yield replica


@pytest.fixture
async def store(server: Server) -> AsyncIterator[Store]:
    store = Store.open(server.url)
    yield store
    await store.close()


@pytest.fixture
async def waiting(server: Server) -> AsyncIterator[Store]:
    """A store that waits for one replica as long as it takes."""
    connection = RedisConnection(connect(server.url, timeout=PATIENCE))
    store = Store(connection, wait_replicas=1, wait_ms=int(PATIENCE * 1000))
    yield store
    await store.close()


@pytest.fixture
async def impatient(server: Server) -> AsyncIterator[Store]:
    """A store that waits for one replica, which does not confirm in time."""
    store = Store.open(server.url, wait_replicas=1, wait_ms=100)
    yield store
    await store.close()


class Proxy:
    """Stands before a server, and on request cuts the connection instead of passing on an answer."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._cut = False

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    def cut_next_answer(self) -> None:
        self._cut = True

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection("127.0.0.1", self._target)
        asking = asyncio.create_task(_pass_on(client, to_server))
        while (answer := await server.read(65536)) and not self._cut:
            to_client.write(answer)
        self._cut = False
        asking.cancel()
        for writer in (to_client, to_server):
            writer.close()
            await writer.wait_closed()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()


async def until(holds: Callable[[], bool]) -> None:
    """Lets the others work until it holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - the writers are the event
            await asyncio.sleep(0)


async def until_answered(do: Callable[[], Awaitable[object]]) -> object:
    """Tries again while Redis is away."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return await do()
        except RedisUnavailable:
            assert time.monotonic() < deadline, "it never came back"
            await asyncio.sleep(0.05)


async def test_acknowledged_entries_survive_a_killed_redis(server: Server, store: Store) -> None:
    """The same store goes on with the restarted server, without a restart of its own."""
    game = new_id("g")
    for round_ in range(3):
        for seq in range(3 * round_ + 1, 3 * round_ + 4):
            new = nth(game, seq, command_id=f"c{seq}", put=(OutboxItem(f"i{seq}", seq, b"work"),))
            assert await store.append(new) == Appended(seq)
        server.kill()
        with pytest.raises(RedisUnavailable):
            await store.log.head(game)
        with pytest.raises(RedisUnavailable):
            await store.append(nth(game, seq + 1))
        server.restart()
        last = Head(seq, hash_of(game, seq), "active", b"sealed")
        assert await store.log.head(game) == last
        assert await store.log.entries(game) == [entry(game, n) for n in range(1, seq + 1)]
        assert await store.log.seen(game, f"c{seq}") == SeenCommand(seq, "")
        assert len(await store.outbox.due(99)) == seq


async def test_redis_killed_under_16_writers_keeps_all_acknowledged_entries(
    server: Server, store: Store
) -> None:
    games = [new_id("g") for _ in range(16)]
    written = dict.fromkeys(games, 0)

    async def play(game: str) -> None:
        for seq in range(1, 10_000):
            await store.append(nth(game, seq, command_id=str(seq)))
            written[game] = seq

    players = [asyncio.create_task(play(game)) for game in games]
    await until(lambda: min(written.values()) >= 5)
    server.kill()
    results = await asyncio.gather(*players, return_exceptions=True)
    assert {type(result) for result in results} == {RedisUnavailable}
    server.restart()
    for game, seq in written.items():
        head = await store.log.head(game)
        assert head is not None
        assert head.seq in (seq, seq + 1)
        assert await store.log.entries(game) == [entry(game, n) for n in range(1, head.seq + 1)]


async def test_pooled_connections_closed_by_the_server_are_replaced_silently(
    server: Server, store: Store
) -> None:
    game = new_id("g")
    await write(store, game, 1)
    for seq in range(2, 6):
        server.command("CLIENT", "KILL", "TYPE", "normal")
        assert await store.append(nth(game, seq)) == Appended(seq)


async def test_append_with_a_lost_answer_is_retried_and_stored_once(server: Server, store: Store) -> None:
    game = new_id("g")
    async with Proxy(server.port) as proxy:
        through = Store.open(f"redis://127.0.0.1:{proxy.port}")
        await write(through, game, 1)
        proxy.cut_next_answer()
        new = nth(game, 2, command_id="c", digest="d")
        assert await through.append(new) == SeenCommand(2, "d")
        proxy.cut_next_answer()
        assert await through.append(nth(game, 3)) == Appended(3)
        await through.close()
    assert await store.log.entries(game) == [entry(game, seq) for seq in (1, 2, 3)]


async def test_cancelled_appends_leave_no_answer_on_the_connection(store: Store) -> None:
    """A client that hangs up cancels its request at any point; nobody may then read what was meant for it."""
    games = [new_id("g") for _ in range(40)]
    for steps, game in enumerate(games):
        doomed = asyncio.create_task(store.append(nth(game, 1, command_id="c", digest=game)))
        for _ in range(steps // 4):
            await asyncio.sleep(0)
        doomed.cancel()
        await asyncio.gather(doomed, return_exceptions=True)
    for game in games:
        result = await store.append(nth(game, 1, command_id="c", digest=game))
        assert result in (Appended(1), SeenCommand(1, seen_digest(game)))
        assert await store.log.entries(game) == [entry(game, 1)]


async def test_unresponsive_redis_is_unavailable(server: Server) -> None:
    store = Store(RedisConnection(connect(server.url, timeout=0.2)))
    game = new_id("g")
    await write(store, game, 1)
    server.pause()
    with pytest.raises(RedisUnavailable):
        await store.append(nth(game, 2, command_id="c"))
    server.resume()
    again = await until_answered(lambda: store.append(nth(game, 2, command_id="c")))
    assert again in (Appended(2), SeenCommand(2, ""))
    await store.close()


async def test_redis_that_refuses_writes_is_unavailable_and_unchanged(server: Server, store: Store) -> None:
    game = new_id("g")
    await write(store, game, 1)
    for setting, refuse, allow in (("maxmemory", "1", "0"), ("min-replicas-to-write", "1", "0")):
        server.command("CONFIG", "SET", setting, refuse)
        with pytest.raises(RedisUnavailable):
            await store.append(nth(game, 2, command_id="c", put=(OutboxItem("a", 1, b""),)))
        server.command("CONFIG", "SET", setting, allow)
    assert (await store.log.load(game)) is not None
    assert await store.log.seen(game, "c") is None
    assert await store.outbox.due(99) == []
    assert await store.append(nth(game, 2)) == Appended(2)


async def test_without_a_replica_an_entry_is_stored_but_not_replicated(impatient: Store) -> None:
    game = new_id("g")
    with pytest.raises(TooFewReplicas) as refused:
        await impatient.append(nth(game, 1, command_id="c"))
    assert refused.value.seq == 1
    assert await impatient.log.entries(game) == [entry(game, 1)]
    with pytest.raises(TooFewReplicas):
        await impatient.append(nth(game, 1, command_id="c"))
    assert await impatient.append(nth(game, 3)) == Conflict(1, hash_of(game, 1))


async def test_with_a_replica_an_entry_is_confirmed(server: Server, replica: Server, waiting: Store) -> None:
    game = new_id("g")
    for seq in range(1, 4):
        assert await waiting.append(nth(game, seq, command_id=str(seq))) == Appended(seq)
        server.command("SCRIPT", "FLUSH")
    on_replica = Store.open(replica.url)
    assert await on_replica.log.entries(game) == [entry(game, seq) for seq in (1, 2, 3)]
    await on_replica.close()


async def test_repeated_command_is_confirmed_only_when_the_replica_has_it(
    replica: Server, store: Store, waiting: Store, impatient: Store
) -> None:
    """The repeat comes over a connection that did not write the entry, and yet must wait for it."""
    game = new_id("g")
    assert await waiting.append(nth(game, 1)) == Appended(1)
    replica.pause()
    new = nth(game, 2, command_id="c", digest="d")
    assert await store.append(new) == Appended(2)
    with pytest.raises(TooFewReplicas) as refused:
        await impatient.append(new)
    assert refused.value.seq == 2
    replica.resume()
    assert await waiting.append(new) == SeenCommand(2, "d")


async def test_a_plan_is_confirmed_like_an_entry(
    replica: Server, store: Store, waiting: Store, impatient: Store
) -> None:
    game = new_id("g")
    assert await store.append(nth(game, 1)) == Appended(1)
    leaving = PlanWrite(
        player="p_1", id="plan_1", plan=b"abc", command_id="c", digest="d", item_id="plan", due_ms=7
    )
    assert await waiting.plans.put(game, leaving) == 1
    on_replica = Store.open(replica.url)
    assert await on_replica.plans.of(game) == {"p_1": b"abc"}
    await on_replica.close()
    replica.pause()
    for plan in (leaving, replace(leaving, id="plan_2", plan=b"xyz", command_id="")):
        with pytest.raises(TooFewReplicas, match="entry 1"):
            await impatient.plans.put(game, plan)
    replica.resume()


async def test_promoted_replica_without_scripts_continues(
    server: Server, replica: Server, waiting: Store
) -> None:
    game = new_id("g")
    assert await waiting.append(nth(game, 1)) == Appended(1)
    server.kill()
    replica.command("REPLICAOF", "NO", "ONE")
    promoted = Store.open(replica.url)
    assert await promoted.append(nth(game, 2)) == Appended(2)
    await promoted.close()


async def test_master_that_becomes_a_replica_while_an_append_waits_is_unavailable(
    server: Server, store: Store, waiting: Store, tmp_path: Path
) -> None:
    """As in a planned failover, or when a busy master was taken for dead."""
    await write(store, new_id("g"), 1)  # so that the server has the script
    appending = asyncio.create_task(waiting.append(nth(new_id("g"), 1)))
    await asyncio.to_thread(eventually, lambda: server.command("INFO", "clients")["blocked_clients"] == 1)
    with Server(tmp_path / "successor", **IN_MEMORY) as successor:
        server.command("REPLICAOF", "127.0.0.1", successor.port)
        with pytest.raises(RedisUnavailable):
            await appending


async def test_write_to_a_replica_is_unavailable(replica: Server) -> None:
    store = Store.open(replica.url)
    with pytest.raises(RedisUnavailable):
        await store.append(nth(new_id("g"), 1))
    await store.close()


async def _confirmed(store: Store, new: Append) -> int:
    """Repeats an append, as a client does with its key, until replicas have it."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            result = await until_answered(lambda: store.append(new))
        except TooFewReplicas:
            assert time.monotonic() < deadline, "no replica ever confirmed"
            continue
        assert isinstance(result, Appended | SeenCommand), "a confirmed entry before this one is lost"
        return result.seq


@pytest.mark.long
async def test_cluster_fails_over_and_loses_no_confirmed_entry(tmp_path: Path) -> None:
    games = [new_id("g") for _ in range(16)]
    confirmed = dict.fromkeys(games, 0)
    with Cluster(tmp_path) as cluster:
        store = Store.open(cluster.url, wait_replicas=1)

        async def play(game: str) -> None:
            for seq in range(1, 41):
                confirmed[game] = await _confirmed(store, nth(game, seq, command_id=str(seq)))

        players = [asyncio.create_task(play(game)) for game in games]
        await until(lambda: min(confirmed.values()) >= 10)
        dead, heir = cluster.nodes[0], cluster.nodes[3]
        dead.kill()
        await asyncio.to_thread(eventually, lambda: heir.command("ROLE")[0] == b"master")
        await asyncio.to_thread(dead.restart)
        await asyncio.gather(*players)
        for game in games:
            assert await store.log.entries(game) == [entry(game, seq) for seq in range(1, 41)]
        assert sorted([game async for game in store.games.every()]) == sorted(games)
        await store.close()


KILLS = 6
"""Of eight kills three showed an error of the client's own."""


@pytest.mark.long
# redis-py leaves the sockets of dead masters to the garbage collection.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_killed_masters_cause_no_error_except_unavailable(tmp_path: Path) -> None:
    with Cluster(tmp_path, node_timeout_ms=500) as cluster:
        store = Store.open(cluster.url, wait_replicas=1, wait_ms=100)
        raised: set[type[BaseException]] = set()

        async def use(number: int) -> None:
            game = new_id("g")
            for seq in range(1, 100_000):
                calls = (store.append(nth(game, seq)), store.log.load(game), store.log.head(game))
                pipeline = store.connection.pipeline([("GET", f"{number}:{n}") for n in range(8)])
                results = await asyncio.gather(*calls, pipeline, return_exceptions=True)
                raised.update(type(result) for result in results if isinstance(result, BaseException))

        users = [asyncio.create_task(use(number)) for number in range(16)]
        for kill in range(KILLS):
            pair = cluster.nodes[kill % 3], cluster.nodes[kill % 3 + 3]
            dead, heir = pair if is_master(pair[0]) else pair[::-1]
            await asyncio.sleep(0.2)
            dead.kill()
            await asyncio.to_thread(eventually, partial(is_master, heir))
            await asyncio.to_thread(dead.restart)
            await asyncio.to_thread(eventually, partial(is_replica, dead))
        for user in users:
            user.cancel()
        await asyncio.gather(*users, return_exceptions=True)
        await store.close()
    assert raised <= {RedisUnavailable, TooFewReplicas}


def is_replica(node: Server) -> bool:
    return bool(node.command("INFO", "replication").get("master_link_status") == "up")
