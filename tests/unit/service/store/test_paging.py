"""Pages: as many items as asked for, and where the next page begins."""

import msgspec
import pytest

from service.store.paging import Page, Paged, PagedByVersion, page


@pytest.mark.parametrize(
    "found,items,following",
    [([], [], None), ([1], [1], None), ([1, 2], [1, 2], None), ([1, 2, 3], [1, 2], "2")],
)
def test_page_has_the_cursor_of_the_next_one(
    found: list[int], items: list[int], following: str | None
) -> None:
    assert page(found, 2, str) == Page(items, following)


def test_page_is_encoded_as_items_and_next() -> None:
    assert msgspec.json.encode(page([1, 2, 3], 2, str)) == b'{"items":[1,2],"next":"2"}'


def test_page_has_twenty_items_by_default() -> None:
    assert (Paged().first, Paged().after) == (20, None)
    assert (PagedByVersion().first, PagedByVersion().after) == (20, 0)
