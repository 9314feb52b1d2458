"""Allies against the Basilisk: set-up, decider, night and score (PP-CO1–PP-CO11, PP-CO23–PP-CO25)."""

from collections.abc import Sequence

import msgspec
import pytest

from domain.kernel.dice import Dice
from domain.kernel.game import TakeTurn
from domain.kernel.score import LOSS, WIN, ranks
from domain.kernel.undo import Undo, earliest
from domain.phoenix import basilisk_events as b
from domain.phoenix import events as e
from domain.phoenix.commands import Choose, EndTurn, NominateDecider, SkipDaytime
from domain.phoenix.ids import (
    CLANS,
    BoardSide,
    Clan,
    EnemyCardId,
    KinId,
    Resource,
    ScenarioId,
    Sector,
    Shard,
    Side,
    SpotId,
    Style,
    VillageId,
)
from domain.phoenix.options import ClanChoice, PhoenixOptions
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phase, Pool
from tests.support.basilisk import BasiliskGame, against_basilisk, shown
from tests.support.phoenix import took
from tests.support.record import Record

COIN, SCROLL, LANTERN = Resource
GIVEN = {"mode": "coop", "difficulty": "medium", "style": "vanilla"}


@pytest.fixture
def coop() -> BasiliskGame:
    """Two allies, blue and green, at medium; the Basilisk, red, is due."""
    return against_basilisk()


def dealt(
    choices: Sequence[ClanChoice | None], **options: object
) -> tuple[tuple[int | str, ...], list[Clan]]:
    """The places and clans of the seats, with dice that shuffle."""
    rules = msgspec.convert({**GIVEN, **options}, PhoenixOptions)
    setup = PHOENIX.setup(rules, choices, Dice(b"clans", 1))
    laid_out = setup.events[0]
    assert isinstance(laid_out, e.BoardLaidOut)
    return setup.seats, [seat.clan for seat in laid_out.seats]


@pytest.mark.parametrize("allies", [2, 3])
def test_pp_co1_q43_the_basilisk_has_seat_0_token_and_rank_1_on_the_large_board(allies: int) -> None:
    state = against_basilisk(allies).state
    assert (state.players, state.token, state.order) == (allies + 1, 0, tuple(range(allies + 1)))
    assert state.heralds == tuple(range(allies + 1))
    assert (state.board.side, state.board.frontier) == (BoardSide.LARGE, 0)
    seats, _ = dealt([None] * allies)
    assert seats[0] == "basilisk"
    assert sorted(seats[1:], key=str) == list(range(allies))


def test_pp_co2_the_option_or_chance_decides_the_clan_of_the_basilisk() -> None:
    _, clans = dealt([None, None], basilisk_clan="green")
    assert clans[0] is Clan.GREEN
    for chosen in CLANS:
        _, clans = dealt([ClanChoice(chosen), None, None])
        assert clans[0] is not chosen
        assert sorted(clans) == sorted(CLANS)


@pytest.mark.parametrize("allies, apprentices", [(2, 4), (3, 3)])
def test_pp_co3_allies_keep_the_lowest_numbered_apprentices(allies: int, apprentices: int) -> None:
    seat = against_basilisk(allies).state.seats[1]
    novices = [f"blue.apprentice.{n}" for n in range(1, 6)]
    assert list(seat.hand) == [*novices[:apprentices], "blue.fighter"]
    assert list(seat.box) == novices[apprentices:]


@pytest.mark.parametrize("allies", [2, 3])
def test_pp_co4_the_allies_share_one_pool_and_the_basilisk_has_its_own(allies: int) -> None:
    state = against_basilisk(allies).state
    assert state.pools == (Pool(4, 3, 2), Pool(4 * allies, 3 * allies, 2 * allies))
    assert [seat.pool for seat in state.seats] == [0, *[1] * allies]


def test_pp_co5_x77_hard_costs_the_allies_two_resources_of_the_deciders_choice() -> None:
    game = against_basilisk(difficulty="hard")
    assert (game.kind, game.deciding, game.state.phase) == ("difficulty_resources", (1,), Phase.SETUP)
    assert game.options == ("coin", "scroll", "lantern")
    assert shown(game.answer("coin")) == [
        took(1, Choose(value="coin")),
        e.ResourceChanged(1, COIN, -1, "PP-CO5"),
    ]
    game.answer("lantern").then_includes(e.RoundStarted(1, (0, 1, 2)))
    assert game.state.pools == (Pool(4, 3, 2), Pool(7, 6, 3))
    assert game.state.pools[1].resources == 16
    assert len(game.state.seats[0].stack) == 8


@pytest.mark.parametrize("difficulty, change", [("easy", 2), ("medium", 0), ("hard", -2), ("heroic", -4)])
def test_pp_co5_q44_the_difficulty_changes_the_shared_pool_once(difficulty: str, change: int) -> None:
    game = against_basilisk(3, difficulty)
    for _ in range(abs(change)):
        game.answer("scroll").then_accepted()
    assert game.state.pools[1].resources == 27 + change
    assert game.state.pools[0] == Pool(4, 3, 2)
    assert PHOENIX.actor(game.state).automa == "basilisk"


@pytest.mark.parametrize("allies, specialists", [(2, 4), (3, 5)])
def test_pp_co6_the_plain_stack_has_random_specialists(allies: int, specialists: int) -> None:
    seat = against_basilisk(allies).state.seats[0]
    novices = tuple(f"red.apprentice.{n}" for n in range(1, 6))
    assert seat.stack[:4] == (*novices[:3], "red.fighter")
    assert len(seat.stack) == 4 + specialists
    assert seat.box == novices[3:]
    assert len(seat.clan_pile) == 14 - specialists - 1, "one of them is ready"
    assert seat.hand == ()


def test_pp_co6_the_stack_is_shuffled() -> None:
    rules = msgspec.convert(GIVEN, PhoenixOptions)
    stacks = {
        next(
            event.stack
            for event in PHOENIX.setup(rules, [None, None], Dice(b"stack", number)).events
            if isinstance(event, b.StackShuffled)
        )
        for number in range(5)
    }
    assert len(stacks) == 5


def test_pp_co7_three_villages_are_left_out_and_the_enemy_deck_has_15_cards(coop: BasiliskGame) -> None:
    board, enemy = coop.state.board, coop.state.enemy
    assert enemy is not None
    assert board.village_top is not None
    assert len({board.village_top, *board.village_pile}) == 9
    out = {VillageId.MOON_HEAVEN, VillageId.NOMAD_ENCAMPMENT, VillageId.TWIN_RIVER_TOWN}
    assert not out & {board.village_top, *board.village_pile}
    assert sorted(enemy.deck) == sorted(EnemyCardId)


def test_pp_i8_deck_discards_and_removed_twists_are_15_cards(coop: BasiliskGame) -> None:
    coop.deals("tw01", *(card for card in EnemyCardId if card != "tw01"))
    for _ in range(2):
        coop.turn().then_accepted()
        while coop.kind.startswith("basilisk_") and coop.deciding:
            coop.answer(str(coop.options[0])).then_accepted()
    enemy = coop.state.enemy
    assert enemy is not None
    assert sorted((*enemy.deck, *enemy.discard, *enemy.removed)) == sorted(EnemyCardId)


def test_pp_co8_q45_the_first_ally_decides_while_the_basilisk_has_the_token(coop: BasiliskGame) -> None:
    coop.turn().then_accepted()
    assert coop.deciding == (1,)


def test_pp_co8_the_ally_with_the_token_decides(coop: BasiliskGame) -> None:
    coop.given(e.FirstPlayerChanged(2)).turn().then_accepted()
    assert coop.deciding == (2,)
    coop.when(2, Choose(value="1")).then_accepted()


def test_pp_co8_an_absent_decider_is_replaced_by_another_ally(coop: BasiliskGame) -> None:
    coop.turn().then_accepted()
    coop.state = PHOENIX.attend(coop.state, (1,))
    assert coop.deciding == (2,)
    coop.state = PHOENIX.attend(coop.state, (1, 2))
    assert coop.deciding == (1,), "somebody has to decide: the bot of the first ally"
    coop.state = PHOENIX.attend(coop.state, ())
    assert coop.deciding == (1,)


def test_pp_co8_q78_in_a_story_all_allies_together_name_the_decider() -> None:
    game = against_basilisk(scenario="ember_court")
    game.deals("sc01").turn().then_accepted()
    game.when(1, NominateDecider(seat=2)).then(b.DeciderNominated(1, 2))
    assert game.deciding == (1,), "not all allies name the same one"
    game.when(2, NominateDecider(seat=2)).then(b.DeciderNominated(2, 2))
    assert game.deciding == (2,), "the open choice passes at once"
    game.when(1, NominateDecider(seat=1)).then_accepted()
    assert game.deciding == (1,)


def test_pp_co8_only_an_ally_can_be_named() -> None:
    game = against_basilisk(scenario="ember_court")
    for seat in (0, 3, 7):
        game.when(1, NominateDecider(seat=seat)).then_refused("invalid_choice", rule="PP-CO8")
    assert game.legal(2, NominateDecider) == [NominateDecider(seat=1), NominateDecider(seat=2)]


def test_pp_co8_the_basilisk_names_nobody() -> None:
    game = against_basilisk(scenario="ember_court")
    assert game.legal(0, NominateDecider) == []
    game.when(0, NominateDecider(seat=1)).then_refused("wrong_step", "PP-CO8")


def test_pp_co8_in_a_plain_game_nobody_names_a_decider(coop: BasiliskGame) -> None:
    coop.deals("sc03", "sc03").turn().then_accepted()
    coop.turn().then_accepted()
    for seat in (1, 2):
        coop.when(seat, NominateDecider(seat=2)).then_refused("wrong_step", rule="PP-CO8")
        assert coop.legal(seat, NominateDecider) == []


def test_pp_co8_q78_naming_a_decider_disturbs_no_undo_and_no_version() -> None:
    story = {"style": Style.STORY, "scenario": ScenarioId.EMBER_COURT}
    record = Record(PHOENIX).started(2, mode="coop", difficulty="medium", **story)
    record.does("basilisk", TakeTurn())
    while not (seats := PHOENIX.actor(record.state).seats):
        record.does("basilisk", TakeTurn())
    (seat,), other = seats, 3 - seats[0]
    record.does(seat, PHOENIX.legal(record.state, seat)[0])
    asked, since = PHOENIX.actor(record.state), record.table.since
    back = earliest(record.table, seat)
    record.does(other, NominateDecider(seat=seat))
    assert (PHOENIX.actor(record.state), record.table.since) == (asked, since)
    assert earliest(record.table, seat) == back
    if back is not None:
        record.does(seat, Undo(to=back))
        assert record.state.enemy.nominations[other] == seat, "a nomination is not taken back"


def test_pp_co9_the_basilisk_pays_for_stars_whenever_it_can(coop: BasiliskGame) -> None:
    coop.foresees("shooting_stars").has(1, coin=0, scroll=0, lantern=0).last_turn_of(1)
    told = shown(coop.when(1, EndTurn()))
    assert took(1, Choose(value="pay")) in told, "the server takes the only option"
    assert e.ResourceChanged(0, COIN, -1, "PP-EC16") in told


def test_pp_co11_allies_may_hit_each_other_and_the_basilisk(coop: BasiliskGame) -> None:
    coop.stand("green.bard", "capital.1").stand("red.bard", "capital.2").turn_of(1)
    coop.place(1, "blue.fighter", "capital.3").then_accepted()
    targets = {str(move.target) for move in coop.legal(1) if hasattr(move, "target")}
    assert {"green.bard", "red.bard"} <= targets


def test_pp_co23_q50_the_basilisk_suffers_events_like_any_seat(coop: BasiliskGame) -> None:
    coop.stand("red.bard", "gates.1").foresees("coin_tithe").last_turn_of(1)
    told = shown(coop.when(1, EndTurn()))
    losses = [event for event in told if isinstance(event, e.ResourceChanged) and event.rule == "PP-EC01"]
    assert losses == [e.ResourceChanged(seat, COIN, -1, "PP-EC01") for seat in (0, 1, 2)]


def test_pp_co23_allies_compete_with_each_other_for_majorities(coop: BasiliskGame) -> None:
    coop.foresees().stand("blue.bard", "gates.1").stand("green.bard", "gates.2", cloaked=True)
    coop.stand("red.bard", "gates.3").last_turn_of(1)
    told = shown(coop.when(1, EndTurn()))
    assert e.SectorScored(Sector.GATES, (0, 1, 2), (1, 1, 2), 2) in told
    assert [event for event in told if isinstance(event, e.FpChanged)] == [
        e.FpChanged(seat, 4, "PP-N8") for seat in (0, 1, 2)
    ]
    assert e.ShardChanged(2, Shard.CORAL, 1, "PP-N9") in told


def test_pp_co10_co23_the_basilisk_gains_the_shard_it_has_least_of(coop: BasiliskGame) -> None:
    coop.foresees().has(0, coral=1, jade=1).stand("red.bard", "palace").last_turn_of(1)
    assert e.ShardChanged(0, Shard.AGATE, 1, "PP-N8") in shown(coop.when(1, EndTurn()))


def test_pp_co24_at_dawn_all_its_kin_return_to_the_stack(coop: BasiliskGame) -> None:
    coop.foresees().stand("red.bard", "rim.1", cloaked=True).stand("red.guard", "palace")
    coop.given(
        e.KinPlaced(0, KinId("red.apprentice.1"), SpotId("gates.1")),
        e.KinBumped(0, KinId("red.apprentice.1")),
    )
    coop.deals("sc05").last_turn_of(1)
    told = shown(coop.when(1, EndTurn()))
    while coop.deciding and coop.kind == "basilisk_tie":
        told += shown(coop.answer(str(coop.options[0])))
    at = next(n for n, event in enumerate(told) if isinstance(event, b.StackShuffled))
    assert isinstance(told[at - 1], e.RoundEnded)
    seat, enemy = coop.state.seats[0], coop.state.enemy
    assert sorted(seat.stack) == ["red.apprentice.1", "red.bard", "red.guard"]
    assert (seat.hand, seat.tiles) == ((), ())
    assert enemy is not None
    assert enemy.deck == (EnemyCardId.SC05,)


def test_pp_x85_ill_omen_of_an_ally_hits_the_basilisk_only(coop: BasiliskGame) -> None:
    coop.favored(0, 5).favored(1, 5).favored(2, 5).shows("ill_omen", "eclipse", "coin_jar").turn_of(1)
    coop.place(1, "blue.apprentice.1", "springs.1").then_accepted()
    command = next(move for move in coop.legal(1) if getattr(move, "card", None) == "ill_omen")
    coop.when(1, command).then_accepted()
    keep = next(move for move in coop.legal(1) if getattr(move, "use", None) == "keep")
    coop.when(1, keep).then_includes(e.FpChanged(0, -3, "PP-RC27"))
    assert [seat.fp for seat in coop.state.seats] == [2, 5, 5]


def test_pp_co10_a_card_against_enemies_asks_the_decider(coop: BasiliskGame) -> None:
    coop.has(0, coin=2, scroll=2, lantern=0).shows("toll_of_ash", "eclipse", "coin_jar").turn_of(2)
    coop.given(e.FirstPlayerChanged(1))
    coop.place(2, "green.apprentice.1", "springs.1").then_accepted()
    command = next(move for move in coop.legal(2) if getattr(move, "card", None) == "toll_of_ash")
    coop.when(2, command).then_accepted()
    keep = next(move for move in coop.legal(2) if getattr(move, "use", None) == "keep")
    coop.when(2, keep).then_accepted()
    assert (coop.kind, coop.deciding, coop.options) == ("basilisk_tie", (1,), ("coin", "scroll"))


def test_pp_co25_x86_the_lowest_favor_of_the_allies_counts(coop: BasiliskGame) -> None:
    coop.favored(0, 50).favored(1, 41).favored(2, 55)
    coop.has(1, coin=4, scroll=2, lantern=1, coral=5, jade=2, agate=2)
    coop.has(0, coin=1, scroll=1, lantern=1, coral=3, jade=1, agate=0)
    score = PHOENIX.score(coop.state)
    assert score.sides
    assert [(side.side, side.seats) for side in score.sides] == [("basilisk", (0,)), ("allies", (1, 2))]
    allies, basilisk = score.sides[1], score.sides[0]
    assert (allies.total, [item.points for item in allies.items]) == (68, [41, 0, 21, 6])
    assert basilisk.items[0].points == 50
    assert basilisk.items[-1].points == 3
    assert score.result == (WIN if basilisk.total < 68 else LOSS)
    assert ranks(score) == ((2, 1, 1) if score.result == WIN else (1, 2, 2))


@pytest.mark.parametrize("holder, result", [(0, LOSS), (1, WIN), (2, WIN)])
def test_pp_co25_x86_between_equal_scores_the_token_decides(
    coop: BasiliskGame, holder: int, result: str
) -> None:
    for seat in (0, 1):
        coop.has(seat, coin=0, scroll=0, lantern=0)
    coop.favored(0, 64 if holder == 0 else 65).favored(1, 65 if holder == 0 else 64).favored(2, 80)
    coop.given(e.FirstPlayerChanged(holder))
    score = PHOENIX.score(coop.state)
    assert score.sides
    assert [side.total for side in score.sides] == [65, 65]
    assert score.result == result


def test_pp_co25_endgame_cards_count_before_the_lowest_favor_is_taken(coop: BasiliskGame) -> None:
    coop.favored(1, 10).favored(2, 12).keeps(1, "heralds_crown")
    coop.heralds(1, 0, 2)
    sides = PHOENIX.score(coop.state).sides
    assert sides
    assert [item.points for item in sides[1].items[:2]] == [12, 0]


def test_pp_h10_h11_the_orders_of_deck_and_stack_are_never_shown(coop: BasiliskGame) -> None:
    coop.stacks("red.fighter", "red.bard", "red.apprentice.1")
    view = PHOENIX.view(coop.state, (1, 2))
    assert view.enemy is not None
    assert view.enemy.deck_size == 15
    own = view.seats[0]
    assert (own.stack_top, own.stack_size) == ("red.fighter", 3)
    assert own.stack == ("red.apprentice.1", "red.bard", "red.fighter")
    other = coop.state
    coop.stacks("red.fighter", "red.apprentice.1", "red.bard").deals(*reversed(list(EnemyCardId)))
    assert PHOENIX.view(coop.state, (1, 2)) == view
    assert coop.state != other


def test_pp_h10_h11_events_hide_the_orders_too() -> None:
    deck, stack = tuple(EnemyCardId), (KinId("red.fighter"), KinId("red.bard"))
    for event, name in (
        (b.EnemyDeckShuffled(15, deck, reveals=True), "deck"),
        (b.TwistResolved(EnemyCardId.TW01, 2, 14, deck, "PP-CO15", reveals=True), "deck"),
        (b.StackShuffled(0, 2, stack[0], stack, reveals=True), "stack"),
    ):
        for seats in ((), (1,), (1, 2)):
            assert getattr(PHOENIX.redact(event, seats), name) is None
    shuffled = b.StackShuffled(0, 2, stack[0], stack, reveals=True)
    assert PHOENIX.redact(shuffled, ()) == b.StackShuffled(0, 2, stack[0], None, reveals=True)


def test_pp_h10_discards_and_removed_twists_are_public(coop: BasiliskGame) -> None:
    coop.deals("tw01", "sc03", "sc04").turn().then_accepted()
    enemy = PHOENIX.view(coop.state, ()).enemy
    assert enemy is not None
    assert (enemy.removed, enemy.discard, enemy.card) == (
        (EnemyCardId.TW01,),
        (EnemyCardId.SC04,),
        EnemyCardId.SC04,
    )


@pytest.mark.parametrize(
    "allies, sides",
    [(2, (Side.NORTH, Side.EAST, Side.WEST)), (3, (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST))],
)
def test_pp_cp1_the_basilisk_sits_in_the_north(allies: int, sides: tuple[Side, ...]) -> None:
    state = against_basilisk(allies, palace_alt=True).state
    assert tuple(seat.side for seat in state.seats) == sides


def test_pp_cp1_without_the_alternative_palace_nobody_needs_a_side(coop: BasiliskGame) -> None:
    assert {seat.side for seat in coop.state.seats} == {None}


def test_pp_co24_the_second_round_starts_with_the_basilisks_full_stack(coop: BasiliskGame) -> None:
    coop.foresees().stand("red.bard", "rim.1").last_turn_of(2)
    coop.when(2, EndTurn()).then_includes(e.RoundStarted(2, (0, 1, 2)), e.TurnStarted(0, 11))
    assert PHOENIX.actor(coop.state).automa == "basilisk"


def test_pp_co12_an_ally_takes_one_turn_and_the_next_one_follows(coop: BasiliskGame) -> None:
    coop.turn_of(1).place(1, "blue.fighter", "palace").then_accepted()
    coop.when(1, SkipDaytime()).then_accepted()
    coop.when(1, EndTurn()).then_accepted()
    assert coop.deciding == (2,)
