"""The caller's language: asked for, or best liked, or English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from schema.texts import LANGUAGES
from service.api.http.languages import preferred_language


@pytest.mark.parametrize(
    "accepted,query,language",
    [
        ("", b"", "en"),
        ("de", b"", "de"),
        ("nl-BE,nl;q=0.9", b"", "nl"),
        ("fr;q=0.2, de;q=0.8", b"", "de"),
        ("ja, fr;q=0.1", b"", "fr"),
        ("de;q=0", b"", "en"),
        ("ja", b"", "en"),
        ("*", b"", "en"),
        ("de", b"lang=fr", "fr"),
        ("de", b"lang=ja", "de"),
        ("nl", b"lang=de-AT", "de"),
        ("nl", b"lang=FR", "fr"),
    ],
)
def test_best_supported_language_is_chosen(accepted: str, query: bytes, language: str) -> None:
    assert preferred_language(Headers({"accept-language": accepted}), query) == language


def test_header_may_span_several_lines() -> None:
    lines = [(b"accept-language", b"ja"), (b"accept-language", b"nl;q=0.5")]
    assert preferred_language(Headers(raw=lines)) == "nl"


@given(st.text(st.characters(max_codepoint=255)), st.binary())
def test_any_header_gives_a_supported_language(accepted: str, query: bytes) -> None:
    assert preferred_language(Headers({"accept-language": accepted}), query) in LANGUAGES
