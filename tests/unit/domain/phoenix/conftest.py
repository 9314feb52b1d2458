"""What tests of Phoenix Palace begin with."""

import pytest

from tests.support.phoenix import PhoenixGame, a_phoenix_game


@pytest.fixture
def game() -> PhoenixGame:
    """Two players; seat 0 starts round 1 with the token, red; seat 1 is blue. Nothing was shuffled."""
    return a_phoenix_game()


@pytest.fixture
def four() -> PhoenixGame:
    """The same with four players, on the large board."""
    return a_phoenix_game(4)
