"""Whole games of Phoenix Palace through the real system: API, workers and sweeper, over REST and GraphQL."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.graphql import data
from tests.support.processes import PATIENCE, emberlog
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


@dataclass(frozen=True)
class Player:
    """Somebody at the table: the headers with the token, and in a running game the seat."""

    id: str
    headers: dict[str, str]
    seat: int = -1


@dataclass(frozen=True)
class Table:
    """A game and the people who play it."""

    client: httpx.AsyncClient
    id: str
    people: tuple[Player, ...]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    def at(self, seat: int) -> Player:
        return next(player for player in self.people if player.seat == seat)

    async def read(self, player: Player | None = None, part: str = "", **query: Any) -> dict[str, Any]:
        headers = None if player is None else player.headers
        answer = await self.client.get(self.path + part, headers=headers, params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def does(self, player: Player, part: str, body: Any = None, **query: Any) -> httpx.Response:
        return await self.client.post(self.path + part, json=body, headers=player.headers, params=query)

    async def asked(self) -> dict[str, Any]:
        """The game once one of the people is asked something, or it is over."""
        own = {player.seat for player in self.people}
        async with asyncio.timeout(PATIENCE):
            while True:
                game = await self.read()
                if game["status"] == "finished" or own & {*game["actor"]["seats"]}:
                    return game
                await asyncio.sleep(0.02)

    async def plays(self, moves: int = 2000, chance: random.Random | None = None) -> dict[str, Any]:
        """So many moves of the people, picked by chance; the game after them, or at its end."""
        chance = chance or random.Random(1)
        for _ in range(moves):
            game = await self.asked()
            if game["status"] == "finished":
                return game
            player = next(self.at(seat) for seat in game["actor"]["seats"] if self.has(seat))
            listed = (await self.read(player, "/moves"))["moves"]
            played = await self.does(player, "/moves", chance.choice(listed))
            assert played.status_code == 200, played.text
        return await self.asked()

    def has(self, seat: int) -> bool:
        return any(player.seat == seat for player in self.people)


@pytest.fixture
async def client(system: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=system, timeout=PATIENCE) as client:
        yield client


async def a_lobby(client: httpx.AsyncClient, places: Sequence[str | None], **options: Any) -> Table:
    """A lobby; a place is for somebody with this clan or none, or for a bot."""
    bots = [place for place in places if place is not None and place.startswith("bot:")]
    clans = [place for place in places if place not in bots]
    people = [Player(*await sign_up(client, f"Clan {clan}")) for clan in clans]
    seats = ["me", *("open",) * (len(clans) - 1), *bots]
    wish = {"ruleset": "phoenix", "seats": seats, "options": options, **_choice(clans[0])}
    made = await client.post("/v1/games", json=wish, headers=people[0].headers)
    assert made.status_code == 201, made.text
    table = Table(client, made.json()["id"], tuple(people))
    for player, clan in zip(people[1:], clans[1:]):
        joined = await table.does(player, "/seats", _choice(clan))
        assert joined.status_code == 200, joined.text
    return table


async def a_game(client: httpx.AsyncClient, places: Sequence[str | None], **options: Any) -> Table:
    """A game that has just started, with the people at their seats."""
    lobby = await a_lobby(client, places, **options)
    started = await lobby.does(lobby.people[0], "/start")
    assert started.status_code == 200, started.text
    return await seated(lobby)


async def seated(lobby: Table) -> Table:
    by_id = {player.id: player for player in lobby.people}
    seats = [seat for seat in (await lobby.read())["seats"] if seat["player"] in by_id]
    return Table(
        lobby.client, lobby.id, tuple(replace(by_id[seat["player"]], seat=seat["seat"]) for seat in seats)
    )


def _choice(clan: str | None) -> dict[str, Any]:
    return {} if clan is None else {"choice": {"clan": clan}}


async def finished(table: Table) -> dict[str, Any]:
    """The row of the game in the feed of finished games, once it is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            feed = await table.client.get("/v1/finished", params={"ruleset": "phoenix", "first": 100})
            for row in feed.json()["items"]:
                if row["game"] == table.id:
                    found: dict[str, Any] = row
                    return found
            await asyncio.sleep(0.1)


async def check_log(table: Table, folder: Path) -> None:
    """The log proves itself: by the API's audit, and by the operator's command on the exported file."""
    audit = await table.read(None, "/audit")
    assert audit["ok"], audit
    log = await table.client.get(f"{table.path}/log")
    assert log.status_code == 200
    file = folder / "phoenix.ndjson"
    file.write_bytes(log.content)
    done = await asyncio.to_thread(emberlog, "verify", str(file))
    assert done.returncode == 0, done.stdout + done.stderr


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
