"""The page about streams and webhooks: its check of a signature is right, its tables name what is sent."""

import re
import time
from pathlib import Path
from typing import Any

from schema.asyncapi import document
from service.webhooks.delivery_queue import StoredWebhook
from service.webhooks.signing import new_secret, signed_headers

PAGE = (Path(__file__).parents[3] / "docs" / "streams-and-webhooks.md").read_text()


def test_signature_check_on_the_page_works() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    known: dict[str, Any] = {}
    exec(code, known)
    secret, old, now = new_secret(), new_secret(), time.time_ns() // 1_000_000
    hook = StoredWebhook(
        id="w_1",
        owner="p_1",
        token="",
        url="https://example.org",
        events=frozenset(),
        game="",
        created=now,
        secret=secret,
        old_secret=old,
        old_until=now + 1000,
    )
    headers = signed_headers(hook, "d_1", now, b"{}")
    assert known["is_genuine"](secret, headers, b"{}")
    assert known["is_genuine"](old, headers, b"{}")
    assert not known["is_genuine"](secret, headers, b"{} ")
    assert not known["is_genuine"](new_secret(), headers, b"{}")
    assert not known["is_genuine"](secret, signed_headers(hook, "d_1", now - 301_000, b"{}"), b"{}")


def test_every_message_of_the_document_is_on_the_page() -> None:
    for channel in document()["channels"].values():
        for name in channel["messages"]:
            short = name.removeprefix("webhook.").rpartition("_dropped")[2] or "dropped"
            assert short == "entry" or f"`{short}`" in PAGE, name
