"""What schemathesis must know of JSON as we read it: to it 3.0 is a whole number, to us it is none."""

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
