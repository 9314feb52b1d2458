"""The rules of Regatta, one behaviour each; together they show what the kernel can do for a game."""

import re
from pathlib import Path

import pytest
from msgspec import UNSET

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.game import TakeTurn
from domain.kernel.score import ranks
from tests.support import regatta
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import HARBOUR, SIDE_OF_BOAT, STORM, WIND_CARDS, Boat, Flag
from tests.support.regatta.commands import (
    BidUse,
    EndTurn,
    FaceStorm,
    GiveWay,
    HoistFlag,
    Judge,
    Loss,
    MoveShip,
    Payment,
    PlaceBid,
    Protest,
)
from tests.support.regatta.ruleset import REGATTA
from tests.support.regatta.state import (
    BoatChoice,
    Challenge,
    Collision,
    Gale,
    ModeId,
    RegattaOptions,
    Ruling,
    SecretBid,
)
from tests.support.regatta_play import STORM as AGAINST_THE_STORM
from tests.support.regatta_play import TEAMS, a_race, a_regatta, a_storm, bid

HERON, GULL, PIKE, TROUT = Boat
RULES = Path(regatta.__file__).with_name("rules.md")


def _dealt(options: RegattaOptions, *choices: Boat | None) -> tuple[tuple[int | str, ...], e.BoardLaidOut]:
    chosen = [None if boat is None else BoatChoice(boat) for boat in choices]
    dealt = REGATTA.setup(options, chosen, Dice(b"setup", 1))
    laid_out = dealt.events[0]
    assert isinstance(laid_out, e.BoardLaidOut)
    return dealt.seats, laid_out


def test_every_rule_has_a_test() -> None:
    rules = set(re.findall(r"\*\*(RG-\w+)\*\*", RULES.read_text()))
    named = {
        f"RG-{rule}".upper() for rule in re.findall(r"def test_rg_([a-z]\d+)_", Path(__file__).read_text())
    }
    assert rules == named


def test_rg_s1_five_crews_are_refused() -> None:
    with pytest.raises(Rejected) as refused:
        REGATTA.check(RegattaOptions(), 5)
    assert (refused.value.code, refused.value.rule) == ("player_count_not_allowed", "RG-S1")


def test_rg_s2_players_get_the_boats_they_chose_and_the_others_one_that_is_left() -> None:
    seats, laid_out = _dealt(RegattaOptions(), None, PIKE, None)
    boats = dict(zip(seats, laid_out.players, strict=True))
    assert boats[1] == PIKE
    assert len(set(boats.values())) == 3


def test_rg_s2_a_boat_that_is_taken_cannot_be_chosen() -> None:
    with pytest.raises(Rejected) as refused:
        REGATTA.check_choice(RegattaOptions(), (BoatChoice(PIKE), None), 1, BoatChoice(PIKE))
    assert (refused.value.code, refused.value.rule) == ("boat_taken", "RG-S2")
    REGATTA.check_choice(RegattaOptions(), (BoatChoice(PIKE), None), 1, BoatChoice(GULL))


def test_rg_s3_sides_alternate_and_the_storm_has_the_first_seat() -> None:
    _, laid_out = _dealt(TEAMS, None, TROUT, HERON, None)
    sides = [SIDE_OF_BOAT[boat] for boat in laid_out.players if boat is not None]
    assert sides == ["birds", "fish"] * 2
    seats, laid_out = _dealt(AGAINST_THE_STORM, GULL)
    assert (seats, laid_out.players) == ((STORM, 0), (None, GULL))


def test_rg_s4_boats_start_with_gold_and_tiles_and_the_wind_is_shuffled() -> None:
    game = a_regatta(None, GULL, mode=ModeId.COOP)
    storm, gull = game.state.crews
    assert (storm.space, storm.gold) == (0, 0)
    assert (gull.space, gull.gold, gull.tiles) == (1, 3, 2)
    assert _dealt(RegattaOptions(handicap=True), None, None)[1].space == 3
    shuffled = REGATTA.setup(RegattaOptions(), (None, None), Dice(b"setup", 1)).events[1]
    assert isinstance(shuffled, e.WindShuffled)
    assert shuffled.piles != WIND_CARDS
    assert sorted(shuffled.piles or ()) == sorted(WIND_CARDS)


@pytest.mark.parametrize("places", [1, 2, 3])
def test_rg_m1_teams_are_for_four(places: int) -> None:
    with pytest.raises(Rejected) as refused:
        REGATTA.check(TEAMS, places)
    assert (refused.value.code, refused.value.rule) == ("player_count_not_allowed", "RG-M1")


def test_rg_m2_the_storm_excludes_teams_and_a_fourth_crew() -> None:
    with pytest.raises(Rejected) as refused:
        REGATTA.check(AGAINST_THE_STORM, 4)
    assert (refused.value.code, refused.value.rule) == ("player_count_not_allowed", "RG-M2")
    both = RegattaOptions(teams=True, challenge=Challenge.STORM)
    for places in (3, 4):
        with pytest.raises(Rejected):
            REGATTA.check(both, places)


def test_rg_m3_a_single_crew_plays_against_the_storm() -> None:
    with pytest.raises(Rejected) as refused:
        REGATTA.check(RegattaOptions(), 1)
    assert (refused.value.code, refused.value.rule) == ("missing_option", "RG-M3")
    REGATTA.check(AGAINST_THE_STORM, 1)


def test_rg_o1_the_storm_takes_two_turns_in_a_row() -> None:
    game = a_storm(1, 0)
    assert REGATTA.actor(game.state).automa == STORM
    game.when(STORM, TakeTurn()).then(
        e.StormTurnBegun(2, 1, reveals=True), e.ShipMoved(0, 1), e.StormTurnEnded()
    )
    assert REGATTA.actor(game.state).automa == STORM
    game.when(STORM, TakeTurn()).then(e.StormTurnBegun(3, 0, reveals=True), e.StormTurnEnded())
    assert REGATTA.actor(game.state).seats == (1, 2)


def test_rg_o2_only_the_storm_takes_its_turn() -> None:
    a_storm(1).when(1, bid()).then_refused("not_your_turn", rule="RG-T1")


def test_rg_o3_a_gale_asks_the_leader_in_the_middle_of_the_storms_turn() -> None:
    game = a_storm(2, 0).given(e.ShipMoved(2, 4))
    game.when(STORM, TakeTurn()).then(e.StormTurnBegun(2, 2, reveals=True), e.OfferMade(2, Gale()))
    assert REGATTA.actor(game.state).seats == (2,)
    game.when(STORM, TakeTurn()).then_refused("not_your_turn", rule="RG-T1")
    game.when(2, FaceStorm(lose=Loss.SPACE)).then(
        e.ShipMoved(2, 3), e.OfferClosed(), e.ShipMoved(0, 2), e.StormTurnEnded()
    )
    assert REGATTA.actor(game.state).automa == STORM


def test_rg_o3_an_only_answer_is_taken_at_once() -> None:
    game = a_storm(2).given(e.ResourcesPaid(1, 3), e.ResourcesPaid(2, 3))
    game.when(STORM, TakeTurn()).then_includes(e.OfferMade(1, Gale()), e.ShipMoved(1, 0), e.OfferClosed())


def test_rg_o3_a_crew_cannot_lose_what_it_lacks() -> None:
    game = a_storm(2).given(e.ShipMoved(1, 0), e.ShipMoved(2, 0))
    game.when(STORM, TakeTurn()).then_includes(e.ResourcesPaid(1, 1))
    game = a_storm(2)
    game.when(STORM, TakeTurn())
    game.given(e.ResourcesPaid(1, 3))
    game.when(1, FaceStorm(lose=Loss.GOLD)).then_refused("nothing_to_lose", rule="RG-O3")


def test_rg_o4_the_game_ends_when_the_storm_reaches_the_harbour() -> None:
    game = a_storm(1).given(e.ShipMoved(0, HARBOUR - 1))
    game.when(STORM, TakeTurn()).then_includes(e.ShipMoved(0, HARBOUR), e.PlayEnded())
    assert REGATTA.actor(game.state).scorer


def test_rg_b1_all_bid_at_the_same_time_in_any_order() -> None:
    game = a_regatta(HERON, GULL, PIKE)
    assert REGATTA.actor(game.state).seats == (0, 1, 2)
    game.when(1, bid()).then(e.BidPlaced(1, SecretBid(1, 0, BidUse.SAIL)))
    game.when(1, bid(1)).then_refused("not_your_turn", rule="RG-T1")
    assert REGATTA.actor(game.state).seats == (0, 2)


def test_rg_b1_a_bid_asks_for_its_use_and_then_for_its_gold() -> None:
    game = a_regatta(HERON, GULL)
    assert game.legal(0, PlaceBid) == [PlaceBid(use=use) for use in BidUse]
    game.when(0, PlaceBid(use=BidUse.SAIL)).then(e.MoveBegun(0, PlaceBid(use=BidUse.SAIL)))
    assert game.legal(0, PlaceBid) == [PlaceBid(gold=gold) for gold in range(4)]
    game.when(0, PlaceBid(gold=4)).then_refused("cannot_pay", rule="RG-B1")
    game.when(0, PlaceBid(gold=2)).then(e.BidPlaced(0, SecretBid(0, 2, BidUse.SAIL)))


def test_rg_b2_the_last_bid_turns_all_of_them_up() -> None:
    game = a_regatta(HERON, GULL)
    game.when(1, bid(1))
    bids = SecretBid(0, 2, BidUse.SAIL), SecretBid(1, 1, BidUse.SAIL)
    game.when(0, bid(2)).then(
        e.BidPlaced(0, bids[0]),
        e.BidsRevealed(bids, 0, reveals=True),
        e.ResourcesPaid(0, 2),
        e.ResourcesPaid(1, 1),
        e.ShipMoved(0, 2),
        e.TurnBegun(0, 2),
    )


def test_rg_b3_an_anchor_holds_the_leader_back_and_equal_bids_do_nothing() -> None:
    game = a_regatta(HERON, GULL, PIKE).given(e.ShipMoved(2, 5))
    game.when(0, bid(1, BidUse.ANCHOR))
    game.when(1, bid())
    game.when(2, bid()).then_includes(e.ShipMoved(2, 4))
    game = a_regatta(HERON, GULL)
    game.when(0, bid(1))
    equal = game.when(1, bid(1)).events
    assert [event.highest for event in equal if isinstance(event, e.BidsRevealed)] == [None]
    assert not [event for event in equal if isinstance(event, e.ShipMoved)]


def test_rg_t1_turns_follow_the_seats_and_skip_boats_in_the_harbour() -> None:
    game = a_race(HERON, GULL, PIKE, at={1: HARBOUR})
    game.when(1, EndTurn()).then_refused("not_your_turn", rule="RG-T1")
    game.when(0, GiveWay()).then_refused("wrong_step", rule="RG-T1")
    game.when(0, EndTurn()).then_includes(e.TurnEnded(0), e.TurnEnded(1), e.TurnBegun(2, 3))


def test_rg_t2_a_crew_rows_once_and_at_most_two_spaces() -> None:
    game = a_race(HERON, GULL)
    game.when(0, MoveShip(to=4)).then_refused("out_of_reach", rule="RG-T2")
    game.when(0, MoveShip(to=2)).then(e.ShipMoved(0, 2))
    game.when(0, MoveShip(to=3)).then_refused("already_rowed", rule="RG-T2")
    game.given(e.ShipMoved(1, HARBOUR - 1))
    game.when(0, EndTurn())
    game.when(1, MoveShip(to=HARBOUR + 1)).then_refused("out_of_reach", rule="RG-T2")


def test_rg_t3_the_second_space_is_paid_with_gold_or_a_tile() -> None:
    game = a_race(HERON, GULL)
    game.when(0, MoveShip(to=3)).then(e.MoveBegun(0, MoveShip(to=3)))
    assert game.legal(0, MoveShip) == [MoveShip(payment=payment) for payment in Payment]
    game.when(0, MoveShip(payment=Payment.TILE)).then(e.TilesPaid(0, 1), e.ShipMoved(0, 3))
    game.when(0, EndTurn())
    game.when(1, MoveShip(to=2, payment=Payment.GOLD)).then_refused("unexpected_field", rule="RG-T3")
    game.given(e.ResourcesPaid(1, 3), e.TilesPaid(1, 2))
    game.when(1, MoveShip(to=3)).then_refused("cannot_pay", rule="RG-T3")
    assert game.legal(1, MoveShip) == [MoveShip(to=2)]


def test_rg_t3_an_only_way_to_pay_is_filled_in() -> None:
    game = a_race(HERON, GULL).given(e.TilesPaid(0, 2))
    game.when(0, MoveShip(to=3)).then(e.ResourcesPaid(0, 1), e.ShipMoved(0, 3))


def test_rg_t4_a_crew_that_does_not_row_gains_gold() -> None:
    game = a_race(HERON, GULL)
    game.when(0, EndTurn()).then(e.ResourcesGained(0, 1, "RG-T4"), e.TurnEnded(0), e.TurnBegun(1, 3))
    game.when(1, MoveShip(to=2))
    game.when(1, EndTurn()).then(e.TurnEnded(1), e.RoundBegun(2, 4))


def test_rg_c1_a_boat_that_meets_another_one_asks_its_crew() -> None:
    game = a_race(HERON, GULL, PIKE, at={2: 2})
    game.when(0, MoveShip(to=2)).then(e.ShipMoved(0, 2), e.OfferMade(2, Collision(mover=0)))
    assert REGATTA.actor(game.state).seats == (2,)
    game.when(0, EndTurn()).then_refused("not_your_turn", rule="RG-T1")


def test_rg_c1_there_is_no_collision_in_the_harbour() -> None:
    game = a_race(HERON, GULL, at={0: HARBOUR - 1, 1: HARBOUR})
    game.when(0, MoveShip(to=HARBOUR)).then(e.ShipMoved(0, HARBOUR))


def test_rg_c2_giving_way_resumes_the_turn_below() -> None:
    game = a_race(HERON, GULL, at={1: 2})
    game.when(0, MoveShip(to=2))
    game.when(1, GiveWay()).then(e.WayGiven(1), e.ResourcesGained(1, 1, "RG-C2"), e.OfferClosed())
    assert REGATTA.actor(game.state).seats == (0,)
    assert game.legal(0, EndTurn) == [EndTurn()]


def test_rg_c3_a_protest_asks_a_third_crew_two_questions_deep() -> None:
    game = a_race(HERON, GULL, PIKE, at={1: 2})
    game.when(0, MoveShip(to=2))
    game.when(1, Protest()).then(e.Protested(1), e.OfferMade(2, Ruling(mover=0, protester=1)))
    assert [type(pending.step).__name__ for pending in game.state.agenda][-3:] == [
        "TurnStep",
        "Collision",
        "Ruling",
    ]
    assert REGATTA.actor(game.state).seats == (2,)


def test_rg_c3_with_two_crews_the_mover_is_the_umpire() -> None:
    game = a_race(HERON, GULL, at={1: 2})
    game.when(0, MoveShip(to=2))
    game.when(1, Protest()).then_includes(e.OfferMade(0, Ruling(mover=0, protester=1)))


@pytest.mark.parametrize("uphold, consequence", [(True, e.ShipMoved(0, 1)), (False, e.ResourcesPaid(1, 1))])
def test_rg_c4_a_ruling_settles_both_questions(uphold: bool, consequence: e.ShipMoved) -> None:
    game = a_race(HERON, GULL, PIKE, at={1: 2})
    game.when(0, MoveShip(to=2))
    game.when(1, Protest())
    game.when(2, Judge(uphold=uphold)).then(e.RulingMade(2, upheld=uphold), consequence, e.OfferClosed())
    assert REGATTA.actor(game.state).seats == (0,)
    game.when(0, MoveShip(to=2)).then_refused("already_rowed", rule="RG-T2")


def test_rg_f1_a_flag_can_be_hoisted_whoever_decides() -> None:
    game = a_storm(2)
    game.when(2, HoistFlag(flag=Flag.WARNING)).then(e.FlagHoisted(2, Flag.WARNING))
    assert REGATTA.actor(game.state).automa == STORM
    game.when(2, HoistFlag(flag=Flag.WARNING)).then_refused("flag_already_hoisted", rule="RG-F1")
    assert game.legal(2) == [HoistFlag(flag=Flag.GREETING)]
    game.when(2, HoistFlag()).then(e.FlagHoisted(2, Flag.GREETING))


def test_rg_f1_a_flag_without_a_value_is_refused_if_there_is_a_choice() -> None:
    a_race(HERON, GULL).when(1, HoistFlag()).then_refused("field_missing")


def test_rg_e1_the_race_ends_with_the_round_in_which_a_boat_arrives() -> None:
    game = a_race(HERON, GULL, at={0: HARBOUR - 1})
    game.when(0, MoveShip(to=HARBOUR)).then(e.ShipMoved(0, HARBOUR))
    game.when(0, EndTurn())
    game.when(1, EndTurn()).then_includes(e.TurnEnded(1), e.PlayEnded())


def test_rg_e1_the_race_ends_with_the_last_round() -> None:
    game = a_race(HERON, GULL, countdown=0)
    game.when(0, EndTurn())
    game.when(1, EndTurn()).then_includes(e.TurnEnded(1), e.PlayEnded())
    assert REGATTA.actor(game.state).scorer


def test_rg_e2_spaces_and_gold_are_points() -> None:
    score = REGATTA.score(a_race(HERON, GULL).given(e.ShipMoved(0, 4), e.ResourcesPaid(1, 3)).state)
    assert [seat.total for seat in score.seats] == [11, 2]
    assert score.sides is UNSET
    assert score.result is None


def test_rg_e3_a_side_has_what_its_crews_have_together() -> None:
    game = a_regatta(HERON, PIKE, GULL, TROUT, mode=ModeId.TEAMS)
    score = REGATTA.score(game.given(e.ShipMoved(0, 8), e.ShipMoved(1, 4)).state)
    assert score.sides is not UNSET
    assert [(side.side, side.seats, side.total) for side in score.sides] == [
        ("birds", (0, 2), 24),
        ("fish", (1, 3), 16),
    ]
    assert ranks(score) == (1, 2, 1, 2)


@pytest.mark.parametrize(
    "spaces, result, seats",
    [((8, 9, 9), "win", (2, 1, 1)), ((8, 9, 8), "loss", (1, 2, 2)), ((9, 9, 9), "loss", (1, 2, 2))],
)
def test_rg_e4_the_crews_win_or_lose_together(
    spaces: tuple[int, ...], result: str, seats: tuple[int, ...]
) -> None:
    game = a_storm()
    score = REGATTA.score(game.given(*(e.ShipMoved(*moved) for moved in enumerate(spaces))).state)
    assert score.result == result
    assert ranks(score) == seats


def test_rg_h1_nobody_sees_the_wind_cards() -> None:
    shuffled = e.WindShuffled(12, WIND_CARDS)
    assert REGATTA.redact(shuffled, (0, 1)) == e.WindShuffled(12, None)
    assert REGATTA.view(a_storm(2).state, (1,)).wind_cards == 13


def test_rg_h2_a_bid_is_seen_by_its_own_seat_only() -> None:
    game = a_regatta(HERON, GULL)
    begun = game.when(0, PlaceBid(use=BidUse.ANCHOR)).events[0]
    assert REGATTA.redact(begun, (1,)) == e.MoveBegun(0, None)
    assert REGATTA.view(game.state, (1,)) == REGATTA.view(a_regatta(HERON, GULL).state, (1,))
    assert REGATTA.view(game.state, (0,)).moves == (PlaceBid(use=BidUse.ANCHOR),)
    placed = game.when(0, PlaceBid(gold=2)).events[0]
    assert REGATTA.redact(placed, (1,)) == e.BidPlaced(0, None)
    assert REGATTA.redact(placed, (0,)) == placed
    own, other = (REGATTA.view(game.state, (seat,)).players[0] for seat in (0, 1))
    assert (own.bid, other.bid) == (SecretBid(0, 2, BidUse.ANCHOR), None)
    assert own.has_bid
    assert other.has_bid


def test_statistics_count_only_what_can_be_used() -> None:
    used = {
        use
        for events in ([e.FlagHoisted(0, Flag.GREETING)], [e.StormTurnBegun(1, 2)])
        for use in REGATTA.uses(None, events)
    }
    assert used == {
        ("event", "flag_hoisted"),
        ("flag", "greeting"),
        ("event", "storm_turn_begun"),
        ("wind", "wind-2"),
    }
    assert all(thing in REGATTA.usable(2)[subject] for subject, thing in used)
