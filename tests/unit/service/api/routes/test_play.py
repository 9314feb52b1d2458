"""Moves through the API: listed, played, tried, taken back; versions and idempotency keys."""

from typing import Any

import httpx
import jsonpatch
import msgspec
import pytest

from service.store import Store
from tests.support.games import Table, a_game
from tests.support.service import code, sign_up
from tests.unit.service.api.test_hostile_requests import BODIES

pytestmark = pytest.mark.anyio

KEEP = {"type": "choose_start_fate_tile", "swap": False, "rotation": 0}
SWAP = {"type": "choose_start_fate_tile", "swap": True, "rotation": 180}
END = {"type": "end_turn"}


@pytest.fixture
async def game(client: httpx.AsyncClient) -> Table:
    return await a_game(client)


async def post(game: Table, move: Any, query: str = "", **headers: str) -> httpx.Response:
    return await game.client.post(
        f"{game.path}/moves{query}", json=move, headers={**await game.due(), **headers}
    )


async def moves(game: Table, seat: int) -> dict[str, Any]:
    listed: dict[str, Any] = (await game.client.get(f"{game.path}/moves", headers=game.headers[seat])).json()
    return listed


async def test_every_listed_move_can_be_played_unchanged(game: Table) -> None:
    for seed in range(10):
        headers = await game.due()
        for move in await game.moves(headers):
            tried = await post(game, move, "?dry_run=true")
            assert tried.status_code == 200, (move, tried.text)
        await game.play_on(1, seed)


async def test_moves_have_version_since_seat_and_undo(game: Table) -> None:
    first = await moves(game, 0)
    assert (first["version"], first["since"], first["seat"], first["undo"]) == (3, 3, 0, None)
    assert first["moves"]
    waiting = await moves(game, 1)
    assert (waiting["version"], waiting["since"], waiting["seat"], waiting["moves"]) == (3, 3, 1, [])
    await game.play(game.headers[0], KEEP)
    assert ((await moves(game, 0))["undo"], (await moves(game, 1))["since"]) == (3, 3)


async def test_caller_without_a_seat_has_no_moves(game: Table) -> None:
    _, stranger = await sign_up(game.client)
    listed = (await game.client.get(f"{game.path}/moves", headers=stranger)).json()
    assert (listed["seat"], listed["moves"]) == (None, [])
    answer = await game.client.post(f"{game.path}/moves", json=KEEP, headers=stranger)
    assert code(answer, 403) == "not_seated"


async def test_move_returns_its_version_and_events(game: Table) -> None:
    answer = await post(game, KEEP)
    played = answer.json()
    assert (played["version"], answer.headers["etag"]) == (4, '"4"')
    assert [event["type"] for event in played["events"]][:2] == ["action_taken", "start_fate_tile_chosen"]
    assert (await game.read())["version"] == 4


async def test_a_refusal_has_code_rule_details_and_a_sentence(game: Table) -> None:
    answer = await game.client.post(f"{game.path}/moves", json=KEEP, headers=game.headers[1])
    assert code(answer, 422) == "not_your_turn"
    problem = answer.json()
    assert (problem["rule"], problem["details"]) == ("BF-T1", {"seat": 0})
    assert problem["detail"] == "It is not your turn."
    german = await game.client.post(
        f"{game.path}/moves", json=KEEP, headers=game.headers[1] | {"Accept-Language": "de"}
    )
    assert german.json()["detail"] == "Du bist nicht am Zug."
    assert german.headers["content-language"] == "de"


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"type": "fly"},
        {"type": None},
        {"type": "end_turn", "extra": 1},
        {"type": "choose_start_fate_tile", "swap": "yes"},
        {"type": "choose_start_fate_tile", "swap": None, "rotation": 2**60},
        {"type": "undo"},
        {"type": "resign"},
        {"type": "take_turn"},
        {"type": "score_game"},
        {"type": "create_game", "game": "g_x", "options": {}, "places": []},
        {"type": "discard_action_tiles", "tiles": ["ship"] * 101},
        {"type": "place_fate_tile", "anchor": {"row": 99, "column": 1}},
        [KEEP],
    ],
)
async def test_unknown_move_is_malformed(game: Table, move: Any) -> None:
    assert code(await post(game, move), 400) == "malformed"
    assert (await game.read())["version"] == 3


@pytest.mark.parametrize("move", [END, {"type": "move_ship", "to": "nowhere"}, {"type": "pass"}])
async def test_a_move_at_the_wrong_step_changes_nothing(game: Table, move: Any) -> None:
    assert code(await post(game, move), 422) == "wrong_step"
    assert (await game.read())["version"] == 3


async def test_dry_run_returns_events_and_score_and_stores_nothing(game: Table) -> None:
    tried = (await post(game, KEEP, "?dry_run=true")).json()
    assert (tried["version"], tried["stopped"]) == (3, False)
    assert [change["seat"] for change in tried["score"]] == [0, 1]
    assert all(change["change"] == change["after"] - change["before"] for change in tried["score"])
    assert (await game.read())["version"] == 3
    assert (await post(game, KEEP)).json()["events"] == tried["events"]


async def test_dry_run_has_the_same_sentences_as_the_move(game: Table) -> None:
    tried = (await post(game, KEEP, "?dry_run=true&text=true&lang=de")).json()
    assert tried["text"]
    assert tried["text"] == (await post(game, KEEP, "?text=true&lang=de")).json()["text"]


async def test_dry_run_is_refused_like_the_move(game: Table) -> None:
    assert code(await post(game, END, "?dry_run=true"), 422) == "wrong_step"
    assert code(await post(game, KEEP, "?dry_run=true", **{"If-Match": '"2"'}), 412) == "version_conflict"
    assert code(await post(game, KEEP, "?dry_run=perhaps"), 400) == "malformed"


async def test_dry_runs_lead_to_a_whole_move_without_storing_its_parts(game: Table) -> None:
    begun: dict[str, Any] = {"type": KEEP["type"]}
    while (tried := (await post(game, begun, "?dry_run=true")).json())["asks"] is not None:
        assert not tried["complete"]
        field = tried["asks"]["field"]
        assert tried["moves"]
        assert all(field in move and begun.items() <= move.items() for move in tried["moves"])
        begun = tried["moves"][0]
    assert tried["complete"]
    assert tried["moves"] == []
    assert (await game.read())["version"] == 3
    assert (await post(game, begun)).json()["events"] == tried["events"]
    assert (await game.read())["version"] == 4


async def test_dry_run_says_which_kinds_of_values_the_next_field_takes(game: Table) -> None:
    begun = ({"type": KEEP["type"]}, {"type": KEEP["type"], "swap": False})
    asked = [(await post(game, move, "?dry_run=true")).json()["asks"] for move in begun]
    assert asked == [
        {"field": "swap", "takes": ["yes_no"], "many": False},
        {"field": "rotation", "takes": ["number"], "many": False},
    ]


async def test_dry_run_describes_the_next_answers_by_themselves(game: Table) -> None:
    begun = {"type": KEEP["type"], "swap": False}
    tried = (await post(game, begun, "?dry_run=true&about=true&lang=de")).json()
    assert [each["label"] for each in tried["about"]] == ["Ausrichtung: 0", "Ausrichtung: 180"]
    assert len(tried["about"]) == len(tried["moves"])
    assert "patch" not in tried
    assert "about" not in (await post(game, begun, "?dry_run=true")).json()


async def test_dry_run_has_the_tokens_and_the_view_that_the_move_leads_to(game: Table) -> None:
    before = (await game.client.get(game.path, headers=await game.due())).json()
    tried = (await post(game, KEEP, "?dry_run=true&about=true&patch=true")).json()
    gained = sum(each["count"] for each in tried["gained"])
    assert (tried["paid"], gained > 0) == ([], True)
    after = jsonpatch.apply_patch(before, tried["patch"])["view"]
    headers = await game.due()
    await post(game, KEEP)
    now = (await game.client.get(game.path, headers=headers)).json()["view"]
    assert after["cities"] == now["cities"]


async def test_version_mismatch_is_a_conflict_with_the_current_version(game: Table) -> None:
    answer = await post(game, KEEP, **{"If-Match": '"2"'})
    assert code(answer, 412) == "version_conflict"
    assert answer.json()["details"]["version"] == 3
    assert (await game.read())["version"] == 3
    assert (await post(game, KEEP, **{"If-Match": '"2", "3"'})).status_code == 200
    assert code(await post(game, END, **{"If-Match": 'W/"3"'}), 412) == "version_conflict"
    assert code(await post(game, END, **{"If-Match": 'W/"4"'}), 422) == "main_option_due"


async def test_if_match_accepts_versions_from_the_seats_since(game: Table) -> None:
    await game.play(game.headers[0], KEEP, **{"If-Match": "*"})
    listed = await moves(game, 0)
    assert listed["since"] == listed["version"] == 4
    assert code(await post(game, END, **{"If-Match": '"3"'}), 412) == "version_conflict"


async def test_repeated_move_is_played_once_with_the_same_answer(game: Table) -> None:
    headers = await game.due()
    first = await game.client.post(
        f"{game.path}/moves", json=KEEP, headers=headers | {"Idempotency-Key": "k", "If-Match": '"3"'}
    )
    await game.play_on(4)
    again = await game.client.post(
        f"{game.path}/moves", json=KEEP, headers=headers | {"Idempotency-Key": "k", "If-Match": '"3"'}
    )
    assert (again.status_code, again.content) == (200, first.content)
    assert again.headers["etag"] == '"4"'
    other = await game.client.post(
        f"{game.path}/moves", json=SWAP, headers=headers | {"Idempotency-Key": "k"}
    )
    assert code(other, 422) == "idempotency_key_reused"
    assert (await game.read())["version"] == 8


async def test_refused_move_is_not_stored_under_its_key(game: Table) -> None:
    assert code(await post(game, END, **{"Idempotency-Key": "k"}), 422) == "wrong_step"
    assert (await post(game, KEEP, **{"Idempotency-Key": "k"})).status_code == 200


async def test_same_key_of_two_players_does_not_collide(game: Table) -> None:
    await game.play(game.headers[0], KEEP, **{"Idempotency-Key": "k"})
    await game.play_on(2)
    while await game.due() == game.headers[0]:
        await game.play_on(1)
    before = (await game.read())["version"]
    played = await game.play(game.headers[1], KEEP, **{"Idempotency-Key": "k"})
    assert played["version"] == before + 1


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256, "é"])
async def test_invalid_idempotency_key_is_malformed(game: Table, key: str) -> None:
    headers = httpx.Headers({**await game.due(), "Idempotency-Key": key}, encoding="latin-1")
    answer = await game.client.post(f"{game.path}/moves", json=KEEP, headers=headers)
    assert code(answer, 400) == "malformed"


async def test_moves_of_this_turn_can_be_undone(game: Table) -> None:
    before = await game.read(game.headers[0])
    await game.play(game.headers[0], KEEP)
    answer = await game.client.post(f"{game.path}/undo", headers=game.headers[0])
    assert answer.json() == {
        "version": 5,
        "events": [{"type": "entries_undone", "seqs": [4], "reveals": False}],
    }
    after = await game.read(game.headers[0])
    assert after["view"] == before["view"]
    assert (await game.read(game.headers[0], at=4))["view"] != before["view"]
    assert (
        code(await game.client.post(f"{game.path}/undo", headers=game.headers[0]), 422) == "nothing_to_undo"
    )


async def test_undo_goes_back_to_the_given_version(game: Table) -> None:
    first = await game.play_on(1)
    await game.play_on(1)
    undo = (await moves(game, 0))["undo"]
    assert undo == 3
    path = f"{game.path}/undo"
    for to, status in ((2, 422), (-1, 400), ("3", 400)):
        assert code(await game.client.post(path, json={"to": to}, headers=game.headers[0]), status)
    answer = await game.client.post(path, json={"to": undo}, headers=game.headers[0])
    assert answer.json()["events"][0]["seqs"] == [first, first + 1]


async def test_player_cannot_undo_moves_of_others(game: Table) -> None:
    await game.play(game.headers[0], KEEP)
    answer = await game.client.post(f"{game.path}/undo", headers=game.headers[1])
    assert code(answer, 422) == "nothing_to_undo"
    assert (await game.read())["version"] == 4


async def test_entry_has_the_id_of_its_request(game: Table, redis_url: str) -> None:
    await game.play(game.headers[0], KEEP, **{"X-Request-Id": "my-request"})
    store = Store.open(redis_url)
    (line,) = await store.log.entries(game.id, first=4)
    await store.close()
    assert msgspec.json.decode(line)["meta"]["request"] == "my-request"


@pytest.mark.parametrize("path", ["seats", "start", "resign", "moves", "undo"])
async def test_no_hostile_body_changes_a_game(game: Table, path: str) -> None:
    before = await game.read()
    for name, raw in BODIES.items():
        headers = game.headers[0] | {"Content-Type": "application/json"}
        answer = await game.client.post(f"{game.path}/{path}", content=raw, headers=headers)
        assert 400 <= answer.status_code < 500, (name, answer.text)
        assert code(answer, answer.status_code), name
    assert await game.read() == before
