"""The versions with which a caller is content."""

import msgspec


class IfMatch(msgspec.Struct, frozen=True):
    """The versions that the caller is content with; None means any."""

    versions: frozenset[int] | None

    def met_by(self, since: int, head: int) -> bool:
        """Whether one of them lies between what the caller was last asked and the head."""
        return self.versions is None or any(since <= version <= head for version in self.versions)
