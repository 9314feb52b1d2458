"""Bonfire's agenda: a turn at the bottom, at most one offer on it, Tom's turn as an automa's step."""

import msgspec
import pytest

from domain.bonfire import events as e
from domain.bonfire.catalogue import CouncilSpace, TomCardId
from domain.bonfire.commands import EndTurn, MakeProcession, MoveShip, ResolveBonus
from domain.bonfire.ruleset import BONFIRE
from domain.bonfire.state import (
    HUMAN_SEAT,
    TOM,
    TOM_SEAT,
    Arrival,
    Bonfire,
    Bonus,
    TomAsks,
    TomQuestion,
    TomsTurn,
    TurnStep,
)
from domain.kernel.agenda import Form, Pending
from domain.kernel.table import Due
from tests.support.builders import a_bonfire_game, tiles
from tests.support.scenario import Scenario


def test_bf_t1_a_turn_is_the_only_step_until_something_is_offered(game: Scenario) -> None:
    assert game.state.agenda == (Pending(TurnStep(), seats=(0,)),)
    assert (game.state.offer, game.state.form) == (None, None)


def test_bf_t64_the_move_that_answers_an_offer_pops_it_from_the_agenda(game: Scenario) -> None:
    game.given(e.OfferMade(0, Bonus(CouncilSpace.SHIP)))
    assert [type(pending.step) for pending in game.state.agenda] == [TurnStep, Bonus]
    assert game.state.offer == Bonus(CouncilSpace.SHIP)
    game.given(e.ActionTaken(0, ResolveBonus(), main=False))
    assert game.state.agenda == (Pending(TurnStep(), seats=(0,)),)


def test_bf_t4_an_unfinished_move_is_stored_in_its_step(game: Scenario) -> None:
    game.given(e.OfferMade(0, Arrival()), e.MoveBegun(0, MakeProcession()))
    assert [pending.forms for pending in game.state.agenda] == [(), (Form(0, MakeProcession()),)]
    assert game.state.form == MakeProcession()


def test_bf_t3_the_same_seat_stays_in_turn_after_a_finished_move(game: Scenario) -> None:
    game.given(e.MoveBegun(0, MoveShip()), e.ActionTaken(0, MoveShip(), main=True))
    assert game.state.agenda == (Pending(TurnStep(), seats=(0,)),)
    assert game.state.turn.main_done


def test_bf_d11_the_end_of_play_empties_the_agenda(game: Scenario) -> None:
    game.given(e.PlayEnded())
    assert game.state.agenda == ()
    assert BONFIRE.actor(game.state) == Due(scorer=True)


def test_bf_o7_toms_turn_waits_for_the_automa() -> None:
    game = a_bonfire_game(players=1).given(e.TurnBegun(TOM_SEAT, 2))
    assert game.state.agenda == (Pending(TomsTurn(), automa=TOM),)
    assert BONFIRE.actor(game.state) == Due(automa=TOM)


def test_bf_o12_the_human_decides_the_questions_of_toms_turn() -> None:
    asks = TomAsks(TomCardId("tom-4"), TomQuestion.TASK, ("blue-01", "red-01"))
    game = a_bonfire_game(players=1).given(e.TurnBegun(TOM_SEAT, 2), e.OfferMade(TOM_SEAT, asks))
    assert BONFIRE.actor(game.state) == Due(seats=(HUMAN_SEAT,))
    assert game.state.agenda[0] == Pending(TomsTurn(), automa=TOM)


def test_bf_o16_the_rest_of_toms_turn_happens_by_itself_after_his_card() -> None:
    card = TomCardId("tom-4")
    game = a_bonfire_game(players=1).given(e.TurnBegun(TOM_SEAT, 2), e.TomCardResolved(card))
    assert game.state.agenda == (Pending(TomsTurn(card)),)


def test_bf_t4_a_snapshot_keeps_offers_and_unfinished_moves(game: Scenario) -> None:
    game.given(tiles(0, guardian=1), e.OfferMade(0, Arrival()), e.MoveBegun(0, MakeProcession()))
    assert msgspec.json.decode(msgspec.json.encode(game.state), type=Bonfire) == game.state
    game.when(0, EndTurn()).then_refused("wrong_step", rule="BF-T3")


def test_bf_t4_a_snapshot_without_an_agenda_cannot_be_decoded(game: Scenario) -> None:
    stored = msgspec.json.decode(msgspec.json.encode(game.state))
    del stored["agenda"]
    with pytest.raises(msgspec.ValidationError, match="agenda"):
        msgspec.convert(stored, Bonfire)
