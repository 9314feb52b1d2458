"""The index of the API, and the OpenAPI and AsyncAPI documents."""

import hashlib
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.games import registered
from domain.kernel.ruleset import Ruleset
from schema.answers import ApiIndex
from service.api.http.answers import JSON, answer
from service.api.http.requests import is_known
from service.api.routes.resource import reads, resource


async def show_index(request: Request) -> Response:  # noqa: ARG001
    """Get the addresses to begin with: documents, lists and the web client.

    `/` answers the same to programs that ask for JSON, and with the web client to browsers.
    """
    return answer(ApiIndex(), headers={"Cache-Control": "public, max-age=300", "Vary": "Accept"})


async def show_openapi(request: Request) -> Response:
    """Get this document, the OpenAPI 3.1 description of the API.

    It is generated from the types that the service reads and writes, so the two cannot disagree.
    """
    text = openapi_text(registered())
    tag = _tag(text)
    headers = {"ETag": f'"{tag}"', "Cache-Control": "public, max-age=300"}
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type=JSON)


async def show_asyncapi(request: Request) -> Response:
    """Get the AsyncAPI 3.0 description of the streams and webhooks.

    It contains the schema of every message that the server pushes.
    """
    text = _asyncapi(registered())
    tag = _tag(text)
    headers = {"ETag": f'"{tag}"', "Cache-Control": "public, max-age=300"}
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type=JSON)


@cache
def _asyncapi(_games: tuple[Ruleset, ...]) -> bytes:
    """The AsyncAPI document of these games, built on the first request."""
    from schema import asyncapi

    return msgspec.json.encode(asyncapi.document())


@cache
def openapi_text(_games: tuple[Ruleset, ...]) -> bytes:
    """The OpenAPI document of these games, built on the first request."""
    from service.api.openapi import openapi
    from service.api.routes import ROUTES

    return msgspec.json.encode(openapi(ROUTES))


@cache
def _tag(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:32]


def _beginning() -> dict[str, object]:
    return {"openapi": "3.1.0", "info": {"title": "Emberlog", "version": "0.1.0"}, "paths": {}}


def _other_beginning() -> dict[str, object]:
    return {"asyncapi": "3.0.0", "info": {"title": "Emberlog: streams and webhooks", "version": "0.1.0"}}


ROUTES = (
    resource("/v1", get=reads(show_index, scope=None, answers=ApiIndex, example=ApiIndex)),
    resource(
        "/openapi.json",
        get=reads(show_openapi, scope=None, has_tag=True, answers=dict[str, Any], example=_beginning),
    ),
    resource(
        "/asyncapi.json",
        get=reads(show_asyncapi, scope=None, has_tag=True, answers=dict[str, Any], example=_other_beginning),
    ),
)
