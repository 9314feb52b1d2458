"""Reads plain data without resolving it field by field: a selection is compiled to one function.

The selection of a view or an event is compiled once for each document and then only reads the structs.
Whatever needs more than reading (directives, resolvers, arguments) is executed in the ordinary way.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeAlias

import msgspec
from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLField,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLScalarType,
    GraphQLSchema,
    InlineFragmentNode,
    SelectionSetNode,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
)
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

Reading: TypeAlias = Callable[[Any], Any]
"""Turns a value that is not null into JSON."""
Fragments: TypeAlias = Mapping[str, FragmentDefinitionNode]

KEPT: Final = 2048
_TYPENAME: Final = "__typename"
_AS_THEY_ARE: Final = {"String", "Int", "Boolean", "ID"}


class NotPlain(Exception):
    """A selection needs more than reading."""


class Projector:
    """The compiled selections of one schema; `structs` are those whose types have only their own fields."""

    def __init__(self, schema: GraphQLSchema, structs: Mapping[str, type]) -> None:
        self._schema = schema
        self._structs = structs
        self._kept: OrderedDict[tuple[int, ...], tuple[Sequence[FieldNode], Reading | None]] = OrderedDict()
        self._plain: dict[str, bool] = {}
        self._fields = {
            id(field.type)
            for type_ in schema.type_map.values()
            if isinstance(type_, GraphQLObjectType) and not type_.name.startswith("__")
            for field in type_.fields.values()
            if not is_leaf_type(get_named_type(field.type)) and self._is_plain(get_named_type(field.type))
        }

    def reading(
        self, type_: GraphQLOutputType, nodes: Sequence[FieldNode], fragments: Fragments
    ) -> Reading | None:
        """The function that reads a field of this type, if it can be compiled."""
        if id(type_) not in self._fields:
            return None
        key = (id(type_), *map(id, nodes))
        if key not in self._kept:
            self._kept[key] = (nodes, self._made(type_, nodes, fragments))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key][1]

    def _is_plain(self, type_: GraphQLNamedType) -> bool:
        if is_leaf_type(type_):
            return True
        if type_.name not in self._plain:
            self._plain[type_.name] = True  # a type that contains itself is checked once
            self._plain[type_.name] = (
                all(map(self._is_plain, self._schema.get_possible_types(type_)))
                if is_abstract_type(type_)
                else type_.name in self._structs and all(map(self._is_plain, _parts(type_)))
            )
        return self._plain[type_.name]

    def _made(
        self, type_: GraphQLOutputType, nodes: Sequence[FieldNode], fragments: Fragments
    ) -> Reading | None:
        try:
            return _Making(self._schema, self._structs, fragments).value(type_, nodes)
        except NotPlain:
            return None


class _Making:
    """Compiles the selection of one field."""

    def __init__(self, schema: GraphQLSchema, structs: Mapping[str, type], fragments: Fragments) -> None:
        self._schema = schema
        self._structs = structs
        self._fragments = fragments

    def value(self, type_: Any, nodes: Sequence[FieldNode]) -> Reading:
        """The reader of a value of any type that is not null."""
        if isinstance(type_, GraphQLNonNull):
            return self.value(type_.of_type, nodes)
        if isinstance(type_, GraphQLList):
            return _list(self._item(type_.of_type, nodes))
        if is_leaf_type(type_):
            return _leaf(type_)
        if isinstance(type_, GraphQLObjectType):
            return self._object(type_, nodes)
        return _by_type(
            {
                self._structs[member.name]: self._object(member, nodes)
                for member in self._schema.get_possible_types(type_)
            }
        )

    def _item(self, type_: Any, nodes: Sequence[FieldNode]) -> Reading:
        reading = self.value(type_, nodes)
        return reading if isinstance(type_, GraphQLNonNull) or reading is _same else _or_null(reading)

    def _object(self, type_: GraphQLObjectType, nodes: Sequence[FieldNode]) -> Reading:
        selected: dict[str, list[FieldNode]] = {}
        for node in nodes:
            if node.selection_set is not None:
                self._collect(node.selection_set, type_, selected)
        return _record({key: self._field(type_, same) for key, same in selected.items()})

    def _collect(
        self, selections: SelectionSetNode, type_: GraphQLObjectType, selected: dict[str, list[FieldNode]]
    ) -> None:
        """The selected fields of a type by their response keys."""
        for node in selections.selections:
            if node.directives:
                raise NotPlain
            if isinstance(node, FieldNode):
                selected.setdefault((node.alias or node.name).value, []).append(node)
                continue
            fragment: InlineFragmentNode | FragmentDefinitionNode
            if isinstance(node, FragmentSpreadNode):
                fragment = self._fragments[node.name.value]
            else:
                assert isinstance(node, InlineFragmentNode)
                fragment = node
            if self._applies(fragment, type_):
                self._collect(fragment.selection_set, type_, selected)

    def _applies(
        self, fragment: InlineFragmentNode | FragmentDefinitionNode, type_: GraphQLObjectType
    ) -> bool:
        if fragment.type_condition is None:
            return True
        condition = self._schema.type_map[fragment.type_condition.name.value]
        return condition is type_ or (
            is_abstract_type(condition) and self._schema.is_sub_type(condition, type_)
        )

    def _field(self, type_: GraphQLObjectType, nodes: Sequence[FieldNode]) -> Reading:
        """The reader of one field of a struct."""
        name = nodes[0].name.value
        if name == _TYPENAME:
            return _constant(type_.name)
        config = self._structs[type_.name].__struct_config__  # type: ignore[attr-defined]
        if name == config.tag_field:
            return _constant(config.tag)
        field = type_.fields[name]
        read, reading = attrgetter(_attribute(field)), self.value(field.type, nodes)
        if isinstance(field.type, GraphQLNonNull):
            return read if reading is _same else lambda value: reading(read(value))
        return _or_null(reading, read)


class Executor(StrawberryGraphQLCoreExecutionContext):
    """The standard executor, except that plain values are read by their compiled selection."""

    def complete_value(  # noqa: PLR0917  graphql-core's signature
        self,
        return_type: GraphQLOutputType,
        field_details_list: Any,
        info: Any,
        path: Any,
        result: Any,
        position_context: Any,
    ) -> Any:
        """The value of a field as JSON."""
        projector: Projector = self.schema._strawberry_schema.projector  # type: ignore[attr-defined]  # noqa: SLF001
        reading = projector.reading(return_type, info.field_nodes, info.fragments)
        if reading is None or result is None or isinstance(result, Exception):
            return super().complete_value(
                return_type, field_details_list, info, path, result, position_context
            )
        return reading(result)


def _parts(type_: GraphQLNamedType) -> list[GraphQLNamedType]:
    assert isinstance(type_, GraphQLObjectType)
    return [get_named_type(field.type) for field in type_.fields.values()]


def _attribute(field: GraphQLField) -> str:
    return str(field.extensions["strawberry-definition"].python_name)


def _same(value: Any) -> Any:
    return value


def _leaf(type_: GraphQLNamedType) -> Reading:
    if isinstance(type_, GraphQLEnumType):
        members = type_.extensions["strawberry-definition"].wrapped_cls
        return {member: member.name for member in members}.__getitem__
    assert isinstance(type_, GraphQLScalarType)
    return _same if type_.name in _AS_THEY_ARE else type_.coerce_output_value


def _list(reading: Reading) -> Reading:
    return list if reading is _same else lambda values: [reading(value) for value in values]


def _by_type(readings: Mapping[type, Reading]) -> Reading:
    return lambda value: readings[type(value)](value)


def _record(readings: Mapping[str, Reading]) -> Reading:
    items = tuple(readings.items())
    return lambda value: {key: reading(value) for key, reading in items}


def _constant(text: str) -> Reading:
    return lambda _: text


def _or_null(reading: Reading, read: Reading = _same) -> Reading:
    def nullable(value: Any) -> Any:
        found = read(value)
        return None if found is None or found is msgspec.UNSET else reading(found)

    return nullable
