"""The generated modules of the TypeScript client: the types, and a method for each call."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tools.clients.document import Call, Document, Schema, camel, is_object, reference, references

_PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_WRITTEN: Final = "Written by `make clients` from the OpenAPI document; do not edit."


def types(document: Document) -> str:
    """The module of all types."""
    parts = [f"// The types of requests and answers. {_WRITTEN}\n"]
    parts += [_type(name, schema) for name, schema in document.types().items()]
    return "\n".join(parts)


def calls(document: Document) -> str:
    """The module with a method for each call."""
    used = sorted({name for call in document.calls for name in _names(call)})
    imports = "".join(f"  {name},\n" for name in used)
    return (
        f"// A method for each call of the API. {_WRITTEN}\n\n"
        f'import type {{\n{imports}}} from "./types.js";\n\n'
        "/** The parts of a request besides its path. */\n"
        "export interface Sent {\n"
        "  query?: Record<string, string | number | boolean | undefined>;\n"
        "  body?: unknown;\n"
        "  takesKey?: boolean;\n"
        "  key?: string | undefined;\n"
        "  version?: number | undefined;\n"
        "}\n\n"
        "export abstract class Calls {\n"
        "  /** The answer to a request. */\n"
        "  abstract send<T>(method: string, path: string, sent?: Sent): Promise<T>;\n"
        f"{''.join(map(_method, document.calls))}"
        "}\n"
    )


def _method(call: Call) -> str:
    answer = "void" if call.answer is None else shape(call.answer)
    path = call.path
    for place in call.places:
        path = path.replace(f"{{{place.name}}}", f"${{encodeURIComponent({camel(place.name)})}}")
    sent = ", ".join(_sent(call))
    about = (
        f"{call.summary}."
        if call.description.rstrip(".") == call.summary
        else f"{call.summary}. {call.description}"
    )
    return (
        f"\n  /** {about} */\n"
        f"  {call.name}({', '.join(_parameters(call))}): Promise<{answer}> {{\n"
        f'    return this.send("{call.method}", `{path}`{f", {{ {sent} }}" if sent else ""});\n'
        "  }\n"
    )


def _parameters(call: Call) -> Iterator[str]:
    for place in call.places:
        yield f"{camel(place.name)}: {shape(place.schema)}"
    if call.body is not None:
        yield f"body{'' if call.needs_body else '?'}: {shape(call.body)}"
    if more := [*_more(call)]:
        yield f"more: {{ {'; '.join(more)} }} = {{}}"


def _more(call: Call) -> Iterator[str]:
    for each in call.query:
        yield f"{camel(each.name)}?: {shape(each.schema)}"
    if call.takes_version:
        yield "version?: number"
    if call.takes_key:
        yield "key?: string"


def _sent(call: Call) -> Iterator[str]:
    if call.query:
        yield "query: { " + ", ".join(f"{each.name}: more.{camel(each.name)}" for each in call.query) + " }"
    if call.body is not None:
        yield "body"
    if call.takes_version:
        yield "version: more.version"
    if call.takes_key:
        yield "takesKey: true, key: more.key"


def _names(call: Call) -> Iterator[str]:
    for schema in (call.body, call.answer, *(each.schema for each in call.query)):
        yield from references(schema)


def _type(name: str, schema: Schema) -> str:
    about = _comment(schema.get("description", ""), "")
    if not is_object(schema):
        return f"{about}export type {name} = {shape(schema)};\n"
    required = set(schema.get("required", ()))
    fields = "".join(
        f"{_comment(part.get('description', ''), '  ')}"
        f"  {_key(key)}{'' if key in required else '?'}: {shape(part)};\n"
        for key, part in schema["properties"].items()
    )
    return f"{about}export interface {name} {{\n{fields}}}\n"


def _comment(text: str, indent: str) -> str:
    if not text:
        return ""
    lines = text.split("\n")
    if len(lines) == 1:
        return f"{indent}/** {text} */\n"
    return (
        f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"
    )


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def shape(schema: Mapping[str, Any]) -> str:
    """The type of a schema."""
    if (name := reference(schema)) is not None:
        return name
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(map(shape, schema[union])))
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return " | ".join(shape({**schema, "type": kind}) for kind in kinds)
    if kinds == "array":
        item = shape(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kinds == "object" or kinds is None:
        inner = schema.get("additionalProperties")
        return f"Record<string, {shape(inner) if isinstance(inner, dict) and inner else 'unknown'}>"
    return _PLAIN[kinds]
