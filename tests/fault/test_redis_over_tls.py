"""TLS to a single Redis, to Sentinels and their master, and to a cluster, with certificates made here.

The bundled server has no TLS, so terminators stand before it. A server with TLS of its own is tested too
where one is installed (`redis-server` in PATH).
"""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.operations.embedded import EmbeddedError, EmbeddedRedis
from service.settings import Settings
from service.store import Appended, RedisConnection, RedisUnavailable, Store, connect
from service.store.client import connect_blocking
from service.store.ids import new_id
from tests.support.crews import solo, system
from tests.support.processes import eventually, free_port
from tests.support.redis import IN_MEMORY
from tests.support.sentinels import SERVICE, Sentinel
from tests.support.tls import Certificates, TlsTerminator
from tests.unit.service.store.entries import entry, nth, write
from tests.unit.service.store.servers import Cluster, Server

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.fixture
def files(tmp_path: Path) -> Certificates:
    return Certificates.make(tmp_path / "tls")


@pytest.fixture
def behind_tls(tmp_path: Path, files: Certificates) -> Iterator[int]:
    """The port of a terminator before a Redis."""
    with Server(tmp_path / "redis", **IN_MEMORY) as server, TlsTerminator(server.port, files) as terminator:
        yield terminator.port


async def test_log_and_queues_work_over_tls(behind_tls: int, files: Certificates, tmp_path: Path) -> None:
    url = f"rediss://127.0.0.1:{behind_tls}?{files.query}"
    async with system(tmp_path, url, workers=1) as (client, _):
        game = await solo(client, seed=1, most_moves=6)
        assert (await game.read())["version"] > 6


async def test_server_or_client_without_a_trusted_certificate_is_refused(
    behind_tls: int, files: Certificates, tmp_path: Path
) -> None:
    stranger = Certificates.make(tmp_path / "other")
    for query in (
        f"ssl_ca_certs={files.authority}",
        stranger.query,
        f"ssl_ca_certs={files.authority}&ssl_certfile={stranger.certificate}&ssl_keyfile={stranger.key}",
    ):
        link = RedisConnection(connect(f"rediss://127.0.0.1:{behind_tls}?{query}"))
        with pytest.raises(RedisUnavailable):
            await link.call("GET", "a")
        await link.close()
    link = RedisConnection(connect(f"rediss://localhost:{behind_tls}?{files.query}"))
    with pytest.raises(RedisUnavailable, match=r"[Hh]ostname|localhost"):
        await link.call("GET", "a")
    await link.close()


async def test_sentinels_and_their_master_are_reached_over_tls(files: Certificates, tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(Server(tmp_path / "redis", **IN_MEMORY))
        outside = stack.enter_context(TlsTerminator(server.port, files))
        sentinel = stack.enter_context(Sentinel(tmp_path / "sentinel", server.port))
        await asyncio.to_thread(eventually, sentinel.answers)
        # What the Sentinels hand out is the address at which clients reach the master.
        sentinel.command("SENTINEL", "REMOVE", SERVICE)
        sentinel.command("SENTINEL", "MONITOR", SERVICE, "127.0.0.1", outside.port, 2)
        front = stack.enter_context(TlsTerminator(sentinel.port, files))
        url = f"rediss+sentinel://127.0.0.1:{front.port}/{SERVICE}?{files.query}"
        store = Store.open(url)
        assert await store.append(nth(new_id("g"), 1)) == Appended(1)
        await store.close()
        with connect_blocking(url) as queue:
            assert await asyncio.to_thread(queue.ping)


async def test_cluster_works_over_tls_and_survives_a_killed_master(
    files: Certificates, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        fronts = [free_port() for _ in range(6)]
        cluster = stack.enter_context(Cluster(tmp_path, client_ports=fronts))
        for node, port in zip(cluster.nodes, fronts):
            stack.enter_context(TlsTerminator(node.port, files, port))
        hosts = ",".join(f"127.0.0.1:{port}" for port in fronts[:3])
        store = Store.open(f"rediss+cluster://{hosts}?{files.query}", wait_replicas=1)
        games = [new_id("g") for _ in range(8)]
        for game in games:
            await write(store, game, 3)
        dead, heir = cluster.nodes[0], cluster.nodes[3]
        dead.kill()
        await asyncio.to_thread(eventually, lambda: heir.command("ROLE")[0] == b"master")
        for game in games:
            await _until_answered(store, game)
            assert await store.log.entries(game) == [entry(game, seq) for seq in (1, 2, 3)]
        await store.close()


async def _until_answered(store: Store, game: str) -> None:
    async with asyncio.timeout(120):
        while True:
            try:
                await store.log.head(game)
                return
            except RedisUnavailable:
                await asyncio.sleep(0.1)


async def test_server_with_tls_of_its_own_is_reached(files: Certificates, tmp_path: Path) -> None:
    binary = shutil.which("redis-server") or shutil.which("valkey-server")
    if binary is None:
        pytest.skip("no redis-server in PATH: native TLS is NOT tested here, only TLS before the server")
    port = free_port()
    options = {
        "tls-port": str(port),
        "tls-cert-file": str(files.certificate),
        "tls-key-file": str(files.key),
        "tls-ca-cert-file": str(files.authority),
        **IN_MEMORY,
    }
    try:
        server = EmbeddedRedis(tmp_path / "redis", binary=Path(binary), options=options).start()
    except EmbeddedError:
        pytest.skip(f"{binary} is built without TLS: native TLS is NOT tested here")
    try:
        store = Store.open(Settings(redis_url=f"rediss://127.0.0.1:{port}?{files.query}").redis)
        await write(store, new_id("g"), 3)
        await store.close()
    finally:
        server.stop()
