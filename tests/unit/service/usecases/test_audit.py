"""Audits of stored games, and the form in which their logs leave."""

from collections.abc import Sequence

import pytest

from schema.answers import Verdict
from service.engine.log_verification import verify_export
from service.errors import NotFound
from service.store import keys
from service.store.ids import new_id
from tests.support.jobs import job_runner, run_job
from tests.support.tables import House


@pytest.fixture
async def living(home: House) -> str:
    game = await home.started("p_1", "p_2")
    await home.play(game, 5)
    return game


@pytest.fixture
async def finished(home: House, living: str, redis_url: str) -> str:
    await home.resign(living, 0, 1)
    async with job_runner(redis_url) as worker:
        assert await run_job(worker, "scoring", living) == "done"
    return living


async def rewrite(home: House, game: str, lines: Sequence[bytes]) -> None:
    """What somebody can do who gets at Redis."""
    client = home.store.connection.client
    await client.delete(keys.log(game))
    for seq, line in enumerate(lines, 1):
        await client.execute_command("XADD", keys.log(game), f"{seq}-0", "entry", line, "hash", "0" * 64)


async def exported(home: House, game: str) -> list[bytes]:
    parts = [part async for part in home.auditor.export_lines(game)]
    return b"".join(parts).splitlines(keepends=True)


@pytest.mark.parametrize("full", [True, False])
async def test_a_living_game_is_checked_with_its_sealed_seed(home: House, living: str, full: bool) -> None:
    verdict = await home.auditor.audit(living, full=full)
    table = (await home.newest(living)).table
    assert (verdict.ok, verdict.version, verdict.hash) == (True, table.version, table.hash)
    assert all(verdict.checks.values())
    assert table.seed is None


async def test_a_finished_game_is_proved_by_the_seed_it_published(home: House, finished: str) -> None:
    assert (await home.auditor.audit(finished, full=False)).ok
    export = await exported(home, finished)
    assert verify_export(export).ok
    assert [line.removesuffix(b"\n") for line in export[1:]] == await home.lines(finished)


async def test_an_export_of_a_living_game_does_not_hold_its_seed(home: House, living: str) -> None:
    export = await exported(home, living)
    loaded = await home.newest(living)
    assert b'"seed":null' in export[0]
    assert loaded.seed.hex().encode() not in b"".join(export)
    assert verify_export(export).verdict is Verdict.INCOMPLETE


async def test_of_a_living_game_only_auditors_learn_what_differs(home: House, living: str) -> None:
    lines = await home.lines(living)
    await rewrite(home, living, [*lines[:3], *lines[4:]])
    public = await home.auditor.audit(living, full=False)
    assert (public.ok, public.difference) == (False, None)
    difference = (await home.auditor.audit(living, full=True)).difference
    assert difference is not None
    assert (difference.check, difference.seq) == ("chain", 4)


async def test_everybody_learns_what_differs_in_a_finished_game(home: House, finished: str) -> None:
    lines = await home.lines(finished)
    await rewrite(home, finished, [*lines[:3], b"not JSON", *lines[4:]])
    difference = (await home.auditor.audit(finished, full=False)).difference
    assert difference is not None
    assert (difference.check, difference.seq) == ("form", 4)


async def test_an_end_cut_off_is_found_by_the_head(home: House, living: str) -> None:
    await rewrite(home, living, (await home.lines(living))[:-1])
    difference = (await home.auditor.audit(living, full=True)).difference
    assert difference is not None
    assert (difference.check, difference.seq) == ("head", None)


async def test_a_game_that_nobody_knows(home: House) -> None:
    with pytest.raises(NotFound):
        await home.auditor.audit(new_id("g"), full=True)
    with pytest.raises(NotFound):
        await exported(home, new_id("g"))
