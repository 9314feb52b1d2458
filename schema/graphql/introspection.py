"""Answers to questions about the schema itself: kept, as they never change; made beside the event loop."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from graphql import DocumentNode, ExecutionResult, GraphQLSchema, execute_sync, print_ast

KEPT: Final = 8
"""Answers that are kept; a whole schema is some megabytes."""

_Question: TypeAlias = tuple[str, str | None, str]


class Introspections:
    """The answers of one schema. One at a time is made, as its thread takes time from the event loop."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._thread = ThreadPoolExecutor(1, "introspection")
        self._kept: OrderedDict[_Question, ExecutionResult] = OrderedDict()

    async def answer(
        self, document: DocumentNode, operation: str | None, variables: Mapping[str, Any]
    ) -> ExecutionResult:
        """The answer to an operation that asks for the schema alone."""
        question = (print_ast(document), operation, repr(sorted(variables.items())))
        kept = self._kept.get(question)
        if kept is None:
            loop = asyncio.get_running_loop()
            kept = await loop.run_in_executor(
                self._thread, self._make, question, document, operation, variables
            )
        return ExecutionResult(kept.data, kept.errors)

    def _make(
        self,
        question: _Question,
        document: DocumentNode,
        operation: str | None,
        variables: Mapping[str, Any],
    ) -> ExecutionResult:
        """Only the one thread gets here, so that a question that waited finds the answer of the first."""
        if question not in self._kept:
            self._kept[question] = execute_sync(
                self._schema, document, operation_name=operation, variable_values=dict(variables)
            )
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[question]
