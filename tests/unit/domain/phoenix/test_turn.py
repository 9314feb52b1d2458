import pytest

from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.phoenix import events as e
from domain.phoenix.agenda import (
    Ability,
    ClanhouseAcquire,
    Daytime,
    GainResource,
    Placement,
    TurnEnd,
    TurnStart,
)
from domain.phoenix.commands import (
    CardUse,
    Choose,
    EndTurn,
    PerformDaytime,
    PlaceKin,
    SkipAbility,
    SkipDaytime,
    UseAbility,
)
from domain.phoenix.ids import KinId, Resource, RevelationId, Sector
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phase
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened, took

SKIPS = (SkipAbility(), SkipDaytime(), EndTurn())


def skip_turn(game: PhoenixGame, seat: int) -> None:
    """A seat places its first kin on the palace and does nothing else."""
    kin = next(move for move in game.legal(seat, PlaceKin))
    game.when(seat, kin)
    game.when(seat, PlaceKin(target="palace"))  # type: ignore[arg-type]
    game.when(seat, SkipDaytime()).then_accepted()
    game.when(seat, EndTurn()).then_accepted()


def test_pp_t1_t3_seats_take_turns_in_turn_order_until_all_hands_are_empty() -> None:
    game = a_phoenix_game(3, token=1)
    order = []
    while game.state.phase is Phase.DAYTIME and game.state.round == 1:
        order.append(game.asked[0])
        skip_turn(game, game.asked[0])
    assert order == [1, 2, 0] * 5


def test_pp_t3_a_seat_without_kin_in_hand_is_skipped(four: PhoenixGame) -> None:
    four.hold(1).hold(2)
    four.place(0, "red.apprentice.1", "gates.1")
    four.when(0, SkipDaytime())
    four.when(0, EndTurn()).then(took(0, EndTurn()), e.TurnStarted(3, 2), opened(asks(3, TurnStart())))


def test_pp_t3_the_same_seat_goes_on_if_only_it_has_kin(game: PhoenixGame) -> None:
    game.hold(1)
    game.place(0, "red.apprentice.1", "gates.1")
    game.when(0, SkipDaytime())
    game.when(0, EndTurn()).then(took(0, EndTurn()), e.TurnStarted(0, 2), opened(asks(0, TurnStart())))


def test_pp_t4_own_guard_markers_expire_at_the_start_of_the_turn(game: PhoenixGame) -> None:
    game.given(e.GuardSet(0, Sector.RIM), e.GuardSet(1, Sector.SHRINE))
    game.place(0, "red.apprentice.1", "gates.1")
    game.when(0, SkipDaytime())
    game.when(0, EndTurn()).then(
        took(0, EndTurn()),
        e.TurnStarted(1, 2),
        e.GuardExpired(1, Sector.SHRINE),
        opened(asks(1, TurnStart())),
    )


STEPS: list[tuple[type, set[type[Command]]]] = [
    (TurnStart, {PlaceKin}),
    (Ability, {UseAbility, SkipAbility}),
    (Daytime, {PerformDaytime, SkipDaytime}),
    (TurnEnd, {EndTurn}),
]


def _tag(move: Command) -> str:
    return str(move.__struct_config__.tag)


def first_of_each(game: PhoenixGame) -> list[Command]:
    """The first listed move of each kind."""
    return list({type(move): move for move in reversed(game.legal(0))}.values())[::-1]


def test_pp_t5_t6_each_step_of_a_turn_accepts_only_its_own_moves(game: PhoenixGame) -> None:
    game.hold(0, "red.merchant", "red.fighter")
    moves: list[Command] = [
        PlaceKin(kin_id=KinId("red.merchant"), target="gates.1", cloaked=False),  # type: ignore[arg-type]
        UseAbility(resource=Resource.COIN),
        PerformDaytime(discard_slot=None),
        EndTurn(),
    ]
    for (step, kinds), move in zip(STEPS, moves):
        assert isinstance(game.step, step)
        assert {type(listed) for listed in game.legal(0)} == kinds
        others = [other for other in moves if type(other) not in kinds]
        for other in others:
            refused = game.when(0, other).then_refused("wrong_step", "PP-T4")
            assert refused.details["expected"] == tuple(_tag(move) for move in first_of_each(game))
        game.when(0, move).then_accepted()
    assert game.asked == (1,)


def test_pp_t6_the_server_never_ends_a_turn(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.1", "gates.1")
    game.when(0, SkipDaytime()).then(took(0, SkipDaytime()))
    assert game.legal(0) == [EndTurn()]
    assert game.asked == (0,)


def test_pp_t6_the_daytime_effect_is_never_passed_by_itself(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.1", "capital.1")
    assert game.legal(0) == [PerformDaytime(), SkipDaytime()]


def test_pp_t8_q5_the_effect_is_that_of_the_sector_where_the_kin_was_placed(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.1", "capital.1", cloaked=True)
    game.given(e.KinMoved(0, KinId("red.apprentice.1"), "rim.1"))  # type: ignore[arg-type]
    game.when(0, PerformDaytime()).then(
        took(0, PerformDaytime()),
        e.ResourceChanged(0, Resource.SCROLL, 2, "PP-E5"),
        e.DaytimePerformed(0, Sector.CAPITAL),
    )


def test_pp_t12_t13_a_choice_belongs_to_one_seat_and_has_an_id(game: PhoenixGame) -> None:
    game.given(opened(asks(1, GainResource(1, "PP-EC14"))))
    game.when(0, Choose(value="coin")).then_refused("not_your_turn", "PP-T3")
    game.when(1, Choose(id=7, value="coin")).then_refused("wrong_step", "PP-T13")
    game.when(1, Choose(id=0, value="gold")).then_refused("invalid_choice", "PP-T13")
    game.when(1, Choose(id=0, value=None)).then_refused("invalid_choice", "PP-T13")
    game.when(1, EndTurn()).then_refused("wrong_step", "PP-T4")
    move = Choose(id=0, value="coin")
    game.when(1, move).then(took(1, move), e.ResourceChanged(1, Resource.COIN, 1, "PP-EC14"))
    assert game.state.choices == 1


def test_pp_q74_an_answer_is_a_string(game: PhoenixGame) -> None:
    game.given(opened(asks(0, GainResource(0, "PP-EC14"))))
    assert all(isinstance(move.value, str) for move in game.legal(0, Choose))  # type: ignore[attr-defined]


def test_pp_t13_a_choice_without_an_answer_is_dropped(game: PhoenixGame) -> None:
    game.has(1, coin=0, scroll=0, lantern=0).shows("toll_of_ash", "coin_jar", "eclipse")
    game.place(0, "red.apprentice.1", "springs.1")
    keep = PerformDaytime(card=RevelationId.TOLL_OF_ASH, use=CardUse.KEEP)
    told = game.when(0, keep).events
    assert told[-1] == e.StepClosed()
    assert game.asked == (0,)


def test_pp_t10_a_choice_of_the_active_seat_interrupts_its_turn(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.1", "clanhouse.1")
    game.when(0, PerformDaytime(reveal=False))
    assert isinstance(game.step, ClanhouseAcquire)
    game.when(0, EndTurn()).then_refused("wrong_step", "PP-T4")
    game.when(0, Choose(value=None)).then_accepted()
    assert isinstance(game.step, TurnEnd)


def test_pp_t4_after_a_card_only_a_placement_is_left(game: PhoenixGame) -> None:
    game.given(e.StepClosed(), opened(asks(0, Placement())))
    assert {type(move) for move in game.legal(0)} == {PlaceKin}


def test_pp_t14_the_turn_number_changes_with_every_turn_and_night(game: PhoenixGame) -> None:
    before = PHOENIX.turn(game.state)
    skip_turn(game, 0)
    assert PHOENIX.turn(game.state) == before + 1
    number = game.foresees().last_turn(1).state.turn.number
    game.stand("red.bard", "shrine.1").given(e.TurnStarted(1, number))
    game.when(1, EndTurn()).then_accepted()
    assert PHOENIX.turn(game.state) != number


@pytest.mark.parametrize("move", SKIPS)
def test_pp_t15_nothing_is_accepted_after_the_game(game: PhoenixGame, move: Command) -> None:
    game.given(e.StepClosed(), e.PlayEnded())
    game.when(0, move).then_refused("game_finished")
    assert game.legal(0) == []
    assert PHOENIX.actor(game.state).scorer


def test_pp_i9_dice_are_used_only_by_what_is_revealed(game: PhoenixGame) -> None:
    dice = Dice(b"unused", 1)
    PHOENIX.decide(game.state, 0, PlaceKin(kin_id=KinId("red.fighter")), dice)
    assert dice.drawn == 0
