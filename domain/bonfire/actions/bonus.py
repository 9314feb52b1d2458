"""The bonus action: sending the neutral novice of a common task to the council (BF-T67 to BF-T71).

BF-T69: it costs nothing, does not use the main option and can be repeated.
"""

from collections.abc import Iterator

from msgspec import UNSET

from domain.bonfire import events as e
from domain.bonfire.actions.ignite import council_space_refusal, place_novice, take_refusal
from domain.bonfire.catalogue import CommonTask, CouncilSpace
from domain.bonfire.commands import PlaceNeutralNovice, Take
from domain.bonfire.state import Bonfire
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


def _usable(state: Bonfire, seat: int) -> list[CommonTask]:
    """BF-T67: fulfilled common tasks that still have their neutral novice."""
    novices = state.board.neutral_novices
    return [task for task in state.cities[seat].fulfilled if task in novices]


def _tasks(state: Bonfire, seat: int, _form: PlaceNeutralNovice) -> list[CommonTask]:
    return _usable(state, seat)


def _no_novice(state: Bonfire, seat: int, form: PlaceNeutralNovice) -> Rejected | None:
    """BF-T67, BF-T70: the common task must be fulfilled and still have its novice."""
    if form.common_task is UNSET:
        return None if _usable(state, seat) else Rejected("no_neutral_novice", rule="BF-T67")
    if form.common_task not in state.cities[seat].fulfilled:
        return Rejected("common_task_not_fulfilled", rule="BF-T67", common_task=form.common_task.value)
    if form.common_task not in state.board.neutral_novices:
        return Rejected("neutral_novice_gone", rule="BF-T70", common_task=form.common_task.value)
    return None


def _no_space(state: Bonfire, seat: int, form: PlaceNeutralNovice) -> Rejected | None:
    """BF-T68: the space must not hold a neutral novice."""
    return None if form.common_task is UNSET else council_space_refusal(state, seat, form, neutral=True)


def _not_taken(state: Bonfire, seat: int, form: PlaceNeutralNovice) -> Rejected | None:
    """BF-T64, BF-T66: the space must offer the chosen bonus or point."""
    return None if form.common_task is UNSET else take_refusal(state, seat, form)


def _outcome(_state: Bonfire, seat: int, form: PlaceNeutralNovice, _dice: Dice) -> Iterator[Event]:
    """BF-T68, BF-T71: the novice moves; the common task itself gives no points now."""
    assert form.common_task is not UNSET
    assert form.council_space is not UNSET
    assert form.take is not UNSET
    yield e.ActionTaken(seat, form, main=False)
    yield from place_novice(seat, form.council_space, form.take, form.common_task)


PLACE_NEUTRAL_NOVICE = Action(
    PlaceNeutralNovice,
    fields=(
        Field("common_task", _tasks, _no_novice),
        Field("council_space", lambda *_: CouncilSpace, _no_space),
        Field("take", lambda *_: Take, _not_taken),
    ),
    outcome=_outcome,
)
