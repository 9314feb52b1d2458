"""What an acknowledged entry is promised to survive, in one sentence, from the settings of its Redis."""

from collections.abc import Mapping

FSYNC = {
    "always": "an acknowledged entry is on disk and outlives a crash of Redis or of the machine",
    "everysec": "a crash may take the entries that were acknowledged in the last seconds",
    "no": "a crash of the machine may take acknowledged entries that it had not yet written to disk",
}


def promise(config: Mapping[str, str] | None, wait_replicas: int) -> str:
    """The sentence for CONFIG GET append* of a Redis, or None where that cannot be asked."""
    if config is None:
        disk = "the disk is up to the operator of this Redis, which does not tell"
    elif config.get("appendonly") == "yes":
        disk = FSYNC.get(config.get("appendfsync", ""), FSYNC["no"])
    else:
        disk = "this Redis keeps no append-only file: a crash of it may take acknowledged entries"
    return f"{disk}; {wait_replicas} replicas have confirmed it" if wait_replicas else disk
