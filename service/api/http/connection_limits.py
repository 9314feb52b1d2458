"""Limits below the application: size and time of a request's head, and connections per address and in total.

The head is the request line and the headers. uvicorn itself accepts a head of any size and waits forever.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import httptools
import structlog
from msgspec import Struct
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from service.accounts.addresses import customer_address
from service.settings import Settings

TIMEOUT: Final = 408
URL_TOO_LONG: Final = 414
HEAD_TOO_LARGE: Final = 431
TOO_MANY_CONNECTIONS: Final = 503
_COLON_AND_LINE_END: Final = 4
_LAST_READ_SECONDS: Final = 0.05

logger = structlog.get_logger("emberlog.connections")


class ConnectionLimits(Struct, frozen=True):
    """The limits for one connection, one address, and all connections together."""

    head_bytes: int
    url_bytes: int
    head_seconds: float
    connections: int
    connections_per_address: int

    @classmethod
    def of(cls, settings: Settings, *, files: int) -> "ConnectionLimits":
        """The limits from the settings. There are never more connections than files that may be open."""
        return cls(
            head_bytes=settings.header_limit,
            url_bytes=settings.url_limit,
            head_seconds=settings.header_seconds,
            connections=min(settings.connections, files),
            connections_per_address=settings.connections_per_address,
        )


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits. The subclass that `protocol_with` creates sets `limits`."""

    limits: ConnectionLimits

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unread = 0
        self._timer: asyncio.TimerHandle | None = None
        self._refused = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, unless there are too many."""
        super().connection_made(transport)
        if self._is_one_too_many():
            self._refuse(TOO_MANY_CONNECTIONS)
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the counts."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data. Bytes that complete neither the head nor a part of the body count as head."""
        if self._refused:
            return
        self._unread += len(data)
        if self._timer is None and self._is_between_requests():
            self._start_timer()
        super().data_received(data)
        if self._unread > self.limits.head_bytes and not self._refused:
            self._refuse(HEAD_TOO_LARGE)

    def send_400_response(self, msg: str) -> None:
        """Respond to data that is not HTTP. A request refused here already has its response."""
        if not self._refused:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        """Serve the request if its head is not too large."""
        self._stop_timer()
        self._unread = 0
        if len(self.url) > self.limits.url_bytes:
            self._refuse(URL_TOO_LONG)
        elif len(self.url) + _size(self.headers) > self.limits.head_bytes:
            self._refuse(HEAD_TOO_LARGE)
        if self._refused:
            raise httptools.HttpParserError("refused")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Receive a part of the body."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete; another one may follow."""
        self._unread = 0
        super().on_message_complete()

    def _is_between_requests(self) -> bool:
        cycle: RequestResponseCycle | None = (
            self.cycle
        )  # None before the first request, despite uvicorn's annotation
        return cycle is None or (not cycle.more_body and cycle.response_complete)

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > self.limits.connections:
            return True
        most, host = self.limits.connections_per_address, self._host()
        if not most or host is None or host in self._trusted_proxies():
            return False
        mine = customer_address(host)
        return sum(_is_from(connection, mine) for connection in self.connections) > most

    def _host(self) -> str | None:
        return self.client[0] if self.client else None

    def _trusted_proxies(self) -> Any:
        """Proxies carry the connections of many clients, so the limit per address does not apply to them."""
        app = self.config.loaded_app
        return app.trusted_hosts if isinstance(app, ProxyHeadersMiddleware) else ()

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self.limits.head_seconds, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        """Read once more what has arrived: after a stall of this process, timers run before sockets."""
        self._timer = self.loop.call_later(_LAST_READ_SECONDS, self._refuse, TIMEOUT)

    def _refuse(self, status: int) -> None:
        """Respond with a bare status, as nothing is known about the caller yet, and close the connection."""
        self._refused = status
        self._stop_timer()
        logger.info("connection refused", status=status)
        self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


def protocol_with(limits: ConnectionLimits) -> type[LimitedProtocol]:
    """A protocol class with these limits, because uvicorn expects a class."""
    return type("LimitedProtocol", (LimitedProtocol,), {"limits": limits})


def _size(headers: Iterable[tuple[bytes, bytes]]) -> int:
    return sum(len(name) + len(value) + _COLON_AND_LINE_END for name, value in headers)


def _is_from(connection: Any, customer: str) -> bool:
    return connection.client is not None and customer_address(connection.client[0]) == customer
