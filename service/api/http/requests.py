"""Strict parsing of requests: body, query, ids, and the headers for versions and retries."""

import json
import re
from collections.abc import Mapping
from functools import cache, partial
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.types import Scope

from schema.accept import weights
from service.accounts.caller import Caller
from service.accounts.rate_limits import Rate
from service.api.collaborators import Collaborators
from service.api.http.header_fields import header_field, header_fields
from service.api.http.languages import preferred_language
from service.engine.idempotency import KEY_PATTERN, IdempotencyKey, idempotency_key_of
from service.engine.versions import IfMatch
from service.errors import NotAcceptable, NotFound, UnsupportedMediaType, malformed, unreadable
from service.store import ids

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)
LARGEST: Final = 2**53 - 1
DEEPEST: Final = 32

_VERSION = re.compile(r'(?:W/)?"(0|[1-9][0-9]{0,15})"')
_LONG_NUMBER = re.compile(rb"[0-9]{16}")
"""2^53 has sixteen digits."""
_TAG = re.compile(r'(?:W/)?"([\x21\x23-\x7e]*)"')


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body or query without any field."""


def collaborators(request: Request) -> Collaborators:
    """The use cases and other objects that were built at startup."""
    built: Collaborators = request.scope["app"].state.collaborators
    return built


def caller(request: Request) -> Caller:
    """The caller of this request."""
    found: Caller = request.scope["state"]["caller"]
    return found


async def charge(request: Request, calls: int) -> None:
    """Charge a request that counts as several calls, one of which has been charged already."""
    if calls > 1:
        who, limits = caller(request), collaborators(request).limits
        await limits.further(who.rate_token, who.address, calls - 1, partial(note_rate, request))


def note_rate(request: Request, rate: Rate) -> None:
    """Put the caller's current rate into the response headers."""
    own = request.state.headers
    own[:] = [*(header for header in own if not header[0].startswith(b"ratelimit-")), *rate.headers()]


def request_id(request: Request) -> str:
    """The id of this request, for logs and for an entry's meta."""
    found: str = request.scope["state"]["request_id"]
    return found


def language(request: Request) -> str:
    """The language of the response."""
    return preferred_language(request.headers, request.scope["query_string"])


def path_id(request: Request, name: str, kind: str) -> str:
    """The id in the path. Raises not found if it is malformed."""
    return checked_id(request.scope["path_params"][name], kind, name.removesuffix("_id"))


def checked_id(text: str, kind: str, name: str) -> str:
    """An id of this kind. Raises not found, under this name, if it is malformed."""
    if not ids.is_id(text, kind):
        raise NotFound(kind=name)
    return text


def path_number(request: Request, name: str) -> int:
    """The small number in the path. Raises not found if it is not one."""
    text: str = request.scope["path_params"][name]
    if not re.fullmatch("0|[1-9][0-9]{0,8}", text):
        raise NotFound(kind=name)
    return int(text)


async def body(request: Request, type_: type[T]) -> T:
    """The JSON body as a struct. A missing body counts as an object without fields."""
    raw = await request.body()
    if raw:
        _check_media_type(request.scope)
    try:
        value = msgspec.json.decode(raw or b"{}", type=type_)
        _check_numbers_and_names(raw or b"{}")
    except RecursionError:
        raise malformed("body", "$", "too_deep") from None
    except UnicodeError:
        raise malformed("body", "$", "not_utf8") from None
    except ValueError as error:
        raise unreadable("body", str(error)) from None
    return value


def query(request: Request, type_: type[S]) -> S:
    """The query parameters as a struct. Each may be given only once."""
    if not request.scope["query_string"]:
        empty: S = _empty_query(type_)
        return empty
    given: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in given:
            raise malformed("query", f"$.{name}", "given_twice")
        given[name] = value
    made = converted(given, type_, "query", strict=False)
    for name, attribute in zip(made.__struct_encode_fields__, made.__struct_fields__):
        if name in given and getattr(made, attribute) is None:
            raise malformed("query", f"$.{name}", "null")
    return made


@cache
def _empty_query(type_: type[S]) -> S:
    """The struct of a query without parameters; structs are frozen, so that one serves every request."""
    return converted({}, type_, "query", strict=False)


def converted(given: object, type_: type[T], part: str, *, strict: bool = True) -> T:
    """Plain values as a struct."""
    try:
        return msgspec.convert(given, type_, strict=strict)
    except ValueError as error:
        raise unreadable(part, str(error)) from None


def idempotency_key(request: Request, wish: object) -> IdempotencyKey | None:
    """The caller's `Idempotency-Key`, if any, bound to this call and this body."""
    keys = header_fields(request.scope, b"idempotency-key")
    if not keys:
        return None
    if len(keys) > 1 or not KEY_PATTERN.fullmatch(keys[0]):
        raise malformed("header", "Idempotency-Key", "idempotency_key")
    url = request.url
    return idempotency_key_of(caller(request).player_id, keys[0], request.method, url.path, url.query, wish)


def if_match(request: Request) -> IfMatch | None:
    """The versions in `If-Match`, if it was sent.

    A proxy that compresses the response may make the tag weak; it still names the same version.
    """
    lines = header_fields(request.scope, b"if-match")
    if not lines:
        return None
    tags = [tag.strip() for tag in ",".join(lines).split(",")]
    if tags == ["*"]:
        return IfMatch(None)
    matches = [_VERSION.fullmatch(tag) for tag in tags]
    versions = frozenset(int(match[1]) for match in matches if match)
    if not all(matches) or max(versions) > LARGEST:
        raise malformed("header", "If-Match", "if_match")
    return IfMatch(versions)


def is_known(request: Request, tag: str) -> bool:
    """Whether the caller already has this entity tag (`If-None-Match`, weak comparison)."""
    line = ",".join(header_fields(request.scope, b"if-none-match"))
    return line.strip() == "*" or tag in _TAG.findall(line)


def media_type(scope: Scope, offers: tuple[str, ...]) -> str:
    """The offer that the caller prefers according to `Accept`, or the first one without that header."""
    line = ",".join(header_fields(scope, b"accept"))
    if line.strip() in {"", "*/*"}:
        return offers[0]
    liked = weights(line)
    best = max(offers, key=lambda offer: _liking(offer, liked))
    if not _liking(best, liked):
        raise NotAcceptable(offers=offers)
    return best


def _liking(offer: str, liked: Mapping[str, float]) -> float:
    """The weight of the most specific range that covers the offer."""
    ranges = (offer, f"{offer.partition('/')[0]}/*", "*/*")
    return next((liked[covering] for covering in ranges if covering in liked), 0.0)


def _check_media_type(scope: Scope) -> None:
    content_type = header_field(scope, b"content-type")
    if content_type != "application/json" and not _is_json(content_type):
        raise UnsupportedMediaType(offers=("application/json",))
    if header_field(scope, b"content-encoding").strip().lower() not in {"", "identity"}:
        raise UnsupportedMediaType(offers=("identity",))


def _is_json(content_type: str) -> bool:
    media, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charsets = [p.partition("=")[2].strip('" ') for p in parameters if p.startswith("charset")]
    return media == "application/json" and all(charset in {"utf-8", "utf8"} for charset in charsets)


def _check_numbers_and_names(raw: bytes) -> None:
    """Refuse JSON that parsers read differently: duplicate names, and numbers beyond 2^53."""
    whole = _WITHOUT_DOUBLES.decode(raw.decode())
    if raw.count(b"[") + raw.count(b"{") <= DEEPEST and not _LONG_NUMBER.search(raw):
        return
    for where, value in _walk(whole, "$", DEEPEST):
        if isinstance(value, int) and abs(value) > LARGEST:
            raise malformed("body", where, "not_exact")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise malformed("body", "$", "name_twice", name=name[:40])
        made[name] = value
    return made


_WITHOUT_DOUBLES: Final = json.JSONDecoder(object_pairs_hook=_without_doubles)


def _walk(value: Any, where: str, depth: int) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        inner = [(f"{where}.{name}", item) for name, item in value.items()]
    elif isinstance(value, list):
        inner = [(f"{where}[{i}]", item) for i, item in enumerate(value)]
    else:
        return [(where, value)]
    if not depth:
        raise RecursionError
    return [found for place, item in inner for found in _walk(item, place, depth - 1)]
