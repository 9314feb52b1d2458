import pytest

from domain.phoenix import events as e
from domain.phoenix.catalogue import ForeseenId, KinId, Resource, Sector, Shard, SpotId
from domain.phoenix.commands import Choose, EndTurn
from domain.phoenix.influence import influence, majority, palace_influence
from domain.phoenix.rewards import REWARDS
from domain.phoenix.state import ForeseenDone, ForeseenFor, GainResource, GainShard, Phase
from tests.support.phoenix import PhoenixGame, asks, opened, took

COIN, SCROLL, LANTERN = Resource


def night(game: PhoenixGame) -> PhoenixGame:
    """A night without events: the last turn of the round is about to end."""
    return game.foresees().last_turn()


def falls(game: PhoenixGame) -> list[object]:
    """What happens when seat 0 ends the last turn; steps that open and close are left out."""
    told = game.when(0, EndTurn()).events
    return [event for event in told if not isinstance(event, e.StepsOpened | e.StepClosed)]


def test_pp_n1_n2_the_night_fixes_who_may_be_rewarded(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1", cloaked=True).stand("blue.bard", "gates.2")
    game.stand("blue.guard", "rim.1").given(e.GuardSet(1, Sector.RIM))
    told = falls(night(game))
    assert told[1:3] == [
        e.GuardExpired(1, Sector.RIM),
        e.NighttimeStarted(((0, 1), (), (1,), (), (), ())),
    ]
    assert game.state.board.guards == ()


def test_pp_n3_rc15_clear_skies_give_favor_for_empty_slots(game: PhoenixGame) -> None:
    game.keeps(1, "clear_skies")
    told = falls(night(game))
    assert e.FpChanged(1, 3, "PP-RC15") in told


def test_pp_n3_rc15_the_favor_comes_before_the_events(game: PhoenixGame) -> None:
    game.keeps(0, "clear_skies").foresees("envy_of_the_court", None, "generous_envoy")
    told = falls(game.last_turn())
    assert told.index(e.FpChanged(0, 2, "PP-RC15")) < told.index(e.FpChanged(0, -2, "PP-EC08"))


def test_pp_n4_x58_q30_events_resolve_from_left_to_right_in_turn_order(four: PhoenixGame) -> None:
    four.foresees("coin_tithe", None, "harvest_moon").last_turn()
    told = falls(four)
    tithes = [event for event in told if isinstance(event, e.ResourceChanged)]
    assert tithes == [e.ResourceChanged(seat, COIN, -1, "PP-EC01") for seat in range(4)]
    assert told[-1] == e.EventResolved(1, ForeseenId.COIN_TITHE)
    for seat in range(4):
        assert four.asked == (seat,)
        four.when(seat, Choose(value="coin")).then_accepted()
    assert four.state.board.foreseen_discard[-1] is ForeseenId.HARVEST_MOON


def test_pp_n4_each_event_opens_a_step_for_every_seat(game: PhoenixGame) -> None:
    game.foresees("harvest_moon").last_turn().when(0, EndTurn()).then_includes(
        opened(
            ForeseenFor(0, ForeseenId.HARVEST_MOON), ForeseenFor(1, ForeseenId.HARVEST_MOON), ForeseenDone(1)
        )
    )


def test_pp_n6_sectors_are_scored_in_their_order_and_the_palace_last(game: PhoenixGame) -> None:
    for number, sector in enumerate(reversed(Sector), 1):
        game.stand(
            f"red.{('bard', 'guard', 'hermit', 'mentor', 'archer', 'merchant')[number - 1]}", f"{sector}.1"
        )
    game.stand("red.fighter", "palace")
    told = falls(night(game))
    game.when(0, Choose(value="coin")).then_accepted()
    scored = [event.sector for event in told if isinstance(event, e.SectorScored)]
    assert scored == [Sector.GATES, Sector.CAPITAL, Sector.RIM, Sector.SHRINE]
    assert isinstance(game.step, GainShard)


def test_pp_n7_influence_counts_cloaked_kin_twice(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1", cloaked=True).stand("red.guard", "gates.2")
    game.stand("red.hermit", "palace").stand("red.mentor", "palace")
    assert influence(game.state, 0, Sector.GATES) == 3
    assert influence(game.state, 0, Sector.RIM) == 0
    assert palace_influence(game.state, 0) == 2


def test_pp_n7_rc21_palace_favour_adds_influence_but_no_favor(game: PhoenixGame) -> None:
    game.keeps(0, "palace_favour")
    assert palace_influence(game.state, 0) == 0
    game.stand("red.bard", "palace").stand("blue.bard", "palace").heralds(1, 0)
    told = falls(night(game))
    assert e.PalaceScored((0, 1), (2, 1), 0) in told
    assert e.FpChanged(0, 1, "PP-N8") in told


@pytest.mark.parametrize(
    "sector,reward,shard",
    [
        (Sector.GATES, e.FpChanged(0, 4, "PP-N8"), Shard.CORAL),
        (Sector.CAPITAL, e.FpChanged(0, 2, "PP-N8"), Shard.CORAL),
        (Sector.RIM, e.ResourceChanged(0, SCROLL, 1, "PP-N8"), Shard.JADE),
        (Sector.SPRINGS, e.ResourceChanged(0, LANTERN, 1, "PP-N8"), Shard.AGATE),
        (Sector.CLANHOUSE, e.ResourceChanged(0, COIN, 1, "PP-N8"), Shard.AGATE),
    ],
)
def test_pp_n8_a_sector_gives_its_reward_and_its_bonus(
    game: PhoenixGame, sector: Sector, reward: object, shard: Shard
) -> None:
    game.stand("red.bard", f"{sector}.1")
    told = falls(night(game))
    at = told.index(e.SectorScored(sector, (0,), (1, 0), 0))
    assert told[at + 1 : at + 3] == [reward, e.ShardChanged(0, shard, 1, "PP-N9")]


def test_pp_n8_the_shrine_asks_each_eligible_seat_then_gives_the_bonus(game: PhoenixGame) -> None:
    game.stand("red.bard", "shrine.1").stand("blue.bard", "shrine.2", cloaked=True)
    night(game).when(0, EndTurn()).then_includes(
        e.SectorScored(Sector.SHRINE, (0, 1), (1, 2), 1),
    )
    assert game.step == GainResource(0, "PP-N8")
    game.when(0, Choose(value="coin")).then_accepted()
    game.when(1, Choose(value="scroll")).then_includes(
        e.ResourceChanged(1, SCROLL, 1, "PP-N8"), e.ShardChanged(1, Shard.JADE, 1, "PP-N9")
    )


def test_pp_n8_every_sector_has_a_reward() -> None:
    assert [reward.sector for reward in REWARDS] == list(Sector)


def test_pp_n9_x56_the_better_herald_wins_a_tie(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1", cloaked=True)
    game.stand("blue.bard", "gates.2").stand("blue.guard", "gates.3").heralds(1, 0)
    told = falls(night(game))
    at = told.index(e.SectorScored(Sector.GATES, (0, 1), (2, 2), 1))
    assert told[at + 1 : at + 4] == [
        e.FpChanged(0, 4, "PP-N8"),
        e.FpChanged(1, 4, "PP-N8"),
        e.ShardChanged(1, Shard.CORAL, 1, "PP-N9"),
    ]


def test_pp_n9_nobody_has_a_majority_without_influence(game: PhoenixGame) -> None:
    assert majority(game.state, (0, 1), (0, 0)) is None
    assert majority(game.state, (), (3, 0)) is None
    assert majority(game.state, (1,), (3, 1)) == 1


def test_pp_n10_x57_q27_a_kin_that_left_still_brings_the_reward(game: PhoenixGame) -> None:
    game.foresees("night_raid").stand("red.bard", "springs.1").last_turn()
    told = falls(game)
    assert e.KinSentToPalace(0, KinId("red.bard"), SpotId("palace")) in told
    at = told.index(e.SectorScored(Sector.SPRINGS, (0,), (0, 0), None))
    assert told[at + 1] == e.ResourceChanged(0, LANTERN, 1, "PP-N8")
    assert not any(isinstance(event, e.ShardChanged) for event in told)
    assert told[-2:] == [e.PalaceScored((0,), (1, 0), 0), e.FpChanged(0, 1, "PP-N8")]


def test_pp_n11_n12_x59_q28_q65_the_palace_gives_favor_shards_and_the_token(four: PhoenixGame) -> None:
    four.stand("red.bard", "palace").stand("red.guard", "palace")
    four.stand("green.bard", "palace").stand("green.guard", "palace").heralds(2, 0, 1, 3)
    told = falls(night(four))
    assert told[-2:] == [e.PalaceScored((0, 2), (2, 0, 2, 0), 2), e.FpChanged(0, 2, "PP-N8")]
    assert [four.step, four.asked] == [GainShard(0, "PP-N8"), (0,)]
    four.when(0, Choose(value="jade")).then(
        took(0, Choose(value="jade")),
        e.ShardChanged(0, Shard.JADE, 1, "PP-N8"),
        e.StepClosed(),
        e.FpChanged(2, 2, "PP-N8"),
        opened(asks(2, GainShard(2, "PP-N8"))),
    )
    four.when(2, Choose(value="agate")).then_includes(
        e.ShardChanged(2, Shard.AGATE, 1, "PP-N8"),
        e.FirstPlayerChanged(2),
        e.RoundStarted(2, (2, 3, 0, 1)),
        e.TurnStarted(2, 11),
    )
    assert four.state.token == 2


def test_pp_n11_x60_q32_without_kin_on_the_palace_the_token_stays(game: PhoenixGame) -> None:
    told = falls(night(game))
    assert not [event for event in told if isinstance(event, e.PalaceScored | e.FirstPlayerChanged)]
    assert game.state.token == 0


def test_pp_n12_the_holder_of_the_majority_keeps_the_token(game: PhoenixGame) -> None:
    game.stand("red.bard", "palace")
    falls(night(game))
    told = game.when(0, Choose(value="jade")).events
    assert not [event for event in told if isinstance(event, e.FirstPlayerChanged)]


def test_pp_t14_x62_q72_dawn_brings_all_kin_home_and_leaves_the_rest(game: PhoenixGame) -> None:
    game.stand("red.bard", "gates.1", cloaked=True).stand("red.guard", "palace").stand("red.mentor", "bumped")
    game.turned(3).heralds(1, 0)
    falls(night(game))
    game.when(0, Choose(value="jade")).then_includes(e.RoundEnded(2), e.RoundStarted(2, (0, 1)))
    assert game.state.seats[0].hand == ("red.bard", "red.guard", "red.mentor")
    assert game.state.seats[0].tiles == ()
    assert (game.state.round, game.state.board.rotation, game.state.board.palace_level) == (2, 3, 2)
    assert game.state.heralds == (1, 0)
    assert game.state.phase is Phase.DAYTIME


def test_pp_t1_t15_after_the_third_night_the_game_is_over(game: PhoenixGame) -> None:
    game.given(e.RoundStarted(3, (0, 1))).stand("red.bard", "gates.1")
    told = falls(night(game))
    assert told[-1] == e.PlayEnded()
    assert game.state.agenda == ()
    assert game.state.phase is Phase.FINISHED
    game.when(0, EndTurn()).then_refused("game_finished")
    assert game.state.seats[0].tiles


def test_pp_t2_x63_an_empty_pile_is_renewed_from_the_discard_pile(game: PhoenixGame) -> None:
    named = [card.value for card in ForeseenId]
    game.foresees(discard=named[:16])
    assert len(game.state.board.foreseen_pile) == 2
    told = falls(game.last_turn())
    at = told.index(e.RoundStarted(2, (0, 1)))
    first, second, shuffled, third, fourth = told[at + 1 : at + 6]
    assert [first, second] == [
        e.EventRevealed(slot, ForeseenId(card), reveals=True) for slot, card in enumerate(named[16:], 1)
    ]
    assert isinstance(shuffled, e.ForeseenPileShuffled)
    assert sorted(shuffled.foreseen_pile or ()) == sorted(named[:16])
    assert [getattr(event, "slot", None) for event in (third, fourth)] == [3, 4]
    assert game.state.board.foreseen_discard == ()


def test_pp_t2_slots_stay_empty_when_all_cards_lie_in_slots(game: PhoenixGame) -> None:
    game.foresees("levy").given(e.ForeseenPileShuffled(0, ()))
    game.given(e.EventDiscarded(0, 1, ForeseenId.LEVY)).last_turn()
    falls(game)
    assert game.state.board.foreseen == (ForeseenId.LEVY, None, None, None)


def test_pp_n5_without_a_dragon_nothing_happens_between_events_and_scoring(game: PhoenixGame) -> None:
    told = falls(night(game.stand("red.bard", "gates.1")))
    assert not [event for event in told if isinstance(event, e.DragonFed)]


def test_pp_n8_a_reward_is_asked_of_the_seat_that_gains_it(game: PhoenixGame) -> None:
    game.stand("blue.bard", "shrine.1")
    night(game).when(0, EndTurn()).then_includes(e.SectorScored(Sector.SHRINE, (1,), (0, 1), 1))
    assert [game.step, game.asked] == [GainResource(1, "PP-N8"), (1,)]
    game.when(0, Choose(value="coin")).then_refused("not_your_turn", "PP-T3")
