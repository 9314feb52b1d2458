"""The key that lets a caller repeat a request without repeating its effect."""

import hashlib
import re
from typing import Final

import msgspec

KEY_PATTERN: Final = re.compile(r"[\x21-\x7e]{1,255}")


class IdempotencyKey(msgspec.Struct, frozen=True):
    """An idempotency key and its caller as a digest, and the digest of the request."""

    command_id: str
    request_digest: str


def idempotency_key_of(player: str | None, key: str, *asked: object) -> IdempotencyKey:
    """A player's key together with the digest of its request: method, path, query and body."""
    command_id = hashlib.sha256(f"{player or ''}\n{key}".encode()).hexdigest()
    digest = hashlib.sha256(msgspec.json.encode(asked, order="sorted")).hexdigest()
    return IdempotencyKey(command_id, digest)
