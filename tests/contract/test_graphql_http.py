"""GraphQL over HTTP: media types, statuses, limits, hostile requests, and GraphiQL without the network."""

import json
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from graphql import get_introspection_query

from domain.games import RULESETS
from schema.graphql.limits import calls
from tests.support.games import a_game
from tests.support.graphql import ask
from tests.support.service import FREELY, PROBLEM, code, service, sign_up
from tests.unit.service.api.test_hostile_requests import AUTHORIZATIONS, BODIES

pytestmark = pytest.mark.anyio

JSON = "application/json"
RESULT = "application/graphql-response+json"
STREAM = "text/event-stream"


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, **FREELY) as client:
        yield client


async def post(client: httpx.AsyncClient, accept: str, **body: Any) -> httpx.Response:
    return await client.post("/graphql", json=body, headers={"Accept": accept})


@pytest.mark.parametrize(
    "accept,media",
    [
        (JSON, JSON),
        (RESULT, RESULT),
        ("*/*", JSON),
        (f"{RESULT}, {JSON};q=0.9", RESULT),
        (f"{RESULT};q=0.5, {JSON}", JSON),
    ],
)
async def test_the_caller_chooses_the_media_type(client: httpx.AsyncClient, accept: str, media: str) -> None:
    answer = await post(client, accept, query="{ __typename }")
    assert (answer.status_code, answer.headers["content-type"]) == (200, f"{media}; charset=utf-8")
    assert answer.json()["data"] == {"__typename": "Query"}
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "query", ["{", "{ nothing }", "query ($n: Int!) { games(first: $n) { nodes { id } } }"]
)
async def test_request_that_is_not_executed_has_no_data(client: httpx.AsyncClient, query: str) -> None:
    for accept, status in ((RESULT, 400), (JSON, 200)):
        answer = await post(client, accept, query=query)
        assert answer.status_code == status
        assert answer.json().keys() - {"extensions"} == {"errors"}


async def test_execution_error_has_data_and_a_path(client: httpx.AsyncClient) -> None:
    for accept in (RESULT, JSON):
        answer = await post(client, accept, query="{ me { id } }")
        assert (answer.status_code, answer.json()["data"]) == (200, None)
        assert answer.json()["errors"][0]["path"] == ["me"]


async def test_query_may_be_in_the_url(client: httpx.AsyncClient) -> None:
    query = "query A($n: Int!) { games(first: $n) { nodes { id } } } query B { __typename }"
    given = {"query": query, "operationName": "A", "variables": '{"n": 3}', "extensions": "{}"}
    answer = await client.get("/graphql", params=given)
    assert answer.json()["data"] == {"games": {"nodes": []}}
    answer = await client.get("/graphql", params={"query": query, "operationName": "C"})
    assert "errors" in answer.json()
    assert code(await client.get("/graphql", params={"query": "{a}", "variables": "{"}), 400) == "malformed"
    assert code(await client.get("/graphql", params={"query": "{a}", "variables": "[]"}), 400) == "malformed"
    assert code(await client.get("/graphql"), 400) == "malformed"


async def test_a_mutation_must_be_posted(client: httpx.AsyncClient) -> None:
    query = 'mutation { signUp(name: "Ada") { __typename } }'
    answer = await client.get("/graphql", params={"query": query})
    assert (code(answer, 405), answer.headers["allow"]) == ("method_not_allowed", "POST")


async def test_a_subscription_needs_a_stream(client: httpx.AsyncClient) -> None:
    answer = await post(client, JSON, query="subscription { myTurns { notice } }")
    assert (code(answer, 406), answer.json()["details"]["offers"]) == ("not_acceptable", [STREAM])


@pytest.mark.parametrize("name", BODIES)
async def test_unreadable_body_is_a_problem(client: httpx.AsyncClient, name: str) -> None:
    headers = {"Content-Type": JSON}
    answer = await client.post("/graphql", content=BODIES[name], headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.headers["content-type"] == PROBLEM


@pytest.mark.parametrize(
    "body",
    [
        {"query": ["{ __typename }"]},
        {"query": "{ __typename }", "variables": "{}"},
        {"query": "{ __typename }", "operationName": 1},
        {"query": "{ __typename }", "extensions": []},
        {"query": ""},
        {"query": None},
        {},
        [{"query": "{ __typename }"}],
    ],
    ids=repr,
)
async def test_a_request_of_the_wrong_shape_is_a_problem(client: httpx.AsyncClient, body: Any) -> None:
    assert code(await client.post("/graphql", json=body), 400) == "malformed"


@pytest.mark.parametrize("name", AUTHORIZATIONS)
async def test_a_bad_token_is_refused_as_in_rest(client: httpx.AsyncClient, name: str) -> None:
    headers = httpx.Headers({"Authorization": AUTHORIZATIONS[name]}, encoding="latin-1")
    answer = await client.post("/graphql", json={"query": "{ __typename }"}, headers=headers)
    assert code(answer, 401) == "token_invalid"


@pytest.mark.parametrize(
    "text",
    [
        "{" * 500,
        "{ a" * 300,
        "query($" + "a" * 3000 + ": Int) { __typename }",
        '{ game(id: "\\u0000") { id } }',
        '{ game(id: 12345678901234567890) { id } node(id: "") { id } }',
        "{ games(first: 99999999999999) { nodes { id } } }",
        '{ games(after: "\'\\"; DROP") { nodes { id } } }',
        '{ player(id: "{b0}:log") { name } }',
        "query Q @nothing { __typename }",
        "{ __typename @skip(if: 1) }",
        "{ __typename } { __typename }",
        "fragment A on Query { ...A } { ...A }",
        "{ __type(name: 3) { name } }",
        "mutation { createGame(options: {bonfire: {clock: {days: -1}}}, seats: {count: 2}) { __typename } }",
        '{ ruleset(name: "bonfire\\ud800") { name } }',
        'mutation { issueToken(expiresAt: "tomorrow") { __typename } }',
        "mutation { issueToken(expiresAt: 12) { __typename } }",
        "query ($at: DateTime) { __typename }",
        "mutation ($at: DateTime) { issueToken(expiresAt: $at) { __typename } }",
        "\ufeff{ __typename }",
    ],
)
async def test_no_query_makes_the_server_fail(client: httpx.AsyncClient, text: str) -> None:
    _, headers = await sign_up(client)
    body = {"query": text, "variables": {"at": "tomorrow"}}
    answer = await client.post("/graphql", json=body, headers=headers)
    assert answer.status_code in {200, 400}, answer.text
    assert "internal_error" not in answer.text
    assert "went wrong on our side" not in answer.text


@pytest.mark.parametrize(
    "move",
    [
        {"bonfire": {"endTurn": None}},
        {"bonfire": {}},
        {"bonfire": {"endTurn": True, "pass": True}},
        {"bonfire": {"moveShip": {"to": None}}},
        {"bonfire": {"moveShip": {"to": 1}}},
        {"bonfire": {"moveShip": {"to": "x" * 5000, "payment": ["SHIP"] * 200}}},
        {"bonfire": {"moveShip": {"payment": ["NOTHING"]}}},
        {"bonfire": {"makeProcession": {"steps": 101}}},
        {"bonfire": {"receiveTask": {"position": -1}}},
        {"bonfire": {"placeFateTile": {"anchor": {"row": 1}}}},
        {"bonfire": {"placeFateTile": {"anchor": {"row": 99, "column": 0}}}},
        {"bonfire": {"nothing": {}}},
        {"phoenix": {"endTurn": True}},
        {},
        None,
        [],
    ],
    ids=repr,
)
async def test_no_move_makes_the_server_fail(client: httpx.AsyncClient, move: Any) -> None:
    table = await a_game(client)
    query = """mutation ($id: ID!, $move: MoveInput!) { playMove(gameId: $id, move: $move) {
      __typename ... on Refusal { code } } }"""
    told = await ask(client, query, await table.due(), id=table.id, move=move)
    if "errors" in told:
        assert "internal_error" not in json.dumps(told)
        assert "data" not in told
    else:
        assert told["data"]["playMove"]["__typename"] in {"Malformed", "MoveRejected"}
    assert (await table.read())["version"] == 3


async def test_too_expensive_query_is_refused_before_execution(redis_url: str) -> None:
    limits: dict[str, Any] = {
        "graphql_depth": 3,
        "graphql_aliases": 2,
        "graphql_tokens": 40,
        "graphql_cost": 50,
    }
    async with service(redis_url, **FREELY, **limits) as client:
        for query, told in (
            ("{ games { nodes { seats { seat } } } }", "too_much_depth"),
            ("{ a: __typename b: __typename c: __typename }", "too_much_aliases"),
            ("{ games(first: 100) { nodes { id } } }", "too_much_cost"),
        ):
            answer = await post(client, RESULT, query=query)
            assert answer.status_code == 400
            assert [error["extensions"]["code"] for error in answer.json()["errors"]] == [told]
        answer = await post(client, RESULT, query="{" + " __typename" * 50 + "}")
        assert "token" in answer.json()["errors"][0]["message"]
        query = "query ($n: Int!) { games(first: $n) { nodes { id } } }"
        answer = await post(client, JSON, query=query, variables={"n": 45})
        assert answer.json()["extensions"] == {"cost": {"requested": 50, "limit": 50}}
        answer = await post(client, JSON, query=query, variables={"n": 46})
        refused = answer.json()["errors"][0]["extensions"]
        assert refused == {"code": "too_much_cost", "details": {"cost": 51, "limit": 50}}


async def test_call_is_counted_as_in_rest(redis_url: str) -> None:
    async with service(redis_url, rate_per_address=0.001, rate_burst=2, signup_rate=0) as client:
        answers = [await post(client, JSON, query="{ __typename }") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[0].headers["ratelimit-remaining"] == "1"
        assert code(answers[2], 429) == "too_many_requests"
        assert "x-request-id" in answers[0].headers


async def test_every_mutation_of_an_operation_is_counted(redis_url: str) -> None:
    """Else aliases would make as many calls of one as there may be aliases."""
    async with service(redis_url, rate_per_token=0.001, rate_burst=10, signup_rate=0) as client:
        _, headers = await sign_up(client)
        one = "createGame(options: {bonfire: {}}, seats: {count: 2}) { __typename }"
        spread = (
            f"mutation {{ a: {one} ...More }} fragment More on Mutation {{ b: {one} ... {{ c: {one} }} }}"
        )
        told = await client.post("/graphql", json={"query": spread}, headers=headers)
        assert [made["__typename"] for made in told.json()["data"].values()] == ["Game"] * 3
        eight = "mutation { " + " ".join(f"m{n}: {one}" for n in range(8)) + " }"
        told = await client.post("/graphql", json={"query": eight}, headers=headers)
        assert told.headers["ratelimit-remaining"] == "6"
        (error,) = told.json()["errors"]
        assert error["extensions"]["code"] == "too_many_requests"
        assert "data" not in told.json()
        listed = await client.get("/v1/games")
        assert len(listed.json()["items"]) == 3


async def test_rate_limit_is_charged_by_cost(redis_url: str) -> None:
    async with service(redis_url, rate_per_address=0.001, rate_burst=50, signup_rate=0) as client:
        query = "query ($n: Int!) { games(first: $n) { nodes { game { view { __typename } } } } }"
        answer = await post(client, JSON, query=query, variables={"n": 60})
        cost = answer.json()["extensions"]["cost"]["requested"]
        assert answer.headers["ratelimit-remaining"] == str(50 - calls(cost))
        again = await post(client, JSON, query=query, variables={"n": 100.0})
        assert again.json()["errors"][0]["extensions"]["code"] == "too_many_requests"
        assert again.headers["ratelimit-remaining"] == str(50 - calls(cost) - 1)


async def test_reading_large_documents_and_variables_is_charged(redis_url: str) -> None:
    async with service(redis_url, rate_per_address=0.001, rate_burst=50, signup_rate=0) as client:

        async def left(query: str, **variables: Any) -> tuple[str, str]:
            answer = await post(client, JSON, query=query, variables=variables)
            error = answer.json()["errors"][0]
            return answer.headers["ratelimit-remaining"], error.get("extensions", {}).get("code", "")

        unknown = "{" + " ".join(f"nothing{n}" for n in range(1900)) + "}"
        assert await left(unknown) == ("40", "")
        assert await left(unknown) == ("39", "")
        moves = "mutation ($a: [MoveInput!]!) { tryMoves(gameId: 1, moves: $a) { __typename } }"
        assert await left(moves, a=[{}] * 4000) == ("28", "")
        assert await left(moves, a=[{}] * 14_000) == ("27", "too_many_requests")
        for n in range(2):
            assert await left(unknown.replace("nothing", f"unknown{n}")) == (str(17 - 10 * n), "")
        assert await left(unknown.replace("nothing", "another")) == ("6", "too_many_requests")


async def test_cost_uses_the_defaults_of_the_executed_operation(redis_url: str) -> None:
    async with service(redis_url, **FREELY) as client:
        asked = "{ games(first: $n) { nodes { id } } }"
        both = f"query Dear($n: Int! = 100) {asked} query Cheap($n: Int! = 1) {asked}"
        for name, cost in (("Dear", 105), ("Cheap", 6)):
            answer = await post(client, JSON, query=both, operationName=name)
            assert answer.json()["extensions"]["cost"]["requested"] == cost


async def test_introspection_is_charged_even_if_its_answer_is_cached(redis_url: str) -> None:
    async with service(redis_url, rate_per_address=0.001, rate_burst=100, signup_rate=0) as client:
        answers = [await post(client, JSON, query=get_introspection_query()) for _ in range(2)]
        assert answers[0].json() == answers[1].json()
        price = calls(answers[0].json()["extensions"]["cost"]["requested"])
        assert price > 20
        assert [int(each.headers["ratelimit-remaining"]) for each in answers] == [
            100 - price,
            100 - 2 * price,
        ]


async def test_thirty_introspections_in_one_document_are_refused(client: httpx.AsyncClient) -> None:
    inner = get_introspection_query().partition("__schema")[2].partition("fragment")
    body = inner[0].rpartition("}")[0]
    many = " ".join(f"a{n}: __schema {body}" for n in range(30))
    answer = await post(client, RESULT, query=f"{{ {many} }} fragment{inner[2]}")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["extensions"]["code"] == "too_much_introspection"


async def test_one_of_several_operations_must_be_named(client: httpx.AsyncClient) -> None:
    both = "query One { a: __typename } query Two { b: __typename }"
    told = (await post(client, RESULT, query=both, operationName="Two")).json()
    assert told["data"] == {"b": "Query"}
    answer = await post(client, RESULT, query=both)
    assert answer.status_code == 400
    assert "operationName" in answer.json()["errors"][0]["message"]


async def test_introspection_is_answered_unless_it_is_disabled(redis_url: str) -> None:
    whole = get_introspection_query()
    async with service(redis_url, **FREELY) as client:
        told = await ask(client, whole)
        assert len(told["data"]["__schema"]["types"]) > 100
    async with service(redis_url, **FREELY, graphql_introspection=False) as client:
        answer = await post(client, RESULT, query=whole)
        assert answer.status_code == 400
        answer = await post(client, RESULT, query="{ gam { id } }")
        assert "Did you mean" not in answer.text
        assert (await ask(client, "{ __typename }"))["data"] == {"__typename": "Query"}


async def test_browsers_get_a_page_without_external_resources(client: httpx.AsyncClient) -> None:
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    page = await client.get("/graphql", headers={"Accept": accept})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert not re.search(r"https?://", page.text)
    found = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
    assert len(found) == 6
    for path in found:
        plain = await client.get(path, headers={"Accept-Encoding": "identity"})
        assert plain.status_code == 200
        packed = await client.get(path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content  # the client has unpacked it
    assert code(await client.get("/graphql/assets/README.md"), 404) == "no_such_resource"
    assert code(await client.get("/graphql/assets/..%2findex.html"), 404) == "no_such_resource"


async def test_the_first_query_of_the_page_works(client: httpx.AsyncClient) -> None:
    await a_game(client)
    script = (await client.get("/graphql/assets/start.js")).text
    query = script.split("`")[1]
    told = await ask(client, query)
    assert "errors" not in told
    assert [row["name"] for row in told["data"]["rulesets"]] == list(RULESETS)
    assert told["data"]["games"]["nodes"][0]["game"]["view"] == {"__typename": "BonfireView"}
