import pytest

from domain.phoenix import events as e
from domain.phoenix.agenda import Daytime
from domain.phoenix.commands import SkipDaytime, UseAbility
from domain.phoenix.ids import KinId, Sector, SpotId
from domain.phoenix.influence import influence, palace_influence
from tests.support.phoenix import PhoenixGame, took


def fight(game: PhoenixGame, target: str) -> UseAbility:
    """Seat 0 has placed its fighter in the rim."""
    game.place(0, "red.fighter", "rim.1").then_accepted()
    return UseAbility(target=KinId(target))


@pytest.mark.parametrize("place", ["palace", "bumped"])
def test_pp_e10_e13_x19_q9_kin_outside_the_sectors_are_no_targets(game: PhoenixGame, place: str) -> None:
    game.stand("blue.bard", place).stand("blue.guard", "rim.2")
    game.when(0, fight(game, "blue.bard")).then_refused("invalid_target", "PP-K7")


def test_pp_e10_hands_and_ready_kin_are_no_targets(game: PhoenixGame) -> None:
    game.stand("blue.guard", "rim.2")
    game.when(0, fight(game, "blue.fighter")).then_refused("invalid_target", "PP-K7")
    game.when(0, UseAbility(target=KinId("blue.archer"))).then_refused("invalid_target", "PP-K7")


def test_pp_e11_x15_q10_a_cloaked_kin_is_turned_and_stays_without_ability(game: PhoenixGame) -> None:
    game.stand("blue.merchant", "rim.2", cloaked=True)
    move = fight(game, "blue.merchant")
    game.when(0, move).then(took(0, move), e.KinUnveiled(1, KinId("blue.merchant")))
    tile = game.state.tile(KinId("blue.merchant"))
    assert tile is not None
    assert (tile.at, tile.cloaked) == ("rim.2", False)
    assert game.asked == (0,)


def test_pp_e12_x16_q4_an_unveiled_kin_recovers_on_the_palace(game: PhoenixGame) -> None:
    game.stand("blue.merchant", "rim.2")
    move = fight(game, "blue.merchant")
    game.when(0, move).then(took(0, move), e.KinSentToPalace(1, KinId("blue.merchant"), SpotId("palace")))
    assert influence(game.state, 1, Sector.RIM) == 0
    assert palace_influence(game.state, 1) == 1
    assert SpotId("rim.2") not in game.state.occupants
    assert game.state.board.rotation == 0
    assert isinstance(game.step, Daytime)


def test_pp_e14_a_cloaked_kin_keeps_what_its_ability_did(game: PhoenixGame) -> None:
    game.hold(0, "red.guard", "red.bard")
    game.place(0, "red.guard", "springs.1")
    game.when(0, UseAbility())
    game.given(e.KinCloaked(0, KinId("red.guard")))
    game.when(0, SkipDaytime())
    assert game.state.board.is_guarded(Sector.SPRINGS)


def test_pp_rc25_the_first_hit_of_a_round_leaves_the_kin_where_it_is(game: PhoenixGame) -> None:
    game.keeps(1, "veil_of_smoke").stand("blue.bard", "rim.2").stand("blue.guard", "shrine.1")
    game.hold(0, "red.fighter", "red.archer")
    move = fight(game, "blue.bard")
    game.when(0, move).then(took(0, move), e.HitPrevented(1, KinId("blue.bard")))
    game.when(0, SkipDaytime())
    game.turn_of(0).place(0, "red.archer", "gates.1").then_accepted()
    game.when(0, UseAbility(target=KinId("blue.guard"))).then(
        took(0, UseAbility(target=KinId("blue.guard"))),
        e.KinSentToPalace(1, KinId("blue.guard"), SpotId("palace")),
    )


def test_pp_rc25_unveiling_a_cloaked_kin_does_not_use_the_veil(game: PhoenixGame) -> None:
    game.keeps(1, "veil_of_smoke").stand("blue.bard", "rim.2", cloaked=True)
    game.when(0, fight(game, "blue.bard")).then(
        took(0, UseAbility(target=KinId("blue.bard"))), e.KinUnveiled(1, KinId("blue.bard"))
    )
    assert not game.state.seats[1].veiled


def test_pp_rc25_the_veil_works_again_in_the_next_round(game: PhoenixGame) -> None:
    game.given(e.HitPrevented(1, KinId("blue.bard")))
    assert game.state.seats[1].veiled
    game.given(e.RoundStarted(2, (0, 1)))
    assert not game.state.seats[1].veiled
