"""Webhooks: what is told to whom, signed as receivers expect it, in order, again until it is taken."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import httpx
import pytest
from standardwebhooks import WebhookVerificationError

from domain.kernel.actors import SCORER
from domain.kernel.game import ScoreGame
from domain.kernel.table import Status
from service.jobs.queues import Job
from service.runtime import now_ms
from service.settings import Settings
from service.store import Store, keys
from service.store.ids import is_id, new_id
from service.store.outbox import WEBHOOK
from service.webhooks.client import Attempt, WebhookClient, tls_context
from service.webhooks.delivery_queue import DeliveryQueues, StoredDelivery, StoredWebhook
from tests.support.games import Table, a_game, a_lobby
from tests.support.mail import PRIVATE, Mail, mail
from tests.support.processes import PATIENCE
from tests.support.receiver import Receiver, receiving
from tests.support.service import FREELY, bearer, code, service, sign_up
from workers.job_runner import JobContext

pytestmark = pytest.mark.anyio

ALL = ["game.entry", "game.started", "turn.due", "game.finished"]
NOTICES = ALL[1:]
LONG: dict[str, Any] = {"webhook_pause_seconds": 3600}


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, **FREELY, **PRIVATE, webhook_limit=3) as client:
        yield client


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
async def post(redis_url: str) -> AsyncIterator[Mail]:
    async with mail(redis_url) as post:
        yield post


async def made(
    client: httpx.AsyncClient, headers: dict[str, str], receiver: Receiver, *events: str, **more: Any
) -> dict[str, Any]:
    """A new webhook."""
    wish = {"url": receiver.url, "events": events or ALL, **more}
    answer = await client.post("/v1/webhooks", json=wish, headers=headers)
    assert answer.status_code == 201, answer.text
    webhook: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/v1/webhooks/{webhook['id']}"
    return webhook


async def shown(
    client: httpx.AsyncClient, headers: dict[str, str], webhook: dict[str, Any]
) -> dict[str, Any]:
    answer = await client.get(f"/v1/webhooks/{webhook['id']}", headers=headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def deliveries(
    client: httpx.AsyncClient, headers: dict[str, str], webhook: dict[str, Any], **query: Any
) -> list[dict[str, Any]]:
    path = f"/v1/webhooks/{webhook['id']}/deliveries"
    answer = await client.get(path, headers=headers, params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


async def asked(client: httpx.AsyncClient, headers: dict[str, str], path: str, status: int = 202) -> Any:
    answer = await client.post(f"/v1/webhooks/{path}", headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


async def finished(client: httpx.AsyncClient, post: Mail, game: Table) -> None:
    """Everybody resigns, and the game is scored."""
    for headers in game.headers:
        await client.post(f"{game.path}/resign", headers=headers)
    loaded = await post.job_runner.game_cache.newest(game.id)
    context = JobContext(post.job_runner, Job("scoring", game.id, loaded.table.version))
    assert (await context.append(loaded, SCORER, ScoreGame())).table.status is Status.FINISHED


# What is told, and to whom.


async def test_webhook_gets_every_entry_and_every_turn_in_order(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    lobby = await a_lobby(client)
    webhook = await made(client, lobby.headers[0], receiver)
    await client.post(f"{lobby.path}/start", headers=lobby.headers[0])
    players = [seat["player"] for seat in (await lobby.read())["seats"]]
    game = Table(client, lobby.id, players, [lobby.headers[lobby.players.index(p)] for p in players])
    await game.play_on(12)
    await finished(client, post, game)
    await post.work_off()

    messages = [got.verified(webhook["secret"]) for got in receiver.got]
    entries = [message["data"]["entry"] for message in messages if message["type"] == "game.entry"]
    listed = await client.get(f"{game.path}/events", headers=lobby.headers[0], params={"first": 100})
    assert entries == listed.json()["items"][2:]
    assert [message["sequence"] for message in messages] == sorted(m["sequence"] for m in messages)
    assert [entry["seq"] for entry in entries] == list(range(3, (await game.read())["version"] + 1))
    assert {message["timestamp"] for message in messages} <= {entry["at"] for entry in entries}
    assert len({got.id for got in receiver.got}) == len(receiver.got)

    notices = [message for message in messages if message["type"] != "game.entry"]
    assert notices[0]["type"] == "game.started"
    assert notices[-1]["type"] == "game.finished"
    assert notices[-1]["data"]["status"] == "finished"
    turns = [message["data"] for message in notices if message["type"] == "turn.due"]
    assert turns
    for turn in turns:
        assert turn["due"]
        then = await game.read(lobby.headers[0], at=turn["version"])
        assert then["seats"][then["actor"]["seats"][0]]["player"] == lobby.players[0]


async def test_webhook_gets_a_fork_from_its_own_first_entry(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    await game.play_on(6)
    await finished(client, post, game)
    _, headers = await sign_up(client, "Eve")
    webhook = await made(client, headers, receiver)
    answer = await client.post(f"{game.path}/fork", json={"at": 7}, headers=headers)
    assert answer.status_code == 201, answer.text
    await post.work_off()
    messages = [got.verified(webhook["secret"]) for got in receiver.got]
    assert [(message["type"], message["sequence"]) for message in messages] == [
        ("game.entry", 8),
        ("game.started", 8),
        ("turn.due", 8),
    ]
    assert messages[0]["data"]["entry"]["events"][0]["type"] == "game_forked"
    assert {message["data"]["game"] for message in messages} == {answer.json()["id"]}


async def test_only_webhooks_of_its_player_follow_a_fork_of_a_running_game(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    _, headers = await sign_up(client, "Ada")
    wish = {"ruleset": "bonfire", "seats": 1, "options": {"auto_start": True}}
    solo = (await client.post("/v1/games", json=wish, headers=headers)).json()["id"]
    fork = (await client.post(f"/v1/games/{solo}/fork", json={}, headers=headers)).json()["id"]
    _, stranger = await sign_up(client, "Eve")
    wish = {"url": receiver.url, "events": ["game.entry"], "game": fork}
    assert code(await client.post("/v1/webhooks", json=wish, headers=stranger), 404) == "not_found"
    await made(client, headers, receiver, "game.entry", game=fork)
    await Table(client, fork, [], [headers]).play_on(2)
    await post.work_off()
    assert len(receiver.got) == 2


async def test_each_webhook_gets_only_the_view_of_its_player(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    with receiving() as theirs, receiving() as strangers:
        await made(client, game.headers[0], receiver, "game.entry")
        await made(client, game.headers[1], theirs, "game.entry")
        _, stranger = await sign_up(client)
        await made(client, stranger, strangers, *ALL, game=game.id)
        await game.play_on(10)
        await post.work_off()
        for who, got in ((game.headers[0], receiver), (game.headers[1], theirs), ({}, strangers)):
            listed = await client.get(f"{game.path}/events", headers=who, params={"after": 3, "first": 100})
            assert [message["data"]["entry"] for message in got.messages] == listed.json()["items"]
        assert {kind for kind, _ in strangers.told()} == {"game.entry"}


async def test_webhook_gets_a_game_joined_later_from_its_first_entry(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    _, ada = await sign_up(client)
    await made(client, ada, receiver)
    wish = {"ruleset": "bonfire", "seats": ["me", "bot:random"], "options": {"auto_start": True}}
    game = (await client.post("/v1/games", json=wish, headers=ada)).json()
    await post.work_off()
    assert receiver.told()[:2] == [("game.entry", 1), ("game.started", 1)]
    assert receiver.messages[0]["data"]["game"] == game["id"]


async def test_player_who_leaves_the_lobby_is_notified_and_then_gets_nothing_more(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    lobby = await a_lobby(client)
    await made(client, lobby.headers[1], receiver)
    await client.delete(f"{lobby.path}/seats/me", headers=lobby.headers[1])
    await post.work_off()
    assert receiver.told() == [("game.entry", 3)]
    await client.post(f"{lobby.path}/seats", headers=(await sign_up(client))[1])
    await post.work_off()
    assert receiver.told() == [("game.entry", 3)]
    assert await post.job_runner.store.connection.call("EXISTS", keys.followers(lobby.id)) == 0


async def test_only_subscribed_events_are_sent(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    await made(client, game.headers[0], receiver, "game.finished")
    await game.play_on(3)
    await finished(client, post, game)
    await post.work_off()
    assert [kind for kind, _ in receiver.told()] == ["game.finished"]


async def test_append_without_subscribers_leaves_no_work(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    _, other = await sign_up(client)
    await made(client, other, receiver)
    await game.play_on(3)
    store = Store.open(redis_url)
    assert await post.due() == []
    assert await store.connection.call("LLEN", f"rq:queue:{WEBHOOK}") == 0
    await made(client, other, receiver, game=game.id)
    await game.play_on(1)
    assert await post.due() == [game.id]
    await store.close()


async def test_same_notice_twice_makes_one_delivery(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    webhook = await made(client, game.headers[0], receiver, "game.entry")
    await game.play_on(3)
    await post.job_runner.follower_notifier.notify(game.id)
    await post.job_runner.store.connection.call("HSET", keys.followers(game.id), webhook["id"], 3)
    await asyncio.gather(*(post.job_runner.follower_notifier.notify(game.id) for _ in range(4)))
    await post.work_off()
    assert receiver.told() == [("game.entry", seq) for seq in (4, 5, 6)]


# Attempts.


async def test_failed_delivery_is_retried_while_later_ones_wait(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    webhook = await made(client, game.headers[0], receiver, "game.entry")
    receiver.next_answers(500, 503, 404)
    await game.play_on(3)
    await post.work_off()
    assert receiver.told() == [("game.entry", seq) for seq in (4, 4, 4, 4, 5, 6)]
    assert len({got.id for got in receiver.got}) == 3
    assert len({got.body for got in receiver.got[:4]}) == 1
    for got in receiver.got:
        got.verified(webhook["secret"])
    newest, _, oldest = await deliveries(client, game.headers[0], webhook)
    assert (oldest["sequence"], oldest["status"], oldest["attempts"]) == (4, "delivered", 4)
    assert (newest["sequence"], newest["status"], newest["attempts"]) == (6, "delivered", 1)
    assert (newest["response_code"], newest["error"], newest["next_attempt_at"]) == (204, None, None)
    assert post.outcomes == ["failed"] * 3 + ["delivered"] * 3
    assert (await shown(client, game.headers[0], webhook))["failing_since"] is None


async def test_retry_pauses_grow_and_the_receiver_may_request_longer_ones(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game = await a_game(client)
    webhook = await made(client, game.headers[0], receiver, "game.entry")
    receiver.next_answers(503, retry_after="600")
    await game.play_on(1)
    async with mail(redis_url) as post:
        await post.work_off()
        (waiting,) = await deliveries(client, game.headers[0], webhook)
        pause = datetime.fromisoformat(waiting["next_attempt_at"]) - datetime.now(UTC)
        assert timedelta(minutes=9) < pause < timedelta(minutes=11)
        assert (waiting["status"], waiting["error"], waiting["attempts"]) == ("waiting", "bad_status", 1)
        await game.play_on(1)
        await post.work_off()
        assert len(receiver.got) == 1
        pauses = [post.sender._pause_ms(n, _attempt()) for n in range(20)]
    assert all(later > sooner for sooner, later in pairwise(pauses[:9]))
    assert 50 <= pauses[0] <= 56
    assert max(pauses) <= 1.1 * 4 * 3600 * 1000


async def test_undelivered_message_is_given_up_in_the_end_and_listed_as_such(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game = await a_game(client)
    webhook = await made(client, game.headers[0], receiver, "game.entry")
    receiver.otherwise = 500
    await game.play_on(2)
    async with mail(redis_url, webhook_hours=0.1 / 3600) as post:
        await post.work_off()
        found = await deliveries(client, game.headers[0], webhook)
        assert [delivery["status"] for delivery in found] == ["given_up", "given_up"]
        assert found[1]["attempts"] >= 1
        assert post.outcomes.count("given_up") == 2
        state = await shown(client, game.headers[0], webhook)
        assert (state["enabled"], state["waiting"]) == (True, 0)
        assert state["failing_since"] is not None
        receiver.otherwise = 204
        await post.job_runner.store.connection.call("HDEL", keys.webhook(webhook["id"]), "not_before")
        await game.play_on(1)
        await post.work_off()
    assert receiver.told()[-1] == ("game.entry", 6)


async def test_messages_that_arrive_during_a_pause_wait_for_its_end(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game = await a_game(client)
    webhook = await made(client, game.headers[0], receiver, "game.entry")
    receiver.otherwise = 500
    await game.play_on(1)
    async with mail(redis_url, webhook_hours=0.001 / 3600, webhook_pause_seconds=1) as post:
        await post.work_off()
        receiver.otherwise, came = 204, len(receiver.got)
        await game.play_on(1)
        await post.work_off()
    assert len(receiver.got) == came + 1
    assert (await shown(client, game.headers[0], webhook))["waiting"] == 0


async def test_receiver_that_always_fails_is_disabled_and_a_ping_enables_it(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game = await a_game(client)
    headers = game.headers[0]
    webhook = await made(client, headers, receiver, "game.entry")
    receiver.otherwise = 500
    await game.play_on(2)
    async with mail(redis_url, webhook_off_hours=0.1 / 3600) as post:
        await post.work_off()
        state = await shown(client, headers, webhook)
        assert (state["enabled"], state["disabled"], state["waiting"]) == (False, "failing", 0)
        assert state["disabled_at"] is not None
        assert {delivery["status"] for delivery in await deliveries(client, headers, webhook)} == {"given_up"}
        came = len(receiver.got)
        await game.play_on(2)
        await post.work_off()
        assert len(receiver.got) == came
        assert await post.job_runner.store.connection.call("EXISTS", keys.followers(game.id)) == 0

        await asked(client, headers, f"{webhook['id']}/ping")
        await post.work_off()
        assert (await shown(client, headers, webhook))["enabled"] is False
        receiver.otherwise = 200
        await asked(client, headers, f"{webhook['id']}/ping")
        await post.work_off()
        state = await shown(client, headers, webhook)
        assert (state["enabled"], state["disabled"], state["failing_since"]) == (True, None, None)
        await game.play_on(1)
        await post.work_off()
    assert receiver.told()[-2:] == [("ping", 0), ("game.entry", 8)]


async def test_410_disables_the_webhook_at_once(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    webhook = await made(client, game.headers[0], receiver, "game.entry")
    receiver.next_answers(410)
    await game.play_on(3)
    await post.work_off()
    assert len(receiver.got) == 1
    state = await shown(client, game.headers[0], webhook)
    assert (state["enabled"], state["disabled"], state["waiting"]) == (False, "gone", 0)
    assert post.outcomes.count("switched_off") == 1


async def test_webhook_ends_with_its_token_until_another_token_pings_it(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    headers = game.headers[0]
    issued = (await client.post("/v1/me/tokens", headers=headers)).json()
    webhook = await made(client, bearer(issued["token"]), receiver, "game.entry")
    await game.play_on(1)
    await post.work_off()
    assert len(receiver.got) == 1
    await client.delete(f"/v1/me/tokens/{issued['id']}", headers=headers)
    await game.play_on(1)
    await post.work_off()
    assert len(receiver.got) == 1
    assert (await shown(client, headers, webhook))["disabled"] == "token_ended"
    await asked(client, headers, f"{webhook['id']}/ping")
    await post.work_off()
    assert (await shown(client, headers, webhook))["enabled"] is True


async def test_redirects_are_not_followed(client: httpx.AsyncClient, receiver: Receiver, post: Mail) -> None:
    with receiving() as elsewhere:
        _, headers = await sign_up(client)
        webhook = await made(client, headers, receiver)
        for status in (301, 302, 303, 307, 308):
            receiver.next_answers(status, location=elsewhere.url)
            delivery = await asked(client, headers, f"{webhook['id']}/ping")
            await post.work_off()
            newest = (await deliveries(client, headers, webhook))[0]
            assert newest["id"] == delivery["id"]
            assert (newest["response_code"], newest["error"]) == (status, "bad_status")
        assert elsewhere.got == []


async def test_private_addresses_are_refused_at_name_resolution(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    _, headers = await sign_up(client)
    wish = {"url": f"http://innocent.example:{receiver.port}/", "events": ALL}
    webhook = (await client.post("/v1/webhooks", json=wish, headers=headers)).json()

    async def home(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    async with mail(redis_url, home, webhook_private=False) as post:
        await asked(client, headers, f"{webhook['id']}/ping")
        await post.work_off()
    (delivery,) = await deliveries(client, headers, webhook)
    assert (delivery["status"], delivery["error"]) == ("given_up", "address_refused")
    assert receiver.got == []


async def test_receiver_that_does_not_answer_times_out(receiver: Receiver) -> None:
    receiver.held_back.clear()
    attempt = await _sent(receiver, webhook_timeout_seconds=0.3)
    assert (attempt.ok, attempt.error) == (False, "timed_out")


async def test_endless_answer_of_a_receiver_is_cut_off(receiver: Receiver) -> None:
    receiver.endless = True
    attempt = await _sent(receiver)
    assert (attempt.ok, attempt.code) == (True, 204)


async def test_missing_receiver_is_a_failed_connection() -> None:
    with receiving() as receiver:
        pass
    assert (await _sent(receiver)).error == "connection_failed"


async def test_proxy_settings_of_the_environment_are_ignored(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving() as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        assert (await _sent(receiver)).ok
        assert proxy.got == []


# Secrets.


async def test_both_secrets_sign_for_a_day_after_a_rotation(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    _, headers = await sign_up(client)
    webhook = await made(client, headers, receiver)
    fresh = await asked(client, headers, f"{webhook['id']}/secret", 200)
    assert fresh["secret"] != webhook["secret"]
    span = datetime.fromisoformat(fresh["old_until"]) - datetime.now(UTC)
    assert timedelta(hours=23) < span <= timedelta(hours=24)
    await asked(client, headers, f"{webhook['id']}/ping")
    await post.work_off()
    (got,) = receiver.got
    assert len(got.signatures) == 2
    assert got.verified(webhook["secret"]) == got.verified(fresh["secret"])

    await post.job_runner.store.connection.call(
        "HSET", keys.webhook(webhook["id"]), "old_until", now_ms() - 1
    )
    await asked(client, headers, f"{webhook['id']}/ping")
    await post.work_off()
    assert len(receiver.got[1].signatures) == 1
    receiver.got[1].verified(fresh["secret"])
    with pytest.raises(WebhookVerificationError):
        receiver.got[1].verified(webhook["secret"])


async def test_changed_message_fails_verification(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    _, headers = await sign_up(client)
    webhook = await made(client, headers, receiver)
    await asked(client, headers, f"{webhook['id']}/ping")
    await post.work_off()
    (got,) = receiver.got
    for changed in (
        got._replace(body=got.body + b" "),
        got._replace(headers={**got.headers, "webhook-id": "d_other"}),
        got._replace(
            headers={**got.headers, "webhook-timestamp": str(int(got.headers["webhook-timestamp"]) - 1)}
        ),
    ):
        with pytest.raises(WebhookVerificationError):
            changed.verified(webhook["secret"])
    assert got.verified(webhook["secret"])["data"] == {"webhook": webhook["id"]}


async def test_secret_is_shown_once(client: httpx.AsyncClient, receiver: Receiver) -> None:
    _, headers = await sign_up(client)
    webhook = await made(client, headers, receiver)
    assert webhook["secret"].startswith("whsec_")
    listed = await client.get("/v1/webhooks", headers=headers)
    one = await client.get(f"/v1/webhooks/{webhook['id']}", headers=headers)
    assert webhook["secret"] not in listed.text + one.text
    assert listed.json()["items"] == [one.json()]


# The use cases.


async def test_token_with_fewer_scopes_cannot_change_a_webhook_or_see_its_secret(
    client: httpx.AsyncClient, receiver: Receiver
) -> None:
    _, headers = await sign_up(client)
    wish = {"url": receiver.url, "events": ALL}
    keyed = {"Idempotency-Key": "made"}
    webhook = (await client.post("/v1/webhooks", json=wish, headers=headers | keyed)).json()
    issued = await client.post("/v1/me/tokens", json={"scopes": ["read", "webhooks"]}, headers=headers)
    narrow = bearer(issued.json()["token"])
    path = f"/v1/webhooks/{webhook['id']}"
    for method, where in (("DELETE", path), ("POST", f"{path}/secret"), ("POST", f"{path}/ping")):
        answer = await client.request(method, where, headers=narrow)
        assert code(answer, 403) == "wider_than_yours"
    again = await client.post("/v1/webhooks", json=wish, headers=narrow | keyed)
    assert webhook["secret"] not in again.text
    own = (await client.post("/v1/webhooks", json=wish, headers=narrow)).json()
    assert (await client.post(f"/v1/webhooks/{own['id']}/secret", headers=narrow)).status_code == 200
    assert (await client.delete(f"/v1/webhooks/{own['id']}", headers=headers)).status_code == 204


async def test_webhook_needs_a_token_with_the_read_scope(
    client: httpx.AsyncClient, receiver: Receiver
) -> None:
    _, headers = await sign_up(client)
    issued = await client.post("/v1/me/tokens", json={"scopes": ["webhooks"]}, headers=headers)
    wish = {"url": receiver.url, "events": ALL}
    answer = await client.post("/v1/webhooks", json=wish, headers=bearer(issued.json()["token"]))
    assert code(answer, 403) == "scope_missing"


async def test_repeated_request_creates_one_webhook_with_one_secret(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    _, headers = await sign_up(client)
    wish = {"url": receiver.url, "events": ALL}
    once = {**headers, "Idempotency-Key": "make"}
    first, second = [await client.post("/v1/webhooks", json=wish, headers=once) for _ in range(2)]
    assert first.json() == second.json()
    path = f"/v1/webhooks/{first.json()['id']}"
    rotate = {**headers, "Idempotency-Key": "rotate"}
    secrets = [(await client.post(f"{path}/secret", headers=rotate)).json() for _ in range(2)]
    assert secrets[0] == secrets[1]
    ping = {**headers, "Idempotency-Key": "ping"}
    pings = [(await client.post(f"{path}/ping", headers=ping)).json()["id"] for _ in range(2)]
    await post.work_off()
    again = {**headers, "Idempotency-Key": "again"}
    for _ in range(2):
        assert (
            await client.post(f"{path}/deliveries/{pings[0]}/redeliver", headers=again)
        ).status_code == 202
        await post.work_off()
    assert [got.id for got in receiver.got] == [pings[0], pings[1]]
    await client.delete(path, headers=headers)
    assert code(await client.post("/v1/webhooks", json=wish, headers=once), 404) == "not_found"


async def test_a_delivery_can_be_sent_again(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game = await a_game(client)
    headers = game.headers[0]
    webhook = await made(client, headers, receiver, "game.entry")
    async with mail(redis_url, **LONG) as post:
        await game.play_on(1)
        await post.work_off()
        receiver.next_answers(500)
        await game.play_on(2)
        await post.work_off()
        newest, stuck, taken = await deliveries(client, headers, webhook)
        assert [d["status"] for d in (newest, stuck, taken)] == ["waiting", "waiting", "delivered"]
        assert (stuck["next_attempt_at"] is None, newest["next_attempt_at"] is None) == (False, True)

        await asked(client, headers, f"{webhook['id']}/deliveries/{taken['id']}/redeliver")
        receiver.next_answers(500)
        await post.work_off()
        assert (await deliveries(client, headers, webhook))[2]["status"] == "delivered"
        assert receiver.got[0].body == receiver.got[2].body
        await asked(client, headers, f"{webhook['id']}/deliveries/{stuck['id']}/redeliver")
        await post.work_off()
    assert receiver.told() == [("game.entry", seq) for seq in (4, 5, 4, 5, 6)]
    found = await deliveries(client, headers, webhook)
    assert [(d["status"], d["attempts"]) for d in found] == [
        ("delivered", 1),
        ("delivered", 2),
        ("delivered", 2),
    ]


async def test_deliveries_are_listed_newest_first_in_pages(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    game = await a_game(client)
    headers = game.headers[0]
    webhook = await made(client, headers, receiver, "game.entry")
    await game.play_on(5)
    await post.work_off()
    path = f"/v1/webhooks/{webhook['id']}/deliveries"
    first = (await client.get(path, headers=headers, params={"first": 3})).json()
    rest = (await client.get(path, headers=headers, params={"first": 3, "after": first["next"]})).json()
    assert [d["sequence"] for d in (*first["items"], *rest["items"])] == [8, 7, 6, 5, 4]
    assert rest["next"] is None
    one = rest["items"][0]
    assert (await client.get(f"{path}/{one['id']}", headers=headers)).json() == one
    assert is_id(one["id"], "d")
    assert {one["id"]} < {got.id for got in receiver.got}
    assert (one["game"], one["event"], one["duration_ms"] >= 0) == (game.id, "game.entry", True)
    gone = await client.get(path, headers=headers, params={"after": new_id("d")})
    assert gone.json() == {"items": [], "next": None}
    assert code(await client.get(path, headers=headers, params={"after": "nonsense"}), 400) == "malformed"


async def test_thousand_deliveries_are_kept_for_at_most_a_week(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(redis_url)
    delivery_queues, hook = DeliveryQueues(store.connection), _hook()
    await delivery_queues.make(hook)
    for _ in range(11):
        await delivery_queues.put(hook.id, [_stored_delivery() for _ in range(100)])
    kept = await delivery_queues.hook(hook.id)
    assert kept is not None
    assert (await delivery_queues.waiting([hook.id]), kept.dropped) == ([1000], 100)
    assert len(await delivery_queues.deliveries(hook.id, 2000, None)) == 1000
    week = now_ms() + 7 * 86_400_000 + 60_000
    monkeypatch.setattr("service.webhooks.delivery_queue.now_ms", lambda: week)
    for _ in range(10):
        await delivery_queues.put(hook.id, [_stored_delivery()])
    assert len(await delivery_queues.deliveries(hook.id, 2000, None)) == 10
    await store.close()


async def test_delivery_queue_has_one_claim_at_a_time_and_claims_expire(redis_url: str) -> None:
    store = Store.open(redis_url)
    delivery_queues, hook = DeliveryQueues(store.connection), _hook()
    await delivery_queues.make(hook)
    await delivery_queues.put(hook.id, [_stored_delivery() for _ in range(3)])
    assert (await delivery_queues.claim(hook.id, "a", 60_000)) is not None
    assert (await delivery_queues.claim(hook.id, "b", 60_000)) is None
    assert (await delivery_queues.claim(hook.id, "a", 1)) is not None
    async with asyncio.timeout(PATIENCE):
        while await delivery_queues.claim(hook.id, "b", 60_000) is None:  # noqa: ASYNC110  it is time that passes
            await asyncio.sleep(0.001)
    await delivery_queues.release(hook.id, "a")
    assert (await delivery_queues.claim(hook.id, "a", 60_000)) is None
    await delivery_queues.release(hook.id, "b")
    assert (await delivery_queues.claim(hook.id, "a", 60_000)) is not None
    await store.close()


async def test_deleted_webhook_gets_nothing_more(
    client: httpx.AsyncClient, redis_url: str, receiver: Receiver
) -> None:
    game = await a_game(client)
    headers = game.headers[0]
    webhook = await made(client, headers, receiver, "game.entry")
    receiver.next_answers(500)
    async with mail(redis_url, **LONG) as post:
        await game.play_on(1)
        await post.work_off()
        assert (await client.delete(f"/v1/webhooks/{webhook['id']}", headers=headers)).status_code == 204
        await game.play_on(1)
        await post.work_off()
        left = await post.job_runner.store.outbox.due(2**53)
        assert [due for due in left if due.item.id == WEBHOOK] == []
    assert len(receiver.got) == 1
    assert code(await client.get(f"/v1/webhooks/{webhook['id']}", headers=headers), 404) == "not_found"
    assert (await client.get("/v1/webhooks", headers=headers)).json()["items"] == []


async def test_number_of_webhooks_per_player_is_limited(
    client: httpx.AsyncClient, receiver: Receiver
) -> None:
    _, headers = await sign_up(client)
    webhooks = [await made(client, headers, receiver) for _ in range(3)]
    wish = {"url": receiver.url, "events": ALL}
    refused = await client.post("/v1/webhooks", json=wish, headers=headers)
    assert code(refused, 409) == "too_many_webhooks"
    await client.delete(f"/v1/webhooks/{webhooks[0]['id']}", headers=headers)
    await made(client, headers, receiver)
    listed = (await client.get("/v1/webhooks", headers=headers, params={"first": 2})).json()
    assert [webhook["id"] for webhook in listed["items"]] == [webhooks[1]["id"], webhooks[2]["id"]]
    assert listed["next"] == webhooks[2]["id"]


async def test_webhooks_of_others_are_not_found(
    client: httpx.AsyncClient, receiver: Receiver, post: Mail
) -> None:
    _, ada = await sign_up(client)
    _, ben = await sign_up(client)
    webhook = await made(client, ada, receiver)
    ping = await asked(client, ada, f"{webhook['id']}/ping")
    await post.work_off()
    path = f"/v1/webhooks/{webhook['id']}"
    for method, tried in (
        ("GET", path),
        ("DELETE", path),
        ("POST", f"{path}/secret"),
        ("POST", f"{path}/ping"),
        ("GET", f"{path}/deliveries"),
        ("GET", f"{path}/deliveries/{ping['id']}"),
        ("POST", f"{path}/deliveries/{ping['id']}/redeliver"),
    ):
        assert code(await client.request(method, tried, headers=ben), 404) == "not_found"
        assert code(await client.request(method, tried), 401) == "token_missing"
    assert (await client.get("/v1/webhooks", headers=ben)).json()["items"] == []
    other = f"{path}/deliveries/{new_id('d')}"
    assert code(await client.get(other, headers=ada), 404) == "not_found"
    assert code(await client.post(f"{other}/redeliver", headers=ada), 404) == "not_found"


@pytest.mark.parametrize(
    "wish",
    [
        {"url": "https://example.org/"},
        {"events": ALL},
        {"url": "https://example.org/", "events": []},
        {"url": "https://example.org/", "events": ["game.lost"]},
        {"url": "https://example.org/", "events": ALL, "game": "nonsense"},
        {"url": "https://example.org/", "events": ALL, "secret": "mine"},
        {"url": "ftp://example.org/", "events": ALL},
        {"url": "https://example.org:22/", "events": ALL},
        {"url": "https://" + "a" * 3000, "events": ALL},
    ],
)
async def test_unreadable_webhook_request_is_refused(client: httpx.AsyncClient, wish: dict[str, Any]) -> None:
    _, headers = await sign_up(client)
    assert code(await client.post("/v1/webhooks", json=wish, headers=headers), 400) == "malformed"


async def test_a_literal_private_address_is_refused_at_once(redis_url: str) -> None:
    async with service(redis_url) as client:
        _, headers = await sign_up(client)
        for host in ("127.0.0.1", "[::1]", "10.1.2.3", "169.254.169.254"):
            wish = {"url": f"http://{host}:8080/", "events": ALL}
            assert code(await client.post("/v1/webhooks", json=wish, headers=headers), 400) == "malformed"


async def test_unknown_game_cannot_be_followed(client: httpx.AsyncClient, receiver: Receiver) -> None:
    _, headers = await sign_up(client)
    wish = {"url": receiver.url, "events": ALL, "game": new_id("g")}
    assert code(await client.post("/v1/webhooks", json=wish, headers=headers), 404) == "not_found"
    assert (await client.get("/v1/webhooks", headers=headers)).json()["items"] == []


def _hook() -> StoredWebhook:
    return StoredWebhook(
        id=new_id("w"),
        owner="p_1",
        token="",
        url="http://127.0.0.1:9/",
        events=frozenset(ALL),
        game="",
        created=now_ms(),
        secret="whsec_" + "c2VjcmV0" * 4,
    )


def _stored_delivery() -> StoredDelivery:
    return StoredDelivery(id=new_id("d"), event="ping", created=now_ms(), at="2026-01-01T00:00:00.000Z")


def _attempt() -> Attempt:
    return Attempt(1)


async def _sent(receiver: Receiver, **settings: Any) -> Attempt:
    post = WebhookClient(Settings(redis_url="redis://x", **{**PRIVATE, **settings}), tls_context())
    try:
        return await post.send(receiver.url, {"webhook-id": "d_1"}, b"{}")
    finally:
        await post.close()


async def test_a_cursor_of_another_list_is_refused(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    answer = await client.get("/v1/webhooks", params={"after": new_id("g")}, headers=headers)
    assert code(answer, 400) == "malformed"
