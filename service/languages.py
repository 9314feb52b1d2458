"""Which of our languages a caller reads best."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers

LANGUAGES: Final = ("en", "de", "nl", "fr")


def preferred_language(headers: Headers, query_string: bytes = b"") -> str:
    """`?lang=` if it is one of ours, else the best of `Accept-Language`, else English."""
    asked = parse_qs(query_string.decode("latin-1")).get("lang", [""])[-1]
    if asked in LANGUAGES:
        return asked
    ranked = sorted(_accepted(headers.get("accept-language", "")), key=lambda choice: -choice[0])
    return next((language for _, language in ranked), LANGUAGES[0])


def _accepted(header: str) -> Iterator[tuple[float, str]]:
    for part in header[:500].split(","):
        tag, _, weight = part.strip().lower().partition(";q=")
        language = tag.split("-")[0].strip()
        quality = _quality(weight)
        if language in LANGUAGES and quality > 0:
            yield quality, language


def _quality(weight: str) -> float:
    text = weight.strip() or "1"
    return float(text) if len(text) <= 5 and text.replace(".", "", 1).isdecimal() and text.isascii() else 0.0
