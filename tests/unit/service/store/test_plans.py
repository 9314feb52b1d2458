"""Plans on a single Redis and on a cluster: an append takes moves off them, or ends them, in one step."""

from typing import Any

import pytest

from service.store import (
    Appended,
    OutboxItem,
    PlanChanged,
    PlanDrop,
    PlanStep,
    PlanWrite,
    Quarantined,
    SeenCommand,
    Store,
    keys,
)
from service.store.followers import Followers
from service.store.outbox import OutboxTask, read_task
from tests.unit.service.store.entries import hash_of, nth, write

PLAN, WEBHOOK = "plan", "webhook"
ORDER = OutboxItem(PLAN, 5, b'{"version":3}')
NEWS = OutboxItem(WEBHOOK, 5, b'{"version":2}')


def leaving(player: str = "p_1", plan: bytes = b"abc", **changes: Any) -> PlanWrite:
    values: dict[str, Any] = {"command_id": f"{player} {plan!r}", "digest": "d", "item_id": PLAN, "due_ms": 7}
    return PlanWrite(player=player, id="plan_1", plan=plan, **values | changes)


def dropping(game: str, plan: bytes = b"abc", seq: int = 2) -> PlanDrop:
    return PlanDrop(plan, seq, hash_of(game, seq), b"told", NEWS)


async def test_plan_is_stored_once_with_its_own_outbox_item(store: Store, game: str) -> None:
    assert await store.plans.put(game, leaving()) is None
    await write(store, game, 2)
    assert await store.plans.put(game, leaving()) == 2
    assert read_task(await store.outbox.payload(game, PLAN) or b"") == OutboxTask(2, plan="plan_1")
    assert await store.plans.put(game, leaving(plan=b"other", command_id="p_1 b'abc'")) == SeenCommand(2, "d")
    assert await store.plans.of(game) == {"p_1": b"abc"}
    assert await store.plans.put(game, leaving(plan=b"other")) == 2
    assert await store.plans.of_player(game, "p_1") == (b"other", None)


async def test_plans_without_a_key_leave_no_keys_behind(store: Store, game: str) -> None:
    await write(store, game, 2)
    for n in range(3):
        again = leaving(plan=b"abc %d" % n, command_id="", digest="")
        assert await store.plans.put(game, again) == 2
    assert await store.connection.call("EXISTS", keys.seen(game)) == 0
    assert await store.plans.of(game) == {"p_1": b"abc 2"}


async def test_repeated_plan_is_not_restarted(store: Store, game: str) -> None:
    await write(store, game, 2)
    twice = leaving(plan=b"plan_1 abc", command_id="", digest="")
    assert await store.plans.put(game, twice) == 2
    step = PlanStep("p_1", b"plan_1 abc", b"plan_1 bc")
    assert await store.append(nth(game, 3, planned=ORDER, step=step)) == Appended(3, planned=True)
    assert await store.plans.put(game, twice) == 3
    assert await store.plans.of(game) == {"p_1": b"plan_1 bc"}


async def test_append_adds_an_item_only_if_a_player_has_a_plan(store: Store, game: str) -> None:
    await write(store, game, 2)
    assert await store.append(nth(game, 3, planned=ORDER)) == Appended(3)
    assert await store.outbox.payload(game, PLAN) is None
    await store.plans.put(game, leaving())
    assert await store.append(nth(game, 4, planned=ORDER)) == Appended(4, planned=True)
    assert await store.append(nth(game, 4, planned=ORDER)) == Appended(4, planned=True)
    assert await store.outbox.payload(game, PLAN) == ORDER.payload


async def test_append_removes_a_move_from_the_plan_and_the_last_move_ends_it(store: Store, game: str) -> None:
    await write(store, game, 2)
    await store.plans.put(game, leaving())
    step = PlanStep("p_1", b"abc", b"bc")
    assert await store.append(nth(game, 3, planned=ORDER, step=step)) == Appended(3, planned=True)
    assert await store.plans.of(game) == {"p_1": b"bc"}
    with pytest.raises(PlanChanged):
        await store.append(nth(game, 4, planned=ORDER, step=step))
    assert (await store.plans.of(game), len(await store.log.entries(game))) == ({"p_1": b"bc"}, 3)
    last = PlanStep("p_1", b"bc")
    assert await store.append(nth(game, 4, planned=ORDER, step=last)) == Appended(4)
    assert (await store.plans.of(game), await store.outbox.payload(game, PLAN)) == ({}, None)


async def test_any_other_entry_of_a_player_ends_only_their_plan(store: Store, game: str) -> None:
    await write(store, game, 2)
    for player in ("p_1", "p_2"):
        await store.plans.put(game, leaving(player))
    assert await store.append(nth(game, 3, planned=ORDER, step=PlanStep("p_3"))) == Appended(3, planned=True)
    assert await store.append(nth(game, 4, planned=ORDER, step=PlanStep("p_1"))) == Appended(4, planned=True)
    assert await store.plans.of(game) == {"p_2": b"abc"}
    assert await store.append(nth(game, 5, planned=ORDER, step=PlanStep("p_2"))) == Appended(5)
    assert (await store.plans.of(game), await store.outbox.payload(game, PLAN)) == ({}, None)


async def test_outdated_drop_does_not_end_the_plan(store: Store, game: str) -> None:
    await write(store, game, 2)
    await store.plans.put(game, leaving())
    for late in (dropping(game, plan=b"other"), dropping(game, seq=1)):
        assert not await store.plans.end(game, "p_1", PLAN, late)
    assert await store.plans.of(game) == {"p_1": b"abc"}
    assert await store.plans.end(game, "p_1", PLAN, dropping(game))
    assert not await store.plans.end(game, "p_1", PLAN, dropping(game))
    assert await store.plans.of_player(game, "p_1") == (None, b"told")
    assert await store.plans.dropped([game], "p_1") == {game: b"told"}
    assert await store.plans.all_dropped(game) == {"p_1": b"told"}
    assert await store.outbox.payload(game, PLAN) is None
    assert await store.outbox.payload(game, WEBHOOK) is None
    await store.plans.put(game, leaving(plan=b"new"))
    assert await store.plans.of_player(game, "p_1") == (b"new", None)


async def test_followers_are_notified_of_a_dropped_plan(store: Store, game: str) -> None:
    await write(store, game, 2)
    await Followers(store.connection).follow(game, ["w_1"])
    await store.plans.put(game, leaving())
    await store.plans.end(game, "p_1", PLAN, dropping(game))
    assert await store.outbox.payload(game, WEBHOOK) == NEWS.payload


async def test_withdrawn_plan_leaves_no_trace(store: Store, game: str) -> None:
    await write(store, game, 2)
    for player in ("p_1", "p_2"):
        await store.plans.put(game, leaving(player))
    assert await store.plans.end(game, "p_1", PLAN)
    assert await store.outbox.payload(game, PLAN) is not None
    assert await store.plans.end(game, "p_2", PLAN)
    assert await store.outbox.payload(game, PLAN) is None
    for key in (keys.plans(game), keys.plans_dropped(game)):
        assert not await store.connection.call("EXISTS", key)


async def test_quarantined_game_accepts_no_plan(store: Store, game: str) -> None:
    await write(store, game, 2)
    await store.connection.call("HSET", keys.head(game), "quarantined", "1")
    with pytest.raises(Quarantined):
        await store.plans.put(game, leaving())
    assert await store.plans.of(game) == {}
