import string
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from service.store import keys
from service.store.ids import is_id, new_id, time_ms

MOMENTS = st.integers(0, 2**48 - 1)


@given(MOMENTS)
def test_id_has_kind_and_time_and_only_plain_characters(at_ms: int) -> None:
    made = new_id("g", at_ms)
    assert made.startswith("g_")
    assert set(made) <= set(string.ascii_lowercase + string.digits + "_")
    assert len(made) == 28
    assert is_id(made, "g")
    assert not is_id(made, "p")
    assert time_ms(made) == at_ms


@given(MOMENTS, MOMENTS)
def test_ids_sort_by_time(one: int, other: int) -> None:
    if one != other:
        assert (new_id("g", one) < new_id("g", other)) == (one < other)


def test_id_has_the_current_time_by_default() -> None:
    before = datetime.now(UTC)
    made = datetime.fromtimestamp((time_ms(new_id("g")) + 1) / 1000, UTC)
    assert before <= made <= datetime.now(UTC) + timedelta(milliseconds=1)


def test_ids_created_at_the_same_time_differ() -> None:
    assert len({new_id("g", 0) for _ in range(1000)}) == 1000


@given(st.text())
def test_text_is_an_id_only_if_it_has_the_form_of_one(text: str) -> None:
    assert not is_id(text, "g") or len(text) == 28
    assert not is_id(f"{new_id('g')}{text}", "g") or not text


def test_bucket_is_the_crc16_of_redis_cluster() -> None:
    assert keys.bucket("123456789") == 0x31C3 % 1024


def test_keys_of_one_script_share_a_tag() -> None:
    game = new_id("g")
    k = keys.bucket(game)
    of_game = [key(game) for key in (keys.log, keys.head, keys.snap, keys.snaps, keys.seen)]
    of_bucket = [key(k) for key in (keys.outbox, keys.outbox_items, keys.games)]
    assert {key.split(":")[0] for key in of_game + of_bucket} == {f"{{b{k}}}"}
    assert len(set(of_game + of_bucket)) == 8


def test_month_of_a_game_follows_from_its_id() -> None:
    assert keys.month(new_id("g", 1_772_323_199_999)) == "202602"
    assert keys.month(new_id("g", 1_772_323_200_000)) == "202603"
