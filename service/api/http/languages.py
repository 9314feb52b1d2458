"""Selects the language of a response."""

from typing import Annotated, TypeAlias
from urllib.parse import parse_qs

import msgspec
from starlette.datastructures import Headers

from schema.texts import negotiate

LanguageTag: TypeAlias = Annotated[
    str, msgspec.Meta(max_length=35, description="The language, before `Accept-Language`: en, de, nl or fr.")
]
"""What `?lang=` may be, one of ours or not."""


def preferred_language(headers: Headers, query_string: bytes = b"") -> str:
    """`?lang=` if we support it (`de-AT` is German), else the best of `Accept-Language`, else English."""
    asked = parse_qs(query_string.decode("latin-1")).get("lang", [""])[-1]
    accepted = ", ".join(headers.getlist("accept-language"))
    return negotiate(accepted[:500], asked)
