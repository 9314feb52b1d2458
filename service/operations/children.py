"""Child processes that end with us, however we end: a small guard watches over their process group."""

import atexit
import functools
import os
import subprocess
from collections.abc import Mapping, Sequence

# The guard reads until our end of its pipe is closed, which the kernel does even after SIGKILL, and then ends
# its group. The group also keeps a terminal's Ctrl+C from the children: we stop them in good order.
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
    """Start a child that gets SIGTERM when this process is gone; `log` takes both of its outputs."""
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
    """SIGTERM, and SIGKILL for a child that is still there after so many seconds."""
    child.terminate()
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
