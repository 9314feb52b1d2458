"""Answers introspection queries: cached, because they never change, and computed outside the event loop."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from graphql import DocumentNode, ExecutionResult, GraphQLSchema, execute_sync, print_ast

KEPT: Final = 8
"""How many answers are cached; that of a whole schema takes some megabytes."""

_Question: TypeAlias = tuple[str, str | None, str]


class Introspections:
    """The introspection answers of one schema, computed one at a time, as the thread slows the event loop."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._thread = ThreadPoolExecutor(1, "introspection")
        self._kept: OrderedDict[_Question, ExecutionResult] = OrderedDict()

    async def answer(
        self, document: DocumentNode, operation: str | None, variables: Mapping[str, Any]
    ) -> ExecutionResult:
        """The answer to an introspection operation."""
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
        """Runs only in the single thread, so that a request that waited finds the first one's answer."""
        if question not in self._kept:
            self._kept[question] = execute_sync(
                self._schema, document, operation_name=operation, variable_values=dict(variables)
            )
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[question]
