"""Secrets in letters: those of tokens and tickets, and recovery codes, which people write down."""

import base64
import hashlib
import hmac
import re
import secrets
from typing import Final

_CODE: Final = re.compile(r"[a-z2-7]{24}")


def letters(secret: bytes) -> str:
    """Bytes as small letters and digits, five bits each."""
    return base64.b32encode(secret).decode().lower()


def fresh() -> str:
    """A new secret of 160 bits."""
    return letters(secrets.token_bytes(20))


def derived(secret: str, salt: str) -> bytes:
    """What follows from a secret and a salt, and cannot be known without both."""
    return hmac.digest(secret.encode(), salt.encode(), "sha256")


def digest(secret: str) -> str:
    """What is stored in place of a secret; they are random and long, so that a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def recovery_code(secret: bytes) -> str:
    """A code of 120 bits as it is shown: six groups of four letters."""
    text = letters(secret[:15])
    return "-".join(text[n : n + 4] for n in range(0, 24, 4))


def code_as_read(text: str) -> str | None:
    """A recovery code as somebody typed it, without its spaces and dashes; none if it can be none."""
    code = re.sub(r"[\s-]", "", text.lower())
    return code if _CODE.fullmatch(code) else None
