"""Errors of the store. Expected outcomes are return values instead."""


class StoreError(Exception):
    """The base class of all store errors."""


class RedisUnavailable(StoreError):
    """Redis is down, starting, failing over or refusing writes; a write in flight may have been stored."""


class ArchiveUnavailable(RedisUnavailable):
    """The log is in the archive, but the archive cannot be read."""


class TooFewReplicas(StoreError):
    """It is stored, an entry as `seq`, but too few replicas confirmed it in time; retry with the same key."""

    def __init__(self, seq: int | None = None) -> None:
        what = "it" if seq is None else f"entry {seq}"
        super().__init__(f"{what} is stored, but not yet confirmed by enough replicas")
        self.seq = seq


class Quarantined(StoreError):
    """An administrator has quarantined the game: nothing can be appended to its log."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} is set aside")


class PlanChanged(StoreError):
    """The plan was replaced or ended while its move was being played."""
