import pytest

from domain.phoenix import events as e
from domain.phoenix.agenda import GainResource, GainShard, Majority, OwnKin
from domain.phoenix.commands import Choose, EndTurn
from domain.phoenix.ids import ForeseenId, KinId, Resource, Sector, Shard, SpotId
from domain.phoenix.influence import influence, majority, palace_influence
from domain.phoenix.rewards import REWARDS
from domain.phoenix.state import Phase
from tests.support.phoenix import PhoenixGame, asks, opened, took
from tests.support.phoenix_night import (
    CLOSED,
    NO_PALACE,
    bonus,
    dawn,
    drawn,
    foreseen,
    nightfall,
    palace_reward,
    palace_scored,
    scoring,
    sector_scored,
)

COIN, SCROLL, LANTERN = Resource
GATES, CAPITAL, RIM, SHRINE, SPRINGS, CLANHOUSE = Sector


def night(game: PhoenixGame) -> PhoenixGame:
    """A night without events: the last turn of the round is about to end."""
    return game.foresees().last_turn()


def test_pp_n1_n2_the_night_fixes_who_may_be_rewarded(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1", cloaked=True).stand("blue.bard", "gates.2")
    game.stand("blue.guard", "rim.1").given(e.GuardSet(1, RIM))
    favor = [e.FpChanged(seat, 4, "PP-N8") for seat in (0, 1)]
    scroll = e.ResourceChanged(1, SCROLL, 1, "PP-N8")
    night(game).when(0, EndTurn()).then(
        *nightfall({GATES: (0, 1), RIM: (1,)}, e.GuardExpired(1, RIM)),
        *scoring(
            {
                GATES: sector_scored(GATES, (0, 1), (2, 1), 0, *favor),
                RIM: sector_scored(RIM, (1,), (0, 1), 1, scroll),
            }
        ),
        *NO_PALACE,
        *dawn(),
    )
    assert game.state.board.guards == ()


def test_pp_n3_rc15_clear_skies_give_favor_for_empty_slots(game: PhoenixGame) -> None:
    night(game.keeps(1, "clear_skies")).when(0, EndTurn()).then(
        *nightfall({}, cards=[e.FpChanged(1, 3, "PP-RC15")]), *scoring({}), *NO_PALACE, *dawn()
    )


def test_pp_n3_rc15_the_favor_comes_before_the_events(game: PhoenixGame) -> None:
    game.keeps(0, "clear_skies").foresees("envy_of_the_court", None, "generous_envoy").last_turn()
    game.when(0, EndTurn()).then(
        *nightfall({}, cards=[e.FpChanged(0, 2, "PP-RC15")]),
        *foreseen(1, ForeseenId.ENVY_OF_THE_COURT, [e.FpChanged(0, -2, "PP-EC08")], []),
        *foreseen(3, ForeseenId.GENEROUS_ENVOY, [], [e.ResourceChanged(1, COIN, 2, "PP-EC18")]),
        *scoring({}),
        *NO_PALACE,
        *dawn(),
    )


def test_pp_n4_x58_q30_events_resolve_from_left_to_right_in_turn_order(four: PhoenixGame) -> None:
    four.foresees("coin_tithe", None, "harvest_moon").last_turn()
    tithes = [[e.ResourceChanged(seat, COIN, -1, "PP-EC01")] for seat in range(4)]
    moon = foreseen(3, ForeseenId.HARVEST_MOON, [], [], [], [])
    asked = [opened(asks(seat, GainResource(seat, "PP-EC14"))) for seat in range(4)]
    four.when(0, EndTurn()).then(
        *nightfall({}), *foreseen(1, ForeseenId.COIN_TITHE, *tithes), moon[0], CLOSED, asked[0]
    )
    choice = Choose(value="coin")
    for seat in range(3):
        gained = e.ResourceChanged(seat, COIN, 1, "PP-EC14")
        four.when(seat, choice).then(took(seat, choice), gained, CLOSED, asked[seat + 1])
    four.when(3, choice).then(
        took(3, choice),
        e.ResourceChanged(3, COIN, 1, "PP-EC14"),
        *moon[-2:],
        *scoring({}),
        *NO_PALACE,
        *dawn((0, 1, 2, 3), revealed=drawn(*list(ForeseenId)[1:5])),
    )
    assert four.state.board.foreseen_discard[-1] is ForeseenId.HARVEST_MOON


def test_pp_n6_sectors_are_scored_in_their_order_and_the_palace_last(game: PhoenixGame) -> None:
    kinds = ("bard", "guard", "hermit", "mentor", "archer", "merchant")
    for kind, sector in zip(kinds, reversed(Sector), strict=True):
        game.stand(f"red.{kind}", f"{sector}.1")
    game.stand("red.fighter", "palace")
    asked = opened(asks(0, GainResource(0, "PP-N8")), Majority(0, SHRINE))
    night(game).when(0, EndTurn()).then(
        *nightfall(dict.fromkeys(Sector, (0,))),
        *scoring(
            {
                GATES: sector_scored(GATES, (0,), (1, 0), 0, e.FpChanged(0, 4, "PP-N8")),
                CAPITAL: sector_scored(CAPITAL, (0,), (1, 0), 0, e.FpChanged(0, 2, "PP-N8")),
                RIM: sector_scored(RIM, (0,), (1, 0), 0, e.ResourceChanged(0, SCROLL, 1, "PP-N8")),
                SHRINE: [e.SectorScored(SHRINE, (0,), (1, 0), 0), asked],
            },
            upto=SHRINE,
        ),
    )
    lantern, coin = (e.ResourceChanged(0, kind, 1, "PP-N8") for kind in (LANTERN, COIN))
    game.when(0, Choose(value="coin")).then(
        took(0, Choose(value="coin")),
        e.ResourceChanged(0, COIN, 1, "PP-N8"),
        *bonus(SHRINE, 0),
        CLOSED,
        *sector_scored(SPRINGS, (0,), (1, 0), 0, lantern),
        CLOSED,
        *sector_scored(CLANHOUSE, (0,), (1, 0), 0, coin),
        *palace_scored((0,), (1, 0), 0, favor=1),
    )


def test_pp_n7_influence_counts_cloaked_kin_twice(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1", cloaked=True).stand("red.guard", "gates.2")
    game.stand("red.hermit", "palace").stand("red.mentor", "palace")
    assert influence(game.state, 0, GATES) == 3
    assert influence(game.state, 0, RIM) == 0
    assert palace_influence(game.state, 0) == 2


def test_pp_n7_rc21_palace_favour_adds_influence_but_no_favor(game: PhoenixGame) -> None:
    game.keeps(0, "palace_favour")
    assert palace_influence(game.state, 0) == 0
    game.stand("red.bard", "palace").stand("blue.bard", "palace").heralds(1, 0)
    night(game).when(0, EndTurn()).then(
        *nightfall({}), *scoring({}), *palace_scored((0, 1), (2, 1), 0, favor=1)
    )


@pytest.mark.parametrize(
    "sector,reward",
    [
        (GATES, e.FpChanged(0, 4, "PP-N8")),
        (CAPITAL, e.FpChanged(0, 2, "PP-N8")),
        (RIM, e.ResourceChanged(0, SCROLL, 1, "PP-N8")),
        (SPRINGS, e.ResourceChanged(0, LANTERN, 1, "PP-N8")),
        (CLANHOUSE, e.ResourceChanged(0, COIN, 1, "PP-N8")),
    ],
)
def test_pp_n8_a_sector_gives_its_reward_and_its_bonus(
    game: PhoenixGame, sector: Sector, reward: e.FpChanged | e.ResourceChanged
) -> None:
    night(game.stand("red.bard", f"{sector}.1")).when(0, EndTurn()).then(
        *nightfall({sector: (0,)}),
        *scoring({sector: sector_scored(sector, (0,), (1, 0), 0, reward)}),
        *NO_PALACE,
        *dawn(),
    )


def test_pp_n8_the_shrine_asks_each_eligible_seat_then_gives_the_bonus(game: PhoenixGame) -> None:
    game.stand("red.bard", "shrine.1").stand("blue.bard", "shrine.2", cloaked=True)
    asked = [asks(seat, GainResource(seat, "PP-N8")) for seat in (0, 1)]
    shrine = [e.SectorScored(SHRINE, (0, 1), (1, 2), 1), opened(*asked, Majority(1, SHRINE))]
    night(game).when(0, EndTurn()).then(*nightfall({SHRINE: (0, 1)}), *scoring({SHRINE: shrine}, upto=SHRINE))
    coin, scroll = Choose(value="coin"), Choose(value="scroll")
    game.when(0, coin).then(took(0, coin), e.ResourceChanged(0, COIN, 1, "PP-N8"))
    game.when(1, scroll).then(
        took(1, scroll),
        e.ResourceChanged(1, SCROLL, 1, "PP-N8"),
        *bonus(SHRINE, 1),
        CLOSED,
        CLOSED,
        *NO_PALACE,
        *dawn(),
    )


def test_pp_n8_every_sector_has_a_reward() -> None:
    assert [reward.sector for reward in REWARDS] == list(Sector)


def test_pp_n9_x56_the_better_herald_wins_a_tie(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1", cloaked=True)
    game.stand("blue.bard", "gates.2").stand("blue.guard", "gates.3").heralds(1, 0)
    favor = [e.FpChanged(seat, 4, "PP-N8") for seat in (0, 1)]
    night(game).when(0, EndTurn()).then(
        *nightfall({GATES: (0, 1)}),
        *scoring({GATES: sector_scored(GATES, (0, 1), (2, 2), 1, *favor)}),
        *NO_PALACE,
        *dawn(),
    )


def test_pp_n9_nobody_has_a_majority_without_influence(game: PhoenixGame) -> None:
    assert majority(game.state, (0, 1), (0, 0)) is None
    assert majority(game.state, (), (3, 0)) is None
    assert majority(game.state, (1,), (3, 1)) == 1


def test_pp_n10_x57_q27_a_kin_that_left_still_brings_the_reward(game: PhoenixGame) -> None:
    game.foresees("night_raid").stand("red.bard", "springs.1").last_turn()
    chosen = took(0, Choose(value="red.bard"))
    asked = [opened(asks(seat, OwnKin(seat, "PP-EC06"))) for seat in (0, 1)]
    hit = [asked[0], chosen, e.KinSentToPalace(0, KinId("red.bard"), SpotId("palace"))]
    springs = [e.SectorScored(SPRINGS, (0,), (0, 0), None), e.ResourceChanged(0, LANTERN, 1, "PP-N8")]
    game.when(0, EndTurn()).then(
        *nightfall({SPRINGS: (0,)}),
        *foreseen(1, ForeseenId.NIGHT_RAID, hit, [asked[1], CLOSED]),
        *scoring({SPRINGS: springs}),
        *palace_scored((0,), (1, 0), 0, favor=1),
    )


def test_pp_n11_n12_x59_q28_q65_the_palace_gives_favor_shards_and_the_token(four: PhoenixGame) -> None:
    four.stand("red.bard", "palace").stand("red.guard", "palace")
    four.stand("green.bard", "palace").stand("green.guard", "palace").heralds(2, 0, 1, 3)
    night(four).when(0, EndTurn()).then(
        *nightfall({}), *scoring({}), *palace_scored((0, 2), (2, 0, 2, 0), 2, favor=2)
    )
    assert [four.step, four.asked] == [GainShard(0, "PP-N8"), (0,)]
    jade, agate = Choose(value="jade"), Choose(value="agate")
    four.when(0, jade).then(
        took(0, jade), e.ShardChanged(0, Shard.JADE, 1, "PP-N8"), CLOSED, *palace_reward(2, 2)
    )
    four.when(2, agate).then(
        took(2, agate),
        e.ShardChanged(2, Shard.AGATE, 1, "PP-N8"),
        CLOSED,
        e.FirstPlayerChanged(2),
        *dawn((2, 3, 0, 1)),
    )
    assert four.state.token == 2


def test_pp_n11_x60_q32_n5_without_kin_on_the_palace_the_token_stays(game: PhoenixGame) -> None:
    night(game).when(0, EndTurn()).then(*nightfall({}), *scoring({}), *NO_PALACE, *dawn())
    assert game.state.token == 0


def test_pp_n12_the_holder_of_the_majority_keeps_the_token(game: PhoenixGame) -> None:
    night(game.stand("red.bard", "palace")).when(0, EndTurn()).then(
        *nightfall({}), *scoring({}), *palace_scored((0,), (1, 0), 0, favor=1)
    )
    jade = Choose(value="jade")
    game.when(0, jade).then(took(0, jade), e.ShardChanged(0, Shard.JADE, 1, "PP-N8"), CLOSED, *dawn())
    assert game.state.token == 0


def test_pp_t14_x62_q72_dawn_brings_all_kin_home_and_leaves_the_rest(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1", cloaked=True).stand("red.guard", "palace").stand("red.mentor", "bumped")
    favor = e.FpChanged(0, 4, "PP-N8")
    night(game.turned(3).heralds(1, 0)).when(0, EndTurn()).then(
        *nightfall({GATES: (0,)}),
        *scoring({GATES: sector_scored(GATES, (0,), (2, 0), 0, favor)}),
        *palace_scored((0,), (1, 0), 0, favor=1),
    )
    jade = Choose(value="jade")
    game.when(0, jade).then(took(0, jade), e.ShardChanged(0, Shard.JADE, 1, "PP-N8"), CLOSED, *dawn())
    assert game.state.seats[0].hand == ("red.bard", "red.guard", "red.mentor")
    assert game.state.seats[0].tiles == ()
    assert (game.state.round, game.state.board.rotation, game.state.board.palace_level) == (2, 3, 2)
    assert game.state.heralds == (1, 0)
    assert game.state.phase is Phase.DAYTIME


def test_pp_t1_t15_after_the_third_night_the_game_is_over(game: PhoenixGame) -> None:
    game.given(e.RoundStarted(3, (0, 1))).stand("red.bard", "gates.1")
    night(game).when(0, EndTurn()).then(
        *nightfall({GATES: (0,)}),
        *scoring({GATES: sector_scored(GATES, (0,), (1, 0), 0, e.FpChanged(0, 4, "PP-N8"))}),
        *NO_PALACE,
        CLOSED,
        e.PlayEnded(),
    )
    assert game.state.agenda == ()
    assert game.state.phase is Phase.FINISHED
    game.when(0, EndTurn()).then_refused("game_finished")
    assert game.state.seats[0].tiles


def test_pp_t2_x63_an_empty_pile_is_renewed_from_the_discard_pile(game: PhoenixGame) -> None:
    cards = list(ForeseenId)
    game.foresees(discard=[card.value for card in cards[:16]]).last_turn()
    assert game.state.board.foreseen_pile == tuple(cards[16:])
    told = game.when(0, EndTurn()).events
    shuffled = next(event for event in told if isinstance(event, e.ForeseenPileShuffled))
    pile = shuffled.foreseen_pile
    assert pile is not None
    assert sorted(pile) == sorted(cards[:16])
    first, second, *others = drawn(*cards[16:], *pile[:2])
    revealed = [first, second, e.ForeseenPileShuffled(16, pile, reveals=True), *others]
    assert told == [*nightfall({}), *scoring({}), *NO_PALACE, *dawn(revealed=revealed)]
    assert game.state.board.foreseen_discard == ()


def test_pp_t2_slots_stay_empty_when_all_cards_lie_in_slots(game: PhoenixGame) -> None:
    game.foresees("levy").given(e.ForeseenPileShuffled(0, ()))
    game.given(e.EventDiscarded(0, 1, ForeseenId.LEVY)).last_turn()
    renewed = e.ForeseenPileShuffled(1, (ForeseenId.LEVY,), reveals=True)
    revealed = [renewed, e.EventRevealed(1, ForeseenId.LEVY, reveals=True)]
    game.when(0, EndTurn()).then(*nightfall({}), *scoring({}), *NO_PALACE, *dawn(revealed=revealed))
    assert game.state.board.foreseen == (ForeseenId.LEVY, None, None, None)


def test_pp_n8_a_reward_is_asked_of_the_seat_that_gains_it(game: PhoenixGame) -> None:
    game.stand("blue.bard", "shrine.1")
    asked = opened(asks(1, GainResource(1, "PP-N8")), Majority(1, SHRINE))
    shrine = [e.SectorScored(SHRINE, (1,), (0, 1), 1), asked]
    night(game).when(0, EndTurn()).then(*nightfall({SHRINE: (1,)}), *scoring({SHRINE: shrine}, upto=SHRINE))
    assert [game.step, game.asked] == [GainResource(1, "PP-N8"), (1,)]
    game.when(0, Choose(value="coin")).then_refused("not_your_turn", "PP-T3")
