"""Single header fields of a request, looked up in the server's list: cheaper than building a mapping."""

from starlette.types import Scope


def header_field(scope: Scope, name: bytes) -> str:
    """The first field with this lower-case name, or an empty text."""
    for field, value in scope["headers"]:
        if field == name:
            return str(value, "latin-1")
    return ""


def header_fields(scope: Scope, name: bytes) -> list[str]:
    """All fields with this lower-case name."""
    return [str(value, "latin-1") for field, value in scope["headers"] if field == name]
