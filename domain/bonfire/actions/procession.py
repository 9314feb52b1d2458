"""Processions of guardians: paid with action tiles, or free after an arrival (T37–T43, G17).

Guardians are asked one after another; one who cannot step is passed over. A list of moves that is sent along
with its steps is the whole procession: whoever is left out stays.
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
from domain.kernel.action import Action
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event


class Walked(NamedTuple):
    """A guardian who took at least one step."""

    guardian: Guardian
    origin: str
    destination: str


class Progress(NamedTuple):
    """A procession so far: who is still to come in the order of T38, where all stand, who has walked."""

    waiting: tuple[Guardian, ...]
    stands: Mapping[Guardian, str]
    walked: tuple[Walked, ...]


def _begin(city: City) -> Progress:
    """T38: from the highest path position down to the start area; at bonfires nobody moves."""
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
    """Why it is not this guardian's time to move."""
    place = city.place_of(guardian)
    if place is None:
        return Rejected("guardian_not_in_city", rule="BF-T37", guardian=guardian.value)
    if at_bonfire(place):
        return Rejected("guardian_at_bonfire", rule="BF-T40", guardian=guardian.value)
    return Rejected("wrong_order", rule="BF-T38", guardian=guardian.value)


def _progress(city: City, moves: Sequence[GuardianMove], steps: int, *, must_step: bool) -> Progress:
    """The procession after these moves; raises Rejected. T41: somebody has to step, unless it is free."""
    so_far = _begin(city)
    for move in moves:
        so_far = _advanced(city, so_far, move, steps)
        if must_step and not so_far.walked and not _due(city, so_far):
            raise Rejected("nobody_moves", rule="BF-T41", guardian=move.guardian.value)
    return so_far


def _due(city: City, so_far: Progress) -> tuple[Guardian, ...]:
    """Who may go next: those at the first place from which a step is possible, whoever stands there (T38)."""
    stands = so_far.stands
    ahead = (stands[guardian] for guardian in so_far.waiting)
    place = next((place for place in ahead if can_step_from(city, stands, place)), None)
    return tuple(guardian for guardian in so_far.waiting if stands[guardian] == place)


def _is_free(state: Bonfire) -> bool:
    """G17: the procession after an arrival costs nothing and yields nothing."""
    return isinstance(state.turn.offer, Arrival)


def _limit(state: Bonfire, seat: int, form: MakeProcession) -> int | None:
    """T37: how many steps each guardian may take; None while it is not chosen."""
    units = 1 if _is_free(state) else form.steps
    return None if isinstance(units, UnsetType) else units + allowances(state.cities[seat].gnomes).extra_steps


def _so_far(state: Bonfire, seat: int, form: MakeProcession) -> Progress:
    limit = _limit(state, seat, form)
    assert limit is not None
    return _progress(state.cities[seat], form.moves or (), limit, must_step=not _is_free(state))


def _harvested(so_far: Progress) -> tuple[tuple[Guardian, int], ...]:
    """Who ended on which path tile, in order."""
    ends = ((walked.guardian, on_path(walked.destination)) for walked in so_far.walked)
    return tuple((guardian, position) for guardian, position in ends if position is not None)


def _chooses(state: Bonfire, seat: int) -> bool:
    return not _is_free(state) and allowances(state.cities[seat].gnomes).choose_harvest


def _asks(state: Bonfire, seat: int, form: MakeProcession) -> str | None:
    city = state.cities[seat]
    if not _is_free(state):
        if isinstance(form.steps, UnsetType):
            return "steps"
        if not payment.tiles_complete(city, Tile.GUARDIAN, form.steps, form.payment or ()):
            return "payment"
    so_far = _so_far(state, seat, form)
    if _chooses(state, seat) and len(form.resources or ()) < len(_harvested(so_far)):
        return "resources"
    return "moves" if _due(city, so_far) else None


def _opened(state: Bonfire, seat: int, form: MakeProcession) -> MakeProcession:
    """With its steps a list is whole: to stay is written down for whoever is left out and may."""
    if _is_free(state) or form.steps is UNSET or not form.moves:
        return form
    whole = form
    try:
        while due := _due(state.cities[seat], _so_far(state, seat, whole)):
            whole = replace(whole, moves=(*(whole.moves or ()), GuardianMove(due[0])))
    except Rejected:
        return form  # refused as it is, or somebody has to walk, who is asked (T41)
    return whole


def _candidates(state: Bonfire, seat: int, form: MakeProcession) -> Iterator[MakeProcession]:
    city, asked = state.cities[seat], _asks(state, seat, form)
    if asked == "steps":
        most = payment.most_tiles(city, Tile.GUARDIAN)
        yield from (MakeProcession(steps=steps) for steps in range(1, most + 1))
    elif asked == "payment":
        covers = payment.tile_covers(city, Tile.GUARDIAN, form.payment or ())
        yield from (MakeProcession(payment=cover) for cover in covers)
    elif asked == "resources":
        _, position = _harvested(_so_far(state, seat, form))[len(form.resources or ())]
        yield from (MakeProcession(resources=(resource,)) for resource in harvests(city, position))
    elif asked == "moves":
        yield from (MakeProcession(moves=(move,)) for move in _moves(state, seat, form))


def _moves(state: Bonfire, seat: int, form: MakeProcession) -> Iterator[GuardianMove]:
    """What each guardian who may go next can do: stay, or walk."""
    city, so_far, limit = state.cities[seat], _so_far(state, seat, form), _limit(state, seat, form)
    assert limit is not None
    for guardian in _due(city, so_far):
        yield GuardianMove(guardian)
        ways = routes(city, so_far.stands, so_far.stands[guardian], limit)
        yield from (GuardianMove(guardian, steps) for steps, _ in ways)


def _refusal(state: Bonfire, seat: int, form: MakeProcession) -> Rejected | None:
    """T37: the price; T41: somebody can step; then the moves one by one, and what they gather."""
    city = state.cities[seat]
    if _is_free(state):
        extra = next((field for field in ("steps", "payment") if getattr(form, field) is not UNSET), None)
        if extra is not None:
            return Rejected("unexpected_field", rule="BF-G17", field=extra)
    else:
        refusal = _price_refusal(city, form)
        if refusal is not None:
            return refusal
    if form.resources is not UNSET and not _chooses(state, seat):
        return Rejected("unexpected_field", rule="BF-G6", field="resources")
    if _limit(state, seat, form) is None or not (form.moves or form.resources):
        return None
    try:
        so_far = _so_far(state, seat, form)
    except Rejected as refusal:
        return refusal
    return _resources_refusal(city, so_far, form.resources or ())


def _price_refusal(city: City, form: MakeProcession) -> Rejected | None:
    """T37, T41: as many tiles as steps, one at least, and somebody who can step."""
    steps = 1 if isinstance(form.steps, UnsetType) else form.steps
    if steps < 1:
        return Rejected("too_few_steps", rule="BF-T37", steps=steps)
    if not payment.can_pay_tiles(city, Tile.GUARDIAN, steps):
        return payment.cannot_pay_tiles(city, Tile.GUARDIAN, steps, rule="BF-T37")
    if not can_step(city, steps):
        return Rejected("nobody_can_step", rule="BF-T41")
    if form.steps is UNSET:
        return None
    return payment.tiles_refusal(city, Tile.GUARDIAN, steps, form.payment or (), rule="BF-T37")


def _resources_refusal(city: City, so_far: Progress, chosen: Sequence[Resource]) -> Rejected | None:
    """G6, Q18: one resource for each guardian who ended on a path tile; gold only where gold is shown."""
    ends = _harvested(so_far)
    if len(chosen) > len(ends):
        return Rejected("unexpected_field", rule="BF-G6", field="resources")
    for (_, position), resource in zip(ends, chosen):
        if resource not in harvests(city, position):
            return Rejected(
                "resource_not_choosable", rule="BF-G6", resource=resource.value, position=position
            )
    return None


def _outcome(state: Bonfire, seat: int, form: MakeProcession, _dice: Dice) -> Iterator[Event]:
    """T42, T43: all is paid first; whoever ends on a path tile gathers, unless the procession is free."""
    free, city = _is_free(state), state.cities[seat]
    yield e.ActionTaken(seat, form, main=state.turn.offer is None)
    if not free:
        yield e.TilesPaid(seat, form.payment or ())
    chosen = iter(form.resources or ())
    for walked in _so_far(state, seat, form).walked:
        yield e.GuardianMoved(seat, walked.guardian, walked.origin, walked.destination)
        position = on_path(walked.destination)
        if position is not None and not free:
            resource = next(chosen, None) or yields(city, position)
            yield e.PathHarvested(seat, walked.guardian, position, resource)


MAKE_PROCESSION = Action(MakeProcession, _asks, _candidates, _refusal, _outcome, _opened)
