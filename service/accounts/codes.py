"""Secrets as text: those of tokens and tickets, and recovery codes, which people write down."""

import base64
import hashlib
import hmac
import re
import secrets
from typing import Final

_CODE: Final = re.compile(r"[a-z2-7]{24}")


def letters(secret: bytes) -> str:
    """Encode bytes as lower-case letters and digits, five bits each."""
    return base64.b32encode(secret).decode().lower()


def fresh() -> str:
    """A new secret of 160 bits."""
    return letters(secrets.token_bytes(20))


def derived(secret: str, salt: str) -> bytes:
    """Derive bytes from a secret and a salt; nobody can compute them without both."""
    return hmac.digest(secret.encode(), salt.encode(), "sha256")


def digest(secret: str) -> str:
    """The digest stored instead of a secret; secrets are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def recovery_code(secret: bytes) -> str:
    """Format a code of 120 bits: six groups of four letters."""
    text = letters(secret[:15])
    return "-".join(text[n : n + 4] for n in range(0, 24, 4))


def code_as_read(text: str) -> str | None:
    """A recovery code as typed, without spaces and dashes; None if it cannot be a code."""
    code = re.sub(r"[\s-]", "", text.lower())
    return code if _CODE.fullmatch(code) else None
