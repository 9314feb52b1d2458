"""Administrators: what they do takes effect at once, can mostly be taken back, and is logged."""

import asyncio
from typing import Any

import httpx
import pytest
import redis

from domain.kernel.table import Clock
from schema.accounts import Scope
from service.jobs.outbox_retries import PARKED
from service.operations.tokens import grant_token, revoke_token
from service.runtime import now_ms
from service.settings import Settings
from service.store import keys
from service.store.ids import new_id
from service.store.outbox import INDEX
from tests.support.games import a_game, a_lobby
from tests.support.jobs import job_runner, run_job
from tests.support.processes import PATIENCE, emberlog
from tests.support.service import FREELY, bearer, code, served, sign_up
from tests.support.streams import reading
from tests.support.tables import house

pytestmark = pytest.mark.anyio


@pytest.fixture
def admin(redis_url: str) -> dict[str, str]:
    """The header of an administrator."""
    scopes = (Scope.PLAY, Scope.READ, Scope.ADMIN)
    return bearer(grant_token(Settings(redis_url=redis_url), "Root", scopes, new=True))


async def act(client: httpx.AsyncClient, admin: dict[str, str], path: str, **more: Any) -> dict[str, Any]:
    answer = await client.post(f"/v1/admin/{path}", json={"why": "a reason", **more}, headers=admin)
    assert answer.status_code == 200, answer.text
    done: dict[str, Any] = answer.json()
    return done


async def log(client: httpx.AsyncClient, admin: dict[str, str]) -> list[tuple[str, str, str]]:
    items = (await client.get("/v1/admin/log", headers=admin)).json()["items"]
    return [(item["what"], item["target"], item["why"]) for item in items]


async def listed(client: httpx.AsyncClient, **query: Any) -> list[str]:
    return [item["id"] for item in (await client.get("/v1/games", params=query)).json()["items"]]


async def test_banned_player_is_rejected_until_unbanned(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    answer = await client.post("/v1/players", json={"name": "Ada"})
    player, header, shown = answer.json()["player"]["id"], bearer(answer.json()["token"]), answer.json()
    further = bearer((await client.post("/v1/me/tokens", headers=header)).json()["token"])
    await act(client, admin, f"players/{player}/ban")
    for token in (header, further):
        assert code(await client.get("/v1/me", headers=token), 403) == "banned"
        assert code(await client.get("/v1/games", headers=token), 403) == "banned"
    wish = {"player": player, "code": shown["recovery_code"]}
    assert code(await client.post("/v1/recover", json=wish), 403) == "banned"
    await act(client, admin, f"players/{player}/unban")
    for token in (header, further):
        assert (await client.get("/v1/me", headers=token)).status_code == 200
    assert (await client.post("/v1/recover", json=wish)).status_code == 201


async def test_a_ban_ends_streams_at_once(redis_url: str, admin: dict[str, str]) -> None:
    with served(redis_url, keep_alive_seconds=60, **FREELY) as (host, port):
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
            player, header = await sign_up(client)
            async with reading(client, "/v1/me/stream", header) as reader:
                await reader.next()
                await act(client, admin, f"players/{player}/ban")
                assert (await reader.next()).data == {"code": "banned"}
                assert await reader.ends()


async def test_tokens_created_during_a_ban_do_not_work(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    player, header = await sign_up(client)
    banning = asyncio.create_task(act(client, admin, f"players/{player}/ban"))
    issued = await asyncio.gather(*(client.post("/v1/me/tokens", headers=header) for _ in range(20)))
    await banning
    for answer in issued:
        assert answer.status_code in {201, 403}
        if answer.status_code == 201:
            token = bearer(answer.json()["token"])
            assert (await client.get("/v1/me", headers=token)).status_code in {401, 403}


async def test_ban_resigns_running_games_so_that_nobody_waits(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    game = await a_game(client)
    lobby = await client.post("/v1/games", json={"ruleset": "bonfire", "seats": 2}, headers=game.headers[0])
    done = await act(client, admin, f"players/{game.players[0]}/ban")
    assert sorted(done["games"]) == sorted([game.id, lobby.json()["id"]])
    seats = (await game.read())["seats"]
    assert seats[0]["resigned"]
    assert not seats[1]["resigned"]
    assert (await client.get(f"/v1/games/{lobby.json()['id']}")).json()["status"] == "cancelled"
    again = await act(client, admin, f"players/{game.players[0]}/ban")
    assert again["games"] == []


async def test_banned_player_hosts_no_lobby_and_holds_no_invitation(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    (player, header), (_, guest) = await sign_up(client), await sign_up(client)
    wishes = [
        {"ruleset": "bonfire", "seats": [first, "open"]} for first in ("open", f"player:{player}", "open")
    ]
    empty, kept, waited = [
        (await client.post("/v1/games", json=wish, headers=header)).json()["id"] for wish in wishes
    ]
    assert (await client.post(f"/v1/games/{waited}/seats", headers=guest)).status_code == 200
    done = await act(client, admin, f"players/{player}/ban")
    assert sorted(done["games"]) == sorted([empty, kept, waited])
    for game in (empty, kept):
        assert (await client.get(f"/v1/games/{game}")).json()["status"] == "cancelled"
    left = (await client.get(f"/v1/games/{waited}")).json()
    assert (left["status"], left["host"]) == ("lobby", left["seats"][0]["player"])
    wish = {"ruleset": "bonfire", "seats": ["me", f"player:{player}"]}
    assert code(await client.post("/v1/games", json=wish, headers=guest), 422) == "unknown_player"


async def test_rematch_reserves_no_place_for_a_banned_player(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    game = await a_game(client)
    for headers in game.headers:
        await client.post(f"{game.path}/abort", headers=headers)
    await act(client, admin, f"players/{game.players[0]}/ban")
    again = (await client.post(f"{game.path}/rematch", headers=game.headers[1])).json()
    kept = [(seat["player"], seat["reserved"]) for seat in again["seats"]]
    assert sorted(kept, key=str) == sorted([(None, None), (game.players[1], None)], key=str)


async def test_repeated_admin_action_with_the_same_key_gets_the_same_answer(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    lobby, keyed = await a_lobby(client), admin | {"Idempotency-Key": "k"}
    first = await act(client, keyed, f"games/{lobby.id}/cancel")
    assert await act(client, keyed, f"games/{lobby.id}/cancel") == first
    assert len(await log(client, admin)) == 2  # the grant of the token, and this
    path = f"/v1/admin/games/{lobby.id}/cancel"
    other = await client.post(path, json={"why": "another"}, headers=keyed)
    assert code(other, 422) == "idempotency_key_reused"
    again = await client.post(path, json={"why": "a reason"}, headers=admin | {"Idempotency-Key": "l"})
    assert code(again, 409) == "not_in_lobby"


async def test_ban_can_leave_running_games_unchanged(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    game = await a_game(client)
    done = await act(client, admin, f"players/{game.players[0]}/ban", forfeit=False)
    assert done["games"] == []
    await act(client, admin, f"players/{game.players[0]}/unban")
    await game.play_on(2)


async def test_admin_can_cancel_a_lobby_but_not_a_running_game(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    lobby, game = await a_lobby(client), await a_game(client)
    await act(client, admin, f"games/{lobby.id}/cancel")
    told = (await client.get(f"{lobby.path}/events")).json()["items"][-1]
    assert told["actor"] == "admin"
    assert [event["type"] for event in told["events"]] == ["game_cancelled", "seed_published"]
    assert (await client.get(f"{lobby.path}/audit")).json()["ok"]
    refused = await client.post(f"/v1/admin/games/{game.id}/cancel", json={"why": "a reason"}, headers=admin)
    assert code(refused, 409) == "game_running"
    (refusal, admin_request, *_) = (await client.get("/v1/admin/log", headers=admin)).json()["items"]
    assert (admin_request["what"], admin_request["target"]) == ("cancel_game", game.id)
    assert (refusal["what"], refusal["target"], refusal["why"]) == (
        "refused",
        admin_request["id"],
        "game_running",
    )


async def test_quarantined_game_accepts_no_command(client: httpx.AsyncClient, admin: dict[str, str]) -> None:
    game, lobby = await a_game(client), await a_lobby(client)
    due = await game.due()
    move = (await game.moves(due))[0]
    headers = due | {"Idempotency-Key": "k"}
    played = await client.post(f"{game.path}/moves", json=move, headers=headers)
    for id_ in (game.id, lobby.id):
        await act(client, admin, f"games/{id_}/quarantine")
    due = await game.due()
    move_now = (await game.moves(due))[0]
    assert code(await client.post(f"{game.path}/moves", json=move_now, headers=due), 409) == "quarantined"
    assert code(await client.post(f"{game.path}/resign", headers=due), 409) == "quarantined"
    assert code(await client.post(f"{lobby.path}/start", headers=lobby.headers[0]), 409) == "quarantined"
    # What was accepted before is still answered.
    assert (await client.post(f"{game.path}/moves", json=move, headers=headers)).text == played.text
    assert (await game.read())["version"] == 4
    await act(client, admin, f"games/{game.id}/release")
    await game.play_on(2)


async def test_quarantined_game_is_unlisted_even_after_a_rebuild(
    client: httpx.AsyncClient, admin: dict[str, str], redis_url: str
) -> None:
    game, other = await a_game(client), await a_game(client)
    await act(client, admin, f"games/{game.id}/quarantine")
    queries: list[dict[str, Any]] = [{}, {"status": "active"}, {"ruleset": "bonfire"}]
    for _ in range(2):
        for query in queries:
            assert await listed(client, **query) == [other.id]
            assert await listed(client, first=1, **query) == [other.id]
        for player in game.players:
            assert await listed(client, player=player) == []
        rebuilt = await asyncio.to_thread(emberlog, "rebuild", redis_url=redis_url)
        assert rebuilt.returncode == 0, rebuilt.stderr
    await act(client, admin, f"games/{game.id}/release")
    assert await listed(client) == [other.id, game.id]
    assert await listed(client, player=game.players[0]) == [game.id]


async def test_work_of_a_quarantined_game_waits(
    client: httpx.AsyncClient, admin: dict[str, str], redis_url: str
) -> None:
    async with house(redis_url, dead=True) as home, job_runner(redis_url) as opened:
        game = await home.started("p_a", bots=["random"], clock=Clock(seconds=3600))
        loaded = await home.newest(game)
        while loaded.table.seats[loaded.rules.actor(loaded.table.state).seats[0]].bot is None:
            await home.play(game, 1)
            loaded = await home.newest(game)
        await act(client, admin, f"games/{game}/quarantine")
        before = (await home.newest(game)).table.version
        payload = await home.store.outbox.payload(game, "automa")
        assert payload is not None
        await home.store.outbox.postpone(game, "automa", payload, now_ms() - 120_000)
        (overdue,) = [due for due in await home.retries.overdue() if due.item.id == "automa"]
        assert await home.retries.next_attempt(overdue, 1000)
        assert await stuck(client, admin) == [(game, "automa")]
        assert await run_job(opened, "automa", game) == "outdated"
        assert await stuck(client, admin) == []
        assert (await home.newest(game)).table.version == before
        payload = await home.store.outbox.payload(game, "automa")
        assert payload is not None
        assert b"failures" not in payload
        await home.store.outbox.postpone(game, "automa", payload, PARKED)
        await act(client, admin, f"games/{game}/release")
        due = [due.item.id for due in await home.store.outbox.due(now_ms()) if due.item.id != INDEX]
        assert due == ["automa"]
        assert await run_job(opened, "automa", game) == "done"


@pytest.mark.parametrize(
    "sets_up,options,seconds", [(a_game, {"clock": {"seconds": 600}}, 600), (a_lobby, {}, 7 * 24 * 60 * 60)]
)
async def test_clock_restarts_when_a_game_or_lobby_is_released(
    client: httpx.AsyncClient,
    admin: dict[str, str],
    redis_url: str,
    *,
    sets_up: Any,
    options: dict[str, Any],
    seconds: int,
) -> None:
    game = await sets_up(client, **options)
    await act(client, admin, f"games/{game.id}/quarantine")
    with redis.Redis.from_url(redis_url) as direct:
        bucket = keys.outbox(keys.bucket(game.id))
        direct.zadd(bucket, {f"{game.id}/clock": 1})
        await act(client, admin, f"games/{game.id}/release")
        left = direct.zscore(bucket, f"{game.id}/clock") / 1000 - now_ms() / 1000
    assert seconds - 100 < left <= seconds


async def stuck(client: httpx.AsyncClient, admin: dict[str, str]) -> list[tuple[str, str]]:
    found = (await client.get("/v1/admin/stuck", headers=admin)).json()["items"]
    return [(item["game"], item["kind"]) for item in found]


async def test_parked_and_overdue_work_is_listed(
    client: httpx.AsyncClient, admin: dict[str, str], redis_url: str
) -> None:
    games = [await a_game(client, clock={"seconds": 600}) for _ in range(3)]
    assert (await client.get("/v1/admin/stuck", headers=admin)).json() == {"items": [], "next": None}
    with redis.Redis.from_url(redis_url) as direct:
        for game, due in zip(games, (PARKED, now_ms() - 120_000, now_ms() - 1000)):
            direct.zadd(keys.outbox(keys.bucket(game.id)), {f"{game.id}/clock": due})
    found = (await client.get("/v1/admin/stuck", headers=admin)).json()["items"]
    assert {(item["game"], item["kind"], item["parked"]) for item in found} == {
        (games[0].id, "clock", True),
        (games[1].id, "clock", False),
    }
    page = (await client.get("/v1/admin/stuck", params={"first": 1}, headers=admin)).json()
    rest = await client.get("/v1/admin/stuck", params={"after": page["next"]}, headers=admin)
    assert page["items"] + rest.json()["items"] == found


async def test_admin_log_has_actor_action_and_reason(
    client: httpx.AsyncClient, admin: dict[str, str]
) -> None:
    player, _ = await sign_up(client)
    me = (await client.get("/v1/me", headers=admin)).json()["id"]
    headers = admin | {"X-Request-Id": "the-request"}
    await client.post(f"/v1/admin/players/{player}/ban", json={"why": "spam"}, headers=headers)
    await act(client, admin, f"players/{player}/unban")
    assert await log(client, admin) == [
        ("unban_player", player, "a reason"),
        ("ban_player", player, "spam"),
        ("grant_token", me, "scopes play read admin"),
    ]
    items = (await client.get("/v1/admin/log", headers=admin)).json()["items"]
    assert [(item["who"], item["request"]) for item in items[1:]] == [(me, "the-request"), ("operator", None)]
    page = (await client.get("/v1/admin/log", params={"first": 2}, headers=admin)).json()
    rest = (await client.get("/v1/admin/log", params={"after": page["next"]}, headers=admin)).json()
    assert page["items"] + rest["items"] == items
    answer = await client.get("/v1/admin/log", params={"after": "x"}, headers=admin)
    assert code(answer, 400) == "malformed"


async def test_grants_and_revocations_of_operator_scopes_are_logged(
    client: httpx.AsyncClient, redis_url: str, admin: dict[str, str]
) -> None:
    settings = Settings(redis_url=redis_url)
    me = (await client.get("/v1/me", headers=admin)).json()
    scopes = (Scope.READ, Scope.ACCOUNT, Scope.AUDIT)
    second = bearer(await asyncio.to_thread(grant_token, settings, me["id"], scopes, new=False))
    token = (await client.get("/v1/me", headers=second)).json()["token_id"]
    plain = (await client.post("/v1/me/tokens", json={"scopes": ["read"]}, headers=second)).json()["id"]
    for own in (plain, token):
        assert (await client.delete(f"/v1/me/tokens/{own}", headers=second)).status_code == 204
    third = bearer(await asyncio.to_thread(grant_token, settings, me["id"], scopes, new=False))
    last = (await client.get("/v1/me", headers=third)).json()["token_id"]
    await asyncio.to_thread(revoke_token, settings, me["id"], last)
    assert code(await client.get("/v1/me", headers=third), 401) == "token_invalid"
    items = (await client.get("/v1/admin/log", headers=admin)).json()["items"]
    told = "scopes read account audit"
    assert [(item["who"], item["what"], item["target"], item["why"]) for item in items[:-1]] == [
        ("operator", "revoke_token", me["id"], f"{last}, {told}"),
        ("operator", "grant_token", me["id"], told),
        (me["id"], "revoke_token", me["id"], f"{token}, {told}"),
        ("operator", "grant_token", me["id"], told),
    ]


async def test_recovery_that_ends_an_operator_token_is_logged(
    client: httpx.AsyncClient, redis_url: str, admin: dict[str, str]
) -> None:
    made = (await client.post("/v1/players", json={"name": "Ada"})).json()
    player = made["player"]["id"]
    await asyncio.to_thread(
        grant_token, Settings(redis_url=redis_url), player, (Scope.READ, Scope.AUDIT), new=False
    )
    wish = {"player": player, "code": made["recovery_code"], "revoke_tokens": True}
    assert (await client.post("/v1/recover", json=wish)).status_code == 201
    assert [(what, target) for what, target, _ in await log(client, admin)][:2] == [
        ("revoke_token", player),
        ("grant_token", player),
    ]


@pytest.mark.parametrize(
    "path",
    ["players/{p}/ban", "players/{p}/unban", "games/{g}/cancel", "games/{g}/quarantine", "games/{g}/release"],
)
async def test_unknown_player_or_game_is_not_found_and_not_logged(
    client: httpx.AsyncClient, admin: dict[str, str], path: str
) -> None:
    where = "/v1/admin/" + path.format(p=new_id("p"), g=new_id("g"))
    assert code(await client.post(where, json={"why": "a reason"}, headers=admin), 404) == "not_found"
    for body in ({}, {"why": ""}, {"why": "x" * 501}):
        assert code(await client.post(where, json=body, headers=admin), 400) == "malformed"
    assert len(await log(client, admin)) == 1


def test_operator_grants_a_token_and_invalid_grants_are_refused(
    redis_url: str, admin: dict[str, str]
) -> None:
    nobody = emberlog("token", new_id("p"), redis_url=redis_url)
    assert (nobody.returncode, "there is no player" in nobody.stderr) == (2, True)
    name = emberlog("token", "Ada", redis_url=redis_url)
    assert (name.returncode, "--new" in name.stderr) == (2, True)
    made = emberlog("token", "Ada", "--new", "--scopes", "play,admin", redis_url=redis_url)
    assert (made.returncode, made.stdout.startswith("emb_")) == (0, True)
    scope = emberlog("token", "Ada", "--new", "--scopes", "play,root", redis_url=redis_url)
    assert (scope.returncode, "no such scope: root" in scope.stderr) == (2, True)


async def test_operator_grants_tokens_only_to_existing_players(
    client: httpx.AsyncClient, redis_url: str, admin: dict[str, str]
) -> None:
    player, _ = await sign_up(client)
    made = await asyncio.to_thread(emberlog, "token", player, "--scopes", "audit,admin", redis_url=redis_url)
    assert made.returncode == 0, made.stderr
    header = bearer(made.stdout.strip())
    assert code(await client.get("/v1/me", headers=header), 403) == "scope_missing"
    assert (await client.get("/v1/admin/log", headers=header)).status_code == 200
    await act(client, admin, f"players/{player}/ban")
    banned = await asyncio.to_thread(emberlog, "token", player, redis_url=redis_url)
    assert (banned.returncode, "is banned" in banned.stderr) == (2, True)
