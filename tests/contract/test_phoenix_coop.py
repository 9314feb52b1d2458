"""Phoenix Palace against the Basilisk through the real system: games of allies, solo games, who decides."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.graphql import ask, data
from tests.support.phoenix_tables import Player, Table, a_game, check_log, finished
from tests.support.processes import PATIENCE
from tests.support.service import code, sign_up
from tests.support.streams import reading

pytestmark = pytest.mark.anyio

STORY = {"mode": "coop", "difficulty": "medium", "style": "story", "scenario": "ember_court"}
SOLO = {"mode": "solo", "difficulty": "easy", "style": "vanilla", "solo_allies": 2}
EXPLAINED = ("enemy_card_revealed", "spot_found", "ability_missed", "ability_performed", "part_skipped")
"""What a turn of the Basilisk tells with the rule that it follows from."""
CREATE = """mutation ($options: PhoenixOptionsInput!, $count: Int!) { result: createGame(
    options: {phoenix: $options}, seats: {count: $count}) { __typename ... on Refusal { code rule } } }"""
LEVELS = """query ($id: ID!, $others: [ID!]!) { player(id: $id) { levels(others: $others) {
    ladders { ladder levels { level games wins best } } } } }"""
Condition = Callable[[dict[str, Any]], bool]


@pytest.fixture
async def client(system: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=system, timeout=PATIENCE) as client:
        yield client


async def moves_of(table: Table, player: Player) -> dict[str, Any]:
    """What a player may do now, without the nominations that are always possible."""
    listed = await table.read(player, "/moves")
    own = [move for move in listed["moves"] if move["type"] != "nominate_decider"]
    return {**listed, "moves": own}


async def plays_until(table: Table, reached: Condition = lambda _game: False) -> dict[str, Any]:
    """Random moves of the people until a condition holds for the game, or to its end; the game then."""
    chance = random.Random(3)
    while True:
        game = await table.asked()
        if game["status"] == "finished" or reached(game):
            return game
        player = next(table.at(seat) for seat in game["actor"]["seats"] if table.has(seat))
        answer = await table.does(player, "/moves", chance.choice((await moves_of(table, player))["moves"]))
        assert answer.status_code == 200, answer.text


def decides_for_the_basilisk(game: dict[str, Any]) -> bool:
    return bool(game["view"]["phase"] == "daytime" and game["view"]["turn"]["seat"] == 0)


def plays_own_turn(seat: int) -> Condition:
    return lambda game: game["actor"]["seats"] == [seat] and game["view"]["turn"]["seat"] == seat


async def entries_of(table: Table, **query: Any) -> list[dict[str, Any]]:
    """All entries of a game as a spectator reads them."""
    found: list[dict[str, Any]] = []
    while True:
        after = found[-1]["seq"] if found else 0
        page = (await table.read(None, "/events", first=100, after=after, **query))["items"]
        found += page
        if len(page) < 100:
            return found


async def levels_of(table: Table, *players: str, games: int = 1) -> dict[tuple[str, str], dict[str, Any]]:
    """The levels that these players have played together, once there are so many games."""
    path, others = f"/v1/players/{players[0]}/levels", ",".join(players[1:])
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await table.client.get(path, params={"with": others})
            assert answer.status_code == 200, answer.text
            ladders = answer.json()["ladders"]
            played = {(each["ladder"], row["level"]): row for each in ladders for row in each["levels"]}
            played = {key: row for key, row in played.items() if row["games"]}
            if sum(row["games"] for row in played.values()) == games:
                return played
            await asyncio.sleep(0.1)


async def check_explained(table: Table) -> None:
    """Each entry of the Basilisk says its card, its kin and its rules, in every language."""
    rules = (await table.client.get("/v1/rulesets/phoenix", params={"lang": "en"})).json()
    names = {each["id"]: each["name"] for each in rules["components"]}
    for entry in await entries_of(table, text=True, lang="en"):
        if entry["actor"] != "basilisk":
            continue
        told = " ".join(entry["text"])
        assert "PP-CO14" in told, entry
        for event in entry["events"]:
            if event["type"] in EXPLAINED:
                assert f"({event['rule']})" in told, (event, told)
            if event["type"] == "enemy_card_revealed":
                assert names[event["enemy_card"]] in told, (event, told)
            if event["type"] == "kin_placed":
                assert names[event["kin"]].split()[0].lower() in told, (event, told)
    for lang in ("de", "nl", "fr"):
        translated = await entries_of(table, text=True, lang=lang)
        assert all(line for entry in translated for line in entry["text"])


def check_turns(entries: list[dict[str, Any]]) -> None:
    """PP-CO12: two turns of the Basilisk, then one of each ally; each begins with one entry of its own."""
    events = [(entry["actor"], event) for entry in entries for event in entry["events"]]
    started = [event["seat"] for _, event in events if event["type"] == "turn_started"]
    assert started[:8] == [0, 0, 1, 2] * 2
    runs = [len(list(run)) for seat, run in groupby(started) if seat == 0]
    assert max(runs) >= 2
    assert started.count(0) == sum(entry["actor"] == "basilisk" for entry in entries)


async def check_result(table: Table, ladder: tuple[str, str], mode: str) -> None:
    """The allies win or lose together; nothing is rated, and the game counts for each of them."""
    row, score = await finished(table), (await table.read(None, "/score"))["score"]
    ranks = (await table.read())["ranks"]
    sides = {side["side"]: side for side in row["sides"]}
    assert {name: side["seats"] for name, side in sides.items()} == {"basilisk": [0], "allies": [1, 2]}
    assert ranks == [sides["basilisk"]["rank"], *[sides["allies"]["rank"]] * 2]
    assert row["result"] == score["result"] == ("win" if sides["allies"]["rank"] == 1 else "loss")
    for side in score["sides"]:
        assert sum(item["points"] for item in side["items"]) == side["total"] == sides[side["side"]]["total"]
        assert all(item["rule"] and item["text"] for item in side["items"])
    assert (row["rated"], row["mode"]) == (False, mode)
    wins, total = int(row["result"] == "win"), sides["allies"]["total"]
    counted = {ladder: {"level": ladder[1], "games": 1, "wins": wins, "best": total}}
    people = sorted({player.id for player in table.people})
    assert await levels_of(table, *people) == counted
    for player in people:
        assert await levels_of(table, player) == counted
        profile = (await table.client.get(f"/v1/players/{player}")).json()
        assert profile["ratings"] == []
        (statistics,) = profile["statistics"]
        assert (statistics["mode"], statistics["games"], statistics["wins"]) == (mode, 1, wins)


@pytest.mark.long
async def test_two_allies_play_a_story_to_the_end(client: httpx.AsyncClient, tmp_path: Path) -> None:
    table = await a_game(client, [None, None], **STORY)
    async with reading(client, f"{table.path}/stream", after=0) as reader:
        over = await plays_until(table)
        streamed = [told.data for told in await reader.take(over["version"])]
    entries = await entries_of(table)
    assert [entry["hash"] for entry in streamed] == [entry["hash"] for entry in entries]
    check_turns(entries)
    await check_explained(table)
    await check_result(table, ("ember_court", "medium"), "coop-2+medium+ember_court")
    await check_log(table, tmp_path)
    first, second = (player.id for player in table.people)
    shown = await data(client, LEVELS, id=first, others=[second])
    ladders = {each["ladder"]: each["levels"] for each in shown["player"]["levels"]["ladders"]}
    assert [level["games"] for level in ladders["ember_court"]] == [0, 1, 0, 0]


@pytest.mark.long
async def test_one_player_leads_two_allies_to_the_end(client: httpx.AsyncClient, tmp_path: Path) -> None:
    table = await a_game(client, [None], **SOLO)
    assert [player.seat for player in table.people] == [1, 2]
    await plays_until(table)
    check_turns(await entries_of(table))
    await check_explained(table)
    await check_result(table, ("vanilla", "easy"), "solo-2+easy")
    await check_log(table, tmp_path)


async def test_only_the_decider_answers_for_the_basilisk(client: httpx.AsyncClient) -> None:
    table = await a_game(client, [None, None], **STORY)
    game = await plays_until(table, decides_for_the_basilisk)
    (asked,) = game["actor"]["seats"]
    decider, other = table.at(asked), table.at(3 - asked)
    choice = (await moves_of(table, decider))["moves"]
    assert (await moves_of(table, other))["moves"] == []
    assert code(await table.does(other, "/moves", choice[0]), 422) == "not_your_turn"
    nominated = {"type": "nominate_decider", "seat": other.seat}
    assert (await table.does(other, "/moves", nominated)).status_code == 200
    assert (await table.read())["actor"]["seats"] == [decider.seat]
    assert (await table.does(decider, "/moves", nominated)).status_code == 200
    assert (await table.read())["actor"]["seats"] == [other.seat]
    assert (await moves_of(table, decider))["moves"] == []
    assert (await moves_of(table, other))["moves"] == choice
    assert code(await table.does(decider, "/moves", choice[0]), 422) == "not_your_turn"
    answer = await table.does(other, "/moves", choice[0])
    assert answer.status_code == 200, answer.text
    assert await plays_until(table, plays_own_turn(1))


async def test_a_nomination_disturbs_neither_undo_nor_if_match(client: httpx.AsyncClient) -> None:
    table = await a_game(client, [None, None], **STORY)
    await plays_until(table, plays_own_turn(1))
    active, other = table.at(1), table.at(2)
    before = await moves_of(table, active)
    begun = await table.does(active, "/moves", before["moves"][0])
    assert begun.status_code == 200, begun.text
    known = await moves_of(table, active)
    assert known["undo"] is not None
    for seat in (2, 1):
        nominated = await table.does(other, "/moves", {"type": "nominate_decider", "seat": seat})
        assert nominated.status_code == 200, nominated.text
    now = await moves_of(table, active)
    assert now["version"] == known["version"] + 2
    assert {**now, "version": known["version"]} == known
    move, seen = known["moves"][0], {**active.headers, "If-Match": f'"{known["version"]}"'}
    accepted = await client.post(f"{table.path}/moves", json=move, headers=seen)
    assert accepted.status_code == 200, accepted.text
    undone = await table.does(active, "/undo", {"to": known["undo"]})
    assert undone.status_code == 200, undone.text
    assert (await moves_of(table, active))["moves"] == before["moves"]
    assert (await table.read())["view"]["enemy"]["nominations"][2] == 1


async def test_another_ally_decides_when_the_decider_resigns(client: httpx.AsyncClient) -> None:
    table = await a_game(client, [None, None], **STORY)
    game = await plays_until(table, decides_for_the_basilisk)
    (asked,) = game["actor"]["seats"]
    choice = (await moves_of(table, table.at(asked)))["moves"]
    assert (await table.does(table.at(asked), "/resign", {})).status_code == 200
    left = Table(client, table.id, (table.at(3 - asked),))
    (ally,) = left.people
    assert (await table.read())["actor"]["seats"] == [ally.seat]
    assert (await moves_of(left, ally))["moves"] == choice
    game = await plays_until(left, plays_own_turn(ally.seat))
    game = await plays_until(
        left, lambda later: bool(later["view"]["turn"]["number"] > game["view"]["turn"]["number"])
    )
    assert game["status"] == "active"


@pytest.mark.long
async def test_another_ally_decides_when_the_decider_runs_out_of_time(client: httpx.AsyncClient) -> None:
    """The shortest clock takes ten seconds."""
    table = await a_game(client, [None, None], clock={"seconds": 10}, **STORY)
    game = await plays_until(table, decides_for_the_basilisk)
    (asked,) = game["actor"]["seats"]
    other = table.at(3 - asked)
    choice = (await moves_of(table, table.at(asked)))["moves"]
    assert (await late_seats(table))[0] == [asked]
    assert (await moves_of(table, other))["moves"] == choice
    answer = await table.does(other, "/moves", choice[0])
    assert answer.status_code == 200, answer.text


async def late_seats(table: Table) -> list[list[int]]:
    """The seats that have run out of time, once there are any."""
    async with asyncio.timeout(PATIENCE):
        while True:
            events = [event for entry in await entries_of(table) for event in entry["events"]]
            if late := [event["seats"] for event in events if event["type"] == "seats_timed_out"]:
                return late
            await asyncio.sleep(0.2)


async def test_moves_undo_and_view_of_a_solo_player_follow_the_seat(client: httpx.AsyncClient) -> None:
    table = await a_game(client, [None], **SOLO)
    for seat in (1, 2):
        await plays_until(table, plays_own_turn(seat))
        player = table.at(seat)
        before = await moves_of(table, player)
        assert before["seat"] == seat
        begun = await table.does(player, "/moves", before["moves"][0])
        assert begun.status_code == 200, begun.text
        entry = (await table.read(None, "/events", after=before["version"]))["items"][0]
        assert entry["actor"] == f"seat:{seat}"
        known = await moves_of(table, player)
        assert (known["seat"], known["undo"]) == (seat, before["version"])
        undone = await table.does(player, "/undo", {})
        assert undone.status_code == 200, undone.text
        after = await moves_of(table, player)
        assert (after["seat"], after["moves"]) == (seat, before["moves"])
        view = (await table.read(player))["view"]
        assert view["turn"]["seat"] == seat
    refused = await table.does(table.at(2), "/moves", {"type": "nominate_decider", "seat": 1})
    assert code(refused, 422) == "wrong_step"


@pytest.mark.long
async def test_a_clock_of_a_solo_player_stops_only_the_seat_due(client: httpx.AsyncClient) -> None:
    """The shortest clock takes ten seconds."""
    table = await a_game(client, [None], clock={"seconds": 10}, **SOLO)
    await plays_until(table, plays_own_turn(2))
    assert (await late_seats(table))[0] == [2]
    entry = next(each for each in await entries_of(table) if each["events"][0]["type"] == "seats_timed_out")
    seats = (await table.read(None, "", at=entry["seq"]))["seats"]
    assert [seat["stand_in"] is not None for seat in seats] == [False, False, True]


@pytest.mark.parametrize(
    "seats, options, refused",
    [
        (1, {"mode": "coop"}, "player_count_not_allowed"),
        (4, {"mode": "coop"}, "player_count_not_allowed"),
        (2, {"mode": "solo"}, "player_count_not_allowed"),
        (2, {**STORY, "dragon": True}, "mode_combination_not_allowed"),
        (1, {**SOLO, "asymmetric": True}, "mode_combination_not_allowed"),
        (2, {"mode": "coop", "style": "vanilla"}, "missing_option"),
        (2, {"mode": "coop", "difficulty": "hard"}, "missing_option"),
        (2, {"mode": "coop", "difficulty": "hard", "style": "story"}, "missing_option"),
        (1, {"mode": "solo", "difficulty": "hard", "style": "vanilla"}, "missing_option"),
        (2, {**STORY, "basilisk_clan": "red"}, "option_not_applicable"),
        (2, {**STORY, "solo_allies": 1}, "option_not_applicable"),
        (1, {**SOLO, "scenario": "ember_court"}, "option_not_applicable"),
        (1, {**SOLO, "solo_allies": 3}, "unknown_id"),
    ],
)
async def test_wrong_options_are_refused_over_rest_and_graphql(
    client: httpx.AsyncClient, seats: int, options: dict[str, Any], refused: str
) -> None:
    _, headers = await sign_up(client)
    wish = {"ruleset": "phoenix", "seats": seats, "options": options}
    answer = await client.post("/v1/games", json=wish, headers=headers)
    assert code(answer, 422) == refused
    assert answer.json()["rule"] == "PP-M2"
    made = await ask(client, CREATE, headers, count=seats, options=graphql_options(options))
    assert made["data"]["result"] == {"__typename": "MoveRejected", "code": refused, "rule": "PP-M2"}


def graphql_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options as typed inputs: names in camel case, and the names of values in capitals."""
    return {
        name.split("_")[0] + "".join(map(str.title, name.split("_")[1:])): value.upper()
        if isinstance(value, str)
        else value
        for name, value in options.items()
    }


@pytest.mark.parametrize("mode", ["coop", "solo"])
async def test_a_form_for_new_games_follows_from_the_ruleset(client: httpx.AsyncClient, mode: str) -> None:
    """A client that knows no rules fills in what the modes require, and each such game is accepted."""
    rules = (await client.get("/v1/rulesets/phoenix")).json()
    options = {option["id"]: option for option in rules["options"]}
    modes = {each["id"]: each for each in rules["modes"]}
    _, headers = await sign_up(client)
    for style in ("vanilla", "story"):
        needed = [*modes[mode]["requires"], *modes[style]["requires"]]
        for last in (False, True):
            filled = {name: values_of(options[name])[-1 if last else 0] for name in needed}
            filled |= {name: values_of(options[name])[0] for name in modes[style]["admits"]}
            wish = {**filled, "mode": mode, "style": style}
            seats = modes[mode]["players"][-1 if last else 0]
            made = await client.post(
                "/v1/games", json={"ruleset": "phoenix", "seats": seats, "options": wish}, headers=headers
            )
            assert made.status_code == 201, (wish, made.text)
            assert made.json()["options"].items() >= wish.items()
    assert all(options[name]["name"] and options[name]["text"] for name in options)


def values_of(option: dict[str, Any]) -> list[Any]:
    """The values that the schema of an option lists."""
    schema = option["schema"]
    (kind,) = (each for each in schema["anyOf"] if each.get("type") != "null")
    if "$ref" in kind:
        kind = schema["$defs"][kind["$ref"].rpartition("/")[2]]
    found: list[Any] = kind["enum"]
    return found
