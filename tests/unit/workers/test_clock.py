"""Clocks: time is called when it is over, not before."""

import pytest

from domain.kernel.table import Clock
from service.orders import now_ms
from tests.support.jobs import office, perform
from tests.support.tables import House


async def test_a_clock_item_is_due_when_the_time_is_over_and_not_sent_before(home: House) -> None:
    game = await home.started("p_1", "p_2", clock=Clock(seconds=3600))
    (found,) = await home.store.outbox.due(2**53)
    assert found.item.id == "clock"
    assert found.item.due_ms > now_ms() + 3_000_000
    assert f"clock-{game}" not in {work.rpartition("-")[0] for work in home.queues.waiting()}


async def test_who_has_time_left_is_let_be(home: House, redis_url: str) -> None:
    game = await home.started("p_1", "p_2", clock=Clock(seconds=3600))
    before = (await home.newest(game)).table.version
    async with office(redis_url) as worker:
        assert await perform(worker, "clock", game) == "done"
    assert (await home.newest(game)).table.version == before


async def test_a_bot_plays_on_for_who_did_not_move_in_time(
    home: House, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as past:
        past.setattr("service.commands.now", lambda: "2026-01-01T00:00:00.000Z")
        game = await home.started("p_1", "p_2", clock=Clock(seconds=3600))
    async with office(redis_url) as worker:
        assert await perform(worker, "clock", game) == "done"
        held = await home.newest(game)
        assert held.codec.entry((await home.lines(game))[-1]).actor == "clock"
        assert [seat.stand_in for seat in held.table.seats].count("greedy") == 1
        assert f"automa-{game}-{held.table.version}" in home.queues.waiting()
    assert (await home.auditor.audit(game, full=True)).ok
