import pytest

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.catalogue import ForeseenId, KinId, Resource, Shard, SpotId
from domain.phoenix.commands import Choose, EndTurn
from domain.phoenix.foreseen import FORESEEN_CARDS
from domain.phoenix.state import EitherOr, ForeseenFor, GainResource, GainShard, LoseResource, OwnKin
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened, took

COIN, SCROLL, LANTERN = Resource


def night(game: PhoenixGame, card: str) -> list[Event]:
    """The night falls with this event; what it does to the seats, up to the first question or its end."""
    told = game.foresees(card).last_turn().when(0, EndTurn()).events
    first = next(n for n, event in enumerate(told) if _is_for_seat(event))
    last = next((n for n, event in enumerate(told) if isinstance(event, e.EventResolved)), len(told))
    plain = (e.StepClosed, e.SectorScored, e.PalaceScored)
    return [event for event in told[first + 1 : last] if not isinstance(event, plain)]


def _is_for_seat(event: Event) -> bool:
    return isinstance(event, e.StepsOpened) and isinstance(event.steps[0].step, ForeseenFor)


def nights(*events: Event) -> list[Event]:
    return list(events)


def test_pp_ev1_every_event_card_has_one_row() -> None:
    assert [card.id for card in FORESEEN_CARDS] == list(ForeseenId)
    assert [card.rule for card in FORESEEN_CARDS] == [f"PP-EC{number:02}" for number in range(1, 19)]


def test_pp_ev1_foreseen_events_do_nothing_by_day(game: PhoenixGame) -> None:
    assert ForeseenId.COIN_TITHE in game.state.board.foreseen
    assert game.state.pool(0).coin == 4


def test_pp_ev1_a_discarded_event_is_on_top_of_the_discard_pile(game: PhoenixGame) -> None:
    game.given(e.EventDiscarded(0, 2, ForeseenId.BURNT_SCROLLS))
    game.given(e.EventDiscarded(0, 1, ForeseenId.COIN_TITHE))
    assert game.state.board.foreseen_discard[-1] is ForeseenId.COIN_TITHE


@pytest.mark.parametrize(
    "card,kind,rule",
    [
        ("coin_tithe", COIN, "PP-EC01"),
        ("burnt_scrolls", SCROLL, "PP-EC02"),
        ("dying_lamps", LANTERN, "PP-EC03"),
    ],
)
def test_pp_ec01_ec02_ec03_a_resource_is_lost_or_favor(
    game: PhoenixGame, card: str, kind: Resource, rule: str
) -> None:
    game.has(1, **{kind.value: 0}).favored(1, 5)
    assert night(game, card) == nights(e.ResourceChanged(0, kind, -1, rule), e.FpChanged(1, -1, rule))


def test_pp_ec04_six_resources_cost_two(game: PhoenixGame) -> None:
    game.has(0, coin=3, scroll=3, lantern=0).has(1, coin=3, scroll=2, lantern=0)
    lose = asks(0, LoseResource(0, "PP-EC04"))
    assert night(game, "hoarders_bane") == nights(opened(lose, lose))
    assert game.legal(0) == [Choose(value="coin"), Choose(value="scroll")]
    game.when(0, Choose(value="coin")).then(
        took(0, Choose(value="coin")), e.ResourceChanged(0, COIN, -1, "PP-EC04")
    )
    game.when(0, Choose(value="coin")).then_includes(e.ResourceChanged(0, COIN, -1, "PP-EC04"))
    assert game.state.pool(1).resources == 5


def test_pp_ec04_a_shared_pool_counts_for_each_of_its_seats() -> None:
    game = a_phoenix_game(4, mode="team")
    game.has(0, coin=5, scroll=5, lantern=1).has(1, coin=6, scroll=6, lantern=0)
    night(game, "hoarders_bane")
    assert game.asked == (1,)


def test_pp_ec05_a_cloaked_kin_is_unveiled(game: PhoenixGame) -> None:
    game.stand("red.fighter", "gates.1", cloaked=True).stand("red.bard", "rim.1", cloaked=True)
    game.stand("blue.bard", "rim.2")
    assert night(game, "drawn_curtains") == nights(opened(asks(0, OwnKin(0, "PP-EC05"))))
    assert game.legal(0) == [Choose(value="red.fighter"), Choose(value="red.bard")]
    game.when(0, Choose(value="red.bard")).then_includes(e.KinUnveiled(0, KinId("red.bard")))


def test_pp_ec05_t13_a_single_kin_is_picked_by_the_server_and_none_is_dropped(game: PhoenixGame) -> None:
    game.stand("blue.bard", "rim.2", cloaked=True)
    assert night(game, "drawn_curtains") == nights(
        opened(asks(0, OwnKin(0, "PP-EC05"))),
        opened(asks(1, OwnKin(1, "PP-EC05"))),
        took(1, Choose(value="blue.bard")),
        e.KinUnveiled(1, KinId("blue.bard")),
    )


def test_pp_ec06_ev3_an_unveiled_kin_is_hit(game: PhoenixGame) -> None:
    game.stand("red.bard", "rim.1").stand("red.guard", "rim.2", cloaked=True)
    assert night(game, "night_raid")[:3] == nights(
        opened(asks(0, OwnKin(0, "PP-EC06"))),
        took(0, Choose(value="red.bard")),
        e.KinSentToPalace(0, KinId("red.bard"), SpotId("palace")),
    )


def test_pp_ec07_the_pioneer_moves_back(game: PhoenixGame) -> None:
    game.explored(0, 1).favored(1, 3)
    assert night(game, "washed_out_road") == nights(e.PioneerMoved(0, 0), e.FpChanged(1, -1, "PP-EC07"))


def test_pp_ec08_x61_q31_rank_1_loses_favor_but_not_below_zero(game: PhoenixGame) -> None:
    game.favored(0, 1).favored(1, 9)
    assert night(game, "envy_of_the_court") == nights(e.FpChanged(0, -1, "PP-EC08"))
    assert game.state.seats[0].fp == 0


def test_pp_ec09_owned_cards_cost_at_most_three(game: PhoenixGame) -> None:
    game.keeps(0, "coin_jar", "eclipse", "ill_omen", "twin_moons").keeps(1, "silk_cloaks")
    game.favored(0, 9).favored(1, 9)
    assert night(game, "heresy_trial") == nights(e.FpChanged(0, -3, "PP-EC09"), e.FpChanged(1, -1, "PP-EC09"))


def test_pp_ec10_no_kin_in_the_gates_costs_favor(game: PhoenixGame) -> None:
    game.favored(0, 9).favored(1, 9).stand("red.bard", "gates.1", cloaked=True)
    assert night(game, "breached_walls") == nights(e.FpChanged(1, -2, "PP-EC10"))


def test_pp_ec11_the_levy_takes_a_coin_or_a_kin(game: PhoenixGame) -> None:
    game.stand("red.bard", "rim.1").stand("red.guard", "rim.2").has(1, coin=0).favored(1, 4)
    assert night(game, "levy") == nights(opened(asks(0, EitherOr(0, "PP-EC11"))))
    assert game.legal(0) == [Choose(value="coin"), Choose(value="kin")]
    game.when(0, Choose(value="kin")).then(
        took(0, Choose(value="kin")), opened(asks(0, OwnKin(0, "PP-EC11")))
    )
    game.when(0, Choose(value="red.guard")).then_includes(
        e.KinSentToPalace(0, KinId("red.guard"), SpotId("palace")), e.FpChanged(1, -1, "PP-EC11")
    )


def test_pp_ec11_the_only_possible_payment_is_taken(game: PhoenixGame) -> None:
    assert night(game, "levy")[:3] == nights(
        opened(asks(0, EitherOr(0, "PP-EC11"))),
        took(0, Choose(value="coin")),
        e.ResourceChanged(0, COIN, -1, "PP-EC11"),
    )


def test_pp_ec11_being_sent_to_the_palace_is_not_a_hit(game: PhoenixGame) -> None:
    game.keeps(0, "veil_of_smoke").has(0, coin=0).stand("red.bard", "rim.1")
    assert e.KinSentToPalace(0, KinId("red.bard"), SpotId("palace")) in night(game, "levy")


def test_pp_ec12_no_kin_in_the_springs_costs_a_scroll(game: PhoenixGame) -> None:
    game.stand("red.bard", "springs.1")
    assert night(game, "cold_springs") == nights(e.ResourceChanged(1, SCROLL, -1, "PP-EC12"))


def test_pp_ec12_without_a_scroll_nothing_is_lost(game: PhoenixGame) -> None:
    game.has(0, scroll=0).has(1, scroll=0).favored(0, 3)
    assert night(game, "cold_springs") == []


def test_pp_ec13_all_but_the_last_herald_lose_a_resource(game: PhoenixGame) -> None:
    assert night(game, "roadside_bandits") == nights(opened(asks(0, LoseResource(0, "PP-EC13"))))
    game.when(0, Choose(value="lantern")).then_includes(e.ResourceChanged(0, LANTERN, -1, "PP-EC13"))
    assert game.state.pool(1).resources == 9


def test_pp_ec13_an_empty_pool_loses_nothing(game: PhoenixGame) -> None:
    game.has(0, coin=0, scroll=0, lantern=0)
    assert night(game, "roadside_bandits") == nights(opened(asks(0, LoseResource(0, "PP-EC13"))))
    assert game.state.pool(0).resources == 0


def test_pp_ec14_everybody_gains_any_resource(game: PhoenixGame) -> None:
    assert night(game, "harvest_moon") == nights(opened(asks(0, GainResource(0, "PP-EC14"))))
    game.when(0, Choose(value="scroll")).then_includes(
        e.ResourceChanged(0, SCROLL, 1, "PP-EC14"), opened(asks(1, GainResource(1, "PP-EC14")))
    )
    assert game.asked == (1,)


def test_pp_ec15_kin_on_the_palace_give_favor(game: PhoenixGame) -> None:
    for kin in ("bard", "guard", "hermit", "mentor"):
        game.stand(f"red.{kin}", "palace")
    game.stand("blue.bard", "palace")
    told = night(game, "lantern_festival")
    assert told == nights(e.FpChanged(0, 3, "PP-EC15"), e.FpChanged(1, 1, "PP-EC15"))


def test_pp_ec16_two_resources_may_buy_a_shard(game: PhoenixGame) -> None:
    assert night(game, "shooting_stars") == nights(opened(asks(0, EitherOr(0, "PP-EC16"))))
    assert game.legal(0) == [Choose(value="pay"), Choose(value=None)]
    lose = asks(0, LoseResource(0, "PP-EC16"))
    game.when(0, Choose(value="pay")).then(
        took(0, Choose(value="pay")), opened(lose, lose, asks(0, GainShard(0, "PP-EC16")))
    )
    for value in ("coin", "lantern"):
        game.when(0, Choose(value=value)).then_accepted()
    game.when(0, Choose(value="jade")).then_includes(e.ShardChanged(0, Shard.JADE, 1, "PP-EC16"))
    game.when(1, Choose(value=None)).then_accepted()


def test_pp_ec16_nobody_without_two_resources_is_asked(game: PhoenixGame) -> None:
    for seat in (0, 1):
        game.has(seat, coin=1, scroll=0, lantern=0)
    told = night(game, "shooting_stars")
    assert told == nights(*(opened(asks(seat, EitherOr(seat, "PP-EC16"))) for seat in (0, 1)))


def test_pp_ec17_highlighted_sectors_with_own_kin_give_favor(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1").stand("red.guard", "gates.2").stand("red.mentor", "capital.1")
    game.stand("red.hermit", "rim.1")
    assert night(game, "phoenix_gaze")[0] == e.FpChanged(0, 2, "PP-EC17")


def test_pp_ec18_the_last_herald_gains_two_coins(game: PhoenixGame) -> None:
    assert night(game, "generous_envoy") == nights(e.ResourceChanged(1, COIN, 2, "PP-EC18"))


def test_pp_ev2_conditions_look_at_the_state_when_a_seat_resolves_the_card(game: PhoenixGame) -> None:
    game.foresees("night_raid", "breached_walls").favored(0, 9).stand("red.bard", "gates.1")
    game.last_turn().when(0, EndTurn()).then_includes(
        e.KinSentToPalace(0, KinId("red.bard"), SpotId("palace")), e.FpChanged(0, -2, "PP-EC10")
    )
