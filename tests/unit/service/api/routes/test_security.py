"""`/.well-known/security.txt` as RFC 9116 asks for it."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from service.api.routes.security import security_txt
from service.settings import SettingsError, load
from tests.support.service import code, service

pytestmark = pytest.mark.anyio

CONTACTS = "mailto:security@example.org,https://example.org/report"
PATH = "/.well-known/security.txt"


async def test_the_contacts_of_the_operator_are_published(redis_url: str) -> None:
    async with service(redis_url, security_contact=CONTACTS) as client:
        answer = await client.get(PATH)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    fields = re.findall(r"^([A-Z][\w-]*): (\S+)\n", answer.text, re.MULTILINE)
    assert len(fields) == answer.text.count("\n")
    assert [value for name, value in fields if name == "Contact"] == CONTACTS.split(",")
    (expires,) = [value for name, value in fields if name == "Expires"]
    left = datetime.fromisoformat(expires) - datetime.now(UTC)
    assert timedelta(days=90) < left < timedelta(days=365)


async def test_without_a_contact_there_is_no_such_page(redis_url: str) -> None:
    async with service(redis_url) as client:
        assert code(await client.get(PATH), 404) == "no_such_resource"


def test_the_file_changes_once_a_day() -> None:
    morning = datetime(2026, 5, 1, 8, 30, tzinfo=UTC)
    assert security_txt(("tel:+1",), morning) == security_txt(("tel:+1",), morning + timedelta(hours=9))
    assert "Expires: 2026-10-28T00:00:00Z\n" in security_txt(("tel:+1",), morning)


@pytest.mark.parametrize("contact", ["security@example.org", "http://example.org", "mailto:", "https://a b"])
def test_a_contact_must_be_an_address_that_can_be_followed(contact: str) -> None:
    with pytest.raises(SettingsError, match="EMBERLOG_SECURITY_CONTACT"):
        load({"EMBERLOG_SECURITY_CONTACT": contact})
