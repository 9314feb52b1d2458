"""Regatta beside Bonfire in the whole system: API, worker and sweeper as processes, mounted by one setting.

The small game has everything that a game can have. If it plays through every API here, a game can be added
without touching `service/`, `schema/` or `workers/`.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from schema.graphql.limits import Limits
from schema.graphql.schema import schema
from tests.support.clashing import with_games
from tests.support.games import a_game
from tests.support.graphql import ask, data, everything
from tests.support.processes import PATIENCE, emberlog, shared_system
from tests.support.regatta.ruleset import REGATTA
from tests.support.regatta_api import GAMES, Crew, Policy, River, a_river, a_started_river, best, idle, seated
from tests.support.service import code, sign_up
from tests.support.sockets import socket
from tests.support.streams import reading
from tests.support.validators import openapi_errors

pytestmark = pytest.mark.anyio

HURRY = {"rate_per_token": "1000", "rate_per_address": "1000", "signup_rate": "0"}
GENEROUS = {
    "graphql_depth": "100",
    "graphql_aliases": "1000",
    "graphql_tokens": "1000000",
    "graphql_cost": "1000000",
    "body_limit": "1000000",
}
"""Limits that let one query ask for every field of both games."""
LANGUAGES = ("en", "de", "nl", "fr")
GERMAN = {"heron": "Reiher", "gull": "Möwe", "pike": "Hecht"}
BOATS = ("heron", "gull", "pike", "trout")
NO_BID = {"type": "place_bid", "use": "sail", "gold": 0}
HIDDEN = [
    {"type": "move_begun", "reveals": False, "seat": 1, "move": None},
    {"type": "bid_placed", "reveals": False, "seat": 1, "bid": None},
]
STORM_ALONE = ("--players", "1", "--option", "challenge=storm")

CREATE = """mutation ($boat: RegattaBoat!) { result: createGame(
    options: {regatta: {teams: true, countdown: 2}}, seats: {count: 4}, choice: {regatta: {boat: $boat}}
  ) { __typename ... on Game { id options {
    ... on RegattaOptions { teams regattaHandicap countdown } } } } }"""
JOIN = """mutation ($id: ID!, $boat: RegattaBoat!) { result: joinGame(
    gameId: $id, choice: {regatta: {boat: $boat}}) { __typename ... on Refusal { message } } }"""
VIEW = """query ($id: ID!) { game(id: $id) { status actor { seats } view { ... on RegattaView {
    regattaPlayers { boat side } } } } }"""
MOVES = """query ($id: ID!) { game(id: $id) { moves { moves { input move { type
    ... on RegattaMoveShip { regattaTo } ... on BonfireMoveShip { to } } } } } }"""
BIDS = """query ($id: ID!, $after: String) { game(id: $id) { events(first: 10, after: $after) { edges { node {
    events { type ... on RegattaMoveBegun { regattaMove { __typename } }
      ... on RegattaBidPlaced { bid { gold use } } } } } } } }"""
LEADERBOARD = """query ($mode: String) { leaderboard(ruleset: "regatta", mode: $mode, first: 100) {
    edges { node { player } } } }"""
PLAY = """mutation ($id: ID!, $move: MoveInput!) { result: playMove(gameId: $id, move: $move) {
    __typename ... on Refusal { message } } }"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the system, the same one in all test processes."""
    own = tmp_path_factory.mktemp("two-games")
    folder = own.parents[1] / "two-games" if "PYTEST_XDIST_WORKER" in os.environ else own
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Where the system with both games listens; all test processes share it."""
    with shared_system(folder, games=GAMES, **HURRY, **GENEROUS) as url:
        yield url


@pytest.fixture
def redis_of_system(folder: Path, address: str) -> str:
    """The URL of the Redis that the system brings with it."""
    return f"unix://{folder}/data/redis.sock"


@pytest.fixture
async def client(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        yield client


async def _bid(river: River, *bids: int) -> None:
    """All crews bid, in the order of their seats."""
    for crew, gold in zip(river.crews, bids, strict=True):
        await river.plays(crew.seat, type="place_bid", use="sail", gold=gold)


async def test_documents_describe_both_games(client: httpx.AsyncClient) -> None:
    openapi = (await client.get("/openapi.json")).json()
    assert openapi_errors(openapi) == []
    schemas = openapi["components"]["schemas"]
    assert {"BonfireView", "RegattaView", "BonfireMoveShip", "RegattaMoveShip"} <= schemas.keys()
    assert schemas["BonfireMoveShip"] != schemas["RegattaMoveShip"]
    asyncapi = (await client.get("/asyncapi.json")).json()
    assert {"BonfireEvent", "RegattaEvent"} <= asyncapi["components"]["schemas"].keys()
    described = (await data(client, "{ __schema { types { name } } }"))["__schema"]["types"]
    types = {type_["name"] for type_ in described}
    assert {"BonfireTurnBegun", "RegattaTurnBegun", "BonfirePhase", "RegattaPhase"} <= types


async def test_a_client_finds_modes_choices_and_texts(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/v1/rulesets")).json()
    assert {row["name"] for row in listed["items"]} == {"bonfire", "phoenix", "regatta"}
    rules = (await client.get("/v1/rulesets/regatta")).json()
    modes = {mode["id"]: mode for mode in rules["modes"]}
    assert modes["teams"]["excludes"] == ["coop"]
    assert modes["teams"]["players"] == [4]
    assert modes["coop"]["players"] == [1, 2, 3]
    assert rules["default_mode"] == "rivals"
    assert "boat" in json.dumps(rules["choice"])
    titles = {
        lang: (await client.get("/v1/rulesets/regatta", params={"lang": lang})).json()["title"]
        for lang in LANGUAGES
    }
    assert titles == {"en": "Regatta", "de": "Regatta", "nl": "Regatta", "fr": "Régate"}


@pytest.mark.parametrize(
    "seats, options, refusal",
    [
        (3, {"teams": True}, "player_count_not_allowed"),
        (4, {"challenge": "storm"}, "player_count_not_allowed"),
        (1, {}, "missing_option"),
        (5, {}, "player_count_not_allowed"),
    ],
)
async def test_modes_refuse_invalid_options(
    client: httpx.AsyncClient, seats: int, options: dict[str, Any], refusal: str
) -> None:
    _, headers = await sign_up(client)
    wish = {"ruleset": "regatta", "seats": seats, "options": options}
    assert code(await client.post("/v1/games", json=wish, headers=headers), 422) == refusal


async def test_boats_are_chosen_in_the_lobby_and_used_in_the_game(client: httpx.AsyncClient) -> None:
    lobby = await a_river(client, ["pike", "gull"], {"countdown": 2})
    late = lobby.crews[1]
    place = f"{lobby.path}/seats/me/choice"
    taken = await client.put(place, json={"choice": {"boat": "pike"}}, headers=late.headers)
    assert code(taken, 422) == "boat_taken"
    assert "Pike" in taken.json()["detail"]
    changed = await client.put(place, json={"choice": {"boat": "heron"}}, headers=late.headers)
    assert changed.status_code == 200, changed.text
    assert [seat["choice"] for seat in (await lobby.read())["seats"]] == [{"boat": "pike"}, {"boat": "heron"}]
    await lobby.does(lobby.crews[0], "/start")
    river = await seated(lobby)
    boats = {crew["seat"]: crew["boat"] for crew in (await river.read())["view"]["players"]}
    by_player = {crew.player: boats[crew.seat] for crew in river.crews}
    assert by_player == {lobby.crews[0].player: "pike", late.player: "heron"}


async def test_secret_bid_is_hidden_from_the_others(client: httpx.AsyncClient) -> None:
    river = await a_started_river(client, ["heron", "gull", "pike"])
    bidder, other = river.crews[1], river.crews[2]
    asked, before = await river.read(other, "/moves"), await river.read(other)
    stream = f"{river.path}/stream"
    async with reading(client, stream, other.headers, after=asked["version"]) as reader:
        await river.plays(bidder.seat, type="place_bid", use="anchor")
        assert (await river.read(other))["view"] == before["view"]
        await river.plays(bidder.seat, type="place_bid", gold=2)
        streamed = [event for told in await reader.take(2) for event in told.data["events"]]
    assert streamed == HIDDEN
    mine, theirs = [(await river.read(crew))["view"]["players"][1] for crew in (bidder, other)]
    assert mine["bid"] == {"seat": 1, "gold": 2, "use": "anchor"}
    assert theirs == {**mine, "bid": None}
    now = await river.read(other, "/moves")
    assert (now["since"], now["moves"]) == (asked["since"], asked["moves"])
    for reader_of in (other, None):
        entries = (await river.read(reader_of, "/events", after=asked["version"]))["items"]
        assert [event for entry in entries for event in entry["events"]] == HIDDEN
    typed = await data(client, BIDS, other.headers, id=river.id, after=str(asked["version"]))
    assert [edge["node"]["events"] for edge in typed["game"]["events"]["edges"]] == [
        [{"type": "move_begun", "regattaMove": None}],
        [{"type": "bid_placed", "bid": None}],
    ]
    assert (await client.get(f"{river.path}/log", headers=other.headers)).status_code >= 400


async def test_simultaneous_bids_need_no_newer_version(client: httpx.AsyncClient) -> None:
    river = await a_started_river(client, [None] * 3)
    asked = await river.read(river.crew(2), "/moves")
    await river.plays(1, **NO_BID)
    stale = {**river.crew(2).headers, "If-Match": f'"{asked["version"]}"'}
    bid = await client.post(f"{river.path}/moves", json=NO_BID, headers=stale)
    assert bid.status_code == 200, bid.text
    last = await river.does(river.crew(0), "/moves", NO_BID, dry_run=True)
    assert last.json()["stopped"]
    assert "bids_revealed" not in last.text


async def test_bots_bid_while_a_person_is_thinking(client: httpx.AsyncClient) -> None:
    player, headers = await sign_up(client)
    wish = {"ruleset": "regatta", "seats": ["me", "bot:greedy", "bot:random"], "options": {"countdown": 2}}
    created = await client.post("/v1/games", json=wish, headers=headers)
    lobby = River(client, created.json()["id"], (Crew(player, headers),))
    await lobby.does(lobby.crews[0], "/start")
    river = await seated(lobby)
    (own,) = river.crews
    async with asyncio.timeout(PATIENCE):
        while (await river.read())["actor"]["seats"] != [own.seat]:  # noqa: ASYNC110  workers are processes
            await asyncio.sleep(0.05)
    assert [crew["has_bid"] for crew in (await river.read())["view"]["players"]].count(True) == 2
    finished = await river.sails(best)
    assert finished["ranks"]


async def test_workers_play_the_queued_moves_of_a_seat(client: httpx.AsyncClient) -> None:
    river = await a_started_river(client, [None, None])
    await _bid(river, 0, 0)
    plan = {"moves": [{"type": "move_ship", "to": 2}, {"type": "end_turn"}]}
    put = await client.put(f"{river.path}/plan", json=plan, headers=river.crew(1).headers)
    assert put.status_code == 200, put.text
    await river.plays(0, type="end_turn")
    async with asyncio.timeout(PATIENCE):
        while (await river.read())["view"]["round"] == 1:  # noqa: ASYNC110  workers are processes
            await asyncio.sleep(0.05)
    assert (await river.read())["view"]["players"][1]["ship"] == 2


async def test_projections_are_rebuilt_from_the_logs(client: httpx.AsyncClient, redis_of_system: str) -> None:
    river = await a_started_river(client, BOATS, {"teams": True, "countdown": 2})
    await river.sails(best)
    await _finished(client, river.id)
    before = await _standing(river)
    rebuilt = await asyncio.to_thread(emberlog, "rebuild", games=GAMES, redis_url=redis_of_system)
    assert rebuilt.returncode == 0, rebuilt.stdout + rebuilt.stderr
    assert await _standing(river) == before
    exported = await asyncio.to_thread(emberlog, "export", river.id, games=GAMES, redis_url=redis_of_system)
    assert exported.stdout == (await client.get(f"{river.path}/log")).text


async def test_nested_questions_asides_and_undo_work_together(client: httpx.AsyncClient) -> None:
    river = await a_started_river(client, ["heron", "gull", "pike"])
    await _bid(river, 0, 0, 0)
    await river.plays(0, type="move_ship", to=2)
    undo = await river.does(river.crew(0), "/undo", {})
    assert undo.status_code == 200, undo.text
    await river.plays(0, type="move_ship", to=3)
    asked = await river.read(river.crew(0), "/moves")
    assert asked["moves"][0] == {"type": "move_ship", "payment": "gold"}
    flag = await river.plays(2, type="hoist_flag", flag="warning")
    assert flag["events"] == [{"type": "flag_hoisted", "reveals": False, "seat": 2, "flag": "warning"}]
    assert (await river.read(river.crew(0), "/moves"))["since"] == asked["since"]
    assert (await river.read(river.crew(0), "/moves"))["undo"] == asked["undo"]
    await river.plays(0, type="move_ship", payment="tile")
    await river.plays(0, type="end_turn")
    await river.plays(1, type="move_ship", to=3, payment="gold")
    assert (await river.read())["actor"]["seats"] == [0]
    told = await river.does(river.crew(0), "/moves", {"type": "protest"}, text=True, lang="de")
    boats = [GERMAN[crew["boat"]] for crew in (await river.read())["view"]["players"]]
    assert told.json()["text"] == [
        f"{boats[0]} protestiert.",
        f"{boats[2]} muss über einen Protest urteilen.",
    ]
    assert (await river.read())["view"]["offer"] == {"type": "ruling", "mover": 1, "protester": 0}
    assert code(await river.does(river.crew(1), "/moves", {"type": "end_turn"}), 422) == "not_your_turn"
    ruled = await river.plays(2, type="judge", uphold=True)
    assert [event["type"] for event in ruled["events"]] == ["ruling_made", "ship_moved", "offer_closed"]
    assert (await river.read())["actor"]["seats"] == [1]
    assert (await river.read())["view"]["players"][1]["ship"] == 2


async def test_rivals_play_to_the_end_while_others_follow(client: httpx.AsyncClient, tmp_path: Path) -> None:
    river = await a_started_river(client, [None, None, "pike"], {"countdown": 3})
    async with reading(client, f"{river.path}/stream") as reader, socket(client) as subscriber:
        await subscriber.subscribe(
            "subscription ($id: ID!) { gameEvents(gameId: $id, after: 0) { ... on Entry { seq events { type"
            " ... on RegattaShipMoved { seat regattaIsland } ... on BonfireShipMoved { seat island }"
            " ... on RegattaBidPlaced { bid { gold } } } } } }",
            id=river.id,
        )
        finished = await river.sails(best)
        streamed = [await reader.next() for _ in range(3)]
        told = [(await subscriber.next())["gameEvents"] for _ in range(finished["version"])]
    assert streamed
    assert [entry["seq"] for entry in told] == [*range(1, finished["version"] + 1)]
    hidden = [event["bid"] for entry in told for event in entry["events"] if event["type"] == "bid_placed"]
    assert hidden
    assert set(map(str, hidden)) == {"None"}
    assert min(finished["ranks"]) == 1
    await _check_log(river, tmp_path)
    board = (await client.get("/v1/leaderboards/regatta", params={"first": 100})).json()["items"]
    assert {crew.player for crew in river.crews} <= {row["player"] for row in board}


async def test_teams_win_together_over_graphql(client: httpx.AsyncClient, tmp_path: Path) -> None:
    headers = [(await sign_up(client, boat))[1] for boat in BOATS]
    created = await data(client, CREATE, headers[0], boat="HERON")
    game = created["result"]["id"]
    assert created["result"]["options"] == {"teams": True, "regattaHandicap": False, "countdown": 2}
    for own, boat in zip(headers[1:], BOATS[1:], strict=True):
        joined = await data(client, JOIN, own, id=game, boat=boat.upper())
        assert joined["result"]["__typename"] == "MoveAccepted", joined
    await data(client, "mutation ($id: ID!) { startGame(gameId: $id) { __typename } }", headers[0], id=game)
    crews = (await data(client, VIEW, id=game))["game"]["view"]["regattaPlayers"]
    assert [crew["side"] for crew in crews] == ["BIRDS", "FISH"] * 2
    await _plays_over_graphql(client, game, dict(zip(BOATS, headers, strict=True)))
    river = River(client, game, ())
    await river.asked()
    finished = await _finished(client, game)
    assert finished["mode"] == "teams"
    assert {tuple(side["seats"]): side["rank"] for side in finished["sides"]}.keys() == {(0, 2), (1, 3)}
    ranks = (await river.read())["ranks"]
    assert (ranks[0], ranks[1]) == (ranks[2], ranks[3])
    await _check_log(river, tmp_path)
    ids = {seat["player"] for seat in finished["seats"]}
    rated = (await data(client, LEADERBOARD, mode="teams"))["leaderboard"]["edges"]
    assert ids <= {row["node"]["player"] for row in rated}
    rivals = (await data(client, LEADERBOARD))["leaderboard"]["edges"]
    assert ids.isdisjoint({row["node"]["player"] for row in rivals})
    profile = (await client.get(f"/v1/players/{next(iter(ids))}")).json()
    assert [row["mode"] for row in profile["statistics"]] == ["teams"]
    assert [row["mode"] for row in profile["ratings"]] == ["teams"]


async def _plays_over_graphql(
    client: httpx.AsyncClient, game: str, headers: Mapping[str, dict[str, str]]
) -> None:
    """All crews play to the end by typed moves."""
    while (shown := (await data(client, VIEW, id=game))["game"])["status"] == "ACTIVE":
        seat = shown["actor"]["seats"][0]
        own = headers[shown["view"]["regattaPlayers"][seat]["boat"].lower()]
        moves = (await data(client, MOVES, own, id=game))["game"]["moves"]["moves"]
        plain = [move for move in moves if move["move"]["type"] != "hoist_flag"]
        order = ["move_ship", "end_turn", "give_way", "place_bid", "protest"]
        chosen = min(plain, key=lambda move: order.index(move["move"]["type"]))
        played = await data(client, PLAY, own, id=game, move=chosen["input"])
        assert played["result"]["__typename"] == "MoveAccepted", played


@pytest.mark.parametrize("crews, policy, result", [(1, best, "win"), (2, idle, "loss")])
async def test_crews_win_or_lose_together_against_the_storm(
    client: httpx.AsyncClient, tmp_path: Path, crews: int, policy: Policy, result: str
) -> None:
    options = {"challenge": "storm", "handicap": True}
    river = await a_started_river(client, [None] * crews, options)
    started = await river.asked()
    assert started["seats"][0] == {**started["seats"][0], "automa": "storm", "player": None}
    await river.sails(policy)
    finished = await _finished(client, river.id)
    assert (finished["mode"], finished["result"]) == ("coop", result)
    assert {side["side"]: side["rank"] for side in finished["sides"]} == (
        {"storm": 2, "crews": 1} if result == "win" else {"storm": 1, "crews": 2}
    )
    told = (await river.read(None, "/events", first=100, text=True, lang="fr"))["items"]
    assert ("storm", "storm") in pairwise(entry["actor"] for entry in told)
    assert any("La tempête tire un vent" in line for entry in told for line in entry["text"])
    score = (await river.read(None, "/score", lang="nl"))["score"]
    assert score["sides"][0]["items"][0]["name"] == "Haven"
    await _check_log(river, tmp_path)


async def test_gale_asks_a_player_during_the_storms_turn(client: httpx.AsyncClient) -> None:
    """Gales are two of twelve cards, all of which are drawn in six rounds."""
    river = await a_started_river(client, [None], {"challenge": "storm"})
    game = await river.asked()
    while game["view"]["offer"] is None:
        await river.plays(1, **idle(await river.legal(1)))
        game = await river.asked()
    assert game["view"]["phase"] == "storm"
    assert {move["type"] for move in await river.legal(1)} == {"face_storm"}
    faced = await river.plays(1, type="face_storm", lose="gold")
    assert [event["type"] for event in faced["events"]][:4] == [
        *("resources_paid", "offer_closed", "ship_moved", "storm_turn_ended"),
    ]


async def test_one_query_reads_games_of_both_rulesets(client: httpx.AsyncClient) -> None:
    bonfire = await a_game(client)
    river = await a_started_river(client, [None, None])
    query = """query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Game { ruleset
        options { __typename ... on BonfireOptions { challenge handicap }
          ... on RegattaOptions { regattaChallenge regattaHandicap countdown } }
        view { ... on BonfireView { players board { greatBonfireUsed } phase turn { number } }
          ... on RegattaView { regattaPlayers { boat ship } regattaBoard regattaPhase regattaTurn } }
        events(first: 20) { edges { node { events { type
          ... on BonfireBoardLaidOut { players } ... on RegattaBoardLaidOut { regattaPlayers }
          ... on BonfireRoundBegun { countdown } ... on RegattaRoundBegun { countdown } } } } } } } }"""
    shown = (await data(client, query, ids=[bonfire.id, river.id]))["nodes"]
    assert [game["ruleset"] for game in shown] == ["bonfire", "regatta"]
    assert shown[0]["view"]["players"] == 2
    assert shown[1]["view"]["regattaPhase"] == "BIDDING"
    assert len(shown[1]["view"]["regattaPlayers"]) == 2
    mixed = await ask(client, "{ games { edges { node { view { ... on RegattaView { players } } } } } }")
    assert "errors" in mixed


async def test_one_query_reads_every_field_of_both_games(client: httpx.AsyncClient) -> None:
    with with_games(REGATTA):
        core = schema(Limits())._schema
    selected = {name: everything(name, core) for name in ("GameView", "GameOptions", "Event", "Move")}
    query = """query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Game { ruleset view %(GameView)s
        options %(GameOptions)s events(first: 100) { nodes { events %(Event)s } }
        moves { moves { move %(Move)s } } } } }"""
    bonfire, river = await a_game(client), await a_started_river(client, [None, None])
    await river.plays(0, type="place_bid", use="anchor")
    shown = [
        (await data(client, query % selected, headers, ids=[game]))["nodes"][0]
        for game, headers in ((bonfire.id, bonfire.headers[0]), (river.id, river.crew(0).headers))
    ]
    assert [game["ruleset"] for game in shown] == ["bonfire", "regatta"]
    for game in shown:
        assert all(event["type"] for entry in game["events"]["nodes"] for event in entry["events"])
    assert shown[1]["view"]["moves"] == [
        {"__typename": "RegattaPlaceBid", "type": "place_bid", "regattaUse": "ANCHOR", "gold": None}
    ]


async def test_move_of_the_other_game_is_refused(client: httpx.AsyncClient) -> None:
    river = await a_started_river(client, [None, None])
    wrong = await river.does(river.crew(0), "/moves", {"type": "recruit_gnome"})
    assert wrong.status_code == 400, wrong.text
    mutation = """mutation ($id: ID!) { playMove(gameId: $id, move: {bonfire: {endTurn: true}}) {
        __typename ... on Refusal { code } } }"""
    refused = await data(client, mutation, river.crew(0).headers, id=river.id)
    assert "code" in refused["playMove"], refused


async def test_game_is_forked_and_rematched(client: httpx.AsyncClient) -> None:
    river = await a_started_river(client, [None, None], {"countdown": 2})
    finished = await river.sails(best)
    again = await river.does(river.crews[0], "/rematch", {})
    assert again.status_code in (200, 201), again.text
    fork = await river.does(river.crews[0], "/fork", {"at": 8})
    assert fork.status_code == 201, fork.text
    assert fork.json()["view"]["phase"] in ("bidding", "rowing")
    assert fork.json()["fork"]["source"] == finished["id"]


async def test_log_of_an_unknown_ruleset_is_not_verified(client: httpx.AsyncClient, tmp_path: Path) -> None:
    river = await a_started_river(client, [None, None], {"countdown": 2})
    await river.sails(idle)
    await _check_log(river, tmp_path, "replay", "export")
    without = await asyncio.to_thread(emberlog, "verify", str(tmp_path / "regatta.ndjson"))
    assert without.returncode != 0


@pytest.mark.parametrize(
    "arguments", [("--players", "3"), ("--players", "4", "--option", "teams=true"), STORM_ALONE]
)
async def test_bots_play_every_mode_by_simulate(arguments: tuple[str, ...]) -> None:
    command = ("simulate", "--ruleset", "regatta", "--games", "6", "--jobs", "1", "--json", *arguments)
    done = await asyncio.to_thread(emberlog, *command, games=GAMES)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["lengths"]["entries"]["count"] == 6


@pytest.mark.long
async def test_each_seat_that_bids_has_its_own_clock(client: httpx.AsyncClient) -> None:
    """The shortest clock takes ten seconds. Who answers in time is not late, and gives nobody more."""
    river = await a_started_river(client, [None] * 3, {"clock": {"seconds": 10}, "countdown": 2})
    deadline = (await river.read())["deadline"]
    await river.plays(1, **NO_BID)
    assert deadline is not None
    assert (await river.read())["deadline"] == deadline
    async with asyncio.timeout(PATIENCE):
        while not [seat for seat in (await river.read())["seats"] if seat["stand_in"]]:  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    entries = (await river.read(None, "/events", first=100))["items"]
    late = [event for entry in entries for event in entry["events"] if event["type"] == "seats_timed_out"]
    assert [event["seats"] for event in late] == [[0, 2]]


async def _standing(river: River) -> dict[str, Any]:
    """The first player's profile, but for the rank: games beside this one may change it."""
    profile = (await river.client.get(f"/v1/players/{river.crews[0].player}")).json()
    ratings = [{**rating, "rank": None} for rating in profile["ratings"]]
    assert ratings
    return {**profile, "ratings": ratings}


async def _finished(client: httpx.AsyncClient, game: str) -> dict[str, Any]:
    """The game in the feed of finished games, once it is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            rows = (await client.get("/v1/finished", params={"ruleset": "regatta", "first": 100})).json()
            for row in rows["items"]:
                if row["game"] == game:
                    found: dict[str, Any] = row
                    return found
            await asyncio.sleep(0.1)


async def _check_log(river: River, folder: Path, *commands: str) -> None:
    """The log proves itself: by the API's audit, and by the operator's commands on the exported file."""
    audit = await river.read(None, "/audit")
    assert audit["ok"], audit
    log = await river.client.get(f"{river.path}/log")
    assert log.status_code == 200
    file = folder / "regatta.ndjson"
    file.write_bytes(log.content)
    for command in ("verify", *commands):
        done = await asyncio.to_thread(emberlog, command, str(file), games=GAMES)
        assert done.returncode == 0, done.stdout + done.stderr
