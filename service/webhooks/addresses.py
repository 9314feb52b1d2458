"""Where webhooks may be sent: only to addresses of the public internet, unless the operator allows others.

A name is resolved once for each request, and every address it resolves to is checked. The connection is made
to one of those addresses, with the name in `Host` and for TLS, so a second lookup cannot give another result.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

import httpx

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]

LONGEST_URL: Final = 2048
MOST_ADDRESSES: Final = 3
WEB_PORTS: Final = frozenset({80, 443})
FIRST_FREE_PORT: Final = 1024

_INTERNET_6: Final = ipaddress.ip_network("2000::/3")
_NOT_PUBLIC: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local, including the metadata services of cloud providers
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, including broadcast
        "2001::/23",  # protocol assignments, including Teredo, which embeds an IPv4 address
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which embeds an IPv4 address
        "3fff::/20",  # documentation
    )
)


class AddressRefused(Exception):
    """The service must not send requests to this address."""


class NameUnknown(Exception):
    """The name cannot be resolved."""


def is_public(text: str) -> bool:
    """Whether an address belongs to the public internet. IPv4 addresses embedded in IPv6 do not."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address) and (address not in _INTERNET_6 or address.scope_id):
        return False
    return address.is_global and not any(
        address in network for network in _NOT_PUBLIC if network.version == address.version
    )


def is_reachable(text: str) -> bool:
    """Whether an address belongs to a single machine, which may be this one."""
    address: Address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    broadcast = ipaddress.IPv4Address("255.255.255.255")
    return not (address.is_multicast or address.is_unspecified or address == broadcast)


def url_problem(url: str, *, private: bool) -> str | None:
    """What is wrong with a URL itself, as the id of a text of kind `unreadable`. Names are resolved later."""
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        return "url_length"
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        return "not_a_url"
    if parsed.scheme not in {"http", "https"} or not parsed.host:
        return "url_scheme"
    if parsed.userinfo or parsed.fragment:
        return "url_parts"
    if parsed.port is not None and not _is_sensible(parsed.port):
        return "url_port"
    if _is_literal(parsed.host) and not is_allowed(parsed.host, private=private):
        return "url_address"
    return None


def is_allowed(address: str, *, private: bool) -> bool:
    """Whether a request may be made to an address."""
    return is_reachable(address) if private else is_public(address)


async def look_up(host: str, port: int) -> Sequence[str]:
    """The addresses of a host according to the system resolver, in whatever notation the host is written."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError) as error:
        raise NameUnknown(host) from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends requests only to checked addresses. Use one per host: connections are kept by address."""

    def __init__(
        self, inner: httpx.AsyncBaseTransport, *, private: bool = False, resolve: Resolve = look_up
    ) -> None:
        self._inner = inner
        self._private = private
        self._resolve = resolve

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request to the first of the addresses that accepts a connection."""
        url = request.url
        port = url.port or (443 if url.scheme == "https" else 80)
        addresses = await self.checked(url.host, port)
        for address in addresses[:-1]:
            try:
                return await self._at(address, request)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return await self._at(addresses[-1], request)

    async def checked(self, host: str, port: int) -> Sequence[str]:
        """The addresses of a host. Raises AddressRefused if any of them is not allowed."""
        found = await self._resolve(host, port)
        if not found:
            raise NameUnknown(host)
        if not _is_sensible(port) or not all(is_allowed(a, private=self._private) for a in found):
            raise AddressRefused(host)
        return found[:MOST_ADDRESSES]

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()

    async def _at(self, address: str, request: httpx.Request) -> httpx.Response:
        return await self._inner.handle_async_request(
            httpx.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": request.url.host},
            )
        )


def _is_sensible(port: int) -> bool:
    return port in WEB_PORTS or FIRST_FREE_PORT <= port <= 65_535


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
