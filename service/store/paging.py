"""Lists in pages: `first` and `after` in the query, `items` and `next` in the answer."""

from collections.abc import Callable, Sequence
from typing import Annotated, Generic, TypeVar

import msgspec

from service.errors import Malformed, malformed
from service.store.ids import is_id

T = TypeVar("T")

First = Annotated[int, msgspec.Meta(ge=1, le=100, description="The maximum number of items.")]
Cursor = Annotated[
    str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,128}$", description="`next` of the previous page.")
]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
After = Annotated[
    Version,
    msgspec.Meta(description="The last version you have seen; later entries are returned."),
]


class Paged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The query of a list whose cursor is an id."""

    first: First = 20
    after: Cursor | None = None


class PagedByVersion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The query of a list whose cursor is a version."""

    first: First = 20
    after: After = 0


class Page(msgspec.Struct, Generic[T], frozen=True):
    """A part of a list; `next` is the cursor of the following part, or null."""

    items: Sequence[T]
    next: str | int | None


def behind(after: str | None, kind: str) -> str | None:
    """The cursor of a list of ids of this kind, or None for the beginning; raises Malformed."""
    if after is not None and not is_id(after, kind):
        raise no_cursor()
    return after


def no_cursor() -> Malformed:
    """The error for an `after` that is not a cursor of this list."""
    return malformed("query", "$.after", "wrong_cursor")


def page(found: Sequence[T], first: int, cursor: Callable[[T], str | int]) -> Page[T]:
    """A page of these items. The caller fetches one item more than shown, to see whether there are more."""
    items = found[:first]
    return Page(items, cursor(items[-1]) if len(found) > first else None)
