"""What this program was built from: its version, and the commit if it is known."""

import platform
from importlib.metadata import version as package_version

import msgspec

VERSION = package_version("emberlog")


class Build(msgspec.Struct, frozen=True):
    """The build of this process; the commit is empty if nobody has said it."""

    version: str = VERSION
    commit: str = ""
    python: str = platform.python_version()

    def __str__(self) -> str:
        commit = f", commit {self.commit}" if self.commit else ""
        return f"emberlog {self.version} (Python {self.python}{commit})"
