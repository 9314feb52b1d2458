import pytest
from msgspec import UNSET

from domain.kernel.score import ScoreItem, ranks
from domain.phoenix import events as e
from domain.phoenix.commands import CardUse, Choose, EndTurn, PerformDaytime
from domain.phoenix.ids import Resource, RevelationId, Sector
from domain.phoenix.revelations import enemies
from domain.phoenix.scoring import score, sides_of
from domain.phoenix.state import Pool
from tests.support.phoenix import PhoenixGame, a_phoenix_game
from tests.support.phoenix_night import NO_PALACE, dawn, nightfall, scoring, sector_scored


@pytest.fixture
def game() -> PhoenixGame:
    """Seats 3 and 0 against 1 and 2; seat 0 has the token."""
    return a_phoenix_game(4, mode="team")


def test_pp_tt1_tt2_x74_the_first_player_plays_with_the_seat_to_its_right() -> None:
    game = a_phoenix_game(4, token=1, mode="team")
    assert sides_of(game.state) == ((0, 1), (2, 3))
    assert [seat.pool for seat in game.state.seats] == [0, 0, 1, 1]
    assert game.state.pools == (Pool(coin=8, scroll=6, lantern=4),) * 2


def test_pp_tt1_factions_go_round_the_table(game: PhoenixGame) -> None:
    assert sides_of(game.state) == ((0, 3), (1, 2))
    game.given(e.FirstPlayerChanged(2))
    assert sides_of(game.state) == ((0, 3), (1, 2))


def test_pp_tt2_each_member_spends_from_the_shared_pool(game: PhoenixGame) -> None:
    game.place(0, "red.apprentice.1", "gates.4").then_accepted()
    assert game.state.pool(3).scroll == game.state.pool(0).scroll == 5
    assert game.state.pool(1).scroll == 6


def test_pp_tt3_partners_compete_for_rewards(game: PhoenixGame) -> None:
    game.foresees().stand("red.bard", "gates.1").stand("yellow.bard", "gates.2", cloaked=True)
    favor = [e.FpChanged(seat, 4, "PP-N8") for seat in (0, 3)]
    game.last_turn().when(0, EndTurn()).then(
        *nightfall({Sector.GATES: (0, 3)}),
        *scoring({Sector.GATES: sector_scored(Sector.GATES, (0, 3), (1, 0, 0, 2), 3, *favor)}),
        *NO_PALACE,
        *dawn((0, 1, 2, 3)),
    )


def test_pp_x76_rv6_only_opponents_are_enemies(game: PhoenixGame) -> None:
    assert enemies(game.state, 0) == [1, 2]
    game.shows("toll_of_ash", "coin_jar", "second_wind").place(0, "red.apprentice.1", "springs.1")
    keep = PerformDaytime(card=RevelationId.TOLL_OF_ASH, use=CardUse.KEEP)
    game.when(0, keep).then_accepted()
    before = game.state.pool(1).resources
    for seat in (1, 2):
        game.when(seat, Choose(value=Resource.COIN)).then_accepted()
    assert game.state.pool(1).resources == before - 2
    assert game.state.pool(3).resources == 18


def test_pp_tt4_x75_q63_a_faction_has_the_lower_favor_of_its_members(game: PhoenixGame) -> None:
    game.favored(0, 28).favored(3, 44).keeps(0, "travel_journal").explored(0, 2)
    game.has(0, coin=10, scroll=0, lantern=0, coral=4, jade=1, agate=1).given(e.FirstPlayerChanged(1))
    found = score(game.state)
    assert found.sides is not UNSET
    side = found.sides[0]
    assert (side.side, side.seats, side.total) == ("faction_1", (0, 3), 54)
    assert side.items[:2] == (
        ScoreItem("favor", "PP-F6", 28),
        ScoreItem("revelations", "PP-F1", 2, ("travel_journal",)),
    )
    assert [seat.total for seat in found.seats] == [30, 0, 0, 44]


def test_pp_tt4_of_equal_factions_the_one_with_the_token_wins(game: PhoenixGame) -> None:
    game.has(0, coin=0, scroll=0, lantern=0).has(1, coin=1, scroll=0, lantern=0)
    for seat, fp in enumerate((9, 10, 10, 9)):
        game.favored(seat, fp)
    found = score(game.state)
    assert [side.total for side in found.sides or ()] == [10, 10]
    assert ranks(found) == (1, 2, 2, 1)


def test_pp_q59_tt2_pools_are_one_for_each_faction(game: PhoenixGame) -> None:
    assert len(game.state.pools) == 2
