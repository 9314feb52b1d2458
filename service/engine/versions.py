"""The versions that a caller accepts."""

import msgspec


class IfMatch(msgspec.Struct, frozen=True):
    """The versions that the caller accepts; None means any."""

    versions: frozenset[int] | None

    def met_by(self, since: int, head: int) -> bool:
        """Whether an accepted version lies between the last change of the caller's options and the head."""
        return self.versions is None or any(since <= version <= head for version in self.versions)
