"""How `Accept*` headers are read."""

import pytest

from schema.accept import weights


@pytest.mark.parametrize(
    "header,expected",
    [
        ("", {}),
        ("gzip", {"gzip": 1.0}),
        ("Gzip;Q=0.5 , *;q=0", {"gzip": 0.5, "*": 0.0}),
        ("text/plain; version=0.0.4; q = 0.3", {"text/plain": 0.3}),
        ("de-CH;q=0.4, de;q=0.9, de;q=0.2", {"de-ch": 0.4, "de": 0.9}),
        ("a;q=nan, b;q=-1, c;q=2, d;q=, e;q=0.1234", {}),
        ("a;q=1.5", {"a": 1.0}),
        (";;;,,,q=1,=;", {}),
    ],
)
def test_each_name_gets_its_largest_weight(header: str, expected: dict[str, float]) -> None:
    assert weights(header) == expected


def test_only_the_first_parts_of_a_header_are_read() -> None:
    assert len(weights(",".join(f"a{n}" for n in range(1000)))) == 64
