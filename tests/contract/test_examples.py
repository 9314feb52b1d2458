"""The Python client, and the bot under docs/examples that uses it, on a running system."""

import re
import socket
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import jsonpatch
import pytest
from emberlog_client import AsyncClient, Client, Problem, commitment

from tests.support.processes import PATIENCE, eventually
from tests.support.service import METRICS_TOKEN, bearer, served

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
OVER = re.compile(r"(g_\w+) is over after (\d+) entries, -?\d+ : -?\d+, ranks \[\d, \d\]")


@pytest.fixture
def ada(system: str) -> Iterator[Client]:
    yield from signed_up(system, "Ada")


@pytest.fixture
def ben(system: str) -> Iterator[Client]:
    yield from signed_up(system, "Ben")


def signed_up(url: str, name: str) -> Iterator[Client]:
    with Client(url) as client:
        client.sign_up({"name": name})
        yield client


def bot(url: str, *arguments: str) -> list[str]:
    """What the bot prints; it must end by itself and in peace."""
    command = [sys.executable, str(EXAMPLES / "bot.py"), "--url", url, "--seed", "1", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_bot_says_in_a_sentence_that_no_server_answers() -> None:
    command = [sys.executable, str(EXAMPLES / "bot.py"), "--url", "http://127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    told = "No server answers at http://127.0.0.1:1; `make serve` starts one.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", told)


SOLO = '{"mode": "solo", "difficulty": "easy", "style": "vanilla", "solo_allies": 1}'


@pytest.mark.parametrize(
    "arguments",
    [
        ("--against", "automa", "--dry-runs", "2"),
        ("--ruleset", "phoenix", "--against", "bot:random", "--dry-runs", "0"),
        ("--ruleset", "phoenix", "--against", "automa", "--options", SOLO, "--dry-runs", "0"),
    ],
    ids=["bonfire", "phoenix", "phoenix-basilisk"],
)
def test_the_bot_plays_a_game_and_stops(system: str, arguments: tuple[str, ...]) -> None:
    hello, over = bot(system, "--name", "Ember", *arguments)
    assert hello.startswith("Ember is p_")
    found = OVER.fullmatch(over)
    assert found is not None
    game = httpx.get(f"{system}/v1/games/{found[1]}", timeout=PATIENCE).json()
    assert (game["status"], game["version"]) == ("finished", int(found[2]))


def test_two_bots_find_each_other(system: str) -> None:
    def is_open() -> bool:
        answer = httpx.get(f"{system}/v1/games?status=lobby&first=100", timeout=PATIENCE)
        return any(game["options"]["auto_start"] for game in answer.json()["items"])

    with ThreadPoolExecutor() as threads:
        one = threads.submit(bot, system, "--dry-runs", "0")
        eventually(is_open)
        other = threads.submit(bot, system, "--dry-runs", "0")
    assert OVER.fullmatch(one.result()[-1])
    assert one.result()[-1] == other.result()[-1]


class Relay(socketserver.ThreadingTCPServer):
    """A connection to the server that can be cut."""

    daemon_threads = True

    def __init__(self, url: str) -> None:
        super().__init__(("127.0.0.1", 0), socketserver.BaseRequestHandler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.target = ("127.0.0.1", int(url.rpartition(":")[2]))
        self.connections: list[socket.socket] = []

    def finish_request(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
        with socket.create_connection(self.target) as server:
            self.connections += [request, server]
            back = threading.Thread(target=pour, args=(server, request), daemon=True)
            back.start()
            pour(request, server)
            back.join()

    def cut(self) -> None:
        for connection in self.connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.connections.clear()


def pour(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while chunk := source.recv(65536):
            target.sendall(chunk)
        target.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def relay(system: str) -> Iterator[Relay]:
    with Relay(system) as relay:
        threading.Thread(target=relay.serve_forever, kwargs={"poll_interval": 0.05}).start()
        yield relay
        relay.cut()
        relay.shutdown()


def test_the_client_follows_a_game_through_broken_connections(ada: Client, ben: Client, relay: Relay) -> None:
    game = ada.create_game({"ruleset": "bonfire", "seats": 2})["id"]
    ben.join_game(game, {"nonce_hash": commitment("four")})
    ada.start_game(game)
    assert ben.reveal_nonce(game, {"nonce": "four"})["version"] == 4
    with Client(relay.url) as spectator:
        seen: Any = spectator.show_game(game)
        with closing(spectator.stream(game, after=4, patch=True)) as entries:
            for seq in (5, 6, 7, 8):
                who = next(player for player in (ada, ben) if player.list_moves(game)["moves"])
                asked = who.list_moves(game)
                assert who.play(game, asked["moves"][0], version=asked["version"])["version"] == seq
                entry = next(entries)
                assert entry["seq"] == seq
                seen = jsonpatch.apply_patch(seen, entry["patch"])
                assert seen["view"] == spectator.show_game(game)["view"]
                relay.cut()
        assert [entry["seq"] for entry in spectator.events(game)] == list(range(1, 9))


def test_client_learns_of_a_game_that_ended_while_it_was_disconnected(ada: Client, relay: Relay) -> None:
    game = ada.create_game({"ruleset": "bonfire", "seats": 1})["id"]
    ada.start_game(game)
    with Client(relay.url, ada.token) as away, closing(away.news()) as news:
        assert next(news)["game"] == game
        relay.cut()
        ada.resign(game)
        eventually(lambda: ada.show_game(game)["status"] == "finished")
        over = next(each for each in news if each["status"] == "finished")
    assert (over["game"], over["due"]) == (game, False)


def test_client_reports_refusals_and_undoes_moves(ada: Client) -> None:
    with pytest.raises(Problem, match="422 unknown_ruleset") as refused:
        ada.create_game({"ruleset": "chess", "seats": 2})
    assert refused.value.status == 422
    solo = ada.create_game({"ruleset": "bonfire", "seats": 1})["id"]
    ada.start_game(solo)
    eventually(lambda: ada.list_moves(solo)["moves"])
    asked = ada.list_moves(solo)
    trial = ada.dry_run(solo, asked["moves"][0])
    played = ada.play(solo, asked["moves"][0], version=asked["version"])
    assert played["events"][: len(trial["events"])] == trial["events"]
    with pytest.raises(Problem, match="412"):
        ada.play(solo, asked["moves"][0], version=1)
    if (back := ada.list_moves(solo)["undo"]) is not None:
        ada.undo(solo, {"to": back})
        assert ada.list_moves(solo)["moves"] == asked["moves"]
    assert ada.show_score(solo)["final"] is False


def test_client_pages_through_lists(ada: Client) -> None:
    player = ada.show_me()["id"]
    made = [ada.create_game({"ruleset": "bonfire", "seats": 2})["id"] for _ in range(3)]
    assert [game["id"] for game in ada.games(status="lobby", player=player)] == made[::-1]
    assert [game["id"] for game in ada.list_games(player=player, first=1)["items"]] == made[-1:]


def test_request_with_the_same_key_takes_effect_once(ada: Client) -> None:
    one, other = (ada.create_game({"ruleset": "bonfire", "seats": 2}, key="my-game")["id"] for _ in range(2))
    assert one == other


def test_client_repeats_a_request_whose_connection_broke(ada: Client, relay: Relay) -> None:
    with Client(relay.url, ada.token) as client:
        client.show_me()
        relay.cut()  # the connection in the pool is dead now
        game = client.create_game({"ruleset": "bonfire", "seats": 2})
        assert [listed["id"] for listed in client.games(player=client.show_me()["id"])] == [game["id"]]


@pytest.mark.anyio
async def test_asynchronous_client_plays_and_follows_a_whole_game(system: str) -> None:
    async with AsyncClient(system) as ada:
        await ada.sign_up({"name": "Ada"})
        game = (await ada.create_game({"ruleset": "bonfire", "seats": ["me", "bot:random"]}))["id"]
        await ada.start_game(game)
        seqs = []
        async with aclosing(ada.stream(game)) as entries:
            async for entry in entries:
                seqs.append(entry["seq"])
                asked = await ada.list_moves(game)
                if asked["moves"] and asked["version"] == entry["seq"]:
                    await ada.play(game, asked["moves"][0], version=asked["version"])
        assert (await ada.show_score(game))["final"]
        assert seqs == list(range(1, (await ada.show_game(game))["version"] + 1))
        assert [entry["seq"] async for entry in ada.events(game)] == seqs
        assert len([line async for line in ada.log(game)]) == len(seqs) + 1


def test_client_waits_when_it_exceeds_the_rate_limit(redis_url: str) -> None:
    with served(redis_url, rate_per_token=2, rate_burst=3) as (host, port):
        for ada in signed_up(f"http://{host}:{port}", "Ada"):
            game = ada.create_game({"ruleset": "bonfire", "seats": 2})["id"]
            assert [ada.show_game(game)["version"] for _ in range(6)] == [1] * 6
        refused = httpx.get(
            f"http://{host}:{port}/metrics", headers=bearer(METRICS_TOKEN), timeout=PATIENCE
        ).text
        assert 'status="429"' in refused
