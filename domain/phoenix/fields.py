"""Fields that many moves share: one of several ids, units of resources, nested answers."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator
from typing import Any, Final, TypeAlias

from msgspec import UNSET

from domain.kernel.action import Action, Field, allowed, unchanged
from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.phoenix import modes
from domain.phoenix.catalogue import FORESEEN_SLOTS, KIN, SPOT, SPOTS_OF
from domain.phoenix.commands import Answers
from domain.phoenix.ids import RESOURCES, Resource, Sector, SpotId
from domain.phoenix.pools import affords
from domain.phoenix.state import Phoenix

Form: TypeAlias = Any
"""A command, or the answers to a village or card. It has the fields that are asked for."""
Asked: TypeAlias = Field[Phoenix, Form]
Refusal: TypeAlias = Rejected | None
_SLOTS: Final = range(1, FORESEEN_SLOTS + 1)


def action(
    command: type[Any],
    *fields: Asked,
    outcome: Callable[[Phoenix, int, Any, Dice], Iterator[Event]],
    closed: Callable[[Phoenix, int, Any], Refusal] = allowed,
    opened: Callable[[Phoenix, int, Any], Any] = unchanged,
    rule: str | None = None,
) -> Action[Phoenix, Any]:
    """An action of this game. A parameter that the action does not have is an invalid choice (1.3)."""
    return Action(command, fields, outcome, closed, opened, rule, unexpected="invalid_choice")


def form_of(*fields: Asked, rule: str) -> Action[Phoenix, Any]:
    """The answers that a village or a card asks for. The village or card itself applies them."""
    return action(Answers, *fields, outcome=_nothing, rule=rule)


def _nothing(_state: Phoenix, _seat: int, _form: Any, _dice: Dice) -> Iterator[Event]:
    return iter(())


def one_of(
    name: str,
    candidates: Callable[[Phoenix, int, Form], Collection[Any]],
    rule: str,
    *,
    code: str = "invalid_target",
    known: Container[Any] | None = None,
    unknown: str = "unknown_id",
    optional: bool = False,
    **more: Any,
) -> Asked:
    """One of the candidates. A value outside `known` does not exist; any other is refused with `code`."""

    def values(state: Phoenix, seat: int, form: Form) -> Iterable[Any]:
        found = candidates(state, seat, form)
        return (*found, None) if optional else found

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        value = getattr(form, name)
        if value is None and optional:
            return None
        if value is UNSET:
            return None if optional or candidates(state, seat, form) else Rejected(code, rule=rule)
        if known is not None and value not in known:
            return Rejected(unknown, rule=rule, field=name, id=str(value))
        return None if value in candidates(state, seat, form) else Rejected(code, rule=rule, id=str(value))

    return Field(name, values, refusal, rule=rule, **more)


def kin(name: str, candidates: Callable[[Phoenix, int, Form], Collection[Any]], rule: str) -> Asked:
    """One of these kin; an id that no kin has is refused as unknown."""
    return one_of(name, candidates, rule, known=KIN)


def slot(
    name: str, candidates: Callable[[Phoenix, int, Form], Collection[int]], rule: str, **more: Any
) -> Asked:
    """One of these foreseen slots, numbered from 1."""
    return one_of(name, candidates, rule, known=_SLOTS, unknown="invalid_choice", **more)


def any_of(
    name: str, values: Collection[Any], rule: str, *, code: str = "invalid_choice", **more: Any
) -> Asked:
    """One of several values that do not depend on the state."""
    return one_of(name, lambda _state, _seat, _form: values, rule, code=code, **more)


def any_resource(name: str, rule: str, **more: Any) -> Asked:
    """1 any: a resource whose kind the seat picks (1.2)."""
    return any_of(name, RESOURCES, rule, **more)


def given(form: Form, name: str) -> tuple[Any, ...]:
    """The units of a list that have been answered so far."""
    value = getattr(form, name)
    return () if value is UNSET else value


def payment(name: str, count: int, rule: str) -> Asked:
    """A number of resources of any kind, paid from the pool unit by unit."""

    def kinds(state: Phoenix, seat: int, form: Form) -> Iterator[tuple[Resource, ...]]:
        pool, paid = state.pool(seat), given(form, name)
        return ((kind,) for kind in RESOURCES if pool.count(kind) > paid.count(kind))

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        paid, pool = given(form, name), state.pool(seat)
        if len(paid) > count:
            return Rejected("invalid_payment", rule=rule, due=count, paid=len(paid))
        if affords(pool, paid) and pool.resources >= count:
            return None
        return Rejected("cannot_afford", rule=rule, due=count, resources=pool.resources)

    return units(name, kinds, refusal, lambda _state, _seat, _form: count, rule)


def units(
    name: str,
    candidates: Callable[[Phoenix, int, Form], Iterable[tuple[Any, ...]]],
    refusal: Callable[[Phoenix, int, Form], Refusal],
    count: Callable[[Phoenix, int, Form], int],
    rule: str,
) -> Asked:
    """A list that is answered unit by unit until it has `count` units."""

    def complete(state: Phoenix, seat: int, form: Form) -> bool:
        return len(given(form, name)) >= count(state, seat, form)

    return Field(name, candidates, refusal, complete=complete, grows=True, rule=rule)


def too_many(name: str, count: Callable[[Phoenix, int, Form], int], rule: str) -> Callable[..., Refusal]:
    """Refuses a list that is too long as an invalid choice."""

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        most, answered = count(state, seat, form), len(given(form, name))
        return Rejected("invalid_choice", rule=rule, most=most) if answered > most else None

    return refusal


def nested(
    name: str,
    inner: Callable[[Phoenix, int, Form], Action[Phoenix, Any] | None],
    rule: str,
    *,
    optional: bool = False,
) -> Asked:
    """Answers inside an answer, parameter by parameter. Without `inner` nothing is asked.

    An optional field can be declined as a whole, and is not asked if it has no legal answer.
    """

    def of(state: Phoenix, seat: int, form: Form) -> tuple[Action[Phoenix, Any], Any]:
        action = inner(state, seat, form)
        assert action is not None
        return action, getattr(form, name) or action.blank

    def candidates(state: Phoenix, seat: int, form: Form) -> Iterable[Any]:
        action, answers = of(state, seat, form)
        found = action.answers(state, seat, answers)
        return (*found, None) if optional and getattr(form, name) is UNSET else found

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        value = getattr(form, name)
        if optional and (value is UNSET or value is None):
            return None
        if value is None:
            return Rejected("invalid_choice", rule=rule, field=name)
        action, answers = of(state, seat, form)
        return action.refusal(state, seat, answers)

    def complete(state: Phoenix, seat: int, form: Form) -> bool:
        value = getattr(form, name)
        if value is None:
            return True
        action, answers = of(state, seat, form)
        if optional and value is UNSET and not action.has_answer(state, seat, answers):
            return True
        return action.asks(state, seat, answers) is None

    def applies(state: Phoenix, seat: int, form: Form) -> bool:
        return inner(state, seat, form) is not None

    return Field(name, candidates, refusal, applies, complete, grows=True, rule=rule)


def empty_spots(state: Phoenix, sector: Sector) -> tuple[SpotId, ...]:
    """PP-P2: the unoccupied spots of a sector, paid ones included."""
    return tuple(spot for spot in SPOTS_OF[state.board.side][sector] if spot not in state.occupants)


def spot(
    name: str,
    sectors: Callable[[Phoenix, int, Form], Collection[Sector]],
    rule: str,
    *,
    elsewhere: str = "invalid_target",
) -> Asked:
    """An empty spot of one of the unguarded sectors; a spot of any other sector is refused as `elsewhere`."""

    def spots(state: Phoenix, seat: int, form: Form) -> list[SpotId]:
        there = (sector for sector in sectors(state, seat, form) if not state.board.is_guarded(sector))
        return [spot for sector in there for spot in empty_spots(state, sector)]

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        value = getattr(form, name)
        if value is UNSET:
            return None if spots(state, seat, form) else Rejected("invalid_target", rule=rule)
        facts = SPOT[state.board.side].get(value)
        if value in modes.palace(state).spots:
            return Rejected("invalid_target", rule=rule, spot=value)
        if facts is None:
            return Rejected("unknown_id", rule=rule, field=name, id=value)
        if value in state.occupants:
            return Rejected("spot_occupied", rule=rule, spot=value)
        if state.board.is_guarded(facts.sector):
            return Rejected("sector_guarded", rule="PP-K8", sector=facts.sector.value)
        if facts.sector not in sectors(state, seat, form):
            return Rejected(elsewhere, rule=rule, sector=facts.sector.value)
        return None

    return Field(name, spots, refusal, rule=rule)


def chosen(
    name: str,
    fields: Callable[[Phoenix, int, Form], tuple[Asked, ...]],
    *,
    grows: bool = False,
    state_then: Callable[[Phoenix, int, Form], Phoenix] = lambda state, _seat, _form: state,
) -> Asked:
    """The field of this name that an earlier answer selects, evaluated on `state_then`."""

    def find(state: Phoenix, seat: int, form: Form) -> Asked | None:
        return next((field for field in fields(state, seat, form) if field.name == name), None)

    def applies(state: Phoenix, seat: int, form: Form) -> bool:
        field = find(state, seat, form)
        return field is not None and field.applies(state_then(state, seat, form), seat, form)

    def candidates(state: Phoenix, seat: int, form: Form) -> Iterable[Any]:
        field = find(state, seat, form)
        assert field is not None
        return field.candidates(state_then(state, seat, form), seat, form)

    def refusal(state: Phoenix, seat: int, form: Form) -> Refusal:
        field = find(state, seat, form)
        assert field is not None
        return field.refusal(state_then(state, seat, form), seat, form)

    def complete(state: Phoenix, seat: int, form: Form) -> bool:
        field = find(state, seat, form)
        assert field is not None
        if field.complete is None:
            return getattr(form, name) is not UNSET
        return field.complete(state_then(state, seat, form), seat, form)

    return Field(name, candidates, refusal, applies, complete, grows=grows)


def borrowed(
    rows: Iterable[tuple[Asked, ...]],
    fields: Callable[[Phoenix, int, Form], tuple[Asked, ...]],
    state_then: Callable[[Phoenix, int, Form], Phoenix] = lambda state, _seat, _form: state,
) -> Iterator[Asked]:
    """All fields of the rows, each asked as in the row that an earlier answer selects."""
    names = {field.name: field.grows for row in rows for field in row}
    return (chosen(name, fields, grows=grows, state_then=state_then) for name, grows in names.items())
