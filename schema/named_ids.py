"""The types of the ids of components in JSON Schemas, so that a field says whose ids it holds."""

from collections.abc import Callable, Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Final, NewType, TypeAlias, Union, get_args, get_origin

import msgspec

from domain.kernel.field_kinds import also_of
from domain.kernel.ruleset import Ruleset
from schema.components import kinds_of
from schema.entries import REF, either

Schema: TypeAlias = dict[str, Any]
TypeName: TypeAlias = Callable[[Any], str]

_LISTS_OF_SCHEMAS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_SCHEMAS: Final = ("items", "additionalProperties")


class NamedIds:
    """The types of all ids of components of some games."""

    def __init__(self, games: Sequence[Ruleset], type_name: TypeName) -> None:
        self._type_name = type_name
        kinds = [kind for rules in games for kind in kinds_of(rules).values()]
        self.enums = tuple(dict.fromkeys(kind.enum for kind in kinds if kind.enum is not None))
        self.schemas: dict[str, Schema] = {
            type_name(kind.id_type): {
                "description": f"The id of a component of the kind `{kind.name}`.",
                "type": "string",
                "enum": list(kind.ids),
            }
            for kind in kinds
            if kind.enum is None
        }
        self._known = {*self.schemas, *map(type_name, self.enums)}

    def name_in(self, schema: Schema, struct: type) -> None:
        """Let the fields of a struct that hold ids refer to the types of these ids."""
        for field in () if get_origin(struct) else msgspec.structs.fields(struct):
            types = [*_strings(field.type)]
            if types and all(map(self._is_known, types)):
                names = dict.fromkeys(map(self._type_name, types))
                values: list[Schema] = [{"$ref": REF + name} for name in names]
                if also := also_of(field.type):
                    values.append({"type": "string", "enum": list(also)})
                part = schema["properties"][field.encode_name]
                schema["properties"][field.encode_name] = _with_strings(part, either(values))

    def _is_known(self, type_: Any) -> bool:
        return isinstance(type_, NewType) and self._type_name(type_) in self._known


def _strings(annotation: Any) -> Iterator[Any]:
    """The types of all strings in an annotation, other than enums and keys."""
    origin = get_origin(annotation)
    if annotation is str or (isinstance(annotation, NewType) and annotation.__supertype__ is str):
        yield annotation
    elif origin is Annotated:
        yield from _strings(get_args(annotation)[0])
    elif origin is dict:
        yield from _strings(get_args(annotation)[1])
    elif origin in (Union, UnionType, tuple, frozenset, list):
        for part in get_args(annotation):
            yield from _strings(part)


def _with_strings(schema: Schema, values: Schema) -> Schema:
    """The schema with every string in it replaced by these values."""
    if schema.get("type") == "string" and "enum" not in schema:
        return {**values, **{key: value for key, value in schema.items() if key != "type"}}
    made = dict(schema)
    for key in _LISTS_OF_SCHEMAS:
        if key in made:
            made[key] = [_with_strings(part, values) for part in made[key]]
    for key in _SCHEMAS:
        if isinstance(made.get(key), dict):
            made[key] = _with_strings(made[key], values)
    return made
