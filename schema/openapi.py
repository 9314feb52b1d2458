"""The OpenAPI document, generated from the table of routes: each operation declares its input and output."""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
import msgspec.inspect as mi

from domain.games import registered
from schema.entries import REF, prefix_of
from schema.json_schema import Schema, json_schemas
from schema.operations import Described
from schema.texts import codes

JSON: Final = "application/json"
PROBLEM_JSON: Final = "application/problem+json"

_HEADERS: Final[Mapping[str, tuple[str, Schema]]] = {
    "ETag": ("The version of the returned resource, in quotes.", {"type": "string", "examples": ['"4"']}),
    "Location": ("The URL of the created resource.", {"type": "string"}),
    "RateLimit-Limit": ("How many calls your bucket holds.", {"type": "integer"}),
    "RateLimit-Remaining": ("How many calls are left in the bucket.", {"type": "integer"}),
    "RateLimit-Reset": ("Seconds until the bucket is full again.", {"type": "integer"}),
    "Retry-After": ("Seconds to wait before you retry.", {"type": "integer"}),
    "WWW-Authenticate": ("How to authenticate.", {"type": "string"}),
    "Content-Language": ("The language of the texts.", {"type": "string"}),
    "Server-Time": ("The server's time, in milliseconds.", {"type": "string", "format": "date-time"}),
    "X-Request-Id": ("The id of this request in the server's log.", {"type": "string"}),
    "Deprecation": ("When this operation was deprecated (RFC 9745).", {"type": "string"}),
    "Sunset": ("When this operation will be removed (RFC 8594).", {"type": "string"}),
}
_RATES: Final = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
# No examples here: documentation pages would prefill their forms with them and send them unasked.
_PARAMETERS: Final[Mapping[str, tuple[str, Schema]]] = {
    "Idempotency-Key": (
        "A unique value that you choose. Repeat a request with the same key, and it takes effect only once.",
        {"type": "string", "pattern": r"^[\x21-\x7e]{1,255}$"},
    ),
    "If-Match": (
        'The version you have seen, in quotes: `"4"`. If the game has moved on, the answer is 412.',
        {"type": "string", "pattern": r'^(\*|"(0|[1-9][0-9]{0,14})")$'},
    ),
    "If-None-Match": ('The `ETag` of the version you already have: `"4"`.', {"type": "string"}),
    "Accept-Language": ("The languages you read: `de, en`.", {"type": "string"}),
    "Last-Event-ID": (
        "The id of the last event you have seen; it takes precedence over `after`.",
        {"type": "string", "pattern": "^(0|[1-9][0-9]{0,14})$"},
    ),
}
_EVENT_STREAM: Final = "text/event-stream"


@dataclass(frozen=True, kw_only=True)
class Call:
    """An operation at a path, with every status other than its own success that it can return."""

    method: str
    path: str
    operation: Described
    statuses: tuple[int, ...]
    is_counted: bool

    @property
    def name(self) -> str:
        """The operation id, derived from the handler's name."""
        first, *rest = str(getattr(self.operation.handler, "__name__", "")).split("_")
        return first + "".join(word.capitalize() for word in rest)

    @property
    def tag(self) -> str:
        """The tag, which is the name of the handler's module."""
        return self.operation.handler.__module__.rpartition(".")[2]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters in its path."""
        return tuple(re.findall(r"{(\w+)}", self.path))

    @property
    def takes_body(self) -> bool:
        """Whether the operation has a body with any fields."""
        info = mi.type_info(self.operation.body)
        return not isinstance(info, mi.StructType) or bool(info.fields)


@dataclass(frozen=True, kw_only=True)
class Failure:
    """An error status: its title, examples by code, and its headers."""

    title: str
    examples: Mapping[str, object]
    headers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Frame:
    """Everything that all operations share."""

    version: str
    problem: Any
    failures: Mapping[int, Failure]
    path_parameters: Mapping[str, tuple[str, Schema]]


def document(calls: Sequence[Call], frame: Frame) -> dict[str, Any]:
    """The whole document, as plain JSON values."""
    chapters = {call.tag: inspect.getmodule(call.operation.handler) for call in calls}
    types = _Types(calls, frame.problem)
    used = {name for call in calls for name in (*_success_headers(call), *_request_headers(call))}
    used |= {name for failure in frame.failures.values() for name in failure.headers}
    paths: dict[str, dict[str, Any]] = {}
    for call in calls:
        item = paths.setdefault(call.path, _path_item(call, frame))
        item[call.method.lower()] = _operation(call, calls, frame, types)
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "Emberlog",
            "version": frame.version,
            "description": Path(__file__).with_suffix(".md").read_text(),
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": name, "description": inspect.getdoc(module) or ""} for name, module in chapters.items()
        ],
        "paths": paths,
        "components": {
            "schemas": types.components | _codes(),
            "responses": {_failure_name(each): _failure(each) for each in frame.failures.values()},
            "headers": {
                name: {"description": about, "schema": schema}
                for name, (about, schema) in _HEADERS.items()
                if name in used
            },
            "parameters": {
                name: {"name": name, "in": "header", "description": about, "schema": schema}
                for name, (about, schema) in _PARAMETERS.items()
                if name in used
            },
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "emb_<id>_<secret>",
                    "description": "The token from `POST /v1/players` or `POST /v1/me/tokens`.",
                }
            },
        },
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(whole))
    return plain


class _Types:
    """The schemas of all inputs and outputs, looked up by operation."""

    def __init__(self, calls: Sequence[Call], problem: Any) -> None:
        inputs = [type_ for call in calls for type_ in (call.operation.body, call.operation.query)]
        outputs = [type_ for call in calls for type_ in _answered(call.operation)]
        made = json_schemas(inputs, [*outputs, problem])
        self.components = dict(made.components)
        self.components[_last(made.outputs[-1])]["properties"]["code"] = {"$ref": f"{REF}Code"}
        self.bodies: dict[str, Schema] = {}
        self.queries: dict[str, Schema] = {}
        self.answers: dict[str, list[Schema]] = {}
        answers = iter(made.outputs)
        for n, call in enumerate(calls):
            self.bodies[call.name], query = made.inputs[2 * n : 2 * n + 2]
            self.queries[call.name] = made.components[_last(query)]
            self.answers[call.name] = [next(answers) for _ in _answered(call.operation)]
        unwanted = {_last(query) for query in made.inputs[1::2]}
        unwanted |= {_last(self.bodies[call.name]) for call in calls if not call.takes_body}
        for name in unwanted:
            self.components.pop(name, None)


def _answered(operation: Described) -> list[Any]:
    """The types of an answer's JSON, followed by the type of a stream's lines."""
    json = operation.answers if isinstance(operation.answers, tuple) else (operation.answers,)
    return [type_ for type_ in (*json, operation.lines) if type_ is not None]


def _last(reference: Schema) -> str:
    return str(reference["$ref"]).removeprefix(REF)


def _path_item(call: Call, frame: Frame) -> dict[str, Any]:
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": frame.path_parameters[name][0],
            "schema": frame.path_parameters[name][1],
        }
        for name in call.parameters
    ]
    return {"parameters": parameters} if parameters else {}


def _operation(call: Call, calls: Sequence[Call], frame: Frame, types: _Types) -> dict[str, Any]:
    operation = call.operation
    summary, _, description = (inspect.getdoc(operation.handler) or "").partition("\n\n")
    made: dict[str, Any] = {
        "operationId": call.name,
        "tags": [call.tag],
        "summary": " ".join(summary.replace("`", "").split()).removesuffix("."),
        "description": " ".join((description or summary).split()),
        "security": _security(operation),
    }
    if operation.deprecated:
        made["deprecated"] = True
    headers = [{"$ref": f"#/components/parameters/{name}"} for name in _request_headers(call)]
    if parameters := [*_query(types.queries[call.name]), *headers]:
        made["parameters"] = parameters
    if call.takes_body:
        made["requestBody"] = _body(call, types.bodies[call.name])
    made["responses"] = {
        str(operation.status): _success(call, calls, types.answers[call.name]),
        **{str(status): _refusal(status, call, frame) for status in sorted(call.statuses)},
    }
    return made


def _security(operation: Described) -> list[dict[str, list[str]]]:
    if operation.scope is None:
        return []
    needed = {"bearer": [operation.scope.value]}
    return [{}, needed] if operation.public else [needed]


def _query(struct: Schema) -> Iterator[dict[str, Any]]:
    for name, given in struct["properties"].items():
        schema = {key: value for key, value in given.items() if key != "default" or value is not None}
        options = [option for option in schema.pop("anyOf", []) if option != {"type": "null"}]
        if len(options) == 1:
            schema |= options[0]
        elif options:
            schema["anyOf"] = options
        description = schema.pop("description", "")
        required = {"required": True} if name in struct["required"] else {}
        yield {"name": name, "in": "query", "description": description, **required, "schema": schema}


def _request_headers(call: Call) -> Iterator[str]:
    operation = call.operation
    wanted = {
        "Idempotency-Key": operation.takes_key,
        "If-Match": operation.takes_version,
        "If-None-Match": operation.has_tag and call.method == "GET",
        "Accept-Language": _speaks(operation),
        "Last-Event-ID": _EVENT_STREAM in operation.offers and bool(call.parameters),
    }
    return (name for name, is_wanted in wanted.items() if is_wanted)


def _speaks(operation: Described) -> bool:
    info = mi.type_info(operation.query)
    return isinstance(info, mi.StructType) and any(field.name == "lang" for field in info.fields)


def _body(call: Call, schema: Schema) -> dict[str, Any]:
    info = mi.type_info(call.operation.body)
    required = not isinstance(info, mi.StructType) or any(field.required for field in info.fields)
    return {"required": required, "content": {JSON: _content(schema, call.operation.asked)}}


def _content(schema: Schema, example: object) -> dict[str, Any]:
    value = example() if callable(example) else example
    return {"schema": schema} | ({} if value is None else {"examples": {"example": {"value": value}}})


def _success(call: Call, calls: Sequence[Call], answers: Sequence[Schema]) -> dict[str, Any]:
    operation = call.operation
    lines = [answers[-1]] if operation.lines is not None else []
    json = answers[: len(answers) - len(lines)]
    content: dict[str, Any] = {}
    for media in operation.offers:
        if media == JSON and json:
            content[media] = _content(json[0] if len(json) == 1 else {"anyOf": list(json)}, operation.example)
        elif media != JSON:
            each = {"contentMediaType": media, "contentSchema": lines[0]} if lines else {}
            content[media] = _content({"type": "string", **each}, operation.text_example)
    made: dict[str, Any] = {
        "description": _SUCCESSES[operation.status],
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in _success_headers(call)},
    }
    if content:
        made["content"] = content
    if links := dict(_links(call, calls)):
        made["links"] = links
    return made


_SUCCESSES: Final = {200: "Success.", 201: "Created.", 202: "Accepted.", 204: "Done; no content."}


def _success_headers(call: Call) -> Iterator[str]:
    operation = call.operation
    yield "X-Request-Id"
    yield "Server-Time"
    if call.is_counted:
        yield from _RATES
    if operation.has_tag:
        yield "ETag"
    if operation.status == 201:
        yield "Location"
    if _speaks(operation):
        yield "Content-Language"
    if operation.deprecated:
        yield from ("Deprecation", "Sunset")


def _links(call: Call, calls: Sequence[Call]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Links to the operations that take the ids in this answer."""
    makes = call.operation.makes
    for other in calls:
        if other.parameters and set(other.parameters) <= makes.keys():
            found = {name: f"$response.body#{makes[name]}" for name in other.parameters}
            yield other.name, {"operationId": other.name, "parameters": found}


def _refusal(status: int, call: Call, frame: Frame) -> dict[str, Any]:
    if status == 304:
        tag = {"ETag": {"$ref": "#/components/headers/ETag"}} if call.operation.has_tag else {}
        return {"description": "Not modified: the caller already has this version.", "headers": tag}
    return {"$ref": f"#/components/responses/{_failure_name(frame.failures[status])}"}


def _failure_name(failure: Failure) -> str:
    return "".join(word.capitalize() for word in failure.title.split())


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "description": f"{failure.title}.",
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in failure.headers},
        "content": {
            PROBLEM_JSON: {
                "schema": {"$ref": f"{REF}Problem"},
                "examples": {code: {"value": value} for code, value in failure.examples.items()},
            }
        },
    }


def _codes() -> dict[str, Schema]:
    """All codes: those common to all games and the service, and those of each ruleset."""
    common = sorted({*codes("common", "problem"), *codes("common", "refusal")})
    made: dict[str, Schema] = {
        "CommonCode": {
            "description": "Codes of errors and refusals that are not specific to one game.",
            "type": "string",
            "enum": common,
        }
    }
    for rules in registered():
        made[f"{prefix_of(rules)}Code"] = {
            "description": "Codes of moves and options that the rules of this game reject.",
            "type": "string",
            "enum": sorted(set(codes(rules.name, "refusal")) - {*codes("common", "refusal")}),
        }
    return {
        "Code": {
            "description": "What went wrong, for programs. New codes may be added.",
            "anyOf": [{"$ref": f"{REF}{name}"} for name in made],
        },
        **made,
    }
