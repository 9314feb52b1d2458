"""The information that readers may see, zone by zone (BF-H1 to BF-H23)."""

import random
from typing import Any

import msgspec
import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    CouncilSpace,
    FateTileId,
    GnomeId,
    Guardian,
    IslandId,
    OfferingId,
    PathTileId,
    Resource,
    TaskId,
    Tile,
    TomCardId,
)
from domain.bonfire.commands import (
    BuildPath,
    ChooseStartFateTile,
    MoveShip,
    Payments,
    Pile,
    ReceiveTask,
    RecruitGnome,
    RecyclePathDisplay,
    ResolveBonus,
    Source,
)
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Bonfire, BonfireOptions, Bonus, IslandTasks
from domain.bonfire.tasks import TASKS
from domain.bonfire.view import BonfireView
from domain.kernel.dice import Dice
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Event
from tests.support.builders import a_bonfire_game, a_new_bonfire_game, resources, tiles
from tests.support.given import path_tiles, recruited, specialists, standing
from tests.support.hidden import other_state
from tests.support.random_play import evolved
from tests.support.scenario import Scenario

READERS: list[tuple[int, ...]] = [(0,), (1,), (0, 1), ()]
everybody = pytest.mark.parametrize("reader", READERS, ids=str)


def seen(state: Bonfire, reader: tuple[int, ...] = ()) -> BonfireView:
    return BONFIRE.view(state, reader)


def text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def solo() -> Scenario:
    """It is Tom's first turn."""
    game = Scenario(BONFIRE, BONFIRE.setup(BonfireOptions(), (None,), Dice(b"view", 1)).events)
    game.when(0, ChooseStartFateTile(swap=False, rotation=0)).then_accepted()
    game.given(e.TurnBegun(1, 2))
    return game


@everybody
def test_bf_h1_tasks_on_islands_and_in_cities_are_public(game: Scenario, reader: tuple[int, ...]) -> None:
    game.given(e.TaskReceived(1, TaskId("blue-01"), IslandId("t01"), 4))
    view = seen(game.state, reader)
    assert view.board.tasks == game.state.board.tasks
    assert view.cities[1].spaces == game.state.cities[1].spaces


@everybody
def test_bf_h2_undealt_tasks_are_in_no_view(game: Scenario, reader: tuple[int, ...]) -> None:
    dealt = {task for island in game.state.board.tasks for task in island.tasks}
    encoded = text(seen(game.state, reader))
    assert not [task.id for task in TASKS if task.id not in dealt and f'"{task.id}"' in encoded]


@everybody
def test_bf_h3_path_display_and_built_paths_are_public(game: Scenario, reader: tuple[int, ...]) -> None:
    game.given(e.PathBuilt(1, game.state.board.path_piles[0][0], 2, "pile:1", Resource.ROOT))
    view = seen(game.state, reader)
    assert view.board.path_display == game.state.board.path_display
    assert view.cities[1].paths == game.state.cities[1].paths


@everybody
def test_bf_h4_path_piles_are_shown_as_counts(game: Scenario, reader: tuple[int, ...]) -> None:
    view = seen(game.state, reader)
    assert view.board.path_pile_sizes == (12, 12)
    assert view.board.path_choice is None
    hidden = [path for pile in game.state.board.path_piles for path in pile]
    assert not [path for path in hidden if path in text(view)]


@everybody
def test_bf_h4_c2_a_chosen_tile_does_not_reveal_its_pile(game: Scenario, reader: tuple[int, ...]) -> None:
    """The state between the choice and the shuffle, where a dry run stops."""
    display, piles = game.state.board.path_display, game.state.board.path_piles
    other = a_bonfire_game().given(e.PathsShuffled(display, (12, 12), piles[::-1]))
    built = e.PathBuilt(0, piles[0][5], 2, "choice", Resource.ROOT)
    assert seen(game.given(built).state, reader) == seen(other.given(built).state, reader)


@pytest.mark.parametrize("reader,sees", [((0,), True), ((0, 1), True), ((1,), False), ((), False)], ids=str)
def test_bf_h5_only_the_choosing_seat_sees_the_tiles_of_the_piles(
    game: Scenario, reader: tuple[int, ...], sees: bool
) -> None:
    game.given(e.OfferMade(0, Bonus(CouncilSpace.PATH)))
    piles = sorted(path for pile in game.state.board.path_piles for path in pile)
    choice = seen(game.state, reader).board.path_choice
    assert choice == (tuple(piles) if sees else None)


def test_bf_h5_the_choosing_seat_learns_no_order_and_sees_tiles_only_while_choosing(game: Scenario) -> None:
    game.given(e.OfferMade(0, Bonus(CouncilSpace.PATH)))
    mixed = other_state(game.state, random.Random(1))
    assert mixed.board.path_piles != game.state.board.path_piles
    assert seen(mixed, (0,)) == seen(game.state, (0,))
    assert BONFIRE.legal(mixed, 0) == game.legal(0)
    path = game.state.board.path_piles[1][3]
    told = game.when(0, ResolveBonus(path=path)).events
    assert seen(game.state, (0,)).board.path_choice is None
    shuffled = next(event for event in told if isinstance(event, e.PathPilesShuffled))
    assert shuffled.reveals
    for reader in READERS:
        assert BONFIRE.redact(shuffled, reader) == e.PathPilesShuffled((12, 11), None, reveals=True)


def test_bf_h6_h23_a_tile_drawn_blindly_is_public_once_taken(game: Scenario) -> None:
    game.given(tiles(0, path=1))
    top = game.state.board.path_piles[0][0]
    told = game.when(0, BuildPath(source=Source.PILE_1)).events
    built = next(event for event in told if isinstance(event, e.PathBuilt))
    assert (built.path, built.reveals) == (top, True)
    for reader in READERS:
        assert BONFIRE.redact(built, reader) == built
        assert seen(game.state, reader).cities[0].paths == (top,)


@everybody
def test_bf_h7_h8_open_gnomes_are_public_and_the_pile_is_shown_as_a_count(
    game: Scenario, reader: tuple[int, ...]
) -> None:
    game.given(*recruited(1, "L1"))
    view = seen(game.state, reader)
    assert view.board.specialists == game.state.board.specialists
    assert view.board.elders == game.state.board.elders
    assert view.cities[1].gnomes == ("elder-1",)
    assert view.board.gnome_pile_size == len(game.state.board.gnome_pile) == 21
    assert not [card for card in game.state.board.gnome_pile if card in text(view)]


def test_bf_h9_h17_h18_toms_pile_is_shown_as_a_count_and_his_discards_are_public() -> None:
    game = solo()
    order = game.state.tom.pile
    assert not [card for card in order if f'"{card}"' in text(seen(game.state, (0,)))]
    game.when("tom", TakeTurn()).then_accepted()
    for reader in ((0,), (1,), ()):
        tom = seen(game.state, reader).tom
        assert tom is not None
        assert (tom.pile_size, tom.discard, tom.playthrough) == (7, order[:1], 1)
        assert tom.gnome_discard == game.state.tom.gnome_discard


@everybody
def test_bf_h10_portals_are_public(game: Scenario, reader: tuple[int, ...]) -> None:
    view = seen(game.state, reader)
    assert view.board.portals == game.state.board.portals
    assert [city.portals for city in view.cities] == [city.portals for city in game.state.cities]


@everybody
def test_bf_h11_fate_tiles_are_public(reader: tuple[int, ...]) -> None:
    game = a_new_bonfire_game()
    city = seen(game.state, reader).cities[1]
    assert city.fate_reserve == "fate-1"
    assert city.fate_supply == game.state.cities[1].fate_supply


@everybody
def test_bf_h12_h13_the_top_offering_is_public_and_the_rest_shown_as_a_count(
    game: Scenario, reader: tuple[int, ...]
) -> None:
    state = game.state
    for seat, city in enumerate(seen(state, reader).cities):
        own = state.cities[seat]
        assert (city.left_pile.top, city.left_pile.size) == (own.offerings_left[0], 5)
        assert (city.right_pile.top, city.right_pile.size) == (own.offerings_right[0], 5)
    mixed = other_state(state, random.Random(2))
    assert mixed.cities[0].offerings_left != state.cities[0].offerings_left
    assert seen(mixed, reader) == seen(state, reader)


def test_bf_h13_an_offering_becomes_public_when_it_is_turned(game: Scenario) -> None:
    left = tuple(OfferingId(f"offering-{name}-1") for name in ("root", "herb"))
    right = (OfferingId("offering-shell-1"),)
    game.given(e.OfferingsShuffled(0, left[0], right[0], (2, 1), left, right))
    game.given(e.OfferingPlaced(0, left[0], IslandId("t01"), Pile.LEFT))
    for reader in READERS:
        assert seen(game.state, reader).cities[0].left_pile.top is None
        assert seen(game.state, reader).cities[0].left_pile.size == 1
        assert seen(game.state, reader).cities[0].right_pile.top == right[0]
    game.given(e.OfferingTurned(0, left[1], Pile.LEFT, reveals=True))
    assert seen(game.state).cities[0].left_pile.top == left[1]


@everybody
def test_bf_h14_offerings_on_islands_are_public(game: Scenario, reader: tuple[int, ...]) -> None:
    top = game.state.cities[1].offerings_left[0]
    game.given(e.OfferingPlaced(1, top, IslandId("t05"), Pile.LEFT))
    assert seen(game.state, reader).cities[1].offerings == game.state.cities[1].offerings


@everybody
def test_bf_h15_tiles_resources_and_points_are_public(game: Scenario, reader: tuple[int, ...]) -> None:
    game.given(tiles(1, ship=3), resources(1, herb=2), e.PointsGained(1, 4, rule="given"))
    city = seen(game.state, reader).cities[1]
    assert (city.tiles.ship, city.resources.herb, city.points) == (3, 2, 4)


@everybody
def test_bf_h16_council_neutral_novices_and_countdown_are_public(
    game: Scenario, reader: tuple[int, ...]
) -> None:
    game.given(e.NovicePlaced(1, CouncilSpace.GOLD, None), e.CountdownTriggered(1, None))
    view = seen(game.state, reader)
    assert view.board.council == game.state.board.council
    assert view.board.neutral_novices == game.state.board.neutral_novices
    assert view.countdown == game.state.countdown


@pytest.mark.parametrize("players", [1, 2, 4])
def test_bf_h19_h21_set_up_events_do_not_reveal_the_order_of_a_pile(players: int) -> None:
    events = BONFIRE.setup(BonfireOptions(), (None,) * players, Dice(b"view", 1)).events
    state = evolved(None, events)
    hidden = [
        *(path for pile in state.board.path_piles for path in pile),
        *state.board.gnome_pile,
        *(state.tom.pile if state.tom is not None else ()),
    ]
    for reader in ((0,), ()):
        told = text([BONFIRE.redact(event, reader) for event in events])
        assert not [piece for piece in hidden if f'"{piece}"' in told]


def test_bf_h19_h21_recycled_tiles_are_shown_as_counts(game: Scenario) -> None:
    game.given(tiles(0, path=1))
    game.given(path_tiles("blue-01 blue-02 blue-03 blue-04", "red-01 red-02 red-03", "yellow-01 yellow-02"))
    told = game.when(0, RecyclePathDisplay()).events
    recycled = next(event for event in told if isinstance(event, e.PathDisplayRecycled))
    assert recycled.piles is not None
    for reader in READERS:
        assert BONFIRE.redact(recycled, reader) == e.PathDisplayRecycled((5, 4), None, reveals=True)


def test_bf_h20_the_start_choice_is_public() -> None:
    game = a_new_bonfire_game()
    told = game.when(0, ChooseStartFateTile(swap=True, rotation=180)).events
    for reader in READERS:
        assert [BONFIRE.redact(event, reader) for event in told] == told
        assert seen(game.state, reader).cities[0].fate[0].tile == "fate-8"


def redactable() -> list[Event]:
    offering = OfferingId("offering-root-1")
    return [
        e.PathsShuffled((PathTileId("path-blue-01"),), (1,), ((PathTileId("path-red-01"),),)),
        e.PathDisplayRecycled((1,), ((PathTileId("path-red-01"),),)),
        e.PathPilesShuffled((1,), ((PathTileId("path-red-01"),),)),
        specialists("1", "2"),
        e.GnomePileShuffled(1, (GnomeId("specialist-02"),)),
        e.TomPileShuffled(1, 1, (TomCardId("tom-1"),)),
        e.OfferingsShuffled(0, offering, offering, (1, 1), (offering,), (offering,)),
    ]


@pytest.mark.parametrize("event", redactable(), ids=lambda event: type(event).__name__)
def test_bf_h21_a_redacted_event_keeps_everything_but_the_hidden_pile(event: Event) -> None:
    redacted = BONFIRE.redact(event, (0,))
    gone = {name for name in event.__struct_fields__ if getattr(redacted, name) != getattr(event, name)}
    assert gone in ({"piles"}, {"gnome_pile"}, {"tom_pile"}, {"offerings_left", "offerings_right"})
    assert all(getattr(redacted, name) is None for name in gone)


def test_bf_h21_no_other_event_is_redacted() -> None:
    hiding = {type(event) for event in redactable()}
    for kind in BONFIRE.event_types:
        names = {"piles", "gnome_pile", "tom_pile", "offerings_left", "offerings_right"}
        assert bool(names & set(kind.__struct_fields__)) == (kind in hiding)


def test_bf_h22_public_tiles_and_pile_sizes_add_up_to_all_tiles(game: Scenario) -> None:
    # Display, cities and the counts of the piles add up to all tiles, so the hidden set is known.
    view = seen(game.state)
    known = len(view.board.path_display) + sum(len(city.paths) for city in view.cities)
    assert known + sum(view.board.path_pile_sizes) == 28


def reveals(game: Scenario, command: Any) -> bool:
    return any(event.reveals for event in game.when(0, command).events)


def test_bf_h23_refilling_a_slot_is_a_reveal(game: Scenario) -> None:
    game.given(tiles(0, path=1))
    assert reveals(game, BuildPath(source=Source.DISPLAY_1))


def test_bf_h23_a_slot_that_stays_empty_is_not_a_reveal(game: Scenario) -> None:
    game.given(tiles(0, path=1), path_tiles("blue-01 red-02"))
    assert not reveals(game, BuildPath(source=Source.DISPLAY_1))


@pytest.mark.parametrize("pile,revealing", [("8 9", True), ("", False)])
def test_bf_h23_recruiting_a_specialist_is_a_reveal_only_if_its_slot_is_refilled(
    game: Scenario, pile: str, revealing: bool
) -> None:
    game.given(specialists("1", pile), tiles(0, gnome=2), resources(0, blossom=1))
    assert reveals(game, RecruitGnome(gnome=GnomeId("specialist-01"))) == revealing


def test_bf_h23_recruiting_an_elder_is_not_a_reveal(game: Scenario) -> None:
    game.given(tiles(0, gnome=2), resources(0, blossom=1))
    assert not reveals(game, RecruitGnome(gnome=GnomeId("elder-1")))


@pytest.mark.parametrize("left", [1, 2])
def test_bf_h23_turning_an_offering_is_a_reveal_unless_the_pile_is_empty(game: Scenario, left: int) -> None:
    pile = tuple(OfferingId(f"offering-{name}-1") for name in ("shell", "fruit"))[:left]
    right = (OfferingId("offering-root-1"),)
    game.given(
        e.TasksDealt((IslandTasks(IslandId("t03"), (TaskId("blue-05"),)),)),
        e.OfferingsShuffled(0, pile[0], right[0], (left, 1), pile, right),
        e.ShipMoved(0, IslandId("t03")),
        tiles(0, task=1),
        resources(0, herb=1, shell=1),
    )
    command = ReceiveTask(
        task=TaskId("blue-05"),
        pile=Pile.LEFT,
        position=1,
        payments=Payments((Tile.TASK,), (Resource.HERB, Resource.SHELL)),
    )
    assert reveals(game, command) == (left > 1)


def test_bf_h23_sailing_walking_and_bonuses_without_a_refill_reveal_nothing(game: Scenario) -> None:
    game.given(tiles(0, ship=1), *standing(0, pink="start_area"))
    assert not reveals(game, MoveShip(to=IslandId("t08")))
    game.given(e.OfferMade(0, Bonus(CouncilSpace.GUARDIAN)))
    assert not reveals(game, ResolveBonus(guardian=Guardian.GREY))
    game.given(e.OfferMade(0, Bonus(CouncilSpace.SHIP)))
    assert not reveals(game, ResolveBonus(to="t01"))


def test_bf_h1_a_spectator_sees_what_an_opponent_sees() -> None:
    game = a_bonfire_game(3).given(tiles(0, ship=2))
    assert seen(game.state, (1,)) == seen(game.state, (2,)) == seen(game.state, ())
    assert seen(game.state).cities[0].fate[0].tile == FateTileId("fate-1")
