from itertools import product
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.bot_position import BotPosition
from domain.kernel.dice import Dice
from domain.kernel.game import TakeTurn
from domain.kernel.score import ranks
from domain.phoenix.bots import BOTS
from domain.phoenix.commands import (
    Answers,
    Choose,
    EndTurn,
    PerformDaytime,
    PlaceKin,
    SkipAbility,
    SkipDaytime,
)
from domain.phoenix.estimates import Estimates
from domain.phoenix.evaluation import position_value
from domain.phoenix.ids import RESOURCES, KinId, Resource, SpotId
from domain.phoenix.options import PhoenixOptions, PlayMode
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.shortlists import shortlist
from domain.phoenix.state import Phoenix, Pool
from domain.phoenix.view import PendingView
from tests.support.basilisk import against_basilisk
from tests.support.phoenix import PhoenixGame

WORDS = ("palace_alt", "asymmetric", "dragon")


def played(bots: tuple[str, ...], seed: int, **options: bool) -> Phoenix:
    """The state after a whole game of these bots."""
    team = options.pop("team", False)
    rules = PhoenixOptions(mode=PlayMode.TEAM if team else PlayMode.STANDARD, **options)  # type: ignore[arg-type]
    return finished(rules, bots, seed)


def allied(bots: tuple[str, ...], seed: int, **options: Any) -> Phoenix:
    """The same against the Basilisk, which has seat 0."""
    given = {"mode": "coop", "difficulty": "medium", "style": "vanilla", **options}
    return finished(msgspec.convert(given, PhoenixOptions), ("", *bots), seed)


def finished(rules: PhoenixOptions, bots: tuple[str, ...], seed: int) -> Phoenix:
    key = b"bots %d" % seed
    state = None
    for event in PHOENIX.setup(rules, [None] * places(rules, bots), Dice(key, 1)).events:
        state = PHOENIX.evolve(state, event)
    assert state is not None
    for seq in range(2, 2000):
        due = PHOENIX.actor(state)
        seats = due.seats
        if due.scorer:
            return state
        if due.automa is not None:
            for event in PHOENIX.decide(state, due.automa, TakeTurn(), Dice(key, seq)):
                state = PHOENIX.evolve(state, event)
            continue
        position = BotPosition(PHOENIX, state, seats[0], key, seq)
        move = BOTS[bots[seats[0]]](position, Dice(b"own", seq))
        for event in PHOENIX.decide(state, seats[0], move, Dice(key, seq)):
            state = PHOENIX.evolve(state, event)
    raise AssertionError("the game does not end")


def places(rules: PhoenixOptions, bots: tuple[str, ...]) -> int:
    """How many players there are; one of them may hold several seats."""
    return {PlayMode.COOP: len(bots) - 1, PlayMode.SOLO: 1}.get(rules.mode, len(bots))


@pytest.mark.parametrize("difficulty", ["easy", "heroic"])
@pytest.mark.parametrize("palace_alt", [False, True])
@pytest.mark.parametrize("bots", [("greedy", "idle"), ("curious", "random", "eager"), ("idle", "idle")])
def test_pp_co8_m1_bots_are_allies_and_decide_for_the_basilisk(
    bots: tuple[str, ...], palace_alt: bool, difficulty: str
) -> None:
    done = allied(bots, 1, palace_alt=palace_alt, difficulty=difficulty)
    assert not done.agenda
    story = {"style": "story", "scenario": "silent_tide", "difficulty": difficulty}
    assert not allied(bots, 2, palace_alt=palace_alt, **story).agenda


@pytest.mark.parametrize("allies", [1, 2])
def test_pp_so1_bots_play_every_seat_of_a_solo_game(allies: int) -> None:
    assert not allied(("greedy",) * allies, 3, mode="solo", solo_allies=allies).agenda


def test_pp_co25_greedy_allies_win_more_often_than_random_ones() -> None:
    greedy = [PHOENIX.score(allied(("greedy", "greedy"), seed, difficulty="easy")) for seed in range(3)]
    random = [PHOENIX.score(allied(("random", "random"), seed, difficulty="easy")) for seed in range(3)]
    assert [score.result for score in greedy] == ["win"] * 3
    assert [score.result for score in random].count("loss") >= 2


def test_pp_co8_a_greedy_ally_decides_in_favor_of_the_allies() -> None:
    game = (
        against_basilisk()
        .stand("blue.bard", "capital.2", cloaked=True)
        .stand("green.apprentice.1", "capital.3")
    )
    game.favored(1, 30).places("red.fighter", "sc03").then_accepted()
    position = BotPosition(PHOENIX, game.state, 1, b"decider", 2)
    choice = BOTS["greedy"](position, Dice(b"own", 2))
    values = {
        str(move.value): position_value(position.after(move).view, 1)
        for move in position.moves
        if isinstance(move, Choose)
    }
    assert isinstance(choice, Choose)
    assert values[str(choice.value)] == max(values.values())


@pytest.mark.parametrize("mode", [(), ("palace_alt",), ("asymmetric",), ("dragon",), WORDS], ids="-".join)
def test_pp_f6_the_greedy_bot_beats_the_random_one_in_nine_of_ten_games(mode: tuple[str, ...]) -> None:
    wins = 0
    for seed in range(10):
        bots = ("greedy", "random") if seed % 2 else ("random", "greedy")
        wins += (
            ranks(PHOENIX.score(played(bots, seed, **dict.fromkeys(mode, True))))[bots.index("greedy")] == 1
        )
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


def test_pp_v10_a_bot_takes_the_resources_of_which_it_has_least(game: PhoenixGame) -> None:
    view = replace(PHOENIX.view(game.state, (0,)), pools=(Pool(coin=3, scroll=1, lantern=2), Pool()))
    answers = [PerformDaytime(village=Answers(resources=(kind,))) for kind in RESOURCES]
    assert shortlist(Estimates(view, 0), answers) == [answers[1]]
    begun = PerformDaytime(collect=1, village=Answers(resources=(Resource.SCROLL, Resource.SCROLL)))
    view = replace(view, pending=PendingView("daytime_effect", (0,), move=begun))
    assert shortlist(Estimates(view, 0), answers) == [answers[2]]


def test_pp_e4_a_bot_compares_only_the_worst_event_with_discarding_none(game: PhoenixGame) -> None:
    at = Estimates(PHOENIX.view(game.state, (0,)), 0)
    moves = [PerformDaytime(discard_slot=slot) for slot in (1, 2, 3, 4, None)]
    worst = max((1, 2, 3, 4), key=at.discarding)
    assert shortlist(at, moves) == [PerformDaytime(discard_slot=worst), PerformDaytime(discard_slot=None)]


def test_pp_e20_a_bot_replaces_the_kin_with_the_weakest_ability(game: PhoenixGame) -> None:
    game.hold(0, "red.councilor", "red.apprentice.1")
    view = PHOENIX.view(game.state, (0,))
    view = replace(view, pending=PendingView("clanhouse_acquire", (0,)))
    moves = [Choose(value=kin) for kin in view.seats[0].hand]
    assert shortlist(Estimates(view, 0), moves) == [Choose(value="red.apprentice.1")]
    ready = [Choose(value="red.bard"), Choose(value="red.archer"), Choose(value=None)]
    assert shortlist(Estimates(view, 0), ready) == ready
