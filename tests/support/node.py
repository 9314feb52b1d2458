"""Tools from npm, in the versions of the lock file in `tests/contract/node`.

Without npm, the tests that need these tools are skipped; where `CI` is set, they fail.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "contract" / "node"
LOCK = FOLDER / "package-lock.json"


def tool(*command: str, cwd: Path | None = None, quiet: bool = False) -> str:
    """The output of a tool; fails if the tool fails, or if `quiet` and the tool prints a warning."""
    program, *arguments = command
    return _said([str(_installed() / program), *arguments], cwd or FOLDER, quiet=quiet)


def script(name: str, *arguments: str, cwd: Path | None = None) -> str:
    """The output of a script that can use the packages of the folder."""
    _installed()
    folder = cwd or FOLDER
    return _said(["node", str(folder / name), *arguments], folder, quiet=cwd is not None)


def project(folder: Path) -> Path:
    """The folder, in which programs now find the packages."""
    (folder / "node_modules").symlink_to(_installed().parent)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def _said(command: list[str], cwd: Path, *, quiet: bool) -> str:
    found = subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env=os.environ | {"REDOCLY_TELEMETRY": "off", "NO_COLOR": "1", "CI": "1"},
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert not (quiet and found.stderr), found.stderr
    return found.stdout


def _installed() -> Path:
    """The folder of the programs, made anew when the lock file has changed."""
    if shutil.which("npm") is None:
        assert not os.environ.get("CI"), "npm is needed here"
        pytest.skip("npm is not on this machine")
    digest, stamp = hashlib.sha256(LOCK.read_bytes()).hexdigest(), FOLDER / "node_modules" / ".stamp"
    with (FOLDER.parent / ".node.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != digest:
            install = ["npm", "ci", "--prefer-offline", "--no-progress"]
            made = subprocess.run(install, cwd=FOLDER, capture_output=True, text=True, check=False)
            assert made.returncode == 0, made.stderr
            stamp.write_text(digest)
    return FOLDER / "node_modules" / ".bin"
