"""Actions: forms that are filled in field by field. `settle` puts reactions right after their causes."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.kernel.dice import Dice
from domain.kernel.errors import Rejected
from domain.kernel.messages import Event
from domain.kernel.tokens import Tokens, counted

S = TypeVar("S")
C = TypeVar("C", bound=Struct)
C_ = TypeVar("C_", bound=Struct)


def allowed(_state: Any, _seat: int, _form: Any) -> Rejected | None:
    """The default refusal: nothing is refused."""
    return None


def always(_state: Any, _seat: int, _form: Any) -> bool:
    """The default of `applies`: the field is always asked."""
    return True


def free(_state: Any, _seat: int, _form: Any) -> Iterable[Tokens]:
    """The default price of a field: it costs nothing."""
    return ()


def unchanged(_state: Any, _seat: int, form: C) -> C:
    """The default of `opened`: the form is the command itself."""
    return form


@dataclass(frozen=True)
class Field(Generic[S, C]):
    """One field of a form.

    `candidates` are the values worth trying when the field is asked; for a growing field, what to add next.
    The form is valid by then, and all earlier fields are complete.
    `refusal` says why the value is not allowed. It is called even while the field is unset: it then refuses
    a form that no value could complete. It relies on earlier fields only when they are set, and an
    answer to a later field never makes it refuse a form that it has accepted.
    `applies` says whether the field is asked at all. If it does not apply but is filled in, the form is
    refused as `unexpected` by `rule`, or by that of the action.
    `complete` says whether the field needs no further answer; by default it is complete once it is set.
    `grows` declares that answers are added to the earlier ones; any other field is answered once.
    `price` is what the move costs because of this field, as far as the form tells; a payment has the price
    that is to be paid, even while the field is unset.
    """

    name: str
    candidates: Callable[[S, int, C], Iterable[Any]]
    refusal: Callable[[S, int, C], Rejected | None] = allowed
    applies: Callable[[S, int, C], bool] = always
    complete: Callable[[S, int, C], bool] | None = None
    grows: bool = False
    rule: str | None = None
    price: Callable[[S, int, C], Iterable[Tokens]] = free


class Question(Struct, Generic[C], frozen=True):
    """What a move is asked next: the field, and each answer as the whole move with this answer.

    `complete` says that the move can also be carried out as it is.
    """

    field: str
    values: tuple[Any, ...]
    moves: tuple[C, ...]
    complete: bool = False


_Check: TypeAlias = tuple[Field[Any, Any], Callable[..., bool] | None, Callable[..., Rejected | None]]


@dataclass(frozen=True)
class Action(Generic[S, C]):
    """One kind of move: its fields in the order in which they are asked, and its outcome.

    `legal` and `decide` share the refusals of the fields, so they cannot disagree. `closed` says why the move
    is not available at all, whatever the fields say. `opened` is the form that a first command begins, if it
    is more than the command itself. Fields of the command that the action does not declare are refused as
    `unexpected` by `rule`.
    """

    command: type[C]
    fields: tuple[Field[S, C], ...]
    outcome: Callable[[S, int, C, Dice], Iterator[Event]]
    closed: Callable[[S, int, C], Rejected | None] = allowed
    opened: Callable[[S, int, C], C] = unchanged
    rule: str | None = None
    unexpected: str = "unexpected_field"

    @cached_property
    def tag(self) -> str:
        """The stored name of the command."""
        return str(self.command.__struct_config__.tag)

    @cached_property
    def blank(self) -> C:
        """The form before anything is filled in."""
        return self.command()

    @cached_property
    def _growing(self) -> frozenset[str]:
        return frozenset(field.name for field in self.fields if field.grows)

    @cached_property
    def _foreign(self) -> tuple[str, ...]:
        """Fields of the command that belong to other actions."""
        declared = {field.name for field in self.fields}
        return tuple(name for name in self.command.__struct_fields__ if name not in declared)

    @cached_property
    def _checks(self) -> tuple[tuple[_Check, ...], ...]:
        """For each field index, the checks of that field and of later ones; without defaults, for speed."""
        checks = [
            (field, None if field.applies is always else field.applies, field.refusal)
            for field in self.fields
            if field.applies is not always or field.refusal is not allowed
        ]
        return tuple(
            tuple(check for check in checks if check[0] in self.fields[start:])
            for start in range(len(self.fields) + 1)
        )

    def asks(self, state: S, seat: int, form: C) -> str | None:
        """The name of the field that is asked next, or None when the form is full."""
        index = self._open(state, seat, form)
        return None if index is None else self.fields[index].name

    def refusal(self, state: S, seat: int, form: C) -> Rejected | None:
        """Why this form cannot be carried out or completed; None if it can."""
        for name in self._foreign:
            if getattr(form, name) is not UNSET:
                return Rejected(self.unexpected, rule=self.rule, field=name)
        refused = self.closed(state, seat, form)
        return self._refusal_from(0, state, seat, form) if refused is None else refused

    def answers(self, state: S, seat: int, form: C) -> list[C]:
        """Every answer to the open field that keeps the form completable, each as a command."""
        if self.refusal(state, seat, form) is not None:
            return []
        index = self._open(state, seat, form)
        if index is None:
            return [form]  # a complete form is its own answer
        completions = self._completions(index, state, seat, form)
        if form is self.blank:
            return [completed for _, completed in completions]
        name = self.fields[index].name
        return [self.command(**{name: value}) for value, _ in completions]

    def has_answer(self, state: S, seat: int, form: C) -> bool:
        """Whether the open field has any such answer."""
        if self.refusal(state, seat, form) is not None:
            return False
        index = self._open(state, seat, form)
        return index is None or next(self._completions(index, state, seat, form), None) is not None

    def question(self, state: S, seat: int, form: C, sent: C) -> Question[C] | None:
        """The next question of a form with more than one answer to it, or None if nothing is left to choose.

        `sent` is the part of the form that is not stored yet: the answers continue it.
        """
        if self.refusal(state, seat, form) is not None:
            return None
        while (index := self._open(state, seat, form)) is not None:
            name = self.fields[index].name
            completions = list(self._completions(index, state, seat, form))
            moves = tuple(self.merged(sent, self.command(**{name: value})) for value, _ in completions)
            if len(moves) != 1:
                return Question(name, tuple(value for value, _ in completions), moves) if moves else None
            [(_, form)], [sent] = completions, moves
        return None

    def price(self, state: S, seat: int, form: C) -> tuple[Tokens, ...]:
        """What the move costs, as far as the form tells."""
        asked = (field for field in self.fields if field.price is not free)
        return counted(
            tokens
            for field in asked
            if field.applies(state, seat, form)
            for tokens in field.price(state, seat, form)
        )

    def merged(self, form: C, answer: C) -> C:
        """The form with an answer written into it; raises Rejected if the field was answered before."""
        return merged(form, answer, self._growing)

    def filled(self, state: S, seat: int, form: C) -> tuple[C, bool]:
        """The form with every only answer filled in, and whether it is complete; raises Rejected."""
        refusal = self.refusal(state, seat, form)
        if refusal is not None:
            raise refusal
        while (index := self._open(state, seat, form)) is not None:
            completions = self._completions(index, state, seat, form)
            only = next(completions, None)
            if only is None:
                raise self._dead_end(index, state, seat, form)
            if next(completions, None) is not None:
                return form, False
            form = only[1]
        return form, True

    def _open(self, state: S, seat: int, form: C) -> int | None:
        """The index of the first field that applies and is not complete."""
        for index, field in enumerate(self.fields):
            if field.complete is None and getattr(form, field.name) is not UNSET:
                continue
            if not field.applies(state, seat, form):
                continue
            if field.complete is None or not field.complete(state, seat, form):
                return index
        return None

    def _refusal_from(self, start: int, state: S, seat: int, form: C) -> Rejected | None:
        """The refusal of the fields from `start` on; earlier ones have been checked."""
        for field, applies, refusal in self._checks[start]:
            if applies is None or applies(state, seat, form):
                refused = refusal(state, seat, form)
                if refused is not None:
                    return refused
            elif getattr(form, field.name) is not UNSET:
                return Rejected(self.unexpected, rule=field.rule or self.rule, field=field.name)
        return None

    def _completions(self, index: int, state: S, seat: int, form: C) -> Iterator[tuple[Any, C]]:
        """Each value for the open field that is not refused, and the form with it."""
        field, name = self.fields[index], self.fields[index].name
        held = getattr(form, name)
        for value in field.candidates(state, seat, form):
            completed = replace(form, **{name: value if held is UNSET else held + value})
            if self._refusal_from(index, state, seat, completed) is None:
                yield value, completed

    def _dead_end(self, index: int, state: S, seat: int, form: C) -> Rejected:
        """Why a form cannot be completed: the refusal of its first candidate."""
        field = self.fields[index]
        for value in field.candidates(state, seat, form):
            answer = self.command(**{field.name: value})
            refusal = self._refusal_from(index, state, seat, self.merged(form, answer))
            if refusal is not None:
                return refusal
        return Rejected("no_answer_left", field=field.name)


def merged(form: C_, answer: C_, growing: Container[str]) -> C_:
    """The form with an answer filled in; if the field is `growing`, the answer is added to the earlier ones.

    None declines a field as a whole, so nothing can be added to it.
    """
    changes: dict[str, Any] = {}
    for name in answer.__struct_fields__:
        value = getattr(answer, name)
        if value is UNSET:
            continue
        held = getattr(form, name)
        if held is UNSET:
            changes[name] = value
        elif name in growing and held is not None and value is not None:
            changes[name] = held + value
        else:
            raise Rejected("already_answered", field=name)
    return replace(form, **changes) if changes else form


def settle(
    state: S,
    events: Iterable[Event],
    evolve: Callable[[S, Any], S],
    reactions: Callable[[S, Any], Iterable[Event]],
) -> tuple[S, list[Event]]:
    """The state after the events, and the events, each followed directly by its reactions."""
    settled: list[Event] = []
    pending = [iter(events)]
    while pending:
        event = next(pending[-1], None)
        if event is None:
            pending.pop()
            continue
        settled.append(event)
        state = evolve(state, event)
        pending.append(iter(reactions(state, event)))
    return state, settled
