"""Non-interference over all endpoints: no answer depends on what its reader may not know.

Every operation of the OpenAPI document and every field of the GraphQL schema that touches a game is called as
each reader in two worlds that differ in hidden things alone. It answers the same, byte by byte, but for the
hashes of entries.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from graphql import GraphQLObjectType
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from domain.bonfire import view as bonfire_view
from domain.bonfire.ruleset import BONFIRE
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from domain.phoenix import view as phoenix_view
from domain.phoenix.commands import AsymBuyRevelations, AsymChooseFighter
from schema.graphql.type_builder import to_input
from schema.webhooks import WebhookEvent
from service.store import Plans
from tests.support import phoenix_play
from tests.support.graphql import SCHEMA, everything
from tests.support.mail import mail
from tests.support.near_misses import Commands
from tests.support.processes import PATIENCE
from tests.support.random_play import Played, Position
from tests.support.receiver import Receiver, receiving
from tests.support.redis import shared_redis
from tests.support.worlds import READERS, SECRETIVE, World, Worlds, a_record, worlds

pytestmark = pytest.mark.anyio

DOCUMENT = json.loads((Path(__file__).parents[2] / "schema" / "openapi.json").read_text())
GAME = "/v1/games/{game_id}"
WEBHOOK = "/v1/webhooks/{webhook_id}"
PROTOCOL = Subprotocol("graphql-transport-ws")
LANGUAGES = ("de", "fr")
WHY = {"why": "nobody told me"}
PLAN = {"moves": [{"type": "end_turn"}]}


@dataclass(frozen=True)
class Shown:
    """A game that stands in both worlds."""

    id: str
    version: int
    rules: Ruleset
    by: int
    moves: Sequence[Command]
    commands: Sequence[Command]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    def input(self, move: Command) -> dict[str, Any]:
        """A move as GraphQL takes it."""
        return {self.rules.name: to_input(move)}


Requests = Callable[[Shown], Sequence[Mapping[str, Any]]]


def _queries(*queries: Mapping[str, Any]) -> Requests:
    return lambda _: [{"params": query} for query in queries]


def _bodies(*bodies: Any) -> Requests:
    return lambda _: [{"json": body} for body in bodies]


def _versions(game: Shown) -> list[dict[str, Any]]:
    last = game.version
    ats = sorted({1, 2, 4, 5, 63, 64, 65, last // 2, last - 1, last, last + 1} & {*range(last + 2)})
    return [{}, *({"params": {"at": at}} for at in ats), {"headers": {"If-None-Match": f'"{last}"'}}]


def _pages(game: Shown) -> list[dict[str, Any]]:
    pages = [
        {"first": 100},
        {"first": 3, "after": 1, "patch": "true"},
        {"first": 100, "after": max(0, game.version - 40), "patch": "true"},
        *({"first": 100, "text": "true", "lang": lang} for lang in LANGUAGES),
    ]
    lines = {"params": {"text": "true", "patch": "true"}, "headers": {"Accept": "application/x-ndjson"}}
    return [*({"params": page} for page in pages), lines]


def _dry_runs(game: Shown) -> list[dict[str, Any]]:
    dry = {"dry_run": "true"}
    runs = [{"params": dry, "content": msgspec.json.encode(move)} for move in game.commands]
    stale = {"params": dry, "json": {"type": "end_turn"}, "headers": {"If-Match": '"1"'}}
    return [*runs, stale, {"json": {"type": "nothing"}}, {"json": {}}]


def _many_tries(game: Shown) -> list[dict[str, Any]]:
    parts = (game.commands[first : first + 8] for first in range(0, len(game.commands), 8))
    bodies = [{"content": msgspec.json.encode({"moves": part})} for part in parts]
    return [*bodies, {"json": {"moves": []}}, {"json": {"moves": [{}]}}]


def _followed(game: Shown) -> list[dict[str, Any]]:
    return [{"json": {"url": "http://127.0.0.1:9999/", "events": list(WebhookEvent), "game": game.id}}]


def _views(game: Shown) -> list[dict[str, Any]]:
    return [{"params": {"games": games}} for games in (game.id, f"{game.id},g_{'0' * 26}")]


LOOKS: Mapping[str, Requests] = {
    "GET /v1/games": _queries(
        {}, {"status": "active"}, {"ruleset": "bonfire", "first": 1}, {"player": "{dan}"}
    ),
    f"GET {GAME}": _versions,
    f"GET {GAME}/score": _queries({}, {"at": 4}, *({"lang": lang} for lang in LANGUAGES)),
    f"GET {GAME}/scores": _queries({}),
    f"GET {GAME}/progress": _queries({}),
    f"GET {GAME}/moves": _queries({}, *({"about": "true", "lang": lang} for lang in LANGUAGES)),
    f"GET {GAME}/plan": _queries({}, *({"lang": lang} for lang in LANGUAGES)),
    f"GET {GAME}/events": _pages,
    f"GET {GAME}/log": _queries({}),
    f"GET {GAME}/audit": _queries({}),
    "GET /v1/views": _views,
    "GET /v1/finished": _queries({}),
    "GET /v1/players": _queries({"name": "d"}, {"name": "a"}),
    "GET /v1/players/{player_id}": _queries({}),
    "GET /v1/players/{player_id}/handicap": _queries({}),
    "GET /v1/players/{player_id}/levels": _queries({}),
    "GET /v1/leaderboards/{ruleset}": _queries({}),
    "GET /v1/me": _queries({}),
    "GET /v1/me/tokens": _queries({}),
    "GET /v1/me/tokens/{token_id}": _queries({}),
    "GET /v1/webhooks": _queries({}),
    f"GET {WEBHOOK}": _queries({}),
    f"GET {WEBHOOK}/deliveries": _queries({}),
    f"GET {WEBHOOK}/deliveries/{{delivery_id}}": _queries({}),
    "GET /v1/admin/stuck": _queries({}),
    "GET /v1/admin/log": _queries({}),
}
"""What is only looked at. What belongs to somebody is Dan's: he has it in the second world alone."""

TRIES: Mapping[str, Requests] = {
    f"POST {GAME}/moves": _dry_runs,
    f"POST {GAME}/moves/try": _many_tries,
    f"POST {GAME}/undo": _bodies({"to": 1}, {"to": 10**6}, {"to": -1}),
    f"PUT {GAME}/plan": _bodies(PLAN, {"moves": []}, {"moves": [{"type": "nothing"}]}),
    f"DELETE {GAME}/plan": _queries({}),
    f"POST {GAME}/seats": _bodies({}, {"nonce": "x"}),
    f"POST {GAME}/nonce": _bodies({"nonce": "x"}),
    f"DELETE {GAME}/seats/me": _queries({}),
    f"PUT {GAME}/seats/me/choice": _bodies({"choice": None}),
    f"POST {GAME}/start": _bodies({}),
    f"DELETE {GAME}/seats/{{place}}": _queries({}),
    f"DELETE {GAME}": _queries({}),
    f"DELETE {GAME}/abort": _queries({}),
    f"POST {GAME}/return": _bodies({}),
    f"POST {GAME}/rematch": _bodies({}),
    "POST /v1/webhooks": _followed,
    f"POST {WEBHOOK}/ping": _queries({}),
    f"POST {WEBHOOK}/secret": _queries({}),
    f"POST {WEBHOOK}/deliveries/{{delivery_id}}/redeliver": _queries({}),
    f"DELETE {WEBHOOK}": _queries({}),
    "DELETE /v1/me/tokens/{token_id}": _queries({}),
    "POST /v1/games": _bodies({"ruleset": "bonfire", "seats": 2}, {"ruleset": "bonfire", "seats": 9}),
    "POST /v1/admin/games/{game_id}/cancel": _bodies(WHY),
    "POST /v1/admin/games/{game_id}/quarantine": _bodies(WHY),
    "POST /v1/admin/games/{game_id}/release": _bodies(WHY),
    "POST /v1/admin/players/{player_id}/ban": _bodies(WHY),
    "POST /v1/admin/players/{player_id}/unban": _bodies(WHY),
}
"""What is refused, or changes nothing in the game."""

LIVE = {f"GET {GAME}/stream", "GET /v1/me/stream"}
"""What goes on for ever, read while the game goes on."""

CHANGES = {f"POST {GAME}/resign", f"POST {GAME}/abort", f"POST {GAME}/fork"}
"""What ends the test, beside moves and undoing them, or makes another game."""

CLOSED = {
    f"GET {GAME}/log",
    f"POST {GAME}/undo",
    f"POST {GAME}/seats",
    f"DELETE {GAME}/seats/me",
    f"PUT {GAME}/seats/me/choice",
    f"POST {GAME}/start",
    f"POST {GAME}/nonce",
    f"DELETE {GAME}/seats/{{place}}",
    f"DELETE {GAME}",
    f"DELETE {GAME}/abort",
    f"POST {GAME}/return",
    f"POST {GAME}/rematch",
    "GET /v1/me/tokens/{token_id}",
    "DELETE /v1/me/tokens/{token_id}",
    *(operation for operation in (*LOOKS, *TRIES) if "/v1/admin/" in operation or WEBHOOK in operation),
}
"""What is refused to all of them; of all else somebody gets something."""

NO_GAME = {
    "GET /v1",
    "GET /v1/rulesets",
    "GET /v1/rulesets/{ruleset}",
    "POST /v1/players",
    "PATCH /v1/me",
    "POST /v1/me/tokens",
    "POST /v1/me/recovery",
    "POST /v1/me/tickets",
    "POST /v1/recover",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /openapi.json",
    "GET /asyncapi.json",
}
"""What neither shows nor changes a game, nor anything that somebody keeps from others."""

_RESULT = everything("MoveResult")
_TRIED = everything("DryRunResult")
_WHOLE = everything("Game").removesuffix("}") + (
    f" score {everything('GameScore')}"
    f" audit {everything('Audit')}"
    f" events(first: 100) {{ nodes {everything('Entry')} pageInfo {{ endCursor }} }} }}"
)
_MOVE = "$id: ID!, $move: MoveInput!"
_ROW = everything("ListedGame")
FIELDS: Mapping[str, str] = {
    "Query.game": f"query ($id: ID!, $at: Int) {{ game(id: $id, at: $at) {_WHOLE} }}",
    "Game.moves": "query ($id: ID!) { game(id: $id) { moves { version since seat undo moves { input } } } }",
    "Game.plan": f"query ($id: ID!) {{ game(id: $id) {{ plan {everything('Plan')} }} }}",
    "Query.games": f"query ($player: ID) {{ games {{ nodes {_ROW} }}"
    f" his: games(player: $player) {{ nodes {_ROW} }} }}",
    "Query.finished": f"{{ finished {{ nodes {everything('FinishedGame')} pageInfo {{ endCursor }} }} }}",
    "Query.leaderboard": '{ leaderboard(ruleset: "bonfire") { nodes { rank } } }',
    "Query.me": "{ me { id webhooks { nodes { id url } } tokens { nodes { id } } } }",
    "Query.player": "query ($player: ID!) { player(id: $player)"
    f" {{ id name profile {everything('Profile')} }} }}",
    "Query.players": '{ players(name: "d") { nodes { id name } } }',
    "Query.audit": f"query ($id: ID!) {{ audit(gameId: $id) {everything('Audit')} }}",
    "Query.node": f"query ($id: ID!) {{ node(id: $id) {{ ... on Game {everything('Game')} }} }}",
    "Query.nodes": f"query ($id: ID!) {{ nodes(ids: [$id]) {{ ... on Game {everything('Game')} }} }}",
    "Mutation.joinGame": f"mutation ($id: ID!) {{ joinGame(gameId: $id) {_RESULT} }}",
    "Mutation.changeChoice": f"mutation ($id: ID!) {{ changeChoice(gameId: $id) {_RESULT} }}",
    "Mutation.leaveGame": f"mutation ($id: ID!) {{ leaveGame(gameId: $id) {_RESULT} }}",
    "Mutation.startGame": f"mutation ($id: ID!) {{ startGame(gameId: $id) {_RESULT} }}",
    "Mutation.revealNonce": f'mutation ($id: ID!) {{ revealNonce(gameId: $id, nonce: "x") {_RESULT} }}',
    "Mutation.removePlayer": f"mutation ($id: ID!) {{ removePlayer(gameId: $id, place: 1) {_RESULT} }}",
    "Mutation.cancelGame": f"mutation ($id: ID!) {{ cancelGame(gameId: $id) {_RESULT} }}",
    "Mutation.withdrawAbort": f"mutation ($id: ID!) {{ withdrawAbort(gameId: $id) {_RESULT} }}",
    "Mutation.comeBack": f"mutation ($id: ID!) {{ comeBack(gameId: $id) {_RESULT} }}",
    "Mutation.rematch": f"mutation ($id: ID!) {{ rematch(gameId: $id) {everything('CreateGameResult')} }}",
    "Mutation.undo": f"mutation ($id: ID!) {{ undo(gameId: $id, to: 1) {_RESULT} }}",
    "Mutation.setPlan": "mutation ($id: ID!, $plan: [MoveInput!]!) { setPlan(gameId: $id, moves: $plan)"
    f" {everything('SetPlanResult')} }}",
    "Mutation.clearPlan": f"mutation ($id: ID!) {{ clearPlan(gameId: $id) {everything('ClearPlanResult')} }}",
    "Mutation.makeWebhook": "mutation ($id: ID!) {"
    ' makeWebhook(url: "http://127.0.0.1:9999/", events: [TURN_DUE], gameId: $id)'
    " { __typename ... on MadeWebhook { id secret } } }",
    "Mutation.deleteWebhook": "mutation ($webhook: ID!) { deleteWebhook(id: $webhook) { __typename } }",
    "Mutation.rotateWebhookSecret": "mutation ($webhook: ID!)"
    " { rotateWebhookSecret(id: $webhook) { __typename } }",
    "Mutation.pingWebhook": "mutation ($webhook: ID!) { pingWebhook(id: $webhook) { __typename } }",
    "Mutation.redeliver": "mutation ($webhook: ID!, $delivery: ID!) {"
    "  redeliver(webhookId: $webhook, deliveryId: $delivery) { __typename } }",
    "Mutation.revokeToken": "mutation ($token: ID!) { revokeToken(id: $token) { __typename } }",
    "Mutation.createGame": "mutation { createGame(options: {bonfire: {}}, seats: {count: 2})"
    f" {{ ... on Game {everything('Game')} ... on Refusal {{ code }} }} }}",
}
"""What GraphQL is asked for a game; moves are beside them."""
MOVED = {
    "Mutation.dryRun": f"mutation ({_MOVE}) {{ dryRun(gameId: $id, move: $move) {_TRIED} }}",
    "Mutation.tryMoves": f"mutation ($id: ID!, $moves: [MoveInput!]!)"
    f" {{ tryMoves(gameId: $id, moves: $moves) {everything('TryMovesResult')} }}",
    "Mutation.playMove": f"mutation ({_MOVE}) {{ playMove(gameId: $id, move: $move) {_RESULT} }}",
    "Mutation.forkGame": f"mutation ($id: ID!) {{ forkGame(gameId: $id) {everything('CreateGameResult')} }}",
    "Mutation.resign": f"mutation ($id: ID!) {{ resign(gameId: $id) {_RESULT} }}",
    "Mutation.agreeToAbort": f"mutation ($id: ID!) {{ agreeToAbort(gameId: $id) {_RESULT} }}",
}
ENTRIES = (
    "subscription ($id: ID!, $after: Int!) "
    f"{{ gameEvents(gameId: $id, after: $after) {everything('GameStreamItem')} }}"
)
TURNS = "subscription { myTurns { notice gameId version status due game { id version } } }"
FOLLOWED = {"Subscription.gameEvents": ENTRIES, "Subscription.myTurns": TURNS}
NO_GAME_FIELDS = {
    "Query.rulesets",
    "Query.ruleset",
    "Mutation.signUp",
    "Mutation.recover",
    "Mutation.renewRecoveryCode",
    "Query.now",
    "Mutation.rename",
    "Mutation.issueToken",
    "Mutation.issueTicket",
}


def test_every_operation_that_touches_a_game_is_called() -> None:
    operations = {
        f"{method.upper()} {path}"
        for path, item in DOCUMENT["paths"].items()
        for method in item
        if method in {"get", "post", "put", "patch", "delete"}
    }
    parts = (LOOKS.keys(), TRIES.keys(), LIVE, CHANGES, NO_GAME)
    assert operations == set().union(*parts), "call it here, or say that it touches no game"
    assert len(operations) == sum(map(len, parts))


def test_every_field_that_touches_a_game_is_requested() -> None:
    roots = [SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type]
    fields = {"Game.moves", "Game.plan"} | {
        f"{root.name}.{name}" for root in roots if isinstance(root, GraphQLObjectType) for name in root.fields
    }
    parts = (FIELDS.keys(), MOVED.keys(), FOLLOWED.keys(), NO_GAME_FIELDS)
    assert fields == set().union(*parts), "ask for it here, or say that it touches no game"
    assert len(fields) == sum(map(len, parts))


_DRAFTED = {"ruleset": "phoenix", "asymmetric": True}
GAMES: Mapping[str, Mapping[str, Any]] = {
    "early": {"players": 3, "entries": 16, "seed": 1},
    "late": {"players": 3, "entries": 170, "seed": 8, "way": "gnomes"},
    "renewed": {"players": 3, "entries": 170, "seed": 12, "way": "gnomes"},
    "tom": {"players": 1, "entries": 70, "seed": 4},
    "draft": {"players": 3, "entries": 5, "seed": 2, **_DRAFTED, "many": 2},
    "cards": {"players": 3, "entries": 8, "seed": 2, **_DRAFTED, "many": 2},
    "palace": {"players": 3, "entries": 150, "seed": 3, **_DRAFTED, "dragon": True, "palace_alt": True},
}
"""The last three are of Phoenix Palace: Dan has chosen a fighter, he has bought cards, and later on."""
QUICK = ("early", "draft")


@dataclass(frozen=True)
class Scene:
    """Both worlds, a game in them, and what Dan has in the second."""

    both: Worlds
    game: Shown
    secrets: Mapping[str, str]

    @property
    def mover(self) -> str:
        """The reader whose turn it is."""
        seats = self.both.seats[self.game.id]
        player = seats[self.game.by]
        return next(name for name, known in self.both.players.items() if known == player)

    @property
    def is_secret(self) -> bool:
        """Whether several decide at once, in secret; what they have decided is final."""
        return isinstance(self.game.moves[0], AsymChooseFighter | AsymBuyRevelations)

    async def calls(self, table: Mapping[str, Requests], only: str | None = None) -> set[str]:
        """Every operation of a table, or one, as every reader; those of which nobody got anything."""
        refused = set()
        for operation, requests in table.items():
            method, _, path = operation.partition(" ")
            if only in {None, operation}:
                told = [
                    await self.both.same(method, self.filled(path), reader, **self._filled(request))
                    for request in requests(self.game)
                    for reader in READERS
                ]
                refused |= {operation} if all(answer.status >= 400 for answer in told) else set()
        return refused

    async def asks(self, document: str, reader: str, **variables: Any) -> Any:
        """One operation of GraphQL."""
        body = {"query": document, "variables": {**self.variables, **variables}}
        answer = await self.both.same("POST", "/graphql", reader, json=body)
        assert answer.status == 200, answer.body
        return answer.json()

    @property
    def variables(self) -> dict[str, Any]:
        return {
            "id": self.game.id,
            "plan": [{self.game.rules.name: {"endTurn": True}}],
            "player": self.secrets["player_id"],
            "webhook": self.secrets["webhook_id"],
            "delivery": self.secrets["delivery_id"],
            "token": self.secrets["token_id"],
        }

    def filled(self, path: str) -> str:
        """A path with the game, and otherwise with what is Dan's."""
        return path.format(**self.secrets, game_id=self.game.id)

    def _filled(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        params = request.get("params", {})
        return {
            **request,
            "params": {
                key: self.secrets["player_id"] if value == "{dan}" else value for key, value in params.items()
            },
        }


@pytest.fixture
def second_url(tmp_path: Path) -> Iterator[str]:
    with shared_redis(tmp_path) as server:
        yield server.url


@pytest.fixture
async def both(redis_url: str, second_url: str) -> AsyncIterator[Worlds]:
    async with worlds(redis_url, second_url) as made:
        yield made


async def staged(both: Worlds, name: str) -> Scene:
    """A game in both worlds, and Dan's secrets."""
    wish = dict(GAMES[name])
    people = ("ada", "ben", SECRETIVE)[: wish.pop("players")]
    record = a_record([both.players[person] for person in people], **wish)
    await both.write(record, random.Random(7))
    rules, state = record.rules, record.state
    due = rules.actor(state).seats[0]
    moves, number = rules.legal(state, due), len(record.lines) + 1
    tried = TRIED[rules.name](state, due, moves, number)
    game = Shown(record.game, record.table.version, rules, due, moves, tried)
    return Scene(both, game, await secrets(both, record.game, rules.name))


def _nearly_bonfire(state: Any, due: int, moves: Sequence[Command], number: int) -> Commands:
    return Commands(Position(state, due, moves, number, Played(3, 1, ("any",))), random.Random(number))


def _nearly_phoenix(state: Any, due: int, moves: Sequence[Command], number: int) -> phoenix_play.Commands:
    position = phoenix_play.Position(state, due, moves, number, phoenix_play.Played(3, 1))
    return phoenix_play.Commands(position, random.Random(number))


def _tried(nearly: Callable[..., Any]) -> Callable[[Any, int, Sequence[Command], int], list[Command]]:
    """What is legal, and what is nearly so; all of it in a late game."""

    def tried(state: Any, due: int, moves: Sequence[Command], number: int) -> list[Command]:
        chance, few = random.Random(number), number < 50
        commands = nearly(state, due, moves, number)
        legal = chance.sample(moves, min(6, len(moves))) if few else moves
        return [*legal, *(commands.any() for _ in range(6 if few else 30))]

    return tried


TRIED = {"bonfire": _tried(_nearly_bonfire), "phoenix": _tried(_nearly_phoenix)}


async def secrets(both: Worlds, game: str, ruleset: str) -> dict[str, str]:
    """What Dan has in the second world alone, where others would find it if they could."""
    _, other = both.pair
    headers = both.headers[SECRETIVE]

    async def made(path: str, body: Mapping[str, Any]) -> Any:
        answer = await other.client.post(path, json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        return answer.json()

    hook = {"url": "http://127.0.0.1:9999/", "events": ["game.entry"]}
    webhook = (await made("/v1/webhooks", {**hook, "game": game}))["id"]
    ping = await other.client.post(f"/v1/webhooks/{webhook}/ping", headers=headers)
    token = (await made("/v1/me/tokens", {"scopes": ["read"]}))["id"]
    await made("/v1/games", {"ruleset": "bonfire", "seats": 2, "options": {"unlisted": True}})
    if both.players[SECRETIVE] in both.seats[game]:
        planned = await other.client.put(f"/v1/games/{game}/plan", json=PLAN, headers=headers)
        assert planned.status_code == 200, planned.text
    return {
        "player_id": both.players[SECRETIVE],
        "webhook_id": webhook,
        "delivery_id": ping.json()["id"],
        "token_id": token,
        "ruleset": ruleset,
        "place": "1",
    }


@pytest.fixture(
    params=[pytest.param(name, marks=[] if name in QUICK else pytest.mark.long) for name in GAMES]
)
async def scene(request: pytest.FixtureRequest, both: Worlds) -> Scene:
    return await staged(both, request.param)


async def test_rest_answers_do_not_depend_on_hidden_information(scene: Scene) -> None:
    assert await scene.calls(LOOKS) | await scene.calls(TRIES) == CLOSED


async def test_graphql_answers_do_not_depend_on_hidden_information(scene: Scene) -> None:
    for field, document in FIELDS.items():
        for reader in READERS:
            told = await scene.asks(document, reader)
            assert "errors" not in told or (reader == "nobody" and field in {"Query.me", "Game.moves"}), told
    for at in (1, 5, scene.game.version - 1, scene.game.version + 1):
        await scene.asks(FIELDS["Query.game"], "ada", at=at)
    for move in scene.game.commands[::2]:
        for reader in READERS:
            await scene.asks(MOVED["Mutation.dryRun"], reader, move=scene.game.input(move))
    inputs = [scene.game.input(move) for move in scene.game.commands[:64]]
    for reader in READERS:
        await scene.asks(MOVED["Mutation.tryMoves"], reader, moves=inputs)
    for field in ("Mutation.resign", "Mutation.agreeToAbort", "Mutation.playMove"):
        document = MOVED[field]
        for reader in ("cyd", "nobody"):
            await scene.asks(document, reader, move=scene.game.input(scene.game.moves[0]))


async def quiet_move(scene: Scene) -> Command:
    """A move of whoever is due that shows nothing new, and can be taken back; a secret one, which cannot."""
    if scene.is_secret:
        return scene.game.moves[0]
    path, mover = f"{scene.game.path}/moves", scene.mover
    for move in scene.game.moves:
        body = msgspec.json.encode(move)
        answer = await scene.both.same("POST", path, mover, content=body, params={"dry_run": "true"})
        if not answer.json()["stopped"]:
            return move
    raise LookupError("every move reveals something")


async def test_streams_do_not_depend_on_hidden_information(scene: Scene) -> None:
    move = await quiet_move(scene)
    async with AsyncExitStack() as stack:
        streams = [
            [await stack.enter_async_context(stream) for stream in _streams(scene, world)]
            for world in scene.both.pair
        ]
        await told_alike(scene, streams, events=scene.game.version)
        moves, body = f"{scene.game.path}/moves", msgspec.json.encode(move)
        await scene.both.same("POST", moves, scene.mover, content=body, params={"text": "true"})
        await told_alike(scene, streams, events=1)
        undone = await scene.both.same("POST", f"{scene.game.path}/undo", scene.mover, json={})
        assert (undone.status == 200) == (not scene.is_secret)
        await scene.asks(MOVED["Mutation.playMove"], scene.mover, move=scene.game.input(move))
        await told_alike(scene, streams, events=0 if scene.is_secret else 2)
        if (await scene.both.same("POST", f"{scene.game.path}/abort", "ben")).status == 200:
            await told_alike(scene, streams, events=1)
        await scene.both.same("POST", f"{scene.game.path}/resign", "ada")
        await told_alike(scene, streams, events=1)
    await scene.asks(MOVED["Mutation.resign"], "ben")
    for reader in READERS[:3]:
        await scene.both.same_events("GET", "/v1/me/stream", reader, 1)
    await scene.calls(LOOKS)


def _streams(scene: Scene, world: World) -> Iterator[AbstractAsyncContextManager[AsyncIterator[bytes]]]:
    """A game followed by every reader in every way."""
    for reader in READERS:
        for query in ({}, {"patch": "true", "text": "true", "lang": "nl"}):
            yield scene.both.reading(world, "GET", f"{scene.game.path}/stream", reader, params=query)
        body = {"query": ENTRIES, "variables": {"id": scene.game.id, "after": 0}}
        yield scene.both.reading(world, "POST", "/graphql", reader, json=body)
        yield _socket(scene, world, reader)


@asynccontextmanager
async def _socket(scene: Scene, world: World, reader: str) -> AsyncIterator[AsyncIterator[bytes]]:
    """The messages of a subscription over a socket."""
    address = str(world.client.base_url).replace("http", "ws", 1).rstrip("/") + "/graphql"
    headers = scene.both.headers[reader]
    async with connect(
        address, subprotocols=[PROTOCOL], additional_headers=headers, max_queue=None
    ) as socket:
        await socket.send(json.dumps({"type": "connection_init"}))
        await socket.recv()
        payload = {"query": ENTRIES, "variables": {"id": scene.game.id, "after": 0}}
        await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": payload}))
        yield (str(message).encode() async for message in socket)


async def told_alike(scene: Scene, streams: Sequence[Sequence[AsyncIterator[bytes]]], events: int) -> None:
    """The next events of every stream, which are the same in both worlds."""
    for one, other in zip(*streams, strict=True):
        async with asyncio.timeout(PATIENCE):
            told = [[await anext(stream) for _ in range(events)] for stream in (one, other)]
        first, second = (
            [world.without_hashes(event) for event in each] for world, each in zip(scene.both.pair, told)
        )
        assert first == second, "a reader of a stream can tell the worlds apart"


@pytest.mark.parametrize("name,owner", [("early", None), pytest.param("tom", "ada", marks=pytest.mark.long)])
async def test_forks_do_not_depend_on_hidden_information(both: Worlds, name: str, owner: str | None) -> None:
    """Who plays alone may make one; others are not told of it, though what was hidden is shown there."""
    scene = await staged(both, name)
    for reader in READERS:
        await scene.asks(MOVED["Mutation.forkGame"], reader)
        made = await both.same("POST", f"{scene.game.path}/fork", reader, json={})
        assert (made.status == 201) == (reader == owner)
        if reader == owner:
            fork = replace(scene.game, id=made.json()["id"], version=made.json()["version"])
            forked = Scene(both, fork, scene.secrets)
            assert await forked.calls(TRIES) <= CLOSED
            assert await forked.calls(LOOKS) <= CLOSED
            for stranger in READERS[1:]:
                told = await both.same("GET", f"/v1/games/{fork.id}", stranger)
                assert told.status == 404
    await scene.calls(LOOKS)


async def test_notices_of_due_turns_do_not_depend_on_hidden_information(scene: Scene) -> None:
    body = {"query": TURNS}
    (told,) = await scene.both.same_events("POST", "/graphql", scene.mover, 1, json=body)
    assert scene.game.id.encode() in told


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


async def test_webhooks_do_not_depend_on_hidden_information(scene: Scene, receiver: Receiver) -> None:
    move, mover = msgspec.json.encode(await quiet_move(scene)), scene.mover
    wish = {"url": receiver.url, "events": list(WebhookEvent), "game": scene.game.id}
    hooks = [
        (await scene.both.same("POST", "/v1/webhooks", reader, json=wish)).json()["id"]
        for reader in READERS[:3]
    ]
    await scene.both.same("POST", f"{scene.game.path}/moves", mover, content=move)
    sent = []
    for world in scene.both.pair:
        scene.both.moments.begin()
        async with mail(world.url) as post:
            await post.job_runner.follower_notifier.notify(scene.game.id)
            for hook in hooks:
                await post.sender.serve(hook)
        messages = [
            (got.headers["user-agent"], len(got.id), world.without_hashes(got.body)) for got in receiver.got
        ]
        sent.append(sorted(messages))
        receiver.got.clear()
    assert len(sent[0]) >= len(hooks)
    assert sent[0] == sent[1], "a receiver of webhooks can tell the worlds apart"


def _shows_the_last_tile(offerings: tuple[Any, ...], *, turned: bool) -> bonfire_view.OfferingPile:
    return bonfire_view.OfferingPile(offerings[-1] if offerings and turned else None, len(offerings))


def _in_hidden_order(state: Any, seat: int, legal: Callable[..., Any] = BONFIRE.legal) -> Any:
    moves = legal(state, seat)
    return sorted(moves, key=lambda move: (hash((str(move), *state.board.gnome_pile)), str(move)))


async def _open_for_all(*_: Any, **__: Any) -> bool:
    return True


def _refused_in_detail(_engine: Any, state: Any, *_: Any) -> None:
    raise Rejected("not_your_turn", rule="BF-T1", seat=0, next=state.board.gnome_pile[0])


async def _anybodys_plan(plans: Plans, game: str, _player: str) -> tuple[bytes | None, bytes | None]:
    return next(iter((await plans.of(game)).values()), None), None


def _by_rest(operation: str) -> Callable[[Scene], Awaitable[object]]:
    return lambda scene: scene.calls({**LOOKS, **TRIES}, only=operation)


def _by_graphql(field: str) -> Callable[[Scene], Awaitable[object]]:
    return lambda scene: scene.asks(FIELDS[field], "nobody")


def _unredacted(_rules: object, _sight: object, events: Any) -> Any:
    return events


def _open_draft(draft: Any, *, own: bool) -> phoenix_view.DraftView:
    fighter = draft.fighter if own or draft.decided else None
    return phoenix_view.DraftView(draft.decided, draft.drawn, None, fighter, None, None)


LEAKS: Mapping[str, tuple[str, Any, Callable[[Scene], Awaitable[object]]]] = {
    "events are not redacted": (
        "service.engine.game_answers.redacted",
        _unredacted,
        _by_rest(f"GET {GAME}/events"),
    ),
    "nor in a stream": (
        "service.engine.game_answers.redacted",
        _unredacted,
        test_streams_do_not_depend_on_hidden_information,
    ),
    "a view shows a tile": ("domain.bonfire.view._pile", _shows_the_last_tile, _by_rest(f"GET {GAME}")),
    "so does one of several": ("domain.bonfire.view._pile", _shows_the_last_tile, _by_rest("GET /v1/views")),
    "so does a patch": ("domain.bonfire.view._pile", _shows_the_last_tile, _by_rest(f"GET {GAME}/events")),
    "so does GraphQL": ("domain.bonfire.view._pile", _shows_the_last_tile, _by_graphql("Query.game")),
    "so does a node": ("domain.bonfire.view._pile", _shows_the_last_tile, _by_graphql("Query.node")),
    "moves are sorted by a pile": (
        "domain.bonfire.ruleset.BONFIRE.legal",
        _in_hidden_order,
        _by_rest(f"GET {GAME}/moves"),
    ),
    "the log is open": (
        "service.usecases.games.Games.has_open_log",
        _open_for_all,
        _by_rest(f"GET {GAME}/log"),
    ),
    "an audit says where": (
        "service.usecases.games.Games.has_open_log",
        _open_for_all,
        _by_rest(f"GET {GAME}/audit"),
    ),
    "a plan is shown to others": (
        "service.store.plans.Plans.of_player",
        _anybodys_plan,
        _by_rest(f"GET {GAME}/plan"),
    ),
    "a draft is shown to others": ("domain.phoenix.view._draft", _open_draft, _by_rest(f"GET {GAME}")),
    "so it is by GraphQL": ("domain.phoenix.view._draft", _open_draft, _by_graphql("Query.game")),
    "a refusal names a card": (
        "domain.kernel.engine.Engine._admitted",
        _refused_in_detail,
        _by_rest(f"POST {GAME}/moves"),
    ),
}
"""How the service could leak: what is broken for it, and the calls that must notice."""


@pytest.mark.parametrize("leak", LEAKS)
async def test_leak_is_detected(both: Worlds, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target, leaking, notices = LEAKS[leak]
    scene = await staged(both, "draft" if target.startswith("domain.phoenix") else "early")
    monkeypatch.setattr(target, leaking)
    with pytest.raises(AssertionError, match="can tell the worlds apart"):
        await notices(scene)
