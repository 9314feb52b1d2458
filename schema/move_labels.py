"""Labels of moves: what a button that makes the move says, in four languages."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from domain.kernel.field_kinds import field_kinds, kinds_of_values
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset
from schema.texts import name, text, texts

_COMMAND: Final = "command"
_FIELD: Final = "parameter"
_CHOICE: Final = "choice"
_WORD: Final = "word"


def move_label(rules: Ruleset, lang: str, move: Command) -> str:
    """The name of a move, followed by its answers."""
    title = name(rules.name, lang, _COMMAND, str(move.__struct_config__.tag))
    answers = ", ".join(_answers(rules, lang, move))
    return _with_colon(lang, title, answers) if answers else title


def answer_label(rules: Ruleset, lang: str, move: Command, field: str) -> str:
    """One answer of a move, for a button below the question."""
    return _answer(rules, lang, field, getattr(move, field), field_kinds(type(move))[field].takes)


def _answers(rules: Ruleset, lang: str, struct: Struct) -> Iterator[str]:
    """Each field that is filled in, in words."""
    kinds = field_kinds(type(struct))
    for field, value in asdict(struct).items():
        if value is not UNSET:
            yield _answer(rules, lang, field, value, kinds[field].takes)


def _answer(rules: Ruleset, lang: str, field: str, value: Any, takes: tuple[str, ...]) -> str:
    if isinstance(value, Struct):
        return ", ".join(_answers(rules, lang, value))
    if isinstance(value, tuple):
        return _list(rules, lang, field, value, takes)
    if isinstance(value, str):
        return _named(rules, lang, value, takes)
    title = name(rules.name, lang, _FIELD, field)
    if value is None or isinstance(value, bool):
        word = "nothing" if value is None else "yes" if value else "no"
        return _with_colon(lang, title, text(rules.name, lang, _WORD, word))
    return _with_colon(lang, title, str(value))


def _with_colon(lang: str, title: str, answer: str) -> str:
    """French has a space before a colon that does not break."""
    return f"{title}\u00a0: {answer}" if lang == "fr" else f"{title}: {answer}"


def _list(rules: Ruleset, lang: str, field: str, values: tuple[Any, ...], takes: tuple[str, ...]) -> str:
    """Several values; equal ones are counted."""
    if not values:
        return _answer(rules, lang, field, None, takes)
    words = Counter(_answer(rules, lang, field, value, takes) for value in values)
    return ", ".join(word if count == 1 else f"{count} × {word}" for word, count in words.items())


def _named(rules: Ruleset, lang: str, value: str, takes: tuple[str, ...]) -> str:
    """The name of a component or of another value; a value without a name stands for itself."""
    known = texts(rules.name, lang)
    kinds = (*takes, *kinds_of_values(rules.catalogue, (value,)), _CHOICE)
    found = next((known[kind][value] for kind in kinds if value in known.get(kind, {})), None)
    return str(value) if found is None else found.name
