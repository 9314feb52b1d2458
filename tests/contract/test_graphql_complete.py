"""GraphQL can do everything that REST can: each operation has its field, in a table without gaps."""

from collections.abc import AsyncIterator

import httpx
import pytest
from graphql import GraphQLObjectType

from schema.webhooks import WebhookEvent
from service.api.routes import ROUTES
from service.api.routes.resource import ApiResource
from tests.support.graphql import SCHEMA, data
from tests.support.service import FREELY, service, sign_up

pytestmark = pytest.mark.anyio

FIELDS = {
    "GET /v1/games": "Query.games",
    "POST /v1/games": "Mutation.createGame",
    "GET /v1/games/{game_id}": "Query.game",
    "POST /v1/games/{game_id}/seats": "Mutation.joinGame",
    "DELETE /v1/games/{game_id}/seats/me": "Mutation.leaveGame",
    "DELETE /v1/games/{game_id}/seats/{place}": "Mutation.removePlayer",
    "DELETE /v1/games/{game_id}": "Mutation.cancelGame",
    "POST /v1/games/{game_id}/start": "Mutation.startGame",
    "POST /v1/games/{game_id}/nonce": "Mutation.revealNonce",
    "POST /v1/games/{game_id}/fork": "Mutation.forkGame",
    "POST /v1/games/{game_id}/resign": "Mutation.resign",
    "POST /v1/games/{game_id}/abort": "Mutation.agreeToAbort",
    "DELETE /v1/games/{game_id}/abort": "Mutation.withdrawAbort",
    "POST /v1/games/{game_id}/return": "Mutation.comeBack",
    "POST /v1/games/{game_id}/rematch": "Mutation.rematch",
    "GET /v1/games/{game_id}/score": "Game.score",
    "GET /v1/games/{game_id}/moves": "Game.moves",
    "POST /v1/games/{game_id}/moves": "Mutation.playMove",
    "GET /v1/games/{game_id}/scores": "Game.scores",
    "GET /v1/games/{game_id}/progress": "Game.progress",
    "POST /v1/games/{game_id}/moves/try": "Mutation.tryMoves",
    "GET /v1/games/{game_id}/plan": "Game.plan",
    "PUT /v1/games/{game_id}/plan": "Mutation.setPlan",
    "DELETE /v1/games/{game_id}/plan": "Mutation.clearPlan",
    "POST /v1/games/{game_id}/undo": "Mutation.undo",
    "GET /v1/games/{game_id}/events": "Game.events",
    "GET /v1/games/{game_id}/stream": "Subscription.gameEvents",
    "GET /v1/games/{game_id}/audit": "Query.audit",
    "PUT /v1/games/{game_id}/seats/me/choice": "Mutation.changeChoice",
    "GET /v1/me/stream": "Subscription.myTurns",
    "GET /v1/rulesets": "Query.rulesets",
    "GET /v1/rulesets/{ruleset}": "Query.ruleset",
    "GET /v1/players": "Query.players",
    "POST /v1/players": "Mutation.signUp",
    "GET /v1/players/{player_id}": "Player.profile",
    "GET /v1/players/{player_id}/handicap": "Player.handicap",
    "GET /v1/players/{player_id}/levels": "Player.levels",
    "GET /v1/leaderboards/{ruleset}": "Query.leaderboard",
    "GET /v1/finished": "Query.finished",
    "GET /v1/views": "Query.nodes",
    "GET /v1/me": "Query.me",
    "PATCH /v1/me": "Mutation.rename",
    "GET /v1/me/tokens": "Me.tokens",
    "GET /v1/me/tokens/{token_id}": "Me.tokens",
    "POST /v1/me/tokens": "Mutation.issueToken",
    "DELETE /v1/me/tokens/{token_id}": "Mutation.revokeToken",
    "POST /v1/me/recovery": "Mutation.renewRecoveryCode",
    "POST /v1/recover": "Mutation.recover",
    "POST /v1/me/tickets": "Mutation.issueTicket",
    "GET /v1/webhooks": "Me.webhooks",
    "POST /v1/webhooks": "Mutation.makeWebhook",
    "GET /v1/webhooks/{webhook_id}": "Me.webhook",
    "DELETE /v1/webhooks/{webhook_id}": "Mutation.deleteWebhook",
    "POST /v1/webhooks/{webhook_id}/secret": "Mutation.rotateWebhookSecret",
    "POST /v1/webhooks/{webhook_id}/ping": "Mutation.pingWebhook",
    "GET /v1/webhooks/{webhook_id}/deliveries": "Webhook.deliveries",
    "GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}": "Webhook.delivery",
    "POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": "Mutation.redeliver",
}
# Whole files, line by line, and what operators do are for REST alone.
FILES = {"GET /v1/games/{game_id}/log"}
OPERATORS = "/v1/admin/"


def test_every_rest_operation_has_a_graphql_field() -> None:
    operations = {
        f"{method} {route.path}"
        for route in ROUTES
        if isinstance(route, ApiResource)
        and route.path.startswith("/v1/")
        and not route.path.startswith(OPERATORS)
        for method, operation in route.operations.items()
        if operation.documented()
    }
    assert operations - FILES == FIELDS.keys()
    for field in FIELDS.values():
        type_name, _, name = field.partition(".")
        type_ = SCHEMA.type_map[type_name]
        assert isinstance(type_, GraphQLObjectType)
        assert name in type_.fields, field


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, webhook_private=True, **FREELY) as client:
        yield client


async def test_webhooks_are_created_read_and_deleted(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    make = """mutation ($events: [WebhookEvent!]!) {
      result: makeWebhook(url: "http://127.0.0.1:9999/", events: $events, idempotencyKey: "one") {
        ... on MadeWebhook { id secret events enabled } ... on Refusal { code message } } }"""
    events = [event.name for event in WebhookEvent]
    made, again = [(await data(client, make, headers, events=events))["result"] for _ in range(2)]
    assert made == again
    assert sorted(made.get("events", [])) == sorted(events), made
    show = """query ($id: ID!) { me { webhooks { nodes { id url } } webhook(id: $id) {
      id deliveries { nodes { id event } } delivery(id: "d_nothing") { id } } } }"""
    ping = """mutation ($id: ID!) { result: pingWebhook(id: $id) {
      ... on WebhookDelivery { id event status } ... on Refusal { code } } }"""
    sent = (await data(client, ping, headers, id=made["id"]))["result"]
    assert (sent["event"], sent["status"]) == ("ping", "WAITING")
    me = (await data(client, show, headers, id=made["id"]))["me"]
    assert [hook["id"] for hook in me["webhooks"]["nodes"]] == [me["webhook"]["id"]] == [made["id"]]
    assert [each["id"] for each in me["webhook"]["deliveries"]["nodes"]] == [sent["id"]]
    assert me["webhook"]["delivery"] is None
    rotate = """mutation ($id: ID!) { result: rotateWebhookSecret(id: $id) {
      ... on WebhookSecret { secret oldUntil } } }"""
    assert (await data(client, rotate, headers, id=made["id"]))["result"]["secret"] != made["secret"]
    again_ = """mutation ($id: ID!, $sent: ID!) { result: redeliver(webhookId: $id, deliveryId: $sent) {
      ... on WebhookDelivery { id } ... on Refusal { code } } }"""
    assert (await data(client, again_, headers, id=made["id"], sent=sent["id"]))["result"] == {
        "id": sent["id"]
    }
    delete = """mutation ($id: ID!) { result: deleteWebhook(id: $id) {
      ... on WebhookDeleted { id } ... on Refusal { code httpStatus } } }"""
    assert (await data(client, delete, headers, id=made["id"]))["result"] == {"id": made["id"]}
    gone = (await data(client, delete, headers, id=made["id"]))["result"]
    assert gone == {"code": "not_found", "httpStatus": 404}
    assert (await data(client, show, headers, id=made["id"]))["me"]["webhook"] is None


async def test_lost_account_is_recovered(client: httpx.AsyncClient) -> None:
    player, headers = await sign_up(client, "Ada")
    renew = "mutation { result: renewRecoveryCode { ... on RecoveryCode { recoveryCode } } }"
    code = (await data(client, renew, headers))["result"]["recoveryCode"]
    recover = """mutation ($player: ID!, $code: String!) {
      result: recover(player: $player, code: $code, revokeTokens: true) {
        __typename ... on SignedUp { token player { id } recoveryCode } ... on Refusal { code } } }"""
    back = (await data(client, recover, player=player, code=code))["result"]
    assert back["player"]["id"] == player
    mine = {"Authorization": f"Bearer {back['token']}"}
    assert (await data(client, "{ me { id } }", mine))["me"]["id"] == player
    assert (await client.get("/v1/me", headers=headers)).status_code == 401
    refused = (await data(client, recover, player=player, code=code))["result"]
    assert refused["__typename"] == "NotAllowed"


async def test_players_are_renamed_and_found_by_name(client: httpx.AsyncClient) -> None:
    rename = "mutation ($n: String!) { result: rename(name: $n) { ... on Me { name } } }"
    found = []
    for n in range(3):
        player, headers = await sign_up(client, "Nobody")
        assert (await data(client, rename, headers, n=f"Emil {n}"))["result"] == {"name": f"Emil {n}"}
        found.append(player)
    search = """query ($after: String) { players(name: "eMi", first: 2, after: $after) {
      edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }"""
    first = (await data(client, search))["players"]
    rest = (await data(client, search, after=first["edges"][-1]["cursor"]))["players"]
    assert [edge["node"]["id"] for edge in (*first["edges"], *rest["edges"])] == found
    assert (first["pageInfo"]["hasNextPage"], rest["pageInfo"]["hasNextPage"]) == (True, False)


async def test_a_ticket_opens_a_stream(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    issue = "mutation { result: issueTicket { ... on Ticket { ticket expiresAt } ... on Refusal { code } } }"
    ticket = (await data(client, issue, headers))["result"]
    assert ticket["ticket"].startswith("tkt_")
    assert (await data(client, issue))["result"] == {"code": "token_missing"}
