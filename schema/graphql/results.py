"""The results of mutations: a union of what was asked for and of the ways in which it can be refused."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from domain.kernel.errors import Detail
from schema.graphql.type_builder import StructUnion, TypeBuilder
from schema.ports import REFUSALS, Malformed, NotFound, Refusal, Refused
from schema.texts import text

P = ParamSpec("P")
T = TypeVar("T")


def build_refusals(types: TypeBuilder) -> None:
    """Build the types of all refusals."""
    interface = types.interface(Refusal)
    for refusal in REFUSALS:
        types.output(refusal, implements=(interface,))


def result_of(types: TypeBuilder, name: str, success: type) -> StructUnion:
    """The union of a struct's type and all refusals; `success` has its type already."""
    return types.union(name, (success, *REFUSALS), "What was asked for, or why it was not done.")


def answering_refusals(resolver: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T | Refusal]]:
    """A resolver that answers a refusal instead of raising it."""

    @wraps(resolver)
    async def answering(*args: P.args, **kwargs: P.kwargs) -> T | Refusal:
        try:
            return await resolver(*args, **kwargs)
        except Refused as refused:
            return refused.refusal

    return answering


async def known(asked: Awaitable[T]) -> T | None:
    """What was asked for; null if there is no such thing."""
    try:
        return await asked
    except Refused as refused:
        if isinstance(refused.refusal, NotFound):
            return None
        raise


def malformed(lang: str, where: str, reason: str, **details: Detail) -> Refused:
    """An input that fits the schema and still cannot be read; `reason` is an id of the kind `unreadable`."""
    known = {"part": "input", "where": where, "reason": reason, **details}
    return Refused(
        Malformed(400, "malformed", text("common", lang, "problem", "malformed", **known), known, None)
    )
