"""Requests go to the public internet, and to the very address that was checked."""

from collections.abc import Sequence

import httpx
import pytest

from schema.texts import keys
from service.webhooks.addresses import (
    AddressRefused,
    GuardedTransport,
    NameUnknown,
    Resolve,
    is_public,
    look_up,
    url_problem,
)
from tests.support.receiver import receiving

pytestmark = pytest.mark.anyio

PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "223.255.255.254", "2606:4700::1111", "2a00:1450:4001::200e"]
NOT_PUBLIC = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:808:808::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]
LOOPBACK = [
    "localhost",
    "LOCALHOST",
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.000.000.001",
    "0177.0.0.1",
    "0x7f.0.0.1",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "0",
    "0.0.0.0",
    "::1",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_accepted(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_all_other_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("host", LOOPBACK)
async def test_loopback_is_refused_in_every_spelling(host: str) -> None:
    guarded = GuardedTransport(httpx.MockTransport(_never))
    with pytest.raises((AddressRefused, NameUnknown)):
        await guarded.checked(host, 80)


@pytest.mark.parametrize("host", LOOPBACK)
async def test_request_to_loopback_is_never_sent(host: str) -> None:
    written = f"[{host}]" if ":" in host else host
    async with httpx.AsyncClient(transport=GuardedTransport(httpx.MockTransport(_never))) as client:
        with pytest.raises((AddressRefused, NameUnknown, httpx.InvalidURL)):
            await client.post(f"http://{written}:8080/", content=b"{}")


@pytest.mark.parametrize(
    "found",
    [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["2606:4700::1111", "1.1.1.1", "8.8.8.8", "::1"]],
)
async def test_host_name_is_refused_if_one_of_its_addresses_is(found: list[str]) -> None:
    with pytest.raises(AddressRefused):
        await GuardedTransport(httpx.MockTransport(_never), resolve=_always(*found)).checked(
            "innocent.test", 443
        )


@pytest.mark.parametrize("port", [0, 1, 22, 25, 53, 110, 1023])
async def test_ports_of_other_services_are_refused(port: int) -> None:
    with pytest.raises(AddressRefused):
        await GuardedTransport(httpx.MockTransport(_never), resolve=_always("1.1.1.1")).checked(
            "a.test", port
        )


async def test_connection_uses_the_checked_address() -> None:
    looks: list[str] = []
    made: list[httpx.Request] = []

    async def changing(host: str, _port: int) -> Sequence[str]:
        """A name that leads home from the second look on."""
        looks.append(host)
        return ["93.184.216.34"] if len(looks) == 1 else ["127.0.0.1"]

    async def note(request: httpx.Request) -> httpx.Response:
        made.append(request)
        return httpx.Response(204)

    async with httpx.AsyncClient(
        transport=GuardedTransport(httpx.MockTransport(note), resolve=changing)
    ) as client:
        await client.post("https://receiver.test/hook", content=b"{}")
        (request,) = made
        assert request.url == "https://93.184.216.34/hook"
        assert request.headers["host"] == "receiver.test"
        assert request.extensions["sni_hostname"] == "receiver.test"
        with pytest.raises(AddressRefused):
            await client.post("https://receiver.test/hook", content=b"{}")
    assert (looks, len(made)) == (["receiver.test"] * 2, 1)


async def test_receiver_is_reached_by_name_if_private_addresses_are_allowed() -> None:
    with receiving() as receiver:
        inner = httpx.AsyncHTTPTransport(trust_env=False)
        guarded = GuardedTransport(inner, private=True, resolve=_always("::1", "127.0.0.1"))
        async with httpx.AsyncClient(transport=guarded) as client:
            answer = await client.post(f"http://receiver.test:{receiver.port}/hook", content=b"{}")
        assert answer.status_code == 204
        assert receiver.got[0].headers["host"] == f"receiver.test:{receiver.port}"


@pytest.mark.parametrize(
    "address", ["224.0.0.1", "0.0.0.0", "255.255.255.255", "::", "ff02::1", "::ffff:224.0.0.1"]
)
async def test_non_host_addresses_are_never_allowed(address: str) -> None:
    with pytest.raises(AddressRefused):
        await GuardedTransport(httpx.MockTransport(_never), private=True, resolve=_always(address)).checked(
            "a.test", 80
        )


async def test_unresolvable_host_name_is_reported() -> None:
    with pytest.raises(NameUnknown):
        await look_up("no-such-name.invalid", 80)
    with pytest.raises(NameUnknown):
        await look_up("a" * 64 + ".test", 80)
    with pytest.raises(NameUnknown):
        await GuardedTransport(httpx.MockTransport(_never), resolve=_always()).checked("a.test", 80)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://example.org/hook?key=1",
        "http://example.org:8080/hook",
        "https://xn--bcher-kva.example/",
        "https://93.184.216.34/",
        "https://[2606:4700::1111]/",
    ],
)
def test_valid_urls_are_accepted(url: str) -> None:
    assert url_problem(url, private=False) is None


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "//example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "javascript:alert(1)",
        "http://",
        "http:///hook",
        "https://user:secret@example.org/",
        "https://example.org/#here",
        "https://example.org:22/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org:port/",
        "https://exa mple.org/",
        "https://example.org/\n",
        "https://bücher.example/",
        "https://[::1/",
        "https://" + "a" * 2048,
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]:8080/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
    ],
)
def test_invalid_urls_are_refused(url: str) -> None:
    assert url_problem(url, private=False) in keys("common", "unreadable")


async def _never(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"a request was made to {request.url}")


def _always(*found: str) -> Resolve:
    async def resolve(_host: str, _port: int) -> Sequence[str]:
        return found

    return resolve
