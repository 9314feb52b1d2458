import pytest

from domain.phoenix import events as e
from domain.phoenix.agenda import CardTarget, DraftKin, DraftRevelations, LoseResource, TurnStart
from domain.phoenix.commands import AsymBuyRevelations, AsymChooseFighter, Choose, EndTurn, PlaceKin
from domain.phoenix.ids import ForeseenId, KinId, Resource, RevelationId
from domain.phoenix.ruleset import PHOENIX
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened, took
from tests.support.phoenix_night import drawn

C = RevelationId


@pytest.fixture
def game() -> PhoenixGame:
    """Two players have drawn archer, bard, clairvoyant; the archer was picked."""
    return a_phoenix_game(2, asymmetric=True)


def decided(game: PhoenixGame, *fighters: str | None) -> PhoenixGame:
    """All seats have decided about their fighters."""
    for seat, fighter in enumerate(fighters):
        kin = None if fighter is None else KinId(fighter)
        game.when(seat, AsymChooseFighter(kin=kin)).then_accepted()
    return game


def dealt(game: PhoenixGame, seat: int, *cards: str) -> None:
    """These cards were dealt to a seat instead."""
    game.given(e.RevelationsDealt(seat, tuple(map(C, cards))))


def test_pp_as1_each_seat_draws_three_tiles_and_one_is_picked(game: PhoenixGame) -> None:
    for color, seat in zip(("red", "blue"), game.state.seats):
        assert seat.draft is not None
        assert seat.draft.drawn == (f"{color}.archer", f"{color}.bard", f"{color}.clairvoyant")
        assert seat.draft.pick == f"{color}.archer"
        assert len(seat.clan_pile) == 11
        assert f"{color}.apprentice.5" in seat.hand
    assert game.asked == (0, 1)


def test_pp_as2_all_seats_decide_at_the_same_time(game: PhoenixGame) -> None:
    move = AsymChooseFighter(kin=KinId("blue.bard"))
    game.when(1, move).then(e.DraftDecided(1, move, reveals=True))
    assert game.asked == (0,)
    assert isinstance(game.step, DraftKin)
    game.when(1, AsymChooseFighter(kin=None)).then_refused("wrong_step", "PP-AS2")


def test_pp_as2_q76_only_the_other_two_drawn_tiles_fit(game: PhoenixGame) -> None:
    assert game.legal(0) == [
        AsymChooseFighter(kin=kin) for kin in (KinId("red.bard"), KinId("red.clairvoyant"), None)
    ]
    for kin in ("red.archer", "red.guard", "blue.bard"):
        game.when(0, AsymChooseFighter(kin=KinId(kin))).then_refused("invalid_target", "PP-AS2")
    game.when(0, AsymChooseFighter(kin=KinId("red.hero"))).then_refused("unknown_id", "PP-AS2")
    game.when(0, EndTurn()).then_refused("wrong_step", "PP-T4")


def test_pp_as3_q57_hands_are_revealed_when_all_have_decided(game: PhoenixGame) -> None:
    decided(game, "red.clairvoyant")
    told = game.when(1, AsymChooseFighter(kin=None)).events
    at = told.index(e.StepClosed())
    red = (*(f"red.apprentice.{n}" for n in range(1, 5)), "red.archer", "red.clairvoyant")
    blue = (*(f"blue.apprentice.{n}" for n in range(1, 5)), "blue.archer", "blue.fighter")
    assert told[at + 1 : at + 3] == [
        e.HandRevealed(
            0, tuple(map(KinId, red)), _ids("red.apprentice.5", "red.fighter", "red.bard"), reveals=True
        ),
        e.HandRevealed(
            1,
            tuple(map(KinId, blue)),
            _ids("blue.apprentice.5", "blue.bard", "blue.clairvoyant"),
            reveals=True,
        ),
    ]
    assert [len(seat.clan_pile) for seat in game.state.seats] == [10, 10]
    assert game.state.board.clanhouse == ("red.councilor", "blue.councilor")


def _ids(*kin: str) -> tuple[KinId, ...]:
    return tuple(map(KinId, kin))


def test_pp_x92_a_four_player_hand_after_the_draft() -> None:
    game = a_phoenix_game(4, asymmetric=True)
    drawn = _ids("red.bard", "red.guard", "red.mentor")
    game.given(e.KinDrawn(0, drawn, KinId("red.guard")))
    pile = tuple(kin for kin in game.state.seats[0].clan_pile if kin not in drawn)
    game.given(e.ClanPileShuffled(0, 11, (*pile, *_ids("red.archer", "red.clairvoyant"))[:11]))
    told = decided(game, "red.mentor", None, None).when(3, AsymChooseFighter(kin=None)).events
    revealed = next(event for event in told if isinstance(event, e.HandRevealed) and event.seat == 0)
    apprentices = [f"red.apprentice.{n}" for n in (1, 2, 3)]
    assert list(revealed.hand) == [*apprentices, "red.guard", "red.mentor"]
    assert sorted(revealed.boxed) == ["red.apprentice.4", "red.bard", "red.fighter"]


def buying(game: PhoenixGame, *hands: tuple[str, ...]) -> PhoenixGame:
    """The draft of cards with these hands instead of the dealt ones."""
    decided(game, *([None] * game.state.players))
    assert isinstance(game.step, DraftRevelations)
    for seat, cards in enumerate(hands):
        dealt(game, seat, *cards)
    held = {card for seat in game.state.seats if seat.draft for card in seat.draft.dealt}
    pile = tuple(card for card in C if card not in held)
    return game.given(e.RevelationPileShuffled(len(pile), pile))


def test_pp_as4_three_cards_are_dealt_to_each_seat(game: PhoenixGame) -> None:
    buying(game)
    cards = [seat.draft.dealt for seat in game.state.seats if seat.draft is not None]
    assert cards == [(C.PAPER_CRANE, C.COIN_JAR, C.WAX_AND_WICK), tuple(C)[3:6]]
    assert game.state.board.revelations == (None, None, None)


def test_pp_as4_a_purchase_is_one_answer_with_any_number_of_cards(game: PhoenixGame) -> None:
    buying(game, ("coin_jar", "toll_of_ash", "eclipse"))
    listed = [move.cards for move in game.legal(0, AsymBuyRevelations)]  # type: ignore[attr-defined]
    assert len(listed) == 8
    assert () in listed
    move = AsymBuyRevelations(cards=(C.ECLIPSE, C.COIN_JAR))
    in_order = AsymBuyRevelations(cards=(C.COIN_JAR, C.ECLIPSE))
    game.when(0, move).then(e.DraftDecided(0, in_order, reveals=True))


def test_pp_as4_only_dealt_cards_that_can_be_paid_are_bought(game: PhoenixGame) -> None:
    buying(game, ("twin_moons", "moon_ledger", "coin_jar"))
    for cards, code in [
        ((C.ECLIPSE,), "card_not_available"),
        ((C.COIN_JAR, C.COIN_JAR), "invalid_choice"),
        ((C.TWIN_MOONS,), "cannot_afford"),
    ]:
        game.when(0, AsymBuyRevelations(cards=cards)).then_refused(code, "PP-AS4")
    game.when(0, AsymBuyRevelations(cards=(C.MOON_LEDGER, C.COIN_JAR))).then_accepted()


def test_pp_x93_as5_as6_purchases_are_paid_and_give_no_favor(game: PhoenixGame) -> None:
    buying(game, ("eclipse", "silk_cloaks", "free_passage"), ("coin_jar", "heralds_crown", "wind_chime"))
    game.when(0, AsymBuyRevelations(cards=(C.SILK_CLOAKS, C.FREE_PASSAGE))).then_accepted()
    told = game.when(1, AsymBuyRevelations(cards=())).events
    at = told.index(e.StepClosed())
    assert told[at + 1 : at + 4] == [
        e.RevelationsBought(0, (C.FREE_PASSAGE, C.SILK_CLOAKS), reveals=True),
        e.ResourceChanged(0, Resource.SCROLL, -3, "PP-AS5"),
        e.RevelationsBought(1, (), reveals=True),
    ]
    shuffled = told[at + 4]
    assert isinstance(shuffled, e.RevelationPileShuffled)
    assert {C.ECLIPSE, C.COIN_JAR, C.HERALDS_CROWN, C.WIND_CHIME} <= set(shuffled.revelation_pile or ())
    assert not {C.SILK_CLOAKS, C.FREE_PASSAGE} & set(shuffled.revelation_pile or ())
    assert None not in game.state.board.revelations
    assert [seat.fp for seat in game.state.seats] == [0, 0]
    assert isinstance(game.step, TurnStart)


def test_pp_as5_bought_instants_resolve_in_turn_order(game: PhoenixGame) -> None:
    buying(game, ("paper_crane", "toll_of_ash", "wax_and_wick"), ("coin_jar", "moonlit_offering", "eclipse"))
    game.when(0, AsymBuyRevelations(cards=(C.PAPER_CRANE, C.WAX_AND_WICK, C.TOLL_OF_ASH)))
    game.when(1, AsymBuyRevelations(cards=(C.MOONLIT_OFFERING,))).then_accepted()
    assert game.step == CardTarget(0, C.PAPER_CRANE, optional=False)
    assert game.legal(0) == [Choose(value=kind) for kind in Resource]
    pending = PHOENIX.view(game.state, (0,)).pending
    assert pending is not None
    assert pending.step == "gain_resource"
    game.when(0, Choose(value="scroll")).then(
        took(0, Choose(value="scroll")),
        e.ResourceChanged(0, Resource.SCROLL, 1, "PP-RC01"),
        e.StepClosed(),
        e.ResourceChanged(0, Resource.LANTERN, 1, "PP-RC03"),
        e.FpChanged(0, 1, "PP-RC03"),
        e.StepClosed(),
        opened(asks(1, LoseResource(1, "PP-RC10"))),
    )
    assert game.step == LoseResource(1, "PP-RC10")
    game.when(1, Choose(value="coin")).then(
        took(1, Choose(value="coin")),
        e.ResourceChanged(1, Resource.COIN, -1, "PP-RC10"),
        e.StepClosed(),
        opened(asks(1, CardTarget(1, C.MOONLIT_OFFERING, optional=False))),
        e.StepClosed(),
        e.StepClosed(),
        e.RoundStarted(1, (0, 1)),
        *drawn(*list(ForeseenId)[:4]),
        e.TurnStarted(0, 1),
        opened(asks(0, TurnStart())),
    )
    assert game.state.pool(1).shards == (0, 0, 0)
    assert game.state.seats[1].owns(C.MOONLIT_OFFERING)


def test_pp_as5_rv3_instants_that_need_a_kin_find_none(game: PhoenixGame) -> None:
    buying(game, ("storm_of_arrows", "second_wind", "eclipse"), ("whispered_names", "coin_jar", "ill_omen"))
    game.when(0, AsymBuyRevelations(cards=(C.STORM_OF_ARROWS,))).then_accepted()
    game.when(1, AsymBuyRevelations(cards=(C.WHISPERED_NAMES, C.ILL_OMEN))).then_accepted()
    assert isinstance(game.step, TurnStart)
    assert {type(move) for move in game.legal(0)} == {PlaceKin}


def test_pp_q59_as4_a_team_member_spends_at_most_three_scrolls() -> None:
    game = a_phoenix_game(4, mode="team", asymmetric=True)
    buying(game, ("twin_moons", "second_wind", "silk_cloaks"))
    for cards in ((C.TWIN_MOONS,), (C.SILK_CLOAKS, C.SECOND_WIND)):
        game.when(0, AsymBuyRevelations(cards=cards)).then_refused("cannot_afford", "PP-AS4")
    game.when(0, AsymBuyRevelations(cards=(C.SECOND_WIND,))).then_accepted()
