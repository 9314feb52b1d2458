"""Child processes that end with us, however we end: a small guard process watches their process group."""

import atexit
import functools
import os
import subprocess
from collections.abc import Mapping, Sequence

# The guard reads until our end of its pipe is closed, which the kernel does even after SIGKILL, and then ends
# its group. The group also shields the children from Ctrl+C in a terminal: we stop them in order.
GUARD = "trap '' TERM INT HUP; read -r _; kill -TERM 0"


@functools.cache
def _guard() -> subprocess.Popen[bytes]:
    guard = subprocess.Popen(
        ["/bin/sh", "-c", GUARD],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    )
    atexit.register(guard.communicate)
    return guard


def spawn(
    command: Sequence[str],
    *,
    environ: Mapping[str, str] | None = None,
    log: int | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a child that gets SIGTERM when this process ends; `log` receives its output."""
    return subprocess.Popen(
        command,
        env={**os.environ, **(environ or {})},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        pass_fds=pass_fds,
        process_group=_guard().pid,
    )


def stop(child: subprocess.Popen[bytes], seconds: float) -> None:
    """Send SIGTERM, and SIGKILL if the child is still running after this many seconds."""
    child.terminate()
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
