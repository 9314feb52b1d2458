"""GraphQL types made of msgspec structs, so that nothing is listed twice.

Ids are strings, tuples and frozensets are lists, a union of structs is a union, what has no shape is JSON.
A tag is a field of its own. What may be left out of an input is optional; a move without fields is a Boolean.
"""

import dataclasses
import inspect
import keyword
from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum, EnumMeta
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

T = TypeVar("T")
GraphQLType: TypeAlias = Any
"""What strawberry takes as a type: a class, a scalar, an enum, a union, or a list or optional of one."""

JSON = NewType("JSON", object)
DateTime = NewType("DateTime", datetime)

SCALARS: Final[Mapping[object, ScalarDefinition]] = {
    JSON: strawberry.scalar(
        name="JSON",
        description="Any JSON value, for what has no fixed shape.",
        serialize=msgspec.to_builtins,
        parse_value=lambda value: value,
    ),
    DateTime: strawberry.scalar(
        name="DateTime",
        description="A moment as RFC 3339 text, in UTC.",
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


class Clash(Exception):
    """Two things that GraphQL would not tell apart: types of one name, or fields of one name in a union."""


class StructUnion(StrawberryUnion):
    """A union of structs: which one it is says the struct itself."""

    def __init__(self, name: str, members: Mapping[type, type], description: str | None) -> None:
        annotations = tuple(StrawberryAnnotation(member) for member in members.values())
        super().__init__(name=name, type_annotations=annotations, description=description)
        self.names = {struct: member.__name__ for struct, member in members.items()}

    def get_type_resolver(self, type_map: Any) -> Callable[..., str]:  # noqa: ARG002  strawberry's signature
        """The name of the type of a value."""
        names = self.names
        return lambda value, _info, _type: names[type(value)]


class Types:
    """The GraphQL types of structs and enums, each made once.

    `prefixes` has the prefix of each game's types by its package, `names` those of structs that cannot keep
    their own name.
    """

    def __init__(
        self,
        prefixes: Mapping[str, str],
        names: Mapping[type, str] | None = None,
    ) -> None:
        self._prefixes = prefixes
        self._names = names or {}
        self._made: dict[object, GraphQLType] = {}
        self._taken: dict[str, object] = {}
        self._left_out: set[type] = set()
        self.plain: dict[str, type] = {}

    def name(self, struct: type) -> str:
        """What a struct or enum is called: its own name with the game's prefix, without `Answer`."""
        if struct in self._names:
            return self._names[struct]
        prefix = self._prefix(struct)
        return prefix + struct.__name__.removeprefix(prefix).removesuffix("Answer")

    def output(
        self,
        struct: type,
        *,
        implements: Sequence[type] = (),
        changed: Mapping[str, StrawberryField | None] | None = None,
        nullable: Container[str] = (),
    ) -> type:
        """The type of a struct; `changed` replaces, adds or (None) leaves out fields."""
        if struct in self._made:
            made: type = self._made[struct]
            return made
        name = self.name(struct)
        fields: dict[str, StrawberryField | None] = {**self._output_fields(struct, nullable, changed or {})}
        fields |= changed or {}
        order = sorted(fields, key=_position(struct))
        body: dict[str, Any] = {name: fields[name] for name in order if fields[name] is not None}
        if implements:
            body["is_type_of"] = staticmethod(lambda value, _info: type(value) is struct)
        if not any(field and field.base_resolver for field in (changed or {}).values()):
            self.plain[name] = struct
        made = _class(name, body, bases=tuple(implements))
        return self._keep(struct, name, strawberry.type(made, name=name, description=inspect.getdoc(struct)))

    def interface(self, struct: type) -> type:
        """The interface of what is derived from a struct."""
        name = self.name(struct)
        body: dict[str, Any] = dict(self._output_fields(struct))
        if tag := _struct(struct).tag_field:
            body[tag] = field_of(str, "Which of them it is.")
        body["resolve_type"] = staticmethod(lambda value, _info, _type: self.name(type(value)))
        made = _class(name, body)
        return self._keep(
            struct, name, strawberry.interface(made, name=name, description=inspect.getdoc(struct))
        )

    def union(
        self, name: str, structs: Sequence[type], *, implements: Sequence[type] = (), description: str = ""
    ) -> StructUnion:
        """The union of structs, under a name."""
        return self.unions({name: structs}, implements=implements, description=description)[name]

    def unions(
        self, groups: Mapping[str, Sequence[type]], *, implements: Sequence[type] = (), description: str = ""
    ) -> dict[str, StructUnion]:
        """Unions that may have structs in common.

        In a union a field name must have one type, or fragments would clash; one that may be null in one
        member may therefore be null in all.
        """
        nullable: defaultdict[type, set[str]] = defaultdict(set)
        for name, structs in groups.items():
            found = self._nullable(name, structs)
            for struct in structs:
                nullable[struct] |= found
        made = {
            struct: self.output(struct, implements=implements, nullable=fields)
            for struct, fields in nullable.items()
        }
        return {
            name: self._keep(
                frozenset(structs),
                name,
                StructUnion(name, {struct: made[struct] for struct in structs}, description or None),
            )
            for name, structs in groups.items()
        }

    def group(self, name: str, fields: Mapping[str, StrawberryField], description: str) -> type:
        """A type that is put together from others, without a struct of its own."""
        made = strawberry.type(_class(name, fields), name=name, description=description)
        return self._keep(name, name, made)

    def stand_in(self, struct: type, type_: GraphQLType) -> None:
        """Wherever an answer holds this struct, it is of that type."""
        self._made[struct] = type_

    def leave_out(self, struct: type) -> None:
        """Fields that hold only this are not shown."""
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
        """An input of which exactly one field is given; for each its type and description."""
        fields = {
            _attribute(option): field_of(
                optional(type_), about, name=to_camel_case(option), default=strawberry.UNSET
            )
            for option, (type_, about) in options.items()
        }
        made = strawberry.input(_class(name, fields), name=name, one_of=True, description=description)
        return self._keep(name, name, made)

    def output_type(self, info: mi.Type, hint: str = "") -> GraphQLType:
        """The type of an answer's part; `hint` names a union that has no name of its own."""
        return self._type(info, self._output_struct, hint)

    def enum(self, enum: EnumMeta) -> StrawberryEnumDefinition:
        """The enum, its members by their names."""
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
        return known or self.union(self._prefix(structs[0]) + hint.title().replace("_", ""), structs)

    def _input_struct(self, info: mi.Type, _hint: str) -> GraphQLType:
        return self.input(_class_of(info))

    def _type(self, info: mi.Type, struct: Callable[[mi.Type, str], GraphQLType], hint: str) -> GraphQLType:
        """Scalars, enums and lists are alike in answers and inputs; `struct` makes the rest."""
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
        self, struct: type, nullable: Container[str] = (), without: Container[str] = ()
    ) -> dict[str, StrawberryField]:
        info = _struct(struct)
        tag = {} if info.tag_field is None else {info.tag_field: _constant(str(info.tag))}
        return tag | {
            field.name: self._output_field(field, nullable)
            for field in info.fields
            if field.name not in without and not self._is_left_out(field.type)
        }

    def _is_left_out(self, info: mi.Type) -> bool:
        return isinstance(info, mi.CustomType) and info.cls in self._left_out

    def _output_field(self, field: mi.Field, nullable: Container[str]) -> StrawberryField:
        type_ = self.output_type(field.type, field.name)
        if to_camel_case(field.name) in nullable or _may_be_unset(field):
            type_ = optional(type_)
        return field_of(type_, _described(field.type), deprecated=_deprecated(field.type))

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

    def _nullable(self, union: str, structs: Sequence[type]) -> frozenset[str]:
        """The fields that may be null in one of the structs; refuses those that cannot stand side by side."""
        types: dict[str, GraphQLType] = {}
        fields = {struct: self._types_of(struct) for struct in structs}
        nullable = {
            name
            for own in fields.values()
            for name, type_ in own.items()
            if isinstance(type_, StrawberryOptional)
        }
        for struct, own in fields.items():
            for name, type_ in own.items():
                some = type_.of_type if isinstance(type_, StrawberryOptional) else type_
                made_otherwise = struct in self._made and name in nullable and some is type_
                if types.setdefault(name, some) != some or made_otherwise:
                    raise Clash(f"{union}: the field {name} of {struct.__name__} has another type elsewhere")
        return frozenset(nullable)

    def _types_of(self, struct: type) -> dict[str, GraphQLType]:
        """The types of the fields of a struct, whether its own type is made already or not."""
        made = self._made.get(struct)
        fields: Mapping[str, StrawberryField] = (
            self._output_fields(struct)
            if made is None
            else {field.python_name: field for field in made.__strawberry_definition__.fields}
        )
        return {field.graphql_name or to_camel_case(name): field.type for name, field in fields.items()}

    def _prefix(self, struct: type) -> str:
        package = ".".join(struct.__module__.split(".")[:2])
        return self._prefixes.get(package, "")

    def _keep(self, key: object, name: str, made: T) -> T:
        if key in self._made or self._taken.setdefault(name, key) != key:
            raise Clash(f"two types are called {name}")
        self._made[key] = made
        return made


def optional(type_: GraphQLType) -> GraphQLType:
    """The type, or null."""
    return type_ if isinstance(type_, StrawberryOptional) else StrawberryOptional(type_)


def many(type_: GraphQLType) -> GraphQLType:
    """A list of the type."""
    return StrawberryList(type_)


def read(value: Any, name: str) -> Any:
    """A field of a struct; what is not set is null."""
    found = getattr(value, name)
    return None if found is msgspec.UNSET else found


def plain(value: Any) -> Any:
    """An input as the JSON that it stands for."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list):
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        given = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {name: plain(item) for name, item in given.items() if item is not strawberry.UNSET}
    return value


def chosen(value: Any) -> tuple[str, Any]:
    """The one field of an input that is given, and what it holds."""
    ((name, item),) = (
        (field.name, getattr(value, field.name))
        for field in dataclasses.fields(value)
        if getattr(value, field.name) is not strawberry.UNSET
    )
    return name.removesuffix("_"), item


def tagged(value: Any) -> dict[str, Any]:
    """A choice among tagged structs as the JSON that it stands for; a bare one holds nothing but its tag."""
    name, item = chosen(value)
    if item is False:
        raise ValueError(f"The move {name} has no fields; it can only be true.")
    return {"type": name, **({} if item is True else plain(item))}


def given(value: Any) -> Any:
    """A struct as a value of its input: the opposite of `plain`, and of `tagged` for one with a tag."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple | frozenset | list):
        return [given(item) for item in value]
    if not isinstance(value, msgspec.Struct):
        return value
    items = {name: getattr(value, name) for name in value.__struct_fields__}
    fields = {to_camel_case(name): given(item) for name, item in items.items() if item is not msgspec.UNSET}
    tag = value.__struct_config__.tag
    return fields if tag is None else {to_camel_case(str(tag)): fields if items else True}


def _class(name: str, body: Mapping[str, Any], bases: tuple[type, ...] = ()) -> type:
    """A class as strawberry decorates it; it lives here, whatever it was made of."""
    return type(name, bases, {"__module__": __name__, "__annotations__": {}, **body})


def _struct(struct: type) -> mi.StructType:
    info = mi.type_info(struct)
    assert isinstance(info, mi.StructType), struct
    return info


def _position(struct: type) -> Callable[[str], int]:
    """The tag, then the fields as they stand in the struct, then whatever was added."""
    info = _struct(struct)
    names = [info.tag_field, *(field.name for field in info.fields)]
    return lambda name: names.index(name) if name in names else len(names)


def _class_of(info: mi.Type) -> type:
    if not isinstance(info, mi.StructType):
        raise TypeError(f"an answer cannot hold {info}")
    return info.cls


def _may_be_unset(field: mi.Field) -> bool:
    """Msgspec shows the default UNSET as none at all."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


def field_of(
    type_: GraphQLType,
    description: str | None = None,
    *,
    name: str | None = None,
    default: object = dataclasses.MISSING,
    resolver: Callable[..., Any] | None = None,
    followed: bool = False,
    deprecated: str | None = None,
) -> StrawberryField:
    """A field of a type; without a resolver, it is read from the struct. `deprecated`: use what instead."""
    return StrawberryField(
        graphql_name=name,
        type_annotation=StrawberryAnnotation(type_),
        description=description or (resolver.__doc__ if resolver else None),
        default=default,
        base_resolver=StrawberryResolver(resolver) if resolver else None,
        is_subscription=followed,
        deprecation_reason=deprecated,
    )


def _constant(tag: str) -> StrawberryField:
    return field_of(str, f"Always `{tag}`.", resolver=lambda: tag)


def _attribute(tag: str) -> str:
    return f"{tag}_" if keyword.iskeyword(tag) else tag


def _deprecated(info: mi.Type) -> str | None:
    """What to use instead of a field that is marked as deprecated, in the words of JSON Schema."""
    more = (info.extra_json_schema or {}) if isinstance(info, mi.Metadata) else {}
    return str(more["description"]) if more.get("deprecated") else None


def _described(info: mi.Type) -> str | None:
    """What a value must be beside its type."""
    if isinstance(info, mi.Metadata):
        return str((info.extra_json_schema or {}).get("description", "")) or _described(info.type)
    if isinstance(info, mi.IntType) and info.ge is not None and info.le is not None:
        return f"From {info.ge} to {info.le}."
    if isinstance(info, mi.VarTupleType) and info.max_length is not None:
        return f"At most {info.max_length} of them."
    return None
