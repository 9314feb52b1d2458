"""The results of mutations: a union of the success type and all refusal types."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from domain.kernel.errors import Detail
from schema.graphql.common import Info
from schema.graphql.type_builder import StructUnion, TypeBuilder
from schema.ports import REFUSALS, MalformedAnswer, NotFoundAnswer, Refusal, Refused
from schema.texts import text

P = ParamSpec("P")
T = TypeVar("T")


def build_refusals(types: TypeBuilder) -> None:
    """Build the types of all refusals."""
    interface = types.interface(Refusal)
    for refusal in REFUSALS:
        types.output(refusal, implements=(interface,))


def result_of(types: TypeBuilder, name: str, success: type) -> StructUnion:
    """The union of a success type, which must have been built, and all refusal types."""
    return types.union(
        name, (success, *REFUSALS), "The result, or the reason why the request was not carried out."
    )


def answering_refusals(
    resolver: Callable[Concatenate[Info, P], Awaitable[T]],
) -> Callable[..., Awaitable[T | Refusal]]:
    """A resolver that returns a refusal instead of raising it, and whose result replicas have confirmed."""

    @wraps(resolver)
    async def answering(info: Info, *args: P.args, **kwargs: P.kwargs) -> T | Refusal:
        try:
            async with info.context.confirming():
                return await resolver(info, *args, **kwargs)
        except Refused as refused:
            return refused.refusal

    return answering


async def or_none(asked: Awaitable[T]) -> T | None:
    """The awaited value; None if it was not found."""
    try:
        return await asked
    except Refused as refused:
        if isinstance(refused.refusal, NotFoundAnswer):
            return None
        raise


def malformed(lang: str, where: str, reason: str, **details: Detail) -> Refused:
    """An input that fits the schema but cannot be read; `reason` is an id of the kind `unreadable`."""
    known = {"part": "input", "where": where, "reason": reason, **details}
    return Refused(
        MalformedAnswer(400, "malformed", text("common", lang, "problem", "malformed", **known), known, None)
    )
