"""The AsyncAPI document is true: what streams and webhooks really send is as it says, and nothing else."""

import json
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest

from domain.kernel.actors import SCORER
from domain.kernel.dice import nonce_hash
from domain.kernel.game import ScoreGame
from schema.asyncapi import document, encoded
from schema.webhooks import WebhookEvent
from service.api.routes import ROUTES
from service.api.routes.resource import ApiResource
from service.live.server_sent_events import event
from tests.support.games import a_game
from tests.support.jobs import job_runner, run_job
from tests.support.mail import PRIVATE, mail
from tests.support.processes import PATIENCE
from tests.support.receiver import Receiver, receiving
from tests.support.service import FREELY, served, sign_up
from tests.support.streams import Told, reading
from tests.support.tables import house

pytestmark = pytest.mark.anyio

SNAPSHOT = Path(__file__).parents[2] / "schema" / "asyncapi.json"
DOCUMENT: dict[str, Any] = json.loads(SNAPSHOT.read_bytes())


@cache
def validator(message: str, part: str) -> jsonschema_rs.Draft7Validator:
    """What the document says about the payload or the headers of a message."""
    said = DOCUMENT["components"]["messages"][message][part]
    return jsonschema_rs.Draft7Validator({**said, "components": DOCUMENT["components"]})


def check(message: str, payload: Any, headers: dict[str, str]) -> None:
    """Whether something that was sent is as the document says."""
    validator(message, "payload").validate(payload)
    validator(message, "headers").validate(headers)


def check_event(channel: str, told: Told) -> str:
    """The message that an event is, by its name; its fields and data are as the document says."""
    names = {
        "game": {"message": "entry", "dropped": "game_dropped"},
        "own_games": {"dropped": "own_games_dropped"},
    }
    message = names[channel].get(told.name, told.name)
    assert message in DOCUMENT["channels"][channel]["messages"]
    named = {} if told.name == "message" else {"event": told.name}
    check(message, told.data, {**named, **({} if told.cursor is None else {"id": told.cursor})})
    return message


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    with served(redis_url, **FREELY, **PRIVATE) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            yield client


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def test_stored_copy_equals_the_document() -> None:
    assert SNAPSHOT.read_bytes() == encoded(document()), "python -m schema.asyncapi > schema/asyncapi.json"


def test_every_reference_resolves() -> None:
    for reference in _references(DOCUMENT):
        part: Any = DOCUMENT
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]


def test_document_has_exactly_the_existing_streams_and_webhook_events() -> None:
    streams = {
        route.path
        for route in ROUTES
        if isinstance(route, ApiResource)
        for operation in route.operations.values()
        if "text/event-stream" in operation.offers and route.path.startswith("/v1/")
    }
    addresses = {channel["address"] for channel in DOCUMENT["channels"].values()}
    assert addresses == {*streams, None}
    messages = {name.removeprefix("webhook.") for name in DOCUMENT["channels"]["webhook"]["messages"]}
    assert messages == {*WebhookEvent, "ping"}


async def test_asyncapi_document_is_served(client: httpx.AsyncClient) -> None:
    answer = await client.get("/asyncapi.json")
    assert answer.json() == DOCUMENT
    again = await client.get("/asyncapi.json", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


async def test_sent_messages_match_the_document(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game = await a_game(client)
    headers = game.headers[0]
    wish = {"url": receiver.url, "events": list(WebhookEvent)}
    webhook = (await client.post("/v1/webhooks", json=wish, headers=headers)).json()
    seen: set[str] = set()
    async with reading(client, "/v1/me/stream", headers) as own:
        seen.add(check_event("own_games", await own.next()))
        await client.put(f"{game.path}/plan", json={"moves": [{"type": "end_turn"}]}, headers=headers)
        async with job_runner(redis_url) as worker:
            await run_job(worker, "plan", game.id)
        await game.play_on(40)
        another = {"ruleset": "bonfire", "seats": ["me", "bot:random"], "options": {"auto_start": True}}
        await client.post("/v1/games", json=another, headers=headers)
        _, host = await sign_up(client)
        invites = {"ruleset": "bonfire", "seats": ["me", f"player:{game.players[0]}"]}
        invitation = (await client.post("/v1/games", json=invites, headers=host)).json()["id"]
        while "invited" not in seen:
            seen.add(check_event("own_games", await own.next()))
        committed = {"nonce_hash": nonce_hash("of-mine")}
        await client.post(f"/v1/games/{invitation}/seats", json=committed, headers=headers)
        await client.post(f"/v1/games/{invitation}/start", headers=host)
        while "nonce_due" not in seen:
            seen.add(check_event("own_games", await own.next()))
        await client.delete(f"/v1/games/{invitation}", headers=host)
        for player in game.headers:
            await client.post(f"{game.path}/resign", headers=player)
        async with house(redis_url) as home:
            await home.ask(game.id, SCORER, ScoreGame())
        while "finished" not in seen:
            seen.add(check_event("own_games", await own.next()))
    for query in ({}, {"patch": "true"}, {"text": "true"}, {"after": "100000"}):
        async with reading(client, f"{game.path}/stream", headers, **query) as reader:
            while (message := check_event("game", await reader.next())) != "end":
                seen.add(message)
    assert seen == {
        *("games", "invited", "nonce_due", "started", "turn_due", "finished", "cancelled"),
        "plan_dropped",
        *("entry", "reset"),
    }

    await client.post(f"/v1/webhooks/{webhook['id']}/ping", headers=headers)
    await client.post(f"/v1/webhooks/{webhook['id']}/secret", headers=headers)
    async with mail(redis_url) as post:
        await post.work_off()
    for got in receiver.got:
        check(f"webhook.{got.message['type']}", got.message, dict(got.headers))
    assert {got.message["type"] for got in receiver.got} == {*WebhookEvent, "ping"}


def test_dropped_stream_says_why() -> None:
    line = event({"code": "too_slow"}, name="dropped").decode().splitlines()
    for channel in ("game", "own_games"):
        check_event(channel, Told("dropped", None, json.loads(line[1].removeprefix("data: "))))


def test_messages_that_do_not_match_are_detected() -> None:
    with pytest.raises(jsonschema_rs.ValidationError):
        check("turn_due", {"game": "g_1", "version": 1}, {"event": "turn_due"})
    with pytest.raises(jsonschema_rs.ValidationError):
        check("webhook.ping", {"type": "pong", "timestamp": "now", "data": {"webhook": "w_1"}}, {})


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _references(inner)
