"""Errors of the service as the refusal types of the GraphQL schema."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from schema import ports
from service.api.problems import Problem, as_known_error, problem_of
from service.errors import Unexpected


class HasLanguage(Protocol):
    """An object with a language."""

    @property
    def lang(self) -> str:
        """The language of sentences."""


P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound=HasLanguage)
Method = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]


def refusal_of(problem: Problem) -> ports.Refusal:
    """A problem as a GraphQL type."""
    given = (problem.status, problem.code, problem.detail, problem.details, problem.rule)
    match problem.status:
        case 400:
            return ports.MalformedAnswer(*given)
        case 401 | 403:
            return ports.NotAllowedAnswer(*given)
        case 404:
            return ports.NotFoundAnswer(*given)
        case 409 | 410:
            return ports.NotPossibleAnswer(*given)
        case 412:
            return ports.VersionConflictAnswer(*given, _number(problem, "version"), _number(problem, "since"))
        case 429 | 503:
            return ports.UnavailableAnswer(*given, _number(problem, "retry_after"))
    return ports.MoveRejectedAnswer(*given)


def refused(error: Exception, lang: str) -> ports.Refused | None:
    """An error in the form that resolvers expect, or None if it is a bug."""
    reason = as_known_error(error)
    return None if isinstance(reason, Unexpected) else ports.Refused(refusal_of(problem_of(reason, lang)))


def raises_refusals(method: Method[S, P, T]) -> Method[S, P, T]:
    """Decorates a method of a port, so that it raises the errors that resolvers expect."""

    @wraps(method)
    async def translated(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await method(self, *args, **kwargs)
        except Exception as error:
            reason = refused(error, self.lang)
            if reason is None:
                raise
            raise reason from error

    return translated


def _number(problem: Problem, name: str) -> int:
    return int(str(problem.details[name]))
