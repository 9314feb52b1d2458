from itertools import product

import pytest

from domain.kernel.bot_position import BotPosition
from domain.kernel.dice import Dice
from domain.kernel.score import ranks
from domain.phoenix.bots import BOTS
from domain.phoenix.catalogue import KinId, SpotId
from domain.phoenix.commands import EndTurn, PlaceKin, SkipAbility, SkipDaytime
from domain.phoenix.estimates import Estimates
from domain.phoenix.evaluation import position_value
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phoenix, PhoenixOptions, PlayMode
from tests.support.phoenix import PhoenixGame

WORDS = ("palace_alt", "asymmetric", "dragon")


def played(bots: tuple[str, ...], seed: int, **options: bool) -> Phoenix:
    """The state after a whole game of these bots."""
    team = options.pop("team", False)
    rules = PhoenixOptions(mode=PlayMode.TEAM if team else PlayMode.STANDARD, **options)  # type: ignore[arg-type]
    key = b"bots %d" % seed
    state = None
    for event in PHOENIX.setup(rules, [None] * len(bots), Dice(key, 1)).events:
        state = PHOENIX.evolve(state, event)
    assert state is not None
    for seq in range(2, 2000):
        seats = PHOENIX.actor(state).seats
        if not seats:
            return state
        position = BotPosition(PHOENIX, state, seats[0], key, seq)
        move = BOTS[bots[seats[0]]](position, Dice(b"own", seq))
        for event in PHOENIX.decide(state, seats[0], move, Dice(key, seq)):
            state = PHOENIX.evolve(state, event)
    raise AssertionError("the game does not end")


def test_pp_f6_the_greedy_bot_beats_the_random_one_in_nine_of_ten_games() -> None:
    wins = 0
    for seed in range(10):
        bots = ("greedy", "random") if seed % 2 else ("random", "greedy")
        wins += ranks(PHOENIX.score(played(bots, seed)))[bots.index("greedy")] == 1
    assert wins >= 9


@pytest.mark.parametrize("flags", list(product([False, True], repeat=3)))
@pytest.mark.parametrize("players,team", [(2, False), (3, False), (4, True)])
def test_pp_m1_bots_finish_a_game_in_every_mode(
    players: int, team: bool, flags: tuple[bool, bool, bool]
) -> None:
    bots = ("greedy", "idle", "curious", "eager")[:players]
    options = dict(zip(WORDS, flags))
    assert not played(bots, 1, team=team, **options).agenda


def test_pp_t5_the_idle_bot_does_as_little_as_it_can(game: PhoenixGame) -> None:
    made = []
    for seq in range(2, 8):
        position = BotPosition(PHOENIX, game.state, 0, b"idle", seq)
        if not position.moves:
            break
        made.append(BOTS["idle"](position, Dice(b"own", seq)))
        game.when(0, made[-1]).then_accepted()
    assert made == [
        PlaceKin(kin_id=KinId("red.fighter")),
        PlaceKin(target=SpotId("palace")),
        SkipDaytime(),
        EndTurn(),
    ]


def test_pp_k12_the_eager_bot_skips_nothing(game: PhoenixGame) -> None:
    game.hold(0, "red.merchant").place(0, "red.merchant", "capital.1")
    position = BotPosition(PHOENIX, game.state, 0, b"eager", 2)
    assert SkipAbility() in position.moves
    moves = [BOTS["eager"](position, Dice(b"own", seq)) for seq in range(20)]
    assert SkipAbility() not in moves


def test_pp_n8_a_bot_knows_what_rewards_and_effects_are_worth(game: PhoenixGame) -> None:
    empty = PHOENIX.view(game.state, (0,))
    game.stand("red.bard", "gates.1").stand("blue.bard", "springs.1")
    assert position_value(PHOENIX.view(game.state, (0,)), 0) > position_value(empty, 0)
    at, kin = Estimates(empty, 0), KinId("red.apprentice.1")
    gates, clanhouse = (at.placement(kin, SpotId(spot), cloaked=False) for spot in ("gates.1", "clanhouse.1"))
    assert gates > clanhouse
