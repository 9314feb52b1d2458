"""Signatures and secrets as Standard Webhooks defines them: HMAC-SHA256 over id, time and body."""

import base64
import hmac
import secrets
from datetime import timedelta
from typing import Final

from service.webhooks.delivery_queue import StoredWebhook

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32
BOTH_SIGN: Final = timedelta(hours=24)
"""How long the old secret signs messages together with the new one."""


def new_secret() -> str:
    """A new secret in the form that its owner sees."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed_headers(hook: StoredWebhook, message: str, now_ms: int, body: bytes) -> dict[str, str]:
    """The headers of a message: its id, the time of this attempt, and a signature by each valid secret."""
    seconds = str(now_ms // 1000)
    living = [hook.secret, *([hook.old_secret] if hook.old_secret and now_ms < hook.old_until else [])]
    signatures = [_signature(secret, message, seconds, body) for secret in living]
    return {
        "webhook-id": message,
        "webhook-timestamp": seconds,
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: str, message: str, seconds: str, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{message}.{seconds}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(digest).decode()}"
