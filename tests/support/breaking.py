"""Finds changes in an OpenAPI document that would break clients of an earlier version.

Compatible additions are allowed at any time: operations, optional parameters and fields, fields of
answers, members of their unions and values of their enums, further statuses of refusals.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

METHODS: Final = ("get", "put", "post", "delete", "patch")
_LEAST: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_MOST: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_FORMS: Final = ("pattern", "format", "uniqueItems", "multipleOf")

Schema = Mapping[str, Any]


def broken(released: Schema, present: Schema) -> list[str]:
    """What a client of the released document would miss in the present one, a sentence each."""
    return list(dict.fromkeys(_Comparison(released, present).found()))


class _Comparison:
    """Two documents side by side; `asked` is what clients send, all else what they are answered."""

    def __init__(self, was: Schema, now: Schema) -> None:
        self._was = was
        self._now = now
        self._compared: set[tuple[str, str, bool]] = set()

    def found(self) -> Iterator[str]:
        for name, was, now in _pairs(_operations(self._was), _operations(self._now)):
            yield from self._operation(name, was, now) if now else [f"{name} is gone"]
        for name in self._was["components"]["schemas"]:
            if name not in self._now["components"]["schemas"]:
                yield f"the type {name} is gone"

    def _operation(self, name: str, was: Schema, now: Schema) -> Iterator[str]:
        for named in ("operationId", "tags"):
            if was.get(named) != now.get(named):
                yield f"{name} has another {named}, by which clients call it: {now.get(named)}"
        for needs in now.get("security", ()):
            if needs not in was.get("security", ()) and {} in was.get("security", ()):
                yield f"{name} needs a token that it did not need"
        yield from self._parameters(name, was, now)
        yield from self._body(name, was.get("requestBody"), now.get("requestBody"))
        for status, answer in was["responses"].items():
            if status[0] in "23":
                yield from self._answer(f"{name} {status}", answer, now["responses"].get(status))

    def _parameters(self, name: str, was: Schema, now: Schema) -> Iterator[str]:
        before, after = _parameters(self._was, was), _parameters(self._now, now)
        for key, parameter in after.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                yield f"{name}: the parameter {key} is required"
        for key, old, new in _pairs(before, after):
            if new is None:
                yield f"{name}: the parameter {key} is gone"
            else:
                yield from self._schema(f"{name} {key}", old["schema"], new["schema"], asked=True)

    def _body(self, name: str, was: Schema | None, now: Schema | None) -> Iterator[str]:
        if now and now.get("required") and not (was and was.get("required")):
            yield f"{name}: a body is required"
        if was:
            yield from self._content(
                f"{name} body", was["content"], (now or {}).get("content", {}), asked=True
            )

    def _answer(self, name: str, was: Schema, now: Schema | None) -> Iterator[str]:
        if now is None:
            yield f"{name} is no longer answered"
            return
        was, now = _target(self._was, was), _target(self._now, now)
        for header in was.get("headers", ()):
            if header not in now.get("headers", ()):
                yield f"{name}: the header {header} is gone"
        yield from self._content(name, was.get("content", {}), now.get("content", {}), asked=False)

    def _content(self, name: str, was: Schema, now: Schema, *, asked: bool) -> Iterator[str]:
        for media_type, old, new in _pairs(was, now):
            if new is None:
                yield f"{name}: {media_type} is gone"
            elif "schema" in old:
                yield from self._schema(name, old["schema"], new["schema"], asked=asked)

    def _schema(self, where: str, was: Schema, now: Schema, *, asked: bool) -> Iterator[str]:
        pair = (was.get("$ref", ""), now.get("$ref", ""), asked)
        if all(pair[:2]) and pair in self._compared:
            return
        self._compared.add(pair)
        before, after = _kinds(self._was, was), _kinds(self._now, now)
        if asked:
            lost, verb = [kind for kind in before if kind not in after], "takes no"
        else:
            lost, verb = [kind for kind in after if kind not in before and not _is_tagged(kind)], "may be"
        yield from (f"{where} {verb} {kind}" for kind in lost)
        for kind in before.keys() & after.keys():
            for name, each in before[kind].items():
                fitting = after[kind].get(name) or next(iter(after[kind].values()))
                yield from self._kind(where, each, fitting, asked=asked)

    def _kind(self, where: str, was: Schema, now: Schema, *, asked: bool) -> Iterator[str]:
        yield from _values(where, was, now, asked=asked)
        if asked:
            yield from _bounds(where, was, now)
        before, after = set(was.get("required", ())), set(now.get("required", ()))
        for field in sorted(after - before if asked else before - after):
            yield f"{where}.{field} {'is required' if asked else 'may be missing'}"
        for field, old, new in _pairs(was.get("properties", {}), now.get("properties", {})):
            if new is None:
                yield f"{where}.{field} is gone"
            else:
                yield from self._schema(f"{where}.{field}", old, new, asked=asked)
        for inner in ("items", "additionalProperties"):
            if isinstance(was.get(inner), Mapping) and isinstance(now.get(inner), Mapping):
                yield from self._schema(f"{where}[]", was[inner], now[inner], asked=asked)


def _pairs(was: Schema, now: Schema) -> Iterator[tuple[str, Any, Any]]:
    yield from ((name, each, now.get(name)) for name, each in was.items())


def _operations(document: Schema) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": item[method]
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    }


def _parameters(document: Schema, operation: Schema) -> dict[str, Any]:
    resolved = [_target(document, parameter) for parameter in operation.get("parameters", ())]
    return {f"{parameter['in']} {parameter['name']}": parameter for parameter in resolved}


def _target(document: Schema, part: Schema) -> Schema:
    return _named_target(document, part)[1]


def _named_target(document: Schema, part: Schema) -> tuple[str, Schema]:
    """What a reference leads to, and the last name on the way; without a reference there is none."""
    name = ""
    while "$ref" in part:
        _, *path = part["$ref"].split("/")
        part = document
        for name in path:
            part = part[name]
    return name, part


def _kinds(document: Schema, schema: Schema) -> dict[str, dict[str, Schema]]:
    """The alternatives of a schema: JSON's types, and of objects with a tag each for itself; by their names.

    Several games may each have an object of one kind. A client of the earlier document reads only its own.
    """
    name, schema = _named_target(document, schema)
    found: dict[str, dict[str, Schema]] = {}
    if union := schema.get("anyOf", schema.get("oneOf")):
        for part in union:
            for kind, alternatives in _kinds(document, part).items():
                found.setdefault(kind, {}).update(alternatives)
        return found
    types = schema.get("type", "anything")
    tag = schema.get("properties", {}).get("type", {}).get("enum", ())
    tagged = f" of the type {tag[0]}" if len(tag) == 1 else ""
    return {f"{type_}{tagged}": {name: schema} for type_ in ([types] if isinstance(types, str) else types)}


def _is_tagged(kind: str) -> bool:
    return " of the type " in kind


def _values(where: str, was: Schema, now: Schema, *, asked: bool) -> Iterator[str]:
    before, after = was.get("enum"), now.get("enum")
    if asked and after is not None:
        gone = ["any other"] if before is None else [each for each in before if each not in after]
        yield from (f"{where} takes no value {each!r}" for each in gone)
    if not asked and before is not None and after is None:
        yield f"{where} may have any value"


def _bounds(where: str, was: Schema, now: Schema) -> Iterator[str]:
    for bound in _LEAST:
        if bound in now and now[bound] > was.get(bound, float("-inf")):
            yield f"{where}: {bound} is {now[bound]}"
    for bound in _MOST:
        if bound in now and now[bound] < was.get(bound, float("inf")):
            yield f"{where}: {bound} is {now[bound]}"
    for form in _FORMS:
        if form in now and now[form] != was.get(form):
            yield f"{where}: {form} is {now[form]}"
