"""Names and handles: no unseen characters, and names that look alike are told apart."""

import asyncio

import httpx
import pytest
import redis

from service.accounts.names import clean_name, handle_of, skeleton
from service.accounts.search import PlayerNames
from service.errors import Malformed
from service.store import RedisConnection, connect, keys
from tests.support.service import bearer, sign_up

pytestmark = pytest.mark.anyio

CYRILLIC_ADA = "\u0410d\u0430"


@pytest.mark.parametrize(
    "text,name",
    [
        ("\uff21\uff44\uff41", "Ada"),
        ("A\u030angstro\u0308m", "\u00c5ngstr\u00f6m"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("\u2764\ufe0f Ada", "\u2764 Ada"),
        ("\ufb01re", "fire"),
        ("\U0001f469\u200d\U0001f680 Sally", "\U0001f469\u200d\U0001f680 Sally"),
    ],
)
def test_name_is_stored_in_its_compatibility_form(text: str, name: str) -> None:
    assert clean_name(text, "$.name") == name


@pytest.mark.parametrize(
    "text",
    [
        *("A\u200bda", "Ada\u200d", "A\u00adda", "\u2066Ada\u2069", "\u202eadA", "A\u2060da", "\ufeffAda"),
        *("A\u3164da", "Ada\u115f", "A\u034fda", "Ada\U000e0041", "Ada\U000e0101", "A\u2800da", "A\tda"),
        *("A\u180eda", "\u2764\u200da", "\u2764\u200d", "@ada", "\uff20ada"),
    ],
)
def test_invisible_and_bidirectional_characters_are_refused(text: str) -> None:
    with pytest.raises(Malformed):
        clean_name(text, "$.name")


def test_marks_stacked_on_a_letter_are_refused() -> None:
    assert clean_name("Vie\u0323\u0302t", "$.name") == "Vi\u1ec7t"
    with pytest.raises(Malformed) as refused:
        clean_name("A" + 5 * "\u0301", "$.name")
    assert (refused.value.details["reason"], refused.value.details["most"]) == ("stacked_marks", 4)


@pytest.mark.parametrize(
    "one,other",
    [
        ("Ada", CYRILLIC_ADA),
        ("paypal", "p\u0430yp\u0430l"),
        ("tom", "torn"),
        ("l", "1"),
        ("\u0192", "f"),  # so since Unicode 16
    ],
)
def test_texts_that_look_alike_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert skeleton("Ada") != skeleton("Ben")


@pytest.mark.parametrize(
    "name,handle",
    [
        ("Ada Lovelace", "ada-lovelace"),
        (CYRILLIC_ADA, "ada"),
        ("Jürgen!", "jurgen"),
        ("\u68ee", "player"),
        ("x" * 40, "x" * 20),
        ("\u2764", "player"),
    ],
)
def test_a_handle_is_made_from_the_name(name: str, handle: str) -> None:
    assert handle_of(name) == handle


async def handle(client: httpx.AsyncClient, player: str) -> str:
    return str((await client.get(f"/v1/players/{player}")).json()["handle"])


async def test_players_with_names_that_look_alike_have_different_handles(client: httpx.AsyncClient) -> None:
    signed = [await sign_up(client, name) for name in ("Ada", "Ada", CYRILLIC_ADA)]
    handles = [await handle(client, player) for player, _ in signed]
    assert handles[0] == "ada"
    assert all(other.startswith("ada-") for other in handles[1:])
    assert len({skeleton(each) for each in handles}) == 3
    me = (await client.get("/v1/me", headers=signed[0][1])).json()
    assert me["handle"] == "ada"


async def test_a_handle_stays_when_the_name_changes(client: httpx.AsyncClient) -> None:
    answer = (await client.post("/v1/players", json={"name": "Ada"})).json()
    renamed = await client.patch("/v1/me", json={"name": "Ben"}, headers=bearer(answer["token"]))
    assert (renamed.json()["name"], renamed.json()["handle"]) == ("Ben", "ada")


async def test_players_are_found_by_the_beginning_of_their_handle(client: httpx.AsyncClient) -> None:
    player, _ = await sign_up(client, "Ada Lovelace")
    await sign_up(client, "Ben")
    for text in ("@ada", "@ADA-love", "\uff20ada-lovelace"):
        found = (await client.get("/v1/players", params={"name": text})).json()["items"]
        assert [each["id"] for each in found] == [player]
    assert (await client.get("/v1/players", params={"name": "@lovelace"})).json()["items"] == []


async def test_account_created_before_handles_existed_gets_one(
    client: httpx.AsyncClient, redis_url: str
) -> None:
    read, rebuilt = [(await sign_up(client, name))[0] for name in ("Ada", "Ben")]
    link = redis.Redis.from_url(redis_url)
    for player, letter in ((read, "a"), (rebuilt, "b")):
        link.hdel(keys.player(player), "handle")
        link.delete(keys.handles(letter))
    link.delete(keys.names("@"))
    given = await asyncio.gather(*(handle(client, read) for _ in range(8)))
    assert set(given) == {"ada"}
    connection = RedisConnection(connect(redis_url))
    assert await PlayerNames(connection).rebuild() == 2
    await connection.close()
    assert link.hget(keys.player(rebuilt), "handle") == b"ben"
    found = (await client.get("/v1/players", params={"name": "@"})).json()["items"]
    assert [each["handle"] for each in found] == ["ada", "ben"]
