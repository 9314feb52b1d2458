"""What is promised to an acknowledged entry follows from the settings of its Redis."""

import pytest

from service.operations.durability import promise


@pytest.mark.parametrize(
    "config,part",
    [
        ({"appendonly": "yes", "appendfsync": "always"}, "is on disk"),
        ({"appendonly": "yes", "appendfsync": "everysec"}, "in the last seconds"),
        ({"appendonly": "yes", "appendfsync": "no"}, "not yet written to disk"),
        ({"appendonly": "no", "appendfsync": "always"}, "no append-only file"),
        (None, "does not tell"),
    ],
)
def test_the_promise_is_that_of_the_disk(config: dict[str, str] | None, part: str) -> None:
    assert part in promise(config, wait_replicas=0)
    assert "replicas" not in promise(config, wait_replicas=0)


def test_replicas_are_named_when_they_are_waited_for() -> None:
    assert "2 replicas have confirmed it" in promise(None, wait_replicas=2)
