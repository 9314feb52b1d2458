from collections.abc import Sequence

import pytest

from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import EitherOr, GainResource, GainShard, LoseResource, OwnKin
from domain.phoenix.commands import Choose, EndTurn
from domain.phoenix.foreseen import FORESEEN_CARDS
from domain.phoenix.ids import ForeseenId, KinId, Resource, Sector, Shard, SpotId
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened, took
from tests.support.phoenix_night import (
    CLOSED,
    NO_PALACE,
    dawn,
    drawn,
    foreseen,
    nightfall,
    palace_scored,
    scoring,
    sector_scored,
)

COIN, SCROLL, LANTERN = Resource
GATES, CAPITAL, RIM, SHRINE, SPRINGS, CLANHOUSE = Sector
FAVOR_4 = e.FpChanged(0, 4, "PP-N8")


def falls(game: PhoenixGame, card: str, **eligible: tuple[int, ...]) -> tuple[list[Event], list[Event]]:
    """The night falls with this event; what happened, and what precedes the event: the names are sectors."""
    told = game.foresees(card).last_turn().when(0, EndTurn()).events
    return told, nightfall({Sector(name): seats for name, seats in eligible.items()})


def resolved(card: str, *seats: Sequence[Event]) -> list[Event]:
    """The event of slot 1 has done this to each seat."""
    return foreseen(1, ForeseenId(card), *seats)


def asked(card: str, seat_0: Event, players: int = 2) -> list[Event]:
    """The event begins, and seat 0 has to decide."""
    return [resolved(card, *[[]] * players)[0], CLOSED, seat_0]


def to_dawn(card: str) -> list[Event]:
    """Nobody is on the palace; the next cards are revealed."""
    left = [other for other in ForeseenId if other != card]
    return [*NO_PALACE, *dawn(revealed=drawn(*left[:4]))]


def quiet(card: str) -> list[Event]:
    """Nothing is scored."""
    return [*scoring({}), *to_dawn(card)]


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
    told, fallen = falls(game.has(1, **{kind.value: 0}).favored(1, 5), card)
    seats = [e.ResourceChanged(0, kind, -1, rule)], [e.FpChanged(1, -1, rule)]
    assert told == [*fallen, *resolved(card, *seats), *quiet(card)]


def test_pp_ec04_six_resources_cost_two(game: PhoenixGame) -> None:
    game.has(0, coin=3, scroll=3, lantern=0).has(1, coin=3, scroll=2, lantern=0)
    lose = asks(0, LoseResource(0, "PP-EC04"))
    told, fallen = falls(game, "hoarders_bane")
    assert told == [*fallen, *asked("hoarders_bane", opened(lose, lose))]
    assert game.legal(0) == [Choose(value="coin"), Choose(value="scroll")]
    coin = Choose(value="coin")
    paid = e.ResourceChanged(0, COIN, -1, "PP-EC04")
    game.when(0, coin).then(took(0, coin), paid)
    done = resolved("hoarders_bane", [], [])[2:]
    game.when(0, coin).then(took(0, coin), paid, *done, *quiet("hoarders_bane"))


def test_pp_ec04_a_shared_pool_counts_for_each_of_its_seats() -> None:
    game = a_phoenix_game(4, mode="team")
    game.has(0, coin=5, scroll=5, lantern=1).has(1, coin=6, scroll=6, lantern=0)
    told, fallen = falls(game, "hoarders_bane")
    lose = asks(1, LoseResource(1, "PP-EC04"))
    begun = resolved("hoarders_bane", [], [], [], [])[0]
    assert told == [*fallen, begun, CLOSED, CLOSED, opened(lose, lose)]


def test_pp_ec05_a_cloaked_kin_is_unveiled(game: PhoenixGame) -> None:
    game.stand("red.fighter", "gates.1", cloaked=True).stand("red.bard", "rim.1", cloaked=True)
    game.stand("blue.bard", "rim.2")
    told, fallen = falls(game, "drawn_curtains", gates=(0,), rim=(0, 1))
    asking = [opened(asks(seat, OwnKin(seat, "PP-EC05"))) for seat in (0, 1)]
    assert told == [*fallen, *asked("drawn_curtains", asking[0])]
    assert game.legal(0) == [Choose(value="red.fighter"), Choose(value="red.bard")]
    bard = Choose(value="red.bard")
    scrolls = [e.ResourceChanged(seat, SCROLL, 1, "PP-N8") for seat in (0, 1)]
    scored = {
        GATES: sector_scored(GATES, (0,), (2, 0), 0, FAVOR_4),
        RIM: sector_scored(RIM, (0, 1), (1, 1), 0, *scrolls),
    }
    game.when(0, bard).then(
        took(0, bard),
        e.KinUnveiled(0, KinId("red.bard")),
        *resolved("drawn_curtains", [], [asking[1], CLOSED])[2:],
        *scoring(scored),
        *to_dawn("drawn_curtains"),
    )


def test_pp_ec05_t13_a_single_kin_is_picked_by_the_server_and_none_is_dropped(game: PhoenixGame) -> None:
    told, fallen = falls(game.stand("blue.bard", "rim.2", cloaked=True), "drawn_curtains", rim=(1,))
    asking = [opened(asks(seat, OwnKin(seat, "PP-EC05"))) for seat in (0, 1)]
    unveiled = [asking[1], took(1, Choose(value="blue.bard")), e.KinUnveiled(1, KinId("blue.bard"))]
    rim = sector_scored(RIM, (1,), (0, 1), 1, e.ResourceChanged(1, SCROLL, 1, "PP-N8"))
    assert told == [
        *fallen,
        *resolved("drawn_curtains", [asking[0], CLOSED], unveiled),
        *scoring({RIM: rim}),
        *to_dawn("drawn_curtains"),
    ]


def test_pp_ec06_ev3_an_unveiled_kin_is_hit(game: PhoenixGame) -> None:
    game.stand("red.bard", "rim.1").stand("red.guard", "rim.2", cloaked=True)
    told, fallen = falls(game, "night_raid", rim=(0,))
    asking = [opened(asks(seat, OwnKin(seat, "PP-EC06"))) for seat in (0, 1)]
    sent = e.KinSentToPalace(0, KinId("red.bard"), SpotId("palace"))
    rim = sector_scored(RIM, (0,), (2, 0), 0, e.ResourceChanged(0, SCROLL, 1, "PP-N8"))
    assert told == [
        *fallen,
        *resolved("night_raid", [asking[0], took(0, Choose(value="red.bard")), sent], [asking[1], CLOSED]),
        *scoring({RIM: rim}),
        *palace_scored((0,), (1, 0), 0, favor=1),
    ]


def test_pp_ec07_the_pioneer_moves_back(game: PhoenixGame) -> None:
    told, fallen = falls(game.explored(0, 1).favored(1, 3), "washed_out_road")
    seats: list[list[Event]] = [[e.PioneerMoved(0, 0)], [e.FpChanged(1, -1, "PP-EC07")]]
    assert told == [*fallen, *resolved("washed_out_road", *seats), *quiet("washed_out_road")]


def test_pp_ec08_x61_q31_rank_1_loses_favor_but_not_below_zero(game: PhoenixGame) -> None:
    told, fallen = falls(game.favored(0, 1).favored(1, 9), "envy_of_the_court")
    lost = resolved("envy_of_the_court", [e.FpChanged(0, -1, "PP-EC08")], [])
    assert told == [*fallen, *lost, *quiet("envy_of_the_court")]
    assert game.state.seats[0].fp == 0


def test_pp_ec09_owned_cards_cost_at_most_three(game: PhoenixGame) -> None:
    game.keeps(0, "coin_jar", "eclipse", "ill_omen", "twin_moons").keeps(1, "silk_cloaks")
    told, fallen = falls(game.favored(0, 9).favored(1, 9), "heresy_trial")
    seats = [e.FpChanged(0, -3, "PP-EC09")], [e.FpChanged(1, -1, "PP-EC09")]
    assert told == [*fallen, *resolved("heresy_trial", *seats), *quiet("heresy_trial")]


def test_pp_ec10_no_kin_in_the_gates_costs_favor(game: PhoenixGame) -> None:
    game.favored(0, 9).favored(1, 9).stand("red.bard", "gates.1", cloaked=True)
    told, fallen = falls(game, "breached_walls", gates=(0,))
    assert told == [
        *fallen,
        *resolved("breached_walls", [], [e.FpChanged(1, -2, "PP-EC10")]),
        *scoring({GATES: sector_scored(GATES, (0,), (2, 0), 0, FAVOR_4)}),
        *to_dawn("breached_walls"),
    ]


def test_pp_ec11_the_levy_takes_a_coin_or_a_kin(game: PhoenixGame) -> None:
    game.stand("red.bard", "rim.1").stand("red.guard", "rim.2").has(1, coin=0).favored(1, 4)
    told, fallen = falls(game, "levy", rim=(0,))
    assert told == [*fallen, *asked("levy", opened(asks(0, EitherOr(0, "PP-EC11"))))]
    assert game.legal(0) == [Choose(value="coin"), Choose(value="kin")]
    kin, guard = Choose(value="kin"), Choose(value="red.guard")
    game.when(0, kin).then(took(0, kin), opened(asks(0, OwnKin(0, "PP-EC11"))))
    rim = sector_scored(RIM, (0,), (1, 0), 0, e.ResourceChanged(0, SCROLL, 1, "PP-N8"))
    game.when(0, guard).then(
        took(0, guard),
        e.KinSentToPalace(0, KinId("red.guard"), SpotId("palace")),
        *resolved("levy", [], [e.FpChanged(1, -1, "PP-EC11")])[2:],
        *scoring({RIM: rim}),
        *palace_scored((0,), (1, 0), 0, favor=1),
    )


def levy(seat: int, value: str) -> list[Event]:
    """The only possible answer of a seat is taken."""
    return [opened(asks(seat, EitherOr(seat, "PP-EC11"))), took(seat, Choose(value=value))]


def test_pp_ec11_the_only_possible_payment_is_taken(game: PhoenixGame) -> None:
    told, fallen = falls(game, "levy")
    seats = [[*levy(seat, "coin"), e.ResourceChanged(seat, COIN, -1, "PP-EC11")] for seat in (0, 1)]
    assert told == [*fallen, *resolved("levy", *seats), *quiet("levy")]


def test_pp_ec11_being_sent_to_the_palace_is_not_a_hit(game: PhoenixGame) -> None:
    game.keeps(0, "veil_of_smoke").has(0, coin=0).stand("red.bard", "rim.1")
    told, fallen = falls(game, "levy", rim=(0,))
    chosen = [opened(asks(0, OwnKin(0, "PP-EC11"))), took(0, Choose(value="red.bard"))]
    sent = [*levy(0, "kin"), *chosen, e.KinSentToPalace(0, KinId("red.bard"), SpotId("palace"))]
    paid = [*levy(1, "coin"), e.ResourceChanged(1, COIN, -1, "PP-EC11")]
    rim = [e.SectorScored(RIM, (0,), (0, 0), None), e.ResourceChanged(0, SCROLL, 1, "PP-N8")]
    assert told == [
        *fallen,
        *resolved("levy", sent, paid),
        *scoring({RIM: rim}),
        *palace_scored((0,), (1, 0), 0, favor=1),
    ]


def test_pp_ec12_no_kin_in_the_springs_costs_a_scroll(game: PhoenixGame) -> None:
    told, fallen = falls(game.stand("red.bard", "springs.1"), "cold_springs", springs=(0,))
    springs = sector_scored(SPRINGS, (0,), (1, 0), 0, e.ResourceChanged(0, LANTERN, 1, "PP-N8"))
    assert told == [
        *fallen,
        *resolved("cold_springs", [], [e.ResourceChanged(1, SCROLL, -1, "PP-EC12")]),
        *scoring({SPRINGS: springs}),
        *to_dawn("cold_springs"),
    ]


def test_pp_ec12_without_a_scroll_nothing_is_lost(game: PhoenixGame) -> None:
    told, fallen = falls(game.has(0, scroll=0).has(1, scroll=0).favored(0, 3), "cold_springs")
    assert told == [*fallen, *resolved("cold_springs", [], []), *quiet("cold_springs")]


def test_pp_ec13_all_but_the_last_herald_lose_a_resource(game: PhoenixGame) -> None:
    told, fallen = falls(game, "roadside_bandits")
    assert told == [*fallen, *asked("roadside_bandits", opened(asks(0, LoseResource(0, "PP-EC13"))))]
    lantern = Choose(value="lantern")
    game.when(0, lantern).then(
        took(0, lantern),
        e.ResourceChanged(0, LANTERN, -1, "PP-EC13"),
        *resolved("roadside_bandits", [], [])[2:],
        *quiet("roadside_bandits"),
    )


def test_pp_ec13_an_empty_pool_loses_nothing(game: PhoenixGame) -> None:
    told, fallen = falls(game.has(0, coin=0, scroll=0, lantern=0), "roadside_bandits")
    dropped = [opened(asks(0, LoseResource(0, "PP-EC13"))), CLOSED]
    assert told == [*fallen, *resolved("roadside_bandits", dropped, []), *quiet("roadside_bandits")]


def test_pp_ec14_everybody_gains_any_resource(game: PhoenixGame) -> None:
    told, fallen = falls(game, "harvest_moon")
    asking = [opened(asks(seat, GainResource(seat, "PP-EC14"))) for seat in (0, 1)]
    assert told == [*fallen, *asked("harvest_moon", asking[0])]
    scroll = Choose(value="scroll")
    game.when(0, scroll).then(took(0, scroll), e.ResourceChanged(0, SCROLL, 1, "PP-EC14"), CLOSED, asking[1])
    assert game.asked == (1,)


def test_pp_ec15_kin_on_the_palace_give_favor(game: PhoenixGame) -> None:
    for kin in ("bard", "guard", "hermit", "mentor"):
        game.stand(f"red.{kin}", "palace")
    told, fallen = falls(game.stand("blue.bard", "palace"), "lantern_festival")
    seats = [e.FpChanged(0, 3, "PP-EC15")], [e.FpChanged(1, 1, "PP-EC15")]
    assert told == [
        *fallen,
        *resolved("lantern_festival", *seats),
        *scoring({}),
        *palace_scored((0, 1), (4, 1), 0, favor=4),
    ]


def test_pp_ec16_two_resources_may_buy_a_shard(game: PhoenixGame) -> None:
    asking = [opened(asks(seat, EitherOr(seat, "PP-EC16"))) for seat in (0, 1)]
    told, fallen = falls(game, "shooting_stars")
    assert told == [*fallen, *asked("shooting_stars", asking[0])]
    assert game.legal(0) == [Choose(value="pay"), Choose(value=None)]
    pay, jade, decline = Choose(value="pay"), Choose(value="jade"), Choose(value=None)
    lose = asks(0, LoseResource(0, "PP-EC16"))
    game.when(0, pay).then(took(0, pay), opened(lose, lose, asks(0, GainShard(0, "PP-EC16"))))
    for kind in (COIN, LANTERN):
        move = Choose(value=kind.value)
        game.when(0, move).then(took(0, move), e.ResourceChanged(0, kind, -1, "PP-EC16"))
    game.when(0, jade).then(took(0, jade), e.ShardChanged(0, Shard.JADE, 1, "PP-EC16"), CLOSED, asking[1])
    done = resolved("shooting_stars", [], [])[3:]
    game.when(1, decline).then(took(1, decline), *done, *quiet("shooting_stars"))


def test_pp_ec16_nobody_without_two_resources_is_asked(game: PhoenixGame) -> None:
    for seat in (0, 1):
        game.has(seat, coin=1, scroll=0, lantern=0)
    told, fallen = falls(game, "shooting_stars")
    dropped = [[opened(asks(seat, EitherOr(seat, "PP-EC16"))), CLOSED] for seat in (0, 1)]
    assert told == [*fallen, *resolved("shooting_stars", *dropped), *quiet("shooting_stars")]


def test_pp_ec17_highlighted_sectors_with_own_kin_give_favor(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1").stand("red.guard", "gates.2").stand("red.mentor", "capital.1")
    game.stand("red.hermit", "rim.1")
    told, fallen = falls(game, "phoenix_gaze", gates=(0,), capital=(0,), rim=(0,))
    scored = {
        GATES: sector_scored(GATES, (0,), (2, 0), 0, FAVOR_4),
        CAPITAL: sector_scored(CAPITAL, (0,), (1, 0), 0, e.FpChanged(0, 2, "PP-N8")),
        RIM: sector_scored(RIM, (0,), (1, 0), 0, e.ResourceChanged(0, SCROLL, 1, "PP-N8")),
    }
    assert told == [
        *fallen,
        *resolved("phoenix_gaze", [e.FpChanged(0, 2, "PP-EC17")], []),
        *scoring(scored),
        *to_dawn("phoenix_gaze"),
    ]


def test_pp_ec18_the_last_herald_gains_two_coins(game: PhoenixGame) -> None:
    told, fallen = falls(game, "generous_envoy")
    gained = resolved("generous_envoy", [], [e.ResourceChanged(1, COIN, 2, "PP-EC18")])
    assert told == [*fallen, *gained, *quiet("generous_envoy")]


def test_pp_ev2_conditions_look_at_the_state_when_a_seat_resolves_the_card(game: PhoenixGame) -> None:
    game.foresees("night_raid", "breached_walls").favored(0, 9).stand("red.bard", "gates.1").last_turn()
    asking = [opened(asks(seat, OwnKin(seat, "PP-EC06"))) for seat in (0, 1)]
    sent = e.KinSentToPalace(0, KinId("red.bard"), SpotId("palace"))
    hit = [asking[0], took(0, Choose(value="red.bard")), sent]
    game.when(0, EndTurn()).then(
        *nightfall({GATES: (0,)}),
        *resolved("night_raid", hit, [asking[1], CLOSED]),
        *foreseen(2, ForeseenId.BREACHED_WALLS, [e.FpChanged(0, -2, "PP-EC10")], []),
        *scoring({GATES: [e.SectorScored(GATES, (0,), (0, 0), None), FAVOR_4]}),
        *palace_scored((0,), (1, 0), 0, favor=1),
    )
