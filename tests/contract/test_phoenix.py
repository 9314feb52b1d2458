"""Whole games of Phoenix Palace through the real system: API, workers and sweeper, over REST and GraphQL."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.graphql import data
from tests.support.phoenix_tables import Player, Table, a_game, a_lobby, check_log, finished, seated
from tests.support.processes import PATIENCE
from tests.support.service import code, sign_up
from tests.support.streams import reading

pytestmark = pytest.mark.anyio

CLANS = ("red", "blue", "green", "yellow")
ALL = {"palace_alt": True, "asymmetric": True, "dragon": True}
CREATE = """mutation ($clan: PhoenixClan!) { result: createGame(
    options: {phoenix: {mode: TEAM}}, seats: {count: 4}, choice: {phoenix: {clan: $clan}}
  ) { __typename ... on Game { id options { ... on PhoenixOptions { mode palaceAlt } } } } }"""
JOIN = """mutation ($id: ID!, $clan: PhoenixClan!) { result: joinGame(
    gameId: $id, choice: {phoenix: {clan: $clan}}) { __typename ... on Refusal { code message } } }"""
START = "mutation ($id: ID!) { startGame(gameId: $id) { __typename } }"
SHOWN = """query ($id: ID!) { game(id: $id) { status version actor { seats } seats { seat player standIn }
    moves { version moves { input } } } }"""
PLAY = """mutation ($id: ID!, $move: MoveInput!, $version: Int) {
    result: playMove(gameId: $id, move: $move, ifVersion: $version) {
      __typename ... on Refusal { code message } } }"""


@pytest.fixture
async def client(system: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=system, timeout=PATIENCE) as client:
        yield client


@pytest.mark.parametrize(
    "options, refused",
    [
        ({"mode": "coop"}, "missing_option"),
        ({"difficulty": "easy"}, "option_not_applicable"),
        ({"scenario": "ember_court"}, "option_not_applicable"),
        ({"mode": "coop", "dragon": True}, "mode_combination_not_allowed"),
        ({"mode": "solo"}, "player_count_not_allowed"),
    ],
)
async def test_modes_against_the_basilisk_are_described_and_checked(
    client: httpx.AsyncClient, options: dict[str, Any], refused: str
) -> None:
    rules = (await client.get("/v1/rulesets/phoenix")).json()
    assert [mode["id"] for mode in rules["modes"]] == [
        "standard",
        "team",
        "coop",
        "solo",
        "vanilla",
        "story",
        "palace_alt",
        "asymmetric",
        "dragon",
    ]
    _, headers = await sign_up(client)
    wish = {"ruleset": "phoenix", "seats": 2, "options": options}
    assert code(await client.post("/v1/games", json=wish, headers=headers), 422) == refused


async def test_a_wrong_number_of_players_is_refused(client: httpx.AsyncClient) -> None:
    _, headers = await sign_up(client)
    for seats, options in ((3, {"mode": "team"}), (5, {}), (1, {})):
        wish = {"ruleset": "phoenix", "seats": seats, "options": options}
        made = await client.post("/v1/games", json=wish, headers=headers)
        assert code(made, 422) == "player_count_not_allowed"


async def test_clans_chosen_in_the_lobby_reach_the_game(client: httpx.AsyncClient) -> None:
    lobby = await a_lobby(client, ["red", "blue"])
    place = f"{lobby.path}/seats/me/choice"
    late = lobby.people[1]
    taken = await client.put(place, json={"choice": {"clan": "red"}}, headers=late.headers)
    assert code(taken, 422) == "clan_taken"
    changed = await client.put(place, json={"choice": {"clan": "green"}}, headers=late.headers)
    assert changed.status_code == 200, changed.text
    await lobby.does(lobby.people[0], "/start")
    table = await seated(lobby)
    clans = [seat["clan"] for seat in (await table.read())["view"]["seats"]]
    assert {player.id: clans[player.seat] for player in table.people} == {
        lobby.people[0].id: "red",
        late.id: "green",
    }


async def test_two_people_play_to_the_end_over_rest(client: httpx.AsyncClient, tmp_path: Path) -> None:
    table = await a_game(client, ["red", None])
    first = table.at((await table.asked())["actor"]["seats"][0])
    before = await table.read(first, "/moves")
    dry = await table.does(first, "/moves", before["moves"][0], dry_run=True)
    assert dry.status_code == 200, dry.text
    assert (await table.read(first, "/moves")) == before
    await table.does(first, "/moves", before["moves"][0])
    undone = await table.does(first, "/undo", {})
    assert undone.status_code == 200, undone.text
    assert (await table.read(first, "/moves"))["moves"] == before["moves"]
    over = await table.plays()
    assert sorted(over["ranks"]) == [1, 2]
    row = await finished(table)
    assert row["mode"] == "2p"
    await check_log(table, tmp_path)
    board = (await client.get("/v1/leaderboards/phoenix", params={"mode": "2p", "first": 100})).json()
    assert {player.id for player in table.people} <= {entry["player"] for entry in board["items"]}
    for lang in ("en", "de", "nl", "fr"):
        told = (await table.read(None, "/events", first=20, text=True, lang=lang))["items"]
        assert all(line for entry in told for line in entry["text"])


async def test_a_secret_choice_of_the_draft_leaks_nothing(client: httpx.AsyncClient) -> None:
    table = await a_game(client, [None] * 3, **ALL)
    chooser, other = table.at(1), table.at(2)
    asked, before = await table.read(other, "/moves"), await table.read(other)
    assert before["actor"]["seats"] == [0, 1, 2]
    drawn = (await table.read(chooser))["view"]["seats"][1]["draft"]["drawn"]
    assert len(drawn) == 3
    async with reading(client, f"{table.path}/stream", other.headers, after=asked["version"]) as reader:
        mine = await table.does(chooser, "/moves", (await table.read(chooser, "/moves"))["moves"][0])
        streamed = [event for told in await reader.take(1) for event in told.data["events"]]
    assert mine.json()["events"][0]["move"] is not None
    hidden = [{"type": "draft_decided", "reveals": True, "seat": 1, "move": None}]
    assert streamed == hidden
    after = await table.read(other)
    assert after["actor"]["seats"] == [0, 2]
    seats = [{**seat, "draft": {**seat["draft"], "decided": False}} for seat in after["view"]["seats"]]
    assert seats == before["view"]["seats"]
    for reader_of in (other, None):
        entries = (await table.read(reader_of, "/events", after=asked["version"]))["items"]
        assert [event for entry in entries for event in entry["events"]] == hidden
    now = await table.read(other, "/moves")
    assert (now["since"], now["moves"]) == (asked["since"], asked["moves"])


async def test_answers_at_the_same_time_do_not_reject_each_other(client: httpx.AsyncClient) -> None:
    table = await a_game(client, [None] * 3, asymmetric=True)
    lists = {seat: await table.read(table.at(seat), "/moves") for seat in range(3)}
    answers = await asyncio.gather(
        *(
            client.post(
                f"{table.path}/moves",
                json=asked["moves"][-1],
                headers={**table.at(seat).headers, "If-Match": f'"{asked["version"]}"'},
            )
            for seat, asked in lists.items()
        )
    )
    assert [answer.status_code for answer in answers] == [200] * 3, [answer.text for answer in answers]
    entries = (await table.read(None, "/events", first=100))["items"]
    assert {"hand_revealed"} <= {event["type"] for entry in entries for event in entry["events"]}


async def test_every_variant_is_played_against_bots_of_workers(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    table = await a_game(client, ["green", "bot:greedy", "bot:random"], **ALL)
    over = await table.plays()
    assert sorted(over["ranks"]) == [1, 2, 3]
    assert (await finished(table))["mode"] == "3p+palace_alt+asymmetric+dragon"
    await check_log(table, tmp_path)


async def test_teams_play_over_graphql_though_a_partner_resigns(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    people = [Player(*await sign_up(client, clan)) for clan in CLANS]
    created = (await data(client, CREATE, people[0].headers, clan="RED"))["result"]
    assert created["options"] == {"mode": "TEAM", "palaceAlt": False}
    game = created["id"]
    taken = await data(client, JOIN, people[1].headers, id=game, clan="RED")
    assert taken["result"]["code"] == "clan_taken"
    for player, clan in zip(people[1:], CLANS[1:]):
        joined = await data(client, JOIN, player.headers, id=game, clan=clan.upper())
        assert joined["result"]["__typename"] == "MoveAccepted", joined
    await data(client, START, people[0].headers, id=game)
    table = await seated(Table(client, game, tuple(people)))
    await plays_by_graphql(table, moves=30)
    left = await table.does(table.at(1), "/resign", {})
    assert left.status_code == 200, left.text
    table = Table(client, game, tuple(player for player in table.people if player.seat != 1))
    await plays_by_graphql(table)
    row = await finished(table)
    assert row["mode"] == "team"
    sides = {tuple(side["seats"]): side["rank"] for side in row["sides"]}
    assert sorted(sides.values()) == [1, 2]
    assert sorted(seat for seats in sides for seat in seats) == [0, 1, 2, 3]
    ranks = (await table.read())["ranks"]
    assert all(ranks[seat] == rank for seats, rank in sides.items() for seat in seats)
    await check_log(table, tmp_path)
    board = (await client.get("/v1/leaderboards/phoenix", params={"mode": "team", "first": 100})).json()
    assert {player.id for player in table.people} <= {entry["player"] for entry in board["items"]}
    profile = (await client.get(f"/v1/players/{table.people[0].id}")).json()
    assert [rating["mode"] for rating in profile["ratings"]] == ["team"]


async def plays_by_graphql(table: Table, moves: int = 2000) -> None:
    """Moves of the people by typed inputs, picked by chance, to the end of the game or so many."""
    chance = random.Random(2)
    for _ in range(moves):
        if (game := await table.asked())["status"] == "finished":
            return
        player = next(table.at(seat) for seat in game["actor"]["seats"] if table.has(seat))
        listed = (await data(table.client, SHOWN, player.headers, id=table.id))["game"]["moves"]
        move, version = chance.choice(listed["moves"])["input"], listed["version"]
        played = await data(table.client, PLAY, player.headers, id=table.id, move=move, version=version)
        assert played["result"]["__typename"] == "MoveAccepted", played


async def test_a_move_that_declines_differs_from_an_unanswered_one(client: httpx.AsyncClient) -> None:
    """In typed moves both are null; `input` leaves out what is still asked."""
    table = await a_game(client, [None] * 2, asymmetric=True)
    listed = (await data(client, SHOWN, table.at(0).headers, id=table.id))["game"]["moves"]["moves"]
    assert {"phoenix": {"asymChooseFighter": {"kin": None}}} in [move["input"] for move in listed]
    move: dict[str, Any] = {"phoenix": {"asymChooseFighter": {}}}
    asked = await data(client, PLAY, table.at(0).headers, id=table.id, move=move)
    assert asked["result"]["__typename"] == "MoveAccepted", asked
    assert 0 in (await table.read())["actor"]["seats"]
    declined = {"phoenix": {"asymChooseFighter": {"kin": None}}}
    played = await data(client, PLAY, table.at(0).headers, id=table.id, move=declined)
    assert played["result"]["__typename"] == "MoveAccepted", played
    assert (await table.read())["actor"]["seats"] == [1]


@pytest.mark.long
async def test_clocks_of_a_draft_run_out_one_by_one(client: httpx.AsyncClient) -> None:
    """The shortest clock takes ten seconds. Whoever has chosen in time is not late."""
    table = await a_game(client, [None] * 4, mode="team", asymmetric=True, clock={"seconds": 10})
    await table.does(table.at(1), "/moves", (await table.read(table.at(1), "/moves"))["moves"][-1])
    async with asyncio.timeout(PATIENCE):
        while not any(seat["stand_in"] for seat in (await table.read())["seats"]):  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    entries = (await table.read(None, "/events", first=100))["items"]
    late = [event for entry in entries for event in entry["events"] if event["type"] == "seats_timed_out"]
    assert late[0]["seats"] == [0, 2, 3]
