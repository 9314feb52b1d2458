"""The reference of the API: its calls and types, read from the OpenAPI document."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from markupsafe import Markup

from service.api.pages.rendering import markdown

CALLS: Final = "/docs/calls"
TYPES: Final = "/docs/types"
_METHODS: Final = ("get", "post", "put", "patch", "delete")
_SCHEMAS: Final = "#/components/schemas/"
Json = Mapping[str, Any]


@dataclass(frozen=True)
class FieldRow:
    """A parameter of a call or a property of a type."""

    name: str
    place: str
    type: Markup
    required: bool
    deprecated: bool
    text: Markup
    example: str


@dataclass(frozen=True)
class AnswerRow:
    """A status that a call can answer with: its meaning, its type, and an example as JSON."""

    status: str
    text: str
    type: Markup
    example: str


@dataclass(frozen=True)
class CallPage:
    """An operation: one method of one path."""

    id: str
    method: str
    path: str
    title: str
    text: Markup
    scopes: tuple[str, ...]
    public: bool
    deprecated: bool
    parameters: tuple[FieldRow, ...]
    body: Markup
    body_example: str
    answers: tuple[AnswerRow, ...]


@dataclass(frozen=True)
class Section:
    """The calls of one resource."""

    name: str
    title: str
    calls: tuple[CallPage, ...]


@dataclass(frozen=True)
class TypePage:
    """A named type: its fields, the types it is one of, or its values."""

    name: str
    text: Markup
    fields: tuple[FieldRow, ...]
    variants: tuple[tuple[str, Markup], ...]
    values: tuple[str, ...]
    shape: Markup
    used_by: tuple[str, ...]


class Reference:
    """Everything that the pages show of one OpenAPI document."""

    def __init__(self, document: Json) -> None:
        self._document = document
        self._schemas: Json = document["components"]["schemas"]

    @cached_property
    def introduction(self) -> Markup:
        """The description of the whole API."""
        return markdown(self._document["info"]["description"])

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The calls, grouped by resource in the order of the document."""
        calls = defaultdict(list)
        for path, item in self._document["paths"].items():
            for method in _METHODS:
                if method in item:
                    calls[item[method]["tags"][0]].append(self._call(path, method, item))
        return tuple(
            Section(tag["name"], tag["description"], tuple(calls[tag["name"]]))
            for tag in self._document["tags"]
            if calls[tag["name"]]
        )

    @cached_property
    def calls(self) -> Mapping[str, CallPage]:
        """The calls by their id."""
        return {call.id: call for section in self.sections for call in section.calls}

    @cached_property
    def type_names(self) -> tuple[str, ...]:
        """The names of all types, sorted."""
        return tuple(sorted(self._schemas))

    def type(self, name: str) -> TypePage | None:
        """A type, or None if there is none of that name."""
        if name not in self._schemas:
            return None
        schema = self._schemas[name]
        required = schema.get("required", ())
        return TypePage(
            name=name,
            text=markdown(schema.get("description", "")),
            fields=tuple(
                self._field(field, "", each, required=field in required)
                for field, each in schema.get("properties", {}).items()
            ),
            variants=tuple(_variants(schema)),
            values=tuple(str(value) for value in schema.get("enum", ())),
            shape=_type(schema) if "properties" not in schema else Markup(),
            used_by=tuple(sorted(self._users[name])),
        )

    @cached_property
    def _users(self) -> Mapping[str, set[str]]:
        """For each type, the types that mention it."""
        users = defaultdict(set)
        for name, schema in self._schemas.items():
            for mentioned in _mentioned(schema):
                users[mentioned].add(name)
        return users

    def _call(self, path: str, method: str, item: Json) -> CallPage:
        told = item[method]
        parameters = [
            self._resolved(each) for each in (*item.get("parameters", ()), *told.get("parameters", ()))
        ]
        content = told.get("requestBody", {}).get("content", {}).get("application/json", {})
        return CallPage(
            id=told["operationId"],
            method=method.upper(),
            path=path,
            title=told["summary"],
            text=markdown(told.get("description", "")),
            scopes=tuple(scope for each in told.get("security", ()) for scope in each.get("bearer", ())),
            public={} in told.get("security", [{}]),
            deprecated=told.get("deprecated", False),
            parameters=tuple(
                self._field(each["name"], each["in"], each["schema"], each.get("required", False), each)
                for each in parameters
            ),
            body=_type(content["schema"]) if content else Markup(),
            body_example=_example(content),
            answers=tuple(self._answer(status, each) for status, each in told["responses"].items()),
        )

    def _answer(self, status: str, told: Json) -> AnswerRow:
        told = self._resolved(told)
        kinds = told.get("content", {})
        types = [_type(content["schema"]) for content in kinds.values() if "schema" in content]
        examples = [_example(content) for content in kinds.values()]
        return AnswerRow(
            status, told["description"], Markup(" or ").join(types), next(filter(None, examples), "")
        )

    def _field(
        self, name: str, place: str, schema: Json, required: bool, told: Json | None = None
    ) -> FieldRow:
        text = (told or {}).get("description") or schema.get("description", "")
        default = f" Default: `{json.dumps(schema['default'])}`." if "default" in schema and place else ""
        example = (told or {}).get("example", (schema.get("examples") or [""])[0])
        return FieldRow(
            name,
            place,
            _type(schema),
            required,
            schema.get("deprecated", False),
            markdown(text + default),
            str(example),
        )

    def _resolved(self, each: Json) -> Json:
        """What a reference inside the document refers to."""
        if "$ref" not in each:
            return each
        _, part, kind, name = each["$ref"].split("/")
        found: Json = self._document[part][kind][name]
        return found


def _type(schema: Json) -> Markup:
    """A type in a few words, with links to the types it names."""
    if "$ref" in schema:
        return _link(schema["$ref"].removeprefix(_SCHEMAS))
    if union := schema.get("anyOf") or schema.get("oneOf"):
        return Markup(" or ").join(_type(each) for each in union)
    if "enum" in schema:
        return Markup(" · ").join(
            Markup("<code>{}</code>").format(json.dumps(each)) for each in schema["enum"]
        )
    if "const" in schema:
        return Markup("<code>{}</code>").format(json.dumps(schema["const"]))
    kind = schema.get("type", "any value")
    if kind == "array":
        return Markup("list of {}").format(_type(schema.get("items", {})))
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return Markup("object of {}").format(_type(schema["additionalProperties"]))
    words = " or ".join(kind) if isinstance(kind, list) else kind
    return Markup("{}{}").format(words, _limits(schema))


def _limits(schema: Json) -> str:
    """The limits of a number or text, as a reader wants to see them."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" ({low} to {high})"
    if low is not None:
        return f" (at least {low})"
    if high is not None:
        return f" (at most {high})"
    if "format" in schema:
        return f" ({schema['format']})"
    return f" (at most {schema['maxLength']} characters)" if "maxLength" in schema else ""


def _variants(schema: Json) -> Iterator[tuple[str, Markup]]:
    """The types of a union, each with the tag that tells it apart, if there is one."""
    tags = {where: tag for tag, where in schema.get("discriminator", {}).get("mapping", {}).items()}
    for each in schema.get("oneOf") or schema.get("anyOf") or ():
        yield tags.get(each.get("$ref", ""), ""), _type(each)


def _mentioned(schema: Any) -> Iterator[str]:
    """The names of all types that a schema refers to."""
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(_SCHEMAS)
        for each in schema.values():
            yield from _mentioned(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _mentioned(each)


def _link(name: str) -> Markup:
    return Markup('<a href="{}/{}">{}</a>').format(TYPES, name, name)


def _example(content: Json) -> str:
    """The first example of some content, formatted."""
    for example in content.get("examples", {}).values():
        value = example["value"]
        return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
    return ""
