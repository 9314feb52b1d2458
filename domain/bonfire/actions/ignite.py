"""Option III: lighting a bonfire (BF-T61 to BF-T66), and sending a novice to the council by any action."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.actions.council import available
from domain.bonfire.catalogue import POSITIONS, CommonTask, CouncilSpace, TaskId
from domain.bonfire.commands import IgniteBonfire, PlaceNeutralNovice, Take
from domain.bonfire.council import SPACE, is_open, special_bonus
from domain.bonfire.evolve import evolve
from domain.bonfire.state import Bonfire, City
from domain.bonfire.tasks import TASK
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event

Sending: TypeAlias = IgniteBonfire | PlaceNeutralNovice


def council_space_refusal(state: Bonfire, seat: int, form: Sending, *, neutral: bool) -> Rejected | None:
    """BF-T63, BF-T68: the space must accept the novice; if none is chosen, some space must offer `take`."""
    if not isinstance(form.council_space, UnsetType):
        return _space_refusal(state, seat, form.council_space, neutral=neutral)
    if form.take is UNSET:
        return None
    refusals = [
        _space_refusal(state, seat, space, neutral=neutral) or _take_refusal(state, seat, space, form.take)
        for space in CouncilSpace
    ]
    return None if None in refusals else refusals[-1]


def take_refusal(state: Bonfire, seat: int, form: Sending) -> Rejected | None:
    """BF-T64, BF-T66: the chosen space must offer `take` once the novice is placed."""
    if isinstance(form.council_space, UnsetType):
        return None
    return _take_refusal(state, seat, form.council_space, form.take)


def _space_refusal(state: Bonfire, seat: int, space: CouncilSpace, *, neutral: bool) -> Rejected | None:
    """BF-T63, BF-T68: the space must not hold a novice of that colour."""
    if is_open(state, seat, space, neutral=neutral):
        return None
    return Rejected("council_space_taken", rule="BF-T68" if neutral else "BF-T63", space=space.value)


def _take_refusal(state: Bonfire, seat: int, space: CouncilSpace, take: Take | UnsetType) -> Rejected | None:
    """BF-T64, BF-T66: a point only where the space has one, the bonus only if it can be carried out."""
    if take is Take.POINT and not SPACE[space].or_a_point:
        return Rejected("no_point_here", rule=SPACE[space].rule, space=space.value)
    if take is Take.BONUS and not available(state, seat, space):
        return Rejected("bonus_not_available", rule="BF-T66", space=space.value)
    return None


def place_novice(
    seat: int, space: CouncilSpace, take: Take, common_task: CommonTask | None = None
) -> Iterator[Event]:
    """BF-T63, BF-T64, BF-T68: place the novice, then give the point or the special bonus."""
    yield e.NovicePlaced(seat, space, common_task)
    if take is Take.POINT:
        yield e.PointsGained(seat, 1, rule=SPACE[space].rule)
    else:
        yield from special_bonus(SPACE[space], seat)


def _task_at(city: City, position: int) -> TaskId | None:
    """The unlit task at a position."""
    space = city.spaces[position - 1] if position in POSITIONS else None
    return None if space is None or space.lit else space.task


def _is_fulfilled(city: City, position: int) -> bool:
    task = _task_at(city, position)
    return task is not None and TASK[task].needs.met(city)


def _tasks(state: Bonfire, seat: int, _form: IgniteBonfire) -> Iterator[int]:
    return (position for position in POSITIONS if _task_at(state.cities[seat], position))


def _not_fulfilled(state: Bonfire, seat: int, form: IgniteBonfire) -> Rejected | None:
    """BF-T61: the task must be fulfilled and not lit yet."""
    city = state.cities[seat]
    if form.position is UNSET:
        fulfilled = any(_is_fulfilled(city, position) for position in POSITIONS)
        return None if fulfilled else Rejected("no_task_fulfilled", rule="BF-T61")
    task = _task_at(city, form.position)
    if task is None:
        return Rejected("no_task_there", rule="BF-T61", position=form.position)
    return None if TASK[task].needs.met(city) else Rejected("task_not_fulfilled", rule="BF-T61", task=task)


def _lit(state: Bonfire, seat: int, form: IgniteBonfire) -> Bonfire:
    """The state in which the novice is sent: the bonfire is already lit."""
    if isinstance(form.position, UnsetType) or form.take is UNSET:
        return state
    task = _task_at(state.cities[seat], form.position)
    assert task is not None
    return evolve(state, e.BonfireLit(seat, task, form.position))


def _no_space(state: Bonfire, seat: int, form: IgniteBonfire) -> Rejected | None:
    """BF-T63: the space must not hold a novice of the seat."""
    if form.position is UNSET:
        return None
    return council_space_refusal(_lit(state, seat, form), seat, form, neutral=False)


def _not_taken(state: Bonfire, seat: int, form: IgniteBonfire) -> Rejected | None:
    """BF-T64, BF-T66: the space must offer the chosen bonus or point."""
    if form.position is UNSET or form.take is UNSET:
        return None
    return take_refusal(_lit(state, seat, form), seat, form)


def _outcome(state: Bonfire, seat: int, form: IgniteBonfire, _dice: Dice) -> Iterator[Event]:
    """BF-T62, BF-T63, BF-T64, BF-T65: light the task and send its novice to the council."""
    assert form.position is not UNSET
    assert form.council_space is not UNSET
    assert form.take is not UNSET
    task = _task_at(state.cities[seat], form.position)
    assert task is not None
    yield e.ActionTaken(seat, form, main=True)
    yield e.BonfireLit(seat, task, form.position)
    yield from place_novice(seat, form.council_space, form.take)


IGNITE_BONFIRE = Action(
    IgniteBonfire,
    fields=(
        Field("position", _tasks, _not_fulfilled),
        Field("council_space", lambda *_: CouncilSpace, _no_space),
        Field("take", lambda *_: Take, _not_taken),
    ),
    outcome=_outcome,
)
