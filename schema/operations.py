"""An operation of the API: who may call it, what it takes and answers, for the service and its documents."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

from schema.accounts import Scope

Handler = Callable[..., Any]
Example = Callable[[], object]
"""Made when the document is."""


@dataclass(frozen=True, kw_only=True)
class Deprecated:
    """Since when an operation should not be used any more, when it ends, and where to read about it."""

    since: datetime
    sunset: datetime | None = None
    link: str | None = None

    def headers(self) -> list[tuple[bytes, bytes]]:
        """RFC 9745 and RFC 8594."""
        fields = {"deprecation": f"@{int(self.since.timestamp())}"}
        if self.sunset:
            fields["sunset"] = format_datetime(self.sunset.astimezone(UTC), usegmt=True)
        if self.link:
            fields["link"] = f'<{self.link}>; rel="deprecation"; type="text/html"'
        return [(name.encode(), value.encode()) for name, value in fields.items()]


def always() -> bool:
    """The default of `documented`."""
    return True


def never() -> bool:
    """The value of `documented` for pages and files that are not part of the API."""
    return False


@dataclass(frozen=True, kw_only=True)
class Described:
    """A handler, the scope that its caller's token must have, and the shapes of what it takes and answers.

    One that is `public` may also be called without a token. `answers` is the type of its JSON, several if it
    depends, None where there is no body; `lines` that of each line or event of a stream. `refusals` are the
    statuses that are its own; those of every call are known. `asked` is an example of its body, `example` one
    of its JSON, `text_example` one of whatever else it offers. One that `takes_key` can be repeated with its
    `Idempotency-Key`, one that `takes_version` has `If-Match`, one that `has_tag` an `ETag`. `makes` tells
    which path parameters are found where in its answer. `documented` is asked when a document is built, since
    some operations are only of use while a registered game needs them.
    """

    handler: Handler
    scope: Scope | None
    public: bool = False
    body: Any
    query: Any
    offers: tuple[str, ...] = ("application/json",)
    answers: Any = None
    lines: Any = None
    status: int = 200
    refusals: tuple[int, ...] = ()
    asked: object = None
    example: Example | None = None
    text_example: Callable[[], str] | None = None
    takes_key: bool = False
    takes_version: bool = False
    has_tag: bool = False
    makes: Mapping[str, str] = field(default_factory=dict)
    deprecated: Deprecated | None = None
    documented: Callable[[], bool] = always
