import pytest

from domain.phoenix import events as e
from domain.phoenix.agenda import Ability, Daytime, DragonMove, TurnEnd
from domain.phoenix.commands import Answers, Choose, EndTurn, PerformDaytime, SkipDaytime, UseAbility
from domain.phoenix.ids import KinId, Resource, Sector, Shard, SpotId
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened, took
from tests.support.phoenix_night import NO_PALACE, dawn, nightfall, scoring, sector_scored

KIN = "red.apprentice.1"


@pytest.fixture
def game() -> PhoenixGame:
    """Two players; the dragon is on moon 0, between gates and capital."""
    return a_phoenix_game(2, dragon=True)


def test_pp_dr1_the_dragon_starts_between_gates_and_capital(game: PhoenixGame) -> None:
    assert game.state.board.dragon == 0
    assert a_phoenix_game(2).state.board.dragon is None


def test_pp_dr2_dr3_x71_q61_a_kin_in_a_dragon_sector_moves_the_dragon(game: PhoenixGame) -> None:
    told = game.place(0, KIN, "capital.1", cloaked=True).events
    assert told[-1] == opened(asks(0, Daytime()), asks(0, DragonMove(0)), asks(0, TurnEnd()))
    game.when(0, SkipDaytime()).then(took(0, SkipDaytime()))
    assert game.legal(0) == [Choose(value="clockwise"), Choose(value="counter_clockwise")]
    game.when(0, EndTurn()).then_refused("wrong_step", "PP-T4")
    move = Choose(value="counter_clockwise")
    game.when(0, move).then(took(0, move), e.DragonMoved(0, 5))
    assert isinstance(game.step, TurnEnd)


def test_pp_dr3_t12_clockwise_is_the_next_moon(game: PhoenixGame) -> None:
    game.place(0, KIN, "gates.1")
    game.when(0, SkipDaytime())
    game.when(0, Choose(value="clockwise")).then(took(0, Choose(value="clockwise")), e.DragonMoved(0, 1))


def test_pp_dr3_the_sector_counts_when_the_kin_is_placed(game: PhoenixGame) -> None:
    game.hold(0, "red.hermit").place(0, "red.hermit", "rim.1").then_accepted()
    assert isinstance(game.step, Ability)
    game.when(0, UseAbility(sector=Sector.CAPITAL)).then_accepted()
    game.when(0, SkipDaytime()).then_accepted()
    assert isinstance(game.step, TurnEnd)


def test_pp_x72_moved_kin_do_not_move_the_dragon(game: PhoenixGame) -> None:
    game.built("nomad_encampment").explored(0, 2).stand("red.apprentice.2", "rim.1")
    game.place(0, KIN, "shrine.1").then_accepted()
    moving = Answers(kin=KinId("red.apprentice.2"), spot=SpotId("gates.1"))
    game.when(0, PerformDaytime(explore=0, collect=2, village=moving)).then_accepted()
    assert isinstance(game.step, TurnEnd)


def test_pp_dr3_a_palace_placement_does_not_move_the_dragon(game: PhoenixGame) -> None:
    game.place(0, KIN, "palace")
    game.when(0, SkipDaytime()).then(took(0, SkipDaytime()), e.StepClosed(), e.PalaceRotated(1))
    assert isinstance(game.step, TurnEnd)


def capital_and_rim(four: PhoenixGame, *, total: int) -> PhoenixGame:
    """The dragon on moon 1; so much influence in capital and rim, A in both, B in the rim only."""
    four.given(e.DragonMoved(0, 1)).foresees()
    four.stand("red.bard", "capital.1", cloaked=True).stand("red.guard", "rim.1", cloaked=True)
    four.stand("blue.bard", "rim.2", cloaked=True).stand("green.bard", "capital.2")
    if total == 8:
        four.stand("yellow.bard", "capital.3")
    return four.last_turn()


@pytest.fixture
def four() -> PhoenixGame:
    return a_phoenix_game(4, dragon=True)


ELIGIBLE: dict[Sector, tuple[int, ...]] = {Sector.CAPITAL: (0, 2), Sector.RIM: (0, 1)}


def test_pp_dr4_dr5_x73_q60_enough_influence_gives_shards(four: PhoenixGame) -> None:
    fed = [
        e.DragonFed(8, 8, ()),
        e.ShardChanged(0, Shard.CORAL, 1, "PP-DR5"),
        e.ShardChanged(0, Shard.JADE, 1, "PP-DR5"),
        e.ShardChanged(1, Shard.JADE, 1, "PP-DR5"),
        e.ShardChanged(2, Shard.CORAL, 1, "PP-DR5"),
        e.ShardChanged(3, Shard.CORAL, 1, "PP-DR5"),
    ]
    favor = [e.FpChanged(seat, 2, "PP-N8") for seat in (0, 2, 3)]
    scrolls = [e.ResourceChanged(seat, Resource.SCROLL, 1, "PP-N8") for seat in (0, 1)]
    scored = {
        Sector.CAPITAL: sector_scored(Sector.CAPITAL, (0, 2, 3), (2, 0, 1, 1), 0, *favor),
        Sector.RIM: sector_scored(Sector.RIM, (0, 1), (2, 2, 0, 0), 0, *scrolls),
    }
    capital_and_rim(four, total=8).when(0, EndTurn()).then(
        *nightfall({**ELIGIBLE, Sector.CAPITAL: (0, 2, 3)}, dragon=True),
        *scoring(scored, dragon=fed),
        *NO_PALACE,
        *dawn((0, 1, 2, 3)),
    )


def test_pp_dr6_x73_too_little_influence_leaves_its_sectors_out(four: PhoenixGame) -> None:
    capital_and_rim(four.stand("red.mentor", "gates.1"), total=7)
    gates = sector_scored(Sector.GATES, (0,), (1, 0, 0, 0), 0, e.FpChanged(0, 4, "PP-N8"))
    four.when(0, EndTurn()).then(
        *nightfall({Sector.GATES: (0,), **ELIGIBLE}, dragon=True),
        *scoring(
            {Sector.GATES: gates},
            dragon=[e.DragonFed(7, 8, (Sector.CAPITAL, Sector.RIM))],
            sectors=(Sector.GATES, Sector.SHRINE, Sector.SPRINGS, Sector.CLANHOUSE),
        ),
        *NO_PALACE,
        *dawn((0, 1, 2, 3)),
    )


@pytest.mark.parametrize("players,threshold", [(2, 7), (3, 7), (4, 8)])
def test_pp_dr4_dr7_n5_the_threshold_follows_from_the_number_of_seats(players: int, threshold: int) -> None:
    game = a_phoenix_game(players, dragon=True)
    left_out = e.DragonFed(0, threshold, (Sector.GATES, Sector.CAPITAL))
    game.foresees().last_turn().when(0, EndTurn()).then(
        *nightfall({}, dragon=True),
        *scoring({}, dragon=[left_out], sectors=tuple(Sector)[2:]),
        *NO_PALACE,
        *dawn(tuple(range(players))),
    )


def test_pp_dr7_the_dragon_stays_where_it_is_over_night(game: PhoenixGame) -> None:
    left_out = e.DragonFed(0, 7, (Sector.SPRINGS, Sector.CLANHOUSE))
    game.given(e.DragonMoved(0, 4)).foresees().last_turn().when(0, EndTurn()).then(
        *nightfall({}, dragon=True),
        *scoring({}, dragon=[left_out], sectors=tuple(Sector)[:4]),
        *NO_PALACE,
        *dawn(),
    )
    assert game.state.board.dragon == 4
    assert game.state.round == 2
    assert game.state.unscored == ()
