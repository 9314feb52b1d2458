"""A flag can be hoisted at any time, whoever has to decide (RG-F1)."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from tests.support.regatta import events as e
from tests.support.regatta.catalogue import Flag
from tests.support.regatta.commands import HoistFlag
from tests.support.regatta.state import Regatta


def _flag_refusal(state: Regatta, seat: int, form: HoistFlag) -> Rejected | None:
    """RG-F1: only another flag than the one that is shown."""
    if form.flag is not UNSET and form.flag is state.crews[seat].flag:
        return Rejected("flag_already_hoisted", rule="RG-F1", flag=form.flag)
    return None


def _hoisted(_state: Regatta, seat: int, form: HoistFlag, _dice: Dice) -> Iterator[Event]:
    assert form.flag is not UNSET
    yield e.FlagHoisted(seat, form.flag)


HOIST_FLAG: Final = Action(
    HoistFlag, (Field("flag", lambda _state, _seat, _form: tuple(Flag), _flag_refusal),), _hoisted
)
