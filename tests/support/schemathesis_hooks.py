"""Adapts schemathesis to our reading of JSON: it treats 3.0 as an integer, and we do not."""

from typing import Any

import schemathesis


@schemathesis.hook
def map_body(_context: schemathesis.HookContext, body: Any) -> Any:
    return whole(body)


def whole(value: Any) -> Any:
    """The value with whole numbers written as such."""
    if isinstance(value, dict):
        return {name: whole(item) for name, item in value.items()}
    if isinstance(value, list):
        return [whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
