"""Limits of connections and of a request's head, on real sockets."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import httpx
import pytest

from service.api.http.connection_limits import ConnectionLimits
from service.settings import Settings
from tests.support.processes import PATIENCE, eventually
from tests.support.service import bearer, served

Connect = Callable[[], socket.socket]
GOOD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture
def connected(redis_url: str, request: pytest.FixtureRequest) -> Iterator[Connect]:
    """Opens connections to a server with the settings of the test."""
    with ExitStack() as stack:
        address = stack.enter_context(served(redis_url, **request.param))
        yield lambda: stack.enter_context(socket.create_connection(address, timeout=PATIENCE))


def with_settings(**settings: object) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("connected", [settings], indirect=True, ids=["served"])


def answer(connection: socket.socket) -> bytes:
    """The status line of an answer; nothing if the server has cut the connection."""
    with suppress(ConnectionError):
        return connection.makefile("rb").readline().rstrip()
    return b""


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes a connection, after whatever it sends."""
    with suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return True


def poured(connection: socket.socket, head: bytes, chunk: bytes, most: int) -> int:
    """How many bytes the server takes before it cuts the connection."""
    connection.sendall(head)
    for sent in range(0, most, len(chunk)):
        try:
            connection.sendall(chunk)
        except ConnectionError:
            return sent
    return most


@with_settings()
@pytest.mark.parametrize(
    "head,chunk",
    [
        (GOOD, b"X-Filler: " + b"x" * 8000 + b"\r\n"),
        (GOOD + b"X-Filler: ", b"x" * 8192),
        (b"GET /", b"x" * 8192),
        (
            b"POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
            b"X: y\r\n" * 999,
        ),
    ],
    ids=["many headers", "one long header", "a long URL", "trailers"],
)
def test_sixty_megabytes_of_headers_are_cut_off_early(connected: Connect, head: bytes, chunk: bytes) -> None:
    assert poured(connected(), head, chunk, 60 * 2**20) < 30 * 2**20
    good = connected()
    good.sendall(GOOD + b"\r\n")
    assert answer(good) == b"HTTP/1.1 200 OK"


@with_settings()
def test_head_that_is_too_large_returns_431(connected: Connect) -> None:
    connection = connected()
    connection.sendall(GOOD + b"X-Filler: " + b"x" * 33_000 + b"\r\n\r\n")
    assert answer(connection).startswith(b"HTTP/1.1 431 ")


@with_settings()
def test_head_of_thirty_kilobytes_is_served(connected: Connect) -> None:
    connection = connected()
    connection.sendall(GOOD + b"X-Filler: " + b"x" * 30_000 + b"\r\n\r\n")
    assert answer(connection) == b"HTTP/1.1 200 OK"


@with_settings()
def test_url_that_is_too_long_returns_414(connected: Connect) -> None:
    connection = connected()
    connection.sendall(b"GET /healthz?" + b"x" * 17_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer(connection).startswith(b"HTTP/1.1 414 ")


@with_settings()
def test_body_larger_than_the_head_limit_is_served(connected: Connect) -> None:
    connection = connected()
    body = b'{"name": "Ada"' + b" " * 60_000 + b"}"
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert answer(connection) == b"HTTP/1.1 201 Created"


@with_settings(header_seconds=0.3)
def test_hundred_half_open_requests_are_closed(connected: Connect) -> None:
    halves = [connected() for _ in range(100)]
    for half in halves:
        half.sendall(GOOD)
    assert {answer(half) for half in halves} == {b"HTTP/1.1 408 Request Timeout"}
    assert all(map(is_closed, halves))


@with_settings(header_seconds=0.3)
def test_connection_that_sends_nothing_is_closed(connected: Connect) -> None:
    assert is_closed(connected())


@with_settings(header_seconds=0.3)
def test_head_timeout_applies_to_every_request_on_a_connection(connected: Connect) -> None:
    connection = connected()
    connection.sendall(GOOD + b"\r\n")
    assert b"alive" in connection.recv(65536)
    connection.sendall(GOOD)
    assert answer(connection) == b"HTTP/1.1 408 Request Timeout"


@with_settings(header_seconds=0.3)
def test_answer_may_take_longer_than_the_head_timeout(connected: Connect) -> None:
    connection = connected()
    body = b'{"name": "Ada"}'
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body))
    assert is_closed(connected())  # by then the time for a head is over
    connection.sendall(body)
    assert answer(connection) == b"HTTP/1.1 201 Created"


@with_settings(connections=3, proxies="192.0.2.1")
def test_total_connections_are_limited(connected: Connect) -> None:
    three = [connected() for _ in range(3)]
    for connection in three:
        connection.sendall(GOOD + b"\r\n")
        assert answer(connection) == b"HTTP/1.1 200 OK"
    assert answer(connected()) == b"HTTP/1.1 503 Service Unavailable"


@with_settings(connections_per_address=3, proxies="192.0.2.1")
def test_connections_from_one_address_are_limited(connected: Connect) -> None:
    three = [connected() for _ in range(3)]
    for connection in three:
        connection.sendall(GOOD + b"\r\n")
        assert answer(connection) == b"HTTP/1.1 200 OK"
    assert answer(connected()) == b"HTTP/1.1 503 Service Unavailable"
    three[0].close()
    while True:  # until the server has noticed
        fourth = connected()
        fourth.sendall(GOOD + b"\r\n")
        if answer(fourth) == b"HTTP/1.1 200 OK":
            break


@with_settings(connections_per_address=3)
def test_connections_of_a_trusted_proxy_are_not_limited_by_address(connected: Connect) -> None:
    for connection in [connected() for _ in range(6)]:
        connection.sendall(GOOD + b"\r\n")
        assert answer(connection) == b"HTTP/1.1 200 OK"


def test_connection_limit_is_at_most_the_open_file_limit() -> None:
    assert ConnectionLimits.of(Settings(connections=1000), files=10).connections == 10
    assert ConnectionLimits.of(Settings(connections=1000), files=9999).connections == 1000


def opens(client: httpx.Client, path: str) -> bool:
    with client.stream("GET", path) as stream:
        return stream.status_code == 200


def test_streams_of_one_caller_are_limited(redis_url: str) -> None:
    with (
        served(redis_url, streams_per_caller=2) as (host, port),
        httpx.Client(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client,
        ExitStack() as streams,
    ):
        headers = bearer(client.post("/v1/players", json={"name": "Ada"}).json()["token"])
        game = client.post("/v1/games", json={"ruleset": "bonfire", "seats": 2}, headers=headers).json()["id"]
        path = f"/v1/games/{game}/stream"
        opened = [streams.enter_context(client.stream("GET", path)) for _ in range(2)]
        chunks = [stream.iter_raw() for stream in opened]
        assert all(next(chunk) for chunk in chunks)
        with client.stream("GET", path) as refused:
            assert (refused.status_code, json.loads(refused.read())["code"]) == (429, "too_many_streams")
        with client.stream("GET", path, headers=headers) as own:
            assert own.status_code == 200
        opened[0].close()
        eventually(lambda: opens(client, path))
