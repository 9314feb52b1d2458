"""Several games in one response, each with its view or the problem that replaces it."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from schema.answers import GameAnswer
from service.api.problems import Problem, as_known_error, problem_of


class View(Struct, frozen=True):
    """A game that was asked for, or why it cannot be shown."""

    id: str
    game: GameAnswer | UnsetType = UNSET
    problem: Problem | UnsetType = UNSET


class Views(Struct, frozen=True):
    """The games in the order in which they were asked for."""

    items: Sequence[View]


def views_of(asked: Sequence[str], found: Mapping[str, GameAnswer | Exception], lang: str) -> Views:
    """The games that were found, in the order of the request."""
    return Views([_view(game, found[game], lang) for game in asked])


def _view(game: str, found: GameAnswer | Exception, lang: str) -> View:
    if isinstance(found, Exception):
        return View(game, problem=problem_of(as_known_error(found), lang))
    return View(game, game=found)
