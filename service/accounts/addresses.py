"""Addresses of callers, as the rate limits count them."""

import ipaddress
from functools import lru_cache


@lru_cache(4096)
def customer_address(host: str) -> str:
    """The address of one customer: for IPv6 the /64, because a customer usually has all of it."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address) and not address.ipv4_mapped:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


def is_loopback(host: str) -> bool:
    """Whether the caller is on this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
