"""What GraphQL answers is what REST answers, field by field, for whoever asks."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from graphql import GraphQLEnumType, GraphQLList, GraphQLNonNull, GraphQLObjectType
from strawberry.utils.str_converters import to_camel_case

from tests.support.games import a_game
from tests.support.graphql import SCHEMA, data, everything
from tests.support.service import FREELY, service

pytestmark = pytest.mark.anyio

GAME = f"query ($id: ID!, $at: Int) {{ game(id: $id, at: $at) {everything('Game')} }}"
EVENTS = f"""query ($id: ID!, $first: Int!, $after: String) {{ game(id: $id) {{
  events(first: $first, after: $after) {{ edges {{ cursor node {everything("Entry")} }}
    pageInfo {{ hasNextPage hasPreviousPage startCursor endCursor }} }} }} }}"""
LISTED = f"{{ games(first: 100) {{ nodes {everything('ListedGame')} }} }}"
SCORE = f"query ($id: ID!) {{ game(id: $id) {{ score {everything('GameScore')} }} }}"


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url, graphql_tokens=100_000, graphql_cost=10**9, **FREELY) as client:
        yield client


def same(told: Any, rest: Any, type_: Any, where: str) -> None:
    """Refuses a value of GraphQL that is not that of REST; enums go by name."""
    if isinstance(type_, GraphQLNonNull):
        assert told is not None, where
        type_ = type_.of_type
    if rest is None or told is None:
        assert told is rest is None, where
    elif isinstance(type_, GraphQLList):
        assert len(told) == len(rest), where
        for n, (left, right) in enumerate(zip(told, rest)):
            same(left, right, type_.of_type, f"{where}[{n}]")
    elif isinstance(type_, GraphQLEnumType):
        assert type_.values[told].value == rest, where
    elif isinstance(rest, dict) and told != rest:
        _same_fields(told, rest, type_, where)
    else:
        assert told == rest, where


def _name_in(told: dict[str, Any], name: str) -> str:
    """The name of a field in GraphQL, which adds to it where fields of one name have different types."""
    longer = (key for key in told if key.startswith(name) or key.endswith(name.capitalize()))
    return name if name in told else next(longer, name)


def _same_fields(told: dict[str, Any], rest: dict[str, Any], type_: Any, where: str) -> None:
    if not isinstance(type_, GraphQLObjectType):
        type_ = SCHEMA.type_map[told["__typename"]]
    named = {_name_in(told, to_camel_case(name)): value for name, value in rest.items()}
    own = {name: value for name, value in named.items() if value is not None or name in told}
    assert own.keys() <= told.keys(), (where, own.keys() - told.keys())
    for name, value in told.items():
        if name in own:
            same(value, own[name], type_.fields[name].type, f"{where}.{name}")
        else:
            assert name == "__typename" or not value, f"{where}.{name}"


async def read(client: httpx.AsyncClient, path: str, headers: dict[str, str] | None, **query: Any) -> Any:
    answer = await client.get(path, headers=headers, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_game_equals_rest_for_every_seat_and_a_spectator(client: httpx.AsyncClient) -> None:
    table = await a_game(client, seats=3)
    for seed in range(4):
        for headers in (*table.headers, None):
            rest = await read(client, table.path, headers)
            told = (await data(client, GAME, headers, id=table.id))["game"]
            same(told, rest, SCHEMA.type_map["Game"], "game")
        await table.play_on(20, seed)
    rest = await read(client, table.path, table.headers[0], at=7)
    told = (await data(client, GAME, table.headers[0], id=table.id, at=7))["game"]
    same(told, rest, SCHEMA.type_map["Game"], "game")


async def test_lobby_equals_rest(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    rest = await read(client, table.path, None, at=1)
    told = (await data(client, GAME, None, id=table.id, at=1))["game"]
    same(told, rest, SCHEMA.type_map["Game"], "game")


async def test_entries_equal_rest_and_their_cursor_is_the_version(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    await table.play_on(50)
    for headers in (table.headers[0], None):
        rest = (await read(client, f"{table.path}/events", headers, first=100))["items"]
        entries, after = [], None
        while True:
            page = (await data(client, EVENTS, headers, id=table.id, first=17, after=after))["game"]["events"]
            assert page["pageInfo"]["hasPreviousPage"] == (after is not None)
            entries += page["edges"]
            after = page["pageInfo"]["endCursor"]
            if not page["pageInfo"]["hasNextPage"]:
                break
        assert [edge["cursor"] for edge in entries] == [str(entry["seq"]) for entry in rest]
        for edge, entry in zip(entries, rest, strict=True):
            edge["node"].pop("text")
            same(edge["node"], entry, SCHEMA.type_map["Entry"], f"entry {entry['seq']}")


async def test_lists_and_scores_equal_rest(client: httpx.AsyncClient) -> None:
    tables = [await a_game(client) for _ in range(3)]
    rest = (await read(client, "/v1/games", None))["items"]
    told = (await data(client, LISTED))["games"]["nodes"]
    assert [row["id"] for row in told] == [table.id for table in reversed(tables)]
    for row, item in zip(told, rest, strict=True):
        same(row, item, SCHEMA.type_map["ListedGame"], "row")
    await tables[0].play_on(10)
    rest = await read(client, f"{tables[0].path}/score", None)
    told = (await data(client, SCORE, None, id=tables[0].id))["game"]["score"]
    same(told, rest, SCHEMA.type_map["GameScore"], "score")


async def test_games_are_filtered_and_paged(client: httpx.AsyncClient) -> None:
    tables = [await a_game(client) for _ in range(3)]
    query = """query ($after: String, $status: GameStatus, $player: ID) {
      games(first: 2, after: $after, status: $status, player: $player) {
        edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }"""
    first = (await data(client, query))["games"]
    assert first["pageInfo"]["hasNextPage"]
    rest = (await data(client, query, after=first["pageInfo"]["endCursor"]))["games"]
    found = [edge["node"]["id"] for edge in (*first["edges"], *rest["edges"])]
    assert found == [table.id for table in reversed(tables)]
    assert not rest["pageInfo"]["hasNextPage"]
    assert (await data(client, query, status="LOBBY"))["games"]["edges"] == []
    own = (await data(client, query, status="ACTIVE", player=tables[1].players[0]))["games"]["edges"]
    assert [edge["node"]["id"] for edge in own] == [tables[1].id]


async def test_selections_with_directives_aliases_and_fragments_read_the_same_values(
    client: httpx.AsyncClient,
) -> None:
    """A directive is read the ordinary way."""
    table = await a_game(client)
    await table.play_on(12)
    plain = """query ($id: ID!, $yes: Boolean = true) { game(id: $id) { view { ...V } } }
      fragment V on BonfireView { phase board { portals } cities { ...C own: seat tiles { ship } } }
      fragment C on BonfireCityView { seat tiles { task } guardians { who: guardian at } } """
    slow = plain.replace("phase", "phase @include(if: $yes)").replace(
        "own: seat", "own: seat @skip(if: false)"
    )
    quick = await data(client, plain.replace(", $yes: Boolean = true", ""), id=table.id)
    assert quick == await data(client, slow, id=table.id)
    city = quick["game"]["view"]["cities"][0]
    assert list(city) == ["seat", "tiles", "guardians", "own"]
    assert list(city["tiles"]) == ["task", "ship"]


async def test_hidden_information_stays_hidden(client: httpx.AsyncClient) -> None:
    table = await a_game(client)
    query = """query ($id: ID!) { game(id: $id) { seed events(first: 100) { nodes { events {
      ... on BonfirePathsShuffled { piles pileSizes } ... on BonfireOfferingsShuffled { offeringsLeft }
      ... on BonfireSpecialistsShuffled { gnomePile } } } } } }"""
    for headers in (*table.headers, None):
        game = (await data(client, query, headers, id=table.id))["game"]
        assert game["seed"] is None
        events = [event for entry in game["events"]["nodes"] for event in entry["events"] if event]
        assert {event[name] for event in events for name in event if name != "pileSizes"} == {None}
        assert any("pileSizes" in event for event in events)


async def test_rulesets_equal_rest(client: httpx.AsyncClient) -> None:
    query = f"query ($name: String!) {{ ruleset(name: $name) {everything('Ruleset')} rulesets {{ name }} }}"
    for language in ("en", "de"):
        headers = {"Accept-Language": language}
        rest = await read(client, "/v1/rulesets/bonfire", headers)
        told = await data(client, query, headers, name="bonfire")
        same(told["ruleset"], rest, SCHEMA.type_map["Ruleset"], "ruleset")
        assert told["rulesets"] == [{"name": "bonfire"}, {"name": "phoenix"}]


def test_comparison_detects_differences() -> None:
    with pytest.raises(AssertionError):
        same({"seat": 1}, {"seat": 2}, SCHEMA.type_map["Seat"], "seat")
    with pytest.raises(AssertionError):
        same({"seat": 1}, {"seat": 1, "bot": "x"}, SCHEMA.type_map["Seat"], "seat")
