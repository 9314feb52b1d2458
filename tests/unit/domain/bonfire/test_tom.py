"""The solo game: Tom's cards, the human's choices for him, the end of the game and his score."""

import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import (
    TOM_CARD,
    BonfireSpaceId,
    CommonTask,
    CouncilSpace,
    Guardian,
    IslandId,
    PortalShape,
    Resource,
    TaskId,
    TomAction,
    TomCardId,
)
from domain.bonfire.commands import EndTurn, PlaceNeutralNovice, ResolveTom, Take
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import (
    BonfireOptions,
    Challenge,
    IslandTasks,
    Novice,
    Phase,
    SeatStatus,
    TomAsks,
    TomQuestion,
)
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.game import Resign, ScoreGame, TakeTurn
from domain.kernel.lobby import StartGame
from domain.kernel.messages import Event
from tests.support.builders import a_new_bonfire_game
from tests.support.cities import gnomes, paths
from tests.support.given import built, fulfilled, lit, notches, path_tiles, portals_on, recruited, specialists
from tests.support.record import Record
from tests.support.scenario import Outcome, Scenario

HUMAN, TOM = 0, 1
SPACES = tuple(space.value for space in CouncilSpace)
CARD = {card.action: card.id for card in reversed(list(TOM_CARD.values()))}
RULE = dict(zip(TomAction, ("BF-O10", "BF-O11", "BF-O12", "BF-O13", "BF-O14", "BF-O15")))
SHELL_GNOME, HERB_GNOME = "4", "3"


def toms_turn(action: TomAction, pile: str = HERB_GNOME, display: str = "1 2 6 7 8 11") -> Scenario:
    """It is Tom's turn; his next card has the action, the gnome pile begins with the given specialists."""
    game = a_new_bonfire_game(1)
    rest = tuple(card for card in TOM_CARD if card != CARD[action])
    return game.given(
        specialists(display, pile),
        e.TomPileShuffled(1, 8, (CARD[action], *rest)),
        e.TurnBegun(TOM, 2),
    )


def told(outcome: Outcome) -> list[Event]:
    """The events of Tom's turn up to the point where it is handed on."""
    events = outcome.events
    end = next((n for n, event in enumerate(events) if isinstance(event, e.RoundBegun)), len(events))
    return events[:end]


def drawn(action: TomAction) -> Event:
    return e.TomCardDrawn(CARD[action], action, RULE[action], reveals=True)


def revealed(number: str, resource: Resource) -> Event:
    return e.TomGnomeRevealed(gnomes(number)[0], resource, "BF-O8", reveals=True)


def tasks_on(**islands: str) -> Event:
    """What lies on the task islands, and nothing else."""

    return e.TasksDealt(
        tuple(
            IslandTasks(IslandId(island), tuple(TaskId(task) for task in tasks.split()))
            for island, tasks in islands.items()
        )
    )


def test_bf_o7_toms_turn_follows_the_humans_and_only_tom_may_take_it() -> None:
    game = toms_turn(TomAction.GREAT_BONFIRE)
    assert BONFIRE.actor(game.state).automa == "tom"
    assert game.legal(HUMAN) == []
    game.when(HUMAN, EndTurn()).then_refused("not_your_turn", rule="BF-T1")
    game.when("tom", TakeTurn()).then_accepted()
    assert game.state.turn.seat == HUMAN


def test_bf_o7_the_discard_becomes_the_pile_of_the_next_playthrough() -> None:
    game = toms_turn(TomAction.GREAT_BONFIRE).given(
        e.TomPileShuffled(1, 1, (TomCardId("tom-7"),)),
        e.TomCardDrawn(TomCardId("tom-7"), TomAction.GREAT_BONFIRE, "BF-O15"),
    )
    first = game.when("tom", TakeTurn()).events[0]
    assert isinstance(first, e.TomPileShuffled)
    assert (first.playthrough, first.tom_pile_size, first.reveals) == (2, 1, True)
    assert game.state.tom.playthrough == 2


def test_bf_o8_the_gnome_icon_reveals_a_gnome_even_if_the_action_is_replaced() -> None:
    game = toms_turn(TomAction.PATH).given(*built(TOM, "blue-01 blue-02 blue-03 blue-04 blue-05 blue-06"))
    assert (
        told(game.when("tom", TakeTurn()))
        == [
            drawn(TomAction.PATH),
            revealed(HERB_GNOME, Resource.HERB),
            e.TomCompensated(CARD[TomAction.PATH], CommonTask.PATHS, 3, "BF-O18"),
            e.TomCardResolved(CARD[TomAction.PATH]),
            e.TurnBegun(HUMAN, 3),
        ][:-1]
    )
    assert game.state.tom.gnome_discard == gnomes(HERB_GNOME)
    assert game.state.cities[TOM].points == 3


def test_bf_o9_discarded_gnomes_become_the_pile_before_a_reveal() -> None:
    game = toms_turn(TomAction.PATH, pile="3").given(
        e.TomGnomeRevealed(gnomes("3")[0], Resource.HERB, "BF-O8")
    )
    events = game.when("tom", TakeTurn()).events
    assert events[1] == e.GnomePileShuffled(1, gnomes("3"), reveals=True)
    assert events[2] == revealed("3", Resource.HERB)
    assert game.state.board.gnome_pile == ()


def test_bf_o9_o10_a_slot_is_refilled_from_discarded_gnomes_when_the_pile_is_empty() -> None:
    game = toms_turn(TomAction.GNOME, pile="3", display="1 9 6 7 8 11")
    game.when("tom", TakeTurn()).then_includes(
        e.GnomeRecruited(TOM, gnomes("9")[0]),
        e.GnomePileShuffled(1, gnomes("3"), reveals=True),
        e.GnomeSlotRefilled(2, gnomes("3")[0], reveals=True),
    )


def test_bf_o10_tom_takes_every_matching_specialist_but_uses_no_power() -> None:
    game = toms_turn(TomAction.GNOME, pile="3 15 20", display="9 1 26 7 8 11")
    game.given(*recruited(TOM, "15"))
    assert told(game.when("tom", TakeTurn())) == [
        drawn(TomAction.GNOME),
        revealed("3", Resource.HERB),
        e.GnomeRecruited(TOM, gnomes("9")[0]),
        e.GnomeRecruited(TOM, gnomes("26")[0]),
        e.GnomeSlotRefilled(1, gnomes("15")[0], reveals=True),
        e.GnomeSlotRefilled(3, gnomes("20")[0], reveals=True),
        e.TomCardResolved(CARD[TomAction.GNOME]),
    ]


def test_bf_o10_o18_without_a_match_tom_gets_nothing() -> None:
    game = toms_turn(TomAction.GNOME)
    game.when("tom", TakeTurn()).then_includes(e.TomFoundNothing(CARD[TomAction.GNOME], rule="BF-O10"))
    assert game.state.cities[TOM].points == 0


def test_bf_o11_tom_builds_every_matching_path_tile_of_the_display() -> None:
    game = toms_turn(TomAction.PATH).given(
        path_tiles("blue-05 red-01 red-05 blue-01", "yellow-01 yellow-02", "yellow-03")
    )
    assert told(game.when("tom", TakeTurn()))[2:] == [
        e.PathBuilt(TOM, paths("blue-05")[0], 2, "display:1", Resource.HERB),
        e.PathBuilt(TOM, paths("red-05")[0], 3, "display:3", Resource.HERB),
        e.PathSlotRefilled(1, paths("yellow-01")[0], 1, reveals=True),
        e.PathSlotRefilled(3, paths("yellow-02")[0], 1, reveals=True),
        e.TomCardResolved(CARD[TomAction.PATH]),
    ]


def test_bf_o11_q59_tom_stops_at_six_built_path_tiles() -> None:
    game = toms_turn(TomAction.PATH).given(
        *built(TOM, "blue-01 blue-02 blue-03 blue-04 blue-07"),
        path_tiles("blue-05 red-01 red-05 red-02", "yellow-01"),
    )
    game.when("tom", TakeTurn()).then_includes(
        e.PathBuilt(TOM, paths("blue-05")[0], 7, "display:1", Resource.HERB)
    )
    assert len(game.state.cities[TOM].paths) == 6


def test_bf_o12_q58_the_highest_task_goes_lit_to_toms_lowest_free_position() -> None:
    game = toms_turn(TomAction.TASK_HIGH).given(
        tasks_on(t03="blue-01 red-02", t07="yellow-09 blue-02", t01="yellow-11"), *lit(TOM, "1:blue-05")
    )
    assert told(game.when("tom", TakeTurn()))[2:] == [
        e.OfferMade(TOM, TomAsks(CARD[TomAction.TASK_HIGH], TomQuestion.TASK, ("yellow-09",))),
        e.ActionTaken(HUMAN, ResolveTom(choice="yellow-09"), main=False),
        e.TaskReceived(TOM, TaskId("yellow-09"), IslandId("t07"), 2),
        e.BonfireLit(TOM, TaskId("yellow-09"), 2),
        e.TomCardResolved(CARD[TomAction.TASK_HIGH]),
    ]


def test_bf_o12_the_human_chooses_among_tied_tasks_and_toms_turn_resumes() -> None:
    game = toms_turn(TomAction.TASK_HIGH).given(tasks_on(t03="red-02 blue-01", t07="red-03"))
    game.when("tom", TakeTurn()).then_accepted()
    assert BONFIRE.actor(game.state).seats == (HUMAN,)
    assert game.legal(HUMAN) == [ResolveTom(choice="red-02"), ResolveTom(choice="red-03")]
    game.when(HUMAN, ResolveTom(choice="blue-01")).then_refused("not_an_option", rule="BF-O12")
    game.when(HUMAN, EndTurn()).then_refused("wrong_step", rule="BF-T3")
    game.when("tom", TakeTurn()).then_refused("not_your_turn", rule="BF-T1")
    game.when(HUMAN, ResolveTom(choice="red-03")).then_includes(e.BonfireLit(TOM, TaskId("red-03"), 1))
    assert game.state.turn.seat == HUMAN


def test_bf_o13_o17_the_lowest_task_brings_a_novice_to_any_space_and_a_point() -> None:
    game = toms_turn(TomAction.TASK_LOW).given(
        tasks_on(t03="blue-01 red-02", t07="yellow-09"),
        e.NovicePlaced(TOM, CouncilSpace.GOLD, None),
    )
    game.when("tom", TakeTurn()).then_includes(e.BonfireLit(TOM, TaskId("blue-01"), 1))
    assert game.legal(HUMAN) == [ResolveTom(choice=space) for space in SPACES]
    events = told(game.when(HUMAN, ResolveTom(choice="council_gold")))
    assert events[1:] == [
        e.NovicePlaced(TOM, CouncilSpace.GOLD, None),
        e.PointsGained(TOM, 1, rule="BF-O13"),
        e.TomCardResolved(CARD[TomAction.TASK_LOW]),
    ]


def test_bf_o14_the_human_chooses_the_colour_of_toms_guardian() -> None:
    game = toms_turn(TomAction.GUARDIAN).given(e.GuardianArrived(TOM, Guardian.GREY))
    game.when("tom", TakeTurn()).then(
        drawn(TomAction.GUARDIAN),
        e.OfferMade(TOM, TomAsks(CARD[TomAction.GUARDIAN], TomQuestion.GUARDIAN, ("pink", "wood", "blue"))),
    )
    game.when(HUMAN, ResolveTom(choice="wood")).then_includes(
        e.GuardianArrived(TOM, Guardian.WOOD), e.TomCardResolved(CARD[TomAction.GUARDIAN])
    )
    assert game.state.cities[TOM].place_of(Guardian.WOOD) == "start_area"


def test_bf_o15_q60_y38_tom_turns_to_the_next_space_with_his_portal() -> None:
    game = toms_turn(TomAction.GREAT_BONFIRE)
    shapes = list(PortalShape)
    needed = _next_shape(game)
    others = " ".join(shape.value for shape in shapes if shape is not needed)
    game.given(portals_on(gb2=needed.value, gb3=others), e.GreatBonfireTurned(HUMAN, BonfireSpaceId("gb2")))
    assert told(game.when("tom", TakeTurn())) == [
        drawn(TomAction.GREAT_BONFIRE),
        e.GreatBonfireTurned(TOM, BonfireSpaceId("gb2")),
        e.PortalPlaced(TOM, needed, BonfireSpaceId("gb2"), 7),
        e.TomCardResolved(CARD[TomAction.GREAT_BONFIRE]),
    ]


def test_bf_o15_tom_gets_nothing_when_no_space_has_his_next_portal() -> None:
    game = toms_turn(TomAction.GREAT_BONFIRE)
    others = " ".join(shape.value for shape in PortalShape if shape is not _next_shape(game))
    game.given(portals_on(gb1=others))
    assert told(game.when("tom", TakeTurn())) == [
        drawn(TomAction.GREAT_BONFIRE),
        e.TomFoundNothing(CARD[TomAction.GREAT_BONFIRE], rule="BF-O15"),
        e.TomCardResolved(CARD[TomAction.GREAT_BONFIRE]),
    ]


def _next_shape(game: Scenario) -> PortalShape:
    return BONFIRE.view(game.state, ()).cities[TOM].notches[6]


def test_bf_o15_o19_tom_takes_only_the_portal_and_ends_the_first_price() -> None:
    game = toms_turn(TomAction.GREAT_BONFIRE)
    game.given(portals_on(gb1=_next_shape(game).value))
    game.when("tom", TakeTurn()).then_accepted()
    assert game.state.board.great_bonfire_used
    assert game.state.board.pointer == 1
    assert game.state.cities[TOM].points == 0


def test_bf_o10_o15_g25_specialist_25_does_not_change_toms_next_portal() -> None:
    game = toms_turn(TomAction.GREAT_BONFIRE)
    needed = _next_shape(game)
    others = " ".join(shape.value for shape in PortalShape if shape is not needed)
    game.given(*recruited(TOM, "25"), portals_on(gb1=others, gb4=needed.value))
    game.when("tom", TakeTurn()).then_includes(e.PortalPlaced(TOM, needed, BonfireSpaceId("gb4"), 7))


def test_bf_o18_y39_tom_with_seven_portals_gets_three_points_instead_of_turning() -> None:
    game = toms_turn(TomAction.GREAT_BONFIRE)
    game.given(*notches(game, TOM, 1, 2, 3, 4, 5, 6, 7))
    pointer = game.state.board.pointer
    game.when("tom", TakeTurn()).then_includes(
        e.TomCompensated(CARD[TomAction.GREAT_BONFIRE], CommonTask.PORTALS, 3, "BF-O18")
    )
    assert game.state.board.pointer == pointer


def test_bf_o18_q61_y40_task_two_without_a_task_gives_no_novice_and_no_point() -> None:
    game = toms_turn(TomAction.TASK_LOW, pile=SHELL_GNOME).given(tasks_on(t02="", t10="", t01="blue-01"))
    assert told(game.when("tom", TakeTurn())) == [
        drawn(TomAction.TASK_LOW),
        revealed(SHELL_GNOME, Resource.SHELL),
        e.TomFoundNothing(CARD[TomAction.TASK_LOW], rule="BF-Q61"),
        e.TomCardResolved(CARD[TomAction.TASK_LOW]),
    ]
    assert game.state.cities[TOM].points == 0


def test_bf_o16_q59_y41_the_human_places_the_novice_of_toms_common_task_flat() -> None:
    game = toms_turn(TomAction.GNOME, pile="3 16", display="1 9 26 7 8 11")
    game.given(*recruited(TOM, "2 4 5 6 10"))
    game.when("tom", TakeTurn()).then_includes(
        e.GnomeRecruited(TOM, gnomes("9")[0]),
        e.CommonTaskFulfilled(TOM, CommonTask.GNOMES),
        e.GnomeSlotRefilled(2, gnomes("16")[0], reveals=True),
        e.TomCardResolved(CARD[TomAction.GNOME]),
        e.OfferMade(TOM, TomAsks(CARD[TomAction.GNOME], TomQuestion.SPACE, SPACES, CommonTask.GNOMES)),
    )
    game.when(HUMAN, ResolveTom(choice="council_fate")).then_includes(
        e.NovicePlaced(TOM, CouncilSpace.FATE, CommonTask.GNOMES, flat=True),
        e.PointsGained(TOM, 1, rule="BF-O16"),
    )
    assert CommonTask.GNOMES not in game.state.board.neutral_novices
    assert game.state.turn.seat == HUMAN


def test_bf_o16_a_common_task_without_its_novice_gives_tom_nothing() -> None:
    game = toms_turn(TomAction.GNOME, pile="3 16", display="1 9 6 7 8 11")
    game.given(*recruited(TOM, "2 4 5 12 10"), e.NovicePlaced(HUMAN, CouncilSpace.SHIP, CommonTask.GNOMES))
    game.when("tom", TakeTurn()).then_accepted()
    assert game.state.cities[TOM].points == 0
    assert game.state.turn.seat == HUMAN


def test_bf_o16_o17_y42_a_flat_neutral_novice_never_blocks_the_human() -> None:
    game = a_new_bonfire_game(1)
    game.when(HUMAN, game.legal(HUMAN)[0]).then_accepted()
    game.when(HUMAN, game.legal(HUMAN)[0]).then_accepted()
    game.given(
        e.NovicePlaced(TOM, CouncilSpace.FATE, CommonTask.GNOMES, flat=True),
        *fulfilled(HUMAN, "common_paths_7"),
    )
    move = PlaceNeutralNovice(common_task=CommonTask.PATHS, council_space=CouncilSpace.FATE, take=Take.POINT)
    game.when(HUMAN, move).then_accepted()
    fate = next(seats for seats in game.state.board.council if seats.space is CouncilSpace.FATE)
    assert fate.novices == (Novice(None, flat=True), Novice(None))


def test_bf_o20_d1_toms_novices_can_trigger_the_countdown() -> None:
    game = toms_turn(TomAction.TASK_LOW).given(tasks_on(t03="blue-01"))
    game.given(*(e.NovicePlaced(HUMAN, space, None) for space in list(CouncilSpace)[:6]))
    game.when("tom", TakeTurn()).then_accepted()
    events = game.when(HUMAN, ResolveTom(choice="council_fate")).events
    assert e.CountdownTriggered(TOM, None) in events
    assert e.RoundBegun(2, 5) in events
    assert game.state.phase is Phase.COUNTDOWN


def test_bf_o20_q26_the_human_still_chooses_for_tom_after_passing() -> None:
    game = toms_turn(TomAction.GUARDIAN).given(
        e.CountdownTriggered(HUMAN, 5), e.SeatPassed(HUMAN, 5), e.TurnBegun(TOM, 2)
    )
    game.when("tom", TakeTurn()).then_accepted()
    assert game.state.cities[HUMAN].status is SeatStatus.PASSED
    game.when(HUMAN, ResolveTom(choice="pink")).then_accepted()
    assert BONFIRE.actor(game.state).automa == "tom"


def test_bf_o21_y43_the_last_card_of_the_fourth_playthrough_ends_the_game_at_once() -> None:
    game = toms_turn(TomAction.GREAT_BONFIRE).given(
        e.TomPileShuffled(4, 1, (TomCardId("tom-7"),)), e.CountdownTriggered(HUMAN, 4)
    )
    assert game.when("tom", TakeTurn()).events[-1] == e.PlayEnded()
    assert BONFIRE.actor(game.state).scorer


@pytest.mark.parametrize("seed", range(6))
def test_bf_o22_toms_seventh_portal_comes_in_the_fourth_playthrough(seed: int) -> None:
    setup = BONFIRE.setup(BonfireOptions(), (None,), Dice(b"portals %d" % seed, 1))
    game = Scenario(BONFIRE, setup.events)
    placed: list[int] = []
    while not BONFIRE.actor(game.state).scorer:
        game.given(e.TurnBegun(TOM, 2))
        outcome = game.when("tom", TakeTurn())
        while game.state.offer is not None:
            outcome = game.when(HUMAN, game.legal(HUMAN)[0])
        placed += [game.state.tom.playthrough] * (len(game.state.cities[TOM].portals) - len(placed))
        outcome.then_accepted()
    assert placed[-1] == 4
    assert len(placed) == 7


def test_bf_o23_tom_scores_bonfires_portals_paths_common_tasks_and_gained_points() -> None:
    game = toms_turn(TomAction.GUARDIAN)
    game.given(
        *lit(TOM, "2:blue-05 7:red-09"),
        *built(TOM, "blue-01"),
        *notches(game, TOM, 7),
        e.PointsGained(TOM, 3, "x"),
    )
    items = {item.item: item.points for item in BONFIRE.score(game.state).seats[TOM].items if item.points}
    assert items == {"gained": 3, "bonfires": 2 + 5, "portals": 2, "paths": 2}


def test_bf_o24_the_human_scores_as_in_any_game() -> None:
    game = toms_turn(TomAction.GUARDIAN).given(*lit(HUMAN, "7:red-09"))
    items = {item.rule: item.points for item in BONFIRE.score(game.state).seats[HUMAN].items if item.points}
    assert items == {"BF-FS1": 5, "BF-FS7": 7 * 3}


@pytest.mark.parametrize("ahead, result", [(HUMAN, "win"), (TOM, "loss"), (None, "tie")])
def test_bf_o25_q57_the_result_is_the_humans_and_a_tie_is_not_a_win(ahead: int | None, result: str) -> None:
    game = toms_turn(TomAction.GUARDIAN).given(e.PointsGained(TOM, 21, "x"), *lit(TOM, ""))
    if ahead is not None:
        game.given(e.PointsGained(ahead, 1, "x"))
    assert BONFIRE.score(game.state).result == result


def test_bf_o25_a_player_who_resigns_while_ahead_loses() -> None:
    record = Record(BONFIRE).opened(("me",), challenge="handicap", handicap=-10)
    record.does("p_host", StartGame())
    assert BONFIRE.score(record.state).result == "win"
    record.does(HUMAN, Resign())
    record.does("scorer", ScoreGame())
    assert record.table.result is not None
    assert (record.table.result.score.result, record.table.result.ranks) == ("loss", (2, 1))


@pytest.mark.parametrize("handicap, human, tom", [(-10, 10, 0), (5, 0, 5), (0, 0, 0)])
def test_bf_o26_y44_the_sign_of_the_handicap_decides_who_starts_ahead(
    handicap: int, human: int, tom: int
) -> None:
    game = a_new_bonfire_game(1, challenge="handicap", handicap=handicap)
    assert [city.points for city in game.state.cities] == [human, tom]


def test_bf_o26_a_handicap_requires_the_challenge_for_one_player() -> None:

    with pytest.raises(Rejected, match="option_not_applicable"):
        BONFIRE.check(BonfireOptions(challenge=Challenge.HANDICAP), 2)
    with pytest.raises(Rejected, match="option_not_applicable"):
        BONFIRE.check(BonfireOptions(handicap=5), 1)
