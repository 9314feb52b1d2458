"""What tests of the domain begin with."""

import pytest

from tests.support.builders import a_bonfire_game
from tests.support.scenario import Scenario


@pytest.fixture
def game() -> Scenario:
    """Two players, seat 0 to act in round 1, fate-1 on the start cells, nothing held."""
    return a_bonfire_game()
