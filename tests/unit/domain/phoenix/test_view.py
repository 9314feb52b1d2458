import pytest

from domain.phoenix import events as e
from domain.phoenix.agenda import GainResource
from domain.phoenix.catalogue import SPECIALISTS
from domain.phoenix.commands import AsymChooseFighter, Choose, PlaceKin
from domain.phoenix.ids import KinId, RevelationId, VillageId
from domain.phoenix.ruleset import PHOENIX
from domain.phoenix.view import PendingView, PhoenixView, redact, view
from tests.support.phoenix import PhoenixGame, a_phoenix_game, asks, opened


def test_pp_h1_h2_h4_q39_everything_on_the_table_is_public(game: PhoenixGame) -> None:
    game.stand("blue.bard", "rim.1", cloaked=True).keeps(1, "silk_cloaks").has(1, coral=2)
    seen = view(game.state, ())
    assert seen.seats[1].tiles == game.state.seats[1].tiles
    assert seen.seats[1].hand == game.state.seats[1].hand
    assert seen.seats[1].revelations == (RevelationId.SILK_CLOAKS,)
    assert seen.pools == game.state.pools
    assert seen.board.foreseen == game.state.board.foreseen
    assert seen.board.clanhouse == game.state.board.clanhouse


def test_pp_h3_a_clan_pile_shows_its_tiles_but_not_their_order(game: PhoenixGame) -> None:
    one, other = game.state.seats[0].clan_pile, tuple(reversed(game.state.seats[0].clan_pile))
    before = view(game.state, (0,))
    game.given(e.ClanPileShuffled(0, len(other), other))
    assert one != other
    assert view(game.state, (0,)) == before
    assert before.seats[0].clan_pile == tuple(sorted(f"red.{kind}" for kind in SPECIALISTS[1:]))


def test_pp_h5_discard_piles_are_public_and_ordered(game: PhoenixGame) -> None:
    game.foresees(discard=["levy", "coin_tithe"])
    assert view(game.state, ()).board.foreseen_discard == ("levy", "coin_tithe")


def test_pp_h6_piles_of_cards_are_counts(game: PhoenixGame) -> None:
    seen = view(game.state, (0, 1)).board
    assert (seen.foreseen_pile_size, seen.revelation_pile_size) == (14, 27)


def test_pp_h7_only_the_top_village_tile_is_known(game: PhoenixGame) -> None:
    seen = view(game.state, (0, 1)).board
    assert (seen.village_top, seen.village_pile_size) == (VillageId.COVE_OF_THE_OWL, 10)


@pytest.mark.parametrize(
    "event",
    [
        e.ClanPileShuffled(0, 1, (KinId("red.bard"),)),
        e.VillagesShuffled(None, VillageId.MOONFORGE, 1, (VillageId.LOREVILLE,)),
        e.ForeseenPileShuffled(0, ()),
        e.RevelationPileShuffled(1, (RevelationId.ECLIPSE,)),
    ],
)
def test_pp_h3_h6_h7_h14_nobody_sees_the_order_of_a_pile(event: object) -> None:
    for seats in ((), (0,), (0, 1)):
        hidden = redact(event, seats)
        piles = [name for name in hidden.__struct_fields__ if name.endswith("pile")]
        assert [getattr(hidden, name) for name in piles] == [None]


@pytest.fixture
def draft() -> PhoenixGame:
    """The draft of kin of two players."""
    return a_phoenix_game(2, asymmetric=True)


def test_pp_h8_x95_a_draft_is_seen_by_its_own_seat_only(draft: PhoenixGame) -> None:
    draft.when(0, AsymChooseFighter(kin=KinId("red.bard"))).then_accepted()
    own, foreign = view(draft.state, (0,)).seats[0].draft, view(draft.state, (1,)).seats[0].draft
    assert own is not None
    assert foreign is not None
    assert (own.drawn, own.pick) == (_kin("archer", "bard", "clairvoyant"), "red.archer")
    assert (own.decided, own.fighter) == (True, "red.bard")
    assert foreign.decided
    assert (foreign.drawn, foreign.pick, foreign.fighter, foreign.dealt, foreign.bought) == (None,) * 5


def _kin(*kinds: str) -> tuple[KinId, ...]:
    return tuple(KinId(f"red.{kind}") for kind in kinds)


def test_pp_h3_h8_drawn_tiles_are_not_missing_from_the_pile(draft: PhoenixGame) -> None:
    seen = view(draft.state, (1,)).seats[0]
    assert seen.clan_pile == tuple(sorted(_kin(*SPECIALISTS)))
    assert seen.clan_pile_size == 11


def test_pp_h8_h9_events_of_a_draft_are_told_to_their_own_seat_only() -> None:
    secrets = [
        (e.KinDrawn(0, _kin("bard"), KinId("red.bard")), e.KinDrawn(0, None, None)),
        (e.DraftDecided(0, AsymChooseFighter(kin=None)), e.DraftDecided(0, None)),
        (e.RevelationsDealt(0, (RevelationId.ECLIPSE,)), e.RevelationsDealt(0, None)),
    ]
    for event, redacted in secrets:
        assert redact(event, (0,)) == event
        assert redact(event, (1,)) == redacted == redact(event, ())
    bought = e.RevelationsBought(0, (RevelationId.ECLIPSE,))
    assert redact(bought, ()) == bought


def test_pp_h8_a_decision_changes_nothing_else_that_others_see(draft: PhoenixGame) -> None:
    def seen_by_other(kin: str | None) -> PhoenixView:
        game = a_phoenix_game(2, asymmetric=True)
        game.when(0, AsymChooseFighter(kin=None if kin is None else KinId(kin))).then_accepted()
        assert game.legal(1) == draft.legal(1)
        return view(game.state, (1,))

    assert seen_by_other(None) == seen_by_other("red.bard") == seen_by_other("red.clairvoyant")


def test_pp_h13_the_options_of_a_choice_are_for_the_seat_that_decides(game: PhoenixGame) -> None:
    game.given(opened(asks(1, GainResource(1, "PP-EC14"))))
    everybody = PendingView("gain_resource", (1,), 0, "PP-EC14")
    assert view(game.state, (0,)).pending == everybody == view(game.state, ()).pending
    own = view(game.state, (1,)).pending
    assert own is not None
    assert own.options == ("coin", "scroll", "lantern")


def test_pp_h13_an_unfinished_move_is_shown_to_its_seat(game: PhoenixGame) -> None:
    move = PlaceKin(kin_id=KinId("red.fighter"))
    game.when(0, move)
    assert view(game.state, (0,)).pending == PendingView("turn_start", (0,), move=move)
    assert view(game.state, (1,)).pending == PendingView("turn_start", (0,))


def test_pp_h13_nothing_is_pending_after_the_end(game: PhoenixGame) -> None:
    game.given(e.StepClosed(), e.PlayEnded())
    assert view(game.state, (0,)).pending is None


def test_pp_h2_the_view_names_highlighted_and_dragon_sectors() -> None:
    game = a_phoenix_game(2, dragon=True)
    seen = PHOENIX.view(game.state, ()).board
    assert seen.highlighted == ("clanhouse", "gates", "capital")
    assert seen.dragon_sectors == ("gates", "capital")


def test_pp_h13_a_choice_is_told_when_it_is_answered(game: PhoenixGame) -> None:
    game.given(opened(asks(1, GainResource(1, "PP-EC14"))))
    taken = game.when(1, Choose(value="coin")).events[0]
    assert redact(taken, ()) == taken
