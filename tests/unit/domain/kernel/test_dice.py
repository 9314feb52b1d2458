"""Reproducible randomness; the vectors are also in the log format."""

import hashlib
import hmac
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.dice import Dice, commitment, key, salt
from domain.kernel.entry import canonical

SEED = bytes(range(32))
GAME = "g_01jb0000000000000000000000"
KEY = key(SEED, GAME, ("abc", None))


def draw(dice_key: bytes, seq: int, number: int) -> int:
    """The documented construction, implemented a second time."""
    message = f"draw:{seq}:{number}".encode()
    return int.from_bytes(hmac.new(dice_key, message, hashlib.sha256).digest()[:8], "big")


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_key_is_derived_from_seed_game_and_nonces_by_place() -> None:
    assert KEY.hex() == "686d450578b93117501596a38c8584b42cc16786cb978fd2a2961e1005fbdbf8"
    message = b'["g_01jb0000000000000000000000",["abc",null]]'
    assert hmac.new(SEED, message, hashlib.sha256).digest() == KEY


def test_every_nonce_and_its_place_changes_the_key() -> None:
    nonces = [(None, None), ("abc", None), (None, "abc"), ("abc", "abc"), ("", None), ("null", None)]
    assert len({key(SEED, GAME, given) for given in nonces}) == len(nonces)
    assert key(SEED, "g_other", ("abc", None)) != KEY
    assert key(SEED[::-1], GAME, ("abc", None)) != KEY


def test_a_nonce_is_encoded_canonically() -> None:
    nonce = 'ü"\n'
    assert key(SEED, GAME, (nonce,)) == hmac.new(SEED, canonical([GAME, [nonce]]), hashlib.sha256).digest()


def test_the_salt_depends_on_seed_and_entry() -> None:
    assert salt(SEED, 1) == "d0e7bf871a185144bc8f6c0267c2537717117033de2b50338aef2d8c6ab0a91a"
    assert salt(SEED, 12) == hmac.new(SEED, b"salt:12", hashlib.sha256).hexdigest()


def test_numbers_below_six_match_the_documented_vector() -> None:
    dice = Dice(KEY, 5)
    assert [dice.below(6) for _ in range(8)] == [3, 3, 3, 2, 3, 1, 5, 2]
    assert dice.drawn == 8


def test_a_shuffle_of_eight_matches_the_documented_vector() -> None:
    assert "".join(Dice(KEY, 5).shuffled("abcdefgh")) == "aefbghcd"


def test_draws_differ_from_entry_to_entry() -> None:
    assert [Dice(KEY, seq).below(2**63) for seq in (1, 2, 11)] == [
        draw(KEY, s, 0) % 2**63 for s in (1, 2, 11)
    ]


def test_a_value_past_the_largest_multiple_is_skipped() -> None:
    # Of this n only one multiple fits below 2^64, so that nearly half of all values are skipped.
    n = 2**63 + 1
    dice = Dice(KEY, 1)
    numbers = [dice.below(n) for _ in range(20)]
    kept = [value for value in (draw(KEY, 1, i) for i in range(dice.drawn)) if value < n]
    assert numbers == kept
    assert dice.drawn > len(numbers)


def test_a_draw_with_one_outcome_still_consumes_a_number() -> None:
    dice = Dice(KEY, 1)
    assert dice.below(1) == 0
    assert dice.drawn == 1


@pytest.mark.parametrize("items", ["", "a"])
def test_a_shuffle_of_fewer_than_two_items_draws_nothing(items: str) -> None:
    dice = Dice(KEY, 1)
    assert "".join(dice.shuffled(items)) == items
    assert dice.drawn == 0


@given(st.lists(st.integers(), max_size=30), st.integers(1, 10**6))
def test_a_shuffle_is_fisher_yates_from_the_end(items: list[int], seq: int) -> None:
    dice = Dice(KEY, seq)
    expected, rolls = list(items), Dice(KEY, seq)
    for last in range(len(items) - 1, 0, -1):
        other = rolls.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert dice.shuffled(items) == tuple(expected)
    assert Counter(expected) == Counter(items)


def test_numbers_and_orders_are_evenly_distributed() -> None:
    tries = 3000
    numbers = Counter(Dice(KEY, seq).below(6) for seq in range(tries))
    orders = Counter(Dice(KEY, seq).shuffled("abc") for seq in range(tries))
    for found in (numbers, orders):
        assert len(found) == 6
        assert all(abs(count - tries / 6) < 5 * math.sqrt(tries / 6) for count in found.values())
