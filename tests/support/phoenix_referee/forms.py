"""Moves as forms: fields that are filled in, asked for or refused (1.3, 4.4)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.support.phoenix_referee.facts import COLORS, ERROR_ORDER, RESOURCES

Fields: TypeAlias = dict[str, Any]


class Refused(Exception):
    """The rules do not allow it; `code` is that of section 1.3."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Asked(Exception):
    """The field `name` is not filled in; `answers` are the ways to go on with it."""

    def __init__(self, name: str, answers: list[Fields]) -> None:
        super().__init__(name, answers)
        self.name = name
        self.answers = answers


def first_code(codes: Iterable[str]) -> str | None:
    """The code that is checked first."""
    return min(codes, key=ERROR_ORDER.index, default=None)


def merged(fields: Fields, more: Fields) -> Fields:
    """Fields with further answers; lists grow."""
    new = dict(fields)
    for name, value in more.items():
        new[name] = (*new[name], *value) if name in new and isinstance(value, tuple) else value
    return new


@dataclass
class Form:
    """The fields of a move that are filled in; what is read from it is remembered."""

    given: Fields
    read: set[str] = field(default_factory=set)

    def ask(self, name: str, domain: Iterable[Any], why: Callable[[Any], str | None]) -> Any:
        """The value of a field, refused for the reason that `why` gives."""
        self.read.add(name)
        if name not in self.given:
            raise Asked(name, [{name: value} for value in domain if why(value) is None])
        code = why(self.given[name])
        if code is not None:
            raise Refused(code)
        return self.given[name]

    def one_of(self, name: str, options: Iterable[Any], code: str = "invalid_choice") -> Any:
        """The value of a field that has these values and no other."""
        listed = list(options)
        return self.ask(name, listed, lambda value: None if value in listed else code)

    def units(self, name: str, count: int, why: Callable[[tuple[Any, ...]], str | None], code: str) -> Any:
        """A list of so many resources or colours, asked unit by unit."""
        self.read.add(name)
        held: tuple[Any, ...] = self.given.get(name, ())
        if len(held) > count:
            raise Refused(code)
        refused = why(held)
        if refused is not None:
            raise Refused(refused)
        if len(held) < count:
            domain = COLORS if name.endswith("colors") else RESOURCES
            raise Asked(name, [{name: (unit,)} for unit in domain if why((*held, unit)) is None])
        return held

    def declines(self, name: str, first: Callable[[], Any]) -> bool:
        """Whether a group of fields is declined as a whole; None is one more answer to the first of them."""
        self.read.add(name)
        if name in self.given:
            return True
        try:
            first()
        except Asked as asked:
            begun = any(other.startswith(f"{name}.") for other in self.given)
            raise Asked(asked.name, [*asked.answers, *([] if begun else [{name: None}])]) from None
        return False

    def finish(self) -> None:
        """1.3: a parameter that this move does not have is refused."""
        if not self.read >= self.given.keys():
            raise Refused("invalid_choice")
