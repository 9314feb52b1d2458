"""A team whose one member is absent for a while and then resigns, through the real system."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.graphql import data
from tests.support.phoenix_tables import Player, Table, a_game, check_log, finished
from tests.support.processes import PATIENCE
from tests.support.service import code

pytestmark = [pytest.mark.anyio, pytest.mark.long]

SECONDS = 15
"""The clock of a turn: long enough for the turns that are played, even on a busy machine."""
SEATS = "query ($id: ID!) { game(id: $id) { seats { seat standIn resigned } } }"
RETURN = """mutation ($id: ID!) { result: comeBack(gameId: $id) {
    __typename ... on MoveAccepted { version } ... on Refusal { code } } }"""


@pytest.fixture
async def client(system: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=system, timeout=PATIENCE) as client:
        yield client


async def stands_in(table: Table, seat: int) -> str | None:
    found: str | None = (await table.read())["seats"][seat]["stand_in"]
    return found


async def until_somebody_else_is_asked(table: Table, seat: int) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            game = await table.read()
            if seat not in game["actor"]["seats"]:
                return game
            await asyncio.sleep(0.1)


def partner_of(game: dict[str, Any], seat: int) -> int:
    pools = [own["pool"] for own in game["view"]["seats"]]
    return next(other for other, pool in enumerate(pools) if pool == pools[seat] and other != seat)


async def without(table: Table, seat: int) -> Table:
    return Table(table.client, table.id, tuple(one for one in table.people if one.seat != seat))


async def test_a_partner_is_absent_returns_and_resigns(client: httpx.AsyncClient, tmp_path: Path) -> None:
    table = await a_game(client, [None] * 4, mode="team", clock={"seconds": SECONDS})
    game = await table.plays(moves=5)
    (late,) = game["actor"]["seats"]
    partner, absent = table.at(partner_of(game, late)), table.at(late)

    # The clock runs out: a bot plays the turn, and nobody else's.
    game = await until_somebody_else_is_asked(table, late)
    assert [seat["stand_in"] for seat in game["seats"]] == ["greedy" if n == late else None for n in range(4)]
    entries = (await table.read(None, "/events", first=100))["items"]
    timed_out = [
        event for entry in entries for event in entry["events"] if event["type"] == "seats_timed_out"
    ]
    assert [event["seats"] for event in timed_out] == [[late]]
    assert {entry["actor"] for entry in entries if entry["actor"].startswith("seat:")} >= {f"seat:{late}"}

    # The absent player returns in somebody else's turn, and only once.
    back = await data(client, RETURN, absent.headers, id=table.id)
    assert back["result"]["__typename"] == "MoveAccepted", back
    assert await stands_in(table, late) is None
    assert code(await table.does(absent, "/return"), 409) == "not_absent"
    await table.plays(moves=20)

    # Resigning is for good: a bot plays on beside the partner, who can still win.
    assert (await table.does(absent, "/resign", {})).status_code == 200
    shown = (await data(client, SEATS, partner.headers, id=table.id))["game"]["seats"][late]
    assert shown == {"seat": late, "standIn": "greedy", "resigned": True}
    assert code(await table.does(absent, "/return"), 403) == "not_seated"
    await (await without(table, late)).plays()
    await check_sides(table, {late, partner.seat})
    await check_standings(table, absent)
    await check_log(table, tmp_path)


async def check_sides(table: Table, team: set[int]) -> None:
    """Both partners have the rank and the score of their side, also the one that resigned."""
    row, game = await finished(table), await table.read()
    score = (await table.read(None, "/score"))["score"]
    sides = {frozenset(side["seats"]): side for side in row["sides"]}
    assert set(sides) == {frozenset(team), frozenset(range(4)) - team}
    assert sorted(side["rank"] for side in sides.values()) == [1, 2]
    assert sorted(side["total"] for side in sides.values()) == sorted(
        side["total"] for side in score["sides"]
    )
    for seats, side in sides.items():
        assert {game["ranks"][seat] for seat in seats} == {side["rank"]}
    for side in score["sides"]:
        assert sum(item["points"] for item in side["items"]) == side["total"]
    better, worse = sorted(score["sides"], key=lambda side: -side["total"])
    assert sides[frozenset(better["seats"])]["rank"] == 1 or better["total"] == worse["total"]


async def check_standings(table: Table, resigned: Player) -> None:
    """The game counts for all four, rated as a game of two teams; a player who resigned has not won it."""
    ranks = (await table.read())["ranks"]
    params: dict[str, str | int] = {"mode": "team", "first": 100}
    board = (await table.client.get("/v1/leaderboards/phoenix", params=params)).json()["items"]
    listed = {entry["player"]: entry for entry in board}
    assert {player.id for player in table.people} <= set(listed)
    for player in table.people:
        profile = (await table.client.get(f"/v1/players/{player.id}")).json()
        (statistics,) = profile["statistics"]
        left = player == resigned
        assert (statistics["mode"], statistics["games"], statistics["resigned"]) == ("team", 1, int(left))
        assert statistics["wins"] == int(ranks[player.seat] == 1 and not left)
        (rating,) = profile["ratings"]
        assert rating["mode"] == "team"
    rated = [(ranks[player.seat], listed[player.id]["mu"]) for player in table.people]
    winners, losers = ([mean for rank, mean in rated if rank == place] for place in (1, 2))
    assert max(losers) < min(winners)
