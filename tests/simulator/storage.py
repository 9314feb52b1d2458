"""The archive's storage in a simulation: it may fail before, in the middle of, or after a write."""

from typing import Protocol


class StorageChances(Protocol):
    """Who decides what happens to a file."""

    def file_fails(self) -> bool:
        """Whether the storage fails now."""

    def file_is_cut(self) -> bool:
        """Whether a failing write leaves half a file behind."""


class SimulatedStorage:
    """Files by name."""

    def __init__(self, chances: StorageChances) -> None:
        self.files: dict[str, bytes] = {}
        self._chances = chances

    def write(self, name: str, content: bytes) -> None:
        """Write a file, or fail with nothing, half of it or all of it written."""
        if self._chances.file_fails():
            if self._chances.file_is_cut():
                self.files[name] = content[: len(content) // 2]
            raise OSError(5, "the storage failed")
        self.files[name] = content

    def read(self, name: str) -> bytes:
        """Read a file."""
        if self._chances.file_fails():
            raise OSError(5, "the storage failed")
        if name not in self.files:
            raise FileNotFoundError(2, "no such file")
        return self.files[name]
