"""Checks that every component of a game of Bonfire is in exactly one place."""

from collections import Counter
from itertools import chain

from msgspec.structs import replace

from domain.bonfire.catalogue import (
    BOARD,
    FATE_TILES,
    GNOME_CARD,
    GUARDIANS_PER_ISLAND,
    ISLAND_GUARDIANS,
    MAX_GNOMES,
    MAX_GUARDIANS,
    MAX_PATHS,
    OFFERINGS,
    PATH_TILES,
    CommonTask,
    Guardian,
    PortalShape,
    Resource,
    TaskId,
    Tile,
)
from domain.bonfire.common import fulfilled
from domain.bonfire.gnomes import GNOME
from domain.bonfire.state import TOM_SEAT, Bonfire, City, SeatStatus
from domain.bonfire.tasks import TASK
from domain.kernel.errors import Rejected

_TOMS_NOVICES = 4


def tasks(state: Bonfire) -> Counter[TaskId]:
    """Tasks on islands and in cities."""
    islands = (island.tasks for island in state.board.tasks)
    return Counter(chain(*islands, *(city.tasks for city in state.cities)))


def check_components(state: Bonfire, dealt: Counter[TaskId]) -> None:
    """Check after any event that no component is duplicated, lost or negative, and no limit exceeded."""
    board, cities = state.board, state.cities
    solo = state.tom is not None
    assert tasks(state) == dealt
    assert set(dealt) <= set(TASK)
    assert max(dealt.values()) == 1
    shown = (path for path in board.path_display if path is not None)
    paths = Counter(chain(shown, *board.path_piles, *(city.paths for city in cities)))
    assert paths == Counter(tile.id for tile in PATH_TILES)
    _check_gnomes(state)
    copies = 3 if len(cities) == 2 else 4
    portals = Counter(chain(*board.portals, *(_shapes(city) for city in cities)))
    assert portals == Counter(dict.fromkeys(PortalShape, copies))
    for guardian in ISLAND_GUARDIANS:
        here = sum(city.place_of(guardian) is not None for city in cities)
        assert board.guardians_left(guardian) + here == GUARDIANS_PER_ISLAND
    neutral = [novice for seats in board.council for novice in seats.novices if novice.seat is None]
    assert len(board.neutral_novices) + len(neutral) == len(CommonTask)
    assert len(set(board.neutral_novices)) == len(board.neutral_novices)
    for seat, city in enumerate(cities):
        _check_city(city, plays=not (solo and seat == TOM_SEAT))


def _check_gnomes(state: Bonfire) -> None:
    board = state.board
    discard = state.tom.gnome_discard if state.tom is not None else ()
    display = (card for card in board.specialists if card is not None)
    own = (city.gnomes for city in state.cities)
    cards = Counter(chain(display, board.gnome_pile, board.elders, discard, *own))
    gold = {card.id for card in GNOME_CARD.values() if card.resource is Resource.GOLD}
    assert cards == Counter(GNOME_CARD.keys() - (gold if state.tom is not None else set()))


def _shapes(city: City) -> list[PortalShape]:
    return [BOARD[city.board].portals[position - 1] for position in city.portals]


def _check_city(city: City, *, plays: bool) -> None:
    assert all(getattr(city.tiles, tile) >= 0 for tile in Tile)
    assert all(getattr(city.resources, resource) >= 0 for resource in Resource)
    assert city.points >= 0
    assert len(city.paths) <= MAX_PATHS
    assert len(city.spaces) == 7
    assert len(city.gnomes) <= MAX_GNOMES
    assert len(set(city.portals)) == len(city.portals)
    assert set(city.portals) <= set(range(1, 8))
    stands = Counter(place.guardian for place in city.guardians)
    assert stands[Guardian.OWN] == 1
    assert max(stands.values()) == 1
    assert len(stands) <= MAX_GUARDIANS
    offerings = [*city.offerings_left, *city.offerings_right, *(placed.offering for placed in city.offerings)]
    reserve = () if city.fate_reserve is None else (city.fate_reserve,)
    fate = [*city.fate_supply, *reserve, *(placed.tile for placed in city.fate)]
    assert sorted(offerings) == (sorted(OFFERINGS) if plays else [])
    assert sorted(fate) == ([tile.id for tile in FATE_TILES] if plays else [])
    assert all(not space.lit or space.task is not None for space in city.spaces)


def check_rest(state: Bonfire) -> None:
    """Check after any entry the invariants that hold only once all reactions have happened."""
    novices = Counter(novice.seat for seats in state.board.council for novice in seats.novices)
    for seat, city in enumerate(state.cities):
        if state.tom is not None and seat == TOM_SEAT:
            assert novices[seat] <= _TOMS_NOVICES
        else:
            assert novices[seat] == len(city.bonfires)
        assert set(city.fulfilled) == set(fulfilled(city))
        # BF-O10: the powers of his gnomes never work for Tom.
        _check_places(replace(city, gnomes=()) if state.tom is not None and seat == TOM_SEAT else city)
    assert state.board.path_display.count(None) == 0 or not any(state.board.path_piles)
    _check_turn(state)


def _allows(city: City, field: str) -> bool:
    return any(getattr(GNOME[card].allows, field) for card in city.gnomes if card in GNOME)


def _check_places(city: City) -> None:
    """Check that guardians stand at possible places and portals were taken in order."""
    places = Counter(place.at for place in city.guardians)
    for place, count in places.items():
        kind, _, position = place.partition(":")
        if place == "start_area":
            continue
        assert count == 1 or (kind == "path" and _allows(city, "crowded_paths"))
        assert int(position) <= len(city.paths) + 1
        assert kind == "path" or (city.is_lit(int(position)) and int(position) in city.portals)
    if not _allows(city, "portals_in_any_order"):
        assert list(city.portals) == list(range(8 - len(city.portals), 8))


def _check_turn(state: Bonfire) -> None:
    """Check that an active seat is asked, and that forms and offers are open only within a turn."""
    if state.phase == "final_scoring":
        return
    if not state.is_toms_turn:
        assert state.acting.status is SeatStatus.ACTIVE or state.turn.passed
    assert (state.phase == "countdown") == (state.countdown is not None)
    if state.countdown is not None and state.countdown.value is not None:
        assert 1 <= state.countdown.value <= 5


def refusal_of(refused: Rejected) -> tuple[str, str | None, dict[str, object]]:
    """A refusal as a caller gets it."""
    return refused.code, refused.rule, dict(refused.details)
