"""A cluster whose masters die, give way to replicas or hand over slots: acknowledged writes are counted.

Each fault happens on plain connections, and over TLS with the user that the guide documents.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.store import Store, keys
from tests.support.acl import PASSWORD, create_user, denials
from tests.support.crews import system
from tests.support.games import a_lobby
from tests.support.patient_players import play_to_the_end, read
from tests.support.processes import eventually, free_port
from tests.support.tls import Certificates, TlsTerminator
from tests.support.writers import Writers
from tests.unit.service.store.servers import Cluster, caught_up, is_master

pytestmark = [pytest.mark.anyio, pytest.mark.long]

USER = "emberlog"


@dataclass(frozen=True)
class Reached:
    """A cluster, and the URL at which clients reach it."""

    cluster: Cluster
    url: str


@pytest.fixture(params=["plain", "tls and user"])
def reached(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reached]:
    if request.param == "plain":
        with Cluster(tmp_path) as cluster:
            yield Reached(cluster, cluster.url)
        return
    files, fronts = Certificates.make(tmp_path / "tls"), [free_port() for _ in range(6)]
    with ExitStack() as stack:
        cluster = stack.enter_context(Cluster(tmp_path, client_ports=fronts))
        for node, port in zip(cluster.nodes, fronts):
            create_user(node, USER)
            stack.enter_context(TlsTerminator(node.port, files, port))
        hosts = ",".join(f"127.0.0.1:{port}" for port in fronts[:3])
        yield Reached(cluster, f"rediss+cluster://{USER}:{PASSWORD}@{hosts}?{files.query}")
        assert [denials(node) for node in cluster.nodes if is_master(node)] == [[]] * 3


@pytest.fixture
async def store(reached: Reached) -> AsyncIterator[Store]:
    store = Store.open(reached.url, wait_replicas=1)
    yield store
    await store.close()


def kill_master(cluster: Cluster) -> None:
    """A master dies, and comes back as a replica of the one that took over."""
    dead, heir = cluster.nodes[0], cluster.nodes[3]
    dead.kill()
    eventually(lambda: is_master(heir))
    dead.restart()


def promote_replica(cluster: Cluster) -> None:
    """A replica takes over from a living master, as before maintenance."""
    master, replica = cluster.nodes[1], cluster.nodes[4]
    eventually(lambda: caught_up(master, replica))
    replica.command("CLUSTER", "FAILOVER")
    eventually(lambda: is_master(replica) and not is_master(master))


def move_slots(cluster: Cluster) -> None:
    """Every slot that has keys moves to another master."""
    for slot in cluster.slots_in_use():
        cluster.move_slot(slot)


@pytest.mark.parametrize("fault", [kill_master, promote_replica, move_slots])
async def test_cluster_loses_no_confirmed_entry(
    reached: Reached, store: Store, fault: Callable[[Cluster], None]
) -> None:
    writers = Writers(store)
    playing = asyncio.create_task(writers.play(40))
    await writers.until(8)
    await asyncio.to_thread(fault, reached.cluster)
    await playing
    await writers.assert_complete()
    assert sorted([game async for game in store.games.every()]) == sorted(writers.confirmed)


async def test_slots_really_move_while_entries_are_written(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        store = Store.open(cluster.url, wait_replicas=1)
        writers = Writers(store, games=4)
        await writers.play(8)
        slots = {cluster.nodes[0].command("CLUSTER", "KEYSLOT", keys.log(game)) for game in writers.confirmed}
        before = {slot: cluster.master_of(slot) for slot in slots}
        moving = asyncio.create_task(asyncio.to_thread(move_slots, cluster))
        while not moving.done():
            await writers.play(1)
        await moving
        assert all(cluster.master_of(slot) is not master for slot, master in before.items())
        await writers.play(1)
        assert min(writers.confirmed.values()) > 10, "hardly anything was written while the slots moved"
        await writers.assert_complete()
        await store.close()


async def test_solo_game_ends_while_all_slots_keep_moving(tmp_path: Path, redis_url: str) -> None:
    settings = {"queue_url": redis_url, "wait_replicas": "1", "wait_timeout_ms": "5000"}
    with Cluster(tmp_path) as cluster:
        async with system(tmp_path, cluster.url, workers=1, **settings) as (client, _):
            game = await a_lobby(client, seats=1)
            assert (await client.post(f"{game.path}/start", headers=game.headers[0])).status_code == 200
            playing = asyncio.create_task(play_to_the_end(game))
            rounds = 0
            while not playing.done():
                await asyncio.to_thread(move_slots, cluster)
                rounds += 1
            acknowledged = await playing
            assert rounds > 1
            assert (await read(game))["status"] == "finished"
            log = [json.loads(line) for line in (await client.get(f"{game.path}/log")).text.splitlines()]
            commands = {row["seq"]: row["command"] for row in log if "seq" in row}
            assert acknowledged == {version: commands[version] for version in acknowledged}
            assert (await client.get(f"{game.path}/audit")).json()["ok"] is True
