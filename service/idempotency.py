"""The key with which a caller repeats a request without repeating its effect."""

import msgspec


class Once(msgspec.Struct, frozen=True):
    """An idempotency key with its caller, as a digest, and the digest of the request that goes with it."""

    command_id: str
    request_digest: str
