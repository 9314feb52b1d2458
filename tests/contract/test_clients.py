"""Clients that others' tools make of our documents: without a warning, sound, and good for a whole game."""

import asyncio
import json
import random
import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx
import pytest
from gql import Client, GraphQLRequest, gql
from gql.transport.httpx import HTTPXAsyncTransport
from gql.transport.websockets import WebsocketsTransport

from tests.support.node import FOLDER, project, script, tool
from tests.support.processes import PATIENCE

ROOT = Path(__file__).parents[2]
TYPESCRIPT = ("--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext")


def is_over(url: str, game: str, version: int) -> bool:
    """Whether the game was played to its end, by a log that holds."""
    shown = httpx.get(f"{url}/v1/games/{game}", timeout=PATIENCE).json()
    audit = httpx.get(f"{url}/v1/games/{game}/audit", timeout=PATIENCE).json()
    return (shown["status"], shown["version"], audit["ok"]) == ("finished", version, True)


@pytest.mark.long
def test_typescript_client_by_graphql_codegen_plays_and_follows_by_graphql_ws(
    system: str, tmp_path: Path
) -> None:
    for file in (FOLDER / "graphql-client").iterdir():
        shutil.copy(file, tmp_path)
    shutil.copy(ROOT / "schema" / "schema.graphql", tmp_path)
    folder = project(tmp_path)
    tool("graphql-codegen", "--config", "codegen.yml", cwd=folder, quiet=True)
    tool("tsc", *TYPESCRIPT, "game.ts", cwd=folder)
    for options, view in TYPESCRIPT_GAMES:
        told = json.loads(script("game.js", system, options, cwd=folder))
        assert told["seqs"] == list(range(1, told["version"] + 1))
        assert told["view"]["__typename"] == view
        assert told["score"]["final"]
        assert sorted(told["ranks"]) in ([1, 2], [1, 1])
        assert is_over(system, told["game"], told["version"])


TYPESCRIPT_GAMES = (
    ('{"bonfire": {}}', "BonfireView"),
    ('{"phoenix": {"asymmetric": true, "palaceAlt": true}}', "PhoenixView"),
)


@pytest.mark.long
def test_generated_openapi_python_client_has_valid_types_and_plays(system: str, tmp_path: Path) -> None:
    (tmp_path / "config.yml").write_text(PYTHON_CLIENT)
    (tmp_path / "game.py").write_text(PYTHON_GAME)
    document = str(ROOT / "schema" / "openapi.json")
    made = run("openapi_python_client", "generate", "--path", document, *CONFIGURED, cwd=tmp_path)
    assert made.splitlines() == [f"Generating {tmp_path / 'emberlog_api'}"]
    run("mypy", "--strict", "emberlog_api", "game.py", cwd=tmp_path)
    for ruleset in ("bonfire", "phoenix"):
        game, version = run("game", system, ruleset, cwd=tmp_path).split()
        assert is_over(system, game, int(version))


CONFIGURED = ("--config", "config.yml", "--meta", "none")
# A log is lines of JSON, for which the generator has no parser: it gives them out as text.
PYTHON_CLIENT = """
package_name_override: emberlog_api
content_type_overrides: {application/x-ndjson: text/plain}
post_hooks: []
"""
PYTHON_GAME = """
import random, sys, time
from emberlog_api import AuthenticatedClient, Client
from emberlog_api.api.games import create_game, show_game, show_score
from emberlog_api.api.lobby import join_game, start_game
from emberlog_api.api.play import list_moves, play_move
from emberlog_api.api.players import sign_up
from emberlog_api.models import Game, GameStatus, LegalMoves, NewGame, NewPlayer, Played, PlayedOn, SignedUp
from emberlog_api.models import GameScore, Joining

url = sys.argv[1]


def player(name: str) -> AuthenticatedClient:
    told = sign_up.sync(client=Client(url), body=NewPlayer(name))
    assert isinstance(told, SignedUp), told
    return AuthenticatedClient(url, told.token)


def play(client: AuthenticatedClient) -> None:
    asked = list_moves.sync(game.id, client=client)
    assert isinstance(asked, LegalMoves), asked
    if asked.moves:
        body, version = random.choice(asked.moves), f'"{asked.version}"'
        told = play_move.sync(game.id, client=client, body=body, if_match=version)
        assert isinstance(told, Played | PlayedOn), told


def look() -> Game:
    told = show_game.sync(game.id, client=ada)
    assert isinstance(told, Game), told
    return told


ada, ben = player("Ada"), player("Ben")
made = create_game.sync(client=ada, body=NewGame(sys.argv[2], 2))
assert isinstance(made, Game), made
game = made
assert isinstance(join_game.sync(game.id, client=ben, body=Joining(nonce="four")), Played)
assert isinstance(start_game.sync(game.id, client=ada), Played)
while look().status is GameStatus.ACTIVE:
    play(ada)
    play(ben)
while (over := look()).status is not GameStatus.FINISHED:
    time.sleep(0.1)
score = show_score.sync(game.id, client=ben)
assert isinstance(score, GameScore) and score.final and len(score.score.seats) == 2, score
print(over.id, over.version)
"""


def run(module: str, *arguments: str, cwd: Path) -> str:
    """What a Python module says, which must not fail."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "options, seats",
    [("{bonfire: {}}", "{count: 1}"), ("{phoenix: {asymmetric: true}}", '{places: ["me", "bot:random"]}')],
)
def test_python_client_by_gql_plays_and_follows(system: str, options: str, seats: str) -> None:
    game, version, seqs = asyncio.run(played_by_gql(system, CREATE % (options, seats)))
    assert seqs == list(range(1, version + 1))
    assert is_over(system, game, version)


SIGN_UP = 'mutation { signUp(name: "Ada") { ... on SignedUp { token } } }'
CREATE = "mutation { createGame(options: %s, seats: %s) { ... on Game { id } } }"
START = "mutation ($game: ID!) { startGame(gameId: $game) { ... on MoveAccepted { version } } }"
MOVES = "query ($game: ID!) { game(id: $game) { status version moves { moves { input } } } }"
PLAY = """mutation ($game: ID!, $move: MoveInput!) {
  playMove(gameId: $game, move: $move) { __typename ... on Refusal { code message } } }"""
FOLLOW = "subscription ($game: ID!) { gameEvents(gameId: $game) { ... on Entry { seq } } }"


async def played_by_gql(url: str, create: str) -> tuple[str, int, list[int]]:
    """A game against Tom or a bot: its id, its version at the end, and the entries told meanwhile."""
    async with Client(
        transport=HTTPXAsyncTransport(f"{url}/graphql", timeout=PATIENCE), execute_timeout=PATIENCE
    ) as session:
        token = (await session.execute(gql(SIGN_UP)))["signUp"]["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    calls = HTTPXAsyncTransport(f"{url}/graphql", headers=bearer, timeout=PATIENCE)
    address = f"{url.replace('http', 'ws')}/graphql"
    socket = WebsocketsTransport(address, init_payload=bearer, connect_timeout=PATIENCE, ack_timeout=PATIENCE)
    # The schema is asked for, and every operation checked against it before it is sent.
    async with (
        Client(transport=calls, fetch_schema_from_transport=True, execute_timeout=PATIENCE) as session,
        Client(transport=socket, execute_timeout=PATIENCE) as follower,
    ):
        game = (await session.execute(gql(create)))["createGame"]["id"]
        follow = GraphQLRequest(FOLLOW, variable_values={"game": game})
        told = asyncio.create_task(all_of(follower.subscribe(follow)))
        await session.execute(GraphQLRequest(START, variable_values={"game": game}))
        version = await played_out(session, game)
        return game, version, [item["gameEvents"]["seq"] for item in await told]


async def played_out(session: Any, game: str) -> int:
    chance = random.Random(1)
    asked, play = GraphQLRequest(MOVES, variable_values={"game": game}), GraphQLRequest(PLAY)
    while (shown := (await session.execute(asked))["game"])["status"] != "FINISHED":
        if moves := shown["moves"]["moves"]:
            play.variable_values = {"game": game, "move": chance.choice(moves)["input"]}
            done = await session.execute(play)
            assert done["playMove"]["__typename"] == "MoveAccepted", done
        else:
            await asyncio.sleep(0.05)
    return int(shown["version"])


async def all_of(stream: AsyncGenerator[dict[str, Any], None]) -> list[dict[str, Any]]:
    return [item async for item in stream]
