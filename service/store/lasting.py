"""Keys that cannot be rebuilt: what is written there is confirmed by replicas before it is acknowledged."""

import re
from typing import Final

from service.store import keys

_DERIVED: Final = re.compile(r"\}:(?:outbox|rate|games$)")


def lasts(key: str) -> bool:
    """Whether a key cannot be rebuilt from others: games, accounts, tokens and the administrators' log."""
    return (key.startswith(("{b", "{p", "{t")) or key == keys.ADMIN_LOG) and not _DERIVED.search(key)


def confirmation(key: str) -> str:
    """A key with the same hash tag, written so that a WAIT after it covers all earlier writes."""
    tag = key.partition("{")[2].partition("}")[0] or key
    return f"{{{tag}}}:confirmation"
