"""Random whole games of Regatta in every mode: they end, and the engine keeps its guarantees."""

import msgspec
import pytest

from domain.kernel.codec import codec
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Command
from tests.support.regatta.commands import MOVES
from tests.support.regatta.ruleset import REGATTA
from tests.support.regatta.state import Regatta, RegattaOptions, SecretBid
from tests.support.regatta_play import TABLES, Played, folded, random_game

SEEDS = range(6)
GAMES = pytest.mark.parametrize("options, places", TABLES)


def _games(options: RegattaOptions, places: int) -> list[Played]:
    return [played for seed in SEEDS for played in random_game(options, places, seed)]


@GAMES
def test_every_legal_move_is_accepted(options: RegattaOptions, places: int) -> None:
    for played in _games(options, places):
        for seat in played.before.seats:
            moves = REGATTA.legal(played.before, seat)
            assert len(moves) == len({*moves})
            for move in moves:
                assert REGATTA.decide(played.before, seat, move, Dice(b"legal", 1))


@GAMES
def test_a_seat_that_is_not_asked_can_only_play_asides(options: RegattaOptions, places: int) -> None:
    blanks: list[Command] = [kind() for kind in MOVES if kind not in REGATTA.asides]
    for played in _games(options, places):
        asked = REGATTA.actor(played.before).seats
        for seat in set(played.before.seats) - set(asked):
            assert all(isinstance(move, REGATTA.asides) for move in REGATTA.legal(played.before, seat))
            for blank in blanks:
                with pytest.raises(Rejected, match="not_your_turn"):
                    REGATTA.decide(played.before, seat, blank, Dice(b"legal", 1))


@GAMES
def test_a_snapshot_of_every_state_can_be_decoded(options: RegattaOptions, places: int) -> None:
    for played in _games(options, places):
        assert msgspec.json.decode(msgspec.json.encode(played.after), type=Regatta) == played.after


@GAMES
def test_stored_events_lead_to_the_same_state(options: RegattaOptions, places: int) -> None:
    event_type = codec(REGATTA).event_type
    for played in _games(options, places):
        stored = [msgspec.json.decode(msgspec.json.encode(event), type=event_type) for event in played.events]
        assert folded(played.before, stored) == played.after


@GAMES
def test_an_aside_changes_no_seats_question(options: RegattaOptions, places: int) -> None:
    asides = [played for played in _games(options, places) if isinstance(played.command, REGATTA.asides)]
    assert asides
    for played in asides:
        assert played.after.agenda == played.before.agenda
        assert REGATTA.turn(played.after) == REGATTA.turn(played.before)


@GAMES
def test_other_seats_views_do_not_depend_on_secrets(options: RegattaOptions, places: int) -> None:
    """The view of a seat does not change if other seats bid differently or the wind cards differ."""
    for played in _games(options, places):
        state = played.after
        for seat in state.seats:
            other = _with_other_secrets(state, but=seat)
            assert REGATTA.view(state, (seat,)) == REGATTA.view(other, (seat,))
            assert REGATTA.score(state) == REGATTA.score(other)
        assert REGATTA.view(state, ()) == REGATTA.view(_with_other_secrets(state, but=None), ())


@GAMES
def test_all_modes_end_with_a_score_for_every_seat(options: RegattaOptions, places: int) -> None:
    for seed in SEEDS:
        *_, last = random_game(options, places, seed)
        assert REGATTA.actor(last.after).scorer
        score = REGATTA.score(last.after)
        assert [seat.seat for seat in score.seats] == list(range(len(last.after.crews)))
        sides = score.sides or ()
        assert not sides or sorted(n for side in sides for n in side.seats) == list(range(len(score.seats)))


def _with_other_secrets(state: Regatta, *, but: int | None) -> Regatta:
    """A state that the holder of this seat cannot tell from the real one."""
    wire = msgspec.to_builtins(state)
    wire["wind"] = wire["wind"][::-1]
    for pending in wire["agenda"]:
        if pending["step"]["type"] == "bidding":
            for bid in pending["step"]["bids"]:
                if bid["seat"] != but:
                    bid.update(gold=99, use="anchor" if bid["use"] == "sail" else "sail")
            forms = pending.get("forms", [])
            pending["forms"] = [form for form in forms if form["seat"] == but]
    return msgspec.convert(wire, Regatta)


def test_random_games_contain_secret_bids() -> None:
    """The test above would check nothing if no game had a secret bid."""
    hidden = [
        bid
        for played in _games(RegattaOptions(), 3)
        for pending in played.after.agenda
        for bid in getattr(pending.step, "bids", ())
    ]
    assert any(isinstance(bid, SecretBid) and bid.gold for bid in hidden)
