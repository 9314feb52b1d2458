"""What is promised to an acknowledged entry follows from the state of its Redis."""

import pytest

from service.operations.durability import RedisState, defects, promise

SAFE = RedisState("yes", "always", "noeviction", replicas=2)


@pytest.mark.parametrize(
    "state,part",
    [
        (RedisState("yes", "always"), "is on disk"),
        (RedisState("yes", "everysec"), "in the last seconds"),
        (RedisState("yes", "no"), "not yet written to disk"),
        (RedisState("no", "always"), "no append-only file"),
        (RedisState(), "does not report"),
    ],
)
def test_the_promise_is_that_of_the_disk(state: RedisState, part: str) -> None:
    assert part in promise(state, wait_replicas=0)
    assert "replicas" not in promise(state, wait_replicas=0)


@pytest.mark.parametrize(
    "replicas,said",
    [
        (2, "it was confirmed by 2 replicas"),
        (3, "it was confirmed by 2 replicas"),
        (1, "2 replicas must confirm it, and 1 is connected"),
        (0, "2 replicas must confirm it, and none is connected"),
        (None, "2 replicas must confirm it, and Redis does not report how many are connected"),
    ],
)
def test_confirmation_is_only_promised_while_the_replicas_are_connected(
    replicas: int | None, said: str
) -> None:
    assert promise(RedisState("yes", "always", replicas=replicas), wait_replicas=2).endswith(said)


@pytest.mark.parametrize(
    "state,word",
    [
        (RedisState("no", "always", "noeviction", 2), "append-only file"),
        (RedisState("yes", "always", "allkeys-lru", 2), "maxmemory-policy is allkeys-lru"),
        (RedisState("yes", "always", "noeviction", 1), "1 is connected"),
    ],
)
def test_what_endangers_entries_is_named(state: RedisState, word: str) -> None:
    (reason,) = defects(state, wait_replicas=2)
    assert word in reason


@pytest.mark.parametrize("state", [SAFE, RedisState(), RedisState("yes", "everysec", "volatile-lru", 2)])
def test_a_sound_or_silent_redis_has_no_defects(state: RedisState) -> None:
    assert list(defects(state, wait_replicas=2)) == []
