"""Lists of games: filters, cursors, who is in them, and rows that come too late."""

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.table import Status
from service.errors import Malformed, Unprocessable
from service.projections.index import GameFilter, game_row
from service.store.ids import new_id
from tests.support.tables import House


async def listed(home: House, first: int = 20, after: str | None = None, **query: Any) -> list[str]:
    found = await home.projections.index.list_games(GameFilter(**query), first=first, after=after)
    return [row.id for row in found.items]


def dated(year: int, month: int) -> str:
    return new_id("g", int(datetime(year, month, 15, tzinfo=UTC).timestamp() * 1000))


async def test_row_has_the_fields_of_a_list(home: House) -> None:
    game = await home.open("p_1", ("me", "open", "bot:random"), game=dated(2026, 3))
    (row,) = (await home.projections.index.list_games()).items
    loaded = await home.newest(game)
    assert (row.id, row.ruleset, row.rules, row.status) == (game, "bonfire", "bonfire/1", Status.LOBBY)
    assert [(seat.player, seat.bot) for seat in row.seats] == [("p_1", None), (None, None), (None, "random")]
    assert (row.version, row.host, row.updated_at) == (1, "p_1", loaded.table.at)
    assert row.created_at == "2026-03-15T00:00:00.000Z"
    assert row.options["rated"] is True


async def test_list_is_newest_first_in_pages_across_months(home: House) -> None:
    months = [(2025, 11), (2026, 1), (2026, 1), (2026, 2), (2024, 5), (2026, 2)]
    games = sorted([await home.open("p_1", ("me", "open"), game=dated(*month)) for month in months])
    pages: list[list[str]] = []
    after: Any = None
    for _ in range(4):
        page = await home.projections.index.list_games(first=2, after=after)
        pages.append([row.id for row in page.items])
        after = page.next
        if after is None:
            break
    assert [game for page in pages for game in page] == games[::-1]
    assert [len(page) for page in pages] == [2, 2, 2]


@pytest.mark.parametrize("who", [None, "p_1"])
async def test_list_spans_more_months_than_are_read_at_once(home: House, who: str | None) -> None:
    games = [
        await home.open("p_1", ("me", "open"), game=dated(2000 + n // 12, 1 + n % 12)) for n in range(30)
    ]
    assert await listed(home, player=who, first=100) == games[::-1]
    assert await listed(home, player=who, first=5, after=games[7]) == games[2:7][::-1]


async def test_list_is_filtered_by_status_ruleset_and_player(home: House) -> None:
    lobby = await home.open("p_1", ("me", "open"))
    running = await home.started("p_1", "p_2")
    gone = await home.open("p_3", ("me", "open"))
    await home.leave(gone, "p_3")
    assert await listed(home, status=Status.LOBBY) == [lobby]
    assert await listed(home, status=Status.ACTIVE) == [running]
    assert await listed(home, status=Status.CANCELLED) == [gone]
    assert await listed(home, ruleset="bonfire") == sorted([lobby, running, gone], reverse=True)
    assert await listed(home, player="p_1") == sorted([lobby, running], reverse=True)
    assert await listed(home, player="p_1", status=Status.ACTIVE) == [running]
    assert await listed(home, player="nobody") == []


async def test_unlisted_games_are_listed_only_for_their_players(home: House) -> None:
    game = await home.open("p_1", ("me", "open"), unlisted=True)
    assert await listed(home) == []
    assert await listed(home, player="p_1") == [game]
    assert await listed(home, player="p_1", own=False) == []


async def test_player_who_leaves_the_lobby_is_no_longer_listed_and_may_rejoin(home: House) -> None:
    game = await home.open("p_1", ("me", "open"))
    await home.join(game, "p_2")
    assert await listed(home, player="p_2") == [game]
    await home.leave(game, "p_2")
    assert await listed(home, player="p_2") == []
    await home.join(game, "p_2")
    assert await listed(home, player="p_2") == [game]


async def test_an_older_row_is_ignored(home: House) -> None:
    game = await home.started("p_1", "p_2")
    loaded = await home.newest(game)
    await home.projections.index.write(
        game_row(loaded.rules, replace(loaded.table, version=1, status=Status.LOBBY))
    )
    (row,) = (await home.projections.index.list_games()).items
    assert (row.version, row.status) == (loaded.table.version, Status.ACTIVE)
    assert await listed(home, status=Status.LOBBY) == []


async def test_moves_do_not_touch_the_index(home: House) -> None:
    game = await home.started("p_1", "p_2")
    before = (await home.projections.index.list_games()).items
    await home.play(game, 3)
    assert (await home.projections.index.list_games()).items == before


async def test_cursor_may_be_in_the_far_future(home: House) -> None:
    game = await home.open("p_1", ("me", "open"))
    for player in (None, "p_1"):
        assert await listed(home, after="g_7zzzzzzzzzzzzzzzzzzzzzzzzz", player=player) == [game]


@pytest.mark.parametrize("cursor", ["zzz", "A", "0", "_", "g_7", "p_7zzzzzzzzzzzzzzzzzzzzzzzzz"])
async def test_invalid_cursor_is_refused(home: House, cursor: str) -> None:
    """It would begin anywhere, and a client that has mixed up two lists would not notice."""
    for player in (None, "p_1"):
        with pytest.raises(Malformed):
            await listed(home, after=cursor, player=player)


async def test_unknown_ruleset_is_refused_instead_of_listing_nothing(home: House) -> None:
    with pytest.raises(Unprocessable, match="unknown_ruleset"):
        await listed(home, ruleset="chess")
