"""Plans over the API: left, shown to their player alone, taken back; what is dropped is told."""

from typing import Any

import httpx
import msgspec
import pytest

from domain.kernel.errors import Rejected
from domain.kernel.messages import Command
from service.engine.stored_plans import StoredPlan, plan_drop
from service.store import keys
from tests.support.futures import future, moves_of
from tests.support.games import Table, a_game, a_lobby
from tests.support.graphql import data
from tests.support.jobs import job_runner, run_until_idle
from tests.support.mail import PRIVATE, mail
from tests.support.processes import PATIENCE
from tests.support.receiver import receiving
from tests.support.service import FREELY, code, served, service, sign_up
from tests.support.streams import reading
from tests.support.tables import house

pytestmark = pytest.mark.anyio

END = {"type": "end_turn"}
NOTHING = {"moves": [], "played": 0, "dropped": None}


async def told(url: str, table: Table, turns: int = 2) -> list[tuple[int, Command]]:
    """What will be played if everybody takes the first move there is."""
    async with house(url) as home:
        return future(await home.newest(table.id), turns)


def plain(moves: list[Command]) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(moves))
    return made


async def put(table: Table, headers: dict[str, str], moves: list[Any], **more: str) -> httpx.Response:
    return await table.client.put(f"{table.path}/plan", json={"moves": moves}, headers={**headers, **more})


async def show(table: Table, headers: dict[str, str], **more: str) -> dict[str, Any]:
    answer = await table.client.get(f"{table.path}/plan", headers={**headers, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def work(url: str, table: Table) -> None:
    async with job_runner(url) as worker:
        assert await run_until_idle(worker, "plan", table.id) == "done"


async def test_plan_is_stored_shown_played_and_removed(client: httpx.AsyncClient, redis_url: str) -> None:
    table = await a_game(client)
    story = await told(redis_url, table)
    first, second = story[0][0], 1 - story[0][0]
    mine = plain(moves_of(second, story))
    answer = await put(table, table.headers[second], mine)
    assert (answer.status_code, answer.json()) == (200, {**NOTHING, "moves": mine})
    assert await show(table, table.headers[second]) == {**NOTHING, "moves": mine}
    for move in plain(moves_of(first, story)):
        await table.play(table.headers[first], move)
    await work(redis_url, table)
    assert await show(table, table.headers[second]) == NOTHING
    game = await table.read()
    assert game["actor"]["seats"] == [first]
    assert game["version"] == 3 + len(story)


async def test_move_with_several_fields_is_planned_as_it_is_posted(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    table = await a_game(client)
    headers = await table.due()
    fields: dict[str, Any] = {}
    for _ in range(2):
        move = (await table.moves(headers))[0]
        fields |= move
        await table.play(headers, move)
    assert (await client.post(f"{table.path}/undo", json={"to": 3}, headers=headers)).status_code == 200
    assert len(fields) > 2
    await put(table, headers, [fields])
    before = (await table.read())["version"]
    await work(redis_url, table)
    assert (await table.read())["version"] == before + 1
    assert await show(table, headers) == NOTHING


async def test_plan_replaces_the_previous_one_and_can_be_withdrawn(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    for moves in ([END], [END, END]):
        await put(table, table.headers[0], moves)
        assert (await show(table, table.headers[0]))["moves"] == moves
    for _ in range(2):
        answer = await client.delete(f"{table.path}/plan", headers=table.headers[0])
        assert (answer.status_code, answer.content) == (204, b"")
        assert await show(table, table.headers[0]) == NOTHING


@pytest.mark.parametrize(
    "moves",
    [
        [],
        [END] * 101,
        [{"type": "fly"}],
        [END, {"type": "end_turn", "gladly": True}],
        [{"type": "undo"}],
        [{"type": "resign"}],
        ["end_turn"],
        [None],
    ],
)
async def test_invalid_move_in_a_plan_is_refused(client: httpx.AsyncClient, moves: list[Any]) -> None:
    table = await a_game(client)
    await put(table, table.headers[0], [END])
    assert code(await put(table, table.headers[0], moves), 400) == "malformed"
    assert (await show(table, table.headers[0]))["moves"] == [END]


async def test_only_players_of_a_running_game_can_have_plans(client: httpx.AsyncClient) -> None:
    table, lobby = await a_game(client), await a_lobby(client)
    _, stranger = await sign_up(client)
    for method in ("GET", "PUT", "DELETE"):
        for game, headers, status, why in (
            (table, stranger, 403, "not_seated"),
            (lobby, lobby.headers[0], 409, "not_started"),
            (table, {}, 401, "token_missing"),
        ):
            asked = {"json": {"moves": [END]}} if method == "PUT" else {}
            answer = await client.request(method, f"{game.path}/plan", headers=headers, **asked)  # type: ignore[arg-type]
            assert code(answer, status) == why
    for headers in table.headers:
        await client.post(f"{table.path}/resign", headers=headers)
    assert code(await put(table, table.headers[0], [END]), 409) == "game_finished"
    assert await show(table, table.headers[0]) == NOTHING


async def test_repeated_plan_with_the_same_key_is_stored_once(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    table = await a_game(client)
    headers = await table.due()
    moves = [(await table.moves(headers))[0]]
    key = {"Idempotency-Key": "mine"}
    one = await put(table, headers, moves, **key)
    await work(redis_url, table)
    version = (await table.read())["version"]
    two = await put(table, headers, moves, **key)
    assert (one.status_code, one.content) == (two.status_code, two.content)
    await work(redis_url, table)
    assert (await table.read())["version"] == version
    assert await show(table, headers) == NOTHING
    assert code(await put(table, headers, [END], **key), 422) == "idempotency_key_reused"
    for player in table.headers:
        await client.post(f"{table.path}/resign", headers=player)
    late = await put(table, headers, moves, **key)
    assert (late.status_code, late.content) == (one.status_code, one.content)
    assert code(await put(table, headers, moves), 409) == "game_finished"


async def test_dropped_plan_has_its_reason_in_the_callers_language(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    table = await a_game(client)
    headers = await table.due()
    await put(table, headers, [END, END])
    await work(redis_url, table)
    dropped = (await show(table, headers))["dropped"]
    alone = (await client.post(f"{table.path}/moves", json=END, headers=headers)).json()
    assert (dropped["moves"], dropped["version"]) == ([END, END], (await table.read())["version"])
    assert [dropped[name] for name in ("code", "details", "message")] == [
        alone[name] for name in ("code", "details", "detail")
    ]
    assert dropped["rule"] == alone.get("rule")
    german = (await show(table, headers, **{"Accept-Language": "de"}))["dropped"]
    assert german["message"] != dropped["message"]
    await client.delete(f"{table.path}/plan", headers=headers)
    assert await show(table, headers) == NOTHING


async def test_dropped_plan_is_reported_only_to_its_player(redis_url: str) -> None:
    with served(redis_url, keep_alive_seconds=0.5, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            table = await a_game(client)
            mine = await table.due()
            theirs = next(headers for headers in table.headers if headers != mine)
            async with (
                reading(client, "/v1/me/stream", mine, lang="fr") as own,
                reading(client, "/v1/me/stream", theirs) as others,
                reading(client, f"{table.path}/stream", theirs, after=3) as game,
            ):
                await own.take(1)
                await others.take(1)
                await put(table, mine, [END])
                await work(redis_url, table)
                news = await own.next()
                shown = (await show(table, mine, **{"Accept-Language": "fr"}))["dropped"]
                assert (news.name, news.cursor) == ("plan_dropped", None)
                told = {"game": table.id, "version": 3, "status": "active", "due": True, "dropped": shown}
                assert told.items() <= news.data.items()
                for reader in (others, game, own):
                    for _ in range(3):
                        await reader.keep_alive()


async def test_keep_alive_makes_up_for_a_lost_notice_of_a_dropped_plan(redis_url: str) -> None:
    with served(redis_url, keep_alive_seconds=0.3, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            table = await a_game(client)
            headers = await table.due()
            async with reading(client, "/v1/me/stream", headers) as own, house(redis_url) as home:
                await own.take(1)
                loaded, player = await home.newest(table.id), table.players[table.headers.index(headers)]
                kept = msgspec.json.encode(StoredPlan("plan_1", (msgspec.Raw(msgspec.json.encode(END)),)))
                told = plan_drop(loaded, kept, Rejected("wrong_step")).told
                await home.store.connection.call("HSET", keys.plans_dropped(table.id), player, told)
                news = await own.next()
                assert (news.name, news.data["dropped"]["code"]) == ("plan_dropped", "wrong_step")


async def test_webhook_reports_a_dropped_plan_once(redis_url: str) -> None:
    with receiving() as receiver:
        async with service(redis_url, **FREELY, **PRIVATE) as client:
            table = await a_game(client)
            mine = await table.due()
            wish = {"url": receiver.url, "events": ["plan.dropped"]}
            for headers in table.headers:
                made = await client.post("/v1/webhooks", json=wish, headers=headers)
                assert made.status_code == 201, made.text
            await put(table, mine, [END])
            await work(redis_url, table)
            async with mail(redis_url) as post:
                await post.work_off()
                (got,) = receiver.got
                await table.play(mine, (await table.moves(mine))[0])
                await post.work_off()
            assert receiver.got == [got]
            shown = (await show(table, mine))["dropped"]
            assert (got.message["type"], got.message["sequence"]) == ("plan.dropped", 3)
            assert got.message["data"] == {
                "game": table.id,
                "version": 3,
                "status": "active",
                "due": True,
                "dropped": shown,
            }


SET = """mutation ($id: ID!, $moves: [MoveInput!]!) {
  result: setPlan(gameId: $id, moves: $moves, idempotencyKey: "k") {
  __typename ... on PlanSet { gameId moves { type } played } ... on Refusal { code httpStatus } } }"""
CLEAR = """mutation ($id: ID!) { result: clearPlan(gameId: $id) {
  __typename ... on PlanCleared { gameId } ... on Refusal { code } } }"""
SHOW = """query ($id: ID!) { game(id: $id) { plan { played moves { type }
  dropped { version code rule message details moves { type } } } } }"""


async def test_plan_is_set_shown_and_cleared_over_graphql(client: httpx.AsyncClient, redis_url: str) -> None:
    table = await a_game(client)
    mine = await table.due()
    theirs = next(headers for headers in table.headers if headers != mine)
    moves = [{"bonfire": {"endTurn": True}}]
    made = (await data(client, SET, mine, id=table.id, moves=moves))["result"]
    assert made == {"__typename": "PlanSet", "gameId": table.id, "moves": [{"type": "end_turn"}], "played": 0}
    shown = (await data(client, SHOW, mine, id=table.id))["game"]["plan"]
    assert shown == {"played": 0, "moves": [{"type": "end_turn"}], "dropped": None}
    by_rest = await put(table, mine, [END], **{"Idempotency-Key": "k"})
    assert by_rest.status_code == 200, "a retry may come over REST as well"
    await work(redis_url, table)
    dropped = (await data(client, SHOW, mine, id=table.id))["game"]["plan"]["dropped"]
    assert dropped["code"] == (await show(table, mine))["dropped"]["code"]
    assert dropped["moves"] == [{"type": "end_turn"}]
    empty = {"played": 0, "moves": [], "dropped": None}
    assert (await data(client, SHOW, theirs, id=table.id))["game"]["plan"] == empty
    assert (await data(client, SHOW, id=table.id))["game"]["plan"] is None
    assert (await data(client, CLEAR, mine, id=table.id))["result"]["__typename"] == "PlanCleared"
    assert (await data(client, SHOW, mine, id=table.id))["game"]["plan"] == empty
    _, stranger = await sign_up(client)
    refused = (await data(client, SET, stranger, id=table.id, moves=moves))["result"]
    assert refused == {"__typename": "NotAllowed", "code": "not_seated", "httpStatus": 403}
    wrong = (await data(client, SET, mine, id=table.id, moves=[]))["result"]
    assert wrong["__typename"] == "Malformed"


async def everything_seen(table: Table, headers: dict[str, str] | None) -> dict[str, Any]:
    """All that somebody is answered about a game, byte by byte; of headers what is no count of calls."""
    reads = ["", "/moves", "/events?patch=true&text=true", "/score", "/audit", "/log", "/plan", "?at=2"]
    paths = [f"{table.path}{rest}" for rest in reads]
    paths += ["/v1/games?status=active", "/v1/finished", f"/v1/views?games={table.id}"]
    paths += [f"/v1/games?player={player}" for player in table.players]
    paths += [f"/v1/players/{player}" for player in table.players]
    tries: list[tuple[str, str, Any]] = [("GET", path, None) for path in paths]
    tries.append(("POST", f"{table.path}/moves", END))
    tries.append(("POST", f"{table.path}/moves?dry_run=true", END))
    tries.append(("POST", f"{table.path}/undo", {}))
    tries.append(("PUT", f"{table.path}/plan", {"moves": [{"type": "fly"}]}))
    tries.append(("DELETE", f"{table.path}/plan", None))
    seen: dict[str, Any] = {}
    for method, path, asked in tries:
        answer = await table.client.request(method, path, json=asked, headers=headers)
        ours = {"x-request-id", "server-time"}
        kept = {name: text for name, text in answer.headers.items() if name not in ours}
        seen[f"{method} {path}"] = (answer.status_code, kept, answer.content)
    query = (
        "query ($id: ID!) { game(id: $id) { version hash actor { seats } plan { played moves { type } } } }"
    )
    seen["graphql"] = (await data(table.client, query, headers, id=table.id))["game"]
    return seen


async def test_other_players_cannot_detect_a_plan(client: httpx.AsyncClient, redis_url: str) -> None:
    table = await a_game(client)
    story = await told(redis_url, table)
    due, planner = story[0][0], 1 - story[0][0]
    _, stranger = await sign_up(client)
    others = (table.headers[due], stranger, None)
    without = [await everything_seen(table, who) for who in others]
    assert [await everything_seen(table, who) for who in others] == without, "the test itself leaves traces"
    assert (await put(table, table.headers[planner], [END])).status_code == 200
    assert [await everything_seen(table, who) for who in others] == without
    await work(redis_url, table)
    assert [await everything_seen(table, who) for who in others] == without
    await client.delete(f"{table.path}/plan", headers=table.headers[planner])
    assert [await everything_seen(table, who) for who in others] == without


async def test_other_players_cannot_detect_a_dropped_plan(client: httpx.AsyncClient, redis_url: str) -> None:
    table = await a_game(client)
    mine = await table.due()
    theirs = next(headers for headers in table.headers if headers != mine)
    _, stranger = await sign_up(client)
    others = (theirs, stranger, None)
    without = [await everything_seen(table, who) for who in others]
    await put(table, mine, [END])
    await work(redis_url, table)
    assert (await show(table, mine))["dropped"] is not None
    assert [await everything_seen(table, who) for who in others] == without


async def test_entry_does_not_reveal_that_it_was_planned(client: httpx.AsyncClient, redis_url: str) -> None:
    table = await a_game(client)
    headers = await table.due()
    await put(table, headers, [(await table.moves(headers))[0]])
    await work(redis_url, table)
    await table.play(headers, (await table.moves(headers))[0])
    for who in (*table.headers, None):
        answer = await client.get(f"{table.path}/events", params={"after": 3}, headers=who)
        planned, by_hand = answer.json()["items"]
        assert planned.keys() == by_hand.keys()
        assert planned["actor"] == by_hand["actor"]
        assert "plan" not in answer.text
