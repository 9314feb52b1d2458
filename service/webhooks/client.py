"""One delivery attempt: a POST to a checked address, in limited time. Only the response status counts.

Redirects are not followed: a receiver that moves has to register its new URL. The response body is read up
to a limit, so that the connection can be reused, and discarded.
"""

import asyncio
import logging
import ssl
import time
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import Final

import httpx
from msgspec import Struct

from schema.webhooks import DeliveryError
from service.engine.commands import ENGINE
from service.settings import Settings
from service.webhooks.addresses import AddressRefused, GuardedTransport, NameUnknown, Resolve, look_up

MOST_READ: Final = 65_536
LONGEST_WISH: Final = 3600
"""The longest `Retry-After` that is respected, in seconds."""
GONE: Final = 410


# httpx would log every URL, and URLs may contain the receivers' secrets.
logging.getLogger("httpx").setLevel(logging.WARNING)


class Attempt(Struct, frozen=True):
    """The outcome of an attempt. `retry_after` is the delay that the receiver asked for, in seconds."""

    ms: int
    code: int | None = None
    error: DeliveryError | None = None
    retry_after: int = 0

    @property
    def ok(self) -> bool:
        """Whether the receiver accepted the delivery."""
        return self.error is None


def tls_context() -> ssl.SSLContext:
    """The TLS context that verifies receivers' certificates; created once, because that is slow."""
    return httpx.create_ssl_context()


class WebhookClient:
    """Sends to one receiver and keeps connections open between attempts."""

    def __init__(self, settings: Settings, trust: ssl.SSLContext, resolve: Resolve = look_up) -> None:
        self._seconds = settings.webhook_timeout_seconds
        inner = httpx.AsyncHTTPTransport(verify=trust, trust_env=False)
        self._client = httpx.AsyncClient(
            transport=GuardedTransport(inner, private=settings.webhook_private, resolve=resolve),
            timeout=self._seconds,
            follow_redirects=False,
            trust_env=False,
            headers={"User-Agent": ENGINE, "Content-Type": "application/json", "Accept-Encoding": "identity"},
        )

    async def send(self, url: str, headers: dict[str, str], body: bytes) -> Attempt:
        """Make one attempt; errors are returned, not raised."""
        began = time.perf_counter()

        def spent() -> int:
            return round((time.perf_counter() - began) * 1000)

        try:
            async with asyncio.timeout(self._seconds):
                code, retry_after = await self._answer(url, headers, body)
        except AddressRefused:
            return Attempt(spent(), error=DeliveryError.ADDRESS_REFUSED)
        except NameUnknown:
            return Attempt(spent(), error=DeliveryError.NAME_UNKNOWN)
        except (TimeoutError, httpx.TimeoutException):
            return Attempt(spent(), error=DeliveryError.TIMED_OUT)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError):
            return Attempt(spent(), error=DeliveryError.CONNECTION_FAILED)
        error = None if 200 <= code < 300 else DeliveryError.BAD_STATUS
        return Attempt(spent(), code, error, retry_after)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def _answer(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int, int]:
        async with self._client.stream("POST", url, headers=headers, content=body) as answer:
            # The status has arrived, so a body that never ends does not matter.
            with suppress(httpx.HTTPError, TimeoutError):
                async with asyncio.timeout(min(1.0, self._seconds / 2)):
                    await _thrown_away(answer)
            return answer.status_code, _wish(answer)


async def _thrown_away(answer: httpx.Response) -> None:
    read = 0
    async for chunk in answer.aiter_raw():
        read += len(chunk)
        if read > MOST_READ:
            return


def _wish(answer: httpx.Response) -> int:
    """How many seconds the receiver asked us to wait."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return min(int(text[:9]), LONGEST_WISH)
    try:
        until = parsedate_to_datetime(text).timestamp()
    except (ValueError, OverflowError):
        return 0
    return max(0, min(int(until - time.time()), LONGEST_WISH))
