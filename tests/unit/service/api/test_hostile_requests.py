"""Whatever is sent to whichever route, the answer is a 4xx problem. New routes are found by themselves."""

import re
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from service.api.routes import ROUTES
from service.api.routes.resource import ApiResource, Operation
from service.store.ids import new_id
from tests.support.service import FREELY, PROBLEM, code, granted, service, sign_up

pytestmark = pytest.mark.anyio

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW")
RESOURCES = [route for route in ROUTES if isinstance(route, ApiResource)]
KINDS = {"game_id": "g", "player_id": "p", "token_id": "t", "webhook_id": "w"}

SEGMENTS = {
    "word": "nonsense",
    "dots": "%2e%2e",
    "nul": "%00",
    "newline": "%0a",
    "invalid UTF-8": "%ff%fe",
    "slash": "a%2fb",
    "emoji": "%F0%9F%94%A5",
    "quote": "'%22;--",
    "hash tag": "%7Bb0%7D:log:x",
    "glob": "*",
    "negative": "-1",
    "long": "a" * 4000,
    "another kind": new_id("x"),
}
BODIES = {
    "not JSON": b"not json",
    "cut off": b'{"name": "A',
    "null": b"null",
    "a list": b"[]",
    "a text": b'"text"',
    "a number": b"1",
    "NaN": b'{"name": NaN}',
    "an unknown field": b'{"no_such_field": 1}',
    "a name twice": b'{"no_such_field": 1, "no_such_field": 2}',
    "invalid UTF-8": b'{"name": "\xff"}',
    "half a surrogate": b'{"name": "\\ud800"}',
    "UTF-16": '{"name": "Ada"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"name": "Ada"}',
    "deep lists": b"[" * 30_000,
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "a huge number": b'{"no_such_field": ' + b"9" * 5_000 + b"}",
    "too large": b'{"no_such_field": "' + b"a" * 100_000 + b'"}',
}
AUTHORIZATIONS = {
    "empty": "",
    "scheme alone": "Bearer",
    "another scheme": "Basic QWRhOmx1bGx1",
    "no token": "Bearer nonsense",
    "unknown token": f"Bearer emb_{'0' * 26}_{'a' * 32}",
    "bytes": "Bearer \xff\xfe",
    "hash tag": "Bearer emb_{b0}_x",
    "long": "Bearer " + "a" * 8000,
    "two at once": f"Bearer emb_{'0' * 26}_{'a' * 32}, Bearer x",
}


def path(route: ApiResource, segment: str | None = None) -> str:
    """A path of the route whose parameters are this text, or else unknown ids of the right kind."""
    return re.sub(r"{(\w+)}", lambda match: segment or new_id(KINDS.get(match[1], "x")), route.path)


def operations() -> Iterator[tuple[ApiResource, str, Operation]]:
    for route in RESOURCES:
        for method, operation in route.operations.items():
            yield route, method, operation


def by_name(cases: list[tuple[ApiResource, str, Operation]]) -> list[object]:
    return [pytest.param(route, method, id=f"{method} {route.path}") for route, method, _ in cases]


ALL = by_name(list(operations()))
WITH_PARAMETERS = by_name([case for case in operations() if re.match("/v1/.*{", case[0].path)])
PAGES = by_name([case for case in operations() if re.match("/(?!v1/).*{", case[0].path)])
POSTS = by_name([case for case in operations() if case[1] == "POST"])
COUNTED = by_name([case for case in operations() if case[0].path.startswith("/v1/")])


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, **FREELY) as client:
        player, _ = await sign_up(client)
        client.headers.update(await granted(client, player))
        yield client


def is_refused(answer: httpx.Response) -> bool:
    return 400 <= answer.status_code < 500 and answer.headers["content-type"] == PROBLEM


@pytest.mark.parametrize("route", RESOURCES, ids=lambda route: route.path)
async def test_wrong_method_returns_the_allowed_ones(client: httpx.AsyncClient, route: ApiResource) -> None:
    allowed = {"OPTIONS", *route.operations} | ({"HEAD"} if "GET" in route.operations else set())
    for method in set(METHODS) - allowed:
        answer = await client.request(method, path(route))
        assert code(answer, 405) == "method_not_allowed"
        assert answer.headers["allow"] == ", ".join(sorted(allowed))


@pytest.mark.parametrize("route,method", ALL)
async def test_an_unknown_query_parameter_is_refused(
    client: httpx.AsyncClient, route: ApiResource, method: str
) -> None:
    for query in ("no_such_parameter=1", "%00=%00", "first=x&first=y"):
        assert code(await client.request(method, f"{path(route)}?{query}"), 400) == "malformed"


@pytest.mark.parametrize("route,method", ALL)
async def test_unsupported_media_type_is_not_acceptable(
    client: httpx.AsyncClient, route: ApiResource, method: str
) -> None:
    answer = await client.request(method, path(route), headers={"Accept": "image/png"})
    assert code(answer, 406) == "not_acceptable"


@pytest.mark.parametrize("route,method", WITH_PARAMETERS)
async def test_malformed_and_unknown_ids_are_not_found(
    client: httpx.AsyncClient, route: ApiResource, method: str
) -> None:
    for name, segment in {**SEGMENTS, "unknown": None}.items():
        answer = await client.request(method, path(route, segment))
        assert is_refused(answer), (name, answer.text)
        assert segment is None or answer.status_code in {400, 404}, (name, answer.text)


@pytest.mark.parametrize("route,method", PAGES)
async def test_page_is_the_same_for_every_id_or_not_found(
    client: httpx.AsyncClient, route: ApiResource, method: str
) -> None:
    page = await client.request(method, path(route))
    assert page.status_code in {200, 404}
    for name, segment in SEGMENTS.items():
        answer = await client.request(method, path(route, segment))
        assert answer.content == page.content or is_refused(answer), (name, answer.text)


@pytest.mark.parametrize("route,method", POSTS)
async def test_unreadable_body_is_refused(client: httpx.AsyncClient, route: ApiResource, method: str) -> None:
    for name, raw in BODIES.items():
        headers = {"Content-Type": "application/json"}
        answer = await client.request(method, path(route), content=raw, headers=headers)
        assert is_refused(answer), (name, answer.text)


@pytest.mark.parametrize("route,method", POSTS)
async def test_body_of_another_media_type_is_refused(
    client: httpx.AsyncClient, route: ApiResource, method: str
) -> None:
    for media in ("text/plain", "application/xml", "", "application/json; charset=utf-16", "\xff"):
        headers = {"Content-Type": media.encode("latin-1").decode("latin-1")}
        answer = await client.request(
            method,
            path(route),
            content=b'{"name": "Ada"}',
            headers=httpx.Headers(headers, encoding="latin-1"),
        )
        assert is_refused(answer), (media, answer.text)


@pytest.mark.parametrize("route,method", COUNTED)
async def test_invalid_authorization_is_refused(
    client: httpx.AsyncClient, route: ApiResource, method: str
) -> None:
    for name, line in AUTHORIZATIONS.items():
        headers = httpx.Headers({"Authorization": line}, encoding="latin-1")
        answer = await client.request(method, path(route), headers=headers)
        assert code(answer, 401) == "token_invalid", name
        assert answer.headers["www-authenticate"].startswith("Bearer ")


@pytest.mark.parametrize("route,method", COUNTED)
async def test_only_public_routes_answer_without_a_token(
    client: httpx.AsyncClient, route: ApiResource, method: str
) -> None:
    del client.headers["Authorization"]
    answer = await client.request(method, path(route))
    if not route.operations[method].public:
        assert code(answer, 401) == "token_missing"
    else:
        assert answer.status_code == 200 or is_refused(answer)
