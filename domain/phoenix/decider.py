"""Who decides for the Basilisk (PP-CO8), and the command that names another decider."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.action import Action, Field
from domain.kernel.agenda import Agenda
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import basilisk_events as b
from domain.phoenix import modes
from domain.phoenix.commands import NominateDecider
from domain.phoenix.enemy_catalogue import BASILISK_SEAT
from domain.phoenix.fields import Refusal, action
from domain.phoenix.state import Phoenix


def allies(state: Phoenix) -> range:
    """PP-CO1: the seats of the allies, clockwise after the Basilisk."""
    return range(BASILISK_SEAT + 1, state.players)


def decider(state: Phoenix) -> int:
    """PP-CO8: the ally whom all allies name, the one with the token, or the next one after the Basilisk.

    An ally whose player is away does not decide, as long as another one is there.
    """
    assert state.enemy is not None
    there = [ally for ally in allies(state) if ally not in state.away] or list(allies(state))
    named = {state.enemy.nominations[ally] for ally in allies(state)}
    wanted = (*named, state.token) if len(named) == 1 else (state.token,)
    return next((seat for seat in wanted if seat in there and seat is not None), there[0])


def pending(state: Phoenix) -> Agenda[Any, Any]:
    """The agenda; whatever the Basilisk would have to decide now is asked of the decider (PP-CO8)."""
    agenda = state.agenda
    if state.enemy is None or not agenda or agenda[-1].seats != (BASILISK_SEAT,):
        return agenda
    return (*agenda[:-1], replace(agenda[-1], seats=(decider(state),)))


def _no_nominations(state: Phoenix, seat: int, _form: NominateDecider) -> Refusal:
    """PP-CO8: only several players in a story name a decider, and only for their own seats."""
    if modes.names_deciders(state.modes) and seat in allies(state):
        return None
    return Rejected("wrong_step", rule="PP-CO8", expected=())


def _not_an_ally(state: Phoenix, _seat: int, form: NominateDecider) -> Refusal:
    if form.seat is UNSET or form.seat in allies(state):
        return None
    return Rejected("invalid_choice", rule="PP-CO8", field="seat", id=str(form.seat))


def _nominate(_state: Phoenix, seat: int, form: NominateDecider, _dice: Dice) -> Iterator[Event]:
    """PP-Q78: a nomination is public, and undoes and reveals nothing."""
    assert isinstance(form.seat, int)
    yield b.DeciderNominated(seat, form.seat)


NOMINATE_DECIDER: Final[Action[Phoenix, Any]] = action(
    NominateDecider,
    Field[Phoenix, Any]("seat", lambda state, *_: allies(state), _not_an_ally, rule="PP-CO8"),
    outcome=_nominate,
    closed=_no_nominations,
    rule="PP-CO8",
)
