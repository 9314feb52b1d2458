"""Processions: paid with action tiles, or free after an arrival (BF-T37 to BF-T43, BF-G17).

The guardians are asked one after another; those who cannot step are skipped. A list of moves sent together
with `steps` is the whole procession: guardians who are omitted stay.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.bonfire import events as e
from domain.bonfire import payment
from domain.bonfire.allowances import allowances
from domain.bonfire.catalogue import Guardian, Resource, Tile
from domain.bonfire.commands import GuardianMove, MakeProcession
from domain.bonfire.state import Arrival, Bonfire, City
from domain.bonfire.walking import (
    after,
    at_bonfire,
    can_step,
    can_step_from,
    harvests,
    on_path,
    routes,
    standing,
    step_refusal,
    yields,
)
from domain.kernel.action import Action, Field
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


class Walked(NamedTuple):
    """A guardian who took at least one step."""

    guardian: Guardian
    origin: str
    destination: str


class Progress(NamedTuple):
    """A procession so far: the guardians still to move in the order of BF-T38, all places, and past walks."""

    waiting: tuple[Guardian, ...]
    stands: Mapping[Guardian, str]
    walked: tuple[Walked, ...]


def _begin(city: City) -> Progress:
    """BF-T38: from the highest path position down to the start area; guardians at bonfires do not move."""
    stands = standing(city)
    waiting = (guardian for guardian, place in stands.items() if not at_bonfire(place))
    return Progress(tuple(sorted(waiting, key=lambda guardian: -_rank(stands[guardian]))), stands, ())


def _rank(place: str) -> int:
    return on_path(place) or 0


def _advanced(city: City, so_far: Progress, move: GuardianMove, steps: int) -> Progress:
    """The procession after one more guardian; raises Rejected."""
    guardian, stands = move.guardian, so_far.stands
    if guardian not in so_far.waiting:
        raise _not_due(city, guardian)
    if len(move.steps) > steps:
        raise Rejected(
            "too_many_steps", rule="BF-T37", guardian=guardian.value, steps=len(move.steps), limit=steps
        )
    origin = place = stands[guardian]
    for stride in move.steps:
        refusal = step_refusal(city, stands, place, stride)
        if refusal is not None:
            raise refusal
        place = after(place, stride)
    left = tuple(
        other for other in so_far.waiting if other is not guardian and _rank(stands[other]) <= _rank(origin)
    )
    if not move.steps:
        return Progress(left, stands, so_far.walked)
    return Progress(left, {**stands, guardian: place}, (*so_far.walked, Walked(guardian, origin, place)))


def _not_due(city: City, guardian: Guardian) -> Rejected:
    """Why this guardian cannot move next."""
    place = city.place_of(guardian)
    if place is None:
        return Rejected("guardian_not_in_city", rule="BF-T37", guardian=guardian.value)
    if at_bonfire(place):
        return Rejected("guardian_at_bonfire", rule="BF-T40", guardian=guardian.value)
    return Rejected("wrong_order", rule="BF-T38", guardian=guardian.value)


def _progress(city: City, moves: Sequence[GuardianMove], steps: int, *, must_step: bool) -> Progress:
    """The procession after these moves; raises Rejected. BF-T41: one must step, unless it is free."""
    so_far = _begin(city)
    for move in moves:
        so_far = _advanced(city, so_far, move, steps)
        if must_step and not so_far.walked and not _due(city, so_far):
            raise Rejected("nobody_moves", rule="BF-T41", guardian=move.guardian.value)
    return so_far


def _due(city: City, so_far: Progress) -> tuple[Guardian, ...]:
    """BF-T38: the guardians who may move next: all at the first place from which a step is possible."""
    stands = so_far.stands
    ahead = (stands[guardian] for guardian in so_far.waiting)
    place = next((place for place in ahead if can_step_from(city, stands, place)), None)
    return tuple(guardian for guardian in so_far.waiting if stands[guardian] == place)


def _is_free(state: Bonfire) -> bool:
    """BF-G17: the procession after an arrival costs nothing and yields nothing."""
    return isinstance(state.offer, Arrival)


def _limit(state: Bonfire, seat: int, form: MakeProcession) -> int | None:
    """BF-T37: how many steps each guardian may take; None while `steps` is not chosen."""
    units = 1 if _is_free(state) else form.steps
    return None if isinstance(units, UnsetType) else units + allowances(state.cities[seat].gnomes).extra_steps


def _so_far(state: Bonfire, seat: int, form: MakeProcession) -> Progress:
    limit = _limit(state, seat, form)
    assert limit is not None
    return _progress(state.cities[seat], form.moves or (), limit, must_step=not _is_free(state))


def _harvested(so_far: Progress) -> tuple[tuple[Guardian, int], ...]:
    """The guardians who ended on path tiles, with their positions, in order."""
    ends = ((walked.guardian, on_path(walked.destination)) for walked in so_far.walked)
    return tuple((guardian, position) for guardian, position in ends if position is not None)


def _is_paid(state: Bonfire, _seat: int, _form: MakeProcession) -> bool:
    return not _is_free(state)


def _chooses(state: Bonfire, seat: int, _form: MakeProcession) -> bool:
    """BF-G6: whether the owner chooses what the guardians gather."""
    return not _is_free(state) and allowances(state.cities[seat].gnomes).choose_harvest


def _opened(state: Bonfire, seat: int, form: MakeProcession) -> MakeProcession:
    """Complete a list of moves that is sent with `steps`: guardians who are omitted stay, if they may."""
    if _is_free(state) or form.steps is UNSET or not form.moves:
        return form
    whole = form
    try:
        while due := _due(state.cities[seat], _so_far(state, seat, whole)):
            whole = replace(whole, moves=(*(whole.moves or ()), GuardianMove(due[0])))
    except Rejected:
        return form  # the moves are refused as they are, or a guardian has to walk and is asked (BF-T41)
    return whole


def _affordable_steps(state: Bonfire, seat: int, _form: MakeProcession) -> range:
    return range(1, payment.most_tiles(state.cities[seat], Tile.GUARDIAN) + 1)


def _steps_refusal(state: Bonfire, seat: int, form: MakeProcession) -> Rejected | None:
    """BF-T37, BF-T41: at least one step, an affordable price, and a guardian who can step."""
    city, steps = state.cities[seat], 1 if isinstance(form.steps, UnsetType) else form.steps
    if steps < 1:
        return Rejected("too_few_steps", rule="BF-T37", steps=steps)
    if not payment.can_pay_tiles(city, Tile.GUARDIAN, steps):
        return payment.cannot_pay_tiles(city, Tile.GUARDIAN, steps, rule="BF-T37")
    return None if can_step(city, steps) else Rejected("nobody_can_step", rule="BF-T41")


def _price(_state: Bonfire, _seat: int, form: MakeProcession) -> int | None:
    """BF-T37: one tile for each step."""
    return None if isinstance(form.steps, UnsetType) else form.steps


def _harvest(state: Bonfire, seat: int, form: MakeProcession) -> Iterator[tuple[Resource, ...]]:
    """The resources that the next guardian on a path tile may gather."""
    _, position = _harvested(_so_far(state, seat, form))[len(form.resources or ())]
    return ((resource,) for resource in harvests(state.cities[seat], position))


def _harvest_is_chosen(state: Bonfire, seat: int, form: MakeProcession) -> bool:
    return len(form.resources or ()) >= len(_harvested(_so_far(state, seat, form)))


def _harvest_refusal(state: Bonfire, seat: int, form: MakeProcession) -> Rejected | None:
    """BF-G6, BF-Q18: one resource for each guardian who ends on a path tile; gold only where it is shown."""
    if not form.resources or _limit(state, seat, form) is None:
        return None
    try:
        ends = _harvested(_so_far(state, seat, form))
    except Rejected:
        return None  # the moves are refused first
    if len(form.resources) > len(ends):
        return Rejected("unexpected_field", rule="BF-G6", field="resources")
    for (_, position), resource in zip(ends, form.resources):
        if resource not in harvests(state.cities[seat], position):
            return Rejected(
                "resource_not_choosable", rule="BF-G6", resource=resource.value, position=position
            )
    return None


def _moves(state: Bonfire, seat: int, form: MakeProcession) -> Iterator[tuple[GuardianMove, ...]]:
    """The options of each guardian who may move next: stay, or walk."""
    city, so_far, limit = state.cities[seat], _so_far(state, seat, form), _limit(state, seat, form)
    assert limit is not None
    for guardian in _due(city, so_far):
        yield (GuardianMove(guardian),)
        ways = routes(city, so_far.stands, so_far.stands[guardian], limit)
        yield from ((GuardianMove(guardian, steps),) for steps, _ in ways)


def _moves_refusal(state: Bonfire, seat: int, form: MakeProcession) -> Rejected | None:
    """BF-T37 to BF-T41: check the guardians' moves one by one."""
    if not form.moves or _limit(state, seat, form) is None:
        return None
    try:
        _so_far(state, seat, form)
    except Rejected as refusal:
        return refusal
    return None


def _nobody_is_left(state: Bonfire, seat: int, form: MakeProcession) -> bool:
    return not _due(state.cities[seat], _so_far(state, seat, form))


def _outcome(state: Bonfire, seat: int, form: MakeProcession, _dice: Dice) -> Iterator[Event]:
    """BF-T42, BF-T43: pay first; guardians who end on a path tile gather, unless the procession is free."""
    free, city = _is_free(state), state.cities[seat]
    yield e.ActionTaken(seat, form, main=state.offer is None)
    if not free:
        yield e.TilesPaid(seat, form.payment or ())
    chosen = iter(form.resources or ())
    for walked in _so_far(state, seat, form).walked:
        yield e.GuardianMoved(seat, walked.guardian, walked.origin, walked.destination)
        position = on_path(walked.destination)
        if position is not None and not free:
            resource = next(chosen, None) or yields(city, position)
            yield e.PathHarvested(seat, walked.guardian, position, resource)


MAKE_PROCESSION = Action(
    MakeProcession,
    fields=(
        Field("steps", _affordable_steps, _steps_refusal, applies=_is_paid, rule="BF-G17"),
        payment.tile_payment(Tile.GUARDIAN, _price, rule="BF-T37", applies=_is_paid, unexpected="BF-G17"),
        # The resource of one guardian is asked before the next guardian moves.
        Field(
            "resources",
            _harvest,
            _harvest_refusal,
            applies=_chooses,
            complete=_harvest_is_chosen,
            grows=True,
            rule="BF-G6",
        ),
        Field("moves", _moves, _moves_refusal, complete=_nobody_is_left, grows=True),
    ),
    outcome=_outcome,
    opened=_opened,
)
