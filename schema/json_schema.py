"""JSON Schemas of our structs for the API documents, under the same names as in GraphQL.

msgspec generates the schemas. This module renames them, adds discriminators to unions, and marks all fields
of answers as required.
"""

import inspect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, get_args, get_origin

import msgspec
import msgspec.inspect as mi

from domain.games import registered
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Choice
from schema import entries
from schema.answers import MovesAnswer
from schema.catalogue import RulesetAnswer, ruleset_type
from schema.components import component_type
from schema.entries import REF, prefix_of
from schema.named_ids import NamedIds
from schema.type_names import TypeNames, type_names

Schema: TypeAlias = dict[str, Any]

_LISTS_OF_SCHEMAS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_SCHEMAS: Final = ("items", "additionalProperties", "propertyNames")
_LOBBY_CHOICE: Final = "LobbyChoice"
_CHOICE: Final = {"$ref": REF + _LOBBY_CHOICE}
# Generated Python clients name a variable after the type, which must not equal the name of a field.
_NAMES: Final[Mapping[type, str]] = {MovesAnswer: "LegalMoves"}


@dataclass(frozen=True)
class JsonSchemas:
    """The schemas of the requested types, in their order, and all schemas they refer to, by name."""

    inputs: Sequence[Schema]
    outputs: Sequence[Schema]
    components: Mapping[str, Schema]


def json_schemas(inputs: Sequence[Any], outputs: Sequence[Any]) -> JsonSchemas:
    """The schemas of inputs and outputs, including the types of all registered games."""
    rulesets = registered()
    type_name = _Naming(type_names(rulesets)).name
    games = [*entries.by_ruleset(rulesets), *_catalogues(rulesets)]
    choices = list(entries.choices(rulesets).values())
    ids = NamedIds(rulesets, type_name)
    types = [*inputs, *outputs, *choices, *ids.enums, *(type_ for _, type_ in games)]
    sent = {info.cls for type_ in [*inputs, *entries.sent(rulesets)] for info in _named(mi.type_info(type_))}
    found = {info.cls: info for type_ in types for info in _named(mi.type_info(type_))}
    schemas, components = msgspec.json.schema_components(
        [*types, *found], ref_template="{name}", schema_hook=_choice_schema
    )
    names = {schema["$ref"]: type_name(cls) for cls, schema in zip(found, schemas[len(types) :])}
    twice = [name for name, times in Counter(names.values()).items() if times > 1]
    assert not twice, f"two types have one name: {twice}"
    answered = {
        names[name]: info
        for name, info in zip(names, found.values())
        if isinstance(info, mi.StructType) and info.cls not in sent
    }
    if choices:
        names[_LOBBY_CHOICE] = _LOBBY_CHOICE
    made = [_rewritten(schema, names) for schema in schemas[: len(types)]]
    unions = {name: schema for (name, _), schema in zip(games, made[-len(games) :]) if "oneOf" in schema}
    named = {names[name]: _rewritten(schema, names) for name, schema in components.items()}
    for name, info in answered.items():
        _complete(named[name], info)
    for struct, type_ in found.items():
        if isinstance(type_, mi.StructType):
            ids.name_in(named[type_name(struct)], struct)
    everything = {
        **named,
        **unions,
        **ids.schemas,
        **entries.unions(rulesets),
        "Ruleset": _any_ruleset(rulesets),
    }
    if choices:
        everything[_LOBBY_CHOICE] = _any_choice([type_name(choice) for choice in choices])
    shared = [(_referring(schema, unions, top=True)) for schema in made]
    return JsonSchemas(
        inputs=shared[: len(inputs)],
        outputs=shared[len(inputs) : len(inputs) + len(outputs)],
        components={
            name: _referring(schema, unions, top=False) for name, schema in sorted(everything.items())
        },
    )


def _choice_schema(type_: type) -> Schema:
    """The schema of a lobby choice in the kernel's structs, whose fields only a ruleset knows."""
    assert type_ is Choice, f"no schema for {type_}"
    return dict(_CHOICE)


def _any_choice(names: Sequence[str]) -> Schema:
    """The schema of the lobby choices of all rulesets that offer one."""
    about = {"description": "A player's choice in the lobby, by ruleset."}
    return {**about, **entries.either([{"$ref": REF + name} for name in names])}


def _catalogues(games: Sequence[Ruleset]) -> Iterator[tuple[str, Any]]:
    """The types of each game's components and of its whole description."""
    for rules in games:
        yield f"{prefix_of(rules)}Component", component_type(rules)
        yield f"{prefix_of(rules)}Ruleset", ruleset_type(rules)


def _any_ruleset(games: Sequence[Ruleset]) -> Schema:
    """The descriptions of all games."""
    names = {rules.name: f"{REF}{prefix_of(rules)}Ruleset" for rules in games}
    return {
        "description": inspect.getdoc(RulesetAnswer),
        "oneOf": [{"$ref": name} for name in names.values()],
        "discriminator": {"propertyName": "name", "mapping": names},
    }


class _Naming:
    """The names of structs, generic ones included."""

    def __init__(self, names: TypeNames) -> None:
        self._names = names

    def name(self, cls: Any) -> str:
        """The name of a struct; a generic one is prefixed with its parameters' game or first name."""
        origin = get_origin(cls)
        if origin is None:
            return _NAMES.get(cls) or self._names.name(cls)
        parts = [
            info.cls
            for arg in get_args(cls)
            for info in _named(mi.type_info(arg))
            if not get_origin(info.cls)
        ]
        prefix = next(filter(None, map(self._names.prefix, parts)), None)
        return (self._names.name(parts[0]) if prefix is None else prefix) + str(origin.__name__)


def _named(info: mi.Type) -> Iterator[mi.StructType | mi.EnumType]:
    """The structs and enums that a type contains, each once."""
    seen: set[Any] = set()
    waiting = [info]
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, mi.StructType | mi.EnumType):
            if part.cls in seen:
                continue
            seen.add(part.cls)
            yield part
        waiting += _parts(part)


def _parts(info: mi.Type) -> Sequence[mi.Type]:
    match info:
        case mi.Metadata():
            return [info.type]
        case mi.CollectionType():
            return [info.item_type]
        case mi.TupleType():
            return info.item_types
        case mi.DictType():
            return [info.key_type, info.value_type]
        case mi.UnionType():
            return info.types
        case mi.StructType():
            return [field.type for field in info.fields]
        case _:
            return []


def _rewritten(schema: Mapping[str, Any], names: Mapping[str, str]) -> Schema:
    """The schema with our names, `oneOf` where a tag decides, arrays for tuples, and without titles."""
    made: Schema = {}
    for key, value in schema.items():
        match key:
            case "title":
                continue
            case "items" if value is False:
                continue  # `maxItems` says the same, and some tools only accept schemas that are objects
            case "$ref":
                made[key] = value if value.startswith("#") else REF + names[value]
            case "description":
                made[key] = inspect.cleandoc(value)
            case "properties":
                shown = {
                    name: part for name, part in value.items() if part != _CHOICE or _LOBBY_CHOICE in names
                }
                made[key] = {name: _rewritten(part, names) for name, part in shown.items()}
            case "discriminator":
                mapping = {tag: REF + names[name] for tag, name in value["mapping"].items()}
                made[key] = {**value, "mapping": mapping}
            case _ if key in _LISTS_OF_SCHEMAS:
                made[key] = [_rewritten(part, names) for part in value]
            case _ if key in _SCHEMAS and isinstance(value, dict):
                made[key] = _rewritten(value, names)
            case _:
                made[key] = value
    return _plain(made)


def _plain(schema: Schema) -> Schema:
    """The schema in the words that all tools understand."""
    if "prefixItems" in schema:
        schema["items"], *others = schema.pop("prefixItems")
        assert all(item == schema["items"] for item in others), "generated clients cannot read mixed tuples"
    if "discriminator" in schema:
        schema["oneOf"] = schema.pop("anyOf")
    if "enum" in schema:
        schema.setdefault("type", "string")
    return schema


def _complete(schema: Schema, info: mi.StructType) -> None:
    """Mark all fields of an answer as required, except those that may be unset; drop defaults."""
    struct = get_origin(info.cls) or info.cls
    if struct.__struct_config__.omit_defaults:
        return
    optional = {field.encode_name for field in info.fields if _may_be_unset(field)}
    schema["required"] = [name for name in schema["properties"] if name not in optional]
    for part in schema["properties"].values():
        part.pop("default", None)


def _may_be_unset(field: mi.Field) -> bool:
    """Whether a field may be UNSET. msgspec reports UNSET as a missing default."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


def _referring(schema: Schema, unions: Mapping[str, Schema], *, top: bool) -> Schema:
    """The schema with named unions replaced by references; with `top`, the schema itself is kept."""
    if top:
        for name, union in unions.items():
            if all(schema.get(key) == value for key, value in union.items()):
                rest = {key: value for key, value in schema.items() if key not in union}
                return {"$ref": REF + name, **rest}
    made = dict(schema)
    for key, value in schema.items():
        if key == "properties":
            made[key] = {name: _referring(part, unions, top=True) for name, part in value.items()}
        elif key in _LISTS_OF_SCHEMAS:
            made[key] = [_referring(part, unions, top=True) for part in value]
        elif key in _SCHEMAS and isinstance(value, dict):
            made[key] = _referring(value, unions, top=True)
    return made
