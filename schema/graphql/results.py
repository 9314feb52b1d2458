"""The results of mutations: a union of what was asked for and of the ways in which it can be refused."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from schema.graphql.games import TYPES
from schema.ports import REFUSALS, Malformed, NotFound, Refusal, Refused
from schema.structs import StructUnion

P = ParamSpec("P")
T = TypeVar("T")

REFUSAL: Final = TYPES.interface(Refusal)
for _refusal in REFUSALS:
    TYPES.output(_refusal, implements=(REFUSAL,))


def result_of(name: str, success: type) -> StructUnion:
    """The union of a struct's type and all refusals; `success` has its type already."""
    return TYPES.union(name, (success, *REFUSALS), description="What was asked for, or why it was not done.")


def told(resolver: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T | Refusal]]:
    """A resolver that answers a refusal instead of raising it."""

    @wraps(resolver)
    async def telling(*args: P.args, **kwargs: P.kwargs) -> T | Refusal:
        try:
            return await resolver(*args, **kwargs)
        except Refused as refused:
            return refused.refusal

    return telling


async def known(asked: Awaitable[T]) -> T | None:
    """What was asked for; null if there is no such thing."""
    try:
        return await asked
    except Refused as refused:
        if isinstance(refused.refusal, NotFound):
            return None
        raise


def malformed(reason: str) -> Refused:
    """An input that the schema cannot describe as wrong, but that is."""
    return Refused(Malformed(400, "malformed", reason, {}, None))
