"""The application as a whole: request ids, logs, bytes on the wire, a Redis that goes and comes back."""

import http.client
import json
import socket
from collections.abc import Iterator

import anyio
import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.api.http.requests import request_id
from service.app import create_app
from service.operations.embedded import EmbeddedRedis
from service.settings import SettingsError
from tests.support.processes import PATIENCE, eventually
from tests.support.service import METRICS_TOKEN, PROBLEM, bearer, code, served, service, sign_up

MEGABYTE = 2**20


@pytest.mark.anyio
@pytest.mark.parametrize("given", ["abc", "A-1_z", "x" * 64])
async def test_valid_request_id_is_kept(redis_url: str, given: str) -> None:
    async def tells(request: Request) -> Response:
        return Response(request_id(request))

    async with service(redis_url, routes=(Route("/tells", tells),)) as client:
        answer = await client.get("/tells", headers={"X-Request-Id": given})
        assert answer.headers["x-request-id"] == answer.text == given


@pytest.mark.anyio
@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "é", "<script>", 'a"b', "a;b"])
async def test_any_other_request_id_is_replaced(redis_url: str, given: str) -> None:
    async with service(redis_url) as client:
        headers = httpx.Headers({"X-Request-Id": given}, encoding="latin-1")
        answered = (await client.get("/healthz", headers=headers)).headers["x-request-id"]
        assert answered != given
        assert answered.isalnum()


@pytest.mark.anyio
async def test_each_request_is_logged_in_one_line_without_names_secrets_or_addresses(
    redis_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with service(redis_url) as client:
        player, header = await sign_up(client, "Ada Lovelace")
        capsys.readouterr()
        await client.get("/v1/me?secret=1", headers=header | {"X-Request-Id": "abc"})
        await client.get("/healthz")
        text = capsys.readouterr().err
    (line,) = [
        json.loads(line) for line in text.splitlines() if json.loads(line)["logger"] == "emberlog.access"
    ]
    assert (line["request_id"], line["player"], line["status"]) == ("abc", player, 400)
    assert (line["method"], line["route"]) == ("GET", "/v1/me")
    assert not any(
        word in str(line) for word in ("Ada", "secret", "192.0.2.7", header["Authorization"][-32:])
    )


@pytest.mark.anyio
async def test_unknown_path_or_trailing_slash_is_a_problem(redis_url: str) -> None:
    async with service(redis_url) as client:
        for path in (
            "/nothing",
            "/v1/",
            "/v1/nothing",
            "/v1/me/",
            "//v1/me",
            "/v1/../v1/me/x",
            "/%00",
        ):
            assert code(await client.get(path), 404) == "no_such_resource"


def test_settings_default_to_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBERLOG_BODY_LIMIT", "nonsense")
    with pytest.raises(SettingsError):
        create_app()
    monkeypatch.setenv("EMBERLOG_BODY_LIMIT", "1000")
    assert create_app().routes


@pytest.mark.anyio
async def test_unreachable_redis_returns_503_until_it_is_back(own_redis: EmbeddedRedis) -> None:
    async with service(own_redis.url) as client:
        _, header = await sign_up(client)
        own_redis.kill()
        for method, path in (("GET", "/v1/me"), ("POST", "/v1/players"), ("GET", "/readyz")):
            answer = await client.request(method, path, headers=header)
            assert code(answer, 503) in {"unavailable", "not_ready"}
            assert int(answer.headers["retry-after"]) >= 1
        assert (await client.get("/healthz")).status_code == 200
        own_redis.start()
        assert (await client.get("/v1/me", headers=header)).status_code == 200
        assert (await client.get("/readyz")).status_code == 200


@pytest.fixture
def address(redis_url: str) -> Iterator[tuple[str, int]]:
    with served(redis_url, body_limit=10_000, rate_per_token=0, rate_per_address=0) as address:
        yield address


def exchange(address: tuple[str, int], raw: bytes) -> tuple[int, bytes]:
    """The status and body that the server answers to these bytes."""
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(raw)
        response = http.client.HTTPResponse(connection, method=raw.split()[0].decode("latin-1"))
        response.begin()
        return response.status, response.read()


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", [10_001, 10 * MEGABYTE])
def test_body_that_is_too_large_is_refused_and_the_client_can_read_the_refusal(
    address: tuple[str, int], size: int, *, chunked: bool
) -> None:
    pieces = (b" " * min(65_536, size - at) for at in range(0, size, 65_536))
    content = pieces if chunked else b" " * size
    headers = {"Content-Type": "application/json"}
    url = f"http://{address[0]}:{address[1]}"
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        answer = client.post("/v1/players", content=content, headers=headers)
        assert code(answer, 413) == "too_large"
        assert answer.json()["details"] == {"limit": 10_000}
        assert client.get("/healthz").status_code == 200


def test_client_that_reads_only_after_sending_gets_the_refusal_of_a_large_body(
    address: tuple[str, int],
) -> None:
    size = 10 * MEGABYTE
    head = f"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n".encode()
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(head + b" " * size)
        response = http.client.HTTPResponse(connection)
        response.begin()
        assert (response.status, response.headers["content-type"]) == (413, PROBLEM)


def test_declared_length_over_the_limit_is_refused_before_the_body_is_sent(address: tuple[str, int]) -> None:
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n"
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(head + b"Expect: 100-continue\r\n\r\n")
        response = http.client.HTTPResponse(connection)
        response.begin()
        assert (response.status, response.headers["content-type"]) == (413, PROBLEM)


def test_body_of_exactly_the_limit_is_read(address: tuple[str, int]) -> None:
    body = json.dumps({"name": "Ada"}).encode().ljust(10_000)
    url = f"http://{address[0]}:{address[1]}/v1/players"
    answer = httpx.post(url, content=body, headers={"Content-Type": "application/json"}, timeout=PATIENCE)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "lines,status",
    [
        (b"GET /v1/players/\xff\xfe HTTP/1.1\r\nHost: x\r\n", 400),
        (b"GET /v1/players/%ff%00 HTTP/1.1\r\nHost: x\r\n", 404),
        (b"GET /v1/players/" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: x\r\n", 404),
        (b"GET /v1/players/" + b"a" * 30_000 + b" HTTP/1.1\r\nHost: x\r\n", 414),
        (b"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\n", 401),
        (b"GET /v1/me HTTP/1.1\r\nHost: \xff\r\nAuthorization:\r\nAuthorization:\r\n", 401),
        (b"GET /v1/me HTTP/1.1\r\nHost: x\r\nAccept-Language: \xff;q=1e9\r\nX-Request-Id: \xff\r\n", 401),
        (b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n", 400),
        (b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: \xff\r\nContent-Length: 2\r\n\r\n{}", 415),
        (b"HEAD /v1/me HTTP/1.1\r\nHost: x\r\n", 401),
        (b"\x16\x03\x01\x02\x00\x01\x00", 400),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_invalid_http_returns_4xx(address: tuple[str, int], lines: bytes, status: int) -> None:
    end = b"" if b"\r\n\r\n" in lines else b"\r\n"
    answered, body = exchange(address, lines + end)
    assert answered == status
    assert b"Traceback" not in body


def test_client_that_disconnects_while_sending_its_body_affects_no_other(address: tuple[str, int]) -> None:
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(head)
    url = f"http://{address[0]}:{address[1]}/metrics"
    left = 'emberlog_requests_total{method="POST",route="/v1/players",status="499"} 1.0'
    eventually(lambda: left in httpx.get(url, headers=bearer(METRICS_TOKEN)).text)


@pytest.mark.anyio
async def test_two_service_processes_share_players(redis_url: str) -> None:
    async with service(redis_url) as one, service(redis_url) as two:
        _, header = await sign_up(one)
        with anyio.fail_after(PATIENCE):
            assert (await two.get("/v1/me", headers=header)).json() == (
                await one.get("/v1/me", headers=header)
            ).json()
