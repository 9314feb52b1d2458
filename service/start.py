"""The start of the `emberlog` command: blocks signals before anything slow is imported."""

import os

from service.operations import signals


def main() -> int:
    """Run the command. Only process 1 of a container would lose a signal that comes before its handlers."""
    if os.getpid() == 1:
        signals.hold()
    from service.cli import main

    return main()
