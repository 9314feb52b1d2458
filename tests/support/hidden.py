"""Two games that differ only in hidden information: the order of hidden piles."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.state import Bonfire, City
from domain.kernel.messages import Event

T = TypeVar("T")


def _mixed(rng: random.Random, items: Sequence[T]) -> tuple[T, ...]:
    return tuple(rng.sample(list(items), len(items)))


def _dealt(rng: random.Random, *piles: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """The piles with the same sizes, their items mixed over all of them."""
    rest = iter(_mixed(rng, [item for pile in piles for item in pile]))
    return tuple(tuple(next(rest) for _ in pile) for pile in piles)


def _offerings(rng: random.Random, left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, Any]:
    """BF-H12, BF-H13: the top tiles stay."""
    below_left, below_right = _dealt(rng, left[1:], right[1:])
    return (*left[:1], *below_left), (*right[:1], *below_right)


def other_state(state: Bonfire, rng: random.Random) -> Bonfire:
    """BF-H4, BF-H8, BF-H13, BF-H17: the state with all hidden piles shuffled."""
    board = replace(
        state.board,
        path_piles=_dealt(rng, *state.board.path_piles),
        gnome_pile=_mixed(rng, state.board.gnome_pile),
    )
    tom = state.tom and replace(state.tom, pile=_mixed(rng, state.tom.pile))
    return replace(state, board=board, tom=tom, cities=tuple(_other_city(city, rng) for city in state.cities))


def _other_city(city: City, rng: random.Random) -> City:
    left, right = _offerings(rng, city.offerings_left, city.offerings_right)
    return replace(city, offerings_left=left, offerings_right=right)


def other_event(event: Event, rng: random.Random) -> Event:
    """An event that looks the same to every reader, with its hidden part in another order."""
    match event:
        case e.PathsShuffled() | e.PathDisplayRecycled() | e.PathPilesShuffled():
            assert event.piles is not None
            return replace(event, piles=_dealt(rng, *event.piles))
        case e.SpecialistsShuffled() | e.GnomePileShuffled():
            assert event.gnome_pile is not None
            return replace(event, gnome_pile=_mixed(rng, event.gnome_pile))
        case e.TomPileShuffled():
            assert event.tom_pile is not None
            return replace(event, tom_pile=_mixed(rng, event.tom_pile))
        case e.OfferingsShuffled():
            assert event.offerings_left is not None
            assert event.offerings_right is not None
            left, right = _offerings(rng, event.offerings_left, event.offerings_right)
            return replace(event, offerings_left=left, offerings_right=right)
    return event
