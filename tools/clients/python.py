"""The generated modules of the Python client: types as TypedDicts, and a method for each call."""

import keyword
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tools.clients.document import (
    Call,
    Document,
    Parameter,
    Schema,
    aliases_in_order,
    is_object,
    reference,
    references,
    snake,
)

_PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_WRITTEN: Final = "Written by `make clients` from the OpenAPI document; do not edit."


_TYPES: Final = f'''"""The types of requests and answers. {_WRITTEN}

They are dictionaries at run time: what a later server adds does no harm, and a listed move is played as it
is.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict
'''


def types(document: Document) -> str:
    """The module of all types."""
    found = document.types()
    classes = [_class(name, schema) for name, schema in found.items() if is_object(schema)]
    aliases = [_alias(name, found[name]) for name in aliases_in_order(found)]
    return "\n\n".join([_TYPES, *classes, *aliases]) + "\n"


def calls(document: Document, *, is_async: bool) -> str:
    """The module with a method for each call."""
    used = sorted({name for call in document.calls for name in _names(call)})
    name, awaits = ("AsyncCalls", ", awaited") if is_async else ("Calls", "")
    head = (
        f'"""A method for each call of the API{awaits}. {_WRITTEN}"""\n\n'
        "from typing import Any, Protocol\n\n"
        f"from emberlog_client.types import ({', '.join(used)})\n\n\n"
        f"class {name}(Protocol):\n"
        f'    """A method for each call of the API{awaits}."""\n\n'
    )
    return head + "\n".join([_sender(is_async), *(_method(call, is_async) for call in document.calls)])


def _sender(is_async: bool) -> str:
    start = "async def" if is_async else "def"
    return (
        f"    {start} send(self, method: str, path: str, places: dict[str, str | int], *, "
        "query: dict[str, Any] | None = None, body: object = None, takes_key: bool = False, "
        "key: str | None = None, version: int | None = None) -> Any:\n"
        '        """The answer to a request."""\n'
    )


def _method(call: Call, is_async: bool) -> str:
    start, wait = ("async def", "await ") if is_async else ("def", "")
    answer = "None" if call.answer is None else hint(call.answer)
    asked = f"{wait}self.send({', '.join(_arguments(call))})"
    result = (
        f"        {asked}\n"
        if answer == "None"
        else f"        answer: {answer} = {asked}\n        return answer\n"
    )
    return (
        f"    {start} {snake(call.name)}(self{''.join(_parameters(call))}) -> {answer}:\n"
        f"{textwrap.indent(_docstring(_about(call)), ' ' * 8)}\n"
        f"{result}"
    )


def _about(call: Call) -> str:
    text = f"{call.summary}."
    return text if call.description.rstrip(".") == call.summary else f"{text}\n\n{call.description}"


def _parameters(call: Call) -> Iterator[str]:
    for place in call.places:
        yield f", {place.name}: {hint(place.schema)}"
    if call.body is not None:
        yield f", body: {hint(call.body)}" + ("" if call.needs_body else " | None = None")
    named = [*(f", {_safe(each.name)}: {_optional(each)}" for each in call.query)]
    if call.takes_version:
        named.append(", version: int | None = None")
    if call.takes_key:
        named.append(", key: str | None = None")
    if named:
        yield ", *"
        yield from named


def _arguments(call: Call) -> Iterator[str]:
    yield repr(call.method)
    yield repr(call.path)
    yield "{" + ", ".join(f'"{place.name}": {place.name}' for place in call.places) + "}"
    if call.query:
        yield "query={" + ", ".join(f'"{each.name}": {_safe(each.name)}' for each in call.query) + "}"
    if call.body is not None:
        yield "body=body"
    if call.takes_version:
        yield "version=version"
    if call.takes_key:
        yield "takes_key=True, key=key"


def _optional(parameter: Parameter) -> str:
    return f"{hint(parameter.schema)} | None = None"


def _safe(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def _names(call: Call) -> Iterator[str]:
    for schema in (call.body, call.answer, *(each.schema for each in call.query)):
        yield from references(schema)


def _class(name: str, schema: Schema) -> str:
    required = set(schema.get("required", ()))
    fields = {
        key: hint(part) if key in required else f"NotRequired[{hint(part)}]"
        for key, part in schema["properties"].items()
    }
    about = _docstring(schema.get("description", name))
    if all(key.isidentifier() and not keyword.iskeyword(key) for key in fields):
        body = "\n".join(f"{key}: {type_}" for key, type_ in fields.items()) or "pass"
        return (
            f"class {name}(TypedDict):\n{textwrap.indent(about, '    ')}\n\n{textwrap.indent(body, '    ')}\n"
        )
    listed = ", ".join(f'"{key}": "{type_}"' for key, type_ in fields.items())
    return f'{name} = TypedDict("{name}", {{{listed}}})\n{about}\n'


def _alias(name: str, schema: Schema) -> str:
    about = _docstring(schema["description"]) if "description" in schema else ""
    return f"{name}: TypeAlias = {hint(schema)}\n{about}\n"


def _docstring(text: str) -> str:
    quoted = text.replace("\\", "\\\\").replace('"""', "'''")
    wrapped = ["\n".join(textwrap.wrap(" ".join(part.split()), 96)) for part in quoted.split("\n\n")]
    lines = "\n\n".join(wrapped).split("\n")
    return f'"""{lines[0]}"""' if len(lines) == 1 else '"""' + "\n".join(lines) + '\n"""'


def hint(schema: Mapping[str, Any]) -> str:
    """The type hint of a schema."""
    if (name := reference(schema)) is not None:
        return name
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    for union in ("anyOf", "oneOf"):
        if union in schema:
            options = dict.fromkeys(map(hint, schema[union]))
            return " | ".join(options)
    kinds = schema.get("type")
    if isinstance(kinds, list):
        in_order = sorted(kinds, key=lambda kind: kind == "null")
        return " | ".join(hint({**schema, "type": kind}) for kind in in_order)
    if kinds == "array":
        return f"list[{hint(schema['items'])}]"
    if kinds == "object" or kinds is None:
        inner = schema.get("additionalProperties")
        return f"dict[str, {hint(inner) if isinstance(inner, dict) and inner else 'object'}]"
    return _PLAIN[kinds]
