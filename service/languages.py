"""Which of our languages a caller reads best."""

from urllib.parse import parse_qs

from starlette.datastructures import Headers

from schema.texts import LANGUAGES, negotiate


def preferred_language(headers: Headers, query_string: bytes = b"") -> str:
    """`?lang=` if it is one of ours, else the best of `Accept-Language`, else English."""
    asked = parse_qs(query_string.decode("latin-1")).get("lang", [""])[-1]
    return negotiate(headers.get("accept-language", "")[:500], asked if asked in LANGUAGES else None)
