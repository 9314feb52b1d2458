"""Layouts of every registered game: nothing overlaps, nothing sticks out, everything can be touched."""

from itertools import combinations

import pytest

from domain.games import RULESETS
from domain.kernel.layout import Box, Layout, box, grid, inside, ring, stacked

PHONE = 360
"""Pixels across a phone."""
TOUCHABLE = 24
"""The smallest target in pixels (WCAG 2.2)."""

LAYOUTS = [
    pytest.param(layout, id=f"{name}-{layout.id}")
    for name, rules in RULESETS.items()
    for layout in rules.catalogue.layouts
]


def contains(outer: Box, inner: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.w <= outer.x + outer.w
        and inner.y + inner.h <= outer.y + outer.h
    )


def overlap(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.w and other.x < one.x + one.w
    return across and one.y < other.y + other.h and other.y < one.y + one.h


def is_below(child: Box, parent: Box) -> bool:
    return child.id.startswith(f"{parent.id}/")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_boxes_overlap_only_with_their_parents(layout: Layout) -> None:
    found = [
        (one.id, other.id)
        for one, other in combinations(layout.boxes, 2)
        if overlap(one, other) and not is_below(other, one)
    ]
    assert found == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_boxes_lie_inside_their_parent_and_the_picture(layout: Layout) -> None:
    picture = Box("", 0, 0, layout.width, layout.height)
    known: dict[str | None, Box] = {None: picture}
    for each in layout.boxes:
        assert each.id not in known
        assert min(each.w, each.h) > 0
        assert contains(known[each.parent], each), each
        known[each.id] = each


@pytest.mark.parametrize("layout", [each for each in LAYOUTS if each.values[0].phone])  # type: ignore[union-attr]
def test_everything_choosable_can_be_touched_on_a_phone(layout: Layout) -> None:
    scale = PHONE / layout.width
    choosable = [each for each in layout.boxes if each.choosable]
    assert choosable
    assert [each.id for each in choosable if min(each.w, each.h) * scale < TOUCHABLE] == []


@pytest.mark.parametrize("name", [name for name, rules in RULESETS.items() if rules.catalogue.layouts])
def test_whole_board_has_a_wide_and_a_tall_layout_with_the_same_places(name: str) -> None:
    layouts = {layout.id: layout for layout in RULESETS[name].catalogue.layouts}
    wide, tall = layouts["wide"], layouts["tall"]
    assert (wide.phone, tall.phone) == (False, True)
    assert {each.id for each in wide.boxes} == {each.id for each in tall.boxes}
    assert {each.id for each in wide.boxes if each.choosable} == {
        each.id for each in tall.boxes if each.choosable
    }


def test_grid_fills_rows_from_the_corner() -> None:
    assert list(grid("abc", (1, 2), (10, 20), columns=2, gap=3)) == [
        Box("a", 1, 2, 10, 20),
        Box("b", 14, 2, 10, 20),
        Box("c", 1, 25, 10, 20),
    ]


def test_ring_begins_at_the_top_and_goes_clockwise() -> None:
    up, right = ring("ab", (50, 50), 40, (10, 10), angles=(0, 90), choosable=True)
    assert (up, right) == (Box("a", 45, 5, 10, 10, choosable=True), Box("b", 85, 45, 10, 10, choosable=True))


def test_children_are_placed_relative_to_their_parent() -> None:
    parent, child = inside(box("a", 10, 10, 20, 20), box("b", 1, 2, 3, 4))
    assert (parent.parent, child.parent) == (None, "a")
    assert child == Box("a/b", 11, 12, 3, 4)


def test_stacked_layouts_lie_one_above_the_other() -> None:
    above, below = (Layout(key, 360, 100, phone=True, boxes=(Box(key, 0, 0, 30, 30),)) for key in "ab")
    both = stacked("both", above, below, gap=8)
    assert (both.id, both.width, both.height) == ("both", 360, 208)
    assert [each.y for each in both.boxes] == [0, 108]
