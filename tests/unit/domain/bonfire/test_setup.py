"""Set-up for two to four players, and for one against Tom (BF-S1 to BF-S22, BF-O1 to BF-O6, BF-O26)."""

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    BOARDS,
    ELDERS,
    FATE_TILES,
    ISLAND,
    ISLAND_GUARDIANS,
    OFFERINGS,
    PATH_TILES,
    SPECIALISTS,
    TASK_ISLANDS,
    TOM_CARDS,
    Color,
    CommonTask,
    CouncilSpace,
    Extension,
    FateTileId,
    Guardian,
    PlayerColor,
    PortalShape,
    Resource,
    Tile,
)
from domain.bonfire.commands import ChooseStartFateTile, EndTurn, MoveShip
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import (
    Bonfire,
    BonfireOptions,
    Challenge,
    GuardianPlace,
    PlacedFate,
    Resources,
    SeatStatus,
    TaskSpace,
    Tiles,
)
from domain.bonfire.tasks import TASK, TASKS
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.ruleset import Setup
from tests.support.builders import a_bonfire_game, a_new_bonfire_game, tiles
from tests.support.components import check_components, check_rest, tasks
from tests.support.random_play import evolved

SEEDS = range(12)
several = pytest.mark.parametrize("players", [2, 3, 4])
everybody = pytest.mark.parametrize("players", [1, 2, 3, 4])


def set_up(players: int, seed: int = 0, **options: Any) -> Setup:
    return BONFIRE.setup(BonfireOptions(**options), (None,) * players, Dice(b"set-up %d" % seed, 1))


def begun(players: int, seed: int = 0, **options: Any) -> Bonfire:
    return evolved(None, set_up(players, seed, **options).events)


def many(players: int, **options: Any) -> list[Bonfire]:
    return [begun(players, seed, **options) for seed in SEEDS]


@pytest.mark.parametrize("players", [0, 5, 12])
def test_bf_s1_the_game_is_for_one_to_four_players(players: int) -> None:
    with pytest.raises(Rejected) as refused:
        BONFIRE.check(BonfireOptions(), players)
    assert (refused.value.code, refused.value.rule) == ("player_count_not_allowed", "BF-S1")


@everybody
def test_bf_s1_every_player_gets_a_different_seat_and_colour(players: int) -> None:
    BONFIRE.check(BonfireOptions(), players)
    for seed in SEEDS:
        setup = set_up(players, seed)
        state = evolved(None, setup.events)
        seats = 2 if players == 1 else players
        assert sorted(place for place in setup.seats if isinstance(place, int)) == list(range(players))
        assert len(setup.seats) == len(state.cities) == seats
        assert len({city.color for city in state.cities}) == seats


@everybody
def test_bf_s1_seats_and_colours_are_assigned_at_random(players: int) -> None:
    setups = [set_up(players, seed) for seed in range(60)]
    colours = {evolved(None, setup.events).cities[0].color for setup in setups}
    assert colours == set(PlayerColor)
    if players > 1:
        assert {setup.seats[0] for setup in setups} == set(range(players))


@several
def test_bf_s1_seats_follow_clockwise_from_the_starting_player(players: int) -> None:
    # With more than two players, both directions occur: first the seating is drawn, then the starting player.
    orders = {set_up(players, seed).seats for seed in range(200)}
    assert len(orders) == {2: 2, 3: 6, 4: 24}[players]


@pytest.mark.parametrize("players,corner,other", [(2, 2, 2), (3, 2, 3), (4, 3, 3)])
def test_bf_s2_every_task_island_gets_its_number_of_tasks(players: int, corner: int, other: int) -> None:
    for state in many(players):
        assert [dealt.island for dealt in state.board.tasks] == list(TASK_ISLANDS)
        for dealt in state.board.tasks:
            assert len(dealt.tasks) == (corner if ISLAND[dealt.island].corner else other)
        assert max(tasks(state).values()) == 1


@pytest.mark.parametrize("players,total", [(2, 20), (3, 26), (4, 30)])
def test_bf_s2_the_number_of_tasks_in_play_depends_on_the_number_of_players(players: int, total: int) -> None:
    assert sum(tasks(begun(players)).values()) == total


def test_bf_s2_one_task_is_removed_only_for_two_players() -> None:
    dealt = {players: set(chain(*(tasks(begun(players, s)) for s in range(40)))) for players in (2, 3, 4)}
    assert dealt[2] == {task.id for task in TASKS} - {"yellow-06"}
    assert dealt[3] == dealt[4] == {task.id for task in TASKS}


@several
def test_bf_s2_q66_without_the_option_an_island_may_hold_two_tasks_of_one_colour(players: int) -> None:
    assert any(not is_mixed(state) for state in many(players))


@several
def test_bf_s2_q66_with_the_option_the_colours_on_an_island_differ(players: int) -> None:
    pairs = Counter[frozenset[Color]]()
    for state in many(players, mixed_task_colors=True):
        assert is_mixed(state)
        pairs.update(frozenset(TASK[task].color for task in dealt.tasks) for dealt in state.board.tasks)
    if players < 4:
        assert len([colours for colours in pairs if len(colours) == 2]) == 3


def is_mixed(state: Bonfire) -> bool:
    colours = ([TASK[task].color for task in dealt.tasks] for dealt in state.board.tasks)
    return all(len(set(found)) == len(found) for found in colours)


@everybody
def test_bf_s3_each_guardian_island_holds_four_guardians(players: int) -> None:
    board = begun(players).board
    assert {entry.guardian: entry.left for entry in board.guardians} == dict.fromkeys(ISLAND_GUARDIANS, 4)


@everybody
def test_bf_s4_a_new_game_has_no_countdown(players: int) -> None:
    assert begun(players).countdown is None


@everybody
def test_bf_s5_all_elders_lie_open(players: int) -> None:
    assert begun(players).board.elders == tuple(elder.id for elder in ELDERS)


@pytest.mark.parametrize("players,on_each", [(2, 3), (3, 4), (4, 4)])
def test_bf_s6_portals_are_dealt_around_the_great_bonfire(players: int, on_each: int) -> None:
    for state in many(players):
        assert [len(space) for space in state.board.portals] == [on_each] * 7
        assert Counter(chain(*state.board.portals)) == Counter(dict.fromkeys(PortalShape, on_each))


@everybody
def test_bf_s7_the_great_bonfire_points_south_and_is_unused(players: int) -> None:
    board = begun(players).board
    assert (board.pointer, board.great_bonfire_used) == (0, False)


@everybody
def test_bf_s8_path_tiles_form_a_display_of_four_and_two_piles_of_twelve(players: int) -> None:
    for state in many(players):
        board = state.board
        assert len(board.path_display) == 4
        assert [len(pile) for pile in board.path_piles] == [12, 12]
        lying = Counter(chain(board.path_display, *board.path_piles))
        assert lying == Counter(tile.id for tile in PATH_TILES)


@pytest.mark.parametrize("players,pile", [(2, 21), (3, 21), (4, 21), (1, 18)])
def test_bf_s9_o4_six_specialists_lie_in_the_display_and_the_rest_in_the_pile(
    players: int, pile: int
) -> None:
    gold = {card.id for card in SPECIALISTS if card.resource is Resource.GOLD}
    for state in many(players):
        board = state.board
        assert len(board.specialists) == 6
        assert len(board.gnome_pile) == pile
        used = {card.id for card in SPECIALISTS} - (gold if players == 1 else set())
        assert Counter((*board.specialists, *board.gnome_pile)) == Counter(used)
    assert len(gold) == 3


@everybody
def test_bf_s10_every_common_task_has_a_neutral_novice(players: int) -> None:
    board = begun(players).board
    assert board.neutral_novices == tuple(CommonTask)
    assert [seats.space for seats in board.council] == list(CouncilSpace)
    assert board.novices == 0


@everybody
def test_bf_s11_s19_cities_start_with_nothing_and_ships_at_the_landing_stage(players: int) -> None:
    for city in begun(players).cities:
        assert city.points == 0
        assert city.ship == "landing_stage"
        assert city.status is SeatStatus.ACTIVE
        assert (city.tiles, city.resources) == (Tiles(), Resources())
        assert (city.paths, city.portals, city.gnomes, city.fate, city.offerings) == ((), (), (), (), ())
        assert city.fulfilled == ()


def test_bf_s12_q2_action_tiles_and_resources_never_run_out() -> None:
    game = a_bonfire_game().given(tiles(0, ship=40), tiles(1, ship=40))
    game.when(0, MoveShip()).then_accepted()
    assert game.state.cities[0].tiles.ship == 40


@everybody
def test_bf_s13_q4_city_boards_are_dealt_at_random(players: int) -> None:
    states = [begun(players, seed) for seed in range(60)]
    for state in states:
        assert len({city.board for city in state.cities}) == len(state.cities)
    for seat in range(len(states[0].cities)):
        assert {state.cities[seat].board for state in states} == {board.id for board in BOARDS}


@everybody
def test_bf_s14_each_city_starts_with_its_own_guardian_in_the_start_area(players: int) -> None:
    for city in begun(players).cities:
        assert city.guardians == (GuardianPlace(Guardian.OWN, "start_area"),)


@several
def test_bf_s15_each_city_starts_with_seven_free_task_spaces_and_their_novices(players: int) -> None:
    # A novice stands beside every space whose bonfire is not lit, so none is kept anywhere else.
    for city in begun(players).cities:
        assert city.spaces == (TaskSpace(),) * 7


@several
def test_bf_s16_the_oval_building_marks_the_starting_player(players: int) -> None:
    for state in many(players):
        extensions = [city.extension for city in state.cities]
        assert extensions == [Extension.OVAL_BUILDING] + [Extension.TERRACE] * (players - 1)


@several
def test_bf_s17_every_seat_gets_two_offering_piles_of_five(players: int) -> None:
    for state in many(players):
        for city in state.cities:
            assert (len(city.offerings_left), len(city.offerings_right)) == (5, 5)
            assert sorted((*city.offerings_left, *city.offerings_right)) == sorted(OFFERINGS)
    tops = {begun(players, seed).cities[0].offerings_left[0] for seed in range(80)}
    assert tops == set(OFFERINGS)


@several
def test_bf_s18_every_seat_gets_seven_fate_tiles_in_order_and_one_in_reserve(players: int) -> None:
    for state in many(players):
        for city in state.cities:
            assert len(city.fate_supply) == 7
            assert sorted((*city.fate_supply, str(city.fate_reserve))) == [tile.id for tile in FATE_TILES]


@everybody
def test_bf_s20_q5_each_player_chooses_the_start_tile_in_their_first_turn(players: int) -> None:
    game = a_new_bonfire_game(max(players, 2))
    assert game.legal(0) == [ChooseStartFateTile(swap=False), ChooseStartFateTile(swap=True)]
    game.when(0, EndTurn()).then_refused("wrong_step", rule="BF-T3")
    game.when(1, ChooseStartFateTile(swap=False)).then_refused("not_your_turn", rule="BF-T1")
    game.when(0, ChooseStartFateTile(swap=False, rotation=0)).then_accepted()
    assert game.state.cities[1].fate == ()


def test_bf_s20_q65_the_start_tile_can_lie_in_two_directions() -> None:
    game = a_new_bonfire_game()
    game.when(0, ChooseStartFateTile(swap=False)).then(
        e.MoveBegun(0, ChooseStartFateTile(swap=False)),
    )
    assert game.legal(0) == [ChooseStartFateTile(rotation=0), ChooseStartFateTile(rotation=180)]
    for rotation in (90, 270, 45):
        game.when(0, ChooseStartFateTile(rotation=rotation)).then_refused("unknown_rotation", rule="BF-S20")


def test_bf_x0_s20_s21_the_reserve_tile_can_be_swapped_for_the_middle_tile() -> None:
    game = a_new_bonfire_game()
    command = ChooseStartFateTile(swap=True, rotation=0)
    supply = tuple(FateTileId(f"fate-{n}") for n in (2, 5, 3, 1, 4, 6, 7))
    game.when(0, command).then(
        e.ActionTaken(0, command, main=False),
        e.StartFateTileChosen(0, PlacedFate(FateTileId("fate-8"), 3, 3, 0), supply),
        e.ResourcesGained(0, tuple(Resource), rule="BF-S21"),
        e.TilesGained(0, (Tile.YELLOW, Tile.YELLOW, Tile.GUARDIAN, Tile.PATH, Tile.GNOME), rule="BF-S21"),
    )
    city = game.state.cities[0]
    assert city.resources == Resources(1, 1, 1, 1, 1, 1)
    assert city.tiles == Tiles(yellow=2, guardian=1, path=1, gnome=1)
    assert (city.fate_supply, city.fate_reserve) == (supply, None)


def test_bf_s20_s21_the_reserve_tile_can_be_kept_and_turned_around() -> None:
    game = a_new_bonfire_game()
    supply = game.state.cities[0].fate_supply
    game.when(0, ChooseStartFateTile(swap=False, rotation=180)).then_includes(
        e.StartFateTileChosen(0, PlacedFate(FateTileId("fate-1"), 3, 5, 180), supply),
        e.TilesGained(0, (Tile.YELLOW, Tile.YELLOW, Tile.SHIP, Tile.TASK, Tile.GUARDIAN), rule="BF-S21"),
    )
    assert game.state.cities[0].fate_supply == supply


def test_bf_s21_the_first_turn_continues_after_the_start_choice() -> None:
    game = a_new_bonfire_game()
    game.when(0, ChooseStartFateTile(swap=False, rotation=0)).then_accepted()
    turn = game.state.turn
    assert (turn.seat, turn.number, turn.main_done) == (0, 1, False)
    game.when(0, EndTurn()).then_refused("main_option_due", rule="BF-T9b")
    assert game.legal(0, MoveShip)


@everybody
def test_bf_s22_seat_0_acts_first_in_round_1(players: int) -> None:
    state = begun(players)
    assert state.phase == "main"
    assert (state.turn.round, state.turn.number, state.turn.seat) == (1, 1, 0)
    assert BONFIRE.actor(state).seats == (0,)


@everybody
def test_bf_s1_every_component_is_in_exactly_one_place(players: int) -> None:
    for state in many(players):
        check_components(state, tasks(state))
        check_rest(state)


@everybody
def test_bf_s8_s9_s17_o6_h19_set_up_events_hold_pile_sizes_and_open_items(
    players: int,
) -> None:
    told = set_up(players).events
    (paths,) = (event for event in told if isinstance(event, e.PathsShuffled))
    assert paths.piles is not None
    assert paths.pile_sizes == tuple(len(pile) for pile in paths.piles)
    (gnomes,) = (event for event in told if isinstance(event, e.SpecialistsShuffled))
    assert gnomes.gnome_pile is not None
    assert gnomes.gnome_pile_size == len(gnomes.gnome_pile)
    offerings = [event for event in told if isinstance(event, e.OfferingsShuffled)]
    assert [event.seat for event in offerings] == list(range(players))
    for event in offerings:
        assert event.offerings_left is not None
        assert event.offerings_right is not None
        assert (event.left_top, event.right_top) == (event.offerings_left[0], event.offerings_right[0])
        assert event.offering_sizes == (len(event.offerings_left), len(event.offerings_right))
    tom = [event for event in told if isinstance(event, e.TomPileShuffled)]
    assert [(event.playthrough, event.tom_pile_size) for event in tom] == [(1, 8)] * (players == 1)


@everybody
def test_bf_s22_every_draw_during_set_up_is_marked_as_a_reveal(players: int) -> None:
    quiet = {e.BoardLaidOut, e.RoundBegun, e.TurnBegun}
    for event in set_up(players).events:
        assert event.reveals == (type(event) not in quiet)


def test_bf_o1_the_human_begins_and_tom_gets_another_city() -> None:
    for seed in SEEDS:
        setup = set_up(1, seed)
        assert setup.seats == (0, "tom")
        human, tom = evolved(None, setup.events).cities
        assert (human.extension, tom.extension) == (Extension.OVAL_BUILDING, Extension.TERRACE)
        assert human.board != tom.board
        assert tom.guardians == (GuardianPlace(Guardian.OWN, "start_area"),)
        assert tom.points == 0


def test_bf_o2_every_island_gets_two_tasks_of_different_colours() -> None:
    for state in many(1):
        assert all(len(dealt.tasks) == 2 for dealt in state.board.tasks)
        assert is_mixed(state)
        assert "yellow-06" not in tasks(state)
        colours = Counter(TASK[task].color for task in tasks(state))
        assert colours == {Color.BLUE: 7, Color.RED: 7, Color.YELLOW: 6}
        pairs = Counter(frozenset(TASK[task].color for task in dealt.tasks) for dealt in state.board.tasks)
        assert sorted(pairs.values()) == [3, 3, 4]
        assert pairs[frozenset({Color.BLUE, Color.RED})] == 4


def test_bf_o3_the_three_portals_on_a_space_are_all_different() -> None:
    for state in many(1):
        assert [len(set(space)) for space in state.board.portals] == [3] * 7
        assert Counter(chain(*state.board.portals)) == Counter(dict.fromkeys(PortalShape, 3))


def test_bf_o5_tom_owns_nothing_and_never_will() -> None:
    tom = begun(1).cities[1]
    assert (tom.fate_supply, tom.fate_reserve, tom.offerings_left, tom.offerings_right) == ((), None, (), ())
    assert (tom.tiles, tom.resources) == (Tiles(), Resources())


def test_bf_o6_toms_cards_are_shuffled_face_down() -> None:
    piles = set()
    for state in many(1):
        assert state.tom is not None
        assert sorted(state.tom.pile) == [card.id for card in TOM_CARDS]
        assert (state.tom.discard, state.tom.playthrough, state.tom.gnome_discard) == ((), 1, ())
        piles.add(state.tom.pile)
    assert len(piles) > 1


@pytest.mark.parametrize("handicap,points", [(0, (0, 0)), (-10, (10, 0)), (15, (0, 15))])
def test_bf_o26_the_handicap_gives_a_head_start(handicap: int, points: tuple[int, int]) -> None:
    state = begun(1, challenge=Challenge.HANDICAP, handicap=handicap)
    assert tuple(city.points for city in state.cities) == points


def test_bf_o26_the_challenge_is_only_for_one_player() -> None:
    for options, players in (
        (BonfireOptions(challenge=Challenge.HANDICAP), 2),
        (BonfireOptions(handicap=-10), 1),
    ):
        with pytest.raises(Rejected) as refused:
            BONFIRE.check(options, players)
        assert (refused.value.code, refused.value.rule) == ("option_not_applicable", "BF-O26")
    BONFIRE.check(BonfireOptions(challenge=Challenge.HANDICAP, handicap=-10), 1)
