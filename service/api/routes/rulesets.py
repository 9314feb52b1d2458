"""The rulesets that can be played here, with all their components, in your language."""

import hashlib
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.games import RULESETS, registered
from domain.kernel.ruleset import Ruleset
from schema import catalogue
from schema.catalogue import AnyRuleset, RulesetRow
from service.api import examples
from service.api.http.answers import JSON
from service.api.http.languages import LanguageTag
from service.api.http.requests import is_known, language
from service.api.routes.resource import reads, resource
from service.errors import NotFound
from service.store.paging import Page


class LanguageQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The language of the texts; it takes precedence over `Accept-Language`."""

    lang: LanguageTag | None = None


async def list_rulesets(request: Request) -> Response:
    """List the rulesets that can be played here.

    Each has its player counts and a short description.
    """
    return _answer(request, _list(language(request), registered()))


async def show_ruleset(request: Request) -> Response:
    """Get a ruleset: player counts, options, moves, and every component with its texts.

    It changes only with the version of the rules and the language. Cache it, and revalidate it with
    `If-None-Match`.
    """
    name = request.path_params["ruleset"]
    if name not in RULESETS:
        raise NotFound(kind="ruleset")
    return _answer(request, _ruleset(name, language(request)))


def _answer(request: Request, text: bytes) -> Response:
    tag = _tag(text)
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": "public, no-cache",
        "Vary": "Accept-Language",
        "Content-Language": language(request),
    }
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type=JSON)


@cache
def _list(lang: str, _games: tuple[Ruleset, ...]) -> bytes:
    """The list is built once for each language and each set of games."""
    return msgspec.json.encode(Page(catalogue.rulesets(lang), None))


@cache
def _ruleset(name: str, lang: str) -> bytes:
    return msgspec.json.encode(catalogue.ruleset(name, lang))


@cache
def _tag(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:32]


ROUTES = (
    resource(
        "/v1/rulesets",
        get=reads(
            list_rulesets,
            public=True,
            query=LanguageQuery,
            has_tag=True,
            answers=Page[RulesetRow],
            example=examples.rulesets,
            makes={"ruleset": "/items/0/name"},
        ),
    ),
    resource(
        "/v1/rulesets/{ruleset}",
        get=reads(
            show_ruleset,
            public=True,
            query=LanguageQuery,
            has_tag=True,
            answers=AnyRuleset,
            example=examples.ruleset,
        ),
    ),
)
