"""The schema: types, limits, caches, and how errors are shown to callers."""

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import strawberry
from graphql import GraphQLError, GraphQLSyntaxError
from msgspec.structs import replace
from strawberry.exceptions import StrawberryInputCoercionError
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.types.execution import ExecutionContext, StreamExecutionResult

from domain.games import registered
from domain.kernel.ruleset import Ruleset
from schema import prices
from schema.graphql.accounts import build_account_types
from schema.graphql.games import build_game_types
from schema.graphql.introspection import Introspections
from schema.graphql.limits import Limits, Preparation, Prepared, calls, refusal, values_in
from schema.graphql.mutation import build_mutation
from schema.graphql.projection import Executor, Projector
from schema.graphql.query import build_query
from schema.graphql.results import build_refusals
from schema.graphql.subscription import build_subscription
from schema.graphql.type_builder import SCALARS, TypeBuilder, read_field
from schema.graphql.types import build_answer_types
from schema.ports import Refusal, Refused
from schema.texts import COMMON, text
from schema.type_names import type_names

logger = logging.getLogger("emberlog.graphql")


class OperationGuard(SchemaExtension):
    """The only extension: parses each document once, rejects operations that cost too much, masks errors."""

    def __init__(self, schema: "Schema") -> None:
        self._schema = schema
        self._prepared: Prepared | None = None
        self._cost: int | None = None
        self._streams = False

    def on_operation(self) -> Iterator[None]:
        """Mask the errors of an operation that is not a stream."""
        yield
        if not self._streams:
            self._mask(self.execution_context.result)

    def on_stream_result(self, result: StreamExecutionResult) -> Iterator[None]:
        """Mask the errors in each result of a stream."""
        self._streams = True
        self._mask(result)
        yield

    def _mask(self, result: Any) -> None:
        if result is not None and result.errors:
            lang = self.execution_context.context.lang
            result.errors = [masked_error(error, lang) for error in result.errors]

    async def on_parse(self) -> AsyncIterator[None]:
        """Parse the document, or take it from the cache. Only a new one has a price."""
        context = self.execution_context
        context.parse_options["max_tokens"] = self._schema.limits.tokens
        if context.query:
            with suppress(GraphQLSyntaxError):  # set where strawberry reads it, on every transport
                self._prepared = await self._read(context.query)
                context.graphql_document = self._prepared.document
        yield

    async def _read(self, query: str) -> Prepared:
        prepare = self._schema.prepare
        try:
            await self.execution_context.context.further(prepare.price(query))
        except Refused as refused:
            return replace(prepare("{ __typename }"), errors=[_refusal_of(refused)])
        return prepare(query)

    async def on_validate(self) -> AsyncIterator[None]:
        """Add the validation errors; if there are none, check the cost."""
        assert self._prepared is not None
        self.execution_context.pre_execution_errors = self._prepared.errors or [
            error async for error in self._refusals(self._prepared)
        ]
        yield

    async def on_execute(self) -> AsyncIterator[None]:
        """Answer introspection separately, from its cache if possible."""
        context = self.execution_context
        assert self._prepared is not None
        if self._prepared.operation(context.operation_name).introspects:
            context.result = await self._schema.introspections.answer(
                self._prepared.document, context.operation_name, context.variables or {}
            )
        yield

    async def _refusals(self, prepared: Prepared) -> AsyncIterator[GraphQLError]:
        """Why a valid document is not executed: its operation is not named, or costs too much."""
        context, limit = self.execution_context, self._schema.limits.cost
        named = context._provided_operation_name  # noqa: SLF001  the public one makes one up
        if named is None and len(prepared.operations) > 1:
            yield GraphQLError("Name the operation to run in `operationName`.")
            return
        try:
            await context.context.further(prices.values(values_in(context.variables)))
            self._cost = prepared.cost(context.operation_name, context.variables or {})
            if self._cost > limit:
                yield refusal("cost", self._cost, limit)
                return
            changes = prepared.operation(context.operation_name).changes
            await context.context.further(max(changes, calls(self._cost)) - 1)
        except Refused as refused:
            yield _refusal_of(refused)

    def get_results(self) -> dict[str, Any]:
        """Add the cost to the extensions of the answer."""
        if self._cost is None:
            return {}
        return {"cost": {"requested": min(self._cost, 2**31 - 1), "limit": self._schema.limits.cost}}


class Schema(strawberry.Schema):
    """The schema of some games, with its limits."""

    def __init__(self, limits: Limits, games: Sequence[Ruleset]) -> None:
        types = TypeBuilder(type_names(games))
        game_types = build_game_types(types, games)
        build_refusals(types)
        build_account_types(types)
        streamed = build_answer_types(types, game_types)
        super().__init__(
            build_query(types),
            build_mutation(types, game_types),
            build_subscription(types, streamed),
            types=game_types.unions,
            extensions=[self._guard],
            execution_context_class=Executor,
            config=StrawberryConfig(
                scalar_map=SCALARS,
                default_resolver=read_field,
                disable_field_suggestions=not limits.introspection,
            ),
        )
        self.limits = limits
        self.prepare = Preparation(self._schema, limits)
        self.projector = Projector(self._schema, types.struct_of_type)
        self.introspections = Introspections(self._schema)

    def process_errors(
        self,
        errors: list[GraphQLError],
        execution_context: ExecutionContext | None = None,  # noqa: ARG002
    ) -> None:
        """Log only errors of our own."""
        for error in errors:
            if is_ours(error) and not isinstance(error.original_error, Refused):
                logger.error("unexpected", exc_info=error.original_error)

    def _guard(self) -> SchemaExtension:
        return OperationGuard(self)


def is_ours(error: GraphQLError) -> bool:
    """Whether an error comes from our code rather than from the caller's document (which has no path)."""
    cause = error.original_error
    if cause is None or isinstance(cause, GraphQLError | StrawberryInputCoercionError):
        return False
    return error.path is not None or not error.nodes


def masked_error(error: GraphQLError, lang: str) -> GraphQLError:
    """An error as the caller may see it: a refusal with its code, a bug without its cause."""
    if not is_ours(error):
        return error
    message, extensions = _message_and_extensions(error.original_error, lang)
    return GraphQLError(
        message, error.nodes, error.source, error.positions, error.path, extensions=extensions
    )


def _refusal_of(refused: Refused) -> GraphQLError:
    return GraphQLError(str(refused), extensions=extensions_of(refused.refusal))


def extensions_of(refusal: Refusal) -> dict[str, Any]:
    """The machine-readable part of an error."""
    told = {"code": refusal.code, "httpStatus": refusal.http_status, "details": refusal.details}
    return told if refusal.rule is None else told | {"rule": refusal.rule}


def _message_and_extensions(cause: Exception | None, lang: str) -> tuple[str, dict[str, Any]]:
    if not isinstance(cause, Refused):
        return text(COMMON, lang, "problem", "internal_error"), {"code": "internal_error"}
    return cause.refusal.message, extensions_of(cause.refusal)


def schema(limits: Limits) -> Schema:
    """The schema of all registered games with these limits; each is built once."""
    return _built(limits, registered())


@cache
def _built(limits: Limits, games: tuple[Ruleset, ...]) -> Schema:
    return Schema(limits, games)
