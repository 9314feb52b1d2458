"""The stack of pending steps: pushed, popped, answered, encoded."""

import msgspec
import pytest

from domain.kernel.agenda import (
    Agenda,
    Form,
    Pending,
    StepRules,
    answered,
    begun,
    finished,
    pop,
    push,
    reassigned,
    restated,
)
from domain.kernel.dice import Dice

Stack = Agenda[str, str]
TURN: Pending[str, str] = Pending("turn", seats=(0,))
VOTE: Pending[str, str] = Pending("vote", seats=(0, 1, 2))
ROBOT: Pending[str, str] = Pending("robot", automa="robot")


def test_the_last_step_pushed_is_on_top_and_popping_resumes_the_one_below() -> None:
    agenda = push((TURN,), VOTE, ROBOT)
    assert agenda == (TURN, VOTE, ROBOT)
    assert pop(pop(agenda)) == (TURN,)


def test_a_seat_that_has_answered_no_longer_decides_and_has_no_form() -> None:
    agenda = answered(begun((VOTE,), 1, "no"), 1)
    assert agenda == (Pending("vote", seats=(0, 2)),)


def test_a_step_waits_until_every_seat_has_answered() -> None:
    agenda: Stack = (VOTE,)
    for seat in (2, 0):
        agenda = answered(agenda, seat)
        assert agenda[-1].waits
    assert not answered(agenda, 1)[-1].waits


def test_a_step_waits_for_its_automa() -> None:
    assert ROBOT.waits


def test_each_seat_has_its_own_unfinished_move() -> None:
    agenda = begun(begun(begun((VOTE,), 1, "n"), 0, "y"), 1, "no")
    assert [agenda[-1].form(seat) for seat in (0, 1, 2)] == ["y", "no", None]
    assert agenda[-1].forms == (Form(0, "y"), Form(1, "no"))


def test_a_finished_move_leaves_the_seat_deciding() -> None:
    assert finished(begun((TURN,), 0, "a"), 0) == (TURN,)


def test_a_reassigned_step_is_decided_by_other_seats_or_happens_by_itself() -> None:
    assert reassigned(begun((TURN,), 0, "a"), (1,)) == (Pending("turn", seats=(1,)),)
    assert reassigned((ROBOT,), ()) == (Pending("robot"),)


def test_a_restated_step_keeps_its_deciding_seats() -> None:
    assert restated((TURN, VOTE), "secret") == (TURN, Pending("secret", seats=(0, 1, 2)))


def test_an_agenda_survives_encoding() -> None:
    agenda = push(begun((TURN,), 0, "a"), VOTE, ROBOT)
    assert msgspec.json.decode(msgspec.json.encode(agenda), type=Stack) == agenda


def test_a_step_without_happens_fails_when_no_seat_decides_it() -> None:
    with pytest.raises(AssertionError, match="no seat decides vote"):
        StepRules[str]().happens("state", "vote", Dice(b"", 0))
