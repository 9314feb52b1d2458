"""How much one operation may ask for: tokens, depth, aliases, and a cost that is told in `extensions`.

A fragment is measured once, however often it is spread: measuring must not cost what it is to prevent.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
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
    VariableNode,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    parse,
    specified_rules,
)
from msgspec import Struct
from strawberry.schema.schema import validate_document

from schema.graphql.common import FIRST, MOST

KEPT: Final = 256
"""Documents that are kept parsed and validated."""
CALL: Final = 5
"""The cost of a field for which the store is asked; any other field with fields of its own costs 1."""
COSTS: Final[Mapping[str, int]] = {
    "Query.audit": 200,
    "Game.audit": 200,
    "Game.moves": 10,
    "Game.view": 10,
    "Query.ruleset": 20,
    "Query.rulesets": 20,
}
_LARGEST_SHOWN: Final = 2**31 - 1


class Limits(Struct, frozen=True):
    """What one operation may have at most, and whether it may ask for the schema itself."""

    depth: int = 12
    aliases: int = 30
    tokens: int = 4000
    cost: int = 2000
    introspection: bool = True


class Piece(Struct, frozen=True):
    """A part of an operation's cost: its own, and `first` times its parts', or the largest of them."""

    own: int = 0
    first: int | str = 1
    parts: Sequence["Piece"] = ()
    largest: bool = False


class Measure(Struct, frozen=True):
    """How deep a selection goes and what it costs."""

    depth: int = 0
    pieces: tuple[Piece, ...] = ()


class Prepared(Struct, frozen=True):
    """A document that was read and found good, or what is wrong with it, and the costs of its operations."""

    document: DocumentNode
    errors: list[GraphQLError]
    costs: Mapping[str | None, Piece]
    changes: Mapping[str | None, int]
    defaults: Mapping[str, int]

    def cost(self, operation: str | None, variables: Mapping[str, Any]) -> int:
        """What an operation costs with these variables."""
        piece = self.costs.get(operation) or next(iter(self.costs.values()), Piece())
        return _price(piece, {**self.defaults, **variables}, {})


def preparation(schema: GraphQLSchema, limits: Limits) -> Callable[[str], Prepared]:
    """Reads documents, each once while it is remembered; raises a syntax error."""
    rules = (*specified_rules, *(() if limits.introspection else (NoSchemaIntrospectionCustomRule,)))

    @lru_cache(KEPT)
    def prepare(query: str) -> Prepared:
        document = parse(query, max_tokens=limits.tokens)
        measured = _Measuring(schema, document)
        errors = validate_document(schema, document, rules) or list(_excess(measured, limits))
        return Prepared(document, errors, measured.costs, measured.changes, measured.defaults)

    return prepare


def _excess(measured: "_Measuring", limits: Limits) -> Sequence[GraphQLError]:
    found = {"depth": (measured.depth, limits.depth), "aliases": (measured.aliases, limits.aliases)}
    return [refusal(what, is_, most) for what, (is_, most) in found.items() if is_ > most]


def refusal(what: str, found: int, most: int) -> GraphQLError:
    """An operation that asks for too much."""
    found = min(found, _LARGEST_SHOWN)
    return GraphQLError(
        f"This operation has too much {what}: {found}. At most {most} are allowed.",
        extensions={"code": f"too_much_{what}", "details": {what: found, "limit": most}},
    )


class _Measuring:
    """Depth, aliases and costs of a document; what the schema does not know counts nothing."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode) -> None:
        self._schema = schema
        self._fragments = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }
        self._measured: dict[str, Measure] = {}
        self.aliases = 0
        self.depth = 0
        self.costs: dict[str | None, Piece] = {}
        self.changes: dict[str | None, int] = {}
        self.defaults: dict[str, int] = {}
        for node in document.definitions:
            if isinstance(node, OperationDefinitionNode):
                self._operation(node)

    def _operation(self, node: OperationDefinitionNode) -> None:
        for variable in node.variable_definitions or ():
            if isinstance(variable.default_value, IntValueNode | ListValueNode):
                self.defaults[variable.variable.name.value] = _number(variable.default_value)
        root = self._schema.get_root_type(node.operation)
        measure = self._selections(node.selection_set, root)
        self.depth = max(self.depth, measure.depth)
        name = node.name.value if node.name else None
        self.costs[name] = Piece(parts=measure.pieces)
        if node.operation is OperationType.MUTATION:
            self.changes[name] = len(set(self._roots(node.selection_set, set())))

    def _roots(self, node: SelectionSetNode, seen: set[str]) -> Iterator[str]:
        """The names under which fields are answered, each fragment looked at once."""
        for selection in node.selections:
            if isinstance(selection, FieldNode):
                yield (selection.alias or selection.name).value
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
        for selection in node.selections:
            type_ = self._type(selection, parent)
            measure = self._selection(selection, type_)
            depth = max(depth, measure.depth)
            if is_abstract_type(parent) and isinstance(type_, GraphQLObjectType):
                concrete.setdefault(type_.name, []).extend(measure.pieces)
            else:
                pieces += measure.pieces
        # A value is of one type: of the fragments on types, only the most expensive counts.
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
            self._measured[name] = Measure()  # stands for itself in a circle, which validation refuses
            if name in self._fragments:
                measure = self._selections(self._fragments[name].selection_set, type_)
                self._measured[name] = Measure(measure.depth, (Piece(parts=measure.pieces),))
        return self._measured[name]

    def _field(self, node: FieldNode, parent: GraphQLNamedType | None) -> Measure:
        self.aliases += node.alias is not None
        name = node.name.value
        fields = parent.fields if isinstance(parent, GraphQLObjectType | GraphQLInterfaceType) else {}
        if parent is None or name not in fields:
            return Measure(depth=0 if name.startswith("__") else 1)
        type_ = get_named_type(fields[name].type)
        if is_leaf_type(type_) or node.selection_set is None:
            return Measure(depth=1)
        inner = self._selections(node.selection_set, type_)
        own = COSTS.get(f"{parent.name}.{name}") or (CALL if _is_call(fields[name]) else 1)
        if "ids" in fields[name].args:  # a call for each
            return Measure(inner.depth + 1, (Piece(0, _times(node, "ids"), [Piece(own, 1, inner.pieces)]),))
        first = _times(node, "first") if "first" in fields[name].args else 1
        return Measure(inner.depth + 1, (Piece(own, first, inner.pieces),))

    def _type(self, node: SelectionNode, parent: GraphQLNamedType | None) -> GraphQLNamedType | None:
        """The type to which a selection applies."""
        condition = None
        if isinstance(node, InlineFragmentNode):
            condition = node.type_condition
        elif isinstance(node, FragmentSpreadNode) and node.name.value in self._fragments:
            condition = self._fragments[node.name.value].type_condition
        return parent if condition is None else self._schema.get_type(condition.name.value)


def _is_call(field: GraphQLField) -> bool:
    definition = field.extensions["strawberry-definition"]
    return definition.base_resolver is not None and definition.is_async


def _times(node: FieldNode, name: str) -> int | str:
    """The number of items that a field asks for by this argument, or the variable that has it."""
    for argument in node.arguments or ():
        if argument.name.value == name:
            if isinstance(argument.value, VariableNode):
                return argument.value.name.value
            return _number(argument.value)
    return FIRST


def _number(value: ValueNode) -> int:
    """What stands there as a number, or how many stand there."""
    if isinstance(value, ListValueNode):
        return len(value.values)
    return _count(value.value) if isinstance(value, IntValueNode) else FIRST


def _count(text: str) -> int:
    return max(0, int(text)) if len(text) < 10 else MOST


def _price(piece: Piece, variables: Mapping[str, Any], known: dict[int, int]) -> int:
    if id(piece) not in known:
        parts = [_price(part, variables, known) for part in piece.parts]
        first = variables.get(piece.first, FIRST) if isinstance(piece.first, str) else piece.first
        first = len(first) if isinstance(first, list) else first
        times = max(0, first) if isinstance(first, int) else FIRST
        inner = max(parts, default=0) if piece.largest else sum(parts)
        known[id(piece)] = piece.own + times * inner
    return known[id(piece)]
