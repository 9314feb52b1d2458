"""What can go wrong with the store; everything else is a result."""


class StoreError(Exception):
    """The base of all errors of the store."""


class RedisUnavailable(StoreError):
    """Redis is away, starting, failing over or refusing; a write in flight may have been stored or not."""


class ArchiveUnavailable(RedisUnavailable):
    """A log is in the archive, and cannot be read there."""


class TooFewReplicas(StoreError):
    """The entry is stored as `seq`, but too few replicas confirmed it in time; repeat it with its key."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} is stored, but not yet confirmed by enough replicas")
        self.seq = seq


class Quarantined(StoreError):
    """An administrator has set the game aside: nothing is appended to its log."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} is set aside")


class PlanChanged(StoreError):
    """The plan is not the one that was being played any more."""
