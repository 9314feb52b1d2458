"""The OpenAPI document as a list of types and a list of calls, in the order of their names."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Schema = Mapping[str, Any]

_REF: Final = "#/components/schemas/"
_METHODS: Final = ("get", "post", "put", "patch", "delete")
_JSON: Final = "application/json"


@dataclass(frozen=True)
class Parameter:
    """A value in the path or in the query of a call."""

    name: str
    schema: Schema
    description: str


@dataclass(frozen=True, kw_only=True)
class Call:
    """An operation that answers with JSON or nothing."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    places: list[Parameter]
    query: list[Parameter]
    body: Schema | None
    needs_body: bool
    takes_key: bool
    takes_version: bool
    answer: Schema | None


@dataclass
class Document:
    """What the clients are generated from."""

    schemas: Mapping[str, Schema]
    calls: list[Call] = field(default_factory=list)

    def types(self) -> dict[str, Schema]:
        """All types that the calls use, directly or not, besides entries, news and problems."""
        found: dict[str, Schema] = {}
        waiting = ["Entry", "OwnGame", "Problem", "LogEntry", "LogHeader"]
        for call in self.calls:
            waiting += [name for schema in (call.body, call.answer) for name in references(schema)]
            waiting += [name for each in call.query for name in references(each.schema)]
        while waiting:
            name = waiting.pop()
            if name not in found and name in self.schemas:
                found[name] = self.schemas[name]
                waiting += references(self.schemas[name])
        return dict(sorted(found.items()))


def read(document: Mapping[str, Any]) -> Document:
    """The types and calls of a document. Streams, logs and pages for people are not among the calls."""
    made = Document(document["components"]["schemas"])
    for path, item in document["paths"].items():
        if path.startswith("/v1"):
            made.calls += [_call(path, item, method) for method in _METHODS if _is_call(item.get(method))]
    made.calls.sort(key=lambda call: call.name)
    return made


def reference(schema: Schema) -> str | None:
    """The name of the type that a schema refers to."""
    return str(schema["$ref"]).removeprefix(_REF) if "$ref" in schema else None


def references(schema: Any) -> Iterator[str]:
    """The names of all types in a schema."""
    if isinstance(schema, dict):
        if (name := reference(schema)) is not None:
            yield name
        for key, part in schema.items():
            if key not in {"discriminator", "enum", "examples", "default"}:
                yield from references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from references(part)


def snake(name: str) -> str:
    """`playMove` as `play_move`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def camel(name: str) -> str:
    """`dry_run` as `dryRun`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def aliases_in_order(types: Mapping[str, Schema]) -> list[str]:
    """The names of all types that are not objects, each after those that it is made of."""
    done: list[str] = []

    def visit(name: str) -> None:
        if name not in done and not is_object(types[name]):
            for part in references(types[name]):
                visit(part)
            done.append(name)

    for name in types:
        visit(name)
    return done


def is_object(schema: Schema) -> bool:
    """Whether a type has fields of its own."""
    return "properties" in schema


def _is_call(operation: Any) -> bool:
    if operation is None:
        return False
    (success,) = (answer for status, answer in operation["responses"].items() if status[0] == "2")
    return not success.get("content") or _JSON in success["content"]


def _call(path: str, item: Mapping[str, Any], method: str) -> Call:
    operation = item[method]
    headers = {each["$ref"].rpartition("/")[2] for each in operation.get("parameters", []) if "$ref" in each}
    given = [each for each in operation.get("parameters", []) if "$ref" not in each]
    (success,) = (answer for status, answer in operation["responses"].items() if status[0] == "2")
    body = operation.get("requestBody")
    return Call(
        name=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        description=operation["description"],
        places=[_parameter(each) for each in item.get("parameters", [])],
        query=[_parameter(each) for each in given],
        body=None if body is None else body["content"][_JSON]["schema"],
        needs_body=bool(body and body["required"]),
        takes_key="Idempotency-Key" in headers,
        takes_version="If-Match" in headers,
        answer=success.get("content", {}).get(_JSON, {}).get("schema"),
    )


def _parameter(given: Mapping[str, Any]) -> Parameter:
    return Parameter(given["name"], given["schema"], given.get("description", ""))
