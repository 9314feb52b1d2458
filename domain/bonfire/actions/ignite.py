"""Option III: lighting a bonfire (T61–T66), and sending a novice to the council for any reason."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from domain.bonfire import events as e
from domain.bonfire.actions.council import available
from domain.bonfire.catalogue import POSITIONS, CommonTask, CouncilSpace, TaskId
from domain.bonfire.commands import IgniteBonfire, Take
from domain.bonfire.council import SPACE, is_open, special_bonus
from domain.bonfire.evolve import evolve
from domain.bonfire.state import Bonfire, City
from domain.bonfire.tasks import TASK
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


def novice_refusal(
    state: Bonfire, seat: int, space: CouncilSpace | UnsetType, take: Take | UnsetType, *, neutral: bool
) -> Rejected | None:
    """T63, T64, T66, T68: a space for the novice, and what can be taken there once it is placed."""
    if isinstance(space, UnsetType) and isinstance(take, UnsetType):
        return None
    spaces = CouncilSpace if isinstance(space, UnsetType) else (space,)
    refusals = [
        _space_refusal(state, seat, space, neutral=neutral) or _take_refusal(state, seat, space, take)
        for space in spaces
    ]
    return None if None in refusals else refusals[-1]


def _space_refusal(state: Bonfire, seat: int, space: CouncilSpace, *, neutral: bool) -> Rejected | None:
    """T63, T68: the space holds no novice of that colour."""
    if is_open(state, seat, space, neutral=neutral):
        return None
    return Rejected("council_space_taken", rule="BF-T68" if neutral else "BF-T63", space=space.value)


def _take_refusal(state: Bonfire, seat: int, space: CouncilSpace, take: Take | UnsetType) -> Rejected | None:
    """T64, T66: a point where there is one, the special bonus if it can be carried out."""
    if take is Take.POINT and not SPACE[space].or_a_point:
        return Rejected("no_point_here", rule=SPACE[space].rule, space=space.value)
    if take is Take.BONUS and not available(state, seat, space):
        return Rejected("bonus_not_available", rule="BF-T66", space=space.value)
    return None


def place_novice(
    seat: int, space: CouncilSpace, take: Take, common_task: CommonTask | None = None
) -> Iterator[Event]:
    """T63, T64, T68: the novice sits there; then the point, or the special bonus."""
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


def _asks(_state: Bonfire, _seat: int, form: IgniteBonfire) -> str | None:
    if form.position is UNSET:
        return "position"
    if form.council_space is UNSET:
        return "council_space"
    return "take" if form.take is UNSET else None


def _candidates(state: Bonfire, seat: int, form: IgniteBonfire) -> Iterator[IgniteBonfire]:
    match _asks(state, seat, form):
        case "position":
            tasks = (position for position in POSITIONS if _task_at(state.cities[seat], position))
            yield from (IgniteBonfire(position=position) for position in tasks)
        case "council_space":
            yield from (IgniteBonfire(council_space=space) for space in CouncilSpace)
        case "take":
            yield from (IgniteBonfire(take=take) for take in Take)


def _refusal(state: Bonfire, seat: int, form: IgniteBonfire) -> Rejected | None:
    """T61: a fulfilled task; T63: a space for its novice; T64, T66: what is taken there."""
    city = state.cities[seat]
    if form.position is UNSET:
        fulfilled = any(_is_fulfilled(city, position) for position in POSITIONS)
        return None if fulfilled else Rejected("no_task_fulfilled", rule="BF-T61")
    task = _task_at(city, form.position)
    if task is None:
        return Rejected("no_task_there", rule="BF-T61", position=form.position)
    if not TASK[task].needs.met(city):
        return Rejected("task_not_fulfilled", rule="BF-T61", task=task)
    lit = state if form.take is UNSET else evolve(state, e.BonfireLit(seat, task, form.position))
    return novice_refusal(lit, seat, form.council_space, form.take, neutral=False)


def _outcome(state: Bonfire, seat: int, form: IgniteBonfire, _dice: Dice) -> Iterator[Event]:
    """T62–T64: the task becomes a bonfire, its novice goes to the council."""
    assert form.position is not UNSET
    assert form.council_space is not UNSET
    assert form.take is not UNSET
    task = _task_at(state.cities[seat], form.position)
    assert task is not None
    yield e.ActionTaken(seat, form, main=True)
    yield e.BonfireLit(seat, task, form.position)
    yield from place_novice(seat, form.council_space, form.take)


IGNITE_BONFIRE = Action(IgniteBonfire, _asks, _candidates, _refusal, _outcome)
