"""Games to begin a test with, and shortcuts for events that give tokens to a seat."""

from typing import Any

from domain.bonfire import events as e
from domain.bonfire.catalogue import FateTileId, Resource, Tile
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import BonfireOptions, PlacedFate
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from tests.support.scenario import Scenario

_SUPPLY = tuple(FateTileId(f"fate-{n}") for n in (2, 5, 3, 8, 4, 6, 7))


def a_new_bonfire_game(players: int = 2, **options: Any) -> Scenario:
    """Right after set-up: seat 0 has to choose its start fate tile. Reserve fate-1, supply 2 5 3 8 4 6 7."""
    setup = BONFIRE.setup(BonfireOptions(**options), (None,) * players, Dice(b"builders", 1))
    fate = (e.FateTilesShuffled(seat, _SUPPLY, FateTileId("fate-1")) for seat in range(players))
    return Scenario(BONFIRE, (*setup.events, *fate))


def a_bonfire_game(players: int = 2, **options: Any) -> Scenario:
    """Seat 0 to act in round 1; every seat has fate-1 on (3,3)-(3,5) and holds no tile and no resource."""
    game = a_new_bonfire_game(players, **options)
    for seat in range(players):
        game.given(e.StartFateTileChosen(seat, PlacedFate(FateTileId("fate-1"), 3, 3, 0), _SUPPLY))
    return game


def tiles(seat: int, **counts: int) -> Event:
    """Action tiles for a seat: `tiles(0, ship=2, yellow=1)`."""
    return e.TilesGained(
        seat, tuple(Tile(kind) for kind, count in counts.items() for _ in range(count)), rule="given"
    )


def resources(seat: int, **counts: int) -> Event:
    """Resources for a seat: `resources(0, herb=1)`."""
    held = tuple(Resource(kind) for kind, count in counts.items() for _ in range(count))
    return e.ResourcesGained(seat, held, rule="given")
