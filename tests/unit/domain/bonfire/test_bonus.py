from domain.bonfire import events as e
from domain.bonfire.catalogue import CommonTask, CouncilSpace, Guardian, Resource, Tile
from domain.bonfire.commands import (
    EndTurn,
    IgniteBonfire,
    PlaceFateTile,
    PlaceNeutralNovice,
    ResolveBonus,
    Take,
)
from domain.bonfire.state import Bonus
from tests.support.builders import resources
from tests.support.given import built, fulfilled, received, recruited, standing
from tests.support.scenario import Scenario

BONUS, POINT = Take.BONUS, Take.POINT
GNOMES, PATHS, PORTALS = CommonTask.GNOMES, CommonTask.PATHS, CommonTask.PORTALS


def novice(task: CommonTask, space: CouncilSpace, take: Take) -> PlaceNeutralNovice:
    return PlaceNeutralNovice(common_task=task, council_space=space, take=take)


def test_bf_x18_t67_t68_t69_c3_a_free_bonus_action_does_not_use_the_main_option(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES), *standing(0, pink="start_area", grey="start_area"))
    move = novice(GNOMES, CouncilSpace.GUARDIAN, BONUS)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.NovicePlaced(0, CouncilSpace.GUARDIAN, GNOMES),
        e.OfferMade(0, Bonus(CouncilSpace.GUARDIAN)),
    )
    blue = ResolveBonus(guardian=Guardian.BLUE)
    game.when(0, blue).then(e.ActionTaken(0, blue, main=False), e.GuardianArrived(0, Guardian.BLUE))
    assert game.state.cities[0].place_of(Guardian.BLUE) == "start_area"
    assert not game.state.turn.main_done
    assert game.legal(0, PlaceFateTile)


def test_bf_t67_a_common_task_must_be_fulfilled(game: Scenario) -> None:
    game.when(0, PlaceNeutralNovice()).then_refused("no_neutral_novice", rule="BF-T67")
    assert game.legal(0, PlaceNeutralNovice) == []
    game.given(*fulfilled(0, GNOMES))
    move = PlaceNeutralNovice(common_task=PATHS)
    game.when(0, move).then_refused("common_task_not_fulfilled", rule="BF-T67")


def test_bf_t68_t64_a_point_may_be_taken_instead(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES))
    move = novice(GNOMES, CouncilSpace.SHIP, POINT)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.NovicePlaced(0, CouncilSpace.SHIP, GNOMES),
        e.PointsGained(0, 1, rule="BF-C7"),
    )


def test_bf_t71_placing_the_novice_gives_no_points_for_the_common_task(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES))
    game.when(0, novice(GNOMES, CouncilSpace.GOLD, BONUS)).then_accepted()
    assert game.state.cities[0].points == 0


def test_bf_t68_c1_the_gold_space_offers_no_point(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES))
    game.when(0, novice(GNOMES, CouncilSpace.GOLD, POINT)).then_refused("no_point_here", rule="BF-C1")


def test_bf_t68_q69_a_space_holds_one_neutral_novice_beside_any_others(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES), *fulfilled(1, PATHS))
    game.given(e.NovicePlaced(1, CouncilSpace.SHIP, PATHS), e.NovicePlaced(0, CouncilSpace.FATE, None))
    taken = novice(GNOMES, CouncilSpace.SHIP, POINT)
    game.when(0, taken).then_refused("council_space_taken", rule="BF-T68")
    game.when(0, novice(GNOMES, CouncilSpace.FATE, POINT)).then_accepted()


def test_bf_t68_g24_q20_specialists_24_and_7_apply_to_neutral_novices(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES), *recruited(0, "7 24"), e.NovicePlaced(1, CouncilSpace.SHIP, PATHS))
    move = novice(GNOMES, CouncilSpace.SHIP, POINT)
    game.when(0, move).then(
        e.ActionTaken(0, move, main=False),
        e.NovicePlaced(0, CouncilSpace.SHIP, GNOMES),
        e.ResourcesGained(0, (Resource.GOLD,), rule="BF-G7"),
        e.PointsGained(0, 1, rule="BF-C7"),
    )


def test_bf_t68_d1_a_neutral_novice_counts_for_the_countdown(game: Scenario) -> None:
    game.given(*(e.NovicePlaced(0, space, None) for space in list(CouncilSpace)[:6]), *fulfilled(0, GNOMES))
    told = game.when(0, novice(GNOMES, CouncilSpace.FATE, POINT)).events
    assert told[1:] == [
        e.NovicePlaced(0, CouncilSpace.FATE, GNOMES),
        e.CountdownTriggered(0, 5),
        e.PointsGained(0, 1, rule="BF-C8"),
    ]


def test_bf_t68_t66_a_bonus_that_cannot_be_carried_out_is_refused(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES), *recruited(0, "12 13 18 L1 L2 L3"))
    move = novice(GNOMES, CouncilSpace.SPECIALIST, BONUS)
    game.when(0, move).then_refused("bonus_not_available", rule="BF-T66")


def test_bf_t69_q6_any_number_of_bonus_actions_before_and_after_the_main_option(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES, PATHS, PORTALS), *received(0, "1:red-10"), resources(0, blossom=3))
    game.when(0, novice(GNOMES, CouncilSpace.SHIP, POINT)).then_accepted()
    game.when(0, novice(PATHS, CouncilSpace.FATE, POINT)).then_accepted()
    main = IgniteBonfire(position=1, council_space=CouncilSpace.PATH, take=POINT)
    game.when(0, main).then_accepted()
    game.when(0, novice(PORTALS, CouncilSpace.PATH, POINT)).then_accepted()
    assert game.state.cities[0].points == 4


def test_bf_t69_the_bonus_action_may_wait_for_a_later_turn(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES), *received(0, "1:red-10"), resources(0, blossom=3))
    game.when(0, IgniteBonfire(position=1, council_space=CouncilSpace.PATH, take=POINT)).then_accepted()
    game.when(0, EndTurn()).then_accepted()
    game.given(e.TurnBegun(0, 3))
    game.when(0, novice(GNOMES, CouncilSpace.PATH, POINT)).then_accepted()


def test_bf_y24_t70_only_the_first_player_to_use_a_common_task_gets_its_novice(game: Scenario) -> None:
    game.given(*fulfilled(0, PORTALS), *fulfilled(1, PORTALS))
    game.when(0, novice(PORTALS, CouncilSpace.SHIP, POINT)).then_accepted()
    game.given(e.TurnBegun(1, 2))
    move = PlaceNeutralNovice(common_task=PORTALS)
    game.when(1, move).then_refused("neutral_novice_gone", rule="BF-T70")
    assert game.legal(1, PlaceNeutralNovice) == []
    assert game.state.cities[0].fulfilled == game.state.cities[1].fulfilled == (PORTALS,)


def test_bf_k6_a_common_task_stays_fulfilled_for_each_player(game: Scenario) -> None:
    six = "red-01 red-02 red-03 red-04 red-05 red-06"
    game.given(*built(1, six), *fulfilled(0, PATHS), *fulfilled(1, PATHS))
    game.when(0, novice(PATHS, CouncilSpace.GOLD, BONUS)).then_includes(
        e.TilesGained(0, (Tile.YELLOW,), rule="BF-C1")
    )
    assert PATHS in game.state.cities[0].fulfilled


def test_bf_t67_fields_are_asked_in_the_order_task_space_reward(game: Scenario) -> None:
    game.given(*fulfilled(0, GNOMES, PATHS))
    assert game.legal(0, PlaceNeutralNovice) == [
        PlaceNeutralNovice(common_task=GNOMES),
        PlaceNeutralNovice(common_task=PATHS),
    ]
    game.when(0, PlaceNeutralNovice(common_task=PATHS)).then_accepted()
    assert game.legal(0) == [PlaceNeutralNovice(council_space=space) for space in CouncilSpace]
