"""The registered games: the newest rules of each by name, and every version that a log may name.

A package under `domain/` whose module `ruleset` exports `RULESET`, or `RULESETS` with several versions, is a
game that ships with Emberlog. `register` adds games from elsewhere. Register them before anything is served:
the schemas of the API are built from the games that are registered at that moment.
"""

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

import domain
from domain.kernel.errors import UnknownRules
from domain.kernel.messages import Command
from domain.kernel.ruleset import Ruleset

_current: dict[str, Ruleset] = {}
_versions: dict[str, Ruleset] = {}

RULESETS: Mapping[str, Ruleset] = MappingProxyType(_current)
"""The newest rules of each game, by the game's name, in the order of registration."""
VERSIONS: Mapping[str, Ruleset] = MappingProxyType(_versions)
"""All rules, by the name and number that logs carry: `<game>/1`."""

_NAME = re.compile(r"([a-z][a-z0-9_]*)/([1-9][0-9]*)")
_PREFIX = re.compile(r"[A-Z]+")


class InvalidGame(Exception):
    """A game that cannot be registered, or an object that is not a game."""


def register(*rulesets: Ruleset) -> None:
    """Add games, or further versions of one. Registering the same ruleset again changes nothing."""
    for rules in sorted(rulesets, key=_number):
        if VERSIONS.get(rules.rules, rules) is not rules:
            raise InvalidGame(f"two rulesets are called {rules.rules}")
        known = [other for other in _versions.values() if other.name == rules.name and other is not rules]
        _check_prefix(rules)
        for older in known:
            _check_versions(*sorted((older, rules), key=_number))
        _versions[rules.rules] = rules
        _current[rules.name] = max((*known, rules), key=_number)


def load(references: Iterable[str]) -> None:
    """Register the games that these name: `package.module:object`, a ruleset or several."""
    for reference in references:
        register(*_loaded(reference))


def version(rules: str) -> Ruleset:
    """The rules that a log names; raises UnknownRules."""
    if rules not in _versions:
        raise UnknownRules(rules)
    return _versions[rules]


def registered() -> tuple[Ruleset, ...]:
    """The newest rules of every game: what the API's documents are made of."""
    return tuple(_current.values())


def game_of_rule(rule: str | None) -> str | None:
    """The name of the game whose rules have this id, by the prefix of the id."""
    prefix = (rule or "").partition("-")[0]
    return next((name for name, rules in _current.items() if rules.prefix == prefix), None)


def game_of_move(move: type[Command]) -> str:
    """The name of the game that has this type of move."""
    return next(name for name, rules in _current.items() if move in rules.move_types)


def _number(rules: Ruleset) -> int:
    """The number of a version; `game/10` is newer than `game/9`."""
    match = _NAME.fullmatch(rules.rules)
    if match is None or match[1] != rules.name:
        raise InvalidGame(f"the rules of {rules.name} are called {rules.rules}, not {rules.name}/<number>")
    return int(match[2])


def _check_prefix(rules: Ruleset) -> None:
    """Rule ids must tell the game that they belong to."""
    if not _PREFIX.fullmatch(rules.prefix):
        raise InvalidGame(
            f"{rules.rules}: the prefix of rule ids is in capital letters, not {rules.prefix!r}"
        )
    for other in _current.values():
        if other.prefix == rules.prefix and other.name != rules.name:
            raise InvalidGame(
                f"{rules.name} and {other.name} both have rule ids that begin with {rules.prefix}"
            )


def _check_versions(older: Ruleset, newer: Ruleset) -> None:
    """The API describes a game by its newest rules: these must have every type that older rules use."""
    for kind, old, new in (
        ("options", {older.options}, {newer.options}),
        ("view", {older.view_type}, {newer.view_type}),
        ("moves", {*older.move_types}, {*newer.move_types}),
        ("events", {*older.event_types}, {*newer.event_types}),
    ):
        if not old <= new:
            raise InvalidGame(f"{newer.rules} lacks {kind} of {older.rules}")


def _loaded(reference: str) -> Iterator[Ruleset]:
    module, _, name = reference.partition(":")
    try:
        found: Any = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as missing:
        raise InvalidGame(
            f"no game at {reference!r} (expected package.module:object): {missing}"
        ) from missing
    rulesets = found if isinstance(found, tuple | list) else (found,)
    for rules in rulesets:
        if not hasattr(rules, "move_types"):
            raise InvalidGame(f"{reference!r} is not a ruleset")
        yield rules


def _shipped() -> Iterator[str]:
    """References to the games under `domain/`, in the order of their names."""
    for package in pkgutil.iter_modules(domain.__path__, "domain."):
        module = f"{package.name}.ruleset"
        if package.ispkg and find_spec(module) is not None:
            found = import_module(module)
            name = next((name for name in ("RULESETS", "RULESET") if hasattr(found, name)), None)
            if name is not None:
                yield f"{module}:{name}"


load(_shipped())
