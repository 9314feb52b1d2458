"""Builds GraphQL types from msgspec structs, so that nothing is listed twice.

Ids become strings, tuples and frozensets become lists, a union of structs becomes a union, and values without
a fixed shape become JSON. A tag becomes a field. An input field that may be omitted is optional; a move
without fields is a Boolean.
"""

import dataclasses
import inspect
import keyword
from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum, EnumMeta
from functools import cache
from typing import Any, Final, NewType, TypeAlias, TypeVar

import msgspec
import msgspec.inspect as mi
import strawberry
from strawberry.annotation import StrawberryAnnotation
from strawberry.types.base import StrawberryList, StrawberryOptional
from strawberry.types.enum import EnumValue, StrawberryEnumDefinition
from strawberry.types.field import StrawberryField
from strawberry.types.fields.resolver import StrawberryResolver
from strawberry.types.scalar import ScalarDefinition
from strawberry.types.union import StrawberryUnion
from strawberry.utils.str_converters import to_camel_case

from schema.type_names import TypeNames

T = TypeVar("T")
GraphQLType: TypeAlias = Any
"""What strawberry takes as a type: a class, a scalar, an enum, a union, or a list or optional of one."""

JSON = NewType("JSON", object)
DateTime = NewType("DateTime", datetime)

SCALARS: Final[Mapping[object, ScalarDefinition]] = {
    JSON: strawberry.scalar(
        name="JSON",
        description="Any JSON value.",
        serialize=msgspec.to_builtins,
        parse_value=lambda value: value,
    ),
    DateTime: strawberry.scalar(
        name="DateTime",
        description="A time in RFC 3339 format, in UTC.",
        serialize=lambda moment: msgspec.to_builtins(moment.astimezone(UTC)),
        parse_value=lambda text: msgspec.convert(text, datetime),
    ),
}
_LEAVES: Final[Mapping[type[mi.Type], object]] = {
    mi.BoolType: bool,
    mi.IntType: int,
    mi.FloatType: float,
    mi.StrType: str,
    mi.DateTimeType: DateTime,
    mi.AnyType: JSON,
    mi.DictType: JSON,
}
_LISTS: Final = (mi.VarTupleType, mi.ListType, mi.FrozenSetType)


class TypeClash(Exception):
    """Two types with the same name, or fields with the same name that one query could not select together."""


class StructUnion(StrawberryUnion):
    """A union of structs; the struct of a value determines its type."""

    def __init__(self, name: str, members: Mapping[type, type], description: str | None) -> None:
        annotations = tuple(StrawberryAnnotation(member) for member in members.values())
        super().__init__(name=name, type_annotations=annotations, description=description)
        self.names = {struct: member.__name__ for struct, member in members.items()}

    def get_type_resolver(self, type_map: Any) -> Callable[..., str]:  # noqa: ARG002  strawberry's signature
        """The name of the type of a value."""
        names = self.names
        return lambda value, _info, _type: names[type(value)]


@dataclasses.dataclass(frozen=True)
class _Adapted:
    """How the fields of some structs differ from their declarations, by their names in GraphQL."""

    nullable: Container[str] = ()
    renamed: Mapping[str, str] = dataclasses.field(default_factory=dict)


_AS_DECLARED: Final = _Adapted()


class TypeBuilder:
    """The GraphQL types of structs and enums of one schema, each built once."""

    def __init__(self, names: TypeNames) -> None:
        self._names = names
        self._made: dict[object, GraphQLType] = {}
        self._taken: dict[str, object] = {}
        self._left_out: set[type] = set()
        self.struct_of_type: dict[str, type] = {}
        """The struct of each type whose fields are all read from the struct, by the type's name."""

    def name(self, struct: type) -> str:
        """The name of the type of a struct or enum."""
        return self._names.name(struct)

    def output(
        self,
        struct: type,
        *,
        implements: Sequence[type] = (),
        changed: Mapping[str, StrawberryField | None] | None = None,
        adapted: _Adapted = _AS_DECLARED,
    ) -> type:
        """The type of a struct; `changed` replaces, adds or (None) leaves out fields."""
        if struct in self._made:
            made: type = self._made[struct]
            return made
        name = self.name(struct)
        fields: dict[str, StrawberryField | None] = {**self._output_fields(struct, adapted, changed or {})}
        fields |= changed or {}
        order = sorted(fields, key=_position(struct))
        body: dict[str, Any] = {name: fields[name] for name in order if fields[name] is not None}
        if implements:
            body["is_type_of"] = staticmethod(lambda value, _info: type(value) is struct)
        if not any(field and field.base_resolver for field in (changed or {}).values()):
            self.struct_of_type[name] = struct
        made = _class(name, body, bases=tuple(implements))
        return self._keep(struct, name, strawberry.type(made, name=name, description=inspect.getdoc(struct)))

    def interface(self, struct: type) -> type:
        """The interface of all structs derived from a struct; it has only the fields of that struct."""
        name = self.name(struct)
        body: dict[str, Any] = dict(self._output_fields(struct))
        if tag := _struct(struct).tag_field:
            body[tag] = field_of(str, "The kind of this object.")
        body["resolve_type"] = staticmethod(lambda value, _info, _type: self.name(type(value)))
        made = _class(name, body)
        return self._keep(
            struct, name, strawberry.interface(made, name=name, description=inspect.getdoc(struct))
        )

    def union(self, name: str, structs: Sequence[type], description: str = "") -> StructUnion:
        """The union of structs, under a name."""
        self.outputs({self._names.prefix(structs[0]): structs})
        members = {struct: self.output(struct) for struct in structs}
        return self._keep(frozenset(structs), name, StructUnion(name, members, description or None))

    def outputs(self, groups: Mapping[str, Sequence[type]], *, implements: Sequence[type] = ()) -> None:
        """Build types whose fragments can be in one selection, game by game.

        In one selection, fields with the same name must have the same response shape, or no query could
        select all of them. Within a game, a field that is nullable in one struct becomes nullable in all; any
        other difference is a TypeClash. The first game stays as it is and later ones adapt: their field
        becomes nullable or, if that is not enough, it is renamed. The keys of `groups` are the prefixes of
        the games.
        """
        settled: defaultdict[str, list[GraphQLType]] = defaultdict(list)
        done: set[type] = set()
        for prefix, structs in groups.items():
            own = [struct for struct in structs if struct not in done]
            adapted = self._adapted(prefix, own, settled)
            for struct in own:
                self.output(struct, implements=implements, adapted=adapted)
                for name, type_ in self._types_of(struct).items():
                    settled[name].append(type_)
            done.update(own)

    def group(self, name: str, fields: Mapping[str, StrawberryField], description: str) -> type:
        """A type made of these fields, without a struct of its own."""
        made = strawberry.type(_class(name, fields), name=name, description=description)
        return self._keep(name, name, made)

    def named(self, name: str) -> GraphQLType:
        """A type that `group` or `choice` has built."""
        return self._made[name]

    def substitute(self, struct: type, type_: GraphQLType) -> None:
        """Use this type wherever an answer holds the struct."""
        self._made[struct] = type_

    def leave_out(self, struct: type) -> None:
        """Omit fields that hold only this struct."""
        self._left_out.add(struct)

    def input(self, struct: type) -> type:
        """The input of a struct; a field with a default may be left out."""
        name, key = f"{self.name(struct)}Input", (struct, "input")
        if key in self._made:
            made: type = self._made[key]
            return made
        made = _class(name, {field.name: self._input_field(field) for field in _struct(struct).fields})
        return self._keep(key, name, strawberry.input(made, name=name, description=inspect.getdoc(struct)))

    def one_of(self, name: str, structs: Sequence[type], description: str) -> type:
        """An input that is exactly one of these tagged structs, each under its tag."""
        options: dict[str, tuple[GraphQLType, str | None]] = {}
        for struct in structs:
            info = _struct(struct)
            options[str(info.tag)] = self.input(struct) if info.fields else bool, inspect.getdoc(struct)
        return self.choice(name, options, description)

    def choice(
        self, name: str, options: Mapping[str, tuple[GraphQLType, str | None]], description: str
    ) -> type:
        """An input of which exactly one field is given; each has a type and a description."""
        fields = {
            _attribute(option): field_of(
                optional(type_), about, name=to_camel_case(option), default=strawberry.UNSET
            )
            for option, (type_, about) in options.items()
        }
        made = strawberry.input(_class(name, fields), name=name, one_of=True, description=description)
        return self._keep(name, name, made)

    def output_type(self, info: mi.Type, hint: str = "") -> GraphQLType:
        """The type of a part of an answer; `hint` names a union that has no name of its own."""
        return self._type(info, self._output_struct, hint)

    def enum(self, enum: EnumMeta) -> StrawberryEnumDefinition:
        """The enum, with its members by name."""
        if enum in self._made:
            made: StrawberryEnumDefinition = self._made[enum]
            return made
        values = [EnumValue(member.name, member.value) for member in enum]  # type: ignore[var-annotated]
        name = self.name(enum)
        return self._keep(enum, name, StrawberryEnumDefinition(enum, name, values, enum.__doc__))

    def _output_struct(self, info: mi.Type, hint: str) -> GraphQLType:
        structs = [_class_of(part) for part in (info.types if isinstance(info, mi.UnionType) else (info,))]
        if len(structs) == 1:
            return self.output(structs[0])
        known = self._made.get(frozenset(structs))
        return known or self.union(self._names.prefix(structs[0]) + hint.title().replace("_", ""), structs)

    def _input_struct(self, info: mi.Type, _hint: str) -> GraphQLType:
        return self.input(_class_of(info))

    def _type(self, info: mi.Type, struct: Callable[[mi.Type, str], GraphQLType], hint: str) -> GraphQLType:
        """Scalars, enums and lists are the same in answers and inputs; `struct` builds the rest."""
        if isinstance(info, mi.Metadata):
            return self._type(info.type, struct, hint)
        if type(info) in _LEAVES:
            return _LEAVES[type(info)]
        if isinstance(info, mi.CustomType):
            return self._made[info.cls]
        if isinstance(info, mi.EnumType):
            return self.enum(info.cls)
        if isinstance(info, _LISTS):
            return many(self._type(info.item_type, struct, hint))
        if isinstance(info, mi.TupleType):
            return many(self._type(info.item_types[0], struct, hint))
        if isinstance(info, mi.UnionType) and any(isinstance(part, mi.NoneType) for part in info.types):
            rest = tuple(part for part in info.types if not isinstance(part, mi.NoneType))
            some = rest[0] if len(rest) == 1 else mi.UnionType(rest)
            return optional(self._type(some, struct, hint))
        return struct(info, hint)

    def _output_fields(
        self, struct: type, adapted: _Adapted = _AS_DECLARED, without: Container[str] = ()
    ) -> dict[str, StrawberryField]:
        info = _struct(struct)
        tag = {} if info.tag_field is None else {info.tag_field: _constant(str(info.tag))}
        return tag | {
            field.name: self._output_field(field, adapted)
            for field in info.fields
            if field.name not in without and not self._is_left_out(field.type)
        }

    def _is_left_out(self, info: mi.Type) -> bool:
        """Whether a field of this type is omitted: GraphQL has no type for what is always null."""
        is_unused = isinstance(info, mi.CustomType) and info.cls in self._left_out
        return is_unused or isinstance(info, mi.NoneType)

    def _output_field(self, field: mi.Field, adapted: _Adapted) -> StrawberryField:
        name = to_camel_case(field.name)
        type_ = self.output_type(field.type, field.name)
        if name in adapted.nullable or _may_be_unset(field):
            type_ = optional(type_)
        about, renamed = _described(field.type), adapted.renamed.get(name)
        if renamed is not None:
            about = " ".join(
                filter(None, (f"`{field.name}` in JSON; another game has another `{name}`.", about))
            )
        return field_of(type_, about, name=renamed, deprecated=_deprecated(field.type))

    def _input_field(self, field: mi.Field) -> StrawberryField:
        type_ = self._type(field.type, self._input_struct, field.name)
        if field.required:
            return field_of(type_, _described(field.type))
        return field_of(
            optional(type_),
            _described(field.type),
            default=strawberry.UNSET,
            deprecated=_deprecated(field.type),
        )

    def _adapted(
        self, prefix: str, structs: Sequence[type], settled: Mapping[str, Sequence[GraphQLType]]
    ) -> _Adapted:
        """How the fields of these structs must differ from their declarations, apart from known changes."""
        types: defaultdict[str, list[GraphQLType]] = defaultdict(list)
        made = [struct for struct in structs if struct in self._made]
        for struct in structs:
            for name, type_ in self._types_of(struct).items():
                types[name].append(type_)
        nullable = {name for name, found in types.items() if any(map(_is_optional, found))}
        renamed: dict[str, str] = {}
        for name, found in types.items():
            own = [optional(type_) for type_ in found] if name in nullable else found
            if not self._one_shape(own):
                raise TypeClash(f"the field {name} has different types in {_listed(prefix, structs)}")
            if self._one_shape([*own, *settled.get(name, ())]):
                continue
            if self._one_shape([*map(optional, own), *settled[name]]):
                nullable.add(name)
            else:
                renamed[name] = prefix[:1].lower() + prefix[1:] + name[:1].upper() + name[1:]
        adapted = _Adapted(frozenset(nullable), renamed)
        self._check_adapted(prefix, made, adapted)
        if taken := {*renamed.values()} & {*types, *settled}:
            raise TypeClash(f"{prefix} has fields called {', '.join(sorted(taken))} already")
        return adapted

    def _check_adapted(self, prefix: str, made: Sequence[type], adapted: _Adapted) -> None:
        """Raise TypeClash for types that were built too early to be adapted."""
        for struct in made:
            for name, type_ in self._types_of(struct).items():
                if name in adapted.renamed or (name in adapted.nullable and not _is_optional(type_)):
                    raise TypeClash(
                        f"{prefix}: the field {name} of {struct.__name__} has another type elsewhere"
                    )

    def _one_shape(self, types: Sequence[GraphQLType]) -> bool:
        distinct = list({id(type_): type_ for type_ in types}.values())
        return all(self.same_shape(one, other) for n, one in enumerate(distinct) for other in distinct[:n])

    def same_shape(
        self, one: GraphQLType, other: GraphQLType, assumed: frozenset[tuple[int, int]] = frozenset()
    ) -> bool:
        """Whether answers of both types have the same shape in all fields they share.

        This is SameResponseShape of the GraphQL specification, applied to the selection of every field.
        """
        for wrapper in (StrawberryOptional, StrawberryList):
            if isinstance(one, wrapper) or isinstance(other, wrapper):
                alike = isinstance(one, wrapper) and isinstance(other, wrapper)
                return alike and self.same_shape(one.of_type, other.of_type, assumed)
        ours, theirs = _fields_below(one), _fields_below(other)
        if ours is None or theirs is None or one is other:
            return bool(one == other)
        pair = (id(one), id(other))
        return pair in assumed or all(
            self.same_shape(our, their, assumed | {pair})
            for name in ours.keys() & theirs.keys()
            for our in ours[name]
            for their in theirs[name]
        )

    def _types_of(self, struct: type) -> dict[str, GraphQLType]:
        """The types of the fields of a struct, whether or not its own type has been built."""
        made = self._made.get(struct)
        if made is not None:
            return _field_types(made)
        fields = self._output_fields(struct)
        return {to_camel_case(name): field.type for name, field in fields.items()}

    def _keep(self, key: object, name: str, made: T) -> T:
        if key in self._made or self._taken.setdefault(name, key) != key:
            raise TypeClash(f"two types are called {name}")
        self._made[key] = made
        return made


def _field_types(made: GraphQLType) -> dict[str, GraphQLType]:
    """By name in GraphQL, the types of the fields of a type."""
    fields = made.__strawberry_definition__.fields
    return {field.graphql_name or to_camel_case(field.python_name): field.type for field in fields}


def _fields_below(type_: GraphQLType) -> Mapping[str, Sequence[GraphQLType]] | None:
    """By name, the types of all fields that can be selected of a type; None for a leaf."""
    if isinstance(type_, StructUnion):
        members = [annotation.resolve() for annotation in type_.type_annotations]
    elif hasattr(type_, "__strawberry_definition__") and not isinstance(type_, StrawberryEnumDefinition):
        members = [type_]
    else:
        return None
    found: defaultdict[str, list[GraphQLType]] = defaultdict(list)
    for member in members:
        for name, inner in _field_types(member).items():
            found[name].append(inner)
    return found


def _is_optional(type_: GraphQLType) -> bool:
    return isinstance(type_, StrawberryOptional)


def _listed(prefix: str, structs: Sequence[type]) -> str:
    shown = ", ".join(struct.__name__ for struct in structs[:3])
    return f"{prefix} ({shown}{', …' if len(structs) > 3 else ''})"


def optional(type_: GraphQLType) -> GraphQLType:
    """The type, or null."""
    return type_ if _is_optional(type_) else StrawberryOptional(type_)


def many(type_: GraphQLType) -> GraphQLType:
    """A list of the type."""
    return StrawberryList(type_)


def read_field(value: Any, name: str) -> Any:
    """A field of a struct; UNSET is null."""
    found = getattr(value, name)
    return None if found is msgspec.UNSET else found


def to_json(value: Any) -> Any:
    """The JSON that an input stands for."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list):
        return [to_json(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        given = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {name: to_json(item) for name, item in given.items() if item is not strawberry.UNSET}
    return value


def chosen_field(value: Any) -> tuple[str, Any]:
    """The one field of an input that is given, and its value."""
    ((name, item),) = (
        (field.name, getattr(value, field.name))
        for field in dataclasses.fields(value)
        if getattr(value, field.name) is not strawberry.UNSET
    )
    return name.removesuffix("_"), item


def to_tagged_json(value: Any) -> dict[str, Any]:
    """The JSON of a choice among tagged structs; a bare one contains only its tag."""
    name, item = chosen_field(value)
    if item is False:
        raise ValueError(f"The move {name} has no fields; it can only be true.")
    return {"type": name, **({} if item is True else to_json(item))}


def to_input(value: Any, *, is_enum: bool = True) -> Any:
    """A struct as a value of its input: the inverse of `to_json`, or of `to_tagged_json` if it has a tag.

    A field for any text may hold a member of an enum; its input is the text, not the member's name.
    """
    if isinstance(value, Enum):
        return value.name if is_enum else value.value
    if isinstance(value, tuple | frozenset | list):
        return [to_input(item, is_enum=is_enum) for item in value]
    if not isinstance(value, msgspec.Struct):
        return value
    items = {name: getattr(value, name) for name in value.__struct_fields__}
    enums = _enum_fields(type(value))
    fields = {
        to_camel_case(name): to_input(item, is_enum=name in enums)
        for name, item in items.items()
        if item is not msgspec.UNSET
    }
    tag = value.__struct_config__.tag
    return fields if tag is None else {to_camel_case(str(tag)): fields if items else True}


@cache
def _enum_fields(struct: type) -> frozenset[str]:
    """The fields whose values are members of an enum, or lists of them."""
    return frozenset(field.name for field in _struct(struct).fields if _holds_enum(field.type))


def _holds_enum(info: mi.Type) -> bool:
    if isinstance(info, mi.Metadata):
        return _holds_enum(info.type)
    if isinstance(info, _LISTS):
        return _holds_enum(info.item_type)
    if isinstance(info, mi.TupleType):
        return _holds_enum(info.item_types[0])
    if isinstance(info, mi.UnionType):
        return any(map(_holds_enum, info.types))
    return isinstance(info, mi.EnumType)


def _class(name: str, body: Mapping[str, Any], bases: tuple[type, ...] = ()) -> type:
    """A class for strawberry to decorate; it belongs to this module, whatever it was made from."""
    return type(name, bases, {"__module__": __name__, "__annotations__": {}, **body})


@cache
def _struct(struct: type) -> mi.StructType:
    info = mi.type_info(struct)
    assert isinstance(info, mi.StructType), struct
    return info


def _position(struct: type) -> Callable[[str], int]:
    """The order of fields: the tag, then the fields of the struct in order, then added ones."""
    info = _struct(struct)
    names = [info.tag_field, *(field.name for field in info.fields)]
    return lambda name: names.index(name) if name in names else len(names)


def _class_of(info: mi.Type) -> type:
    if not isinstance(info, mi.StructType):
        raise TypeError(f"an answer cannot hold {info}")
    return info.cls


def _may_be_unset(field: mi.Field) -> bool:
    """Whether a field may be UNSET. msgspec reports UNSET as a missing default."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


def field_of(
    type_: GraphQLType,
    description: str | None = None,
    *,
    name: str | None = None,
    default: object = dataclasses.MISSING,
    resolver: Callable[..., Any] | None = None,
    arguments: Mapping[str, GraphQLType] | None = None,
    followed: bool = False,
    deprecated: str | None = None,
) -> StrawberryField:
    """A field of a type; without a resolver, it is read from the struct.

    `arguments` has the types of arguments that Python cannot annotate. `deprecated` says what to use instead.
    """
    resolved = None if resolver is None else _resolver(resolver, arguments or {})
    return StrawberryField(
        graphql_name=name,
        type_annotation=StrawberryAnnotation(type_),
        description=description or (resolver.__doc__ if resolver else None),
        default=default,
        base_resolver=resolved,
        is_subscription=followed,
        deprecation_reason=deprecated,
    )


def _resolver(function: Callable[..., Any], arguments: Mapping[str, GraphQLType]) -> StrawberryResolver[Any]:
    made: StrawberryResolver[Any] = StrawberryResolver(function)
    for argument in made.arguments if arguments else ():
        if argument.python_name in arguments:
            argument.type_annotation = StrawberryAnnotation(arguments[argument.python_name])
    return made


def _constant(tag: str) -> StrawberryField:
    return field_of(str, f"Always `{tag}`.", resolver=lambda: tag)


def _attribute(tag: str) -> str:
    return f"{tag}_" if keyword.iskeyword(tag) else tag


def _deprecated(info: mi.Type) -> str | None:
    """What to use instead of a field that is marked as deprecated in its JSON Schema."""
    more = (info.extra_json_schema or {}) if isinstance(info, mi.Metadata) else {}
    return str(more["description"]) if more.get("deprecated") else None


def _described(info: mi.Type) -> str | None:
    """The constraints on a value besides its type."""
    if isinstance(info, mi.Metadata):
        return str((info.extra_json_schema or {}).get("description", "")) or _described(info.type)
    if isinstance(info, mi.IntType) and info.ge is not None and info.le is not None:
        return f"From {info.ge} to {info.le}."
    if isinstance(info, mi.VarTupleType) and info.max_length is not None:
        return f"At most {info.max_length} of them."
    return None
