"""Which modes a game is played in, and which options and numbers of players fit together.

The same data drives the check of a new game and the form in which a client asks for its options.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from domain.kernel.catalogue import Catalogue, Mode
from domain.kernel.errors import Rejected
from domain.kernel.ruleset import Ruleset


def modes_on(catalogue: Catalogue, options: Any, places: int) -> tuple[Mode, ...]:
    """The modes that these options and this number of places switch on."""
    return tuple(mode for mode in catalogue.modes if _is_on(mode, options, places))


def check_modes(catalogue: Catalogue, options: Any, places: int) -> None:
    """Refuse a number of places or a combination of options that the game does not support."""
    found = modes_on(catalogue, options, places)
    refusals = (
        *_wrong_counts(catalogue, found, places),
        *_excluded(found),
        *_missing(found, options),
        *_not_applicable(catalogue, found, options),
    )
    if refusals:
        raise refusals[0]


def default_mode(rules: Ruleset) -> str:
    """The mode of a game with the default options, which leaderboards show unless another is asked for."""
    return rules.mode(rules.options(), max(rules.catalogue.players))


def is_given(options: Any, option: str) -> bool:
    """Whether an option differs from its default; null and unset do not count as given."""
    value = getattr(options, option)
    if value is None or value is UNSET:
        return False
    defaults = {field.name: field.default for field in msgspec.structs.fields(options)}
    return bool(value != defaults[option])


def _is_on(mode: Mode, options: Any, places: int) -> bool:
    if mode.option is None:
        return places in mode.players
    if mode.value is UNSET:
        return is_given(options, mode.option)
    return bool(getattr(options, mode.option) == mode.value)


def _wrong_counts(catalogue: Catalogue, found: tuple[Mode, ...], places: int) -> Iterator[Rejected]:
    code = "player_count_not_allowed"
    for mode in found:
        if mode.players and places not in mode.players:
            yield Rejected(code, mode.rule, mode=mode.id, given=places, allowed=mode.players)
    if places not in catalogue.players:
        yield Rejected(code, catalogue.players_rule, players=places, allowed=catalogue.players)


def _excluded(found: tuple[Mode, ...]) -> Iterator[Rejected]:
    for mode in found:
        for other in found:
            if other.id in mode.excludes:
                yield Rejected("mode_combination_not_allowed", mode.rule, mode=mode.id, flag=other.id)


def _missing(found: tuple[Mode, ...], options: Any) -> Iterator[Rejected]:
    for mode in found:
        for option in mode.requires:
            if getattr(options, option) is None or getattr(options, option) is UNSET:
                yield Rejected("missing_option", mode.rule, mode=mode.id, option=option)


def _not_applicable(catalogue: Catalogue, found: tuple[Mode, ...], options: Any) -> Iterator[Rejected]:
    """The refusals of options of inactive modes, in the order of the modes, then of forbidden options."""
    code = "option_not_applicable"
    fitting = {option for mode in found for option in (*mode.requires, *mode.admits)}
    for mode in catalogue.modes:
        for option in (*mode.requires, *mode.admits):
            if option not in fitting and is_given(options, option):
                yield Rejected(code, mode.rule, option=option)
    for mode in found:
        for option in mode.forbids:
            if is_given(options, option):
                yield Rejected(code, mode.rule, option=option)
