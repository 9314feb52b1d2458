from itertools import product

import msgspec
import pytest

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import events as e
from domain.phoenix.agenda import OpenClanhouse, OpenRevelations, StartRound, TurnStart
from domain.phoenix.catalogue import SPECIALISTS
from domain.phoenix.ids import BoardSide, Clan, ForeseenId, KinId, RevelationId, VillageId
from domain.phoenix.options import ClanChoice, PhoenixOptions, PlayMode
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.state import Phase, Pool
from tests.support.phoenix import COLORS, PhoenixGame, Unshuffled, a_phoenix_game, asks, opened
from tests.support.phoenix_night import drawn


def test_pp_s1_x1_two_players_use_the_small_board(game: PhoenixGame) -> None:
    board = game.state.board
    assert (board.side, board.rotation, board.palace_level) == (BoardSide.SMALL, 0, 1)


@pytest.mark.parametrize("players", [3, 4])
def test_pp_s1_three_or_four_players_use_the_large_board(players: int) -> None:
    assert a_phoenix_game(players).state.board.side is BoardSide.LARGE


def test_pp_s2_seats_get_the_chosen_clans_and_unused_ones() -> None:
    choices = [None, ClanChoice(Clan.RED), ClanChoice(Clan.YELLOW)]
    setup = PHOENIX.setup(PhoenixOptions(), choices, Dice(b"clans", 1))
    laid_out = setup.events[0]
    assert isinstance(laid_out, e.BoardLaidOut)
    clans = {place: dealt.clan for place, dealt in zip(setup.seats, laid_out.seats)}
    assert (clans[1], clans[2]) == (Clan.RED, Clan.YELLOW)
    assert clans[0] in {Clan.BLUE, Clan.GREEN}


def test_pp_s2_a_taken_clan_is_refused() -> None:
    choices = [ClanChoice(Clan.RED), None]
    PHOENIX.check_choice(PhoenixOptions(), choices, 1, ClanChoice(Clan.BLUE))
    with pytest.raises(Rejected) as refused:
        PHOENIX.check_choice(PhoenixOptions(), choices, 1, ClanChoice(Clan.RED))
    assert (refused.value.code, refused.value.rule) == ("clan_taken", "PP-S2")


def test_pp_s3_q1_the_first_player_is_a_random_seat() -> None:
    def first(number: int) -> int:
        laid_out = PHOENIX.setup(PhoenixOptions(), [None] * 4, Dice(b"first", number)).events[0]
        assert isinstance(laid_out, e.BoardLaidOut)
        return laid_out.token

    assert {first(number) for number in range(60)} == {0, 1, 2, 3}


def test_pp_s3_turn_order_is_clockwise_from_the_first_player() -> None:
    game = a_phoenix_game(4, token=2)
    assert game.state.order == (2, 3, 0, 1)
    assert game.asked == (2,)


def test_pp_s4_two_players_hold_five_apprentices_and_the_fighter(game: PhoenixGame) -> None:
    apprentices = tuple(f"red.apprentice.{number}" for number in range(1, 6))
    assert game.state.seats[0].hand == (*apprentices, "red.fighter")
    assert game.state.seats[0].box == ()


def test_pp_s4_more_players_leave_the_fifth_apprentice_in_the_box(four: PhoenixGame) -> None:
    for color, seat in zip(COLORS, four.state.seats):
        apprentices = tuple(f"{color}.apprentice.{number}" for number in range(1, 5))
        assert seat.hand == (*apprentices, f"{color}.fighter")
        assert seat.box == (f"{color}.apprentice.5",)


def test_pp_s5_each_seat_has_its_own_pool(four: PhoenixGame) -> None:
    assert four.state.pools == (Pool(coin=4, scroll=3, lantern=2),) * 4
    assert [seat.pool for seat in four.state.seats] == [0, 1, 2, 3]
    assert [seat.fp for seat in four.state.seats] == [0] * 4


def test_pp_s6_heralds_are_ranked_in_turn_order() -> None:
    game = a_phoenix_game(3, token=1)
    assert game.state.heralds == (1, 2, 0)
    assert [game.state.rank(seat) for seat in range(3)] == [3, 1, 2]


def test_pp_s7_s8_the_clan_pile_has_13_tiles_after_the_first_reveal(game: PhoenixGame) -> None:
    for color, seat in zip(COLORS, game.state.seats):
        assert seat.clan_pile == tuple(f"{color}.{kind}" for kind in SPECIALISTS[1:])
    assert game.state.board.clanhouse == ("red.archer", "blue.archer")


def test_pp_s9_the_top_village_tile_is_face_up(four: PhoenixGame) -> None:
    assert four.state.board.village_top is VillageId.BANDITS_LAIR
    assert len(four.state.board.village_pile) == 11


def test_pp_s10_every_pioneer_stands_on_the_built_starting_village(four: PhoenixGame) -> None:
    assert [seat.pioneer for seat in four.state.seats] == [0] * 4
    assert four.state.board.villages == (VillageId.STARTING_VILLAGE,)


def test_pp_s11_q40_two_players_begin_with_a_village_that_nobody_scores(game: PhoenixGame) -> None:
    board = game.state.board
    assert board.villages == (VillageId.STARTING_VILLAGE, VillageId.BANDITS_LAIR)
    assert board.village_top is VillageId.COVE_OF_THE_OWL
    assert [(seat.pioneer, seat.fp) for seat in game.state.seats] == [(0, 0), (0, 0)]


def test_pp_s12_t2_four_events_are_foreseen(game: PhoenixGame) -> None:
    cards = tuple(ForeseenId)
    assert game.state.board.foreseen == cards[:4]
    assert game.state.board.foreseen_pile == cards[4:]
    assert game.state.board.foreseen_discard == ()


def test_pp_s13_rv1_three_revelations_are_face_up(game: PhoenixGame) -> None:
    cards = tuple(RevelationId)
    assert game.state.board.revelations == cards[:3]
    assert game.state.board.revelation_pile == cards[3:]


def test_pp_s14_round_1_starts_with_the_first_players_turn(game: PhoenixGame) -> None:
    assert (game.state.round, game.state.phase) == (1, Phase.DAYTIME)
    assert isinstance(game.step, TurnStart)
    assert game.state.turn.number == 1


def shuffled_clan(seat: int) -> Event:
    """PP-S7: the pile of a seat, in printed order."""
    tiles = tuple(KinId(f"{COLORS[seat]}.{kind}") for kind in SPECIALISTS)
    return e.ClanPileShuffled(seat, 14, tiles, reveals=True)


def shuffled_piles(built: VillageId | None, top: VillageId, *below: VillageId) -> list[Event]:
    """PP-S9, PP-S11, PP-S12, PP-S13, and the steps that follow."""
    return [
        e.VillagesShuffled(built, top, len(below), below, reveals=True),
        e.ForeseenPileShuffled(18, tuple(ForeseenId), reveals=True),
        e.RevelationPileShuffled(30, tuple(RevelationId), reveals=True),
        opened(OpenClanhouse(), OpenRevelations(), StartRound(1)),
    ]


def first_round(*order: int) -> list[Event]:
    """PP-S8, PP-S13, PP-S14, PP-T2."""
    ready = [KinId(f"{COLORS[seat]}.archer") for seat in order]
    return [
        e.StepClosed(),
        *(
            e.KinRevealed(seat, kin, slot, reveals=True)
            for slot, (seat, kin) in enumerate(zip(order, ready), 1)
        ),
        e.StepClosed(),
        *(
            e.RevelationSlotRefilled(slot, card, reveals=True)
            for slot, card in enumerate(list(RevelationId)[:3], 1)
        ),
        e.StepClosed(),
        e.RoundStarted(1, order),
        *drawn(*list(ForeseenId)[:4]),
        e.TurnStarted(order[0], 1),
        opened(asks(order[0], TurnStart())),
    ]


def dealt(seat: int, apprentices: int) -> e.DealtSeat:
    """PP-S2, PP-S4, PP-S5."""
    named = [KinId(f"{COLORS[seat]}.apprentice.{number}") for number in range(1, 6)]
    hand = (*named[:apprentices], KinId(f"{COLORS[seat]}.fighter"))
    return e.DealtSeat(Clan(COLORS[seat]), seat, hand, tuple(named[apprentices:]))


VILLAGES = [village for village in VillageId if village not in {"starting_village", "shrine_tile"}]
POOL = Pool(coin=4, scroll=3, lantern=2)


def test_pp_x1_s1_s14_a_two_player_game_is_set_up() -> None:
    seats = tuple(dealt(seat, 5) for seat in (0, 1))
    assert list(PHOENIX.setup(PhoenixOptions(), [None] * 2, Unshuffled()).events) == [
        e.BoardLaidOut((), BoardSide.SMALL, 1, seats, (POOL,) * 2, 0, None, reveals=True),
        shuffled_clan(0),
        shuffled_clan(1),
        *shuffled_piles(*VILLAGES),
        *first_round(0, 1),
    ]


def test_pp_x2_s1_s14_a_four_player_game_is_set_up() -> None:
    seats = tuple(dealt(seat, 4) for seat in range(4))
    assert list(PHOENIX.setup(PhoenixOptions(), [None] * 4, Unshuffled(2)).events) == [
        e.BoardLaidOut((), BoardSide.LARGE, 1, seats, (POOL,) * 4, 2, None, reveals=True),
        *(shuffled_clan(seat) for seat in (2, 3, 0, 1)),
        *shuffled_piles(None, *VILLAGES),
        *first_round(2, 3, 0, 1),
    ]
    assert a_phoenix_game(4, token=2).state.heralds == (2, 3, 0, 1)


@pytest.mark.parametrize("players,turns", [(2, 12), (3, 15), (4, 20)])
def test_pp_t3_turns_per_round_follow_from_the_hands(players: int, turns: int) -> None:
    assert sum(len(seat.hand) for seat in a_phoenix_game(players).state.seats) == turns


def check(players: int, **options: object) -> None:
    PHOENIX.check(msgspec.convert(options, PhoenixOptions), players)


def refusal(players: int, **options: object) -> Rejected:
    with pytest.raises(Rejected) as refused:
        check(players, **options)
    return refused.value


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("flags", list(product([False, True], repeat=3)))
def test_pp_m1_all_variants_go_together(players: int, flags: tuple[bool, ...]) -> None:
    variants = dict(zip(("palace_alt", "asymmetric", "dragon"), flags))
    check(players, **variants)
    if players == 4:
        check(players, mode="team", **variants)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_pp_m2_standard_is_for_two_to_four(players: int) -> None:
    found = refusal(players)
    assert (found.code, found.rule) == ("player_count_not_allowed", "PP-M2")
    assert found.details == {"mode": "standard", "given": players, "allowed": (2, 3, 4)}


def test_pp_m3_x94_a_refused_combination_comes_before_any_event() -> None:
    found = refusal(3, mode="team")
    assert (found.code, found.rule) == ("player_count_not_allowed", "PP-M2")
    assert found.details == {"mode": "team", "given": 3, "allowed": (4,)}


COOP = {"mode": "coop", "difficulty": "easy", "style": "vanilla"}
SOLO = {**COOP, "mode": "solo", "solo_allies": 1}
STORY = {**COOP, "style": "story", "scenario": "ember_court"}


@pytest.mark.parametrize("given", [COOP, SOLO])
@pytest.mark.parametrize("flag", ["asymmetric", "dragon"])
def test_pp_m2_q62_x94_no_draft_and_no_dragon_against_the_basilisk(
    given: dict[str, object], flag: str
) -> None:
    found = refusal(1 if given["mode"] == "solo" else 2, **{**given, flag: True})
    assert (found.code, found.rule) == ("mode_combination_not_allowed", "PP-M2")
    assert found.details == {"mode": given["mode"], "flag": flag}


@pytest.mark.parametrize(
    "given, players, allowed",
    [
        (COOP, 1, (2, 3)),
        (COOP, 4, (2, 3)),
        (STORY, 4, (2, 3)),
        (SOLO, 2, (1,)),
        ({**SOLO, "solo_allies": 2}, 2, (1,)),
    ],
)
def test_pp_m2_numbers_of_players_against_the_basilisk(
    given: dict[str, object], players: int, allowed: tuple[int, ...]
) -> None:
    found = refusal(players, **given)
    assert (found.code, found.rule) == ("player_count_not_allowed", "PP-M2")
    assert found.details == {"mode": given["mode"], "given": players, "allowed": allowed}


@pytest.mark.parametrize(
    "given, option",
    [(COOP, "difficulty"), (COOP, "style"), (STORY, "scenario"), (SOLO, "solo_allies"), (SOLO, "difficulty")],
)
def test_pp_m2_x94_options_of_a_game_against_the_basilisk_are_required(
    given: dict[str, object], option: str
) -> None:
    less = {name: value for name, value in given.items() if name != option}
    found = refusal(1 if given["mode"] == "solo" else 2, **less)
    assert (found.code, found.rule) == ("missing_option", "PP-M2")
    assert found.details["option"] == option


@pytest.mark.parametrize(
    "given, option",
    [
        ({"difficulty": "easy"}, "difficulty"),
        ({"style": "vanilla"}, "style"),
        ({"style": "story", "scenario": "ember_court"}, "style"),
        ({"scenario": "ember_court"}, "scenario"),
        ({"basilisk_clan": "red"}, "basilisk_clan"),
        ({"solo_allies": 1}, "solo_allies"),
        ({**COOP, "scenario": "ember_court"}, "scenario"),
        ({**STORY, "basilisk_clan": "red"}, "basilisk_clan"),
        ({**COOP, "solo_allies": 2}, "solo_allies"),
    ],
)
def test_pp_m2_x94_options_that_do_not_belong_to_the_mode(given: dict[str, object], option: str) -> None:
    found = refusal(2, **given)
    assert (found.code, found.rule, found.details) == ("option_not_applicable", "PP-M2", {"option": option})


@pytest.mark.parametrize("allies", [0, 3])
def test_pp_m2_a_number_of_solo_allies_that_does_not_exist(allies: int) -> None:
    found = refusal(1, **{**SOLO, "solo_allies": allies})
    assert (found.code, found.rule) == ("unknown_id", "PP-M2")
    assert found.details == {"field": "solo_allies", "id": str(allies)}


@pytest.mark.parametrize("name", ["mode", "difficulty", "style", "scenario", "basilisk_clan"])
def test_pp_m2_an_unknown_value_of_an_option_cannot_be_read(name: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value"):
        msgspec.convert({name: "nobody"}, PhoenixOptions)


def test_pp_m1_m3_every_combination_against_the_basilisk_can_be_played() -> None:
    for given in (COOP, STORY, SOLO, {**SOLO, "style": "story", "scenario": "golden_road"}):
        for palace_alt in (False, True):
            rules = msgspec.convert({**given, "palace_alt": palace_alt}, PhoenixOptions)
            PHOENIX.check(rules, 1 if given["mode"] == "solo" else 2)


def test_pp_co2_m2_an_ally_cannot_choose_the_clan_of_the_basilisk() -> None:
    story = msgspec.convert(STORY, PhoenixOptions)
    plain = msgspec.convert({**COOP, "basilisk_clan": "blue"}, PhoenixOptions)
    for options, clan in ((story, Clan.RED), (plain, Clan.BLUE)):
        with pytest.raises(Rejected, match="clan_taken") as found:
            PHOENIX.check_choice(options, (None, None), 0, ClanChoice(clan))
        assert found.value.rule == "PP-CO2"
        PHOENIX.check_choice(options, (None, None), 0, ClanChoice(Clan.GREEN))


def test_pp_q73_a_setup_deals_the_places_to_seats() -> None:
    setup = PHOENIX.setup(PhoenixOptions(), [None] * 4, Dice(b"seats", 1))
    assert sorted(setup.seats) == [0, 1, 2, 3]


def test_pp_s3_modes_of_statistics_tell_seats_teams_and_variants_apart() -> None:
    assert PHOENIX.mode(PhoenixOptions(), 3) == "3p"
    assert PHOENIX.mode(PhoenixOptions(mode=PlayMode.TEAM, dragon=True), 4) == "team+dragon"
    assert PHOENIX.mode(PhoenixOptions(palace_alt=True, asymmetric=True), 2) == "2p+palace_alt+asymmetric"
    coop, solo = (msgspec.convert({**each, "palace_alt": True}, PhoenixOptions) for each in (STORY, SOLO))
    assert PHOENIX.mode(coop, 3) == "coop-3+easy+ember_court+palace_alt"
    assert PHOENIX.mode(solo, 1) == "solo-1+easy+palace_alt"


def test_pp_co5_co26_each_scenario_and_the_plain_game_have_a_ladder() -> None:
    ladder = PHOENIX.difficulties
    assert ladder is not None
    assert ladder.levels == ("easy", "medium", "hard", "heroic")
    assert ladder.names == ("ember_court", "silent_tide", "hidden_grove", "golden_road", "vanilla")
    for given, name in ((STORY, "ember_court"), (COOP, "vanilla"), (SOLO, "vanilla")):
        options = msgspec.convert(given, PhoenixOptions)
        assert (ladder.level(options), ladder.ladder(options)) == ("easy", name)
    assert (ladder.level(PhoenixOptions()), ladder.ladder(PhoenixOptions())) == (None, None)


def test_pp_s2_seats_are_named_after_their_clans(game: PhoenixGame) -> None:
    assert PHOENIX.seat_names(game.state) == ("red", "blue")
