"""An operation of the API: who may call it, its input and its output, for the service and its documents."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

from schema.accounts import Scope

Handler = Callable[..., Any]
Example = Callable[[], object]
"""Called when the document is built."""


@dataclass(frozen=True, kw_only=True)
class Deprecated:
    """When an operation was deprecated, when it will be removed, and where to read about it."""

    since: datetime
    sunset: datetime | None = None
    link: str | None = None

    def headers(self) -> list[tuple[bytes, bytes]]:
        """The headers of RFC 9745 and RFC 8594."""
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
    """A handler, the scope that its caller's token must have, and the types of its input and output.

    A `public` operation may also be called without a token. `answers` is the type of its JSON, a tuple if
    there are several, None if there is no body; `lines` is the type of each line or event of a stream.
    `refusals` lists the error statuses specific to this operation; those common to all are added. `asked` is
    an example of its body, `example` one of its JSON, `text_example` one of any other media type. An
    operation that `takes_key` can be repeated with its `Idempotency-Key`, one that `takes_version` accepts
    `If-Match`, one that `has_tag` sends an `ETag`. `makes` maps path parameters to their places in the
    answer. `documented` is called when a document is built, because some operations are of use only while a
    registered game needs them.
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
