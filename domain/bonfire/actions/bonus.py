"""The bonus action: sending the neutral novice of a common task to the council (T67–T71)."""

from collections.abc import Iterator

from msgspec import UNSET

from domain.bonfire import events as e
from domain.bonfire.actions.ignite import novice_refusal, place_novice
from domain.bonfire.catalogue import CommonTask, CouncilSpace
from domain.bonfire.commands import PlaceNeutralNovice, Take
from domain.bonfire.state import Bonfire
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


def _usable(state: Bonfire, seat: int) -> list[CommonTask]:
    """T67: fulfilled common tasks whose neutral novice still stands there."""
    novices = state.board.neutral_novices
    return [task for task in state.cities[seat].fulfilled if task in novices]


def _asks(_state: Bonfire, _seat: int, form: PlaceNeutralNovice) -> str | None:
    if form.common_task is UNSET:
        return "common_task"
    if form.council_space is UNSET:
        return "council_space"
    return "take" if form.take is UNSET else None


def _candidates(state: Bonfire, seat: int, form: PlaceNeutralNovice) -> Iterator[PlaceNeutralNovice]:
    match _asks(state, seat, form):
        case "common_task":
            yield from (PlaceNeutralNovice(common_task=task) for task in _usable(state, seat))
        case "council_space":
            yield from (PlaceNeutralNovice(council_space=space) for space in CouncilSpace)
        case "take":
            yield from (PlaceNeutralNovice(take=take) for take in Take)


def _refusal(state: Bonfire, seat: int, form: PlaceNeutralNovice) -> Rejected | None:
    """T67, T70: a fulfilled common task with its novice; T68: a space for it, and what is taken there."""
    if form.common_task is UNSET:
        return None if _usable(state, seat) else Rejected("no_neutral_novice", rule="BF-T67")
    if form.common_task not in state.cities[seat].fulfilled:
        return Rejected("common_task_not_fulfilled", rule="BF-T67", common_task=form.common_task.value)
    if form.common_task not in state.board.neutral_novices:
        return Rejected("neutral_novice_gone", rule="BF-T70", common_task=form.common_task.value)
    return novice_refusal(state, seat, form.council_space, form.take, neutral=True)


def _outcome(_state: Bonfire, seat: int, form: PlaceNeutralNovice, _dice: Dice) -> Iterator[Event]:
    """T68, T71: the novice moves; the common task itself gives no points now."""
    assert form.common_task is not UNSET
    assert form.council_space is not UNSET
    assert form.take is not UNSET
    yield e.ActionTaken(seat, form, main=False)
    yield from place_novice(seat, form.council_space, form.take, form.common_task)


PLACE_NEUTRAL_NOVICE = Action(PlaceNeutralNovice, _asks, _candidates, _refusal, _outcome)
