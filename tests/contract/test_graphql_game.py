"""A game over GraphQL: opened, joined, started, played, taken back; every refusal is a typed result."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.support.games import Table, a_game, a_lobby
from tests.support.graphql import ask, data
from tests.support.service import FREELY, service, sign_up

pytestmark = pytest.mark.anyio

REFUSED = "... on Refusal { httpStatus code message rule details }"
ACCEPTED = "... on MoveAccepted { version gameId events { type reveals } game { version } }"
PLAYED = f"{{ __typename {ACCEPTED} {REFUSED} ... on VersionConflict {{ version since }} }}"
OPENED = """... on Game { id version ruleset status seats { seat player } view { __typename } options {
  ... on BonfireOptions { rated mixedTaskColors clock { seconds days } } } }"""
TRIED = "... on DryRun { version stopped events { type } score { seat before after change } }"

CREATE = f"""mutation ($options: GameOptionsInput!, $seats: SeatsInput!, $key: String) {{
  result: createGame(options: $options, seats: $seats, idempotencyKey: $key) {{
    __typename {OPENED} {REFUSED} }} }}"""
JOIN = f"mutation ($id: ID!, $nonce: String) {{ result: joinGame(gameId: $id, nonce: $nonce) {PLAYED} }}"
START = f"mutation ($id: ID!) {{ result: startGame(gameId: $id) {PLAYED} }}"
LEAVE = f"mutation ($id: ID!) {{ result: leaveGame(gameId: $id) {PLAYED} }}"
RESIGN = f"mutation ($id: ID!) {{ result: resign(gameId: $id) {PLAYED} }}"
PLAY = f"""mutation ($id: ID!, $move: MoveInput!, $version: Int, $key: String) {{
  result: playMove(gameId: $id, move: $move, ifVersion: $version, idempotencyKey: $key) {PLAYED} }}"""
UNDO = f"""mutation ($id: ID!, $to: Int, $version: Int) {{
  result: undo(gameId: $id, to: $to, ifVersion: $version) {PLAYED} }}"""
DRY = f"""mutation ($id: ID!, $move: MoveInput!) {{
  result: dryRun(gameId: $id, move: $move) {{ __typename {TRIED} {REFUSED} }} }}"""
SIGN_UP = f"""mutation ($name: String!) {{
  result: signUp(name: $name) {{ ... on SignedUp {{ token player {{ id name }} }} {REFUSED} }} }}"""
MOVES = """query ($id: ID!) { game(id: $id) { version moves { version since seat undo moves {
  input move { type ... on BonfireChooseStartFateTile { swap rotation } } } } } }"""


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, **FREELY) as client:
        yield client


async def result(
    client: httpx.AsyncClient, query: str, headers: dict[str, str] | None, **variables: Any
) -> dict[str, Any]:
    found: dict[str, Any] = (await data(client, query, headers, **variables))["result"]
    return found


async def moves(table: Table, headers: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = (await data(table.client, MOVES, headers, id=table.id))["game"]["moves"]
    return found


async def test_a_whole_turn(client: httpx.AsyncClient) -> None:
    ada, ada_header = await sign_up(client, "Ada")
    ben, ben_header = await sign_up(client, "Ben")
    options = {"bonfire": {"mixedTaskColors": True, "clock": {"days": 2}}}
    made = await result(client, CREATE, ada_header, options=options, seats={"count": 2})
    assert made["__typename"] == "Game"
    assert (made["ruleset"], made["status"], made["version"], made["view"]) == ("bonfire", "LOBBY", 1, None)
    assert made["options"] == {
        "rated": True,
        "mixedTaskColors": True,
        "clock": {"seconds": 0, "days": 2},
    }
    game = made["id"]
    joined = await result(client, JOIN, ben_header, id=game, nonce="mine")
    assert [event["type"] for event in joined["events"]] == ["place_taken"]
    started = await result(client, START, ada_header, id=game)
    assert (started["version"], started["gameId"], started["game"]["version"]) == (3, game, 3)
    assert started["events"][0] == {"type": "game_started", "reveals": True}

    seats = (await data(client, "query ($id: ID!) { game(id: $id) { seats { player } } }", id=game))["game"]
    headers = {ada: ada_header, ben: ben_header}
    table = Table(client, game, [], [headers[seat["player"]] for seat in seats["seats"]])
    while (version := (await table.read())["version"]) < 12:
        mine = await table.due()
        move = (await moves(table, mine))["moves"][0]["input"]
        tried = await result(client, DRY, mine, id=game, move=move)
        played = await result(client, PLAY, mine, id=game, move=move, version=version)
        assert (played["__typename"], played["version"]) == ("MoveAccepted", version + 1)
        happened = [{"type": event["type"]} for event in played["events"]]
        assert tried["events"] == happened or tried["stopped"]
    log = await data(
        client,
        "query ($id: ID!) { game(id: $id) { version events(first: 100) { nodes { seq } } } }",
        id=game,
    )
    seqs = [entry["seq"] for entry in log["game"]["events"]["nodes"]]
    assert seqs == list(range(1, log["game"]["version"] + 1))


async def test_every_listed_move_can_be_played_as_it_is(client: httpx.AsyncClient) -> None:
    """The inputs of the list are those of REST, written for GraphQL."""
    table = await a_game(client)
    for _ in range(25):
        headers = await table.due()
        listed = await moves(table, headers)
        rest = await table.moves(headers)
        assert [item["move"]["type"] for item in listed["moves"]] == [move["type"] for move in rest]
        choice = listed["moves"][-1]["input"]
        tried = await result(client, DRY, headers, id=table.id, move=choice)
        assert tried["__typename"] == "DryRun", (choice, tried)
        played = await result(client, PLAY, headers, id=table.id, move=choice)
        assert played["__typename"] == "MoveAccepted", (choice, played)


async def test_moves_are_taken_back(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    headers = await table.due()
    listed = await moves(table, headers)
    await result(client, PLAY, headers, id=table.id, move=listed["moves"][0]["input"])
    assert (await moves(table, headers))["undo"] == 3
    undone = await result(client, UNDO, headers, id=table.id)
    assert (undone["version"], undone["events"]) == (5, [{"type": "entries_undone", "reveals": False}])
    refused = await result(client, UNDO, headers, id=table.id)
    assert (refused["__typename"], refused["code"]) == ("MoveRejected", "nothing_to_undo")


async def test_a_move_against_the_rules_is_a_typed_result(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    headers = await table.due()
    refused = await result(client, PLAY, headers, id=table.id, move={"bonfire": {"endTurn": True}})
    rest = await client.post(f"{table.path}/moves", json={"type": "end_turn"}, headers=headers)
    problem = rest.json()
    assert refused == {
        "__typename": "MoveRejected",
        "httpStatus": 422,
        "code": problem["code"],
        "message": problem["detail"],
        "rule": problem["rule"],
        "details": problem["details"],
    }
    other = next(each for each in table.headers if each != headers)
    move = (await moves(table, headers))["moves"][0]["input"]
    refused = await result(client, PLAY, other, id=table.id, move=move)
    assert (refused["__typename"], refused["code"]) == ("MoveRejected", "not_your_turn")
    refused = await result(client, DRY, other, id=table.id, move=move)
    assert (refused["__typename"], refused["code"]) == ("MoveRejected", "not_your_turn")


async def test_a_version_that_differs_is_a_typed_result(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    headers = await table.due()
    move = (await moves(table, headers))["moves"][0]["input"]
    conflict = await result(client, PLAY, headers, id=table.id, move=move, version=1)
    assert (conflict["__typename"], conflict["version"], conflict["since"]) == ("VersionConflict", 3, 3)
    assert (conflict["httpStatus"], conflict["code"]) == (412, "version_conflict")
    played = await result(client, PLAY, headers, id=table.id, move=move, version=3)
    assert played["__typename"] == "MoveAccepted"
    conflict = await result(client, UNDO, headers, id=table.id, version=2)
    assert conflict["__typename"] == "VersionConflict"


async def test_a_retry_with_its_key_is_done_once_and_answered_the_same(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    headers = await table.due()
    first, second = (item["input"] for item in (await moves(table, headers))["moves"][:2])
    once = await result(client, PLAY, headers, id=table.id, move=first, key="k1")
    again = await result(client, PLAY, headers, id=table.id, move=first, key="k1", version=1)
    assert again == once
    assert (await table.read())["version"] == once["version"]
    reused = await result(client, PLAY, headers, id=table.id, move=second, key="k1")
    assert (reused["__typename"], reused["code"]) == ("MoveRejected", "idempotency_key_reused")
    refused = await result(client, PLAY, headers, id=table.id, move=first, key="not visible")
    assert (refused["__typename"], refused["code"]) == ("Malformed", "malformed")


async def test_a_retry_may_come_by_the_other_way(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    headers = await table.due()
    rest = (await table.moves(headers))[0]
    played = await table.play(headers, rest, **{"Idempotency-Key": "both"})
    move = (await moves_before(table, headers))[0]
    again = await result(client, PLAY, headers, id=table.id, move=move, key="both")
    assert (again["__typename"], again["version"]) == ("MoveAccepted", played["version"])


async def moves_before(table: Table, headers: dict[str, str]) -> list[dict[str, Any]]:
    """What could be played before the last move: take it back, look, and leave it so."""
    await table.client.post(f"{table.path}/undo", headers=headers)
    return [item["input"] for item in (await moves(table, headers))["moves"]]


async def test_a_game_is_opened_once_for_a_key(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    wish = {"options": {"bonfire": {}}, "seats": {"places": ["me", "open"]}, "key": "mine"}
    once, again = [await result(client, CREATE, headers, **wish) for _ in range(2)]
    assert once == again
    assert [seat["player"] is None for seat in once["seats"]] == [False, True]


@pytest.mark.parametrize(
    "seats,typename,code",
    [
        ({"count": 7}, "MoveRejected", "player_count_not_allowed"),
        ({"count": 0}, "Malformed", "malformed"),
        ({"places": []}, "Malformed", "malformed"),
        ({"places": ["me", "me"]}, "MoveRejected", "place_taken_twice"),
        ({"places": ["me", "bot:nobody"]}, "MoveRejected", "unknown_place"),
    ],
)
async def test_a_game_that_cannot_be_is_a_typed_result(
    client: httpx.AsyncClient, seats: dict[str, Any], typename: str, code: str
) -> None:
    _, headers = await sign_up(client)
    refused = await result(client, CREATE, headers, options={"bonfire": {}}, seats=seats)
    assert (refused["__typename"], refused["code"]) == (typename, code)


async def test_what_is_not_possible_now_or_not_the_callers_is_a_typed_result(
    client: httpx.AsyncClient,
) -> None:
    lobby = await a_lobby(client)
    _, stranger = await sign_up(client)
    for query, headers, typename, code in (
        (JOIN, stranger, "NotPossible", "lobby_full"),
        (START, lobby.headers[1], "NotAllowed", "host_only"),
        (LEAVE, stranger, "NotPossible", "not_seated"),
        (RESIGN, lobby.headers[0], "NotPossible", "not_started"),
        (START, None, "NotAllowed", "token_missing"),
    ):
        refused = await result(client, query, headers, id=lobby.id)
        assert (refused["__typename"], refused["code"]) == (typename, code)
    refused = await result(client, JOIN, stranger, id="g_nothing")
    assert (refused["__typename"], refused["code"]) == ("NotFound", "not_found")
    left = await result(client, LEAVE, lobby.headers[1], id=lobby.id)
    assert left["__typename"] == "MoveAccepted"


async def test_resigning_ends_a_game_of_one(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, seats=1)
    await result(client, START, lobby.headers[0], id=lobby.id)
    gone = await result(client, RESIGN, lobby.headers[0], id=lobby.id)
    assert [event["type"] for event in gone["events"]] == ["seat_resigned", "play_stopped"]


async def test_a_token_without_the_scope_reads_but_does_not_play(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    headers = await table.due()
    issue = "mutation { result: issueToken(scopes: [READ]) { ... on IssuedToken { id token scopes } } }"
    issued = await result(client, issue, headers)
    assert issued["scopes"] == ["READ"]
    reading = {"Authorization": f"Bearer {issued['token']}"}
    listed = await moves(table, reading)
    refused = await result(client, PLAY, reading, id=table.id, move=listed["moves"][0]["input"])
    assert (refused["__typename"], refused["code"]) == ("NotAllowed", "scope_missing")
    revoke = "mutation ($id: ID!) { result: revokeToken(id: $id) { __typename ... on TokenRevoked { id } } }"
    revoked = await result(client, revoke, headers, id=issued["id"])
    assert revoked == {"__typename": "TokenRevoked", "id": issued["id"]}
    answer = await client.post("/graphql", json={"query": "{ me { id } }"}, headers=reading)
    assert answer.status_code == 401


async def test_somebody_new_signs_up_and_finds_themselves(client: httpx.AsyncClient) -> None:
    signed = await result(client, SIGN_UP, None, name="Zoë")
    headers = {"Authorization": f"Bearer {signed['token']}"}
    me = await data(
        client, "{ me { id name scopes tokens { nodes { id } pageInfo { hasNextPage } } } }", headers
    )
    assert (me["me"]["id"], me["me"]["name"], me["me"]["scopes"]) == (
        signed["player"]["id"],
        "Zoë",
        ["PLAY", "READ", "ACCOUNT", "WEBHOOKS"],
    )
    found = await data(
        client,
        """query ($id: ID!) { player(id: $id) { name profile { ratings { rank } statistics { games } }
             handicap { handicap history { score } } } node(id: $id) { __typename id } }""",
        id=signed["player"]["id"],
    )
    assert found["player"]["name"] == "Zoë"
    assert found["node"] == {"__typename": "Player", "id": signed["player"]["id"]}
    refused = await result(client, SIGN_UP, None, name=" ")
    assert refused["code"] == "malformed"


async def test_what_is_not_there_is_null(client: httpx.AsyncClient) -> None:
    nothing = await data(
        client,
        """{ game(id: "g_nothing") { id } player(id: "p_nothing") { id } node(id: "x") { id }
             ruleset(name: "chess") { name } audit(gameId: "nothing") { ok }
             leaderboard(ruleset: "chess") { nodes { rank } } }""",
    )
    assert set(nothing.values()) == {None}


async def test_an_error_of_a_query_has_its_code(client: httpx.AsyncClient) -> None:
    told = await ask(client, "{ me { id } }")
    assert told["data"] is None
    assert told["errors"][0]["extensions"] == {"code": "token_missing", "httpStatus": 401, "details": {}}
    told = await ask(client, "{ games(first: 101) { nodes { id } } }")
    assert told["errors"][0]["extensions"]["code"] == "malformed"
