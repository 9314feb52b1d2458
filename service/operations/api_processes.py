"""Several API processes on one machine. Each listens on the same port, and the kernel spreads connections."""

import tempfile

import structlog

from service.operations.metrics import SHARED_DIRECTORY
from service.operations.ports import bound
from service.operations.signals import stop_signal
from service.operations.supervisor import LOOK_EVERY, STOP_WITHIN, Child, Role
from service.settings import Settings

logger = structlog.get_logger("emberlog.api")


def supervise(settings: Settings, processes: int) -> None:
    """Run this many API processes until a signal arrives, and restart one that dies.

    This process holds the port without listening, so that the port stays ours while a process restarts. The
    processes count requests in files that they share, so each of them can answer for all.
    """
    port = bound(settings.host, settings.port, share=True)
    with port, stop_signal() as stopped, tempfile.TemporaryDirectory(prefix="emberlog-") as counts:
        environ = {SHARED_DIRECTORY: counts}
        children = [Child("api", environ, "--share-port") for _ in range(processes)]
        roles = [Role(f"api {n}", child.start, child.poll) for n, child in enumerate(children)]
        try:
            while not stopped.wait(LOOK_EVERY):
                for role in roles:
                    role.look(logger.warning)
        finally:
            for child in children:
                child.terminate()
            for child in children:
                child.stop(STOP_WITHIN + settings.drain_seconds)
