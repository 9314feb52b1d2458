"""JSON Patches, applied by a library that knows nothing of how they were made."""

from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.patches import difference

VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text("ab/~0", max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_patch_turns_one_value_into_the_other(before: Any, after: Any) -> None:
    assert jsonpatch.apply_patch(before, list(difference(before, after))) == after


@pytest.mark.parametrize(
    "before,after,expected",
    [
        ({"a": [1, 2]}, {"a": [1, 2]}, []),
        ({"a": 1}, {"b": 1}, [("remove", "/a"), ("add", "/b")]),
        ([1, 2, 3], [1, 3], [("remove", "/1")]),
        ([1, 3], [1, 2, 3], [("add", "/1")]),
        ([{"a": 1}, 2], [{"a": 2}, 2], [("replace", "/0/a")]),
        ({"a/b~": 1}, {"a/b~": 2}, [("replace", "/a~1b~0")]),
        (None, {"a": 1}, [("replace", "")]),
    ],
)
def test_patch_contains_only_the_changes(before: Any, after: Any, expected: Any) -> None:
    assert [(step["op"], step["path"]) for step in difference(before, after)] == expected
