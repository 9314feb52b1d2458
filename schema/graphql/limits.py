"""Limits of one operation: tokens, depth, aliases, introspection, and a cost that `extensions` reports.

A fragment is measured once, however often it is used, so that measuring stays cheap.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    ListValueNode,
    NoSchemaIntrospectionCustomRule,
    OperationDefinitionNode,
    OperationType,
    SelectionNode,
    SelectionSetNode,
    ValueNode,
    VariableDefinitionNode,
    VariableNode,
    get_introspection_query,
    get_named_type,
    get_variable_values,
    is_abstract_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    parse,
    specified_rules,
)
from msgspec import Struct
from strawberry.schema.schema import validate_document

from schema import prices
from schema.graphql.common import FIRST, MOST

KEPT: Final = 256
"""How many parsed and validated documents are cached."""
CALL: Final = 5
"""The cost of a field that needs the store; any other field with fields of its own costs 1."""
COST_OF_A_CALL: Final = 50
"""The rate limit counts one call for each started unit of this much cost."""
COST_OF_THE_SCHEMA: Final = 1500
"""The cost of the standard introspection query; other ones are priced by their size."""
COSTS: Final[Mapping[str, int]] = {
    "Query.audit": prices.AUDIT * COST_OF_A_CALL,
    "Game.audit": prices.AUDIT * COST_OF_A_CALL,
    "Mutation.forkGame": prices.FORK * COST_OF_A_CALL,
    "Mutation.tryMoves": prices.tried(prices.MOST_TRIED) * COST_OF_A_CALL,
    "Game.scores": prices.entries(prices.LONG_GAME, patch=True, text=False) * COST_OF_A_CALL,
    "Game.moves": 10,
    "Game.view": 10,
    "Query.ruleset": 20,
    "Query.rulesets": 20,
}
_AT_A_VERSION: Final = frozenset({"game", "score"})
"""Fields that show a game at an earlier version, if one is given."""
_LARGEST_SHOWN: Final = 2**31 - 1
_MOST_VARIABLE_ERRORS: Final = 1
_STANDARD: Final = get_introspection_query(
    specified_by_url=True,
    directive_is_repeatable=True,
    schema_description=True,
    input_value_deprecation=True,
    one_of=True,
)
_WORD: Final = re.compile(r"\w+|[^\s\w,]")
"""At least every token of a document is one."""
_LONG_LISTS: Final = frozenset({"types"})
_SHORT_LIST: Final = 16
"""The usual number of fields, values, members and arguments in a list of the schema; types are hundreds."""
_INTROSPECTION: Final = {"__schema": "__Schema", "__type": "__Type"}
"""The introspection fields and their types."""


class Limits(Struct, frozen=True):
    """The maximum that one operation may request, and whether it may use introspection."""

    depth: int = 12
    aliases: int = 30
    repeats: int = 100
    tokens: int = 4000
    cost: int = 2000
    introspection: bool = True


class Piece(Struct, frozen=True):
    """A part of an operation's cost: its own, plus `first` times the sum, or the maximum, of its parts."""

    own: int = 0
    first: int | str = 1
    parts: Sequence["Piece"] = ()
    largest: bool = False


class Measure(Struct, frozen=True):
    """The depth and the cost of a selection."""

    depth: int = 0
    pieces: tuple[Piece, ...] = ()


class MeasuredOperation(Struct, frozen=True):
    """One operation of a document: its cost, its variables, and how many calls it makes if it is a mutation.

    An introspection operation contains nothing else, so that its answer can be cached.
    """

    cost: Piece
    variables: Sequence[VariableDefinitionNode]
    changes: int = 1
    introspects: bool = False


class Prepared(Struct, frozen=True):
    """A document with its errors, if any, and its operations by name."""

    schema: GraphQLSchema
    document: DocumentNode
    errors: list[GraphQLError]
    operations: Mapping[str | None, MeasuredOperation]

    def operation(self, name: str | None) -> MeasuredOperation:
        """The operation with this name; without a name, the only one."""
        return self.operations.get(name) or next(iter(self.operations.values()))

    def cost(self, name: str | None, variables: Mapping[str, Any]) -> int:
        """The cost of an operation with these variables; 0 if they are invalid, as it does not run then."""
        operation = self.operation(name)
        values = get_variable_values(
            self.schema, operation.variables, dict(variables), max_errors=_MOST_VARIABLE_ERRORS
        )
        return 0 if isinstance(values, list) else _price(operation.cost, values.coerced, {})


def values_in(variables: object) -> int:
    """How many values variables consist of."""
    count, left = 0, [variables]
    while left:
        value = left.pop()
        count += 1
        left.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    return count


def calls(cost: int) -> int:
    """How many calls of the rate limit an operation of this cost counts as."""
    return max(1, ceil(cost / COST_OF_A_CALL))


class Preparation:
    """Parses and measures documents; the latest ones are kept. Raises a syntax error."""

    def __init__(self, schema: GraphQLSchema, limits: Limits) -> None:
        self._schema = schema
        self._limits = limits
        self._rules = (
            *specified_rules,
            *(() if limits.introspection else (NoSchemaIntrospectionCustomRule,)),
        )
        self._standard = _Measuring(schema, parse(_STANDARD)).introspected
        self._kept: dict[str, Prepared] = {}

    def price(self, query: str) -> int:
        """The calls that a document counts as in addition to those of its operation, before it is read."""
        if query in self._kept:
            return 0
        return prices.words(min(sum(1 for _ in _WORD.finditer(query)), self._limits.tokens))

    def __call__(self, query: str) -> Prepared:
        """The prepared document, from the cache if it is there."""
        prepared = self._kept.pop(query, None) or self._prepare(query)
        if len(self._kept) >= KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[query] = prepared
        return prepared

    def _prepare(self, query: str) -> Prepared:
        document = parse(query, max_tokens=self._limits.tokens)
        try:
            measured = _Measuring(self._schema, document, self._standard)
            return Prepared(self._schema, document, self._errors(document, measured), measured.operations)
        except RecursionError:  # fragments in fragments have no depth of their own
            return Prepared(self._schema, document, [_nested_too_deeply()], {})

    def _errors(self, document: DocumentNode, measured: "_Measuring") -> list[GraphQLError]:
        """What is wrong with a document."""
        limits = self._limits
        # Validation compares repeated fields and fragments in pairs, so too many are rejected before it.
        return (
            list(_excess(repeats=(measured.repeats, limits.repeats)))
            or validate_document(self._schema, document, self._rules)
            or [
                *_excess(depth=(measured.depth, limits.depth), aliases=(measured.aliases, limits.aliases)),
                *_introspection_refusals(measured),
            ]
        )


def _nested_too_deeply() -> GraphQLError:
    return GraphQLError("Fragments are nested too deeply.", extensions={"code": "too_much_depth"})


def _excess(**found: tuple[int, int]) -> Iterator[GraphQLError]:
    yield from (refusal(what, is_, most) for what, (is_, most) in found.items() if is_ > most)


def _introspection_refusals(measured: "_Measuring") -> Iterator[GraphQLError]:
    if measured.introspections > 1:
        yield refusal("introspection", measured.introspections, 1)
    elif measured.introspections and not measured.introspects_alone:
        yield GraphQLError(
            "Introspection must be in an operation of its own.",
            extensions={"code": "introspection_not_alone"},
        )


def refusal(what: str, found: int, most: int) -> GraphQLError:
    """The error for an operation that requests too much."""
    found = min(found, _LARGEST_SHOWN)
    return GraphQLError(
        f"This operation has too much {what}: {found}. At most {most} are allowed.",
        extensions={"code": f"too_much_{what}", "details": {what: found, "limit": most}},
    )


class _Measuring:
    """Measures depth, aliases and cost of a document; whatever the schema does not contain costs nothing.

    `standard` is the size of the standard introspection query, by which others are priced.
    """

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, standard: int = 1) -> None:
        self._schema = schema
        self._standard = standard
        self._fragments = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }
        self._measured: dict[str, Measure] = {}
        self.aliases = 0
        self.depth = 0
        self.repeats = 0
        self.introspections = 0
        self.introspected = 0
        self.introspects_alone = True
        self.operations: dict[str | None, MeasuredOperation] = {}
        for node in document.definitions:
            if isinstance(node, OperationDefinitionNode):
                self._operation(node)

    def _operation(self, node: OperationDefinitionNode) -> None:
        root = self._schema.get_root_type(node.operation)
        measure = self._selections(node.selection_set, root)
        self.depth = max(self.depth, measure.depth)
        fields = dict(self._roots(node.selection_set, set()))
        introspects = not _INTROSPECTION.keys().isdisjoint(fields.values())
        if introspects and not {"__typename", *_INTROSPECTION}.issuperset(fields.values()):
            self.introspects_alone = False
        self.operations[node.name.value if node.name else None] = MeasuredOperation(
            cost=Piece(parts=measure.pieces),
            variables=tuple(node.variable_definitions or ()),
            changes=len(fields) if node.operation is OperationType.MUTATION else 1,
            introspects=introspects,
        )

    def _roots(self, node: SelectionSetNode, seen: set[str]) -> Iterator[tuple[str, str]]:
        """The response keys of the root fields with the fields' names; each fragment is visited once."""
        for selection in node.selections:
            if isinstance(selection, FieldNode):
                yield (selection.alias or selection.name).value, selection.name.value
            elif isinstance(selection, InlineFragmentNode):
                yield from self._roots(selection.selection_set, seen)
            elif isinstance(selection, FragmentSpreadNode):
                name = selection.name.value
                if name in self._fragments and name not in seen:
                    seen.add(name)
                    yield from self._roots(self._fragments[name].selection_set, seen)

    def _selections(self, node: SelectionSetNode, parent: GraphQLNamedType | None) -> Measure:
        depth = 0
        pieces: list[Piece] = []
        concrete: dict[str, list[Piece]] = {}
        self.repeats += _repeats(node)
        for selection in node.selections:
            type_ = self._type(selection, parent)
            measure = self._selection(selection, type_)
            depth = max(depth, measure.depth)
            if is_abstract_type(parent) and isinstance(type_, GraphQLObjectType):
                concrete.setdefault(type_.name, []).extend(measure.pieces)
            else:
                pieces += measure.pieces
        # A value has one type, so only the most expensive of the fragments on types counts.
        either = Piece(parts=[Piece(parts=parts) for parts in concrete.values()], largest=True)
        return Measure(depth, (*pieces, *((either,) if concrete else ())))

    def _selection(self, node: SelectionNode, type_: GraphQLNamedType | None) -> Measure:
        if isinstance(node, FieldNode):
            return self._field(node, type_)
        if isinstance(node, InlineFragmentNode):
            return self._selections(node.selection_set, type_)
        assert isinstance(node, FragmentSpreadNode)
        return self._fragment(node.name.value, type_)

    def _fragment(self, name: str, type_: GraphQLNamedType | None) -> Measure:
        if name not in self._measured:
            self._measured[name] = Measure()  # breaks cycles, which validation rejects
            if name in self._fragments:
                measure = self._selections(self._fragments[name].selection_set, type_)
                self._measured[name] = Measure(measure.depth, (Piece(parts=measure.pieces),))
        return self._measured[name]

    def _field(self, node: FieldNode, parent: GraphQLNamedType | None) -> Measure:
        self.aliases += node.alias is not None
        name = node.name.value
        fields = parent.fields if isinstance(parent, GraphQLObjectType | GraphQLInterfaceType) else {}
        if name in _INTROSPECTION:
            return self._introspection(node, name)
        if parent is None or name not in fields:
            return Measure(depth=0 if name.startswith("__") else 1)
        if parent.name.startswith("__"):
            return self._described(node, fields[name])
        type_ = get_named_type(fields[name].type)
        if is_leaf_type(type_) or node.selection_set is None:
            return Measure(depth=1)
        inner = self._selections(node.selection_set, type_)
        own = COSTS.get(f"{parent.name}.{name}") or (CALL if _is_call(fields[name]) else 1)
        if name in _AT_A_VERSION and any(given.name.value == "at" for given in node.arguments or ()):
            own += prices.EARLIER * COST_OF_A_CALL
        if "ids" in fields[name].args:  # one call for each
            return Measure(inner.depth + 1, (Piece(0, _times(node, "ids"), [Piece(own, 1, inner.pieces)]),))
        first = _times(node, "first") if "first" in fields[name].args else 1
        return Measure(inner.depth + 1, (Piece(own, first, inner.pieces),))

    def _introspection(self, node: FieldNode, name: str) -> Measure:
        """An introspection field; its depth is that of the schema's description, not of data."""
        self.introspections += 1
        if node.selection_set is None:
            return Measure()
        inner = self._selections(node.selection_set, self._schema.get_type(_INTROSPECTION[name]))
        size = _price(Piece(parts=inner.pieces), {}, {})
        self.introspected = max(self.introspected, size)
        return Measure(0, (Piece(own=ceil(COST_OF_THE_SCHEMA * size / self._standard)),))

    def _described(self, node: FieldNode, field: GraphQLField) -> Measure:
        """A field of the schema's description: 1, plus its contents for each type or each field."""
        if node.selection_set is None:
            return Measure(0, (Piece(own=1),))
        inner = self._selections(node.selection_set, get_named_type(field.type))
        return Measure(0, (Piece(1, self._usual_length(node.name.value, field), inner.pieces),))

    def _usual_length(self, name: str, field: GraphQLField) -> int:
        type_ = field.type.of_type if is_non_null_type(field.type) else field.type
        if not is_list_type(type_):
            return 1
        return len(self._schema.type_map) if name in _LONG_LISTS else _SHORT_LIST

    def _type(self, node: SelectionNode, parent: GraphQLNamedType | None) -> GraphQLNamedType | None:
        """The type that a selection applies to."""
        condition = None
        if isinstance(node, InlineFragmentNode):
            condition = node.type_condition
        elif isinstance(node, FragmentSpreadNode) and node.name.value in self._fragments:
            condition = self._fragments[node.name.value].type_condition
        return parent if condition is None else self._schema.get_type(condition.name.value)


def _repeats(node: SelectionSetNode) -> int:
    """The number of fields with a repeated response key, and of fragments after the first."""
    fields = [selection for selection in node.selections if isinstance(selection, FieldNode)]
    spreads = sum(isinstance(selection, FragmentSpreadNode) for selection in node.selections)
    names = {(field.alias or field.name).value for field in fields}
    return len(fields) - len(names) + max(0, spreads - 1)


def _is_call(field: GraphQLField) -> bool:
    definition = field.extensions["strawberry-definition"]
    return definition.base_resolver is not None and definition.is_async


def _times(node: FieldNode, name: str) -> int | str:
    """The number of items that a field requests by this argument, or the variable that holds it."""
    for argument in node.arguments or ():
        if argument.name.value == name:
            if isinstance(argument.value, VariableNode):
                return argument.value.name.value
            return _number(argument.value)
    return FIRST


def _number(value: ValueNode) -> int:
    """The value as a number, or the length of a list."""
    if isinstance(value, ListValueNode):
        return len(value.values)
    return _count(value.value) if isinstance(value, IntValueNode) else FIRST


def _count(text: str) -> int:
    return max(0, int(text)) if len(text) < 10 else MOST


def _price(piece: Piece, variables: Mapping[str, Any], known: dict[int, int]) -> int:
    if id(piece) not in known:
        parts = [_price(part, variables, known) for part in piece.parts]
        first = variables.get(piece.first, FIRST) if isinstance(piece.first, str) else piece.first
        first = len(first) if isinstance(first, list | tuple) else first
        times = max(0, first) if isinstance(first, int) else FIRST
        inner = max(parts, default=0) if piece.largest else sum(parts)
        known[id(piece)] = piece.own + times * inner
    return known[id(piece)]
