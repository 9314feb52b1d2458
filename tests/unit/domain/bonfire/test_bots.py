from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire.bots import BOTS
from domain.bonfire.catalogue import IslandId, TaskId
from domain.bonfire.commands import (
    BuildPath,
    DiscardActionTiles,
    EndTurn,
    IgniteBonfire,
    Pass,
    PlaceNeutralNovice,
    ResolveTom,
    RetrieveGuardian,
    SkipIslandAction,
    Source,
)
from domain.bonfire.conditions import CONDITIONS
from domain.bonfire.evaluation import _PROGRESS, position_value, progress, public_city, time_left
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import Bonfire, BonfireOptions, Island, TomAsks
from domain.bonfire.tasks import TASKS
from domain.kernel.bot_position import BotPosition
from domain.kernel.dice import Dice
from domain.kernel.game import TakeTurn
from domain.kernel.messages import Command
from domain.kernel.table import STAND_INS
from tests.support.builders import resources, tiles
from tests.support.given import fulfilled, notches, received
from tests.support.scenario import Scenario

KEY = b"bots"
MOST_ENTRIES = 2000


def position(state: Bonfire, seat: int = 0, seq: int = 1) -> BotPosition:
    return BotPosition(BONFIRE, state, seat, KEY, seq)


def chosen(state: Bonfire, bot: str, seat: int = 0, seq: int = 1) -> Command:
    return BOTS[bot](position(state, seat, seq), Dice(b"own", seq))


def played(bots: Sequence[str], number: int = 0) -> Iterator[Bonfire]:
    """Every state of a game of these bots, the last one included; every chosen move must be accepted."""
    setup = BONFIRE.setup(BonfireOptions(), (None,) * len(bots), Dice(KEY, number))
    game = Scenario(BONFIRE, setup.events)
    for seq in range(MOST_ENTRIES):
        yield game.state
        due = BONFIRE.actor(game.state)
        if due.scorer:
            return
        by: int | str = due.automa or due.seats[0]
        move = chosen(game.state, bots[by], by, seq) if isinstance(by, int) else TakeTurn()
        game.when(by, move).then_accepted()
    pytest.fail("the game does not end")


def points(state: Bonfire) -> list[int]:
    return [seat.total for seat in BONFIRE.score(state).seats]


def test_every_stand_in_bot_exists() -> None:
    assert {"random", *STAND_INS.values()} <= BOTS.keys()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("bot", ["random", "eager", "idle"])
def test_a_game_of_bots_ends(bot: str, players: int) -> None:
    assert len(list(played((bot,) * players, players))) > 50


def test_greedy_is_far_better_than_random() -> None:
    for number in range(2):
        *_, last = played(("greedy", "random"), number)
        greedy, random = points(last)
        assert greedy > random + 15


def test_greedy_plays_solo_and_answers_toms_questions() -> None:
    states = list(played(("greedy",)))
    assert any(isinstance(state.offer, TomAsks) for state in states)
    assert points(states[-1])[0] > 15


def test_hidden_piles_do_not_influence_a_bots_moves() -> None:
    """A bot chooses the same move when only the order of hidden piles differs."""
    for number, state in enumerate(played(("greedy", "random", "idle"))):
        other = hidden_things_mixed(state)
        for seat in BONFIRE.actor(state).seats if number % 3 == 0 else ():
            for bot in BOTS:
                assert chosen(other, bot, seat, number) == chosen(state, bot, seat, number)


def hidden_things_mixed(state: Bonfire) -> Bonfire:
    """A state that looks the same to every reader: hidden piles are reversed, open top tiles stay."""
    cities = tuple(
        replace(
            city,
            offerings_left=(*city.offerings_left[:1], *reversed(city.offerings_left[1:])),
            offerings_right=(*city.offerings_right[:1], *reversed(city.offerings_right[1:])),
        )
        for city in state.cities
    )
    board = replace(
        state.board,
        path_piles=tuple(tuple(reversed(pile)) for pile in state.board.path_piles),
        gnome_pile=tuple(reversed(state.board.gnome_pile)),
    )
    return replace(state, cities=cities, board=board)


def test_a_dry_run_stops_before_it_reveals_anything(game: Scenario) -> None:
    game.given(tiles(0, path=1))
    blind = position(game.state).after(BuildPath(source=Source.PILE_1))
    assert blind.stopped
    assert blind.moves == ()
    assert blind.view.cities[0].paths == ()
    assert blind.view.cities[0].tiles.path == 0
    open_ = position(game.state).after(BuildPath(source=Source.DISPLAY_2))
    assert open_.view.cities[0].paths == (game.state.board.path_display[1],)


def test_greedy_lights_a_fulfilled_task(game: Scenario) -> None:
    game.given(*received(0, "4:red-02"), *notches(game, 0, 7, 6, 5), tiles(0, ship=2), resources(0, herb=2))
    move = chosen(game.state, "greedy")
    assert isinstance(move, IgniteBonfire)
    assert move.position == 4
    game.when(0, move).then_includes(e.BonfireLit(0, TaskId("red-02"), 4))


def test_greedy_uses_a_neutral_novice_before_its_turn_ends(game: Scenario) -> None:
    game.given(*fulfilled(0, "common_gnomes_6"))
    game.when(0, next(iter(game.legal(0)))).then_accepted()
    while not game.state.turn.main_done or game.state.offer or game.state.form:
        game.when(0, chosen(game.state, "greedy")).then_accepted()
    assert isinstance(chosen(game.state, "greedy"), PlaceNeutralNovice)


def test_idle_passes_as_soon_as_it_can(game: Scenario) -> None:
    game.given(tiles(0, ship=2), e.CountdownTriggered(0, 5), e.RoundBegun(2, 4), e.TurnBegun(0, 3))
    assert chosen(game.state, "idle") == Pass()


def test_idle_takes_the_shortest_way_to_the_end_of_its_turn(game: Scenario) -> None:
    game.given(tiles(0, ship=1, guardian=1))
    first = chosen(game.state, "idle")
    assert not isinstance(first, DiscardActionTiles)
    game.when(0, first).then_accepted()
    assert chosen(game.state, "idle") == EndTurn()


def test_idle_skips_the_island_action(game: Scenario) -> None:
    game.given(tiles(0, guardian=1), e.ShipMoved(0, IslandId("g_pink")), e.OfferMade(0, Island()))
    assert RetrieveGuardian in map(type, game.legal(0))
    assert chosen(game.state, "idle") == SkipIslandAction()


def test_idle_discards_only_when_it_has_no_other_move(game: Scenario) -> None:
    game.given(tiles(0, yellow=1))
    assert not isinstance(chosen(game.state, "idle"), DiscardActionTiles)


def test_progress_on_a_condition_is_one_only_when_the_condition_is_met() -> None:
    assert set(_PROGRESS) == set(CONDITIONS)
    for number, state in enumerate(played(("greedy", "greedy"))):
        if number % 10 == 0:
            for city in state.cities:
                near = {task.id: progress(task.needs, city) for task in TASKS}
                assert all(0 <= share <= 1 for share in near.values())
                met = {task.id for task in TASKS if task.needs.met(city)}
                assert {task for task, share in near.items() if share == 1} == met


def test_position_value_is_computed_from_the_view_and_ends_as_the_score() -> None:
    *states, last = played(("idle", "idle"))
    for state in states:
        view = BONFIRE.view(state, (0,))
        cities = (public_city(view.cities[0]), *state.cities[1:])
        assert BONFIRE.view(replace(state, cities=cities), (0,)) == view
    end = BONFIRE.view(last, (0,))
    assert [position_value(end, seat, time_left(end, seat)) for seat in (0, 1)] == points(last)


@pytest.mark.parametrize("bot", ["greedy", "idle"])
def test_greedy_and_idle_answer_toms_questions(bot: str) -> None:
    asked = [state for state in played(("random",)) if isinstance(state.offer, TomAsks)]
    assert asked
    assert all(isinstance(chosen(state, bot), ResolveTom) for state in asked)
